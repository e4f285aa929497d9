//! The JSON record of one game: bots, calls, their output, and the reason for the end.
//!
//! Arrays of two are indexed by [`seat`], black first. Text from bots is capped but not escaped; it must be
//! escaped for display. A reader must reject an unknown `schema`.

use analyst::notation::remarks;
use outflank::game::{Color, Game};
use outflank::square::Square;
use serde::{Deserialize, Serialize};
pub use supervisor::call::Fault;

use crate::play::limits::Limits;

/// Version of the format; incremented when a field changes its meaning or is removed.
pub const SCHEMA: u32 = 1;

/// Number of lines of standard error that are shown under a fault.
pub const LAST_WORDS: usize = 8;

/// The record of one game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The writer's [`SCHEMA`].
    pub schema: u32,
    /// The bots, black first.
    pub bots: [BotRecord; 2],
    /// The seed of the game's built-in bots.
    pub seed: u64,
    /// The opening: the moves before the bots' own, as a transcript from the standard start.
    pub opening: String,
    /// The enforced limits.
    pub limits: Limits,
    /// All calls of the bots, in order; passes are not calls.
    pub turns: Vec<TurnRecord>,
    /// The reason for the game's end.
    pub termination: Termination,
    /// CodinGame's scores, black first: 1 for a win, 0 for a loss, a draw or a win by the opponent's
    /// fault, -1 for a fault.
    pub scores: [i32; 2],
    /// Discs on the final board, black first; empty squares count for nobody.
    pub discs: [u32; 2],
}

/// One of the two players of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BotRecord {
    /// Its name in tables.
    pub name: String,
    /// Its command line, or the name of a built-in bot.
    pub command: String,
    /// Its protocol.
    pub protocol: Protocol,
}

/// The protocol of a bot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// CodinGame's.
    #[default]
    Codingame,
    /// The Go text protocol (GTP), in its Othello dialect.
    Gtp,
    /// The course judge's: two rounds a game, 1000 ms a call unless limits are given.
    Course,
    /// None: the bot is a function of the arena.
    #[value(skip)]
    Builtin,
}

impl Protocol {
    /// Its name on the command line and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Codingame => "codingame",
            Self::Gtp => "gtp",
            Self::Course => "course",
            Self::Builtin => "builtin",
        }
    }
}

/// One call of a bot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TurnRecord {
    /// The side to move.
    #[serde(with = "ColorName")]
    pub color: Color,
    /// The move; `None` if the call ended the game by a fault.
    #[serde(rename = "move", with = "square_name")]
    pub square: Option<Square>,
    /// Time charged against the limit, in milliseconds; `None` for built-in bots without a clock. For a
    /// timeout the time until the answer came, or was no longer awaited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock_ms: Option<f64>,
    /// The part of that time for which the host stalled, in milliseconds, as the supervisor's
    /// stall watch measured; `None` without a stall, and on any clock but the wall's.
    #[serde(rename = "stood_still_ms", default, skip_serializing_if = "Option::is_none")]
    pub stall_ms: Option<f64>,
    /// The message for spectators, truncated to CodinGame's 12 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Whether the line requested the opponent's moves, by `EXPERT`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub wants_expert: bool,
    /// Standard error from this call until the next one, capped.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr: String,
}

/// The reason for a game's end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum Termination {
    /// Neither side can move.
    NoMoves,
    /// One side has no disc left.
    WipeOut,
    /// The exact solver adjudicated; `black_score` is the score of perfect play, in discs.
    Adjudicated {
        /// Black's discs minus white's; empty squares count for the winner.
        black_score: i32,
    },
    /// A bot lost by a fault.
    Fault {
        /// The side that lost by the fault.
        #[serde(with = "ColorName")]
        by: Color,
        /// The fault.
        #[serde(flatten)]
        fault: Fault,
        /// The command that it failed to answer properly, in protocols that have commands: `TURN d 3`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        command: Option<String>,
    },
}

impl TurnRecord {
    /// A call of this side that made this move, without anything else.
    pub fn new(color: Color, square: Option<Square>) -> Self {
        Self {
            color,
            square,
            clock_ms: None,
            stall_ms: None,
            message: None,
            wants_expert: false,
            stderr: String::new(),
        }
    }

