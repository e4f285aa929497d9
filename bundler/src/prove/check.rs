//! rustc, as the passes ask it about a program.

use std::time::Instant;

use crate::error::{Error, Result};
use crate::prove::rustc::{Diagnostic, Mode, Rustc};
use crate::read::attribute::attributes;
use crate::token::{Text, Token};

/// A compiler that answers until a deadline.
pub(crate) struct Checker<'a> {
    pub(crate) rustc: &'a Rustc,
    /// The modes in which a program must be checked.
    pub(crate) modes: &'static [Mode],
    /// When to stop.
    pub(crate) deadline: Option<Instant>,
}

impl<'a> Checker<'a> {
    /// One mode is enough unless the program, `tokens`, asks how it is compiled.
    pub(crate) fn new(rustc: &'a Rustc, tokens: &[Token], deadline: Option<Instant>) -> Self {
        let names = ["debug_assertions", "overflow_checks", "ub_checks"];
        let is_mode = |token: &Token| names.iter().any(|name| token.is(name));
        let depends_on_mode =
            attributes(tokens).any(|(_, one)| one.name.starts_with("cfg") && one.content.iter().any(is_mode));
        let count = if depends_on_mode { 2 } else { 1 };
        Self { rustc, modes: &[Mode::CheckRelease, Mode::CheckDebug][..count], deadline }
    }

    /// rustc's messages about `text`, in each mode.
    ///
    /// # Errors
    /// The deadline is over, or rustc cannot be run.
    pub(crate) fn ask(&self, text: &Text) -> Result<Vec<Vec<Diagnostic>>> {
        if self.deadline.is_some_and(|deadline| Instant::now() > deadline) {
            return Err(Error::Late);
        }
        self.modes.iter().map(|&mode| Ok(self.rustc.compile(&text.text, mode)?.1)).collect()
    }

    /// What rustc makes of `text`, in each mode; nothing where it does not compile.
    ///
    /// # Errors
    /// rustc cannot be run.
    pub(crate) fn mir(&self, text: &Text) -> Result<Vec<Option<String>>> {
        self.modes.iter().map(|&mode| self.rustc.mir(&text.text, mode)).collect()
    }
}
