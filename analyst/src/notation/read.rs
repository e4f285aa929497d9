//! The one reader of all formats, which it recognises by content.

use std::ops::ControlFlow;

use super::codingame;
use super::error::{char_boundary, Fault, Place, ReadError};
use super::input::{decode, unpack, Limits};
use super::record::Item;
use super::source::{Event, Sink, Source};
use super::wthor::{self, Names};
use super::{ggf, json, pgn, plain, sgf};

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
                let message = format!("expected at most {} games, more came", limits.items);
                refused = Some(ReadError { name: name.to_owned(), place: Place::Whole, message });
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
    if wthor::is_wthor(&bytes) {
        let _ = wthor::read(&bytes, name, names, sink);
        return;
    }
    let text = decode(&bytes);
    let mut source = Source::new(name, &text, sink);
    let _ = match kind_of(&text) {
        Kind::Json => json::read(&mut source),
        Kind::Ggf => ggf::read(&mut source),
        Kind::Sgf => sgf::read(&mut source),
        Kind::Pgn => pgn::read(&mut source),
        Kind::Plain => plain::read(&mut source),
        Kind::Console => {
            let game = codingame::read_console(&text).map(Item::Game);
            source.item_or_fault(game.map_err(|message| Fault::at(0, message)))
        }
    };
}

/// The format of a text, by its first characters after blank lines and comments.
fn kind_of(text: &str) -> Kind {
    let is_content = |line: &&str| !line.is_empty() && !line.starts_with(['#', '%']);
    let line = text.lines().map(str::trim).find(is_content).unwrap_or_default();
    let mut characters = line.chars().filter(|c| !c.is_whitespace());
    let list = line.trim_start_matches(|c: char| c.is_ascii_digit() || c.is_whitespace());
    match [characters.next(), characters.next()] {
        [Some('{'), _] => Kind::Json,
        [Some('['), None | Some('{' | '[' | ']')] => Kind::Json,
        [Some('['), Some(letter)] if letter.is_ascii_alphabetic() && line.contains('"') => Kind::Pgn,
        _ if list.starts_with('(') => kind_of_list(text),
        _ if text.contains("Standard Output Stream") => Kind::Console,
        _ if text.contains('{') && line.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '{') => {
            Kind::Pgn
        }
        _ => Kind::Plain,
    }
}

/// GGF names the game, SGF its number.
fn kind_of_list(text: &str) -> Kind {
    let start = text.find('(').unwrap_or_default();
    let end = char_boundary(text, start + 4_096);
    let head = &text[start..end];
    let is_ggf = match head.find("GM[") {
        Some(game) => !head[game + 3..].trim_start().starts_with(|c: char| c.is_ascii_digit()),
        None => head.contains("BO["),
    };
    if is_ggf {
        Kind::Ggf
    } else {
        Kind::Sgf
    }
}
