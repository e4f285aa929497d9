//! Visibilities in their shortest form: nothing instead of `pub` and `pub(super)`, `pub` instead of
//! `pub(super)`.
//!
//! A visibility changes only if the name occurs nowhere from where it would become hidden or visible, so that
//! no name there can come to mean something else. What rustc then misses (a field that `..base` fills in)
//! keeps its own.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::error::Result;
use crate::prove::rustc::Diagnostic;
use crate::read::macros::{inside_macros, inside_own_macros};
use crate::read::source::Sources;
use crate::read::syntax::{self, Detail, Piece, PieceKind};
use crate::token::{blocks, Token};

/// rustc is asked at most this often before all visibilities stay as they are.
const MAX_PASSES: usize = 8;

/// Shortens the visibilities of `tokens`; `complaints` returns rustc's messages about a program.
///
/// # Errors
/// syn cannot parse the tokens, or rustc cannot be run.
pub(super) fn shorten(
    tokens: &[Token],
    sources: &Sources,
    complaints: impl Fn(&[Token]) -> Result<Vec<Diagnostic>>,
) -> Result<Vec<Token>> {
    let pieces = syntax::pieces(tokens, Detail::Items, sources)?;
    let mut changes = Uses::new(tokens).changes(&pieces);
    for _ in 0..MAX_PASSES {
        let changed = apply(tokens, &changes);
        let diagnostics = complaints(&changed)?;
        let hidden: BTreeSet<&str> = diagnostics.iter().filter_map(|one| first_name(&one.message)).collect();
        let is_hidden = |change: &Change| hidden.contains(&*tokens[change.name].text);
        if diagnostics.is_empty() {
            return Ok(changed);
        }
        if !changes.iter().any(is_hidden) {
            break;
        }
        changes.retain_mut(|change| !is_hidden(change) || change.weaken());
    }
    Ok(tokens.to_vec())
}

/// The name that a message is about: the last of the first path that it quotes.
fn first_name(message: &str) -> Option<&str> {
    let path = message.split('`').nth(1)?;
    path.rsplit("::").find(|name| !name.starts_with('<'))
}

/// Tokens of a visibility that can go.
struct Change {
    goes: Range<usize>,
    /// The token whose visibility it is.
    name: usize,
}

impl Change {
    /// Leaves `pub` of what was `pub(super)`; false if there is nothing between the two.
    fn weaken(&mut self) -> bool {
        let whole = self.goes.len() == 4;
        self.goes.start += 1;
        whole
    }
}

fn apply(tokens: &[Token], changes: &[Change]) -> Vec<Token> {
    let mut goes = vec![false; tokens.len()];
    changes.iter().for_each(|change| goes[change.goes.clone()].fill(true));
    tokens.iter().zip(goes).filter(|(_, goes)| !goes).map(|(token, _)| token.clone()).collect()
}

/// The sort of a name, which decides what a visibility on it does.
#[derive(Clone, Copy)]
enum Sort {
    Field,
    Member,
    Item,
}

/// An index of the places where the program's names are used.
struct Uses<'a> {
    tokens: &'a [Token],
    /// For each token the delimiter that opens the block around it.
    blocks: Vec<usize>,
    /// In macros any name may be anything.
    in_macro: Vec<bool>,
    /// What macros of ours write may turn up anywhere.
    anywhere: Vec<bool>,
}

impl<'a> Uses<'a> {
    fn new(tokens: &'a [Token]) -> Self {
        let (in_macro, anywhere) = (inside_macros(tokens), inside_own_macros(tokens));
        Self { tokens, blocks: blocks(tokens), in_macro, anywhere }
    }

    fn changes(&self, pieces: &[Piece]) -> Vec<Change> {
        (0..pieces.len()).filter_map(|at| self.change(pieces, at)).collect()
    }

