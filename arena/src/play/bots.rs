//! The sources of bots: built-in ones, past versions from git, entries of `bots.toml`, and commands.

mod file;
mod git;
mod names;
mod source;
mod spec;

pub use crate::play::contestant::ProcessSpec;
pub use source::{FileKind, Sources, PYTHON};
use spec::words;
pub use spec::{BotKind, BotSpec};

use std::path::Path;
use std::sync::Arc;

use anyhow::{bail, Context};
use supervisor::stop::{Stop, Stopped};
use toolkit::commands::typed;
use toolkit::text::Visible;

use crate::files;
use crate::play::contestant::builtin::NotBuiltin;
use crate::play::record::Protocol;

/// The bots of a `bots.toml`, and how those of the command line are read.
#[derive(Clone, Debug, Default)]
pub struct Bots {
    /// The entries of the file, in order.
    pub entries: Vec<BotSpec>,
    /// The protocol of commands without a prefix.
    pub default_protocol: Protocol,
    /// How sources are compiled.
    pub sources: Sources,
}

impl Bots {
    /// Reads a `bots.toml`.
    ///
    /// # Errors
    /// If the file cannot be read or an entry is invalid; the message names the file and the entry.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let text = files::read_text(path)?;
        Self::parse(&text).with_context(|| path.display().to_string())
    }

    /// Parses the content of a `bots.toml`.
    ///
    /// # Errors
    /// If an entry is invalid; the message names it.
    pub fn parse(text: &str) -> anyhow::Result<Self> {
        Ok(Self { entries: file::parse(text)?, ..Self::default() })
    }

    /// Resolves a text to a bot: a built-in one, `git:REVISION`, an entry of the file, or a file or command,
    /// optionally with its protocol as a prefix (`gtp:gtp-rhino -l 5`). A source is compiled.
    ///
    /// # Errors
    /// If the text is empty, has an unclosed quote, sets an invalid number for a built-in bot, names a
    /// revision that cannot be built, a source that does not compile, or a file that cannot be run; on a
    /// stop.
    pub fn find(&self, text: &str, stop: &Stop) -> anyhow::Result<BotSpec> {
        self.resolved(self.named(text)?, stop).with_context(|| format!("bot `{}`", Visible::line(text)))
    }

    /// As [`Bots::find`], but a file that cannot be run, or a source that does not compile, stays what it is:
    /// its bot cannot be started, and so loses where that is a fault. The error says why.
    ///
    /// # Errors
    /// As [`Bots::find`], apart from those about files.
    pub fn find_unresolved(
        &self,
        text: &str,
        stop: &Stop,
    ) -> anyhow::Result<(BotSpec, Option<anyhow::Error>)> {
        let bot = self.named(text)?;
        match self.resolved(bot.clone(), stop) {
            Ok(bot) => Ok((bot, None)),
            Err(error) if error.is::<Stopped>() => Err(error),
            Err(error) => Ok((bot, Some(error.context(format!("bot `{}`", Visible::line(text)))))),
        }
    }

    /// The bot that a text names, its sources not compiled yet.
    fn named(&self, text: &str) -> anyhow::Result<BotSpec> {
        match text.parse() {
            Ok(builtin) => return Ok(BotSpec { name: text.to_string(), kind: BotKind::Builtin(builtin) }),
            Err(NotBuiltin::Unknown(_)) => {}
            Err(error) => return Err(error.into()),
        }
        let name = || format!("bot `{}`", Visible::line(text));
        if let Some(entry) = self.entries.iter().find(|entry| entry.name == text) {
            return Ok(entry.clone());
        }
        if let Some(revision) = text.strip_prefix("git:") {
            let program = git::build(revision, self.sources.report).with_context(name)?;
            return Ok(BotSpec::command(text.to_string(), vec![program], Protocol::Codingame));
        }
        let (protocol, command) = self.split_protocol(text);
        let words = words(command, Path::new("")).with_context(name)?;
        if words.first().is_none_or(|program| program.is_empty()) {
            bail!("{} is an empty command", name());
        }
        Ok(BotSpec::command(names::of_command(&words).unwrap_or_default(), words, protocol))
    }

    fn resolved(&self, mut bot: BotSpec, stop: &Stop) -> anyhow::Result<BotSpec> {
        if let BotKind::Process(process) = &mut bot.kind {
            self.sources.resolve(Arc::make_mut(process), stop)?;
        }
        Ok(bot)
    }

    /// As [`Bots::find`], but the bot's program must be there.
    ///
    /// # Errors
    /// As [`Bots::find`]; if the program is missing, the message suggests similar names.
    pub fn find_present(&self, text: &str, stop: &Stop) -> anyhow::Result<BotSpec> {
        let bot = self.find(text, stop)?;
        if !matches!(bot.kind, BotKind::Process(_)) || bot.program().is_some() {
            return Ok(bot);
        }
        if self.entries.iter().any(|entry| entry.name == text) {
            bail!("bot `{text}`: there is no program `{}`", bot.record().command);
        }
        let entries: Vec<&str> = self.entries.iter().map(|entry| &*entry.name).collect();
        let missing = format!("no built-in bot, entry or program `{text}`");
        match names::suggestions(text, &entries).as_slice() {
            [] => bail!("{missing}; `{} bots` lists what there is", typed()),
            alike => bail!("{missing}: did you mean {}?", alike.join(" or ")),
        }
    }

    fn split_protocol<'a>(&self, text: &'a str) -> (Protocol, &'a str) {
        let named = [Protocol::Codingame, Protocol::Gtp, Protocol::Course]
            .into_iter()
            .find_map(|protocol| Some((protocol, text.strip_prefix(protocol.name())?.strip_prefix(':')?)));
        named.unwrap_or((self.default_protocol, text))
    }
}

