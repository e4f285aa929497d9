//! `#[macro_export]` in a crate that is no longer at the root: a path to the macro replaces it.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::edit::Edits;
use crate::error::Result;
use crate::read::attribute::attributes;
use crate::read::lex::synthesised;
use crate::read::macros::definitions;
use crate::read::source::Sources;
use crate::read::syntax::{self, Detail, Piece, PieceKind};
use crate::token::Token;

/// Prepares one crate's exported macros: in a module of the bundle they are re-exported step by step up to
/// the crate's root, and if another crate loads them all (`textual`) their modules get `#[macro_use]`.
pub(super) fn settle(
    tokens: Vec<Token>,
    in_module: bool,
    textual: bool,
    sources: &Sources,
) -> Result<Vec<Token>> {
    let exported = attributes(&tokens).any(|(_, attribute)| attribute.name == "macro_export");
    if !exported || !(in_module || textual) {
        return Ok(tokens);
    }
    let pieces = syntax::pieces(&tokens, Detail::Items, sources)?;
    let mut after: Vec<(usize, String)> = Vec::new();
    let mut edits = Edits::default();
    let mut marked = Vec::new();
    let mut imports = Vec::new();
    for piece in pieces.iter().filter(|piece| piece.kind == PieceKind::MacroRules) {
        let attributes = piece.attributes(&tokens);
        let Some((start, attribute)) =
            attributes.iter().find(|(_, attribute)| attribute.name == "macro_export")
        else {
            continue;
        };
        let Some(name) = piece.name.map(|name| &tokens[name].text) else { continue };
        if in_module {
            edits.remove(*start..attribute.end);
            imports.extend(own_imports(&tokens, &pieces, piece.parent, name));
            after.push((piece.range.end, format!("\npub(crate) use {name};")));
        }
        for module in modules_around(&pieces, piece) {
            if in_module {
                let around = pieces.iter().position(|other| other.range == module.range);
                let parent = around.and_then(|module| pieces[module].parent);
                imports.extend(own_imports(&tokens, &pieces, parent, name));
                let own = module.name.map_or("", |at| &tokens[at].text);
                after.push((module.range.end, format!("\npub(crate) use {own}::{name};")));
            }
            if textual && !marked.contains(&module.head) {
                marked.push(module.head);
                after.push((module.head, "\n#[macro_use]".into()));
            }
        }
    }
    imports.into_iter().for_each(|import| edits.remove(import));
    after.sort_by_key(|(at, _)| *at);
    for group in after.chunk_by(|one, other| one.0 == other.0) {
        let text: String = group.iter().map(|(_, text)| text.as_str()).collect();
        let at = group[0].0;
        let origin = tokens[at.min(tokens.len() - 1)].origin;
        edits.replace(at..at, synthesised(&text, origin));
    }
    Ok(edits.apply(&tokens))
}

fn modules_around<'a>(pieces: &'a [Piece], piece: &Piece) -> impl Iterator<Item = &'a Piece> {
    let around = std::iter::successors(piece.parent, |&parent| pieces[parent].parent);
    around.map(|at| &pieces[at]).filter(|piece| piece.kind == PieceKind::Mod)
}

/// The declarations in the module `parent` that import the macro `name` under its own name; the re-export
/// towards the crate's root replaces them.
fn own_imports(tokens: &[Token], pieces: &[Piece], parent: Option<usize>, name: &str) -> Vec<Range<usize>> {
    let imports = pieces.iter().filter(|piece| piece.kind == PieceKind::Use && piece.parent == parent);
    let imports_it = |piece: &&Piece| {
        let declaration = &tokens[piece.range.clone()];
        let ends = declaration.len().checked_sub(2).is_some_and(|last| declaration[last].is(name));
        ends && !declaration.iter().any(|token| token.is("as") || token.is("{"))
    };
    imports.filter(imports_it).map(|piece| piece.range.clone()).collect()
}

/// Makes every `pub use` of an exported macro `pub(crate)`: without `#[macro_export]` a macro is no more
/// public.
pub(super) fn narrow_re_exports(tokens: &[Token], macros: &BTreeSet<String>) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
    for (at, token) in tokens.iter().enumerate() {
        out.push(token.clone());
        let starts = token.is("pub") && tokens.get(at + 1).is_some_and(|next| next.is("use"));
        let mut declaration = tokens[at..].iter().take_while(|token| !token.is(";"));
        if starts && declaration.any(|token| macros.contains(&*token.text)) {
            out.extend(synthesised("(crate)", token.origin));
        }
    }
    out
}

/// The names of the macros that `tokens` export.
pub(super) fn names(tokens: &[Token]) -> BTreeSet<String> {
    let exports = attributes(tokens).filter(|(_, attribute)| attribute.name == "macro_export");
    let names = exports.filter_map(|(at, _)| definitions(&tokens[at..]).next().map(|(name, _)| at + name));
    names.map(|name| tokens[name].text.to_string()).collect()
}
