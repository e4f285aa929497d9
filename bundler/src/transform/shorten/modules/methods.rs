//! Methods that might be called instead of others once they are visible, or their trait in scope, everywhere.
//!
//! A call means another method then only if the type has several of that name: from an `impl` and a trait,
//! or from two traits.

use std::collections::BTreeSet;

use super::tree::Tree;
use crate::read::syntax::{Piece, PieceKind};
use crate::transform::shorten::exempt::is_common_method;

/// Methods that derives and blanket implementations of std give to types.
const OF_ALL_TYPES: &str =
    "as_mut as_ref borrow borrow_mut clamp clone clone_from clone_into cmp default eq fmt from ge gt hash \
    into le lt max min ne partial_cmp to_owned to_string try_from try_into type_id";

/// Traits of std that give a type no method but those that its `impl` names and those of all types.
const PLAIN_TRAITS: &str =
    "Add AddAssign AsMut AsRef BitAnd BitAndAssign BitOr BitOrAssign BitXor BitXorAssign Clone Copy Debug \
    Default Display Div DivAssign Drop Eq Error From FromIterator FromStr Hash Index IndexMut IntoIterator \
    Mul MulAssign Neg Not Ord PartialEq PartialOrd Rem RemAssign Send Shl Shr Sub SubAssign Sync TryFrom";

/// A method that the module hides, or of a trait whose scope it is, that a call elsewhere might come to mean.
pub(super) fn called_instead<'a>(tree: &'a Tree<'a>, module: usize) -> Option<&'a str> {
    hidden_method(tree, module).or_else(|| tree.items(module).find_map(|item| method_of_trait(tree, item)))
}

/// A method of a trait that the call of a macro may declare, and that a type has from elsewhere, too.
pub(super) fn declared_by<'a>(tree: &'a Tree<'a>, call: &Piece) -> Option<&'a str> {
    let tokens = &tree.tokens[call.range.clone()];
    tokens.iter().find(|token| token.is("trait"))?;
    let mut declared = tokens.windows(2).filter(|words| words[0].is("fn")).map(|words| &*words[1].text);
    declared.find(|name| is_elsewhere(tree, name, ""))
}

/// A method of the trait `item` that one of the trait's types has from elsewhere, too.
fn method_of_trait<'a>(tree: &'a Tree<'a>, item: &'a Piece) -> Option<&'a str> {
    let name = &*tree.tokens[item.name.filter(|_| item.kind == PieceKind::Trait)?].text;
    let methods: Vec<&str> = functions(tree, |parent| parent.range == item.range).map(|one| one.0).collect();
    let of_trait = |piece: &&Piece| piece.of_trait.is_some_and(|at| &*tree.tokens[at].text == name);
    tree.pieces.iter().filter(of_trait).find_map(|implementation| {
        let of = type_of(tree, implementation);
        let is_in_doubt = |method: &&&str| match of {
            Some(of) => has_another(tree, of, method, name),
            None => is_elsewhere(tree, method, name) || is_called_without(tree, method, name),
        };
        methods.iter().find(is_in_doubt).copied()
    })
}

/// Whether std may have a method `name`, or the program has one that is not of the trait `known`.
fn is_elsewhere(tree: &Tree, name: &str, known: &str) -> bool {
    let is_known = |at: Option<usize>| at.is_some_and(|at| &*tree.tokens[at].text == known);
    let is_other = |around: &Piece| match around.kind {
        PieceKind::Impl => !is_known(around.of_trait),
        PieceKind::Trait => !is_known(around.name),
        _ => false,
    };
    is_common_method(name) || functions(tree, is_other).any(|(own, _)| own == name)
}

/// Whether a module that does not name the trait `of_trait` calls a method `name`: one of std, perhaps.
fn is_called_without(tree: &Tree, name: &str, of_trait: &str) -> bool {
    let names_trait = |module: usize| {
        (0..tree.tokens.len()).any(|at| tree.of[at] == module && tree.tokens[at].is(of_trait))
    };
    callers(tree, name).iter().any(|&module| !names_trait(module))
}

