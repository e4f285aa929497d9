//! What the analyst says of a move or of an input: a key and arguments, and its text in each language.

use std::collections::BTreeMap;

use outflank::game::Color;
use outflank::square::Square;
use serde::Serialize;

/// The files with the texts of all sentences, each by the tag of its language.
pub const FILES: [(&str, &str); 4] = [
    ("en", include_str!("../data/sentences/en.ftl")),
    ("fr", include_str!("../data/sentences/fr.ftl")),
    ("ja", include_str!("../data/sentences/ja.ftl")),
    ("zh-Hans", include_str!("../data/sentences/zh-Hans.ftl")),
];

/// An argument of a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Argument {
    /// A number of moves, squares or discs.
    Count(u32),
    /// A square, a name, a score, an excerpt, or a word of the code that the message chooses by.
    Text(String),
    /// A sentence inside this one.
    Sentence(Box<Sentence>),
}

impl From<u32> for Argument {
    fn from(count: u32) -> Self {
        Self::Count(count)
    }
}

impl From<String> for Argument {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Argument {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl From<Square> for Argument {
    fn from(square: Square) -> Self {
        Self::Text(square.to_string())
    }
}

impl From<Sentence> for Argument {
    fn from(sentence: Sentence) -> Self {
        Self::Sentence(Box::new(sentence))
    }
}

/// A sentence: the message `analyst-KEY` with these arguments. `color` is the side that it counts for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sentence {
    /// The key of its message.
    pub key: &'static str,
    /// The arguments by name.
    pub args: BTreeMap<&'static str, Argument>,
}

impl Sentence {
    /// A sentence without arguments.
    pub fn new(key: &'static str) -> Self {
        Self { key, args: BTreeMap::new() }
    }

    /// The sentence, counting for a side.
    #[must_use]
    pub fn of(self, color: Color) -> Self {
        self.with("color", if color == Color::Black { "black" } else { "white" })
    }

    /// The sentence with an argument more.
    #[must_use]
    pub fn with(mut self, name: &'static str, argument: impl Into<Argument>) -> Self {
        self.args.insert(name, argument.into());
        self
    }
}

impl From<&'static str> for Sentence {
    fn from(key: &'static str) -> Self {
        Self::new(key)
    }
}

#[cfg(not(target_arch = "wasm32"))]
pub use english::english;

#[cfg(not(target_arch = "wasm32"))]
mod english {
    //! The English text: the page has its own reader of the messages.

    use std::borrow::Cow;
    use std::sync::OnceLock;

    use fluent_bundle::concurrent::FluentBundle;
    use fluent_bundle::{FluentArgs, FluentResource};

    use super::{Argument, Sentence, FILES};

    type Bundle = FluentBundle<FluentResource>;

    /// The English messages.
    fn messages() -> &'static Bundle {
        static MESSAGES: OnceLock<Bundle> = OnceLock::new();
        MESSAGES.get_or_init(|| {
            let resource = FluentResource::try_new(FILES[0].1.to_owned());
            let mut bundle = Bundle::new_concurrent(vec!["en".parse().unwrap_or_default()]);
            bundle.set_use_isolating(false);
            bundle.add_resource_overriding(resource.unwrap_or_else(|(resource, _)| resource));
            bundle
        })
    }

    fn message(name: &str, arguments: Option<&FluentArgs<'_>>) -> Option<String> {
        let pattern = messages().get_message(name)?.value()?;
        Some(messages().format_pattern(pattern, arguments, &mut Vec::new()).into_owned())
    }

    /// The sentence in English.
    pub fn english(sentence: &Sentence) -> String {
        let mut arguments = FluentArgs::new();
        if let Some(Argument::Text(color)) = sentence.args.get("color") {
            arguments.set("side", message(&format!("analyst-side-{color}"), None).unwrap_or_default());
        }
        for (&name, argument) in &sentence.args {
            match argument {
                Argument::Count(count) => arguments.set(name, *count),
                Argument::Text(text) => arguments.set(name, Cow::Borrowed(text.as_str())),
                Argument::Sentence(inner) => arguments.set(name, english(inner)),
            }
        }
        message(&format!("analyst-{}", sentence.key), Some(&arguments)).unwrap_or_default()
    }
}
