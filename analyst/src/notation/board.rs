//! Boards in the spellings that people paste: 64 squares in any layout, FEN, GGS boards, CodinGame's input.

use outflank::game::Color;
use outflank::square::Square;

use super::error::quoting;
use super::record::Position;
use crate::sentence::Sentence;

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
    /// Black, except on a board that also holds an `X`: there it marks a legal move.
    Star,
    /// Black as an `X`.
    Cross,
    /// An empty square that is a legal move.
    Playable,
}

/// What the cells of a board say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Squares {
    /// Black's discs.
    pub(crate) black: u64,
    /// White's discs.
    pub(crate) white: u64,
    /// Empty squares that are marked as playable.
    pub(crate) playable: u64,
}

impl Cell {
    /// The content of a square by its character; `None` if no board has that character.
    pub(crate) fn of(c: char) -> Option<Self> {
        match c {
            '-' | '.' | '_' | '·' | '□' => Some(Self::Empty),
            '\'' | '\u{2019}' | '+' => Some(Self::Playable),
            'x' | 'X' => Some(Self::Cross),
            '*' => Some(Self::Star),
            'b' | 'B' | '@' | '●' | '⚫' => Some(Self::Black),
            'o' | 'O' | 'w' | 'W' | '○' | '⚪' => Some(Self::White),
            '0' => Some(Self::Zero),
            '1' => Some(Self::One),
            _ => None,
        }
    }
}

/// The contents of 64 squares from `a1` row by row.
pub(crate) fn squares(cells: &[Cell]) -> Squares {
    let is_codingames = cells.contains(&Cell::One);
    let has_crosses = cells.contains(&Cell::Cross);
    let mut squares = Squares::default();
    for (square, cell) in Square::all().zip(cells) {
        let Squares { black, white, playable } = &mut squares;
        let place = match cell {
            Cell::Empty => continue,
            Cell::Playable => playable,
            Cell::Star if has_crosses => playable,
            Cell::Zero if is_codingames => black,
            Cell::Black | Cell::Cross | Cell::Star => black,
            Cell::White | Cell::Zero | Cell::One => white,
        };
        *place |= square.bit();
    }
    squares
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

/// The places of the eight columns in the lines of a drawing, in characters from the left.
pub(crate) type Columns = [usize; 8];

/// The places of the columns that a line such as `  a b c d e f g h` names.
pub(crate) fn columns_of(indented: &str) -> Option<Columns> {
    let letters = indented.chars().enumerate().filter(|(_, c)| !c.is_whitespace() && !is_bar(*c));
    let mut columns = [0; 8];
    let mut count = 0;
    for ((place, c), (column, letter)) in letters.zip(('a'..='i').enumerate()) {
        if c.to_ascii_lowercase() != letter || column == 8 {
            return None;
        }
        columns[column] = place;
        count += 1;
    }
    (count == 8).then_some(columns)
}

/// The squares of one line of a board drawing: labels, frames and blanks removed. `None` if the line belongs
/// to no board; `row` is the number of the row that comes next, from 1.
///
/// A blank is an empty square where a frame, or the columns that a line above names, leave no doubt.
pub(crate) fn row_cells(indented: &str, row: usize, columns: Option<&Columns>) -> Option<Vec<Cell>> {
    const LONGEST: usize = 256;
    if indented.len() > LONGEST {
        return None;
    }
    let is_filled = |c: &char| !c.is_whitespace() && !is_bar(*c);
    let mut characters: Vec<char> = indented.chars().filter(is_filled).collect();
    let label = char::from_digit(u32::try_from(row).ok()?, 10);
    let excess = characters.len() % 8;
    if matches!(excess, 1 | 2) && characters.last().copied() == label {
        characters.pop();
    }
    if characters.len() % 8 == 1 && characters.first().copied() == label {
        characters.remove(0);
    }
    if !characters.is_empty() && characters.len().is_multiple_of(8) {
        return characters.into_iter().map(Cell::of).collect();
    }
    framed_row(indented).or_else(|| labelled_row(indented, label, columns?))
}

fn is_bar(c: char) -> bool {
    matches!(c, '|' | '│' | '┃' | '║' | '¦')
}

fn cell_or_blank(text: &str) -> Option<Cell> {
    let mut characters = text.chars().filter(|c| !c.is_whitespace());
    match (characters.next(), characters.next()) {
        (None, _) => Some(Cell::Empty),
        (Some(c), None) => Cell::of(c),
        _ => None,
    }
}

/// The squares between bars: eight of them, or one frame around eight characters, with or without blanks
/// between them.
fn framed_row(line: &str) -> Option<Vec<Cell>> {
    let parts: Vec<&str> = line.split(is_bar).collect();
    match parts[..] {
        // What stands outside the frame is a label.
        [_, ref inside @ .., _] if inside.len() == 8 => inside.iter().copied().map(cell_or_blank).collect(),
        [_, inside, _] => {
            let characters: Vec<char> = inside.chars().collect();
            let (first, step) = match characters.len() {
                8 => (0, 1),
                15 => (0, 2),
                16 if characters.iter().step_by(2).all(|c| c.is_whitespace()) => (1, 2),
                16 => (0, 2),
                17 => (1, 2),
                _ => return None,
            };
            let places = characters.iter().skip(first).step_by(step).take(8);
            let cells = places.map(|c| if c.is_whitespace() { Some(Cell::Empty) } else { Cell::of(*c) });
            cells.collect()
        }
        _ => None,
    }
}

/// The squares of a row that starts with its label, at the places of the columns.
fn labelled_row(indented: &str, label: Option<char>, columns: &Columns) -> Option<Vec<Cell>> {
    let mut characters: Vec<char> = indented.chars().collect();
    let first = characters.iter().position(|c| !c.is_whitespace())?;
    if Some(characters[first]) != label || first >= columns[0] {
        return None;
    }
    characters[first] = ' ';
    if let Some(last) = characters.last_mut().filter(|last| Some(**last) == label) {
        *last = ' ';
    }
    let is_square = |(place, c): (usize, &char)| c.is_whitespace() || columns.contains(&place);
    if !characters.iter().enumerate().all(is_square) {
        return None;
    }
    let cell = |&place: &usize| match characters.get(place) {
        Some(c) if !c.is_whitespace() => Cell::of(*c),
        _ => Some(Cell::Empty),
    };
    columns.iter().map(cell).collect()
}

/// Whether a line only names columns or draws a frame: `  a b c d e f g h`, `+--------+`.
pub(crate) fn is_decoration(line: &str) -> bool {
    let is_names = |names: &str| {
        let letters = line.chars().filter(|c| !c.is_whitespace() && !is_bar(*c) && *c != '+');
        line.len() < 64 && letters.map(|c| c.to_ascii_lowercase()).eq(names.chars())
    };
    let is_line =
        |c: char| matches!(c, '+' | '-' | '|' | '=' | ' ' | '_') || ('\u{2500}'..='\u{257f}').contains(&c);
    let is_frame =
        line.contains(|c: char| c == '+' || c == '=' || !c.is_ascii()) && line.chars().all(is_line);
    is_frame || is_names("abcdefgh") || is_names("12345678")
}

/// Reads Forsyth-Edwards notation: row 8 first, `p` black, `P` white.
pub(crate) fn parse_fen(text: &str) -> Result<Position, Sentence> {
    let mut fields = text.split_whitespace();
    let rows: Vec<&str> = fields.next().unwrap_or_default().split('/').take(9).collect();
    let expected = || quoting("read-fen", text);
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
            let Squares { black, white, .. } = squares(&cells);
            return Some(((black, white), &text[offset + c.len_utf8()..]));
        }
    }
    None
}

