//! The Go text protocol, version 2, in the dialect of Othello GUIs: GoGui, Quarry, Sabaki.

mod commands;
mod gogui;
mod state;

pub use state::{Gtp, ReadFile};

use state::Arguments;

impl Gtp {
    /// The answer to a line, both its newlines included; `None` if the line holds no command.
    pub fn answer(&mut self, line: &str) -> Option<String> {
        let text: String = line
            .chars()
            .take_while(|&c| c != '#')
            .filter(|&c| c == '\t' || !c.is_control())
            .map(|c| if c == '\t' { ' ' } else { c })
            .collect();
        let mut words = text.split_whitespace();
        let mut name = words.next()?;
        let mut id = "";
        if name.bytes().all(|byte| byte.is_ascii_digit()) {
            id = name;
            name = words.next()?;
        }
        let command = commands::find(name);
        let answer = match command {
            Some(command) => command(self, &Arguments(words.collect())),
            None => Err("unknown command".to_string()),
        };
        let (status, text) = match answer {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        let blank = if text.is_empty() { "" } else { " " };
        Some(format!("{status}{id}{blank}{text}\n\n"))
    }
}
