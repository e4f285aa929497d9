//! Takes in a program: compiles a source, and checks whether the program makes a legal move.

use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use arena::play::record::Protocol;
use supervisor::compile::{Language, Options, Toolchain};
use supervisor::sandbox::{Level, Sandbox};
use supervisor::stop::Stop;

use super::check::{check, Finding};
use super::programs::{keep_contents, Program};
use super::store::{Store, Submission};

/// A source that somebody hands in.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The name of the file, whose ending is its language.
    pub file: &'a str,
    /// Its content.
    pub content: &'a [u8],
    /// How it is compiled.
    pub options: Options,
    /// The protocol that the program speaks.
    pub protocol: Protocol,
    /// The wall-clock limit of the compiler.
    pub time: Duration,
}

/// A program that the ladder has kept, or a source that does not compile.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The program.
    pub program: Program,
    /// The SHA-256 of its content, or of its source, in hexadecimal digits.
    pub sha256: String,
    /// The compiler's messages and, once it was checked, what the program wrote to standard error.
    pub messages: String,
    /// Why a source was not compiled.
    pub failure: Option<String>,
    /// Whether the compiler was stopped at its limit.
    pub is_late: bool,
}

/// Whether a source is of a language that is compiled or interpreted here, by the ending of its name.
pub fn is_source(file: &str) -> bool {
    Language::of(Path::new(file)).is_some() || is_python(file)
}

fn is_python(file: &str) -> bool {
    Path::new(file).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("py"))
}

impl Candidate {
    /// Keeps a source and compiles it; Python is kept only.
    ///
    /// # Errors
    /// If the compiler or the sandbox is missing, a copy cannot be written, or on a stop; never because of
    /// the source's content.
    pub fn of_source(
        source: &Source<'_>,
        programs: &Path,
        level: Level,
        stop: &Stop,
    ) -> anyhow::Result<Self> {
        let Source { file, content, options, protocol, time } = *source;
        let sha256 = keep_contents(content, programs)?;
        let name = file.to_string();
        if is_python(file) {
            let program = Program::Script { protocol, name };
            return Ok(Self { program, sha256, messages: String::new(), failure: None, is_late: false });
        }
        let language = Language::of(Path::new(file)).context("its name says no language")?;
        let compiled = Toolchain::find(language, &options)?.compile(content, level, time, stop)?;
        let (kept, failure) = match compiled.program {
            Ok(program) => (keep_contents(&program, programs)?, None),
            Err(failure) => (String::new(), Some(failure)),
        };
        let program = Program::Source { protocol, name, compiled: kept };
        Ok(Self { program, sha256, messages: compiled.messages, failure, is_late: compiled.is_late })
    }

    /// Asks the program for a move, unless it was not compiled; `too_slow` is added to the message about one
    /// that is too slow.
    ///
    /// # Errors
    /// If it cannot be started, or on a stop.
    pub fn check(
        &mut self,
        name: &str,
        store: &Store,
        sandbox: &Sandbox,
        too_slow: &str,
        stop: &Stop,
    ) -> anyhow::Result<Finding> {
        if let Some(text) = &self.failure {
            return Ok(Finding { is_effective: false, text: text.clone(), last_words: String::new() });
        }
        let bot = self.program.bot(name, &self.sha256, &store.programs())?;
        let finding = check(&bot.sandboxed(sandbox), &store.limits, too_slow, stop)?;
        self.messages.extend(finding.last_words.lines().map(|line| format!("stderr: {line}\n")));
        Ok(finding)
    }

    /// The submission that it becomes, with messages that everybody may read.
    pub fn submission<'a>(
        &'a self,
        name: &'a str,
        finding: &'a Finding,
        messages: &'a str,
    ) -> Submission<'a> {
        Submission {
            name,
            program: &self.program,
            sha256: &self.sha256,
            is_effective: finding.is_effective,
            finding: &finding.text,
            messages,
        }
    }
}
