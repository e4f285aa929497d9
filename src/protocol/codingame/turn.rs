//! The parser of CodinGame's input.

use std::io::BufRead;
use std::time::Instant;

use crate::board::Board;
use crate::clock::first_turn_start;
use crate::game::Color;
use crate::protocol::lines::{Line, Lines};
use crate::protocol::ProtocolError;
use crate::square::Square;

/// The maximum number of actions: the squares that are empty at the start.
const MAX_ACTIONS: usize = 60;

/// The input of one turn.
#[derive(Debug)]
pub(super) struct Turn {
    /// The start of the turn: when its first line was read, or earlier for the first turn.
    pub(super) start: Instant,
    pub(super) replies: Replies,
    /// The listed actions, at least one, as a bitboard.
    pub(super) actions: u64,
    /// The action listed first.
    pub(super) first_action: Square,
    black: u64,
    white: u64,
}

/// The opponent's moves since the last turn, as the EXPERT line lists them.
#[derive(Debug)]
pub(super) enum Replies {
    /// The line was not requested or not sent.
    Unknown,
    /// These moves; none if the opponent passed.
    Moves(Vec<Square>),
    /// The line is malformed, which is no reason to lose the game.
    Malformed(ProtocolError),
}

impl Turn {
    /// The position with `color` to move.
    pub(super) fn board(&self, color: Color) -> Board {
        match color {
            Color::Black => Board { player: self.black, opponent: self.white },
            Color::White => Board { player: self.white, opponent: self.black },
        }
    }
}

/// Reads the two lines that start a game: this side's colour and the size of the board. Returns the colour
/// and the start of the first turn, for a program whose set-up began at `set_up`; `None` if the input is
/// empty.
pub(super) fn read_start<R: BufRead>(
    lines: &mut Lines<R>,
    set_up: Instant,
) -> Result<Option<(Color, Instant)>, ProtocolError> {
    let asked = Instant::now();
    let Some(line) = lines.next_line()? else { return Ok(None) };
    let start = first_turn_start(set_up, asked, Instant::now());
    let color = match line.bytes() {
        b"0" => Color::Black,
        b"1" => Color::White,
        _ => return Err(line.unexpected("this player's id, `0` or `1`")),
    };
    const SIZE: &str = "the size of the board, `8`";
    let line = lines.expect(SIZE)?;
    if line.bytes() != b"8" {
        return Err(line.unexpected(SIZE));
    }
    Ok(Some((color, start)))
}

/// Reads the rest of the first turn, which started at `start`.
pub(super) fn read_first_turn<R: BufRead>(
    lines: &mut Lines<R>,
    start: Instant,
) -> Result<Turn, ProtocolError> {
    let mut rows = Rows::default();
    rows.read(lines.expect(&Rows::expected(0))?, 0)?;
    read_rest(lines, start, rows, false)
}

/// Reads a later turn; `None` if the input ends before it.
pub(super) fn read_turn<R: BufRead>(
    lines: &mut Lines<R>,
    requests_replies: bool,
) -> Result<Option<Turn>, ProtocolError> {
    let Some(line) = lines.next_line()? else { return Ok(None) };
    let start = Instant::now();
    let mut rows = Rows::default();
    rows.read(line, 0)?;
    read_rest(lines, start, rows, requests_replies).map(Some)
}

/// Reads a turn from the second row on.
fn read_rest<R: BufRead>(
    lines: &mut Lines<R>,
    start: Instant,
    mut rows: Rows,
    requests_replies: bool,
) -> Result<Turn, ProtocolError> {
    for row in 1..8 {
        rows.read(lines.expect(&Rows::expected(row))?, row)?;
    }
    let (replies, count) = read_replies_and_count(lines, requests_replies)?;
    let (first_action, actions) = read_actions(lines, count)?;
    Ok(Turn { start, replies, actions, first_action, black: rows.black, white: rows.white })
}

/// The discs of the rows read so far.
#[derive(Default)]
struct Rows {
    black: u64,
    white: u64,
}

impl Rows {
    fn expected(row: u8) -> String {
        format!("row {} of the board, 8 squares of `.`, `0` or `1`", row + 1)
    }

