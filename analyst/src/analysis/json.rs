//! Analyses as JSON. The schema's version changes when a field changes its meaning or is removed.

use outflank::board::{Board, Move};
use outflank::bounds::Bounds;
use outflank::game::Color;
use outflank::obf::ObfPosition;
use serde::{Deserialize, Serialize};

use super::{GameAnalysis, Turn};
use crate::notation::GameRecord;
use crate::openings::Openings;
use crate::search::{value_kind, MoveReport, Report};
use crate::sentence::Sentence;

/// The version of all that this module writes.
pub const SCHEMA: &str = "outflank-analysis/1";

/// A position and every legal move of it. Values are in discs, for the side to move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PositionJson {
    /// 64 squares from a1, X black, O white, and the side to move.
    pub position: String,
    /// Expected result in discs, for the side to move, within the bounds.
    pub value: f32,
    /// What the value is: `exact`, `estimate`, or the bound `at least` or `at most`.
    pub kind: String,
    /// The result is at least this.
    pub lower: i8,
    /// The result is at most this.
    pub upper: i8,
    /// Length of the longest line, in plies.
    pub depth: u32,
    /// Playouts done.
    pub playouts: u64,
    /// Positions visited.
    pub nodes: u64,
    /// Every legal move, the best first.
    pub moves: Vec<MoveJson>,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveJson {
    /// A square such as `d3`, or `pass`.
    #[serde(rename = "move")]
    pub mv: String,
    /// Expected result in discs, for the side to move, within the bounds.
    pub value: f32,
    /// What the value is: `exact`, `estimate`, or the bound `at least` or `at most`.
    pub kind: String,
    /// The result is at least this.
    pub lower: i8,
    /// The result is at most this.
    pub upper: i8,
    /// Playouts through it.
    pub visits: u32,
    /// The expected moves from this one on, passes as `--`.
    pub line: String,
}

/// A move of the game, with its position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TurnJson {
    /// The number of the move, from 1, passes counted.
    pub number: usize,
    /// `black` or `white`.
    pub color: String,
    /// The move made.
    #[serde(rename = "move")]
    pub mv: String,
    /// Value of the best move, for the side that moves.
    pub before: f32,
    /// Value of the move made, for the side that moves.
    pub after: f32,
    /// What these two values are: `exact`, `estimate`, or the bound `at least` or `at most`.
    pub kinds: [String; 2],
    /// `before - after`.
    pub loss: f32,
    /// Whether the loss is proven.
    pub exact: bool,
    /// The best move.
    pub best: String,
    /// The expected moves from the best one on.
    pub line: String,
    /// `best`, `good`, `inaccuracy`, `mistake` or `blunder`.
    pub class: String,
    /// Whether the move turned a win into a draw or a loss, or a draw into a loss.
    pub changes_result: bool,
    /// Why, as messages: key and arguments; may be empty.
    pub sentences: Vec<Sentence>,
    /// The sentences in English, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<Vec<String>>,
    /// The search of the position before the move.
    pub analysis: PositionJson,
}

/// A named opening, and where the game left it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OpeningJson {
    /// All its names, the most common first.
    pub name: String,
    /// Moves until the game left it.
    pub moves: usize,
}

/// An analysed game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameJson {
    /// The version of the format: [`SCHEMA`].
    pub schema: String,
    /// Black's name.
    pub black: String,
    /// White's name.
    pub white: String,
    /// The position at which the game starts.
    pub start: String,
    /// The moves, passes as `--`.
    pub transcript: String,
    /// The last named opening that the game passed through, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<OpeningJson>,
    /// The number of the move that decided the game, if one did.
    pub decided_by: Option<usize>,
    /// Discs that black's and white's moves lost in total.
    pub lost: [f32; 2],
    /// One entry a move.
    pub turns: Vec<TurnJson>,
}

/// A position as 64 squares and the side to move.
pub fn position_text(board: Board, to_move: Color) -> String {
    let text = ObfPosition { board, to_move, scores: Vec::new() }.to_string();
    text.trim_end_matches(';').to_string()
}

/// Moves without blanks, passes as `--`.
pub fn line_text(line: &[Move]) -> String {
    line.iter().map(|mv| mv.square().map_or_else(|| "--".to_string(), |square| square.to_string())).collect()
}

fn line_from(text: &str) -> Option<Vec<Move>> {
    let mut line = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (name, tail) = rest.split_at_checked(2)?;
        line.push(if name == "--" { Move::PASS } else { Move::on(name.parse().ok()?) });
        rest = tail;
    }
    Some(line)
}

