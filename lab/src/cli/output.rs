//! Lines of results, as text or as JSON, and what a command ends with.

use std::io::Write;

use anyhow::Context;
use serde_json::Value;

/// The outcome of a command that ran to its end.
pub(super) enum Outcome {
    /// Every result that can be checked was right.
    Success,
    /// A result differs from the known one.
    WrongResult,
}

/// Standard output, flushed after every line, so that long runs can be followed.
pub(super) struct Output<'a> {
    stream: &'a mut dyn Write,
    /// Whether results are printed as JSON.
    pub(super) json: bool,
}

impl<'a> Output<'a> {
    pub(super) fn new(stream: &'a mut dyn Write, json: bool) -> Self {
        Self { stream, json }
    }

    /// Prints one result.
    pub(super) fn result(&mut self, text: &str, json: Value) -> anyhow::Result<()> {
        let json = self.json.then(|| json.to_string());
        self.line(json.as_deref().unwrap_or(text))
    }

    /// Prints a line whatever the format.
    pub(super) fn line(&mut self, line: &str) -> anyhow::Result<()> {
        writeln!(self.stream, "{line}")
            .and_then(|()| self.stream.flush())
            .map_err(anyhow::Error::from)
            .context("cannot write the output")
    }
}
