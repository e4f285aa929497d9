//! Boards in the spellings that people paste: 64 squares in any layout, FEN, GGS boards, CodinGame's input.

use outflank::game::Color;
use outflank::square::Square;

use super::record::Position;

/// The contents of one square in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cell {
    Empty,
    Black,
    White,
    /// White, except on a board that also holds a `1`, as CodinGame sends it: there it is black.
    Zero,
    /// White on CodinGame's boards.
    One,
}

impl Cell {
    /// The content of a square by its character; `None` if no board has that character.
    pub(crate) fn of(c: char) -> Option<Self> {
        match c {
            '-' | '.' | '_' => Some(Self::Empty),
            'x' | 'X' | 'b' | 'B' | '*' | '●' | '⚫' => Some(Self::Black),
            'o' | 'O' | 'w' | 'W' | '○' | '⚪' => Some(Self::White),
            '0' => Some(Self::Zero),
            '1' => Some(Self::One),
            _ => None,
        }
    }
}

/// The discs of black and of white on 64 squares from `a1` row by row.
pub(crate) fn discs(cells: &[Cell]) -> (u64, u64) {
    let is_codingames = cells.contains(&Cell::One);
    let (mut black, mut white) = (0, 0);
    for (square, cell) in Square::all().zip(cells) {
        match cell {
            Cell::Empty => {}
            Cell::Black => black |= square.bit(),
            Cell::Zero if is_codingames => black |= square.bit(),
            Cell::White | Cell::Zero | Cell::One => white |= square.bit(),
        }
    }
    (black, white)
}

/// The side that a text such as `X`, `white` or `Black to move` names.
pub(crate) fn parse_side(text: &str) -> Option<Color> {
    const FILLERS: [&str; 10] =
        ["to", "move", "moves", "play", "plays", "side", "turn", "next", "is", "player"];
    let is_separator =
        |c: char| c.is_whitespace() || matches!(c, ':' | '=' | ',' | ';' | '(' | ')' | '[' | ']');
    let words = text.split(is_separator).map(str::to_lowercase);
    let mut words = words.filter(|word| !word.is_empty() && !FILLERS.contains(&word.as_str()));
    let side = match words.next()?.trim_end_matches(['.', '!']) {
        "x" | "*" | "b" | "black" | "●" | "⚫" => Color::Black,
        "o" | "w" | "white" | "○" | "⚪" => Color::White,
        _ => return None,
    };
    words.next().is_none().then_some(side)
}

/// The squares of one line of a board drawing: labels, frames and blanks removed. `None` if the line belongs
/// to no board; `row` is the number of the row that comes next, from 1.
pub(crate) fn row_cells(line: &str, row: usize) -> Option<Vec<Cell>> {
    const LONGEST: usize = 256;
    if line.len() > LONGEST {
        return None;
    }
    let mut characters: Vec<char> = line.chars().filter(|c| !c.is_whitespace() && *c != '|').collect();
    let label = char::from_digit(u32::try_from(row).ok()?, 10);
    let excess = characters.len() % 8;
    if matches!(excess, 1 | 2) && characters.last().copied() == label {
        characters.pop();
    }
    if characters.len() % 8 == 1 && characters.first().copied() == label {
        characters.remove(0);
    }
    if characters.is_empty() || !characters.len().is_multiple_of(8) {
        return None;
    }
    characters.into_iter().map(Cell::of).collect()
}

/// Whether a line only names columns or draws a frame: `  a b c d e f g h`, `+--------+`.
pub(crate) fn is_decoration(line: &str) -> bool {
    let mut characters =
        line.chars().filter(|c| !c.is_whitespace() && *c != '|').map(|c| c.to_ascii_lowercase());
    let is_frame = line.contains('+') && line.chars().all(|c| matches!(c, '+' | '-' | '|' | '=' | ' '));
    is_frame || (line.len() < 64 && characters.by_ref().take(9).eq("abcdefgh".chars()))
}

/// Reads Forsyth-Edwards notation: row 8 first, `p` black, `P` white.
pub(crate) fn parse_fen(text: &str) -> Result<Position, String> {
    let shown = || super::error::Shown(text).to_string();
    let mut fields = text.split_whitespace();
    let rows: Vec<&str> = fields.next().unwrap_or_default().split('/').take(9).collect();
    let expected =
        || format!("expected 8 rows of FEN and a side such as `8/8/8/3pP3/3Pp3/8/8/8 b`, not `{}`", shown());
    if rows.len() != 8 {
        return Err(expected());
    }
    let (mut black, mut white) = (0, 0);
    for (row, line) in (0..8).rev().zip(rows) {
        let mut column = 0;
        for c in line.chars() {
            match c {
                '1'..='8' => column += c as u8 - b'0',
                'p' | 'P' => {
                    let square = Square::at(column, row).ok_or_else(expected)?;
                    *(if c == 'p' { &mut black } else { &mut white }) |= square.bit();
                    column += 1;
                }
                _ => return Err(expected()),
            }
            if column > 8 {
                return Err(expected());
            }
        }
        if column != 8 {
            return Err(expected());
        }
    }
    let to_move = fields.next().and_then(parse_side).ok_or_else(expected)?;
    Position::from_discs(black, white, to_move).ok_or_else(expected)
}

