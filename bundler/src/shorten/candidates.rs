//! The names that the program defines itself.

use std::collections::BTreeSet;
use std::rc::Rc;

use proc_macro2::Span;
use syn::visit::{self, Visit};

use crate::error::Result;
use crate::print::{joined, Text};
use crate::source::Sources;
use crate::strip::inside_macros;
use crate::syntax::{self, Detail, Piece, PieceKind};
use crate::token::{is_keyword, Kind, Token};

/// Finds the names of items, members, fields, variants, locals, parameters, lifetimes and macro variables.
pub(super) fn find(tokens: &[Token], sources: &Sources) -> Result<BTreeSet<Rc<str>>> {
    let mut names = BTreeSet::new();
    let pieces = syntax::pieces(tokens, Detail::Items, sources)?;
    for piece in pieces.iter().filter(|piece| is_own(&pieces, piece)) {
        names.extend(piece.name.map(|name| tokens[name].text.clone()));
    }
    let text = joined(tokens);
    if let Ok(file) = syn::parse_file(&text.text) {
        let mut locals = Locals { tokens, text: &text, names: &mut names };
        locals.visit_file(&file);
    }
    in_macros(tokens, &mut names);
    names.extend(tokens.iter().filter(|token| is_own_lifetime(token)).map(|token| token.text.clone()));
    names.retain(|name| {
        !is_keyword(name) && !name.starts_with('_') && !name.starts_with("r#") && &**name != "main"
    });
    Ok(names)
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

/// Names after a keyword that defines them, and macro variables.
fn in_macros(tokens: &[Token], names: &mut BTreeSet<Rc<str>>) {
    let inside = inside_macros(tokens);
    let keywords = ["fn", "let", "mut", "struct", "enum", "trait", "type", "const", "static", "mod", "$"];
    for at in 1..tokens.len() {
        let defines = inside[at] && keywords.iter().any(|keyword| tokens[at - 1].is(keyword));
        if defines && tokens[at].is_ident() {
            names.insert(tokens[at].text.clone());
        }
    }
}

struct Locals<'a> {
    tokens: &'a [Token],
    text: &'a Text,
    names: &'a mut BTreeSet<Rc<str>>,
}

impl Locals<'_> {
    fn add(&mut self, span: Span) {
        self.names.insert(self.tokens[self.text.at(span.byte_range().start)].text.clone());
    }
}

impl<'ast> Visit<'ast> for Locals<'_> {
    fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
        self.add(pat.ident.span());
        visit::visit_pat_ident(self, pat);
    }

    fn visit_type_param(&mut self, parameter: &'ast syn::TypeParam) {
        self.add(parameter.ident.span());
        visit::visit_type_param(self, parameter);
    }

    fn visit_const_param(&mut self, parameter: &'ast syn::ConstParam) {
        self.add(parameter.ident.span());
        visit::visit_const_param(self, parameter);
    }

    fn visit_use_rename(&mut self, rename: &'ast syn::UseRename) {
        self.add(rename.rename.span());
        visit::visit_use_rename(self, rename);
    }
}
