//! All crates as one: libraries as modules, the package's own library at the root, the binary beside it.
//!
//! The binary's root merges with the library's where no name could change its meaning; else it becomes a
//! module and `main` calls into it.

mod exports;
mod merge;

use std::collections::BTreeSet;

use crate::edit::Edits;
use crate::emit::literal::{clean, is_refused};
use crate::error::{Error, Result};
use crate::read::attribute::{after_inner_attributes, attributes};
use crate::read::lex::synthesised;
use crate::read::load::load;
use crate::read::project::Project;
use crate::read::source::Sources;
use crate::read::syntax::{self, Detail, PieceKind};
use crate::token::Token;
use crate::transform::externs::Uses;
use crate::transform::paths::{aliases, rewrite, Rewritten, Scope};
use crate::transform::Conflict;

/// The whole bundle, with nothing removed yet.
pub(crate) struct Assembled {
    pub(crate) tokens: Vec<Token>,
    /// Where they name crates that are not in them.
    pub(crate) foreign: Uses,
    /// Why the binary's root is a module of its own.
    pub(crate) conflict: Option<Conflict>,
}

/// Builds the tokens of the whole bundle.
///
/// # Errors
/// A source file that is not valid Rust.
pub(crate) fn assemble(project: &Project, resolve_target: bool, sources: &mut Sources) -> Result<Assembled> {
    let mut units = Vec::new();
    for unit in &project.units {
        units.push(load(unit, resolve_target, sources)?);
    }
    let (mounts, conflict) = mounts(project, &units, sources)?;
    let mut rewritten = Vec::new();
    for (index, tokens) in units.iter().enumerate() {
        let mut externs = project.units[index].externs.clone();
        externs.extend(aliases(tokens, index, &externs));
        let scope = Scope { own: mounts[index].as_deref(), mounts: &mounts, externs: &externs };
        rewritten.push(rewrite(tokens, &scope, sources)?);
    }
    let loaded_macros: Vec<usize> = rewritten.iter().flat_map(|unit| unit.macros_of.clone()).collect();
    let mut root = Root::default();
    let mut foreign = Uses::default();
    let mounted = (0..units.len()).filter(|&index| mounts[index].is_some());
    let exported = mounted.flat_map(|index| exports::names(&units[index])).collect();
    for (index, mut unit) in rewritten.into_iter().enumerate() {
        foreign.extend(std::mem::take(&mut unit.foreign));
        unit.tokens = exports::narrow_re_exports(&unit.tokens, &exported);
        let macros = loaded_macros.contains(&index);
        root.add(unit, mounts[index].as_deref(), index + 1 == project.units.len(), macros, sources)?;
    }
    let mut tokens = root.finish();
    tokens.iter_mut().for_each(clean);
    if let Some(token) = tokens.iter().find(|token| token.text.contains(is_refused)) {
        return Err(sources.error(token.origin, format!("`{}` cannot be pasted everywhere", token.text)));
    }
    Ok(Assembled { tokens, foreign, conflict })
}

/// The module each unit goes into, none for the bundle's root; and why the binary goes into one.
fn mounts(
    project: &Project,
    units: &[Vec<Token>],
    sources: &Sources,
) -> Result<(Vec<Option<String>>, Option<Conflict>)> {
    let bin = units.len() - 1;
    let mut mounts: Vec<Option<String>> = vec![None; units.len()];
    let main_in_lib = match project.lib {
        Some(lib) => merge::names(&units[lib], sources)?.introduced.contains("main"),
        None => false,
    };
    for (index, unit) in project.units.iter().enumerate().take(bin) {
        if project.lib != Some(index) || main_in_lib {
            mounts[index] = Some(unique_name(&unit.name, units));
        }
    }
    let Some(lib) = project.lib.filter(|_| !main_in_lib) else { return Ok((mounts, None)) };
    let conflict = merge::conflict(&units[lib], &units[bin], sources)?
        .map(|name| Conflict { module: unique_name("program", units), name });
    mounts[bin] = conflict.as_ref().map(|conflict| conflict.module.clone());
    Ok((mounts, conflict))
}

/// `name`, or with underscores after it, so that nothing in the bundle has that name.
fn unique_name(name: &str, units: &[Vec<Token>]) -> String {
    let mut name = name.to_owned();
    let defines = |pair: &[Token], name: &str| {
        let keyword = ["mod", "fn", "struct", "enum", "union", "trait", "type", "const", "static", "as"];
        pair[1].is(name) && keyword.iter().any(|keyword| pair[0].is(keyword))
    };
    while units.iter().any(|tokens| tokens.windows(2).any(|pair| defines(pair, &name))) {
        name.push('_');
    }
    name
}

