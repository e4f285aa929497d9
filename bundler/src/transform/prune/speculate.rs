//! Trait impls and derives that nothing needs: no lint reports them, so all are removed, and those that the
//! program needs are put back.

use std::collections::BTreeSet;
use std::ops::Range;

use super::chunk;
use super::pruner::{Pruner, View};
use crate::error::Result;
use crate::prove::rustc::{Diagnostic, Level};
use crate::read::attribute::comma_parts;
use crate::read::syntax::{Piece, PieceKind};
use crate::token::is_keyword;

/// Traits whose impls have an effect without being named.
const ACTIVE_TRAITS: [&str; 5] = ["Drop", "GlobalAlloc", "Send", "Sync", "Unpin"];

/// Stands for each type of number literals among the names of a candidate.
const ANY_NUMBER: &str = "{number}";

/// Whether a word of rustc's is a type of number literals.
fn is_number(word: &str) -> bool {
    let integers = "u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize integer";
    integers.split(' ').chain(["f32", "f64", "float"]).any(|number| number == word)
}

/// Errors are followed for this many rounds, then everything missed is put back at once.
const MAX_ROUNDS: usize = 24;

/// Removes all impls of traits, then puts back those that the program needs; `before` are rustc's messages
/// about the program with all of them. Returns whether rustc named each of those put back, so that none stays
/// by guess.
pub(super) fn remove_unused_impls(pruner: &mut Pruner, before: &[Diagnostic]) -> Result<bool> {
    let first = pruner.removals.len();
    let view = pruner.view_with_pieces()?;
    let known: BTreeSet<&str> = before.iter().map(Diagnostic::code).collect();
    let mut precise = true;
    for (range, names) in candidates(&view) {
        // What an earlier round put back by guess may have lost its user since.
        if pruner.doubtful.remove(&view.index[range.start]) {
            pruner.pinned.remove(&view.index[range.start]);
        }
        pruner.remove(&view, range, names);
    }
    for round in 0.. {
        let view = pruner.view_with_pieces()?;
        let diagnostics = pruner.ask(&view)?;
        let failed = diagnostics.iter().any(|one| one.level == Level::Error);
        // A warning that was not there before: the program now means something else.
        let news = |one: &&Diagnostic| {
            let is_new = !one.is_about_unused() && !known.contains(one.code());
            one.level == Level::Error || !failed && is_new
        };
        let errors: Vec<&Diagnostic> = diagnostics.iter().filter(news).collect();
        if errors.is_empty() {
            break;
        }
        let mut missed: Vec<usize> = Vec::new();
        for error in errors {
            let (found, named) = missed_by(pruner, error, first);
            precise &= named;
            if !named {
                pruner.doubtful.extend(found.iter().map(|&id| pruner.removals[id].range.start));
            }
            missed.extend(found);
        }
        if missed.is_empty() || round == MAX_ROUNDS {
            precise = false;
            missed = (first..pruner.removals.len()).collect();
            pruner.doubtful.extend(missed.iter().map(|&id| pruner.removals[id].range.start));
        }
        missed.into_iter().for_each(|id| pruner.undo(id));
        if !failed && (first..pruner.removals.len()).all(|id| pruner.removals[id].undone) {
            break;
        }
    }
    Ok(precise)
}

