//! The names that the program defines itself.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use proc_macro2::Span;
use syn::visit::{self, Visit};

use super::roles::Roles;
use crate::emit::print::joined;
use crate::error::Result;
use crate::read::macros::{inside_macros, inside_own_macros};
use crate::read::source::Sources;
use crate::read::syntax::{self, Detail, Piece, PieceKind};
use crate::token::Text;
use crate::token::{is_keyword, Kind, Token};

/// Which identifiers in patterns may change. One that a glob of another crate brings into scope is a
/// constant or a variant there, and no binding; the tokens do not tell the two apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Patterns {
    /// All but capitalised ones that the program does not define.
    Defined,
    /// No capitalised ones.
    LowerCase,
    /// None.
    Keep,
}

/// Finds the names of items, members, fields, variants, locals, parameters, lifetimes and macro variables,
/// and the places in which each is the program's own.
pub(super) fn find(
    tokens: &[Token],
    patterns: Patterns,
    sources: &Sources,
) -> Result<BTreeMap<Rc<str>, Roles>> {
    let text = joined(tokens);
    let mut names = Candidates {
        tokens,
        text: &text,
        found: BTreeMap::new(),
        defined: BTreeSet::new(),
        bound: BTreeSet::new(),
    };
    let pieces = syntax::pieces(tokens, Detail::Items, sources)?;
    for piece in pieces.iter().filter(|piece| is_own(&pieces, piece)) {
        if let Some(name) = piece.name {
            names.define(name, roles(&pieces, piece));
        }
    }
    if let Ok(file) = syn::parse_file(&text.text) {
        names.visit_file(&file);
    }
    in_macros(tokens, &mut names);
    for at in (0..tokens.len()).filter(|&at| is_own_lifetime(&tokens[at])) {
        names.add(at, Roles::ANY);
    }
    let Candidates { mut found, defined, bound, .. } = names;
    let may_be_elsewhere = |name: &Rc<str>| {
        let capitalised = name.starts_with(char::is_uppercase);
        match patterns {
            Patterns::Defined => capitalised && !defined.contains(name),
            Patterns::LowerCase => capitalised,
            Patterns::Keep => true,
        }
    };
    found.retain(|name, _| {
        let is_word = is_keyword(name) || name.starts_with('_') || name.starts_with("r#");
        !is_word && &**name != "main" && !(bound.contains(name) && may_be_elsewhere(name))
    });
    Ok(found)
}

struct Candidates<'a> {
    tokens: &'a [Token],
    /// The print of the tokens that syn reads.
    text: &'a Text,
    found: BTreeMap<Rc<str>, Roles>,
    /// Names that the program defines, not only in a pattern.
    defined: BTreeSet<Rc<str>>,
    /// Names in patterns.
    bound: BTreeSet<Rc<str>>,
}

impl Candidates<'_> {
    fn add(&mut self, at: usize, roles: Roles) {
        self.found.entry(self.tokens[at].text.clone()).or_default().add(roles);
    }

    fn define(&mut self, at: usize, roles: Roles) {
        self.add(at, roles);
        self.defined.insert(self.tokens[at].text.clone());
    }

    fn token(&self, span: Span) -> usize {
        self.text.at(span.byte_range().start)
    }
}

fn roles(pieces: &[Piece], piece: &Piece) -> Roles {
    let parent = piece.parent.map(|parent| pieces[parent].kind);
    match piece.kind {
        PieceKind::Field => Roles::FIELD,
        _ if matches!(parent, Some(PieceKind::Impl | PieceKind::Trait)) => Roles::MEMBER,
        _ => Roles::ITEM,
    }
}

/// Whether a piece's name is the program's own choice: not in an impl of a trait, where the trait chose it.
fn is_own(pieces: &[Piece], piece: &Piece) -> bool {
    let parent = piece.parent.map(|parent| &pieces[parent]);
    !parent.is_some_and(|parent| parent.of_trait.is_some() || parent.kind == PieceKind::ExternBlock)
        && piece.kind != PieceKind::ExternCrate
}

fn is_own_lifetime(token: &Token) -> bool {
    token.kind == Kind::Lifetime
        && &*token.text != "'static"
        && &*token.text != "'_"
        && !token.text.starts_with("'r#")
}

/// Names after a keyword that defines them, and macro variables. The use of any other name in a macro is
/// unknown.
fn in_macros(tokens: &[Token], names: &mut Candidates) {
    let inside = inside_macros(tokens);
    let own = inside_own_macros(tokens);
    let keywords = ["fn", "let", "mut", "struct", "enum", "trait", "type", "const", "static", "mod", "$"];
    for at in 1..tokens.len() {
        let defines = inside[at] && keywords.iter().any(|keyword| tokens[at - 1].is(keyword));
        if tokens[at].is_ident() && (defines || own[at] && names.found.contains_key(&tokens[at].text)) {
            if defines {
                names.define(at, Roles::ANY);
            } else {
                names.add(at, Roles::ANY);
            }
        }
    }
}

impl<'ast> Visit<'ast> for Candidates<'_> {
    fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
        let at = self.token(pat.ident.span());
        self.add(at, Roles::LOCAL);
        self.bound.insert(self.tokens[at].text.clone());
        visit::visit_pat_ident(self, pat);
    }

    fn visit_type_param(&mut self, parameter: &'ast syn::TypeParam) {
        self.define(self.token(parameter.ident.span()), Roles::LOCAL);
        visit::visit_type_param(self, parameter);
    }

    fn visit_const_param(&mut self, parameter: &'ast syn::ConstParam) {
        self.define(self.token(parameter.ident.span()), Roles::LOCAL);
        visit::visit_const_param(self, parameter);
    }

    fn visit_use_rename(&mut self, rename: &'ast syn::UseRename) {
        self.define(self.token(rename.rename.span()), Roles::ITEM);
        visit::visit_use_rename(self, rename);
    }
}
