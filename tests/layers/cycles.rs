//! No crate has an import cycle between its modules.
//!
//! A module uses another if its code names an item that the other declares; re-exports are followed to the
//! declaration, and a re-export alone is no use. Parents and children count like any two modules. What only
//! macros or methods reach is not seen.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::manifests::{members, root};
use crate::source::{is_of_word, tokens, without_comments_and_strings};

/// Segments from the root of a crate; empty for the root itself.
type ModulePath = Vec<String>;

/// A file of a crate.
#[derive(Default)]
struct Module {
    tokens: Vec<String>,
    children: BTreeSet<String>,
    /// Names that `use` brings in, with the paths that they stand for.
    imports: BTreeMap<String, Vec<String>>,
    /// The paths of all `use` items that are no re-exports.
    used: Vec<Vec<String>>,
}

/// The modules that one root file declares.
#[derive(Default)]
struct Crate {
    modules: BTreeMap<ModulePath, Module>,
    /// The modules of macros that are put at the crate's root.
    macros: BTreeMap<String, ModulePath>,
}

impl Crate {
    /// Reads a root file and the modules that it declares.
    fn read(file: &Path) -> Self {
        let mut sources = Self::default();
        let folder = file.parent().expect("a file is in a folder");
        sources.add(Vec::new(), file, folder);
        sources
    }

    fn add(&mut self, path: ModulePath, file: &Path, folder: &Path) {
        let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        self.add_text(path.clone(), &text);
        for child in self.modules[&path].children.clone() {
            let file = [folder.join(format!("{child}.rs")), folder.join(&child).join("mod.rs")];
            if let Some(file) = file.iter().find(|file| file.exists()) {
                self.add([path.clone(), vec![child.clone()]].concat(), file, &folder.join(&child));
            }
        }
    }

    fn add_text(&mut self, path: ModulePath, text: &str) {
        let code = without_comments_and_strings(text);
        let code = code.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
        for exported in code.split("#[macro_export]").skip(1) {
            let name = tokens(exported).skip_while(|token| *token != "!").nth(1);
            self.macros.extend(name.map(|name| (name.to_owned(), path.clone())));
        }
        let mut module = Module { tokens: tokens(code).map(str::to_owned).collect(), ..Module::default() };
        module.find_children();
        module.find_imports();
        self.modules.insert(path, module);
    }

    /// The module that declares what `path` names in the module `from`, and whether an item is named and not
    /// the module itself; `None` outside this crate.
    fn declaring(&self, from: &[String], path: &[String], depth: u32) -> Option<(ModulePath, bool)> {
        let module = &self.modules[from];
        let (first, rest) = path.split_first()?;
        if depth > 20 {
            return None;
        }
        match first.as_str() {
            "crate" => self.declaring_below(Vec::new(), rest, depth),
            "self" => self.declaring_below(from.to_vec(), rest, depth),
            "super" => {
                let parent = from.split_last()?.1.to_vec();
                if rest.first().is_some_and(|next| next == "super") {
                    return self.declaring(&parent, rest, depth);
                }
                self.declaring_below(parent, rest, depth)
            }
            _ if module.children.contains(first) => self.declaring_below(from.to_vec(), path, depth),
            _ => {
                let imported = module.imports.get(first).filter(|imported| imported.as_slice() != path)?;
                self.declaring(from, &[imported, rest].concat(), depth + 1)
            }
        }
    }

    /// The same for a path that starts in the module `at`.
    fn declaring_below(&self, at: ModulePath, path: &[String], depth: u32) -> Option<(ModulePath, bool)> {
        let Some((first, rest)) = path.split_first() else { return Some((at, false)) };
        let module = &self.modules[&at];
        let child = [at.clone(), vec![first.clone()]].concat();
        if self.modules.contains_key(&child) {
            return self.declaring_below(child, rest, depth);
        }
        if let Some(declaring) = self.macros.get(first).filter(|_| at.is_empty()) {
            return Some((declaring.clone(), true));
        }
        match module.imports.get(first) {
            Some(imported) => self.declaring(&at, &[imported, rest].concat(), depth + 1),
            None => Some((at, true)),
        }
    }

