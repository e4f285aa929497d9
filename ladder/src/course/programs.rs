//! Submitted programs: a built-in bot, a command, or a file (a program or a source), of which the ladder
//! keeps a copy.
//!
//! A program is identified by the SHA-256 of its content. That of a command covers its words and every file
//! that they name, so that a change on disk is noticed.

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use anyhow::{bail, Context};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use arena::files;
use arena::play::bots::{BotKind, BotSpec, FileKind, PYTHON};
use arena::play::contestant::builtin::{Builtin, NotBuiltin};
use arena::play::record::Protocol;
use supervisor::process::command_files;
use toolkit::text::hexadecimal;

/// The largest submitted file, in bytes.
const MAX_BYTES: u64 = 256 << 20;

/// A submitted program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Program {
    /// A bot of the arena's own.
    Builtin {
        /// Its name.
        bot: String,
    },
    /// A command that is run in place.
    Command {
        /// The language it speaks.
        protocol: Protocol,
        /// The program and its arguments.
        words: Vec<String>,
        /// Its working directory.
        directory: PathBuf,
    },
    /// A file that the ladder has copied.
    File {
        /// The language it speaks.
        protocol: Protocol,
        /// Its original file name.
        name: String,
    },
    /// A Python source that the ladder has copied.
    Script {
        /// The language it speaks.
        protocol: Protocol,
        /// Its original file name.
        name: String,
    },
    /// A source that the ladder has copied and compiled; it is identified by the SHA-256 of the source.
    Source {
        /// The language it speaks.
        protocol: Protocol,
        /// Its original file name.
        name: String,
        /// The SHA-256 of the program that the compiler made, by which the ladder keeps it; empty if there is
        /// none.
        compiled: String,
    },
}

impl Program {
    /// Parses a built-in bot's name, the path of a program or a source, or a command that is run in
    /// `directory`. A source is not compiled yet.
    ///
    /// # Errors
    /// If it is none of these; the message says what would run a file.
    pub fn parse(text: &str, protocol: Protocol, directory: &Path) -> anyhow::Result<Self> {
        match text.parse::<Builtin>() {
            Ok(builtin) => return Ok(Self::Builtin { bot: builtin.to_string() }),
            Err(NotBuiltin::Unknown(_)) => {}
            Err(error) => return Err(error.into()),
        }
        let path = directory.join(text);
        if !text.is_empty() && path.exists() {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            return Ok(match FileKind::of(&path, text)? {
                FileKind::Program => Self::File { protocol, name },
                FileKind::Python => Self::Script { protocol, name },
                FileKind::Source(_) => Self::Source { protocol, name, compiled: String::new() },
            });
        }
        let words = shell_words::split(text).with_context(|| format!("command `{text}`"))?;
        if words.first().is_none_or(|program| program.is_empty()) {
            bail!("`{text}` is an empty command");
        }
        Ok(Self::Command { protocol, words, directory: directory.to_path_buf() })
    }

    /// The language that it speaks.
    pub fn protocol(&self) -> Protocol {
        match self {
            Self::Builtin { .. } => Protocol::Builtin,
            Self::Command { protocol, .. }
            | Self::File { protocol, .. }
            | Self::Script { protocol, .. }
            | Self::Source { protocol, .. } => *protocol,
        }
    }

    /// The bot that plays under this name; `programs` is where the ladder keeps its copies.
    ///
    /// # Errors
    /// If it is a built-in bot that this arena does not have.
    pub fn bot(&self, name: &str, sha256: &str, programs: &Path) -> anyhow::Result<BotSpec> {
        let (words, directory) = match self {
            Self::Builtin { bot } => {
                return Ok(BotSpec { name: name.to_string(), kind: BotKind::Builtin(bot.parse()?) });
            }
            Self::Command { words, directory, .. } => (words.clone(), Some(directory.clone())),
            Self::File { .. } => (vec![copy_path(programs, sha256)?], None),
            Self::Script { .. } => (vec![PYTHON.to_string(), copy_path(programs, sha256)?], None),
            Self::Source { compiled, .. } => (vec![copy_path(programs, compiled)?], None),
        };
        let mut bot = BotSpec::command(name.to_string(), words, self.protocol());
        if let BotKind::Process(process) = &mut bot.kind {
            let launch = &mut Arc::make_mut(process).launch;
            launch.directory = directory;
            if matches!(self, Self::Script { .. }) {
                launch.shown = launch.command[1..].iter().map(PathBuf::from).collect();
            }
        }
        Ok(bot)
    }

