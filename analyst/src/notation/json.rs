//! JSON from outside, within bounds: a stream of objects, each small enough to be held.

use std::ops::ControlFlow;

use serde::de::Error;
use serde_json::value::RawValue;
use serde_json::Value;

use super::error::{char_boundary, quoted_message, quoting, Fault};
use super::replay::Found;
use super::source::Source;
use super::text::find_line;
use super::{arena, codingame, own};
use crate::sentence::Sentence;

/// Values in one object: a game has about 1,000.
const MAX_VALUES: usize = 100_000;

/// Reads objects one after the other: a single one, arrays of them, or one a line.
pub(super) fn read(source: &mut Source<'_, '_>) -> ControlFlow<()> {
    let text = source.text;
    let mut header = None;
    // Headers of mail or of a server may come before the first object.
    let mut at = start(text).unwrap_or(0);
    loop {
        let is_between = |c: char| c.is_whitespace() || matches!(c, '[' | ',' | ']');
        at += text[at..].len() - text[at..].trim_start_matches(is_between).len();
        if at == text.len() {
            return ControlFlow::Continue(());
        }
        let mut values = serde_json::Deserializer::from_str(&text[at..]).into_iter::<&RawValue>();
        match values.next() {
            Some(Ok(raw)) => {
                let value = parse(raw).map_err(|error| fault_of(&error, raw.get(), at));
                match value.and_then(|value| items_of(&value, &mut header).map_err(|why| Fault::at(at, why)))
                {
                    Ok(items) => items.into_iter().try_for_each(|found| source.found(at, Ok(found)))?,
                    Err(fault) => source.fault(fault)?,
                }
                at += values.byte_offset().max(1);
            }
            Some(Err(error)) => {
                let fault = fault_of(&error, &text[at..], at);
                // Goes on with the next line that starts an object; nothing is parsed twice.
                let from = fault.offset.saturating_sub(2).max(at + 1);
                source.fault(fault)?;
                let from = char_boundary(text, from).max(at);
                at = text[from..].find("\n{").map_or(text.len(), |newline| (from + newline).max(at + 1));
            }
            None => return ControlFlow::Continue(()),
        }
    }
}

/// Parses one value within bounds. The depth is bounded by `serde_json`.
fn parse(raw: &RawValue) -> serde_json::Result<Value> {
    if count_values(raw.get()) > MAX_VALUES {
        return Err(Error::custom(format!("an object with at most {MAX_VALUES} values")));
    }
    serde_json::from_str(raw.get())
}

/// The offset of the first line that starts an object or an array of them.
pub(super) fn start(text: &str) -> Option<usize> {
    find_line(text, |line| {
        let mut characters = line.chars().filter(|c| !c.is_whitespace());
        matches!(
            [characters.next(), characters.next()],
            [Some('{'), None | Some('"' | '}')] | [Some('['), None | Some('{' | '[' | ']')]
        )
    })
}

/// The refusal of a text that starts at `at`. The message lacks its ` at line 1 column 2`, which counts from
/// there.
fn fault_of(error: &serde_json::Error, text: &str, at: usize) -> Fault {
    let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1));
    let offset = lines.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
    let message = error.to_string();
    let place = message.rfind(" at line ").unwrap_or(message.len());
    let sentence = Sentence::new("read-json").with("detail", quoted_message(&message[..place]));
    Fault::at(at + offset.min(text.len()), sentence)
}

/// The games and positions that an object describes. `header` is that of its results file.
fn items_of(value: &Value, header: &mut Option<[String; 2]>) -> Result<Vec<Found>, Sentence> {
    let value = unwrapped(value);
    let has = |field: &str| !value[field].is_null();
    let one = |found: Result<Found, Sentence>| Ok(vec![found?]);
    if has("format") {
        one(own::read(value))
    } else if has("frames") {
        one(codingame::read_battle(value))
    } else if has("outputs") {
        one(codingame::read_runner(value))
    } else if has("rounds") {
        arena::read_export(value)
    } else if has("turns") && has("termination") {
        one(arena::read_record(value))
    } else if has("turns") {
        one(arena::read_referee(value))
    } else if has("pair") && has("games") {
        arena::read_pair(value, header.as_ref().ok_or("read-no-header")?)
    } else if has("bots") && has("openings") {
        *header = Some(arena::bots_of_header(value)?);
        Ok(Vec::new())
    } else {
        Err(no_game(value))
    }
}

/// The answer inside the wrappings that tools put around it.
fn unwrapped(mut value: &Value) -> &Value {
    const DEEPEST: usize = 8;
    for _ in 0..DEEPEST {
        let inner = [
            &value["success"],
            &value["gameResult"],
            &value["rawResponse"],
            &value["metadata"]["rawResponse"],
        ];
        match inner.into_iter().find(|inner| inner.is_object()) {
            Some(inner) if value["frames"].is_null() => value = inner,
            _ => break,
        }
    }
    value
}

fn no_game(value: &Value) -> Sentence {
    let Some(object) = value.as_object() else {
        return quoting("read-no-object", &value.to_string());
    };
    if object.contains_key("gameId") && object.contains_key("players") {
        return "read-battle-list".into();
    }
    let fields: Vec<&str> = object.keys().take(6).map(String::as_str).collect();
    quoting("read-other-object", &fields.join(", "))
}

/// The values in a text that is JSON: one more behind each bracket and each comma.
fn count_values(json: &str) -> usize {
    let (mut count, mut bytes) = (1, json.bytes());
    while let Some(byte) = bytes.next() {
        match byte {
            b'[' | b'{' | b',' => count += 1,
            b'"' => skip_text(&mut bytes),
            _ => {}
        }
    }
    count
}

/// Skips the rest of a text, its quotation mark included.
fn skip_text(bytes: &mut std::str::Bytes<'_>) {
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => return,
            b'\\' => _ = bytes.next(),
            _ => {}
        }
    }
}