    /// The modules that each module uses.
    fn edges(&self) -> BTreeMap<ModulePath, BTreeSet<ModulePath>> {
        let used_by = |(path, module): (&ModulePath, &Module)| {
            let named = module.used.iter().cloned().chain(module.paths_in_code());
            let declaring = named.filter_map(|named| self.declaring(path, &named, 0));
            let used = declaring.filter(|(used, is_item)| *is_item && used != path).map(|(used, _)| used);
            (path.clone(), used.collect())
        };
        self.modules.iter().map(used_by).collect()
    }

    /// Paths of modules from one back to itself: one for each edge that closes a cycle in a depth-first walk.
    fn cycles(&self) -> Vec<String> {
        let mut walk = Walk { edges: self.edges(), ..Walk::default() };
        for start in self.modules.keys() {
            walk.visit(start);
        }
        let name = |path: &ModulePath| match path.is_empty() {
            true => "(root)".to_owned(),
            false => path.join("::"),
        };
        walk.cycles.iter().map(|cycle| cycle.iter().map(name).collect::<Vec<_>>().join(" -> ")).collect()
    }
}

/// A depth-first walk over the use-graph.
#[derive(Default)]
struct Walk {
    edges: BTreeMap<ModulePath, BTreeSet<ModulePath>>,
    /// From the start to the module being visited.
    way: Vec<ModulePath>,
    done: BTreeSet<ModulePath>,
    cycles: Vec<Vec<ModulePath>>,
}

impl Walk {
    fn visit(&mut self, at: &ModulePath) {
        if let Some(start) = self.way.iter().position(|module| module == at) {
            self.cycles.push([&self.way[start..], std::slice::from_ref(at)].concat());
        } else if self.done.insert(at.clone()) {
            self.way.push(at.clone());
            for next in self.edges[at].clone() {
                self.visit(&next);
            }
            self.way.pop();
        }
    }
}

impl Module {
    fn find_children(&mut self) {
        let declarations = self.tokens.windows(3).filter(|window| window[0] == "mod" && window[2] == ";");
        self.children = declarations.map(|window| window[1].clone()).collect();
    }

    fn find_imports(&mut self) {
        let tokens = std::mem::take(&mut self.tokens);
        let mut rest = Vec::with_capacity(tokens.len());
        let mut at = 0;
        while at < tokens.len() {
            if tokens[at] != "use" || tokens.get(at + 1).is_some_and(|next| next == "<") {
                rest.push(tokens[at].clone());
                at += 1;
                continue;
            }
            let is_reexport = at > 0 && (tokens[at - 1] == "pub" || is_restricted_pub(&tokens[..at]));
            let end = at + tokens[at..].iter().position(|token| token == ";").unwrap_or(0);
            let mut leaves = Vec::new();
            collect_leaves(&tokens[at + 1..end], &mut Vec::new(), &mut leaves);
            for (name, path) in leaves {
                if !is_reexport {
                    self.used.push(path.clone());
                }
                self.imports.insert(name, path);
            }
            at = end + 1;
        }
        self.tokens = rest;
    }

    /// Every path of two segments and more outside `use` items.
    fn paths_in_code(&self) -> impl Iterator<Item = Vec<String>> + '_ {
        let is_name =
            |at: usize| self.tokens.get(at).is_some_and(|token| token.chars().next().is_some_and(is_of_word));
        let joins = |at: usize| self.tokens.get(at).is_some_and(|token| token == "::");
        let is_start = move |&at: &usize| is_name(at) && joins(at + 1) && (at == 0 || !joins(at - 1));
        (0..self.tokens.len()).filter(is_start).map(move |start| {
            let mut end = start;
            while joins(end + 1) && is_name(end + 2) {
                end += 2;
            }
            self.tokens[start..=end].iter().step_by(2).cloned().collect()
        })
    }
}

