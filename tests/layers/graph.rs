//! The modules of a crate and which of them use which, read with `syn`.
//!
//! A module uses another if its code names an item that the other declares; re-exports are followed to the
//! declaration, and a re-export alone is no use. What only macros or methods reach is not seen.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Attribute, Item, UseTree, Visibility};

/// Segments from the root of a crate; empty for the root itself.
pub(crate) type ModulePath = Vec<String>;

/// A path as the source writes it.
type Named = Vec<String>;

/// A module.
#[derive(Default)]
pub(crate) struct Module {
    /// Its children in the order of their declarations.
    pub(crate) children: Vec<String>,
    /// Names that `use` brings in, with the paths that they stand for.
    imports: BTreeMap<String, Named>,
    /// The paths of its code and of its `use` items, without re-exports.
    named: Vec<Named>,
    /// The same of its unit tests.
    pub(crate) named_by_tests: Vec<Named>,
    /// Whether its documentation says that its modules are listed bottom-up.
    pub(crate) is_layered: bool,
}

/// The modules that one root file declares.
#[derive(Default)]
pub(crate) struct Crate {
    pub(crate) modules: BTreeMap<ModulePath, Module>,
    /// The modules of macros that are put at the crate's root.
    macros: BTreeMap<String, ModulePath>,
}

fn is_of_tests(attributes: &[Attribute]) -> bool {
    let is_test = |cfg: &Attribute| cfg.parse_args::<syn::Ident>().is_ok_and(|name| name == "test");
    attributes.iter().any(|attribute| attribute.path().is_ident("cfg") && is_test(attribute))
}

/// Whether a documentation comment of the file says that its modules are listed bottom-up.
fn is_layered(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| attribute.to_token_stream().to_string().contains("listed bottom-up"))
}

impl Crate {
    /// Reads a root file and the modules that it declares.
    pub(crate) fn read(file: &Path) -> Self {
        let mut found = Self::default();
        found.add_file(Vec::new(), file, file.parent().expect("a file is in a folder"));
        found
    }

    /// A crate of these modules, each a path such as `a::b` and its text; for tests.
    pub(crate) fn of_texts(files: &[(&str, &str)]) -> Self {
        let mut found = Self::default();
        for (path, text) in files {
            let path = path.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect();
            found.add_text(path, text, Path::new("/none"));
        }
        found
    }

    fn add_file(&mut self, path: ModulePath, file: &Path, folder: &Path) {
        let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        self.add_text(path, &text, folder);
    }

    fn add_text(&mut self, path: ModulePath, text: &str, folder: &Path) {
        let file = syn::parse_file(text).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        self.add_items(path, is_layered(&file.attrs), file.items, folder);
    }

    fn add_items(&mut self, path: ModulePath, is_layered: bool, items: Vec<Item>, folder: &Path) {
        let mut module = Module { is_layered, ..Module::default() };
        for item in items {
            self.add_item(&path, &mut module, item, folder);
        }
        self.modules.insert(path, module);
    }

    fn add_item(&mut self, path: &ModulePath, module: &mut Module, item: Item, folder: &Path) {
        match item {
            Item::Mod(inner) if is_of_tests(&inner.attrs) => {
                let file = folder.join(format!("{}.rs", inner.ident));
                let text = fs::read_to_string(file).unwrap_or_default();
                let tokens = if inner.content.is_some() { inner.to_token_stream() } else { parsed(&text) };
                collect_paths(tokens, &[], &mut module.named_by_tests);
            }
            Item::Mod(inner) => {
                let name = inner.ident.to_string();
                module.children.push(name.clone());
                let path = [path.clone(), vec![name.clone()]].concat();
                let (file, folder) = (folder.join(format!("{name}.rs")), folder.join(name));
                match inner.content {
                    Some((_, items)) => self.add_items(path, false, items, &folder),
                    None if file.exists() => self.add_file(path, &file, &folder),
                    None => {}
                }
            }
            Item::Use(item) => {
                let mut leaves = Vec::new();
                collect_leaves(&item.tree, &mut Vec::new(), &mut leaves);
                for (name, named) in leaves {
                    if matches!(item.vis, Visibility::Inherited) {
                        module.named.push(named.clone());
                    }
                    module.imports.insert(name, named);
                }
            }
            item => {
                if let Item::Macro(exported) = &item {
                    let is_exported = exported.attrs.iter().any(|it| it.path().is_ident("macro_export"));
                    let name = exported.ident.as_ref().filter(|_| is_exported);
                    self.macros.extend(name.map(|name| (name.to_string(), path.clone())));
                }
                collect_paths(item.to_token_stream(), &[], &mut module.named);
            }
        }
    }