    /// Reads a row; row 0 is the top one.
    fn read(&mut self, line: Line<'_>, row: u8) -> Result<(), ProtocolError> {
        if line.bytes().len() != 8 {
            return Err(line.unexpected(Self::expected(row)));
        }
        for (column, square) in line.bytes().iter().enumerate() {
            let bit = 1 << (8 * usize::from(row) + column);
            match square {
                b'0' => self.black |= bit,
                b'1' => self.white |= bit,
                b'.' => {}
                _ => return Err(line.unexpected(Self::expected(row))),
            }
        }
        Ok(())
    }
}

/// Reads the EXPERT line, if it was requested, and the number of actions. A referee without EXPERT sends the
/// number only.
fn read_replies_and_count<R: BufRead>(
    lines: &mut Lines<R>,
    requests_replies: bool,
) -> Result<(Replies, usize), ProtocolError> {
    const REPLIES: &str = "the opponent's moves, each followed by `;`, or `pass;`";
    const COUNT: &str = "the number of actions, 1 to 60";
    let mut replies = Replies::Unknown;
    if requests_replies {
        let line = lines.expect(REPLIES)?;
        if let Some(count) = parse_count(line) {
            return Ok((replies, count));
        }
        let moves = parse_replies(line.text()).ok_or_else(|| line.unexpected(REPLIES));
        replies = moves.map_or_else(Replies::Malformed, Replies::Moves);
    }
    let line = lines.expect(COUNT)?;
    let count = parse_count(line).ok_or_else(|| line.unexpected(COUNT))?;
    Ok((replies, count))
}

fn parse_count(line: Line<'_>) -> Option<usize> {
    line.text().parse().ok().filter(|count| (1..=MAX_ACTIONS).contains(count))
}

fn parse_replies(text: &str) -> Option<Vec<Square>> {
    let text = text.strip_suffix(';').unwrap_or(text);
    if text.eq_ignore_ascii_case("pass") {
        return Some(Vec::new());
    }
    text.split(';').map(|square| square.parse().ok()).collect()
}

/// Reads `count` actions; returns the first one, and all of them as a bitboard.
fn read_actions<R: BufRead>(lines: &mut Lines<R>, count: usize) -> Result<(Square, u64), ProtocolError> {
    let first = read_action(lines, 1, count)?;
    let mut all = first.bit();
    for number in 2..=count {
        all |= read_action(lines, number, count)?.bit();
    }
    Ok((first, all))
}

fn read_action<R: BufRead>(
    lines: &mut Lines<R>,
    number: usize,
    total: usize,
) -> Result<Square, ProtocolError> {
    let expected = format!("action {number} of {total}, a square such as `d3`");
    let line = lines.expect(&expected)?;
    line.text().parse().map_err(|_| line.unexpected(expected))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(names: &[&str]) -> Vec<Square> {
        names.iter().map(|name| name.parse().unwrap()).collect()
    }

    #[test]
    fn replies_are_squares_or_a_pass() {
        for (text, expected) in [
            ("d3;", squares(&["d3"])),
            ("a1;b1;", squares(&["a1", "b1"])),
            ("A1;h8;C5;", squares(&["a1", "h8", "c5"])),
            ("d3", squares(&["d3"])),
            ("pass;", vec![]),
            ("PASS", vec![]),
        ] {
            assert_eq!(parse_replies(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn malformed_replies_are_rejected() {
        for text in
            ["", ";", "d3;;", ";d3;", "d3 e6;", "i1;", "a0;", "pass;d3;", "d3;pass;", "null", "d3;\u{e9}1;"]
        {
            assert_eq!(parse_replies(text), None, "{text}");
        }
    }

    #[test]
    fn rows_start_at_the_top_and_columns_at_a() {
        let input =
            b"0.......\n........\n........\n...10...\n...01...\n........\n........\n.......1\n1\nd3\n";
        let turn = read_first_turn(&mut Lines::new(&input[..]), Instant::now()).unwrap();
        let corners = Board { player: 1, opponent: 1 << 63 };
        let expected = Board {
            player: Board::START.player | corners.player,
            opponent: Board::START.opponent | corners.opponent,
        };
        assert_eq!(turn.board(Color::Black), expected);
        assert_eq!(turn.board(Color::White), expected.pass());
    }
}