/// Whether these tokens end with `pub(...)`.
fn is_restricted_pub(tokens: &[String]) -> bool {
    let open = tokens.iter().rposition(|token| token == "(");
    let is_pub = |open: usize| open > 0 && tokens[open - 1] == "pub";
    tokens.last().is_some_and(|last| last == ")") && open.is_some_and(is_pub)
}

/// The names that a use tree brings in, each with its whole path.
fn collect_leaves(tree: &[String], prefix: &mut Vec<String>, leaves: &mut Vec<(String, Vec<String>)>) {
    let depth_before = prefix.len();
    let mut at = 0;
    while at < tree.len() {
        match tree[at].as_str() {
            "::" => {}
            "{" => {
                for part in parts_of_group(&tree[at + 1..tree.len() - 1]) {
                    collect_leaves(part, prefix, leaves);
                }
                prefix.truncate(depth_before);
                return;
            }
            "as" => {
                leaves.push((tree[at + 1].clone(), prefix.clone()));
                prefix.truncate(depth_before);
                return;
            }
            "self" if at > 0 || depth_before > 0 => {}
            name => prefix.push(name.to_owned()),
        }
        at += 1;
    }
    if let Some(last) = prefix.last().cloned() {
        leaves.push((last, prefix.clone()));
    }
    prefix.truncate(depth_before);
}

/// The parts of a group, which commas outside inner groups separate.
fn parts_of_group(group: &[String]) -> Vec<&[String]> {
    let mut depth = 0;
    let is_comma = |token: &String| {
        match token.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        depth == 0 && token == ","
    };
    group.split(is_comma).filter(|part| !part.is_empty()).collect()
}

/// The root files of a package: its library and its programs.
fn root_files(package: &Path) -> Vec<PathBuf> {
    let src = package.join("src");
    let mut files = vec![src.join("lib.rs"), src.join("main.rs")];
    for entry in fs::read_dir(src.join("bin")).into_iter().flatten() {
        let path = entry.expect("the folder can be read").path();
        files.push(if path.is_dir() { path.join("main.rs") } else { path });
    }
    files.retain(|file| file.exists());
    files
}

#[test]
fn no_module_uses_one_that_uses_it_back() {
    let mut cycles = Vec::new();
    for package in members().into_iter().map(|member| root().join(member)) {
        for file in root_files(&package) {
            let found = Crate::read(&file).cycles();
            cycles.extend(found.iter().map(|cycle| format!("{}: {cycle}", file.display())));
        }
    }
    assert!(cycles.is_empty(), "modules that use each other:\n{}\n", cycles.join("\n"));
}

#[test]
fn a_cycle_is_found_however_it_is_written() {
    let cycles = |files: &[(&str, &str)]| {
        let mut sources = Crate::default();
        for (path, text) in files {
            sources.add_text(
                path.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect(),
                text,
            );
        }
        sources.cycles()
    };
    let root = ("", "mod a; mod b;");

    for (a, b) in [
        ("use crate::b::B;", "use super::a::A;"),
        ("use crate::{b::{self, B}, c};", "fn f() { crate::a::g() }"),
        ("use super::b; fn f() { b::g() }", "use super::*; fn f() { super::a::A }"),
    ] {
        assert_eq!(cycles(&[root, ("a", a), ("b", b)]), ["a -> b -> a"], "{a} {b}");
    }
    let parent = [("", "mod a;"), ("a", "mod b; use b::B; struct A;"), ("a::b", "use super::A; struct B;")];
    assert_eq!(cycles(&parent), ["a -> a::b -> a"]);
    let facade = [
        ("", "mod a;"),
        ("a", "mod b; mod c; pub use b::B; use c::C;"),
        ("a::b", ""),
        ("a::c", "use super::B;"),
    ];
    assert_eq!(cycles(&facade), [""; 0], "a re-export is no use");
    assert_eq!(
        cycles(&[root, ("a", "use crate::b::B; // crate::a"), ("b", "const S: &str = r#\"crate::a::A\"#;")]),
        [""; 0],
    );
    assert_eq!(
        cycles(&[root, ("a", "use crate::b::B;"), ("b", "#[cfg(test)]\nmod tests { use crate::a::A; }")]),
        [""; 0],
    );
}
