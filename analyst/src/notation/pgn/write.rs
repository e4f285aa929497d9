//! Writes PGN.

use std::fmt::Write;

use outflank::game::Color;

use super::{join, ENDINGS};
use crate::notation::board::fen;
use crate::notation::record::{Ending, GameRecord, GameResult, MoveRecord, Player, Position};
use crate::notation::text::{date_with_dots, kept_texts, one_line};

/// Writes the reason of the end.
fn ending_text(ending: &Ending) -> String {
    match ending {
        Ending::IllegalMove(output) => format!("illegal move: {output}"),
        Ending::Crashed(how) => format!("crash: {how}"),
        _ => ENDINGS.iter().find(|(_, known)| known == ending).map_or("", |(name, _)| name).to_owned(),
    }
}

/// The part of a record that PGN holds.
pub(in crate::notation) fn kept(record: &GameRecord) -> GameRecord {
    let tag = |text: &str| {
        let text = one_line(text);
        if text == "?" {
            String::new()
        } else {
            text
        }
    };
    let ending = match &record.ending {
        Ending::IllegalMove(output) => Ending::IllegalMove(one_line(output)),
        Ending::Crashed(how) => Ending::Crashed(one_line(how)),
        ending => ending.clone(),
    };
    GameRecord { ending, ..kept_texts(record, tag, comment_text) }
}

/// A comment cannot contain its own end, nor text that reads like a command.
fn comment_text(text: &str) -> String {
    one_line(text).replace('}', ")").replace("[%", "[ %")
}

/// Writes a record of which PGN holds everything: see [`kept`].
pub(in crate::notation) fn write(record: &GameRecord, out: &mut String) {
    let known = |text: &str| if text.is_empty() { "?".to_owned() } else { text.to_owned() };
    let date = if record.date.is_empty() { "????.??.??".to_owned() } else { date_with_dots(&record.date) };
    let result = match record.result.map(GameResult::winner) {
        None => "*",
        Some(None) => "1/2-1/2",
        Some(Some(Color::Black)) => "1-0",
        Some(Some(Color::White)) => "0-1",
    };
    let rating = |player: &Player| player.rating.map_or(String::new(), |rating| rating.to_string());
    let [black, white] = &record.players;
    for (name, value, is_required) in [
        ("Event", known(&record.event), true),
        ("Site", known(&record.place), true),
        ("Date", date, true),
        ("Round", known(&record.round), true),
        ("Black", known(&black.name), true),
        ("White", known(&white.name), true),
        ("Result", result.to_owned(), true),
        ("BlackElo", rating(black), false),
        ("WhiteElo", rating(white), false),
        ("TimeControl", record.time_control.clone(), false),
        ("Termination", ending_text(&record.ending), false),
        ("BlackScore", score_tag(record), false),
        ("FEN", if record.start == Position::START { String::new() } else { fen(record.start) }, false),
    ] {
        if is_required || !value.is_empty() {
            let _ = writeln!(out, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
        }
    }
    out.push('\n');
    write_moves(record, out);
    let _ = writeln!(out, "{result}\n");
}

/// The score, unless the board or the result says as much.
fn score_tag(record: &GameRecord) -> String {
    let counted =
        record.game().ok().filter(|game| game.is_over()).map(|game| GameResult::Score(game.black_score()));
    match record.result {
        Some(GameResult::Score(score)) if score != 0 && record.result != counted => format!("{score:+}"),
        _ => String::new(),
    }
}

fn write_moves(record: &GameRecord, out: &mut String) {
    const WIDTH: usize = 80;
    let mut column = 0;
    let mut put = |text: &str| {
        if column > 0 && column + text.len() >= WIDTH {
            out.push('\n');
            column = 0;
        }
        out.push_str(text);
        out.push(' ');
        column += text.len() + 1;
    };
    if !record.comment.is_empty() {
        put(&format!("{{{}}}", record.comment));
    }
    let mut number = 0;
    for record in record.spelled_moves() {
        if record.color == Color::Black {
            number += 1;
            put(&format!("{number}."));
        } else if number == 0 {
            number = 1;
            put("1...");
        }
        put(&record.mv.to_string());
        let comment = annotation(record);
        if !comment.is_empty() {
            put(&format!("{{{comment}}}"));
        }
    }
}

/// The comment of a move, its value and its time as commands.
fn annotation(record: &MoveRecord) -> String {
    let sign = if record.color == Color::Black { 1.0 } else { -1.0 };
    let mut text = String::new();
    if let Some(value) = record.value() {
        text = format!("[%eval {}]", sign * value);
    }
    if let Some(seconds) = record.seconds() {
        join(&mut text, &format!("[%emt {seconds}]"));
    }
    join(&mut text, record.comment());
    text
}
