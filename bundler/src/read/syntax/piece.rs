//! The pieces of a program: what they are and which tokens they cover.

use std::ops::Range;

use crate::read::attribute::Attribute;
use crate::token::Token;

/// The kind of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PieceKind {
    /// `fn`, anywhere.
    Fn,
    /// `const` or associated const.
    Const,
    /// `static`.
    Static,
    /// `struct` or `union`.
    Struct,
    /// `enum`.
    Enum,
    /// `trait`.
    Trait,
    /// `type` or associated type.
    Type,
    /// `mod`.
    Mod,
    /// `use`.
    Use,
    /// `extern crate`.
    ExternCrate,
    /// `extern "C" { ... }`.
    ExternBlock,
    /// `impl`.
    Impl,
    /// `macro_rules!`.
    MacroRules,
    /// A macro invocation as an item.
    MacroCall,
    /// A named or numbered field of a struct, union or variant.
    Field,
    /// A variant.
    Variant,
    /// A match arm.
    Arm,
    /// A statement that is no item.
    Statement,
    /// Something else in a list: an argument, an array element, a parameter, a field's value or pattern.
    Element,
    /// An item that syn does not know.
    Other,
}

#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub kind: PieceKind,
    pub range: Range<usize>,
    /// Its first token after the outer attributes.
    pub head: usize,
    /// Its name's token.
    pub name: Option<usize>,
    /// The piece around it, by index.
    pub parent: Option<usize>,
    /// For an `impl`: the last name of the trait's path.
    pub of_trait: Option<usize>,
    /// For an `impl`: the last name of the type's path.
    pub of_type: Option<usize>,
}

impl Piece {
    /// Whether its name is `name`.
    pub(crate) fn is_called(&self, tokens: &[Token], name: &str) -> bool {
        self.name.is_some_and(|at| &*tokens[at].text == name)
    }

    /// The outer attributes among `tokens`, with the index at which each starts. Doc comments are left out.
    pub(crate) fn attributes<'a>(&self, tokens: &'a [Token]) -> Vec<(usize, Attribute<'a>)> {
        let attribute = |at| Some((at, Attribute::at(&tokens[..self.head], at)?));
        (self.range.start..self.head).filter_map(attribute).collect()
    }
}

/// The pieces that [`super::pieces`] finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// Items, members, fields and variants.
    Items,
    /// Statements, arms and list elements too.
    Everything,
}
