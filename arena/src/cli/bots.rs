//! `arena bots`: every bot that can be named.

use toolkit::text::Visible;

use crate::cli::{BotArguments, Done};
use crate::play::contestant::builtin::BUILTIN;
use toolkit::say;

/// Prints the possible values of BOT on command lines.
pub(crate) fn run(bots: &BotArguments) -> anyhow::Result<Done> {
    say!("built in:\n");
    for (form, what) in BUILTIN {
        say!("  {form:22} {what}\n");
    }
    let entries = bots.entries()?;
    if entries.is_empty() {
        say!("no bots file: `bots.toml` in this directory, or --bots FILE, names programs of your own\n");
    } else {
        say!("from the bots file:\n");
    }
    for bot in entries {
        let record = bot.record();
        let name = Visible::line(&record.name).to_string();
        say!("  {name:22} {} ({})\n", Visible::line(&record.command), record.protocol.name());
    }
    say!("and:\n  git:REVISION           this repository's bot at a commit, a branch or a tag\n");
    say!("  FILE                   a program, or a source (.rs, .c, .cc, .cpp, .cxx, .py) to compile\n");
    say!("  'COMMAND ARGUMENTS'    any program; gtp:COMMAND or course:COMMAND for other protocols\n");
    Ok(Done::Well)
}