/// The impls and derives that may go. Without one of them a call must fail, not find another: so types that
/// dereference to others keep all, and so do traits that a type and references to it implement.
fn candidates(view: &View) -> Vec<(Range<usize>, BTreeSet<String>)> {
    let text = |at: Option<usize>| at.map_or("", |at| &*view.tokens[at].text);
    let impls: Vec<&Piece> = view.pieces.iter().filter(|piece| piece.of_trait.is_some()).collect();
    let dereferenced: BTreeSet<&str> = impls
        .iter()
        .filter(|piece| matches!(text(piece.of_trait), "Deref" | "DerefMut"))
        .map(|piece| text(piece.of_type))
        .collect();
    let is_of_reference = |piece: &Piece| {
        let header = &view.tokens[piece.head..piece.of_type.unwrap_or(piece.head)];
        header.iter().rev().take_while(|token| !token.is("for")).any(|token| token.is("&"))
    };
    let of_references: BTreeSet<(&str, &str)> = impls
        .iter()
        .filter(|piece| is_of_reference(piece))
        .map(|piece| (text(piece.of_trait), text(piece.of_type)))
        .collect();
    let mut found = Vec::new();
    for piece in &view.pieces {
        let of_type = text(piece.of_type.or(piece.name));
        if dereferenced.contains(of_type) || of_references.contains(&(text(piece.of_trait), of_type)) {
            continue;
        }
        found.extend(may_go(view, piece).then(|| (piece.range.clone(), names_of(view, piece))));
        found.extend(derive_candidates(view, piece));
    }
    // Of the impls that one macro writes some may be needed.
    for (keyword, range) in chunk::impls_in_macros(&view.tokens) {
        let Some(of_trait) = chunk::owner_of_impl(&view.tokens, keyword) else { continue };
        let is_unsafe = view.tokens[..keyword].last().is_some_and(|token| token.is("unsafe"));
        let header = view.tokens[keyword..range.end].iter().take_while(|token| !token.is("{"));
        let of_reference = header.skip_while(|token| !token.is("for")).any(|token| token.is("&"));
        let of_both = of_references.iter().any(|(name, _)| *name == of_trait);
        if !ACTIVE_TRAITS.contains(&of_trait) && !is_unsafe && !of_reference && !of_both {
            found.push((range, BTreeSet::from([of_trait.to_owned()])));
        }
    }
    found
}

/// Whether `piece` is an impl of a trait, or an invocation of a macro of the program that may write some, and
/// has no effect without being named.
pub(super) fn may_go(view: &View, piece: &Piece) -> bool {
    match (piece.kind, piece.of_trait) {
        (PieceKind::Impl, Some(of_trait)) => {
            let name = &*view.tokens[of_trait].text;
            let negative = view.tokens[..of_trait].last().is_some_and(|token| token.is("!"));
            !ACTIVE_TRAITS.contains(&name) && !negative && !view.tokens[piece.head].is("unsafe")
        }
        (PieceKind::MacroCall, _) => {
            let is_item = piece.parent.is_none_or(|parent| view.pieces[parent].kind == PieceKind::Mod);
            let written = if is_item { words_written_by(view, piece) } else { None };
            let acts = |word: &&str| ACTIVE_TRAITS.contains(word) || ACTIVE_WORDS.contains(word);
            written.is_some_and(|written| written.contains("impl") && !written.iter().any(acts))
        }
        _ => false,
    }
}

/// The names by which errors miss a piece that may go.
pub(super) fn names_of(view: &View, piece: &Piece) -> BTreeSet<String> {
    let text = |at: Option<usize>| at.map(|at| &*view.tokens[at].text);
    // `1` is of whichever number type has the impl: those stay or go together.
    let group = |name: &str| if is_number(name) { ANY_NUMBER } else { name }.to_owned();
    match piece.kind {
        PieceKind::MacroCall => words_written_by(view, piece)
            .unwrap_or_default()
            .into_iter()
            .filter(|word| !is_keyword(word))
            .map(group)
            .collect(),
        _ => text(piece.of_type).into_iter().chain(text(piece.of_trait)).map(group).collect(),
    }
}

/// Words in macros that have an effect without being named.
const ACTIVE_WORDS: [&str; 5] =
    ["no_mangle", "export_name", "link_section", "global_allocator", "macro_rules"];

