//! The text of a program whose modules went.

use std::collections::{BTreeMap, BTreeSet};

use super::plan::Plan;
use crate::edit::Edits;
use crate::read::imports::Import;
use crate::read::lex::synthesised;
use crate::read::syntax::PieceKind;
use crate::token::{is_keyword, Token};

/// Makes the move.
pub(super) fn rewrite(plan: &Plan) -> Vec<Token> {
    let mut edits = Edits::default();
    for (module, parts) in plan.tree.modules.iter().enumerate().skip(1) {
        if plan.goes[module] {
            edits.remove(parts.opening.clone());
            edits.remove(parts.close..parts.close + 1);
        }
    }
    visibilities(plan, &mut edits);
    imports(plan, &mut edits);
    paths(plan, &mut edits);
    edits.apply(plan.tree.tokens)
}

/// In the root, all is visible everywhere.
fn visibilities(plan: &Plan, edits: &mut Edits) {
    let tokens = plan.tree.tokens;
    let mut is_plain: Vec<bool> = plan.tree.in_macro.iter().map(|in_macro| !in_macro).collect();
    // A macro that declares items takes them without a visibility, too.
    for call in plan.tree.pieces.iter().filter(|piece| plan.tree.calls_own_macro(piece)) {
        is_plain[call.range.clone()].fill(true);
    }
    for at in (0..tokens.len()).filter(|&at| tokens[at].is("pub") && is_plain[at]) {
        if plan.goes[plan.tree.of[at]] {
            let restricted = tokens.get(at + 1).is_some_and(|open| open.is("("))
                && tokens.get(at + 3).is_some_and(|close| close.is(")"))
                && ["crate", "super", "self"].iter().any(|word| tokens[at + 2].is(word));
            edits.remove(at..at + if restricted { 4 } else { 1 });
        }
    }
}

fn imports(plan: &Plan, edits: &mut Edits) {
    let mut declarations: BTreeMap<usize, Vec<&Import>> = BTreeMap::new();
    for import in &plan.tree.imports {
        declarations.entry(import.piece).or_default().push(import);
    }
    let mut in_root = BTreeSet::new();
    for (piece, imports) in declarations {
        let piece = &plan.tree.pieces[piece];
        let tokens = plan.tree.tokens;
        let Some(keyword) = (piece.head..piece.range.end).find(|&at| tokens[at].is("use")) else { continue };
        let has_attributes = piece.range.start != piece.head;
        let mut trees: Vec<String> = Vec::new();
        for import in imports {
            let (path, stays) = plan.moved(import);
            let tree = written(plan, import, &path);
            let module = plan.tree.module(import);
            let is_elsewhere = plan.tree.is_in_block(import) || !plan.goes[module] || has_attributes;
            if stays && (is_elsewhere || in_root.insert(tree.clone())) {
                trees.push(tree);
            }
        }
        let text = match &trees[..] {
            [] => {
                edits.remove(piece.range.clone());
                continue;
            }
            [tree] => tree.clone(),
            trees => format!("{{{}}}", trees.join(",")),
        };
        let origin = tokens[keyword].origin;
        edits.replace(keyword + 1..piece.range.end - 1, synthesised(&text, origin));
        // What it passes on may be private now, so that it cannot be public either.
        let module = plan.tree.of[keyword];
        if !plan.goes[module] && tokens[piece.head].is("pub") && keyword == piece.head + 1 {
            edits.replace(keyword..keyword, synthesised("(crate)", origin));
        }
    }
}

/// The tree of an import with this path.
fn written(plan: &Plan, import: &Import, path: &[&str]) -> String {
    let global = if import.is_global { "::" } else { "" };
    let end = match import.binding {
        Some(binding) if import.is_renamed => format!(" as {}", plan.tree.tokens[binding].text),
        None => "::*".to_owned(),
        Some(_) => String::new(),
    };
    format!("{global}{}{end}", path.join("::"))
}

/// Shortens the paths outside imports.
fn paths(plan: &Plan, edits: &mut Edits) {
    let tokens = plan.tree.tokens;
    let mut at = 0;
    let imported = |at: usize| {
        let mut uses = plan.tree.pieces.iter().filter(|piece| piece.kind == PieceKind::Use);
        uses.find(|piece| piece.range.contains(&at)).map(|piece| piece.range.end)
    };
    while at < tokens.len() {
        if tokens[at].is("use") {
            if let Some(end) = imported(at) {
                at = end;
                continue;
            }
        }
        let path = path_at(tokens, at);
        if path.len() > 1 {
            path_to(plan, &path, edits);
            at = path[path.len() - 1];
        }
        at += 1;
    }
}

/// The segments of a path of at least two that starts at `at`, as tokens.
fn path_at(tokens: &[Token], at: usize) -> Vec<usize> {
    let is_head = |token: &Token| {
        token.is_ident()
            && (!is_keyword(&token.text) || ["crate", "self", "super"].iter().any(|word| token.is(word)))
    };
    let mut path = Vec::new();
    if !is_head(&tokens[at]) || at > 0 && [".", "::"].iter().any(|mark| tokens[at - 1].is(mark)) {
        return path;
    }
    path.push(at);
    let mut last = at;
    while tokens.get(last + 1).is_some_and(|next| next.is("::")) {
        let Some(_) = tokens.get(last + 2).filter(|&next| is_head(next)) else { break };
        last += 2;
        path.push(last);
    }
    path
}

fn path_to(plan: &Plan, path: &[usize], edits: &mut Edits) {
    let tree = plan.tree;
    let (first, last) = (path[0], path[path.len() - 1]);
    let of_macro = first > 0 && tree.tokens[first - 1].is("$");
    let module = if of_macro { super::tree::ROOT } else { tree.of[first] };
    let Some((mut head, used)) = plan.shortened(module, &path[..path.len() - 1]) else { return };
    let is_absolute = tree.tokens[first].is("crate");
    let in_macro = tree.in_macro[first] && is_absolute;
    let is_bare = head.is_empty() && used + 1 == path.len();
    if plan.goes[module] && (in_macro || is_bare && may_be_local(plan, first, last)) {
        head.insert(0, "crate");
    }
    let text: String = head.into_iter().map(|segment| format!("{segment}::")).collect();
    edits.replace(first..path[used], synthesised(&text, tree.tokens[first].origin));
}

/// Whether a local may have the name at `last`, which then is no item without a path.
fn may_be_local(plan: &Plan, first: usize, last: usize) -> bool {
    let tree = plan.tree;
    let is_outer = |parent: Option<usize>| parent.is_none_or(|at| tree.pieces[at].kind == PieceKind::Mod);
    let mut around = tree.pieces.iter().filter(|piece| {
        piece.kind != PieceKind::Mod && is_outer(piece.parent) && piece.range.contains(&first)
    });
    let Some(item) = around.next() else { return false };
    item.range.clone().any(|at| {
        let behind_path = at > 0 && [".", "::"].iter().any(|mark| tree.tokens[at - 1].is(mark));
        let called = tree.tokens.get(at + 1).is_some_and(|next| next.is("(") || next.is("::"));
        at != last && tree.tokens[at].text == tree.tokens[last].text && !behind_path && !called
    })
}
