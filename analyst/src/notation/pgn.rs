//! PGN for Othello: black moves first, so `1-0` means that black won.

mod write;

use std::ops::ControlFlow;

use outflank::game::Color;

use super::board::parse_fen;
use super::error::{quoting, Fault};
use super::movetext::{is_prose, Piece, Pieces};
use super::record::{Ending, Note, Position};
use super::replay::{Found, Replay};
use super::source::Source;
use super::text::{date_from_file, finite, parse_time};
use crate::sentence::Sentence;
pub(super) use write::{kept, write};

/// Reads all games of a text. Text before the first of them is skipped.
pub(super) fn read(source: &mut Source<'_, '_>) -> ControlFlow<()> {
    let text = source.text;
    let mut at = end_of_prose(text);
    loop {
        at += text[at..].len() - text[at..].trim_start().len();
        if at == text.len() {
            return ControlFlow::Continue(());
        }
        let end_of_tags = end_of_tags(text, at);
        let mut end = end_of_movetext(text, end_of_tags);
        let game = read_game(text, at, end_of_tags, &mut end);
        source.found(at, game)?;
        at = end;
    }
}

/// The offset of the first line that is a tag, or that may belong to a movetext.
fn end_of_prose(text: &str) -> usize {
    let mut lines = text.split_inclusive('\n');
    let prose = lines.by_ref().take_while(|line| !is_tag_line(line) && is_prose(line));
    prose.map(str::len).sum()
}

/// Whether a line starts with a tag: `[Event "x"]`, or `[Result 1-0]` without quotation marks.
pub(super) fn is_tag_line(line: &str) -> bool {
    let Some(tag) = line.trim().strip_prefix('[') else { return false };
    let value = tag.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    let is_name = value.len() < tag.len() && tag.starts_with(|c: char| c.is_ascii_alphabetic());
    let is_unquoted = || tag.starts_with(|c: char| c.is_ascii_uppercase()) && value.ends_with(']');
    is_name
        && value.starts_with(char::is_whitespace)
        && (value.trim_start().starts_with('"') || is_unquoted())
}

/// The offset behind the tags of the game that starts at `at`. A blank line ends them, unless a tag that the
/// game lacks follows a single one: some programs separate all lines by blank ones.
fn end_of_tags(text: &str, at: usize) -> usize {
    const MAX_TAGS: usize = 64;
    let (mut end, mut offset) = (at, at);
    let mut names: Vec<&str> = Vec::new();
    let (mut is_separated, mut lines_together) = (false, 0);
    for line in text[at..].split_inclusive('\n') {
        offset += line.len();
        if line.trim().is_empty() {
            is_separated = true;
            continue;
        }
        if line.starts_with('%') {
            continue;
        }
        let Some(tag) = line.trim_start().strip_prefix('[') else { break };
        let name = tag.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or_default();
        let is_next =
            name == "Event" || lines_together > 1 || names.len() > MAX_TAGS || names.contains(&name);
        if is_separated && is_next && !names.is_empty() {
            break;
        }
        lines_together = if is_separated { 1 } else { lines_together + 1 };
        (is_separated, end) = (false, offset);
        names.push(name);
    }
    end
}

/// The offset of the next game's first tag: a line that starts with `[` outside comments.
fn end_of_movetext(text: &str, at: usize) -> usize {
    let mut is_comment = false;
    let mut offset = at;
    for line in text[at..].split_inclusive('\n') {
        if !is_comment && offset > at && line.trim_start().starts_with('[') {
            return offset;
        }
        let is_escaped = !is_comment && line.starts_with('%');
        for byte in line.bytes().take_while(|_| !is_escaped) {
            match byte {
                b';' if !is_comment => break,
                b'{' => is_comment = true,
                b'}' => is_comment = false,
                _ => {}
            }
        }
        offset += line.len();
    }
    if offset == at {
        text.len()
    } else {
        offset
    }
}

/// Reads the game whose tags start at `at`; `end` moves to the front of a game without tags that follows the
/// result.
fn read_game(text: &str, at: usize, end_of_tags: usize, end: &mut usize) -> Result<Found, Fault> {
    let mut replay = Replay::new(Position::START);
    let mut score = None;
    let mut offset = at;
    for line in text[at..end_of_tags].split_inclusive('\n').filter(|line| !line.starts_with('%')) {
        let (tags, rest) = tags(line);
        for (name, value) in tags {
            let tag = read_tag(&mut replay, &mut score, name, &value);
            tag.map_err(|message| Fault::at(offset, message))?;
        }
        if !rest.trim().is_empty() {
            replay.remark(quoting("read-no-tag", rest.trim()));
        }
        offset += line.len();
    }
    let mut reader = Movetext { replay, variations: 0, depth: 0, has_ended: false };
    for piece in Pieces::new(&text[end_of_tags..*end], true) {
        let is_behind_result = reader.has_ended && reader.depth == 0;
        let offset = match &piece {
            Ok((offset, _)) => end_of_tags + offset,
            Err(fault) => end_of_tags + fault.offset,
        };
        match piece {
            Ok((_, Piece::Move(_))) if is_behind_result => {
                *end = offset;
                break;
            }
            Err(_) if is_behind_result => {
                reader.replay.remark("read-behind-result");
                break;
            }
            Err(fault) => return Err(Fault { offset, ..fault }),
            Ok((_, piece)) => reader.read(piece).map_err(|message| Fault::at(offset, message))?,
        }
    }
    if reader.variations > 0 {
        reader.replay.remark(Sentence::new("read-variations").with("count", reader.variations));
    }
    if let Some(score) = score {
        reader.replay.read_result(&score, 0.0);
    }
    Ok(reader.replay.finish())
}

