//! PGN for Othello: black moves first, so `1-0` means that black won.

mod write;

use std::ops::ControlFlow;

use outflank::game::Color;

use super::board::parse_fen;
use super::error::{Fault, Shown};
use super::movetext::{Piece, Pieces};
use super::record::{Ending, GameRecord, GameResult, Item, Note, Position};
use super::replay::Replay;
use super::result::ParsedResult;
use super::source::Source;
use super::text::date_from_file;
pub(super) use write::{kept, write};

/// Reads all games of a text.
pub(super) fn read(source: &mut Source<'_, '_>) -> ControlFlow<()> {
    let mut at = 0;
    loop {
        at += source.text[at..].len() - source.text[at..].trim_start().len();
        if at == source.text.len() {
            return ControlFlow::Continue(());
        }
        let end_of_tags = end_of_tags(source.text, at);
        let end = end_of_movetext(source.text, end_of_tags);
        let game = read_game(source.text, at, end_of_tags, end);
        match game {
            Ok((record, variations)) => {
                if variations > 0 {
                    source.remark(Fault::at(at, format!("{variations} variations are left out")))?;
                }
                source.item(Item::Game(record))?;
            }
            Err(fault) => source.fault(fault)?,
        }
        at = end;
    }
}

/// The offset behind the last of the tags that start at `at`.
fn end_of_tags(text: &str, at: usize) -> usize {
    let mut end = at;
    for line in text[at..].split_inclusive('\n') {
        if !line.trim().is_empty() && !line.trim_start().starts_with('[') {
            break;
        }
        end += line.len();
    }
    end
}

/// The offset of the next game's first tag: a line that starts with `[` outside comments.
fn end_of_movetext(text: &str, at: usize) -> usize {
    let (mut is_comment, mut is_line_start) = (false, true);
    for (offset, byte) in text.as_bytes()[at..].iter().enumerate() {
        match byte {
            b'[' if is_line_start && !is_comment && offset > 0 => return at + offset,
            b'{' => is_comment = true,
            b'}' => is_comment = false,
            _ => {}
        }
        is_line_start = *byte == b'\n' || (is_line_start && byte.is_ascii_whitespace());
    }
    text.len()
}

fn read_game(
    text: &str,
    at: usize,
    end_of_tags: usize,
    end: usize,
) -> Result<(Box<GameRecord>, usize), Fault> {
    let mut header = GameRecord::from_start(Position::START);
    let mut score = None;
    let mut offset = at;
    for line in text[at..end_of_tags].split_inclusive('\n') {
        for (start, name, value) in tags(line, offset)? {
            read_tag(&mut header, &mut score, &name, &value).map_err(|message| Fault::at(start, message))?;
        }
        offset += line.len();
    }
    let mut replay = Replay::new(header.start);
    replay.set_header(header);
    let mut reader = Movetext { replay, variations: 0, depth: 0 };
    for piece in Pieces::new(&text[end_of_tags..end], true) {
        let (offset, piece) = piece.map_err(|fault| Fault { offset: end_of_tags + fault.offset, ..fault })?;
        reader.read(piece).map_err(|message| Fault::at(end_of_tags + offset, message))?;
    }
    if score.is_some() {
        reader.replay.record.result = score;
    }
    Ok((reader.replay.finish(), reader.variations))
}

/// The tags of one line, `[Name "value"]` each, with their offsets.
fn tags(line: &str, offset: usize) -> Result<Vec<(usize, String, String)>, Fault> {
    let mut found = Vec::new();
    let mut rest = line;
    while let Some(start) = rest.find('[') {
        let place = offset + (line.len() - rest.len()) + start;
        let expected = || {
            Fault::at(
                place,
                format!("expected a tag such as `[Black \"name\"]`, not `{}`", Shown(line.trim())),
            )
        };
        let tag = &rest[start + 1..];
        let (name, quoted) = tag.split_once('"').ok_or_else(expected)?;
        let mut value = String::new();
        let mut characters = quoted.char_indices();
        let end = loop {
            match characters.next().ok_or_else(expected)? {
                (end, '"') => break end,
                (_, '\\') => value.extend(characters.next().map(|(_, c)| c)),
                (_, c) => value.push(c),
            }
        };
        let behind = &quoted[end + 1..];
        if !behind.trim_start().starts_with(']') {
            return Err(expected());
        }
        found.push((place, name.trim().to_owned(), value));
        rest = behind;
    }
    Ok(found)
}

