//! Modules that stay because of what they hold, whatever the others do.

use super::methods;
use super::plan::Kept;
use super::tree::{Tree, ROOT};
use crate::read::syntax::{Piece, PieceKind};
use crate::transform::shorten::exempt::shows_paths;

/// Which modules stay; all of them where the program's own paths mean something to it.
pub(super) fn kept(tree: &Tree) -> Vec<Option<Kept>> {
    let whole = shows_paths(tree.tokens)
        || has_restricted_visibility(tree)
        || has_macro_of_paths(tree)
        || imports_all_of_something(tree, ROOT);
    let of = |module| match module {
        ROOT => None,
        _ if whole || stays_alone(tree, module) => Some(Kept::Holds),
        _ => conflicting_method(tree, module).map(|name| Kept::Conflicts(name.to_owned())),
    };
    (0..tree.modules.len()).map(of).collect()
}

/// `pub(in a::b)`, which names modules.
fn has_restricted_visibility(tree: &Tree) -> bool {
    tree.tokens.windows(3).any(|words| words[0].is("pub") && words[1].is("(") && words[2].is("in"))
}

/// Whether a macro of the program writes paths that depend on the module it is used in.
fn has_macro_of_paths(tree: &Tree) -> bool {
    let is_relative = |at: usize| {
        let head = ["self", "super"].iter().any(|word| tree.tokens[at].is(word));
        head && tree.tokens.get(at + 1).is_some_and(|next| next.is("::"))
    };
    (0..tree.tokens.len()).any(|at| tree.in_macro[at] && is_relative(at))
}

fn stays_alone(tree: &Tree, module: usize) -> bool {
    let Some(piece) = tree.modules[module].piece.map(|piece| &tree.pieces[piece]) else { return true };
    let open = tree.modules[module].opening.end;
    let has_attributes =
        piece.range.start != piece.head || tree.tokens[open].is("#") && tree.tokens[open + 1].is("!");
    has_attributes
        || tree.items(module).any(|item| is_opaque(tree, item))
        || imports_all_of_something(tree, module)
}

/// A method of the module that might be called instead of another one.
fn conflicting_method<'a>(tree: &'a Tree<'a>, module: usize) -> Option<&'a str> {
    let mut calls = tree.items(module).filter(|item| item.kind == PieceKind::MacroCall);
    methods::called_instead(tree, module).or_else(|| calls.find_map(|call| methods::declared_by(tree, call)))
}

/// Whether an item's names are unknown. A macro of the program writes names that its arguments contain.
fn is_opaque(tree: &Tree, item: &Piece) -> bool {
    match item.kind {
        PieceKind::MacroCall => !tree.calls_own_macro(item),
        PieceKind::ExternBlock | PieceKind::ExternCrate | PieceKind::Other => true,
        _ => false,
    }
}

/// Whether the module imports all of anything but a module of the program.
fn imports_all_of_something(tree: &Tree, module: usize) -> bool {
    tree.imports.iter().any(|import| {
        let leads = tree.resolve(module, &import.path).is_some_and(|(_, used)| used == import.path.len());
        import.is_glob && tree.module(import) == module && !leads
    })
}