/// Writes Forsyth-Edwards notation.
pub(crate) fn fen(position: Position) -> String {
    let [black, white] = position.discs();
    let mut rows = Vec::new();
    for row in (0..8).rev() {
        let (mut line, mut empty) = (String::new(), 0);
        for bit in (0..8).filter_map(|column| Square::at(column, row)).map(Square::bit) {
            if (black | white) & bit == 0 {
                empty += 1;
                continue;
            }
            if empty > 0 {
                line += &empty.to_string();
                empty = 0;
            }
            line.push(if black & bit != 0 { 'p' } else { 'P' });
        }
        if empty > 0 {
            line += &empty.to_string();
        }
        rows.push(line);
    }
    let side = if position.to_move == Color::Black { 'b' } else { 'w' };
    format!("{} {side} - - 0 1", rows.join("/"))
}

/// Reads 64 squares, blanks between them ignored, and what follows them.
pub(crate) fn take_squares(text: &str) -> Option<((u64, u64), &str)> {
    let mut cells = Vec::with_capacity(64);
    for (offset, c) in text.char_indices().filter(|(_, c)| !c.is_whitespace()) {
        cells.push(Cell::of(c)?);
        if cells.len() == 64 {
            return Some((discs(&cells), &text[offset + c.len_utf8()..]));
        }
    }
    None
}

/// Writes 64 squares and the side to move, as OBF does: `X` black, `O` white.
pub(crate) fn line_of(position: Position, [black, white, empty]: [char; 3]) -> String {
    let [black_discs, white_discs] = position.discs();
    Square::all()
        .map(|square| match square.bit() {
            bit if black_discs & bit != 0 => black,
            bit if white_discs & bit != 0 => white,
            _ => empty,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "---------------------------OX------XO---------------------------";

    #[test]
    fn a_position_survives_fen() {
        assert_eq!(fen(Position::START), "8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1");
        assert_eq!(parse_fen(&fen(Position::START)), Ok(Position::START));
        for bad in
            ["", "8/8", "9/8/8/8/8/8/8/8 b", "8/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/7 b", "8/8/8/k7/8/8/8/8 b"]
        {
            assert!(parse_fen(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_start_is_written_as_everybody_writes_it() {
        assert_eq!(line_of(Position::START, ['X', 'O', '-']), START);
        let line = format!("{START} X rest");
        let ((black, white), rest) = take_squares(&line).unwrap();
        assert_eq!(Position::from_discs(black, white, Color::Black), Some(Position::START));
        assert_eq!(rest, " X rest");
    }

    #[test]
    fn zeros_are_white_but_black_beside_ones() {
        let black_and_white = |text: &str| take_squares(text).unwrap().0;
        let empty = "-".repeat(62);
        assert_eq!(black_and_white(&format!("0X{empty}")), (2, 1));
        assert_eq!(black_and_white(&format!("01{empty}")), (1, 2));
    }

    #[test]
    fn sides_are_named_in_many_ways() {
        for text in ["X", "black", "Black to move", "*", "b", "side to move: X", "(black)", "●"] {
            assert_eq!(parse_side(text), Some(Color::Black), "{text}");
        }
        for text in ["O", "White", "w", "turn: white.", "next O"] {
            assert_eq!(parse_side(text), Some(Color::White), "{text}");
        }
        for text in ["", "d3", "black white", "to move", "xyz"] {
            assert_eq!(parse_side(text), None, "{text}");
        }
    }

    #[test]
    fn rows_lose_their_labels() {
        assert_eq!(row_cells("3 . . X O . . . . 3", 3).unwrap().len(), 8);
        assert_eq!(row_cells("3 ..XO....", 3).unwrap().len(), 8);
        assert_eq!(row_cells("|..XO....| 3", 3).unwrap().len(), 8);
        assert_eq!(row_cells("..10....", 3).unwrap().len(), 8);
        assert_eq!(row_cells("1.......", 1).unwrap()[0], Cell::One);
        assert_eq!(row_cells("f5d6c3d3", 1), None);
        assert!(is_decoration("  A B C D E F G H"));
        assert!(is_decoration("+--------+"));
        assert!(!is_decoration("--------"));
    }
}
