//! Puts back what changed the meaning of the rest although that compiles: the calls of each function must
//! find what they found before anything was removed.
//!
//! Without an impl or an inherent method a call may find another of the same name: through a dereference, an
//! unsized coercion, a reference taken, or in another trait.

use std::collections::{BTreeMap, BTreeSet};

use super::pruner::{Pruner, View};
use crate::error::Result;
use crate::prove::mir::{facts, Facts, LineColumn};
use crate::token::words;

/// The facts of each function, in each mode that matters; none where the program does not compile.
pub(super) type Meaning = Vec<Option<BTreeMap<String, Facts>>>;

/// What rustc resolves the program to.
///
/// # Errors
/// rustc cannot be run.
pub(super) fn of(pruner: &Pruner, view: &View) -> Result<Meaning> {
    let lines: Vec<usize> =
        std::iter::once(0).chain(view.text.text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    // The first token of an impl, by its index among all tokens: the same in every view.
    let impl_at = |(line, column): LineColumn| {
        let start = lines.get(line - 1).copied().unwrap_or(view.text.text.len());
        let indent = view.text.text[start..].char_indices().nth(column - 1).map_or(0, |(at, _)| at);
        let token = view.text.at(start + indent);
        format!("<impl {}>", view.index.get(token).copied().unwrap_or(usize::MAX))
    };
    let each = pruner.checker.mir(&view.text)?;
    Ok(each.into_iter().map(|mir| mir.map(|mir| facts(&mir, &impl_at))).collect())
}

/// Puts back the removals that made a function mean something it did not mean `before`, or all where no
/// removal explains it; returns whether there was one.
///
/// # Errors
/// rustc cannot be run.
pub(super) fn restore_changed(pruner: &mut Pruner, before: &Meaning) -> Result<bool> {
    let view = pruner.view();
    let (mut culprits, mut by_type) = (BTreeSet::new(), BTreeSet::new());
    let mut is_explained = true;
    for (before, after) in before.iter().zip(&of(pruner, &view)?) {
        let (Some(before), Some(after)) = (before, after) else { continue };
        for (path, facts) in after {
            let Some(known) = before.get(path) else { continue };
            let gone: Vec<&String> = known.difference(facts).collect();
            for new in facts.difference(known) {
                let found = culprits_of(pruner, new, &gone);
                // Other types follow from another call.
                let is_type = new.starts_with("let ");
                is_explained &= is_type || !found.is_empty();
                if is_type { &mut by_type } else { &mut culprits }.extend(found);
            }
        }
    }
    if culprits.is_empty() {
        culprits = if is_explained { by_type } else { standing(pruner).collect() };
    }
    culprits.iter().for_each(|&id| pruner.undo(id));
    Ok(!culprits.is_empty())
}

/// The removals without which a function refers to `new`: they define the name that `new` ends in and, if one
/// of the facts that are `gone` ends in it too, share another word with that. Where no removal defines the
/// name, all that a fact names which is gone.
fn culprits_of(pruner: &Pruner, new: &str, gone: &[&String]) -> Vec<usize> {
    let name = last_word(new);
    let standing: Vec<usize> = standing(pruner).collect();
    let defines =
        |id: &usize| pruner.all[pruner.removals[*id].range.clone()].iter().any(|token| token.is(name));
    let replaced: Vec<&&String> = gone.iter().filter(|fact| last_word(fact) == name).collect();
    let defining: Vec<usize> = standing.iter().copied().filter(defines).collect();
    let facts: &[&&String] = if replaced.is_empty() { &gone.iter().collect::<Vec<_>>() } else { &replaced };
    let shares = |id: &usize| {
        let removal = &pruner.removals[*id];
        let words: BTreeSet<&str> =
            facts.iter().flat_map(|fact| words(fact)).filter(|word| *word != name).collect();
        removal.names.iter().chain(&removal.around).any(|name| words.contains(name.as_str()))
    };
    let from = if defining.is_empty() { &standing } else { &defining };
    let sharing: Vec<usize> = from.iter().copied().filter(shares).collect();
    if sharing.is_empty() {
        defining
    } else {
        sharing
    }
}

/// The removals that were not undone.
fn standing<'a>(pruner: &'a Pruner) -> impl Iterator<Item = usize> + 'a {
    (0..pruner.removals.len()).filter(|&id| !pruner.removals[id].undone)
}

/// The name of the function in a fact about a call, type arguments left out.
fn last_word(fact: &str) -> &str {
    let mut end = fact.len();
    if fact.ends_with('>') {
        let mut depth = 0usize;
        for (at, character) in fact.char_indices().rev() {
            match character {
                '>' if !fact[..at].ends_with('-') => depth += 1,
                '<' => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                end = at;
                break;
            }
        }
    }
    words(&fact[..end]).next_back().unwrap_or(fact)
}