    /// What the bot says that its move is worth, from its own side.
    pub fn value(&self) -> Option<remarks::Value> {
        remarks::value(&self.stderr, self.message.as_deref().unwrap_or_default())
    }
}

impl Termination {
    /// The end of a game in which neither side can move.
    pub fn on_board(game: &Game) -> Self {
        match game.disc_counts().contains(&0) {
            true => Self::WipeOut,
            false => Self::NoMoves,
        }
    }

    /// CodinGame's scores of a game that ended like this, black first.
    pub fn scores(&self, game: &Game) -> [i32; 2] {
        let winner = match self {
            Self::Fault { by, .. } => {
                let mut scores = [0, 0];
                scores[seat(*by)] = -1;
                return scores;
            }
            Self::Adjudicated { black_score } => match black_score {
                0 => None,
                1.. => Some(Color::Black),
                _ => Some(Color::White),
            },
            Self::NoMoves | Self::WipeOut => game.leader(),
        };
        [Color::Black, Color::White].map(|color| i32::from(winner == Some(color)))
    }
}

/// The index of a colour in arrays of two, and its number on CodinGame: black 0, white 1.
pub const fn seat(color: Color) -> usize {
    matches!(color, Color::White) as usize
}

impl GameRecord {
    /// The bots' moves, as a transcript that continues `opening`.
    pub fn moves(&self) -> String {
        self.turns.iter().filter_map(|turn| turn.square).map(|square| square.to_string()).collect()
    }

    /// The winner by `scores`; `None` for a draw.
    pub fn winner(&self) -> Option<Color> {
        match self.scores[0].cmp(&self.scores[1]) {
            std::cmp::Ordering::Greater => Some(Color::Black),
            std::cmp::Ordering::Less => Some(Color::White),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// The score as it is displayed, black first: after a wipe-out as if the board were full.
    pub fn shown_score(&self) -> [u32; 2] {
        match (&self.termination, self.discs) {
            (Termination::WipeOut, [0, _]) => [0, 64],
            (Termination::WipeOut, [_, 0]) => [64, 0],
            (_, discs) => discs,
        }
    }

    /// [`Self::shown_score`] as text, with the discs on the board where they differ: `64:0 (13:0 on the
    /// board)`.
    pub fn score_text(&self) -> String {
        let ([black, white], [own, others]) = (self.shown_score(), self.discs);
        match [own, others] == [black, white] {
            true => format!("{black}:{white}"),
            false => format!("{black}:{white} ({own}:{others} on the board)"),
        }
    }

    /// The fault that ended the game, a timeout with its overrun: `timeout: 850.2 ms over its 150 ms`.
    pub fn fault_text(&self) -> Option<String> {
        let (by, fault) = self.fault()?;
        let call = self.turns.iter().rfind(|turn| turn.color == by);
        Some(fault.text(self.limits.call(false), call.and_then(|turn| turn.clock_ms)))
    }

    /// The reason for the game's end as a sentence, a timeout with its overrun.
    pub fn ending(&self) -> String {
        match (&self.termination, self.fault_text()) {
            (Termination::Fault { by, command, .. }, Some(text)) => {
                format!("{by} {text}{}", after(command.as_deref()))
            }
            (termination, _) => termination.to_string(),
        }
    }

    /// The last lines that the faulty bot wrote to standard error, at most [`LAST_WORDS`].
    pub fn last_words(&self) -> Vec<&str> {
        let Some((by, _)) = self.fault() else { return Vec::new() };
        let mut calls = self.turns.iter().rev().filter(|turn| turn.color == by);
        calls.next().map_or(Vec::new(), |turn| last_lines(&turn.stderr))
    }

    /// The bot that lost by a fault, and the fault.
    pub fn fault(&self) -> Option<(Color, &Fault)> {
        match &self.termination {
            Termination::Fault { by, fault, .. } => Some((*by, fault)),
            _ => None,
        }
    }
}

/// The last lines of a text that are not blank, at most [`LAST_WORDS`].
pub fn last_lines(text: &str) -> Vec<&str> {
    let lines = text.lines().rev().filter(|line| !line.trim().is_empty());
    let mut lines: Vec<&str> = lines.take(LAST_WORDS).collect();
    lines.reverse();
    lines
}

/// The end of a sentence about a fault: the command after which it came.
fn after(command: Option<&str>) -> String {
    command.map(|command| format!(" (after `{command}`)")).unwrap_or_default()
}

impl std::fmt::Display for Termination {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoMoves => f.write_str("neither side can move"),
            Self::WipeOut => f.write_str("one side is wiped out"),
            Self::Adjudicated { black_score } => write!(f, "adjudicated at {black_score:+} for black"),
            Self::Fault { by, fault, command } => write!(f, "{by} {fault}{}", after(command.as_deref())),
        }
    }
}