/// The tokens of an invocation, and those of the definitions of the macros that it uses; none if that is no
/// macro of the program.
pub(super) fn written_by(view: &View, piece: &Piece) -> Option<Vec<Range<usize>>> {
    let definition = |name: &str| {
        let mut macros = view.pieces.iter().filter(|piece| piece.kind == PieceKind::MacroRules);
        let own = macros.find(|piece| piece.is_called(&view.tokens, name));
        // After its own `macro_rules`.
        own.map(|piece| piece.head + 1..piece.range.end)
    };
    let bang = (piece.head..piece.range.end).find(|&at| view.tokens[at].is("!"))?;
    let mut ranges = vec![piece.range.clone(), definition(&view.tokens[bang.checked_sub(1)?].text)?];
    let mut next = 0;
    while next < ranges.len() {
        for at in ranges[next].clone().filter(|&at| view.tokens[at].is_ident()) {
            let calls = view.tokens.get(at + 1).is_some_and(|next| next.is("!"));
            let called = calls.then(|| definition(&view.tokens[at].text)).flatten();
            ranges.extend(called.filter(|range| !ranges.contains(range)));
        }
        next += 1;
    }
    Some(ranges)
}

/// The words among them.
fn words_written_by<'a>(view: &'a View, piece: &Piece) -> Option<BTreeSet<&'a str>> {
    let tokens = written_by(view, piece)?.into_iter().flatten().map(|at| &view.tokens[at]);
    Some(tokens.filter(|token| token.is_ident()).map(|token| &*token.text).collect())
}

fn derive_candidates(view: &View, piece: &Piece) -> Vec<(Range<usize>, BTreeSet<String>)> {
    let tokens = &view.tokens;
    let derives = piece.attributes(tokens).into_iter().filter(|(_, one)| one.name == "derive");
    // `# [ derive (` precede the first trait, `) ]` follow the last.
    let parts = derives.flat_map(|(start, one)| comma_parts(tokens, start + 4..one.end - 2));
    let candidate = |part: Range<usize>| {
        let names = [part.end - 1, piece.name?].map(|name| tokens[name].text.to_string());
        let comma = usize::from(tokens[part.end].is(","));
        Some((part.start..part.end + comma, BTreeSet::from(names)))
    };
    parts.filter_map(candidate).collect()
}

/// The candidates that an error misses: those it names by trait and type, else by type, else by trait; and
/// whether it named both.
fn missed_by(pruner: &Pruner, error: &Diagnostic, first: usize) -> (Vec<usize>, bool) {
    let mut words = error.quoted_words();
    if words.iter().any(|word| is_number(word)) {
        words.insert(ANY_NUMBER.to_owned());
    }
    let standing: Vec<usize> =
        (first..pruner.removals.len()).filter(|&id| !pruner.removals[id].undone).collect();
    let named = |enough: &dyn Fn(&BTreeSet<String>) -> bool| -> Vec<usize> {
        standing.iter().copied().filter(|&id| enough(&pruner.removals[id].names)).collect()
    };
    let mut both = named(&|names| names.is_subset(&words));
    if !both.iter().any(|&id| pruner.removals[id].names.contains(ANY_NUMBER)) {
        // An impl that a macro writes for whatever type has the name of its trait only.
        let most = both.iter().map(|&id| pruner.removals[id].names.len()).max().unwrap_or(0);
        both.retain(|&id| pruner.removals[id].names.len() >= most.min(2));
    }
    if !both.is_empty() {
        return (both, true);
    }
    // What macros write has many names: the invocations that share most of them.
    let shared = |id: &usize| pruner.removals[*id].names.intersection(&words).count();
    let is_written = |id: &&usize| pruner.removals[**id].names.len() > 2;
    let most = standing.iter().filter(is_written).map(shared).max().unwrap_or(0);
    let written: Vec<usize> =
        standing.iter().filter(is_written).filter(|id| most > 0 && shared(id) == most).copied().collect();
    let finds_no_name = matches!(error.code(), "E0405" | "E0412" | "E0422" | "E0425" | "E0432" | "E0433");
    if most > 1 || most == 1 && finds_no_name {
        return (written, most > 1);
    }
    (named(&|names| !names.is_disjoint(&words)), false)
}
