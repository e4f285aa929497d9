//! GGF, the format of the Generic Game Server and of NBoard: `(;GM[Othello]...B[d3//0.01]W[c5]...;)`.

use std::fmt::Write;
use std::ops::ControlFlow;

use outflank::board::Move;
use outflank::game::Color;

use super::board::{line_of, parse_side, take_squares};
use super::error::{Fault, Shown};
use super::properties::{Property, Token, Tokens};
use super::record::{Ending, GameRecord, GameResult, Item, MoveRecord, Note, Player, Position};
use super::replay::{parse_move, Replay};
use super::result::ParsedResult;
use super::source::Source;
use super::text::{date_from_file, one_line};

/// Reads all games of a text; text between them is skipped.
pub(super) fn read(source: &mut Source<'_, '_>) -> ControlFlow<()> {
    let mut at = 0;
    while let Some(offset) = source.text[at..].find("(;") {
        let start = at + offset;
        let mut tokens = Tokens::new(source.text, start + 1, false);
        let game = read_game(&mut tokens);
        at = tokens.at;
        source.item_or_fault(game.map(Item::Game))?;
    }
    ControlFlow::Continue(())
}

/// Reads one game from behind its opening parenthesis.
pub(crate) fn read_game(tokens: &mut Tokens<'_>) -> Result<Box<GameRecord>, Fault> {
    let mut header = GameRecord::from_start(Position::START);
    let mut replay: Option<Replay> = None;
    let start = tokens.at;
    loop {
        let Some(token) = tokens.next() else {
            return Err(Fault::at(start, "expected `;)` that ends this game"));
        };
        let (offset, token) = token?;
        match token {
            Token::Close => break,
            Token::Node => {}
            Token::Open => return Err(Fault::at(offset, "expected a property or `;)`, not another game")),
            Token::Property(property) => match property.name.as_str() {
                "B" | "W" => {
                    let color = if property.name == "B" { Color::Black } else { Color::White };
                    let replay = replay.get_or_insert_with(|| Replay::new(header.start));
                    read_move(replay, color, &property)?;
                }
                "CO" | "C" => match replay.as_mut().and_then(Replay::last_spelled) {
                    Some(last) => {
                        let note = last.note().cloned().unwrap_or_default();
                        last.set_note(Note { comment: property.text(), ..note });
                    }
                    None => header.comment = property.text(),
                },
                "BO" if replay.is_some() => {
                    return Err(Fault::at(offset, "expected the board before the first move"));
                }
                _ => read_header(&mut header, &property)?,
            },
        }
    }
    let mut replay = replay.unwrap_or_else(|| Replay::new(header.start));
    replay.set_header(header);
    Ok(replay.finish())
}

fn read_header(header: &mut GameRecord, property: &Property<'_>) -> Result<(), Fault> {
    let (offset, value) = property.value();
    let refused =
        |expected: &str| Err(Fault::at(offset, format!("expected {expected}, not `{}`", Shown(value))));
    match property.name.as_str() {
        "GM" if !value.trim().eq_ignore_ascii_case("othello") => return refused("a game of Othello"),
        "TY" if !is_eight(value) => return refused("a game on 8 x 8 squares"),
        "BO" => match parse_board(value) {
            Some(start) => header.start = start,
            None => return refused("a board such as `8 ---...--- *`"),
        },
        "RE" => match ParsedResult::of_tag(value) {
            Some(parsed) => (header.result, header.ending) = (parsed.result, parsed.ending),
            None => return refused("a result such as `+12.000`"),
        },
        "PB" => header.players[0].name = property.text(),
        "PW" => header.players[1].name = property.text(),
        "RB" => header.players[0].rating = parse_rating(value),
        "RW" => header.players[1].rating = parse_rating(value),
        "PC" => header.place = property.text(),
        "DT" => header.date = date_from_file(value),
        "TI" => header.time_control = property.text(),
        _ => {}
    }
    Ok(())
}

/// Whether a game type such as `8`, `8r20` or `s8r18` is played on the usual board.
fn is_eight(game_type: &str) -> bool {
    let digits: String =
        game_type.chars().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
    digits.is_empty() || digits == "8" || digits == "88"
}

fn parse_rating(text: &str) -> Option<f64> {
    // Servers mark provisional ratings: `1720.1@350.0`.
    text.trim().split('@').next()?.parse().ok().filter(|rating: &f64| rating.is_finite())
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
    format!("8 {} {side}", line_of(position, ['*', 'O', '-']))
}

fn read_move(replay: &mut Replay, color: Color, property: &Property<'_>) -> Result<(), Fault> {
    let (offset, value) = property.value();
    let mut fields = value.split('/').map(str::trim);
    let name = fields.next().unwrap_or_default();
    let played = parse_move(name)
        .ok_or_else(|| Fault::at(offset, format!("expected a move such as `f5`, not `{}`", Shown(name))))?;
    let mut number = |what: &str| match fields.next() {
        None | Some("") => Ok(None),
        Some(field) => match field.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(Some(number)),
            _ => Err(Fault::at(offset, format!("expected {what}, not `{}`", Shown(field)))),
        },
    };
    let note = Note { value: number("a value in discs")?, seconds: number("seconds")?, ..Note::default() };
    replay.play(Some(color), played, note).map_err(|message| Fault::at(offset, message))
}

/// The part of a record that GGF holds.
pub(super) fn kept(record: &GameRecord) -> GameRecord {
    let text = |text: &str| one_line(text).replace(']', ")");
    let player = |player: &Player| Player { name: text(&player.name), rating: player.rating };
    let mut kept = GameRecord {
        players: [player(&record.players[0]), player(&record.players[1])],
        place: text(&record.place),
        date: date_from_file(&text(&record.date)),
        time_control: text(&record.time_control),
        comment: text(&record.comment),
        result: record.result.filter(|result| matches!(result, GameResult::Score(_))),
        ..GameRecord::from_start(record.start)
    };
    if kept.result.is_some() && suffix(&record.ending).is_some() {
        kept.ending = record.ending.clone();
    }
    kept.moves = record.moves.iter().map(|record| kept_move(record, text)).collect();
    kept
}

fn kept_move(record: &MoveRecord, text: impl Fn(&str) -> String) -> MoveRecord {
    let mut kept = MoveRecord::new(record.color, record.played);
    if let Some(note) = record.note() {
        kept.set_note(Note { comment: text(&note.comment), stderr: String::new(), ..*note });
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
    for record in &record.moves {
        let color = if record.color == Color::Black { "B" } else { "W" };
        tag(color, &move_text(record));
        tag("CO", record.comment());
    }
    out.push_str(";)\n");
}

fn move_text(record: &MoveRecord) -> String {
    let mut text = if record.played == Move::PASS { "PA".to_owned() } else { record.played.to_string() };
    match (record.value(), record.seconds()) {
        (None, None) => {}
        (Some(value), None) => text += &format!("/{value}"),
        (None, Some(seconds)) => text += &format!("//{seconds}"),
        (Some(value), Some(seconds)) => text += &format!("/{value}/{seconds}"),
    }
    text
}
