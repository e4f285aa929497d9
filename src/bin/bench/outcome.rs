//! How a command ends.

/// How a command that could do its work ended.
pub(crate) enum Outcome {
    Right,
    Wrong,
}

/// Why a command could not do its work.
pub(crate) enum Problem {
    /// The arguments make no sense; the help text follows.
    Usage(String),
    /// Anything else.
    Input(String),
}

impl From<std::io::Error> for Problem {
    fn from(error: std::io::Error) -> Self {
        Self::Input(format!("cannot write the output: {error}"))
    }
}