    /// The module that declares what `named` names in the module `from`, and whether an item is named and not
    /// the module itself; `None` outside this crate.
    fn declaring(&self, from: &[String], named: &[String], depth: u32) -> Option<(ModulePath, bool)> {
        let module = &self.modules[from];
        let (first, rest) = named.split_first().filter(|_| depth < 20)?;
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
            _ if module.children.contains(first) => self.declaring_below(from.to_vec(), named, depth),
            _ => {
                let imported = module.imports.get(first).filter(|imported| imported.as_slice() != named)?;
                self.declaring(from, &[imported, rest].concat(), depth + 1)
            }
        }
    }

    /// The same for a path that starts in the module `at`.
    fn declaring_below(&self, at: ModulePath, named: &[String], depth: u32) -> Option<(ModulePath, bool)> {
        let Some((first, rest)) = named.split_first() else { return Some((at, false)) };
        let child = [at.clone(), vec![first.clone()]].concat();
        if self.modules.contains_key(&child) {
            return self.declaring_below(child, rest, depth);
        }
        if let Some(declaring) = self.macros.get(first).filter(|_| at.is_empty()) {
            return Some((declaring.clone(), true));
        }
        match self.modules[&at].imports.get(first) {
            Some(imported) => self.declaring(&at, &[imported, rest].concat(), depth + 1),
            None => Some((at, true)),
        }
    }

    /// The modules that declare what these paths name in `from`.
    pub(crate) fn resolve(&self, from: &[String], named: &[Named]) -> BTreeSet<ModulePath> {
        let declaring = named.iter().filter_map(|named| self.declaring(from, named, 0));
        declaring.filter(|(used, is_item)| *is_item && used != from).map(|(used, _)| used).collect()
    }

    /// The modules that each module uses.
    pub(crate) fn edges(&self) -> BTreeMap<ModulePath, BTreeSet<ModulePath>> {
        let used = |(path, module): (&ModulePath, &Module)| (path.clone(), self.resolve(path, &module.named));
        self.modules.iter().map(used).collect()
    }

    /// The modules of another crate that the crate names.
    pub(crate) fn modules_of(&self, other: &str) -> BTreeSet<String> {
        let all = self.modules.values().flat_map(|module| &module.named);
        all.filter(|named| named[0] == other).filter_map(|named| named.get(1).cloned()).collect()
    }
}

fn parsed(text: &str) -> TokenStream {
    text.parse().expect("Rust source")
}

/// The names that a use tree brings in, each with its whole path.
fn collect_leaves(tree: &UseTree, prefix: &mut Named, leaves: &mut Vec<(String, Named)>) {
    let depth = prefix.len();
    match tree {
        UseTree::Path(path) => {
            prefix.push(path.ident.to_string());
            collect_leaves(&path.tree, prefix, leaves);
        }
        UseTree::Group(group) => group.items.iter().for_each(|tree| collect_leaves(tree, prefix, leaves)),
        UseTree::Name(name) if name.ident == "self" => {
            leaves.extend(prefix.last().cloned().map(|last| (last, prefix.clone())));
        }
        UseTree::Name(name) => {
            let name = name.ident.to_string();
            leaves.push((name.clone(), [prefix.clone(), vec![name]].concat()));
        }
        UseTree::Rename(rename) => {
            let last = (rename.ident != "self").then(|| rename.ident.to_string());
            leaves.push((rename.rename.to_string(), prefix.iter().cloned().chain(last).collect()));
        }
        UseTree::Glob(_) => leaves.push(("*".into(), [prefix.clone(), vec!["*".into()]].concat())),
    }
    prefix.truncate(depth);
}

/// Every path of two segments and more; a group after `::`, as in a `use` inside a function, extends it.
fn collect_paths(tokens: TokenStream, prefix: &[String], named: &mut Vec<Named>) {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let joins = |at: usize| {
        let colon = |at: usize| matches!(trees.get(at), Some(TokenTree::Punct(p)) if p.as_char() == ':');
        colon(at) && colon(at + 1)
    };
    let mut at = 0;
    while at < trees.len() {
        match &trees[at] {
            TokenTree::Ident(first) => {
                let mut path = [prefix, &[first.to_string()]].concat();
                while let (true, Some(TokenTree::Ident(next))) = (joins(at + 1), trees.get(at + 3)) {
                    path.push(next.to_string());
                    at += 3;
                }
                match trees.get(at + 3) {
                    Some(TokenTree::Group(group))
                        if joins(at + 1) && group.delimiter() == Delimiter::Brace =>
                    {
                        collect_paths(group.stream(), &path, named);
                        at += 3;
                    }
                    _ if path.len() > 1 => named.push(path),
                    _ => {}
                }
            }
            TokenTree::Group(group) => collect_paths(group.stream(), &[], named),
            _ => {}
        }
        at += 1;
    }
}
