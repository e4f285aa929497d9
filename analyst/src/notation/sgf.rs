//! SGF for Othello (`GM[2]`): the main line of each game.

use std::fmt::Write;
use std::ops::ControlFlow;

use outflank::board::Move;
use outflank::game::Color;
use outflank::square::Square;

use super::error::{quoting, Fault};
use super::properties::{self, Property, Token, Tokens};
use super::record::{Ending, GameRecord, GameResult, MoveRecord, Note, Position};
use super::replay::{parse_move, Found, Replay};
use super::source::Source;
use super::text::{date_from_file, finite, kept_texts, one_line};
use crate::sentence::Sentence;

/// Reads all games of a text.
pub(super) fn read(source: &mut Source<'_, '_>) -> ControlFlow<()> {
    properties::read_games(source, true, read_game)
}

/// A game that is being read, node by node.
struct Reader {
    replay: Replay,
    /// Black's and white's discs of the setup, if there is one.
    setup: Option<[u64; 2]>,
    /// The side to move, if the setup names it.
    to_move: Option<Color>,
    /// The result as the file spells it.
    result: Option<String>,
}

/// Reads the main line of one game tree from behind its opening parenthesis.
fn read_game(tokens: &mut Tokens<'_>) -> Result<Found, Fault> {
    let mut reader =
        Reader { replay: Replay::new(Position::START), setup: None, to_move: None, result: None };
    let mut node: Vec<Property<'_>> = Vec::new();
    let (mut variations, mut is_main_line) = (0_u32, true);
    while let Some((_, token)) = tokens.next_of_game()? {
        match token {
            Token::Open => variations += u32::from(!is_main_line),
            Token::Close => {
                // The first leaf ends the main line: whatever follows branches off earlier.
                is_main_line = false;
                reader.read_node(std::mem::take(&mut node))?;
            }
            Token::Node => reader.read_node(std::mem::take(&mut node))?,
            Token::Property(property) if is_main_line => node.push(property),
            Token::Property(_) => {}
        }
    }
    reader.read_node(node)?;
    if !reader.replay.has_begun() {
        reader.start(0, Color::Black)?;
    }
    let Reader { mut replay, result, .. } = reader;
    if variations > 0 {
        replay.remark(Sentence::new("read-variations").with("count", variations));
    }
    if let Some(result) = result {
        replay.read_result(&result, 0.0);
    }
    Ok(replay.finish())
}

impl Reader {
    fn read_node(&mut self, node: Vec<Property<'_>>) -> Result<(), Fault> {
        let find = |name: &str| node.iter().find(|property| property.name == name);
        let note_text = |name: &str| find(name).map_or(String::new(), Property::text);
        let mut has_move = false;
        for property in &node {
            let color = match property.name.as_str() {
                "B" => Color::Black,
                "W" => Color::White,
                _ => {
                    self.read_property(property)?;
                    continue;
                }
            };
            has_move = true;
            let sign = if color == Color::Black { 1.0 } else { -1.0 };
            let value = find("V").and_then(|value| finite(&value.text())).map(|value| sign * value);
            let note = Note { value, comment: note_text("C"), ..Note::default() };
            self.play(color, property, note)?;
        }
        let record = &mut self.replay.record;
        if !has_move && find("C").is_some() && record.spelled_moves().is_empty() && record.comment.is_empty()
        {
            record.comment = note_text("C");
        }
        Ok(())
    }

    fn play(&mut self, color: Color, property: &Property<'_>, note: Note) -> Result<(), Fault> {
        let (offset, value) = property.value();
        let mv = parse_point(value).ok_or_else(|| Fault::at(offset, quoting("read-move", value)))?;
        if !self.replay.has_begun() {
            self.start(offset, color)?;
        }
        self.replay.play(Some(color), mv, note).map_err(|message| Fault::at(offset, message))
    }

