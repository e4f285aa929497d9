//! Which modules go, and what is in the root then.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::tree::{Module, Tree, ROOT};
use crate::read::imports::Import;
use crate::read::syntax::{Piece, PieceKind};
use crate::transform::shorten::exempt::is_in_prelude;
use crate::transform::Conflict;

/// Why a module stays.
#[derive(Clone, Debug)]
pub(super) enum Kept {
    /// Something in it has to be in a module, or rustc finds an error in it elsewhere.
    Holds,
    /// This name in it would have other meanings in the root.
    Conflicts(String),
}

/// A decision for each module that keeps every name's meaning.
pub(super) struct Plan<'a> {
    pub tree: &'a Tree<'a>,
    /// Modules whose content moves to the root; the root itself is one.
    pub goes: Vec<bool>,
    /// Macros in the root that need no import.
    textual: BTreeSet<&'a str>,
}

/// What a name in the root stands for.
#[derive(PartialEq, Eq, Clone)]
enum Meaning {
    /// Items of a module.
    Items(usize),
    /// A module that stays.
    Module(usize),
    /// What this path leads to.
    Path(String),
}

/// Modules that have to stay, each with one of the names for which they have to.
type Blamed<'a> = BTreeMap<usize, Option<&'a str>>;

impl<'a> Plan<'a> {
    /// Lets further modules stay until the names in the root are clear.
    pub(super) fn new(tree: &'a Tree<'a>, kept: &mut [Option<Kept>]) -> Self {
        let places = places(tree);
        loop {
            let goes = goes(tree, kept);
            let plan = Self { tree, textual: textual(tree, &goes), goes };
            let mut culprits = plan.meeting_names();
            culprits.extend(plan.unclear_names(&places));
            culprits.retain(|&module, _| module != ROOT && kept[module].is_none());
            if culprits.is_empty() {
                return plan;
            }
            for (module, name) in culprits {
                kept[module] = Some(name.map_or(Kept::Holds, |name| Kept::Conflicts(name.to_owned())));
            }
        }
    }

    /// The conflicts of the modules that only a name keeps.
    pub(super) fn conflicts(&self, kept: &[Option<Kept>]) -> Vec<Conflict> {
        let of = |(module, stay): (usize, &Option<Kept>)| match stay {
            Some(Kept::Conflicts(name)) if self.goes[self.tree.modules[module].parent] => {
                Some(Conflict { module: self.tree.path(module), name: name.clone() })
            }
            _ => None,
        };
        kept.iter().enumerate().filter_map(of).collect()
    }

    /// The modules that stay from the root to `module`, itself included.
    pub(super) fn chain(&self, module: usize) -> Vec<usize> {
        let around = std::iter::successors(Some(module), |&at| Some(self.tree.modules[at].parent));
        let mut chain: Vec<usize> = around.take_while(|&at| !self.goes[at]).collect();
        chain.reverse();
        chain
    }

    /// The path that replaces the first segments of `path`, written in `module`, and their number; none if it
    /// stays as it is.
    pub(super) fn shortened(&self, module: usize, path: &[usize]) -> Option<(Vec<&'a str>, usize)> {
        let (target, used) = self.tree.resolve(module, path)?;
        let chain = self.chain(target);
        let mut short: Vec<&str> = chain.iter().map(|&at| &*self.tree.modules[at].name).collect();
        if !self.goes[module] {
            let head = &self.tree.tokens[path[0]];
            let same_part = chain.first().is_some_and(|first| self.chain(module).first() == Some(first));
            let is_relative = !head.is("crate") && !head.is("super");
            let near = self.tree.resolve(module, &path[..1]).is_some_and(|(near, _)| !self.goes[near]);
            let ups = path.iter().take_while(|&&at| self.tree.tokens[at].is("super")).count();
            let stays_inside = same_part && !head.is("crate") && ups < self.chain(module).len();
            if stays_inside || is_relative && near {
                return None;
            }
            short.insert(0, "crate");
        }
        Some((short, used))
    }

    /// The path of `import` after the move, and whether it still brings in something.
    pub(super) fn moved(&self, import: &Import) -> (Vec<&'a str>, bool) {
        let word = |&at: &usize| &*self.tree.tokens[at].text;
        if import.binding.is_some_and(|name| self.textual.contains(word(&name))) {
            return (Vec::new(), false);
        }
        let gives_name = import.is_renamed && import.binding.is_some_and(|name| word(&name) != "_");
        let shortened =
            if import.is_global { None } else { self.shortened(self.tree.module(import), &import.path) };
        let Some((mut path, used)) = shortened else {
            let head = import.path.first().map(word).unwrap_or_default();
            let names_item = self.tree.has(self.tree.module(import), head) && import.path.len() == 1;
            let is_macro = self.is_macro(head);
            let kept = !self.goes[self.tree.module(import)] || gives_name || !names_item || is_macro;
            return (import.path.iter().map(word).collect(), kept);
        };
        path.extend(import.path[used..].iter().map(word));
        let least = if self.goes[self.tree.module(import)] { 1 } else { 2 };
        let in_reach = path.len() <= least && self.goes[self.tree.module(import)] || path.len() < least;
        // Paths that begin with the name of a module are written from the root.
        let in_reach = in_reach || self.goes[self.tree.module(import)] && self.is_only_module(import);
        let kept = if import.is_glob {
            !path.is_empty()
        } else {
            gives_name && !path.is_empty()
                || !in_reach
                || path.last().is_some_and(|name| self.is_macro(name)) && !self.tree.is_in_block(import)
        };
        (path, kept)
    }

