//! The bundle's size in the judge's unit, and which module it comes from.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::read::source::Sources;
use crate::token::Text;
use crate::token::Token;

/// The size of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Size {
    /// UTF-16 code units: what the site counts.
    pub units: usize,
    /// Unicode scalar values.
    pub scalars: usize,
    /// UTF-8 bytes.
    pub bytes: usize,
}

impl Size {
    /// The size of `text`.
    pub fn of(text: &str) -> Self {
        let mut size = Self { bytes: text.len(), ..Self::default() };
        for character in text.chars() {
            size.units += character.len_utf16();
            size.scalars += 1;
        }
        size
    }

    fn add(&mut self, other: Self) {
        self.units += other.units;
        self.scalars += other.scalars;
        self.bytes += other.bytes;
    }
}

/// One module's share of the bundle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Share {
    /// `code`, or for a generated file its module's own name (`weights`, `book`).
    pub class: String,
    /// The module's path; `(bundler)` for what the bundler wrote itself.
    pub module: String,
    /// Its size, with the white space before its tokens.
    pub size: Size,
}

/// The shares of `text`, the print of `tokens`, data first, then by size.
pub(crate) fn shares(text: &Text, tokens: &[Token], sources: &Sources) -> Vec<Share> {
    let mut shares: BTreeMap<(String, String), Size> = BTreeMap::new();
    let mut from = 0;
    for (index, token) in tokens.iter().enumerate() {
        let to = text.starts[index] + token.text.len();
        let name = name(token.origin.map(|origin| origin.file), sources);
        shares.entry(name).or_default().add(Size::of(&text.text[from..to]));
        from = to;
    }
    shares.entry(name(None, sources)).or_default().add(Size::of(&text.text[from..]));
    let mut shares: Vec<Share> =
        shares.into_iter().map(|((class, module), size)| Share { class, module, size }).collect();
    shares.sort_by(|one, other| {
        let key =
            |share: &Share| (share.class == "code", usize::MAX - share.size.units, share.module.clone());
        key(one).cmp(&key(other))
    });
    shares
}

fn name(file: Option<u32>, sources: &Sources) -> (String, String) {
    let Some(file) = file else { return ("code".into(), "(bundler)".into()) };
    let file = sources.file(file);
    let own = file.module.rsplit("::").next().unwrap_or("").to_owned();
    (if file.is_generated() { own } else { "code".into() }, file.module.clone())
}
