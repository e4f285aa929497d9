//! The outcome of a command.

/// The outcome of a command that ran to its end.
pub(crate) enum Outcome {
    Right,
    Wrong,
}

/// Why a command could not run to its end.
pub(crate) enum Problem {
    /// Bad arguments; the help text follows.
    Usage(String),
    /// Unreadable input.
    Input(String),
    /// A failed write.
    Output(std::io::Error),
}

impl From<std::io::Error> for Problem {
    fn from(error: std::io::Error) -> Self {
        Self::Output(error)
    }
}