    /// Whether `import` brings in a module and nothing else.
    fn is_only_module(&self, import: &Import) -> bool {
        let (tree, path) = (self.tree, &import.path);
        let Some((target, used)) = tree.resolve(self.tree.module(import), path) else { return false };
        let Module { name, parent, .. } = &tree.modules[target];
        let holder = tree.resolve(self.tree.module(import), &path[..path.len() - 1]);
        used == path.len()
            && !import.is_renamed
            && holder == Some((*parent, path.len() - 1))
            && !tree.has(*parent, name)
            && !tree.imports_all_with(*parent, name)
    }

    /// Whether a macro of this name is known only by an import.
    fn is_macro(&self, name: &str) -> bool {
        let tokens = self.tree.tokens;
        let mut macros = self.tree.pieces.iter().filter(|piece| piece.kind == PieceKind::MacroRules);
        macros.any(|piece| {
            let is_exported = piece.attributes(tokens).iter().any(|(_, one)| one.name == "macro_export");
            !is_exported && piece.is_called(tokens, name)
        })
    }

    /// Modules that bring a name to the root that is there already; no name is known of what a glob brings.
    fn meeting_names(&self) -> Blamed<'a> {
        let mut known: HashMap<&str, Meaning> = HashMap::new();
        let mut culprits = Blamed::new();
        let mut add = |name: &'a str, meaning: Meaning, module: usize, culprits: &mut Blamed<'a>| {
            if name != "_" && *known.entry(name).or_insert_with(|| meaning.clone()) != meaning {
                culprits.entry(module).or_insert(Some(name));
            }
        };
        for module in (0..self.goes.len()).filter(|&module| self.goes[module]) {
            for (name, kind) in self.tree.names(module).chain(self.tree.names_in_calls(module)) {
                add(name, Meaning::Items(module), module, &mut culprits);
                if is_in_prelude(name, kind) {
                    add(name, Meaning::Path("prelude".into()), module, &mut culprits);
                }
            }
        }
        for (module, parts) in self.tree.modules.iter().enumerate() {
            if !self.goes[module] && self.goes[parts.parent] {
                let name = &*self.tree.modules[module].name;
                add(name, Meaning::Module(module), parts.parent, &mut culprits);
            }
        }
        for import in self
            .tree
            .imports
            .iter()
            .filter(|import| self.goes[self.tree.module(import)] && !self.tree.is_in_block(import))
        {
            let (path, kept) = self.moved(import);
            if import.is_glob && kept {
                culprits.insert(self.tree.module(import), None);
            }
            let Some(binding) = import.binding.filter(|_| kept) else { continue };
            let name = &*self.tree.tokens[binding].text;
            let is_own_macro = path.len() == 1 && self.is_macro(path[0]);
            if name != "_" && !is_own_macro {
                let global = if import.is_global { "::" } else { "" };
                add(
                    name,
                    Meaning::Path(format!("{global}{}", path.join("::"))),
                    self.tree.module(import),
                    &mut culprits,
                );
            }
        }
        culprits
    }

    /// Modules with a name that stands for something else in another one.
    fn unclear_names(&self, places: &BTreeMap<&'a str, Vec<usize>>) -> Blamed<'a> {
        let mut culprits = Blamed::new();
        for module in (0..self.goes.len()).filter(|&module| self.goes[module] && module != ROOT) {
            let own = self
                .tree
                .names(module)
                .chain(self.tree.names_in_calls(module))
                .filter(|(_, kind)| *kind != PieceKind::Fn);
            let imports = self.tree.imports.iter().filter(|import| self.tree.module(import) == module);
            let imported = imports.filter(|import| !self.tree.is_in_block(import) && self.moved(import).1);
            // Modules and functions, in lower case, are no patterns that a local could come to be.
            let imported = imported
                .filter_map(|import| Some(&*self.tree.tokens[import.binding?].text))
                .filter(|name| name.starts_with(char::is_uppercase))
                .map(|name| (name, PieceKind::Use));
            // Nothing can mention `const _`.
            for (name, kind) in own.chain(imported).filter(|(name, _)| *name != "_") {
                let means_other = |&at: &usize| {
                    let other = self.tree.of[at];
                    let fits = kind != PieceKind::MacroRules || self.follows(at, "!");
                    other != module && self.goes[other] && fits && !self.knows(other, name)
                };
                if places.get(name).is_some_and(|places| places.iter().any(means_other)) {
                    culprits.insert(module, Some(name));
                }
            }
        }
        culprits
    }

    fn follows(&self, at: usize, text: &str) -> bool {
        self.tree.tokens.get(at + 1).is_some_and(|next| next.is(text))
    }

    /// Whether a module declares or imports `name`, on any level.
    fn knows(&self, module: usize, name: &str) -> bool {
        let is_name = |at: usize| &*self.tree.tokens[at].text == name;
        let pieces = self.tree.pieces.iter();
        let mut names = pieces.filter_map(|piece| piece.name);
        let declares = names.any(|at| self.tree.of[at] == module && is_name(at));
        let imports = || {
            self.tree
                .imports
                .iter()
                .any(|import| self.tree.module(import) == module && import.binding.is_some_and(is_name))
        };
        let is_parameter = |at: usize| {
            let (before, after) = (&self.tree.tokens[at - 1], self.tree.tokens.get(at + 1));
            let in_list = (before.is("<") || before.is(","))
                && after.is_some_and(|after| [":", ",", ">", "="].iter().any(|mark| after.is(mark)));
            self.tree.of[at] == module && is_name(at) && (before.is("const") || in_list)
        };
        declares
            || imports()
            || self.tree.imports_all_with(module, name)
            || (1..self.tree.tokens.len()).any(is_parameter)
    }
}

