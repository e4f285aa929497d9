//! Redundant tokens: trailing commas, and `(crate)` after `pub`.

use std::collections::BTreeSet;

use crate::edit::Edits;
use crate::read::attribute::split_commas;
use crate::read::macros::{definitions, inside_macros};
use crate::token::{closing, is_keyword, partners, Kind, Token};

/// Macros of std whose arguments are plain expressions, where a trailing comma means nothing either.
const PLAIN_MACROS: &str =
    "vec print println eprint eprintln format write writeln assert assert_eq assert_ne debug_assert \
    debug_assert_eq panic matches";

/// Removes such tokens.
pub(super) fn shorten(tokens: &[Token]) -> Vec<Token> {
    let in_macro = inside_other_macros(tokens);
    let partner = partners(tokens);
    let mut edits = Edits::default();
    let macros = macro_names(tokens);
    for at in 0..tokens.len() {
        if is_pub_crate(tokens, at) && !re_exports(tokens, at + 4, &macros) {
            edits.remove(at + 1..at + 4);
        }
        if !in_macro[at] && tokens[at].is(",") && is_idle_comma(tokens, &partner, at) {
            edits.remove(at..at + 1);
        }
    }
    edits.apply(tokens)
}

fn is_pub_crate(tokens: &[Token], at: usize) -> bool {
    let words = ["pub", "(", "crate", ")"];
    tokens.len() >= at + 4 && words.iter().zip(&tokens[at..]).all(|(word, token)| token.is(word))
}

/// The macros that the program defines.
pub(super) fn macro_names(tokens: &[Token]) -> BTreeSet<&str> {
    definitions(tokens).map(|(name, _)| &*tokens[name].text).collect()
}

/// Whether a `use` of one of `macros` starts at `at`: a macro cannot be public.
fn re_exports(tokens: &[Token], at: usize, macros: &BTreeSet<&str>) -> bool {
    let mut declaration = tokens[at..].iter().take_while(|token| !token.is(";"));
    tokens.get(at).is_some_and(|token| token.is("use"))
        && declaration.any(|token| macros.contains(&*token.text))
}

/// Marks the arguments of macros that may give them any meaning.
fn inside_other_macros(tokens: &[Token]) -> Vec<bool> {
    let mut inside = inside_macros(tokens);
    for at in 0..tokens.len().saturating_sub(2) {
        let plain = tokens[at + 1].is("!") && PLAIN_MACROS.split(' ').any(|name| tokens[at].is(name));
        if plain && !inside[at] && tokens[at + 2].kind == Kind::Open {
            let close = closing(tokens, at + 2);
            let nested = inside_macros(&tokens[at + 3..close]);
            inside[at + 3..close].copy_from_slice(&nested);
        }
    }
    inside
}

/// Whether the comma at `at` ends a list in which a last comma changes nothing: all but `(x,)` as a tuple.
fn is_idle_comma(tokens: &[Token], partner: &[usize], at: usize) -> bool {
    let Some(next) = tokens.get(at + 1) else { return false };
    if next.is("}") || next.is("]") {
        return true;
    }
    if !next.is(")") {
        return false;
    }
    let open = partner[at + 1];
    let before = open.checked_sub(1).map(|before| &tokens[before]);
    let is_call = before.is_some_and(|before| {
        before.kind == Kind::Ident && !is_keyword(&before.text)
            || before.is(")")
            || before.is("]")
            || before.is("?")
    });
    is_call || split_commas(&tokens[open + 1..at]).len() > 1
}