/// The modules that call a method `name`.
fn callers(tree: &Tree, name: &str) -> BTreeSet<usize> {
    let is_call = |&at: &usize| tree.tokens[at].is(name) && tree.tokens[at - 1].is(".");
    (1..tree.tokens.len()).filter(is_call).map(|at| tree.of[at]).collect()
}

/// A private method of the module whose name its type has from a trait, too, and that is called elsewhere.
fn hidden_method<'a>(tree: &'a Tree<'a>, module: usize) -> Option<&'a str> {
    let called_elsewhere = |name: &str| callers(tree, name).iter().any(|&caller| caller != module);
    let inherent = functions(tree, |parent| parent.kind == PieceKind::Impl && parent.of_trait.is_none());
    let mut hidden =
        inherent.filter(|(_, piece)| tree.of[piece.head] == module && !tree.tokens[piece.head].is("pub"));
    let in_doubt = hidden.find(|(name, piece)| {
        let implementation = piece.parent.map(|parent| &tree.pieces[parent]);
        let of = implementation.and_then(|implementation| type_of(tree, implementation));
        of.is_none_or(|of| has_from_trait(tree, of, name, "")) && called_elsewhere(name)
    });
    in_doubt.map(|(name, _)| name)
}

/// The name of the program's type that an `impl` is for; none for any other type.
fn type_of<'a>(tree: &Tree<'a>, implementation: &Piece) -> Option<&'a str> {
    let name = &*tree.tokens[implementation.of_type?].text;
    let is_type = |piece: &&Piece| matches!(piece.kind, PieceKind::Struct | PieceKind::Enum);
    let mut types = tree.pieces.iter().filter(is_type);
    types.any(|piece| piece.is_called(tree.tokens, name)).then_some(name)
}

/// Whether the type `of` may have a method `name` that is not of the trait `known`.
fn has_another(tree: &Tree, of: &str, name: &str, known: &str) -> bool {
    let own = functions(tree, |parent| {
        parent.kind == PieceKind::Impl && parent.of_trait.is_none() && is_for(tree, parent, of)
    });
    own.into_iter().any(|(own, _)| own == name) || has_from_trait(tree, of, name, known)
}

/// Whether the type `of` may have a method `name` from a trait that is not `known`.
fn has_from_trait(tree: &Tree, of: &str, name: &str, known: &str) -> bool {
    let mut traits = tree.pieces.iter().filter(|piece| {
        let other = piece.of_trait.is_some_and(|at| &*tree.tokens[at].text != known);
        piece.kind == PieceKind::Impl && other && is_for(tree, piece, of)
    });
    OF_ALL_TYPES.split(' ').any(|known| known == name)
        || traits.any(|implementation| gives(tree, implementation, name))
}

/// Whether an `impl` of a trait may give its type a method `name`.
fn gives(tree: &Tree, implementation: &Piece, name: &str) -> bool {
    let Some(of_trait) = implementation.of_trait.map(|at| &tree.tokens[at]) else { return false };
    let is_it =
        |piece: &Piece| piece.kind == PieceKind::Trait && piece.is_called(tree.tokens, &of_trait.text);
    let names = |around: &dyn Fn(&Piece) -> bool| functions(tree, around).any(|(own, _)| own == name);
    if tree.pieces.iter().any(is_it) {
        return names(&is_it);
    }
    let is_plain = PLAIN_TRAITS.split(' ').any(|plain| of_trait.is(plain));
    !is_plain || names(&|parent| parent.range == implementation.range)
}

fn is_for(tree: &Tree, implementation: &Piece, of: &str) -> bool {
    implementation.of_type.is_some_and(|at| &*tree.tokens[at].text == of)
}

/// The functions directly in those pieces that `is_around` accepts, with their names.
fn functions<'a>(
    tree: &'a Tree,
    is_around: impl Fn(&Piece) -> bool + 'a,
) -> impl Iterator<Item = (&'a str, &'a Piece)> {
    let functions = tree.pieces.iter().filter(|piece| piece.kind == PieceKind::Fn);
    functions
        .filter(move |piece| piece.parent.is_some_and(|parent| is_around(&tree.pieces[parent])))
        .filter_map(|piece| Some((&*tree.tokens[piece.name?].text, piece)))
}