/// Whether the content of each module moves to the root.
fn goes(tree: &Tree, kept: &[Option<Kept>]) -> Vec<bool> {
    let mut goes: Vec<bool> = Vec::new();
    for (at, module) in tree.modules.iter().enumerate() {
        // A module comes after the one around it.
        goes.push(at == ROOT || kept[at].is_none() && goes[module.parent]);
    }
    goes
}

/// The macros in the root whose definitions precede all calls: a macro is in scope from its definition to the
/// end of the module around it. From Rust 1.95 on, rustc warns of an import beside that.
fn textual<'a>(tree: &Tree<'a>, goes: &[bool]) -> BTreeSet<&'a str> {
    let in_root = |piece: &&Piece| {
        let is_in_module = piece.parent.is_none_or(|at| tree.pieces[at].kind == PieceKind::Mod);
        piece.kind == PieceKind::MacroRules && is_in_module && goes[tree.of[piece.head]]
    };
    let macros = tree.pieces.iter().filter(in_root).filter_map(|piece| Some((piece, piece.name?)));
    let is_textual = |&(piece, name): &(&Piece, usize)| {
        let is_name =
            |&at: &usize| tree.tokens[at].is_ident() && tree.tokens[at].text == tree.tokens[name].text;
        let module = tree.of[piece.head];
        let brings_in = |import: &Import, at| import.binding == Some(at) && leads_to(tree, import, module);
        let is_imported = |at| tree.imports.iter().any(|import| brings_in(import, at));
        let is_called = |at: usize| {
            let behind_path = || [".", "::", "$", "!"].iter().any(|mark| tree.tokens[at - 1].is(mark));
            at > piece.range.end && tree.tokens.get(at + 1).is_some_and(|next| next.is("!")) && !behind_path()
        };
        let mut places = (0..tree.tokens.len()).filter(is_name);
        places.all(|at| at == name || is_imported(at) || is_called(at))
    };
    macros.filter(is_textual).map(|(_, name)| &*tree.tokens[name].text).collect()
}

/// Whether `import` brings in, by its own name, something of `module`.
fn leads_to(tree: &Tree, import: &Import, module: usize) -> bool {
    let holder = match import.path.len() {
        1 => Some((tree.module(import), 0)),
        _ => tree.resolve(tree.module(import), &import.path),
    };
    !import.is_renamed && !import.is_global && holder == Some((module, import.path.len() - 1))
}

/// Where each name stands alone, outside imports: neither a member nor behind a path.
fn places<'a>(tree: &Tree<'a>) -> BTreeMap<&'a str, Vec<usize>> {
    let mut imported = vec![false; tree.tokens.len()];
    for piece in tree.pieces.iter().filter(|piece| piece.kind == PieceKind::Use) {
        imported[piece.range.clone()].fill(true);
    }
    let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, token) in tree.tokens.iter().enumerate() {
        let is_alone = at == 0 || ![".", "::"].iter().any(|mark| tree.tokens[at - 1].is(mark));
        if token.is_ident() && is_alone && !imported[at] {
            places.entry(&*token.text).or_default().push(at);
        }
    }
    places
}
