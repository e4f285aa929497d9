//! In which of its places a name is the program's own.
//!
//! `count` may be our field and a method of every iterator. What stands before and behind a name tells fields,
//! methods, ends of paths and everything else apart, so each may be renamed alone.

use crate::token::Token;

/// A set of places a name can stand in. Plain places (definitions, locals, heads of paths) always belong to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Roles {
    /// After `::`.
    pub(super) path: bool,
    /// After `.`, not called.
    pub(super) field: bool,
    /// After `.`, called.
    pub(super) method: bool,
}

impl Roles {
    /// Only plain places: a local.
    pub(super) const LOCAL: Self = Self { path: false, field: false, method: false };
    /// A field.
    pub(super) const FIELD: Self = Self { path: false, field: true, method: false };
    /// A function, type, constant, module or variant.
    pub(super) const ITEM: Self = Self { path: true, field: false, method: false };
    /// An associated item.
    pub(super) const MEMBER: Self = Self { path: true, field: false, method: true };
    /// Nobody knows.
    pub(super) const ANY: Self = Self { path: true, field: true, method: true };

    /// Adds the places of `other`.
    pub(super) fn add(&mut self, other: Self) {
        self.path |= other.path;
        self.field |= other.field;
        self.method |= other.method;
    }

    /// Whether the name at `at` stands in one of these places.
    pub(super) fn hold(self, tokens: &[Token], at: usize) -> bool {
        let follows = |text: &str| at > 0 && tokens[at - 1].is(text);
        let called = tokens.get(at + 1).is_some_and(|next| next.is("(") || next.is("::"));
        if follows(".") {
            if called {
                self.method
            } else {
                self.field
            }
        } else {
            !follows("::") || self.path
        }
    }
}
