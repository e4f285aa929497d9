//! Positions, moves and lines as the page spells them.

use analyst::analysis::json::position_text;
use analyst::notation::{Position, ReadError};
use analyst::openings::Openings;
use analyst::sentence::Sentence;
use outflank::bits::Squares;
use outflank::board::{Board, Move};
use outflank::game::Color;
use outflank::obf::ObfPosition;
use outflank::square::Square;
use serde::Serialize;
use serde_json::{json, Value};

/// The longest position that is accepted, in bytes.
const MAX_POSITION_LENGTH: usize = 256;

/// Moves of the longest line: 60 and as many passes.
const MAX_LINE_LENGTH: usize = 120;

/// Why a request failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// What a visitor brought is refused: the page says why in the visitor's language.
    Refusal(Sentence),
    /// The page has asked for something that there is not: one line in English.
    Fault(String),
}

impl Failure {
    /// The failure as JSON: an object or a string.
    pub(crate) fn json(&self) -> Value {
        match self {
            Self::Refusal(sentence) => json!(sentence),
            Self::Fault(message) => json!(message),
        }
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        Self::Refusal(error.sentence())
    }
}

impl From<String> for Failure {
    fn from(message: String) -> Self {
        // No line breaks and no control characters.
        Self::Fault(message.chars().map(|c| if c.is_control() { ' ' } else { c }).collect())
    }
}

impl From<&str> for Failure {
    fn from(message: &str) -> Self {
        message.to_owned().into()
    }
}

/// A position as the page shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct State {
    /// 64 squares from a1, `X` black, `O` white, `-` empty, a blank, and the side to move.
    pub position: String,
    /// The side to move.
    pub to_move: &'static str,
    /// Black's discs.
    pub black: u32,
    /// White's discs.
    pub white: u32,
    /// Empty squares.
    pub empties: u32,
    /// Squares that the side to move may play.
    pub legal: Vec<String>,
    /// Whether the side to move has no move, but the other side has.
    pub must_pass: bool,
    /// Whether neither side has a move.
    pub over: bool,
    /// Black's discs minus white's, the empty squares given to the winner; only when the game is over.
    pub score: Option<i32>,
    /// The names of the opening with this position.
    pub opening: Option<String>,
}

impl State {
    /// Describes a position.
    pub fn of(position: Position) -> Self {
        let Position { board, to_move } = position;
        let [black, white] = position.discs().map(u64::count_ones);
        let over = board.is_over();
        let score = match to_move {
            Color::Black => board.final_score(),
            Color::White => -board.final_score(),
        };
        Self {
            position: position_text(board, to_move),
            to_move: color(to_move),
            black,
            white,
            empties: board.empty_count(),
            legal: names(board.legal_moves()),
            must_pass: !over && board.legal_moves() == 0,
            over,
            score: over.then_some(score),
            opening: Openings::shared().at(board).map(|opening| opening.title()),
        }
    }
}

/// `black` or `white`.
pub fn color(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// The names of squares, from a1 on.
pub fn names(squares: u64) -> Vec<String> {
    Squares(squares).map(|square| square.to_string()).collect()
}

/// Reads a position.
///
/// # Errors
/// If it is not 64 squares and a side to move.
pub fn position(text: &str) -> Result<Position, Failure> {
    let parsed = if text.len() > MAX_POSITION_LENGTH { None } else { text.parse::<ObfPosition>().ok() };
    let refusal = || Failure::Refusal(Sentence::new("read-position").with("text", shown(text)));
    let ObfPosition { board, to_move, .. } = parsed.ok_or_else(refusal)?;
    Ok(Position { board, to_move })
}

/// Reads a move such as `d3` or `pass`.
///
/// # Errors
/// If it is neither.
pub fn mv(text: &str) -> Result<Move, Failure> {
    if matches!(text, "pass" | "--") {
        return Ok(Move::PASS);
    }
    let square: Result<Square, _> = text.parse();
    square.map(Move::on).map_err(|_| Failure::Refusal(Sentence::new("read-move").with("text", shown(text))))
}

/// The position after a move or a forced pass.
///
/// # Errors
/// If the side to move may not play it.
pub fn after(position: Position, mv: Move) -> Result<Position, Failure> {
    let Position { board, to_move } = position;
    let next: Option<Board> = match mv.square() {
        Some(square) => board.play(square),
        None => (board.legal_moves() == 0 && !board.is_over()).then(|| board.pass()),
    };
    let board = next.ok_or_else(|| match mv.square() {
        Some(square) => format!("{} may not play {square}", color(to_move)),
        None => format!("{} may not pass", color(to_move)),
    })?;
    Ok(Position { board, to_move: to_move.opposite() })
}

/// Reads the moves of a line such as `f5d6c3--d3`, in which passes may be left out, and plays them.
///
/// # Errors
/// With the number of the first move that is none or is illegal.
pub fn line(start: Position, text: &str) -> Result<Vec<(Move, Position)>, Failure> {
    let mut moves = Vec::new();
    let mut position = start;
    let mut rest = text.trim();
    while !rest.is_empty() {
        let number = moves.len() + 1;
        if number > MAX_LINE_LENGTH {
            return Err(format!("line: expected at most {MAX_LINE_LENGTH} moves").into());
        }
        let (name, tail) = rest.split_at_checked(2).unwrap_or((rest, ""));
        let move_ = mv(name)?;
        if move_ != Move::PASS {
            if let Ok(passed) = after(position, Move::PASS) {
                moves.push((Move::PASS, passed));
                position = passed;
            }
        }
        position = after(position, move_)?;
        moves.push((move_, position));
        rest = tail;
    }
    Ok(moves)
}

/// The beginning of a text from outside, its control characters escaped.
pub(crate) fn shown(text: &str) -> String {
    const SHOWN: usize = 20;
    let start: String = text.chars().take(SHOWN).flat_map(char::escape_debug).collect();
    if text.chars().nth(SHOWN).is_some() {
        start + "..."
    } else {
        start
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_described() {
        let state = State::of(Position::START);
        assert_eq!(state.legal.len(), 4);
        assert_eq!((state.black, state.white, state.empties), (2, 2, 60));
        assert_eq!((state.must_pass, state.over, state.score, state.to_move), (false, false, None, "black"));
        assert_eq!(position(&state.position), Ok(Position::START));
    }

    #[test]
    fn a_line_reads_with_or_without_its_passes() {
        let text = "f5f6e6f4g6c5g5g4h5h4h6h3e3f3h2f2g2f1d7e7g1h1b6d6h7f8f7e8";
        let game = outflank::game::Game::from_transcript(text);
        if let Ok(game) = game {
            let moves = line(Position::START, text).unwrap_or_default();
            assert_eq!(moves.len(), game.history().len());
        }
        let moves = line(Position::START, "f5d6c3").unwrap_or_default();
        assert_eq!(moves.len(), 3);
        assert_eq!(line(Position::START, "f5f5"), Err("white may not play f5".into()));
        assert_eq!(line(Position::START, "f5--"), Err("white may not pass".into()));
        assert!(line(Position::START, "f5d").is_err());
        assert!(line(Position::START, "f5ää").is_err());
    }

    #[test]
    fn hostile_spellings_are_refused_in_a_short_line() {
        for text in ["", "x", &"-".repeat(1 << 20), &"é".repeat(64), &("-".repeat(63) + "<b> X")] {
            let error = position(text).expect_err("no position").json().to_string();
            assert!(error.len() < 200 && !error.contains('\n'), "{error}");
        }
        assert!(mv(&"<".repeat(1 << 20)).is_err_and(|error| error.json().to_string().len() < 100));
    }
}
