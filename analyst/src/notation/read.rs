//! The one reader of all formats, which it recognises by content.

use std::borrow::Cow;
use std::ops::ControlFlow;

use super::codingame;
use super::error::{Fault, ReadError};
use super::input::{decode, foreign_kind, unpack, Limits};
use super::movetext::{is_prose, leading_number};
use super::properties::{self, Token, Tokens};
use super::record::Item;
use super::source::{Event, Sink, Source};
use super::text::find_line;
use super::wthor::{self, Names};
use super::{ggf, json, pgn, plain, sgf};
use crate::sentence::Sentence;

/// How a text is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Json,
    Ggf,
    Sgf,
    Pgn,
    Console,
    Plain,
}

/// Reads everything that an input holds, in its order.
///
/// # Errors
/// For the first part that cannot be read, and for more than [`Limits::items`] items.
pub fn read(bytes: &[u8], name: &str) -> Result<Vec<Item>, ReadError> {
    let limits = Limits::default();
    let mut items = Vec::new();
    let mut refused = None;
    read_each(bytes, name, &Names::default(), &limits, &mut |event| {
        match event {
            Event::Item(_) if items.len() == limits.items => {
                let message = Sentence::new("read-many-games").with("count", limits.items as u32);
                refused = Some(ReadError::of_whole(name, message));
            }
            Event::Item(item) => items.push(item),
            Event::Error(error) => refused = Some(error),
            Event::Remark(_) => {}
        }
        if refused.is_some() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    match refused {
        Some(error) => Err(error),
        None if items.is_empty() => Err(ReadError::nothing_in(name)),
        None => Ok(items),
    }
}

/// Hands over what an input holds, one event at a time, until the sink breaks. `names` are those that the
/// games of a WTHOR file refer to.
pub fn read_each(bytes: &[u8], name: &str, names: &Names, limits: &Limits, sink: &mut Sink<'_>) {
    let bytes = match unpack(bytes, name, limits) {
        Ok(bytes) => bytes,
        Err(error) => {
            let _ = sink(Event::Error(error));
            return;
        }
    };
    if let Some(kind) = foreign_kind(&bytes) {
        let message = Sentence::new("read-foreign").with("kind", kind);
        let _ = sink(Event::Error(ReadError::of_whole(name, message)));
        return;
    }
    if wthor::is_wthor(&bytes) {
        let _ = wthor::read(&bytes, name, names, sink);
        return;
    }
    let text = decode(&bytes);
    let kind = kind_of(&text);
    let text = if kind == Kind::Plain { with_narrow_letters(text) } else { text };
    let mut source = Source::new(name, &text, sink);
    let _ = match kind {
        Kind::Json => json::read(&mut source),
        Kind::Ggf => ggf::read(&mut source),
        Kind::Sgf => sgf::read(&mut source),
        Kind::Pgn => pgn::read(&mut source),
        Kind::Plain => plain::read(&mut source),
        Kind::Console => {
            let game = codingame::read_console(&text);
            source.found(0, game.map_err(|message| Fault::at(0, message)))
        }
    };
}

/// The format of a text: by its first character, or by the first line that only one format has. Text before
/// that, such as the headers of a mail, is no game.
fn kind_of(text: &str) -> Kind {
    let is_content = |line: &&str| !line.is_empty() && !line.starts_with(['#', '%', ';']);
    let mut lines = text.lines().map(str::trim).filter(is_content);
    let first = lines.clone().next().unwrap_or_default();
    if json::start(first) == Some(0) || first.starts_with('{') {
        return Kind::Json;
    }
    if text.contains("Standard Output Stream") {
        return Kind::Console;
    }
    let list = properties::next_start(text, 0);
    let tag = find_line(text, pgn::is_tag_line);
    match (list, tag) {
        (Some(list), tag) if tag.is_none_or(|tag| list < tag) => return kind_of_list(text, list),
        (_, Some(_)) => return Kind::Pgn,
        _ => {}
    }
    let moves = lines.find(|line| !is_prose(line)).unwrap_or_default();
    let is_moves = leading_number(moves).is_some() || moves.starts_with(|c: char| c.is_ascii_alphabetic());
    match text {
        _ if is_prose(first) && json::start(text).is_some() => Kind::Json,
        _ if is_moves && text.contains(['{', '(']) && !text.contains("MSG") => Kind::Pgn,
        _ => Kind::Plain,
    }
}

/// A text in which the full-width letters, digits and blanks of Asian keyboards are the usual ones, and
/// invisible blanks visible.
fn with_narrow_letters(text: Cow<'_, str>) -> Cow<'_, str> {
    // All of them take three bytes of UTF-8.
    if !text.bytes().any(|byte| byte >= 0xe2) {
        return text;
    }
    let narrow = |c: char| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' => ' ',
        c => c,
    };
    text.chars().map(narrow).collect()
}

/// GGF names the game, SGF its number.
fn kind_of_list(text: &str, at: usize) -> Kind {
    const MAX_TOKENS: usize = 32;
    let is_ggf = Tokens::new(text, at + 1, true).take(MAX_TOKENS).find_map(|token| match token {
        Ok((_, Token::Property(property))) if property.name == "GM" => {
            Some(!property.text().starts_with(|c: char| c.is_ascii_digit()))
        }
        Ok((_, Token::Property(property))) if property.name == "BO" => Some(true),
        _ => None,
    });
    if is_ggf == Some(true) {
        Kind::Ggf
    } else {
        Kind::Sgf
    }
}
