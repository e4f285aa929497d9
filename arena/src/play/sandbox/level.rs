//! The levels of isolation.

/// How bots are isolated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Level {
    /// As far as the machine can; a bot reads the folders that it lies and runs in.
    Auto,
    /// Always, or nothing is played; a bot reads its own files alone, and inherits no environment.
    Strict,
    /// Not at all: a bot may do what you may.
    #[default]
    None,
}
