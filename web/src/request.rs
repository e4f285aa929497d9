//! The requests of the page.

use serde::Deserialize;
use serde_json::Value;

/// A request, `{"do": "name", ...}`.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub(crate) enum Request {
    /// The engine's version, levels, formats and limits.
    Info,
    /// Reads the payload.
    Read {
        /// Its name in messages.
        #[serde(default = "pasted")]
        name: String,
    },
    /// Reads the payload as names of players or tournaments for WTHOR files.
    Names {
        /// Its name in messages.
        #[serde(default = "pasted")]
        name: String,
    },
    /// How the games that were read went on from a position.
    Continuations {
        position: String,
        /// Numbers of the games that count; all if there are none.
        #[serde(default)]
        games: Option<Vec<u32>>,
    },
    /// One of the items read.
    Item { index: usize },
    /// All positions of a game.
    States { game: Value },
    /// Describes a position.
    State { position: String },
    /// Plays a move.
    Play {
        position: String,
        #[serde(rename = "move")]
        mv: String,
    },
    /// Names a line.
    Opening {
        line: String,
        #[serde(default)]
        start: Option<String>,
    },
    /// The named openings.
    Openings,
    /// Writes a game in a format.
    Write { game: Value, format: String },
    /// Writes a position in a format.
    WritePosition {
        position: String,
        format: String,
        #[serde(default)]
        comment: String,
    },
    /// Explains a move of a position that was searched.
    Words {
        position: String,
        #[serde(rename = "move")]
        mv: String,
    },
    /// Sets the memory of the tree.
    Configure { tree_mib: u32 },
    /// Forgets what was searched.
    Forget,
    /// The bench signature.
    Signature,
    /// Speed by fixed work.
    Speed,
    /// Starts a search.
    Search {
        position: String,
        mode: Mode,
        #[serde(default)]
        time_ms: Option<f64>,
        #[serde(default)]
        playouts: Option<u64>,
    },
    /// Starts the choice of a move.
    Choose {
        position: String,
        #[serde(default)]
        level: Option<u8>,
        #[serde(default = "one_second")]
        time_ms: f64,
        #[serde(default = "first")]
        seed: u64,
        #[serde(default = "yes")]
        book: bool,
    },
    /// Starts the analysis of a game.
    Analyse {
        game: Value,
        #[serde(default)]
        time_ms: Option<f64>,
        #[serde(default)]
        playouts: Option<u64>,
        #[serde(default = "sixteen")]
        exact_empties: u32,
    },
    /// Continues the job for `ms` milliseconds.
    Step {
        ms: f64,
        /// Whether the answer holds the report so far.
        #[serde(default)]
        report: bool,
    },
    /// Ends the job; the answer is its result.
    Stop,
}

/// The goal of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Mode {
    /// Estimates within an effort.
    Estimate,
    /// Estimates without an end.
    Live,
    /// The best move's score.
    Exact,
    /// Every move's score.
    ExactAll,
}

fn pasted() -> String {
    "pasted".into()
}

fn one_second() -> f64 {
    1_000.0
}

fn first() -> u64 {
    1
}

fn yes() -> bool {
    true
}

fn sixteen() -> u32 {
    16
}