/// The squares of each row between blanks, as people draw them: `X`, `O`, `.`, and `*` where one is marked.
pub fn rows_text([black, white]: [u64; 2], marked: u64) -> [String; 8] {
    let cell = |square: Square| match square.bit() {
        bit if black & bit != 0 => "X",
        bit if white & bit != 0 => "O",
        bit if marked & bit != 0 => "*",
        _ => ".",
    };
    std::array::from_fn(|row| Square::all().skip(8 * row).take(8).map(cell).collect::<Vec<_>>().join(" "))
}

/// The 64 squares from a1, as OBF has them: `X` black, `O` white, `-` empty.
pub fn squares_text([black, white]: [u64; 2]) -> String {
    let cell = |square: Square| match square.bit() {
        bit if black & bit != 0 => 'X',
        bit if white & bit != 0 => 'O',
        _ => '-',
    };
    Square::all().map(cell).collect()
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
        assert_eq!(squares_text(Position::START.discs()), START);
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
        assert_eq!(row_cells("3 . . X O . . . . 3", 3, None).unwrap().len(), 8);
        assert_eq!(row_cells("3 ..XO....", 3, None).unwrap().len(), 8);
        assert_eq!(row_cells("|..XO....| 3", 3, None).unwrap().len(), 8);
        assert_eq!(row_cells("..10....", 3, None).unwrap().len(), 8);
        assert_eq!(row_cells("1.......", 1, None).unwrap()[0], Cell::One);
        assert_eq!(row_cells("f5d6c3d3", 1, None), None);
        assert_eq!(row_cells("+--------+", 1, None), None);
        assert!(is_decoration("  A B C D E F G H"));
        assert!(is_decoration("+--------+"));
        assert!(!is_decoration("--------"));
    }
}