/// The tags of one line, `[Name "value"]` each, and what follows the last of them. A value ends at a
/// quotation mark before a `]`: those inside a name are often not escaped.
fn tags(line: &str) -> (Vec<(&str, String)>, &str) {
    let mut found = Vec::new();
    let mut rest = line.trim();
    while let Some(tag) = rest.strip_prefix('[') {
        let Some((name, value, behind)) = tag_of(tag) else { break };
        found.push((name, value));
        rest = behind.trim_start();
    }
    (found, rest)
}

/// The name and the value of a tag, from behind its `[`, and what follows it. A value may lack its quotation
/// marks.
fn tag_of(tag: &str) -> Option<(&str, String, &str)> {
    let name = &tag[..tag.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(tag.len())];
    let value = tag[name.len()..].trim_start();
    let Some(quoted) = value.strip_prefix('"') else {
        let (value, behind) = value.split_once(']')?;
        return Some((name, value.trim().to_owned(), behind));
    };
    let mut value = String::new();
    let mut characters = quoted.char_indices();
    while let Some((offset, c)) = characters.next() {
        match c {
            '"' => {
                if let Some(behind) = quoted[offset + 1..].trim_start().strip_prefix(']') {
                    return Some((name, value, behind));
                }
                value.push('"');
            }
            '\\' => value.extend(characters.next().map(|(_, c)| c)),
            c => value.push(c),
        }
    }
    None
}

/// Reads a tag; `score` takes black's score, which counts for more than any other result.
fn read_tag(
    replay: &mut Replay,
    score: &mut Option<String>,
    name: &str,
    value: &str,
) -> Result<(), Sentence> {
    let text = || if value.trim() == "?" { String::new() } else { value.trim().to_owned() };
    let record = &mut replay.record;
    match name {
        "Event" => record.event = text(),
        "Site" => record.place = text(),
        "Date" => record.date = date_from_file(value),
        "Round" => record.round = text(),
        "Black" => record.players[0].name = text(),
        "White" => record.players[1].name = text(),
        "BlackElo" => record.players[0].rating = finite(value),
        "WhiteElo" => record.players[1].rating = finite(value),
        "TimeControl" => record.time_control = text(),
        "Result" => replay.read_result(value, 0.0),
        "BlackScore" => *score = Some(value.to_owned()),
        "Termination" => record.ending = parse_ending(value.trim()),
        "FEN" if !matches!(value.trim(), "" | "?" | "-") => replay.start_at(parse_fen(value)?),
        _ => {}
    }
    Ok(())
}

/// The movetext of one game.
struct Movetext {
    replay: Replay,
    variations: u32,
    depth: usize,
    /// The result has come.
    has_ended: bool,
}

impl Movetext {
    fn read(&mut self, piece: Piece<'_>) -> Result<(), Sentence> {
        match piece {
            Piece::Open => {
                self.variations += u32::from(self.depth == 0);
                self.depth += 1;
            }
            Piece::Close => {
                let no_move = || Sentence::new("read-move").with("text", ")");
                self.depth = self.depth.checked_sub(1).ok_or_else(no_move)?;
            }
            _ if self.depth > 0 => {}
            Piece::Move(mv) => self.replay.play(None, mv, Note::default())?,
            Piece::Comment(comment) => self.read_comment(comment),
            Piece::Result(parsed) => {
                let record = &mut self.replay.record;
                record.result = record.result.or(parsed.result);
                self.has_ended = true;
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

/// The reasons of the end that need no text of their own.
const ENDINGS: [(&str, Ending); 7] = [
    ("normal", Ending::Played),
    ("unterminated", Ending::Unfinished),
    ("resignation", Ending::Resigned),
    ("time forfeit", Ending::TimedOut),
    ("agreement", Ending::Agreed),
    ("adjudication", Ending::Adjudicated),
    ("rules infraction", Ending::Forfeited),
];

/// Reads the reason of the end.
fn parse_ending(text: &str) -> Ending {
    let (reason, detail) = text.split_once(':').unwrap_or((text, ""));
    let detail = detail.strip_prefix(' ').unwrap_or(detail).to_owned();
    match reason {
        "illegal move" => Ending::IllegalMove(detail),
        "crash" => Ending::Crashed(detail),
        _ => {
            let mut known = ENDINGS.into_iter();
            known.find(|(name, _)| *name == text).map_or(Ending::Unknown, |(_, ending)| ending)
        }
    }
}
