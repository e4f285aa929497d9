//! Crate names become paths of the bundle: `outflank::board` and `crate::board` alike.
//!
//! Works on tokens, so that paths in macro definitions and invocations follow too. A crate name counts at the
//! head of a path only: not after `::` or `.`, and inside `use` trees only where a path starts.

use crate::error::Result;
use crate::read::lex::synthesised;
use crate::read::project::Extern;
use crate::read::source::Sources;
use crate::token::{blocks, closing, is_keyword, partners, Kind, Token};
use crate::transform::externs::Uses;

/// The modules of a bundle that hold its crates.
#[derive(Debug)]
pub(crate) struct Scope<'a> {
    /// Module in the bundle that holds this crate's root; none if that is the bundle's root.
    pub own: Option<&'a str>,
    /// Modules that hold each unit's root, likewise.
    pub mounts: &'a [Option<String>],
    /// The meaning of the crate's `extern` names.
    pub externs: &'a [(String, Extern)],
}

/// A crate with its paths rewritten.
#[derive(Debug, Default)]
pub(crate) struct Rewritten {
    pub tokens: Vec<Token>,
    /// `extern crate` items that belong at the bundle's root.
    pub hoisted: Vec<Token>,
    /// Units whose macros it loads with `#[macro_use] extern crate`.
    pub macros_of: Vec<usize>,
    /// The places that name crates which no bundle can hold.
    pub foreign: Uses,
}

/// Rewrites every path of one crate.
///
/// # Errors
/// A module with a crate's name.
pub(crate) fn rewrite(tokens: &[Token], scope: &Scope, sources: &Sources) -> Result<Rewritten> {
    let heads = use_tree_heads(tokens);
    let blocks = blocks(tokens);
    let mut out = Rewritten::default();
    // The braces after a crate's name in a `use` tree, and what `self` in them must be called.
    let mut group: Option<(usize, Option<String>)> = None;
    let mut at = 0;
    while at < tokens.len() {
        let token = &tokens[at];
        if token.is("extern") && tokens.get(at + 1).is_some_and(|next| next.is("crate")) {
            at = extern_crate(tokens, at, scope, &mut out);
            continue;
        }
        if token.is("mod") && tokens.get(at + 1).is_some_and(|name| scope.meaning(name).is_some()) {
            let message = format!(
                "module `{}` has the name of a crate that is used here too: rename the module",
                tokens[at + 1].text
            );
            return Err(sources.error(token.origin, message));
        }
        if token.is("crate") && is_own_head(tokens, at, heads[at]) {
            push_mount(&mut out.tokens, token, scope.own);
        } else if let Some(meaning) = head(tokens, at, heads[at], scope) {
            match meaning {
                Extern::Unit(unit) => {
                    if out.tokens.last().is_some_and(|last| last.is("::")) {
                        out.tokens.pop();
                    }
                    let mount = scope.mounts[*unit].as_deref();
                    push_mount(&mut out.tokens, token, mount);
                    let in_root = scope.own.is_none() && blocks[use_keyword(tokens, at)] == tokens.len();
                    let name = new_name(token, mount, in_root).filter(|_| heads[at] == Position::Head);
                    let next =
                        |offset: usize, text: &str| tokens.get(at + offset).is_some_and(|next| next.is(text));
                    if next(1, "::") && next(2, "{") {
                        group = Some((at + 2, name));
                    } else if !next(1, "::") && !next(1, "as") {
                        push_name(&mut out.tokens, token, name);
                    }
                }
                Extern::Foreign(_) => {
                    out.foreign.add(token);
                    out.tokens.push(token.clone());
                }
            }
        } else {
            out.tokens.push(token.clone());
            let named = tokens.get(at + 1).is_some_and(|next| next.is("as"));
            if let Some((open, name)) = group.as_ref().filter(|_| token.is("self") && !named) {
                if blocks[at] == *open {
                    push_name(&mut out.tokens, token, name.clone());
                }
            }
        }
        at += 1;
    }
    Ok(out)
}