    /// The SHA-256 of its present content, in hexadecimal digits.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn sha256(&self, sha256_at_submission: &str, programs: &Path) -> anyhow::Result<String> {
        let mut hasher = Sha256::new();
        match self {
            Self::Builtin { bot } => hasher.update(bot),
            Self::File { .. } | Self::Script { .. } => {
                hasher.update(read(&programs.join(sha256_at_submission))?)
            }
            Self::Source { compiled, .. } => {
                if hexadecimal(&Sha256::digest(read(&programs.join(compiled))?)) != *compiled {
                    bail!("the program that was compiled from {self} has changed");
                }
                hasher.update(read(&programs.join(sha256_at_submission))?);
            }
            Self::Command { words, directory, .. } => {
                let files: BTreeMap<usize, PathBuf> = command_files(words, directory).into_iter().collect();
                for (index, word) in words.iter().enumerate() {
                    hasher.update(word.len().to_le_bytes());
                    hasher.update(word);
                    if let Some(path) = files.get(&index) {
                        let contents = read(path)?;
                        hasher.update(contents.len().to_le_bytes());
                        hasher.update(contents);
                    }
                }
            }
        }
        Ok(hexadecimal(&hasher.finalize()))
    }

    /// The files that its content consists of.
    fn files(&self, sha256_at_submission: &str, programs: &Path) -> Vec<PathBuf> {
        match self {
            Self::Builtin { .. } => Vec::new(),
            Self::File { .. } | Self::Script { .. } => vec![programs.join(sha256_at_submission)],
            Self::Source { compiled, .. } => {
                vec![programs.join(sha256_at_submission), programs.join(compiled)]
            }
            Self::Command { words, directory, .. } => {
                command_files(words, directory).into_iter().map(|(_, path)| path).collect()
            }
        }
    }
}

/// The state of a program's files when their content was last compared, so that unchanged files are not read
/// again.
#[derive(Clone, Debug, Default)]
pub struct ContentFingerprint(Option<Vec<Stamp>>);

/// A file's path, size and time of modification.
type Stamp = (PathBuf, u64, SystemTime);

impl ContentFingerprint {
    /// Compares a program with its SHA-256 at submission, if it may have changed since the last time.
    ///
    /// # Errors
    /// If it is not what was submitted, or cannot be read.
    pub fn check(&mut self, program: &Program, sha256: &str, programs: &Path) -> anyhow::Result<()> {
        let stamp = |path: PathBuf| {
            let metadata = std::fs::metadata(&path)?;
            std::io::Result::Ok((path, metadata.len(), metadata.modified()?))
        };
        let stamps: Result<Vec<Stamp>, _> = program.files(sha256, programs).into_iter().map(stamp).collect();
        let stamps = stamps.context("cannot check its files")?;
        if self.0.as_ref() == Some(&stamps) {
            return Ok(());
        }
        if program.sha256(sha256, programs)? != sha256 {
            bail!("its files have changed since they were submitted: submit them again");
        }
        self.0 = Some(stamps);
        Ok(())
    }
}

impl std::fmt::Display for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Builtin { bot } => f.write_str(bot),
            Self::Command { words, .. } => f.write_str(&shell_words::join(words)),
            Self::File { name, .. } | Self::Script { name, .. } | Self::Source { name, .. } => {
                f.write_str(name)
            }
        }
    }
}

/// Copies a submitted file to where the ladder keeps its copies, and returns its SHA-256 in hexadecimal
/// digits.
///
/// # Errors
/// If it cannot be read or the copy cannot be written.
pub fn keep(file: &Path, programs: &Path) -> anyhow::Result<String> {
    keep_contents(&read(file)?, programs)
}

/// Writes a source or a compiled program to where the ladder keeps its copies, like [`keep`].
///
/// # Errors
/// If the copy cannot be written.
pub fn keep_contents(contents: &[u8], programs: &Path) -> anyhow::Result<String> {
    let sha256 = hexadecimal(&Sha256::digest(contents));
    let copy = programs.join(&sha256);
    if !copy.exists() {
        files::replace(&copy, contents)?;
    }
    std::fs::set_permissions(&copy, PermissionsExt::from_mode(0o555))
        .with_context(|| format!("cannot make {} executable", copy.display()))?;
    Ok(sha256)
}

fn copy_path(programs: &Path, sha256: &str) -> anyhow::Result<String> {
    let path = std::path::absolute(programs.join(sha256))?;
    path.into_os_string().into_string().ok().context("the ladder's directory is not named in UTF-8")
}

fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    Ok(toolkit::files::read(path, MAX_BYTES)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const COURSE: Protocol = Protocol::Course;

    fn write_program(path: &Path, text: &str) {
        fs::write(path, text).unwrap();
        fs::set_permissions(path, PermissionsExt::from_mode(0o755)).unwrap();
    }

    #[test]
    fn a_text_is_a_built_in_bot_a_file_or_a_command() {
        let folder = tempfile::tempdir().unwrap();
        let parse = |text: &str| Program::parse(text, COURSE, folder.path());
        write_program(&folder.path().join("my bot"), "#!/bin/sh\n");
        fs::write(folder.path().join("bot.py"), "print()\n").unwrap();
        assert_eq!(parse("alphabeta:3").unwrap(), Program::Builtin { bot: "alphabeta:3".into() });
        assert_eq!(parse("my bot").unwrap(), Program::File { protocol: COURSE, name: "my bot".into() });
        let script = Program::Script { protocol: COURSE, name: "bot.py".into() };
        assert_eq!(parse("bot.py").unwrap(), script);
        fs::write(folder.path().join("notes.txt"), "hello").unwrap();
        let command = parse("python3 'bot.py' -v").unwrap();
        assert_eq!(command.to_string(), "python3 bot.py -v");
        assert_eq!(command.protocol(), COURSE);
        for (text, expected) in [
            ("notes.txt", "neither executable nor a source"),
            ("alphabeta:0", "expected a number"),
            ("", "empty command"),
            ("'", "command `'`"),
        ] {
            let error = format!("{:#}", parse(text).unwrap_err());
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn a_kept_file_is_named_by_its_content_and_can_be_run() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("../../etc".replace('/', "_"));
        write_program(&file, "abc");
        let sha256 = keep(&file, folder.path()).unwrap();
        // FIPS 180-2's example.
        assert_eq!(sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(keep(&file, folder.path()).unwrap(), sha256, "the same again");
        let copy = folder.path().join(&sha256);
        assert_eq!(fs::metadata(&copy).unwrap().permissions().mode() & 0o777, 0o555);
        let program = Program::File { protocol: COURSE, name: "etc".into() };
        assert_eq!(program.sha256(&sha256, folder.path()).unwrap(), sha256);
        let bot = program.bot("Ann", &sha256, folder.path()).unwrap();
        assert_eq!((bot.name.as_str(), bot.program()), ("Ann", Some(copy)));
    }

    #[test]
    fn a_command_is_known_by_its_words_and_the_files_they_name() {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("bot.py");
        fs::write(&script, "one").unwrap();
        let sha256 = |text: &str| {
            Program::parse(text, COURSE, folder.path()).unwrap().sha256("", folder.path()).unwrap()
        };
        let first = sha256("sh bot.py");
        assert_eq!(sha256("sh  'bot.py'"), first);
        assert_ne!(sha256("sh bot.py -v"), first);
        assert_ne!(sha256("shbot.py"), first);
        fs::write(&script, "two").unwrap();
        assert_ne!(sha256("sh bot.py"), first);
    }

    #[test]
    fn a_program_that_has_changed_is_not_what_was_submitted() {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("bot.py");
        fs::write(&script, "one").unwrap();
        let program = Program::parse("sh bot.py", COURSE, folder.path()).unwrap();
        let sha256 = program.sha256("", folder.path()).unwrap();
        let mut fingerprint = ContentFingerprint::default();
        fingerprint.check(&program, &sha256, folder.path()).unwrap();
        fingerprint.check(&program, &sha256, folder.path()).unwrap();
        fs::write(&script, "other").unwrap();
        let error = fingerprint.check(&program, &sha256, folder.path()).unwrap_err().to_string();
        assert!(error.contains("have changed since they were submitted"), "{error}");
        fs::write(&script, "one").unwrap();
        fingerprint.check(&program, &sha256, folder.path()).unwrap();
        fs::remove_file(&script).unwrap();
        assert!(fingerprint.check(&program, &sha256, folder.path()).is_err());
    }

    #[test]
    fn programs_survive_the_database() {
        let command = Program::Command {
            protocol: Protocol::Gtp,
            words: vec!["a b".into(), "\"'".into()],
            directory: "/tmp/x y".into(),
        };
        for program in [command, Program::File { protocol: COURSE, name: "x".into() }] {
            let json = serde_json::to_string(&program).unwrap();
            assert_eq!(serde_json::from_str::<Program>(&json).unwrap(), program, "{json}");
        }
    }
}