    /// What can go of the visibility of `pieces[at]`.
    fn change(&self, pieces: &[Piece], at: usize) -> Option<Change> {
        let piece = &pieces[at];
        let (name, sort) = (piece.name?, sort(pieces, piece)?);
        let written = |words: &[&str]| {
            let tokens = self.tokens[piece.head..name].iter();
            tokens.zip(words).filter(|(token, word)| token.is(word)).count() == words.len()
        };
        let in_parent = written(&["pub", "(", "super", ")"]);
        if !written(&["pub"]) || self.tokens[piece.head + 1].is("(") && !in_parent {
            return None;
        }
        let end = piece.head + if in_parent { 4 } else { 1 };
        let module = module_around(pieces, at);
        let parent = module.and_then(|module| module_around(pieces, module));
        let range =
            |module: Option<usize>| module.map_or(0..self.tokens.len(), |at| pieces[at].range.clone());
        if !self.is_used_outside(name, sort, &range(module)) {
            return Some(Change { goes: piece.head..end, name });
        }
        let shortens = in_parent && (parent.is_none() || !self.is_used_outside(name, sort, &range(parent)));
        shortens.then_some(Change { goes: piece.head + 1..end, name })
    }

    fn is_used_outside(&self, name: usize, sort: Sort, module: &Range<usize>) -> bool {
        (0..self.tokens.len()).any(|at| {
            self.tokens[at].text == self.tokens[name].text
                && (self.anywhere[at] || !module.contains(&at) && self.can_be(at, sort))
        })
    }

    /// Whether the name at `at` can be of this sort, from the tokens around it.
    fn can_be(&self, at: usize, sort: Sort) -> bool {
        let after = |words: &[&str]| at > 0 && words.iter().any(|word| self.tokens[at - 1].is(word));
        let in_braces = || self.tokens.get(self.blocks[at]).is_some_and(|open| open.is("{"));
        self.in_macro[at]
            || match sort {
                Sort::Field => after(&["."]) || in_braces() && after(&["{", ",", "]", "ref", "mut"]),
                Sort::Member => after(&[".", "::"]),
                Sort::Item => !after(&["."]),
            }
    }
}

/// What the name of `piece` is; none if its visibility is not its own.
fn sort(pieces: &[Piece], piece: &Piece) -> Option<Sort> {
    let parent = piece.parent.map(|parent| pieces[parent].kind);
    match (piece.kind, parent) {
        (PieceKind::Field, _) => Some(Sort::Field),
        (_, Some(PieceKind::Impl)) => Some(Sort::Member),
        (
            PieceKind::Fn
            | PieceKind::Const
            | PieceKind::Static
            | PieceKind::Struct
            | PieceKind::Enum
            | PieceKind::Trait
            | PieceKind::Type
            | PieceKind::Mod,
            None | Some(PieceKind::Mod),
        ) => Some(Sort::Item),
        _ => None,
    }
}

