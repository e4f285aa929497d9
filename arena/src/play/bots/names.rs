//! Names of bots: derived from their commands, and suggested for mistyped ones.

use std::path::Path;

use crate::play::contestant::builtin::BUILTIN;

/// Programs that run a script: the script names the bot.
const INTERPRETERS: [&str; 14] = [
    "python", "pypy", "node", "deno", "bun", "ruby", "perl", "php", "lua", "java", "mono", "dotnet", "bash",
    "sh",
];

/// The least similarity of two names, from 0 to 1, at which one is suggested for the other.
const ALIKE: f64 = 0.8;

/// The name of a command in tables: its program's file name, or its script's if an interpreter runs it.
pub(super) fn of_command(command: &[String]) -> Option<String> {
    let (program, arguments) = command.split_first()?;
    let program = file_name(program);
    let is_option = |argument: &&String| argument.starts_with('-');
    let script = arguments.iter().find(|argument| !is_option(argument)).filter(|_| is_interpreter(&program));
    Some(script.map_or(program, |script| file_name(script)))
}

/// Whether a program is an interpreter, of whatever version: `python3.12`.
fn is_interpreter(program: &str) -> bool {
    let plain = program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    INTERPRETERS.contains(&plain)
}

/// The last component of a path.
fn file_name(path: &str) -> String {
    let file_name = Path::new(path).file_name().map(|name| name.to_string_lossy().into_owned());
    file_name.unwrap_or_else(|| path.to_string())
}

/// The known bots whose names resemble this text, the most similar first; at most three.
pub(super) fn suggestions(text: &str, entries: &[&str]) -> Vec<String> {
    let (name, _) = text.split_once([':', ' ']).unwrap_or((text, ""));
    let built_in = BUILTIN.map(|(form, _)| (form.split(['[', ':']).next().unwrap_or(form), form));
    let known = built_in.into_iter().chain(entries.iter().map(|&entry| (entry, entry)));
    let alike = known.map(|(known, form)| (strsim::jaro_winkler(name, known), form));
    let mut alike: Vec<(f64, &str)> = alike.filter(|(likeness, _)| *likeness >= ALIKE).collect();
    alike.sort_by(|a, b| b.0.total_cmp(&a.0));
    alike.into_iter().take(3).map(|(_, form)| form.to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_names_its_bot() {
        let name = |line: &str| of_command(&shell_words::split(line).unwrap()).unwrap();
        for (line, expected) in [
            ("python3 bots/first.py", "first.py"),
            ("/usr/bin/python3.12 -u bots/second.py --depth 3", "second.py"),
            ("java -jar bot.jar", "bot.jar"),
            ("target/release/outflank --playouts 10", "outflank"),
            ("python3", "python3"),
            ("shark bot", "shark"),
        ] {
            assert_eq!(name(line), expected, "{line}");
        }
    }

    #[test]
    fn a_slip_is_recognised() {
        assert_eq!(suggestions("outflnk", &[]), ["outflank:playouts=N"]);
        assert_eq!(suggestions("radnom", &[])[0], "random");
        assert_eq!(suggestions("alphabet:5", &[]), ["alphabeta:PLIES", "alphabeta:ms=N"]);
        assert_eq!(suggestions("edax-9", &["edax-8", "rhino"]), ["edax-8"]);
        assert_eq!(suggestions("xyz", &["edax-8"]), [""; 0]);
    }
}
