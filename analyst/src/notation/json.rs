//! JSON from outside, within bounds: a stream of objects, each small enough to be held.

use std::cell::Cell;
use std::fmt;
use std::ops::ControlFlow;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::error::{char_boundary, Fault, Shown, ShownMessage};
use super::source::{Found, Source};
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
        let mut values = serde_json::Deserializer::from_str(&text[at..]).into_iter::<Bounded>();
        match values.next() {
            Some(Ok(Bounded(value))) => {
                for found in items_of(&value, &mut header) {
                    source.found(at, found.map_err(|message| Fault::at(at, message)))?;
                }
                at += values.byte_offset().max(1);
            }
            Some(Err(error)) => {
                let offset = at + offset_of(&error, &text[at..]);
                let sentence = Sentence::new("read-json").with("detail", without_place(&error));
                source.fault(Fault::at(offset, sentence))?;
                // Goes on with the next line that starts an object; nothing is parsed twice.
                let from = offset.saturating_sub(2).max(at + 1);
                let from = char_boundary(text, from).max(at);
                at = text[from..].find("\n{").map_or(text.len(), |newline| (from + newline).max(at + 1));
            }
            None => return ControlFlow::Continue(()),
        }
    }
}

/// The offset of the first line that starts an object or an array of them.
pub(super) fn start(text: &str) -> Option<usize> {
    let is_start = |line: &str| {
        let mut characters = line.chars().filter(|c| !c.is_whitespace());
        matches!(
            [characters.next(), characters.next()],
            [Some('{'), None | Some('"' | '}')] | [Some('['), None | Some('{' | '[' | ']')]
        )
    };
    let mut offset = 0;
    text.split_inclusive('\n').find_map(|line| {
        offset += line.len();
        is_start(line).then_some(offset - line.len())
    })
}

/// The byte offset of an error in the text that was parsed.
fn offset_of(error: &serde_json::Error, text: &str) -> usize {
    let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1));
    let offset = lines.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
    offset.min(text.len())
}

/// The message without ` at line 1 column 2`, which counts from the wrong place.
fn without_place(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let place = message.rfind(" at line ").unwrap_or(message.len());
    ShownMessage(&message[..place]).to_string()
}

/// The games and positions that an object describes. `header` is that of its results file.
fn items_of(value: &Value, header: &mut Option<[String; 2]>) -> Vec<Result<Found, Sentence>> {
    let game = |game: Result<_, Sentence>| vec![game.map(Found::Game)];
    let games = |games: Result<Vec<_>, Sentence>| match games {
        Ok(games) => games.into_iter().map(|game| Ok(Found::Game(game))).collect(),
        Err(message) => vec![Err(message)],
    };
    let value = unwrapped(value);
    let has = |field: &str| !value[field].is_null();
    if has("format") {
        vec![own::read(value)]
    } else if has("frames") {
        game(codingame::read_battle(value))
    } else if has("outputs") {
        game(codingame::read_runner(value))
    } else if has("rounds") {
        games(arena::read_export(value))
    } else if has("turns") && has("termination") {
        game(arena::read_record(value))
    } else if has("turns") {
        game(arena::read_referee(value))
    } else if has("pair") && has("games") {
        match header {
            Some(bots) => games(arena::read_pair(value, bots)),
            None => vec![Err("read-no-header".into())],
        }
    } else if has("bots") && has("openings") {
        match arena::bots_of_header(value) {
            Ok(bots) => {
                *header = Some(bots);
                Vec::new()
            }
            Err(message) => vec![Err(message)],
        }
    } else {
        vec![Err(no_game(value))]
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
        return Sentence::new("read-no-object").with("text", Shown(&value.to_string()));
    };
    if object.contains_key("gameId") && object.contains_key("players") {
        return "read-battle-list".into();
    }
    let fields: Vec<&str> = object.keys().take(6).map(String::as_str).collect();
    Sentence::new("read-other-object").with("text", Shown(&fields.join(", ")))
}

/// A JSON value of at most [`MAX_VALUES`] values.
struct Bounded(Value);

impl<'de> Deserialize<'de> for Bounded {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let budget = Cell::new(MAX_VALUES);
        Builder { budget: &budget }.deserialize(deserializer).map(Self)
    }
}

/// Builds a value while the budget lasts. The depth is bounded by `serde_json`.
#[derive(Clone, Copy)]
struct Builder<'a> {
    budget: &'a Cell<usize>,
}

impl<'de> DeserializeSeed<'de> for Builder<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        let Some(rest) = self.budget.get().checked_sub(1) else {
            return Err(D::Error::custom(format!("an object with at most {MAX_VALUES} values")));
        };
        self.budget.set(rest);
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Builder<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Value, A::Error> {
        let mut array = Vec::new();
        while let Some(element) = elements.next_element_seed(self)? {
            array.push(element);
        }
        Ok(Value::Array(array))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(name) = entries.next_key::<String>()? {
            object.insert(name, entries.next_value_seed(self)?);
        }
        Ok(Value::Object(object))
    }
}
