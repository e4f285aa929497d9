//! The steps of a run, numbered.

use std::cell::Cell;

use crate::options::{Level, Options};

/// Steps of a proof: the package is built, the bundle compiled and run twice.
const PROOF: usize = 3;

/// Steps of a proof that follows another one.
const PROOF_AGAIN: usize = 2;

/// Counts the steps of a run. Steps that few packages need are reported without a number: whether they come
/// is not known at the start.
#[derive(Debug)]
pub(crate) struct Steps {
    report: fn(&str),
    begun: Cell<usize>,
    total: Cell<usize>,
}

impl Steps {
    /// The steps of a run with these options.
    pub(crate) fn of(options: &Options) -> Self {
        let level = match options.level {
            Some(Level::Readable) => 1,
            Some(Level::Stripped | Level::Spaced) => 2,
            Some(Level::Shortened) | None => 3,
        };
        let proof = if options.verify { PROOF } else { 0 };
        Self { report: options.progress, begun: Cell::new(0), total: Cell::new(level + proof) }
    }

    /// Reports a step that starts.
    pub(crate) fn begin(&self, name: &str) {
        let number = self.begun.get() + 1;
        let total = self.total.get().max(number);
        self.begun.set(number);
        (self.report)(&format!("{number} of {total}: {name}"));
    }

    /// The proof starts again, at another level; nothing else is left.
    pub(crate) fn prove_again(&self) {
        self.total.set(self.begun.get() + PROOF_AGAIN);
    }
}