impl BotSpec {
    /// Resolves a text as [`Bots::find`] does without a `bots.toml`, and without a sandbox for compilers.
    ///
    /// # Errors
    /// As for [`Bots::find`].
    pub fn parse(text: &str) -> anyhow::Result<Self> {
        Bots::default().find(text, &Stop::new()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::limits::MEMORY_MIB;

    const FILE: &str = r#"
[[bot]]
name = "rhino"
command = "gtp-rhino -l 5"
protocol = "gtp"
directory = "/tmp"
environment = { HOME = "/tmp" }
memory_mib = 0
limits = { turn_ms = 5000 }

[[bot]]
name = "two words"
command = ["./my bot", "--fast"]
freeze = true
"#;

    fn read(text: &str) -> anyhow::Result<Bots> {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("bots.toml");
        std::fs::write(&path, text).unwrap();
        Bots::read(&path)
    }

    fn find(bots: &Bots, text: &str) -> BotSpec {
        bots.find(text, &Stop::new().unwrap()).unwrap()
    }

    fn process(bot: &BotSpec) -> &ProcessSpec {
        match &bot.kind {
            BotKind::Process(process) => process,
            BotKind::Builtin(builtin) => panic!("{builtin} is no process"),
        }
    }

    fn error_of(text: &str) -> String {
        format!("{:#}", read(text).unwrap_err())
    }

    #[test]
    fn entries_are_found_by_name() {
        let bots = read(FILE).unwrap();
        let rhino = find(&bots, "rhino");
        let ProcessSpec { launch, protocol, limits, is_kept, .. } = process(&rhino);
        assert_eq!(launch.command, ["gtp-rhino", "-l", "5"]);
        assert_eq!(launch.directory.as_deref(), Some(Path::new("/tmp")));
        assert_eq!(launch.environment, [("HOME".to_string(), "/tmp".to_string())]);
        assert_eq!(
            (launch.memory_mib, *protocol, *is_kept, launch.freezes),
            (None, Protocol::Gtp, true, false)
        );
        assert_eq!((limits.first_ms, limits.turn_ms, limits.margin_ms), (None, Some(5000), None));
        let other = find(&bots, "two words");
        assert_eq!(process(&other).launch.command, ["./my bot", "--fast"]);
        assert_eq!(
            (process(&other).launch.memory_mib, process(&other).launch.freezes),
            (Some(MEMORY_MIB), true)
        );
        assert_eq!(other.record().command, "'./my bot' --fast");
        let names: Vec<_> = bots.entries.iter().map(|bot| &*bot.name).collect();
        assert_eq!(names, ["rhino", "two words"]);
    }

    #[test]
    fn what_is_no_name_is_a_command_perhaps_with_its_protocol() {
        let bots = Bots { default_protocol: Protocol::Course, ..Bots::default() };
        for (text, name, protocol) in [
            ("bin/judge --fast", "judge", Protocol::Course),
            ("gtp:/usr/games/gtp-rhino", "gtp-rhino", Protocol::Gtp),
            ("codingame:./outflank", "outflank", Protocol::Codingame),
        ] {
            let bot = find(&bots, text);
            assert_eq!((&*bot.name, process(&bot).protocol), (name, protocol));
        }
        assert!(matches!(find(&bots, "uct:5").kind, BotKind::Builtin(_)));
    }

    #[test]
    fn mistakes_in_the_file_are_named() {
        let entry = |rest: &str| format!("[[bot]]\nname = \"x\"\n{rest}");
        for (text, complaint) in [
            (entry("command = \"\""), "bots.toml: bot `x`: the command is empty"),
            (entry("command = \"a 'b\""), "bot `x`: command: missing closing quote"),
            (entry("command = \"a\"\nspeed = 1"), "unknown field `speed`"),
            (entry("command = \"a\"\nprotocol = \"uci\""), "unknown variant `uci`"),
            (entry("command = \"a\"\nprotocol = \"builtin\""), "`builtin` is not a protocol of a program"),
            (entry("command = \"a\"\nrestart = \"never\""), "only a GTP engine can play game after game"),
            (entry("command = \"a\"\nlimits = { ms = 3 }"), "unknown field `ms`"),
            (entry("command = \"a\"") + "\n" + &entry("command = \"b\""), "bot `x` is listed twice"),
            ("[[bot]]\nname = \"random\"\ncommand = \"a\"".into(), "must not be empty, contain `:`"),
            ("[[bot]]\nname = \"x\"".into(), "missing field `command`"),
            ("bots = 3".into(), "unknown field `bots`"),
        ] {
            let error = error_of(&text);
            assert!(error.contains(complaint), "{error} instead of {complaint}");
        }
    }

    #[test]
    fn a_revision_that_is_none_is_refused() {
        let error = format!("{:#}", BotSpec::parse("git:no-such-revision").unwrap_err());
        assert!(error.starts_with("bot `git:no-such-revision`: "), "{error}");
        assert!(error.ends_with(" has no revision `no-such-revision`"), "{error}");
    }
}