/// The JSON form of [`Color`]: `"black"` or `"white"`. For `#[serde(with = "ColorName")]`.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Color", rename_all = "lowercase")]
pub enum ColorName {
    /// `"black"`.
    Black,
    /// `"white"`.
    White,
}

/// The JSON form of `Option<Square>`: `"d3"` or `null`. For `#[serde(with = "square_name")]`.
pub mod square_name {
    use outflank::square::Square;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// Writes the square's name.
    pub fn serialize<S: Serializer>(square: &Option<Square>, serializer: S) -> Result<S::Ok, S::Error> {
        square.map(|square| square.to_string()).serialize(serializer)
    }

    /// Reads the square's name.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Square>, D::Error> {
        let name = Option::<String>::deserialize(deserializer)?;
        name.map(|name| {
            name.parse().map_err(|_| D::Error::custom(format!("expected a square, not {name:?}")))
        })
        .transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> GameRecord {
        let bot = |name: &str| BotRecord {
            name: name.into(),
            command: "./bot".into(),
            protocol: Protocol::Codingame,
        };
        let turn = |color, name: Option<&str>| TurnRecord {
            clock_ms: Some(1.5),
            ..TurnRecord::new(color, name.map(|name| name.parse().unwrap()))
        };
        GameRecord {
            schema: SCHEMA,
            bots: [bot("one"), bot("two")],
            seed: 7,
            opening: "f5d6".into(),
            limits: Limits::CODINGAME,
            turns: vec![turn(Color::Black, Some("c3")), turn(Color::White, None)],
            termination: Termination::Fault {
                by: Color::White,
                fault: Fault::Timeout { limit_ms: 150 },
                command: None,
            },
            scores: [0, -1],
            discs: [5, 2],
        }
    }

    #[test]
    fn records_survive_the_way_through_json() {
        let record = example();
        let json = serde_json::to_string(&record).unwrap();
        assert_eq!(serde_json::from_str::<GameRecord>(&json).unwrap(), record);
    }

    #[test]
    fn the_json_reads_like_the_documentation() {
        let json = serde_json::to_value(example()).unwrap();
        assert_eq!(json["turns"][0], serde_json::json!({"color": "black", "move": "c3", "clock_ms": 1.5}));
        assert_eq!(json["turns"][1]["move"], serde_json::Value::Null);
        assert_eq!(
            json["termination"],
            serde_json::json!({"reason": "fault", "by": "white", "fault": "timeout", "limit_ms": 150})
        );
    }

    #[test]
    fn a_move_that_is_no_square_is_refused() {
        let mut json = serde_json::to_value(example()).unwrap();
        json["turns"][0]["move"] = "z9".into();
        let error = serde_json::from_value::<GameRecord>(json).unwrap_err().to_string();
        assert!(error.contains("expected a square, not \"z9\""), "{error}");
    }

    #[test]
    fn a_wipe_out_counts_as_a_full_board_beside_the_discs() {
        let mut record = example();
        assert_eq!(record.score_text(), "5:2");
        (record.termination, record.discs) = (Termination::WipeOut, [13, 0]);
        assert_eq!(record.score_text(), "64:0 (13:0 on the board)");
        record.discs = [0, 20];
        assert_eq!((record.shown_score(), record.discs), ([0, 64], [0, 20]));
    }

    #[test]
    fn moves_winner_and_fault_are_read_off() {
        let record = example();
        assert_eq!(record.moves(), "c3");
        assert_eq!(record.winner(), Some(Color::Black));
        assert_eq!(record.fault(), Some((Color::White, &Fault::Timeout { limit_ms: 150 })));
    }
}