fn move_from(text: &str) -> Option<Move> {
    if text == "pass" {
        Some(Move::PASS)
    } else {
        text.parse().ok().map(Move::on)
    }
}

impl PositionJson {
    /// The report of a position in which `to_move` is the side to move.
    pub fn new(report: &Report, to_move: Color) -> Self {
        let Bounds { lower, upper } = report.bounds();
        Self {
            position: position_text(report.board, to_move),
            value: rounded(report.value()),
            kind: value_kind(report.value(), report.bounds()).to_string(),
            lower,
            upper,
            depth: report.depth,
            playouts: report.playouts,
            nodes: report.nodes,
            moves: report.moves.iter().map(MoveJson::new).collect(),
        }
    }

    /// The report of a parsed position; `None` if its text was changed by hand and is not a report.
    pub fn report(&self) -> Option<Report> {
        let board = self.position.parse::<ObfPosition>().ok()?.board;
        let moves = self.moves.iter().map(MoveJson::report).collect::<Option<_>>()?;
        let Self { depth, playouts, nodes, .. } = *self;
        Some(Report { board, moves, depth, playouts, nodes })
    }
}

impl MoveJson {
    fn new(entry: &MoveReport) -> Self {
        Self {
            mv: entry.mv.to_string(),
            value: rounded(entry.value),
            kind: value_kind(entry.value, entry.bounds).to_string(),
            lower: entry.bounds.lower,
            upper: entry.bounds.upper,
            visits: entry.visits,
            line: line_text(&entry.line),
        }
    }

    fn report(&self) -> Option<MoveReport> {
        let mv = move_from(&self.mv)?;
        let bounds = Bounds { lower: self.lower, upper: self.upper };
        Some(MoveReport { mv, value: self.value, bounds, visits: self.visits, line: line_from(&self.line)? })
    }
}

/// Hundredths of a disc: more would be noise.
fn rounded(value: f32) -> f32 {
    // Adding 0 turns -0 into 0.
    (value * 100.0).round() / 100.0 + 0.0
}

impl GameJson {
    /// A game with its reports and the sentences on each move.
    pub fn new(
        record: &GameRecord,
        analysis: &GameAnalysis,
        reports: &[Report],
        sentences: &[Vec<Sentence>],
    ) -> Self {
        let lost = [Color::Black, Color::White].map(|color| {
            rounded(analysis.turns.iter().filter(|turn| turn.color == color).map(|turn| turn.loss).sum())
        });
        let moves: Vec<Move> = record.moves.iter().map(|entry| entry.mv).collect();
        let turns = analysis.turns.iter().zip(reports).zip(sentences).enumerate();
        Self {
            schema: SCHEMA.to_string(),
            black: record.players[0].name.clone(),
            white: record.players[1].name.clone(),
            start: position_text(record.start.board, record.start.to_move),
            transcript: line_text(&moves),
            opening: Openings::shared()
                .of_record(record)
                .map(|(moves, opening)| OpeningJson { name: opening.title(), moves }),
            decided_by: analysis.decided_by.map(|index| index + 1),
            lost,
            turns: turns
                .map(|(index, ((turn, report), said))| turn_json(index, turn, report, said))
                .collect(),
        }
    }

    /// The game with its sentences in English.
    #[cfg(not(target_arch = "wasm32"))]
    #[must_use]
    pub fn in_english(mut self) -> Self {
        for turn in &mut self.turns {
            turn.words = Some(turn.sentences.iter().map(crate::sentence::english).collect());
        }
        self
    }
}

fn turn_json(index: usize, turn: &Turn, report: &Report, sentences: &[Sentence]) -> TurnJson {
    TurnJson {
        number: index + 1,
        color: turn.color.to_string(),
        mv: turn.mv.to_string(),
        before: rounded(turn.before),
        after: rounded(turn.after),
        kinds: [(turn.before, turn.bounds[0]), (turn.after, turn.bounds[1])]
            .map(|(value, bounds)| value_kind(value, bounds).to_string()),
        loss: rounded(turn.loss),
        exact: turn.is_exact,
        best: turn.best.to_string(),
        line: line_text(&turn.line),
        class: turn.class.name().to_string(),
        changes_result: turn.changes_result,
        sentences: sentences.to_vec(),
        words: None,
        analysis: PositionJson::new(report, turn.color),
    }
}
