//! The levels of isolation.

/// How bots are isolated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Level {
    /// As far as the machine allows; a bot reads its own folder and its working directory.
    Auto,
    /// Fully, or the game does not start; a bot reads only its own files, and inherits no environment.
    Strict,
    /// Not at all: a bot may do whatever you may.
    #[default]
    None,
}
