//! In which of its places a name is the program's own.
//!
//! `count` may be our field and a method of every iterator. The tokens before and after a name distinguish
//! fields, methods, ends of paths and everything else, so each may be renamed alone.

use crate::read::syntax::{Piece, PieceKind};
use crate::token::Token;

/// The origin of a name, as far as its place shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The definition of a member in an impl of a trait from elsewhere: the trait did.
    Given,
    /// The definition of a member of a type or trait of ours.
    Member,
    /// The tokens around it decide.
    Other,
}

/// The places of `tokens`.
pub(super) fn places(tokens: &[Token], pieces: &[Piece]) -> Vec<Place> {
    let mut places = vec![Place::Other; tokens.len()];
    let is_ours = |of_trait: usize| {
        let mut traits = pieces.iter().filter(|piece| piece.kind == PieceKind::Trait);
        traits.any(|piece| piece.is_called(tokens, &tokens[of_trait].text))
    };
    for piece in pieces {
        let (Some(name), Some(parent)) = (piece.name, piece.parent.map(|parent| &pieces[parent])) else {
            continue;
        };
        if matches!(parent.kind, PieceKind::Impl | PieceKind::Trait) {
            let given = parent.of_trait.is_some_and(|of_trait| !is_ours(of_trait));
            places[name] = if given { Place::Given } else { Place::Member };
        }
    }
    places
}

/// A set of syntactic places of a name. Plain places (definitions, locals, heads of paths) always belong to
/// it, those of members aside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Roles {
    /// After `::`, as an item or variant.
    pub(super) path: bool,
    /// Where a member is defined, and after `::` as one.
    pub(super) member: bool,
    /// After `.`, not called.
    pub(super) field: bool,
    /// After `.`, called.
    pub(super) method: bool,
}

impl Roles {
    /// Only plain places: a local.
    pub(super) const LOCAL: Self = Self { path: false, member: false, field: false, method: false };
    /// A field.
    pub(super) const FIELD: Self = Self { field: true, ..Self::LOCAL };
    /// A function, type, constant, module or variant.
    pub(super) const ITEM: Self = Self { path: true, ..Self::LOCAL };
    /// An associated item.
    pub(super) const MEMBER: Self = Self { member: true, method: true, ..Self::LOCAL };
    /// Every place, for a name whose use is unknown.
    pub(super) const ANY: Self = Self { path: true, member: true, field: true, method: true };

    /// Adds the places of `other`.
    pub(super) fn add(&mut self, other: Self) {
        self.path |= other.path;
        self.member |= other.member;
        self.field |= other.field;
        self.method |= other.method;
    }

    /// These places without those of members, where `.` and `::` tell the two apart; none for the name of an
    /// item.
    pub(super) fn without_members(self) -> Option<Self> {
        let apart = (self.member || self.method) && !self.path;
        apart.then_some(Self { member: false, method: false, ..self })
    }

    /// Whether the name at `at`, in `place`, belongs to these places.
    pub(super) fn hold(self, tokens: &[Token], at: usize, place: Place) -> bool {
        let follows = |text: &str| at > 0 && tokens[at - 1].is(text);
        let called = tokens.get(at + 1).is_some_and(|next| next.is("(") || next.is("::"));
        match place {
            Place::Given => false,
            Place::Member => self.member,
            Place::Other if follows(".") && called => self.method,
            Place::Other if follows(".") => self.field,
            Place::Other => !follows("::") || self.path || self.member,
        }
    }
}
