//! GGF, the format of the Generic Game Server and of NBoard: `(;GM[Othello]...B[d3//0.01]W[c5]...;)`.

use std::fmt::Write;
use std::ops::ControlFlow;

use outflank::board::Move;
use outflank::game::Color;

use super::board::{parse_side, squares_text, take_squares};
use super::error::{quoting, Fault};
use super::properties::{self, Property, Token, Tokens};
use super::record::{Ending, GameRecord, GameResult, MoveRecord, Note, Position};
use super::replay::{expect_move, Found, Replay};
use super::source::Source;
use super::text::{date_from_file, finite, kept_texts, one_line, parse_time};

/// Reads all games of a text.
pub(super) fn read(source: &mut Source<'_, '_>) -> ControlFlow<()> {
    properties::read_games(source, false, read_game)
}

/// A game that is being read.
struct Reader {
    replay: Replay,
    /// What was taken off black's discs in the result.
    komi: f64,
    /// The result as the file spells it.
    result: Option<String>,
}

/// Reads one game from behind its opening parenthesis.
fn read_game(tokens: &mut Tokens<'_>) -> Result<Found, Fault> {
    let mut reader = Reader { replay: Replay::new(Position::START), komi: 0.0, result: None };
    while let Some((offset, token)) = tokens.next_of_game()? {
        match token {
            Token::Property(property) => reader.read_property(&property)?,
            Token::Node | Token::Close => {}
            Token::Open => return Err(Fault::at(offset, "read-other-game")),
        }
    }
    let Reader { mut replay, komi, result } = reader;
    if let Some(result) = result {
        replay.read_result(&result, komi);
    }
    Ok(replay.finish())
}

impl Reader {
    fn read_property(&mut self, property: &Property<'_>) -> Result<(), Fault> {
        let (offset, value) = property.value();
        let refused = |key| Err(Fault::at(offset, quoting(key, value)));
        let has_begun = self.replay.has_begun();
        let record = &mut self.replay.record;
        match property.name.as_str() {
            "B" => return self.read_move(Color::Black, property),
            "W" => return self.read_move(Color::White, property),
            "CO" | "C" => match self.replay.last_spelled() {
                Some(last) => {
                    let note = last.note().cloned().unwrap_or_default();
                    last.set_note(Note { comment: property.text(), ..note });
                }
                None => self.replay.record.comment = property.text(),
            },
            "GM" if !["othello", "reversi"].contains(&value.trim().to_ascii_lowercase().as_str()) => {
                return refused("read-no-othello");
            }
            "TY" if !is_eight(value) => return refused("read-no-eight"),
            "BO" if has_begun => return Err(Fault::at(offset, "read-late-setup")),
            "BO" => match parse_board(value) {
                Some(start) => self.replay.start_at(start),
                None => return refused("read-ggf-board"),
            },
            "RE" => self.result = Some(property.text()),
            "KM" => self.komi = finite(value).unwrap_or(0.0),
            "PB" => record.players[0].name = property.text(),
            "PW" => record.players[1].name = property.text(),
            "RB" => record.players[0].rating = parse_rating(value),
            "RW" => record.players[1].rating = parse_rating(value),
            "PC" => record.place = property.text(),
            "DT" => record.date = date_from_file(value),
            "TI" => record.time_control = property.text(),
            _ => {}
        }
        Ok(())
    }

    /// Reads `f5/value/seconds`; a value or a time that is no number is left out.
    fn read_move(&mut self, color: Color, property: &Property<'_>) -> Result<(), Fault> {
        let (offset, value) = property.value();
        let mut fields = value.split('/').map(str::trim);
        let mut field = || fields.next().unwrap_or_default();
        let (name, value, seconds) = (field(), field(), field());
        let mv = expect_move(name).map_err(|message| Fault::at(offset, message))?;
        let note = Note { value: finite(value), seconds: parse_time(seconds), ..Note::default() };
        for (field, number) in [(value, note.value), (seconds, note.seconds)] {
            if !field.is_empty() && number.is_none() {
                self.replay.remark(quoting("read-no-number", field));
            }
        }
        self.replay.play(Some(color), mv, note).map_err(|message| Fault::at(offset, message))
    }
}

/// Whether a game type such as `8`, `8r20` or `s8r18` has the usual board.
fn is_eight(game_type: &str) -> bool {
    let digits: String =
        game_type.chars().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
    digits.is_empty() || digits == "8" || digits == "88"
}

fn parse_rating(text: &str) -> Option<f64> {
    // Servers mark provisional ratings: `1720.1@350.0`.
    finite(text.split('@').next()?)
}

/// Reads `8 ---...--- *`, the 8 optional.
pub(crate) fn parse_board(text: &str) -> Option<Position> {
    let text = text.trim();
    let squares = text.strip_prefix("8 ").unwrap_or(text);
    let ((black, white), rest) = take_squares(squares)?;
    Position::from_discs(black, white, parse_side(rest)?)
}

/// Writes `8 ---...--- *`.
pub(crate) fn board(position: Position) -> String {
    let side = if position.to_move == Color::Black { '*' } else { 'O' };
    format!("8 {} {side}", squares_text(position.discs()).replace('X', "*"))
}

/// The part of a record that GGF holds.
pub(super) fn kept(record: &GameRecord) -> GameRecord {
    let text = |text: &str| one_line(text).replace(']', ")");
    let mut kept =
        GameRecord { event: String::new(), round: String::new(), ..kept_texts(record, text, text) };
    kept.result = kept.result.filter(|result| matches!(result, GameResult::Score(_)));
    if kept.result.is_some() && suffix(&record.ending).is_some() {
        kept.ending = record.ending.clone();
    }
    kept
}

/// How the result says why the game ended; `None` if it cannot.
fn suffix(ending: &Ending) -> Option<&'static str> {
    match ending {
        Ending::Resigned => Some(":r"),
        Ending::TimedOut => Some(":t"),
        Ending::Agreed => Some(":s"),
        _ => None,
    }
}

/// Writes a record of which GGF holds everything: see [`kept`].
pub(super) fn write(record: &GameRecord, out: &mut String) {
    let mut tag = |name: &str, value: &str| {
        if !value.is_empty() {
            let _ = write!(out, "{name}[{value}]");
        }
    };
    tag("(;GM", "Othello");
    tag("PC", &record.place);
    tag("DT", &record.date);
    for (color, player) in ["B", "W"].iter().zip(&record.players) {
        tag(&format!("P{color}"), &player.name);
        tag(&format!("R{color}"), &player.rating.map_or(String::new(), |rating| rating.to_string()));
    }
    tag("TI", &record.time_control);
    tag("TY", "8");
    match record.result {
        Some(GameResult::Score(score)) => {
            tag("RE", &format!("{score:+}.000{}", suffix(&record.ending).unwrap_or_default()));
        }
        _ => tag("RE", "?"),
    }
    tag("BO", &board(record.start));
    tag("CO", &record.comment);
    for record in record.spelled_moves() {
        let color = if record.color == Color::Black { "B" } else { "W" };
        tag(color, &move_text(record));
        tag("CO", record.comment());
    }
    out.push_str(";)\n");
}

fn move_text(record: &MoveRecord) -> String {
    let mut text = if record.mv == Move::PASS { "PA".to_owned() } else { record.mv.to_string() };
    match (record.value(), record.seconds()) {
        (None, None) => {}
        (Some(value), None) => text += &format!("/{value}"),
        (None, Some(seconds)) => text += &format!("//{seconds}"),
        (Some(value), Some(seconds)) => text += &format!("/{value}/{seconds}"),
    }
    text
}