    /// Starts the game from its setup; `first` moves first if that names no side.
    fn start(&mut self, offset: usize, first: Color) -> Result<(), Fault> {
        let ([black, white], to_move) = match self.setup {
            Some(discs) => (discs, self.to_move.unwrap_or(first)),
            None => (Position::START.discs(), self.to_move.unwrap_or(Color::Black)),
        };
        let start = Position::from_discs(black, white, to_move);
        self.replay.start_at(start.ok_or_else(|| Fault::at(offset, "read-two-discs"))?);
        Ok(())
    }

    fn read_property(&mut self, property: &Property<'_>) -> Result<(), Fault> {
        let (offset, value) = property.value();
        let refused = |key| Err(Fault::at(offset, quoting(key, value)));
        let has_begun = self.replay.has_begun();
        let record = &mut self.replay.record;
        match property.name.as_str() {
            "GM" if value.trim() != "2" => return refused("read-no-gm"),
            "SZ" if !matches!(value.trim(), "8" | "8:8" | "") => return refused("read-no-eight"),
            "AB" | "AW" | "AE" | "PL" if has_begun => {
                return Err(Fault::at(offset, "read-late-setup"));
            }
            "AB" | "AW" | "AE" => return self.read_setup(property),
            "PL" => match value.trim().to_ascii_lowercase().as_str() {
                "b" | "black" | "1" => self.to_move = Some(Color::Black),
                "w" | "white" | "2" => self.to_move = Some(Color::White),
                _ => self.replay.remark(quoting("read-no-side", value)),
            },
            "RE" => self.result = Some(property.text()),
            "PB" => record.players[0].name = property.text(),
            "PW" => record.players[1].name = property.text(),
            "BR" => record.players[0].rating = finite(value),
            "WR" => record.players[1].rating = finite(value),
            "EV" => record.event = property.text(),
            "PC" => record.place = property.text(),
            "RO" => record.round = property.text(),
            "DT" => record.date = date_from_file(value),
            "TM" | "OT" => record.time_control = property.text(),
            "GC" => record.comment = property.text(),
            _ => {}
        }
        Ok(())
    }

    /// Adds or takes away the discs on a list of squares and of rectangles such as `c3:d4`.
    fn read_setup(&mut self, property: &Property<'_>) -> Result<(), Fault> {
        let is_empty = property.name == "AE";
        let setup = self.setup.get_or_insert(if is_empty { Position::START.discs() } else { [0, 0] });
        for (offset, points) in &property.values {
            let squares =
                parse_points(points).ok_or_else(|| Fault::at(*offset, quoting("read-square", points)))?;
            match property.name.as_str() {
                "AB" => setup[0] |= squares,
                "AW" => setup[1] |= squares,
                _ => *setup = setup.map(|discs| discs & !squares),
            }
        }
        Ok(())
    }
}

/// Reads `f5`, the letters `fe`, or a pass.
fn parse_point(text: &str) -> Option<Move> {
    let text = text.trim();
    if text.is_empty() || text.eq_ignore_ascii_case("tt") {
        return Some(Move::PASS);
    }
    parse_move(text).or_else(|| {
        let &[column, row] = text.as_bytes() else { return None };
        let [column, row] = [column, row].map(|letter| letter.to_ascii_lowercase().wrapping_sub(b'a'));
        Square::at(column, row).map(Move::on)
    })
}

/// Reads one square, or the rectangle between two opposite corners; an empty list holds none.
fn parse_points(text: &str) -> Option<u64> {
    if text.trim().is_empty() {
        return Some(0);
    }
    let (from, to) = text.split_once(':').unwrap_or((text, text));
    let [from, to] = [parse_point(from)?.square()?, parse_point(to)?.square()?];
    let between = |square: u8, a: u8, b: u8| (a.min(b)..=a.max(b)).contains(&square);
    let is_inside = |square: &Square| {
        between(square.column(), from.column(), to.column()) && between(square.row(), from.row(), to.row())
    };
    Some(Square::all().filter(is_inside).fold(0, |squares, square| squares | square.bit()))
}