/// The name that an import of a crate's root must be given in the bundle: its own where the path does not end
/// with it, none (`_`) where the crate's module itself has that name.
fn new_name(crate_name: &Token, mount: Option<&str>, in_root: bool) -> Option<String> {
    match mount {
        Some(module) if crate_name.is(module) => in_root.then(|| "_".to_owned()),
        _ => Some(crate_name.text.to_string()),
    }
}

fn push_name(out: &mut Vec<Token>, token: &Token, name: Option<String>) {
    out.extend(name.into_iter().flat_map(|name| synthesised(&format!(" as {name}"), token.origin)));
}

/// The `use` of the declaration around `at`.
fn use_keyword(tokens: &[Token], at: usize) -> usize {
    (0..=at).rev().find(|&before| tokens[before].is("use")).unwrap_or(at)
}

impl<'a> Scope<'a> {
    /// The meaning of `name` as a crate's name.
    fn meaning(&self, name: &Token) -> Option<&'a Extern> {
        self.externs.iter().find(|(known, _)| name.is_ident() && name.is(known)).map(|(_, meaning)| meaning)
    }
}

/// Writes `crate` or `crate::module` in place of `token`; `$crate` loses its dollar to become the latter.
fn push_mount(out: &mut Vec<Token>, token: &Token, module: Option<&str>) {
    let dollar = out.last().is_some_and(|last| last.is("$")) && token.is("crate");
    let mut head = Token { text: "crate".into(), ..token.clone() };
    if let (Some(_), true) = (module, dollar) {
        head.trivia = out.pop().map_or_else(|| "".into(), |dollar| dollar.trivia);
    }
    out.push(head);
    out.extend(module.into_iter().flat_map(|module| synthesised(&format!("::{module}"), token.origin)));
}

/// Whether the `crate` at `at` heads a path: in `pub(crate)` and `extern crate` it does not.
fn is_own_head(tokens: &[Token], at: usize, in_use: Position) -> bool {
    tokens.get(at + 1).is_some_and(|next| next.is("::")) || in_use == Position::Head
}

/// The meaning of the name at `at`, if it is a crate's name at the head of a path.
fn head<'a>(tokens: &[Token], at: usize, in_use: Position, scope: &Scope<'a>) -> Option<&'a Extern> {
    let meaning = scope.meaning(&tokens[at])?;
    let previous = at.checked_sub(1).map(|before| &tokens[before]);
    let heads = match in_use {
        Position::Inside => false,
        Position::Head => true,
        Position::Outside => {
            let path = tokens.get(at + 1).is_some_and(|next| next.is("::"));
            let follows = previous.is_some_and(|previous| match &*previous.text {
                "." | "$" => true,
                "::" => !is_leading(tokens, at - 1),
                _ => false,
            });
            path && !follows
        }
    };
    heads.then_some(meaning)
}

/// Whether the `::` at `at` starts a path.
fn is_leading(tokens: &[Token], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).map(|before| &tokens[before]) else { return true };
    match before.kind {
        Kind::Ident if is_keyword(&before.text) => {
            !matches!(&*before.text, "self" | "super" | "crate" | "Self")
        }
        // Two arguments of a macro: within a path nobody leaves a space there.
        Kind::Ident => !tokens[at].trivia.is_empty(),
        Kind::Close => false,
        _ => !before.is(">") && !before.is(">>"),
    }
}

/// A token's position relative to the `use` declarations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Position {
    /// In none.
    Outside,
    /// At the head of a path in one.
    Head,
    /// In one, but not at a head.
    Inside,
}

fn use_tree_heads(tokens: &[Token]) -> Vec<Position> {
    let mut positions = vec![Position::Outside; tokens.len()];
    let mut at = 0;
    while at < tokens.len() {
        let starts = tokens[at].is("use") && !tokens.get(at + 1).is_some_and(|next| next.is("<"));
        if starts {
            let end = end_of_use(tokens, at);
            positions[at + 1..end].fill(Position::Inside);
            mark_tree(tokens, at + 1, end, &mut positions);
            at = end;
        }
        at += 1;
    }
    positions
}