fn read_tag(
    header: &mut GameRecord,
    score: &mut Option<GameResult>,
    name: &str,
    value: &str,
) -> Result<(), String> {
    let text = || if value.trim() == "?" { String::new() } else { value.trim().to_owned() };
    let rating = || value.trim().parse().ok().filter(|rating: &f64| rating.is_finite());
    let result = || {
        ParsedResult::of_tag(value)
            .ok_or_else(|| format!("expected a result such as `1-0`, not `{}`", Shown(value)))
    };
    match name {
        "Event" => header.event = text(),
        "Site" => header.place = text(),
        "Date" => header.date = date_from_file(value),
        "Round" => header.round = text(),
        "Black" => header.players[0].name = text(),
        "White" => header.players[1].name = text(),
        "BlackElo" => header.players[0].rating = rating(),
        "WhiteElo" => header.players[1].rating = rating(),
        "TimeControl" => header.time_control = text(),
        "Result" => header.result = result()?.result,
        "BlackScore" => *score = result()?.result,
        "Termination" => header.ending = parse_ending(value.trim()),
        "FEN" => header.start = parse_fen(value)?,
        _ => {}
    }
    Ok(())
}

/// The movetext of one game.
struct Movetext {
    replay: Replay,
    variations: usize,
    depth: usize,
}

impl Movetext {
    fn read(&mut self, piece: Piece<'_>) -> Result<(), String> {
        match piece {
            Piece::Open => {
                self.variations += usize::from(self.depth == 0);
                self.depth += 1;
            }
            Piece::Close => self.depth = self.depth.checked_sub(1).ok_or("expected a move, not `)`")?,
            _ if self.depth > 0 => {}
            Piece::Move(played) => self.replay.play(None, played, Note::default())?,
            Piece::Comment(comment) => self.read_comment(comment),
            Piece::Result(parsed) => {
                let record = &mut self.replay.record;
                record.result = record.result.or(parsed.result);
            }
        }
        Ok(())
    }

    /// A comment belongs to the move before it. Commands such as `[%eval 1.25]` are values and times.
    fn read_comment(&mut self, comment: &str) {
        let Some(last) = self.replay.last_spelled() else {
            join(&mut self.replay.record.comment, comment);
            return;
        };
        let mut note = last.note().cloned().unwrap_or_default();
        let sign = if last.color == Color::Black { 1.0 } else { -1.0 };
        let mut rest = comment;
        while let Some((before, command, behind)) = split_command(rest) {
            join(&mut note.comment, before.trim());
            match command.split_once(' ') {
                Some(("eval", value)) => note.value = finite(value).map(|value| sign * value),
                Some(("emt", time)) => note.seconds = parse_time(time),
                _ => {}
            }
            rest = behind;
        }
        join(&mut note.comment, rest.trim());
        last.set_note(note);
    }
}

/// Splits off the first `[%...]`.
fn split_command(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once("[%")?;
    let (command, behind) = rest.split_once(']')?;
    Some((before, command, behind))
}

fn join(text: &mut String, more: &str) {
    if !text.is_empty() && !more.is_empty() {
        text.push(' ');
    }
    text.push_str(more);
}

fn finite(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

/// Reads `0:01:02.5`, `1:02` or seconds alone.
fn parse_time(text: &str) -> Option<f64> {
    let parts: Option<Vec<f64>> = text.split(':').take(4).map(finite).collect();
    match parts?[..] {
        [seconds] => Some(seconds),
        [minutes, seconds] => Some(60.0 * minutes + seconds),
        [hours, minutes, seconds] => Some(3600.0 * hours + 60.0 * minutes + seconds),
        _ => None,
    }
}

/// Reads the reason of the end.
pub(super) fn parse_ending(text: &str) -> Ending {
    match text.split_once(": ") {
        Some(("illegal move", output)) => return Ending::IllegalMove(output.to_owned()),
        Some(("crash", how)) => return Ending::Crashed(how.to_owned()),
        _ => {}
    }
    match text {
        "normal" => Ending::Played,
        "unterminated" => Ending::Unfinished,
        "resignation" => Ending::Resigned,
        "time forfeit" => Ending::TimedOut,
        "agreement" => Ending::Agreed,
        "adjudication" => Ending::Adjudicated,
        "rules infraction" => Ending::Forfeited,
        "illegal move:" | "illegal move" => Ending::IllegalMove(String::new()),
        "crash:" | "crash" => Ending::Crashed(String::new()),
        _ => Ending::Unknown,
    }
}