/// The innermost module around `pieces[at]`; none for the crate's root.
fn module_around(pieces: &[Piece], at: usize) -> Option<usize> {
    let mut around = pieces[at].parent;
    while let Some(parent) = around.filter(|&parent| pieces[parent].kind != PieceKind::Mod) {
        around = pieces[parent].parent;
    }
    around
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::shorten;
    use crate::emit::space::spaced;
    use crate::prove::rustc::Diagnostic;
    use crate::read::lex::lex;
    use crate::read::source::Sources;

    /// `text` with shorter visibilities, without spaces, where rustc says one of `messages` each time it is
    /// asked.
    fn shortened(text: &str, messages: &[&str]) -> String {
        let tokens = lex(text, 0).expect("the test's text has tokens").tokens;
        let messages = RefCell::new(messages.iter());
        let complaints = |_: &[_]| {
            let diagnostics = messages.borrow_mut().next().map(|message| {
                let json =
                    serde_json::json!({"level": "error", "message": message, "spans": [], "children": []});
                serde_json::from_value::<Diagnostic>(json).expect("a diagnostic")
            });
            Ok(diagnostics.into_iter().collect())
        };
        let short =
            shorten(&tokens, &Sources::new("".as_ref()), complaints).expect("the test's text is Rust");
        spaced(&short).text.trim_end().to_owned()
    }

    #[test]
    fn what_only_its_own_module_names_is_private() {
        for (open, expected) in [
            ("pub fn f(){}", "fn f(){}"),
            (
                "pub mod m{pub fn f(){}pub fn g(){f();}}fn h(){m::g();}",
                "mod m{fn f(){}pub fn g(){f();}}fn h(){m::g();}",
            ),
            (
                "mod m{pub struct S{pub a:u8,pub(super)b:u8}}use m::S;",
                "mod m{pub struct S{a:u8,b:u8}}use m::S;",
            ),
            (
                "mod m{impl S{pub const A:u8=1;pub fn f(){}}}fn g(){S::f();}",
                "mod m{impl S{const A:u8=1;pub fn f(){}}}fn g(){S::f();}",
            ),
        ] {
            assert_eq!(shortened(open, &[]), expected);
        }
    }

    #[test]
    fn a_parent_is_named_only_where_that_hides_something() {
        for (open, expected) in [
            ("mod m{pub(super)fn f(){}}use m::f;", "mod m{pub fn f(){}}use m::f;"),
            ("mod a{mod b{pub(super)fn f(){}}use b::f;}", "mod a{mod b{pub fn f(){}}use b::f;}"),
            (
                "mod a{mod b{pub(super)fn f(){}}use b::f;}fn f(){}",
                "mod a{mod b{pub(super)fn f(){}}use b::f;}fn f(){}",
            ),
        ] {
            assert_eq!(shortened(open, &[]), expected);
        }
    }

    #[test]
    fn a_name_elsewhere_counts_if_it_may_be_the_same() {
        let field = |elsewhere: &str| {
            let short = shortened(&format!("mod m{{pub struct S{{pub x:u8}}}}{elsewhere}"), &[]);
            !short.contains("pub x")
        };
        for other in ["fn x(){}", "fn f(x:u8){g(x,S::x);}", "static A:u8=x;"] {
            assert!(field(other), "{other} names no field");
        }
        for same in [
            "fn f(s:S){s.x;}",
            "fn f(){S{x};}",
            "fn f(){S{y:1,x:2};}",
            "fn f(S{y,ref x}:S){}",
            "fn f(){g!(x);}",
            "macro_rules!g{()=>{x};}",
        ] {
            assert!(!field(same), "{same} may name the field");
        }
        let method = |elsewhere: &str| {
            !shortened(&format!("mod m{{impl S{{pub fn x(){{}}}}}}{elsewhere}"), &[]).contains("pub fn")
        };
        assert!(method("fn x(){x()}"));
        assert!(!method("fn f(){S::x()}") && !method("fn f(s:S){s.x()}"));
    }

    #[test]
    fn macros_of_the_program_may_name_anything_anywhere() {
        let text = "mod m{pub fn f(){}macro_rules!g{()=>{$crate::m::f()};}}";
        assert_eq!(shortened(text, &[]), text);
    }

    #[test]
    fn what_rustc_misses_stays_visible() {
        let text = "mod a{mod b{pub(super)struct S;pub fn f()->S{S}pub fn g(){}}fn h(){b::f();}}";
        let expected = "mod a{mod b{pub struct S;pub fn f()->S{S}fn g(){}}fn h(){b::f();}}";
        assert_eq!(shortened(text, &["type `a::b::S` is private"]), expected);
        let twice = ["type `S` is private", "type `a::b::S` is more private than the item `a::b::f`"];
        assert_eq!(shortened(text, &twice), expected.replace("pub struct", "pub(super)struct"));
        assert_eq!(shortened(text, &["type `Unknown` is private"]), text, "nothing can be done about that");
    }

    #[test]
    fn other_visibilities_stay() {
        let text =
            "mod m{pub(in crate)fn f(){}pub(self)fn g(){}pub use std::fmt;pub trait T{fn t();}}use m::T;";
        assert_eq!(shortened(text, &[]), text);
    }
}