/// The `;` of the `use` at `at`, or in a macro's pattern the end of what surrounds it.
fn end_of_use(tokens: &[Token], mut at: usize) -> usize {
    while at < tokens.len() && !tokens[at].is(";") && tokens[at].kind != Kind::Close {
        at = if tokens[at].kind == Kind::Open { closing(tokens, at) + 1 } else { at + 1 };
    }
    at.min(tokens.len())
}

/// Marks the heads of the use tree that starts at `at`: itself, or those in its group.
fn mark_tree(tokens: &[Token], mut at: usize, end: usize, positions: &mut [Position]) {
    if at < end && tokens[at].is("::") {
        at += 1;
    }
    if at >= end {
        return;
    }
    if tokens[at].is("$") && at + 1 < end {
        at += 1;
    }
    if !tokens[at].is("{") {
        positions[at] = Position::Head;
        return;
    }
    let close = closing(tokens, at).min(end);
    let mut start = at + 1;
    while start < close {
        mark_tree(tokens, start, close, positions);
        while start < close && !tokens[start].is(",") {
            start = if tokens[start].is("{") { closing(tokens, start) } else { start } + 1;
        }
        start += 1;
    }
}

/// `extern crate`: local crates are in the bundle already and their names are rewritten, so the item goes;
/// others must be named at the bundle's root. Returns where to go on.
fn extern_crate(tokens: &[Token], at: usize, scope: &Scope, out: &mut Rewritten) -> usize {
    let end = end_of_use(tokens, at) + 1;
    let Some(name) = tokens.get(at + 2) else { return end };
    let start = prefix_start(&out.tokens);
    let loads_macros = out.tokens[start..].iter().any(|token| token.is("macro_use"));
    match scope.meaning(name) {
        Some(Extern::Unit(unit)) => {
            out.tokens.truncate(start);
            out.macros_of.extend(loads_macros.then_some(*unit));
        }
        _ if name.is("self") => out.tokens.truncate(start),
        meaning => {
            if meaning.is_some() {
                out.foreign.add(name);
            }
            if scope.own.is_some() {
                let prefix = out.tokens.split_off(start);
                let visibility = prefix.last().filter(|last| last.is("pub")).cloned();
                out.hoisted.extend(prefix);
                out.hoisted.extend_from_slice(&tokens[at..end]);
                if is_named_as_item(tokens, &tokens[end - 2]) {
                    out.tokens.extend(visibility);
                    out.tokens.extend_from_slice(&tokens[at..end]);
                }
            } else {
                out.tokens.extend_from_slice(&tokens[at..end]);
            }
        }
    }
    end
}

/// Whether a path goes through the crate's own root to what `extern crate` calls `name`.
fn is_named_as_item(tokens: &[Token], name: &Token) -> bool {
    tokens.windows(3).any(|words| {
        let from_root = ["crate", "self", "super"].iter().any(|head| words[0].is(head));
        from_root && words[1].is("::") && words[2].text == name.text
    })
}

/// The index at which the attributes and the visibility at the end of `out` start.
fn prefix_start(out: &[Token]) -> usize {
    let mut start = out.len();
    if start > 0 && out[start - 1].is("pub") {
        start -= 1;
    }
    let partner = partners(out);
    while start >= 2
        && out[start - 1].is("]")
        && partner[start - 1] > 0
        && out[partner[start - 1] - 1].is("#")
    {
        start = partner[start - 1] - 1;
    }
    start
}

/// The names that `extern crate ... as name;` gives to crates.
pub(crate) fn aliases(tokens: &[Token], own: usize, externs: &[(String, Extern)]) -> Vec<(String, Extern)> {
    let mut found = Vec::new();
    for words in tokens.windows(5) {
        let [first, second, name, third, alias] = words else { continue };
        if first.is("extern") && second.is("crate") && third.is("as") {
            let known = externs.iter().find(|(known, _)| name.is(known)).map(|(_, meaning)| meaning.clone());
            let meaning = known.or_else(|| name.is("self").then_some(Extern::Unit(own)));
            found.extend(meaning.map(|meaning| (alias.text.to_string(), meaning)));
        }
    }
    found
}