/// The bundle's root under construction.
#[derive(Default)]
struct Root {
    /// Inner docs and attributes.
    top: Vec<Token>,
    hoisted: Vec<Token>,
    items: Vec<Token>,
}

impl Root {
    fn add(
        &mut self,
        unit: Rewritten,
        mount: Option<&str>,
        is_bin: bool,
        macros: bool,
        sources: &Sources,
    ) -> Result<()> {
        let mut tokens = exports::settle(unit.tokens, mount.is_some(), macros, sources)?;
        self.hoisted.extend(unit.hoisted);
        let top: Vec<Token> = tokens.drain(..after_inner_attributes(&tokens, 0)).collect();
        let Some(module) = mount else {
            self.top.extend(crate_attributes(&top, true));
            self.items.extend(tokens);
            return Ok(());
        };
        let mut call = Vec::new();
        if is_bin {
            (tokens, call) = callable_main(tokens, module, sources)?;
        }
        tokens.iter_mut().for_each(|token| token.depth += 1);
        self.items.extend(synthesised(
            &format!(
                "\n{}{}mod {module} {{",
                if macros { "#[macro_use]\n" } else { "" },
                if is_bin { "" } else { "pub " }
            ),
            None,
        ));
        self.items.extend(crate_attributes(&top, false));
        if let Some(first) = tokens.first_mut().filter(|first| !first.trivia.starts_with('\n')) {
            first.trivia = format!("\n{}", first.trivia).into();
        }
        self.items.extend(tokens);
        self.items.extend(synthesised("\n}", None));
        self.items.extend(call);
        Ok(())
    }

    fn finish(self) -> Vec<Token> {
        let (docs, mut tokens): (Vec<Token>, Vec<Token>) = self.top.into_iter().partition(Token::is_doc);
        tokens.splice(0..0, docs);
        tokens.extend(without_twins(self.hoisted));
        tokens.extend(self.items);
        tokens
    }
}

/// Those inner docs and attributes of a crate that still mean something in the bundle.
fn crate_attributes(top: &[Token], at_root: bool) -> Vec<Token> {
    let mut edits = Edits::default();
    for (at, attribute) in attributes(top) {
        let stays = match attribute.name {
            "allow" | "expect" => true,
            "feature" | "recursion_limit" | "type_length_limit" => at_root,
            _ => false,
        };
        if !stays {
            edits.remove(at..attribute.end);
        }
    }
    edits.apply(top)
}

/// Makes `main` of a wrapped binary visible to the root, and writes the `main` that calls it.
fn callable_main(
    mut tokens: Vec<Token>,
    module: &str,
    sources: &Sources,
) -> Result<(Vec<Token>, Vec<Token>)> {
    let pieces = syntax::pieces(&tokens, Detail::Items, sources)?;
    let mut functions = pieces.iter().filter(|piece| piece.kind == PieceKind::Fn && piece.parent.is_none());
    let main = functions
        .find(|piece| piece.is_called(&tokens, "main"))
        .ok_or_else(|| Error::Usage("the binary's root file has no `fn main`".into()))?;
    let name = main.name.unwrap_or(main.head);
    let returns = tokens[name + 3].is("->");
    let keyword = (main.head..name).find(|&at| tokens[at].is("fn")).unwrap_or(main.head);
    let origin = tokens[keyword].origin;
    let mut visibility = synthesised("pub(super)", origin);
    visibility[0].trivia = tokens[main.head].trivia.clone();
    tokens[keyword].trivia = " ".into();
    tokens.splice(main.head..keyword, visibility);
    let result = if returns { " -> impl std::process::Termination" } else { "" };
    Ok((tokens, synthesised(&format!("\nfn main(){result} {{\n    {module}::main()\n}}"), origin)))
}

/// Declarations that several crates make, once each, those with most attributes (`#[macro_use]`) first.
fn without_twins(tokens: Vec<Token>) -> Vec<Token> {
    let mut declarations: Vec<&[Token]> = tokens.split_inclusive(|token| token.is(";")).collect();
    declarations.sort_by_key(|tokens| std::cmp::Reverse(tokens.len()));
    let mut seen = BTreeSet::new();
    let text = |tokens: &[Token]| {
        let start = tokens.iter().position(|token| token.is("extern")).unwrap_or(0);
        tokens[start..].iter().map(|token| token.text.to_string()).collect::<Vec<_>>()
    };
    declarations.into_iter().filter(|tokens| seen.insert(text(tokens))).flatten().cloned().collect()
}