/// The part of a record that SGF holds.
pub(super) fn kept(record: &GameRecord) -> GameRecord {
    let mut kept = kept_texts(record, one_line, text);
    // `B+T` holds the winner and the reason, `B+12` the winner and the margin.
    if let (Some(winner), Some((ending, _))) =
        (record.result.and_then(GameResult::winner), reason(&record.ending))
    {
        kept.ending = ending;
        kept.result = Some(GameResult::WonBy(winner));
    }
    for mv in &mut kept.moves {
        if let Some(note) = mv.note().cloned() {
            mv.set_note(Note { seconds: None, ..note });
        }
    }
    kept
}

fn text(text: &str) -> String {
    text.replace("\r\n", "\n").replace(|c: char| c.is_control() && c != '\n', " ").trim().to_owned()
}

/// How the result says why the game ended, and what is left of the reason.
fn reason(ending: &Ending) -> Option<(Ending, char)> {
    match ending {
        Ending::Resigned => Some((Ending::Resigned, 'R')),
        Ending::TimedOut => Some((Ending::TimedOut, 'T')),
        Ending::Forfeited | Ending::IllegalMove(_) | Ending::Crashed(_) => Some((Ending::Forfeited, 'F')),
        _ => None,
    }
}

/// Writes a record of which SGF holds everything: see [`kept`].
pub(super) fn write(record: &GameRecord, out: &mut String) {
    let mut tag = |name: &str, value: &str| {
        if !value.is_empty() {
            let _ = write!(out, "{name}[{}]", value.replace('\\', "\\\\").replace(']', "\\]"));
        }
    };
    tag("(;FF", "4");
    for (name, value) in [("CA", "UTF-8"), ("GM", "2"), ("AP", "outflank"), ("SZ", "8")] {
        tag(name, value);
    }
    for (name, value) in
        [("EV", &record.event), ("PC", &record.place), ("RO", &record.round), ("DT", &record.date)]
    {
        tag(name, value);
    }
    for (color, player) in ["B", "W"].iter().zip(&record.players) {
        tag(&format!("P{color}"), &player.name);
        tag(&format!("{color}R"), &player.rating.map_or(String::new(), |rating| rating.to_string()));
    }
    let is_seconds = record.time_control.parse::<f64>().is_ok_and(f64::is_finite);
    tag(if is_seconds { "TM" } else { "OT" }, &record.time_control);
    tag("RE", &result_text(record));
    tag("GC", &record.comment);
    write_setup(record.start, out);
    for record in record.spelled_moves() {
        write_move(record, out);
    }
    out.push_str(")\n");
}

fn result_text(record: &GameRecord) -> String {
    let Some(result) = record.result else { return "Void".to_owned() };
    let Some(winner) = result.winner() else { return "0".to_owned() };
    let letter = if winner == Color::Black { 'B' } else { 'W' };
    match (reason(&record.ending), result) {
        (Some((_, reason)), _) => format!("{letter}+{reason}"),
        (None, GameResult::WonBy(_)) => format!("{letter}+"),
        (None, GameResult::Score(score)) => format!("{letter}+{}", score.abs()),
    }
}

fn write_setup(start: Position, out: &mut String) {
    for (name, discs) in ["AB", "AW"].iter().zip(start.discs()) {
        if discs != 0 {
            out.push_str(name);
        }
        for square in outflank::bits::Squares(discs) {
            let _ = write!(out, "[{square}]");
        }
    }
    out.push_str(if start.to_move == Color::Black { "PL[B]" } else { "PL[W]" });
}

fn write_move(record: &MoveRecord, out: &mut String) {
    let (color, sign) = if record.color == Color::Black { ('B', 1.0) } else { ('W', -1.0) };
    let name = record.mv.square().map_or("PA".to_owned(), |square| square.to_string());
    let _ = write!(out, ";{color}[{name}]");
    if let Some(value) = record.value() {
        let _ = write!(out, "V[{}]", sign * value);
    }
    if !record.comment().is_empty() {
        let _ = write!(out, "C[{}]", record.comment().replace('\\', "\\\\").replace(']', "\\]"));
    }
}
