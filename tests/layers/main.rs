//! The house is layered: no arrow up and no cycle, between crates and between the modules of each.
//!
//! Where the documentation of a file says that its modules are listed bottom-up, they are: `src/lib.rs` is
//! one. The library ships to CodinGame, so it is also kept plain and silent, and holds nothing that neither
//! ships nor serves its own unit tests.

mod graph;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use graph::{Crate, ModulePath};

/// The crates that each crate may depend on, for its tests too; the fuzz targets are a workspace of their
/// own.
const ALLOWED: [(&str, &[&str]); 11] = [
    ("outflank", &[]),
    ("toolkit", &[]),
    ("bundler", &["toolkit"]),
    ("supervisor", &["toolkit"]),
    ("lab", &["analyst", "outflank", "toolkit"]),
    ("analyst", &["outflank", "toolkit"]),
    ("trainer", &["analyst", "outflank", "toolkit"]),
    ("arena", &["analyst", "outflank", "supervisor", "toolkit"]),
    ("ladder", &["analyst", "arena", "outflank", "supervisor", "toolkit"]),
    // The arena and the trainer for a test alone, which compares what each reads in a file.
    ("web", &["analyst", "arena", "outflank", "toolkit", "trainer"]),
    ("outflank-fuzz", &["analyst", "arena", "outflank", "supervisor", "toolkit", "trainer"]),
];

/// The module of the library that reads input and prints.
const PRINTING: &str = "protocol";

/// The files of the library that may contain `unsafe`, each with a SAFETY comment.
const UNSAFE: [&str; 12] = [
    "cpu.rs",
    "cpu/avx2.rs",
    "cpu/portable.rs",
    "cpu/simd128.rs",
    "cpu/token.rs",
    "endgame/last_flips.rs",
    "endgame/mid.rs",
    "endgame/move_list.rs",
    "endgame/transposition_table.rs",
    "eval.rs",
    "mcts/tree.rs",
    "memory.rs",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The crates of a workspace with all crates that each depends on, from its lock file.
fn locked(lock: &str) -> Vec<(&str, Vec<&str>)> {
    let packages = lock.split("[[package]]").skip(1).filter(|package| !package.contains("\nsource = "));
    let crates = packages.map(|package| {
        let name = package.split_once("name = ").and_then(|(_, rest)| rest.split('"').nth(1));
        let list = package.split_once("dependencies = [").map_or("", |(_, list)| list);
        let dependencies = list.split('"').skip(1).step_by(2).filter_map(|it| it.split(' ').next());
        (name.expect("a package has a name"), dependencies.collect())
    });
    crates.collect()
}

/// The edges between crates of the workspace that [`ALLOWED`] does not list.
fn forbidden(lock: &str) -> Vec<String> {
    let crates = locked(lock);
    let is_ours = |name: &str| ALLOWED.iter().any(|(listed, _)| *listed == name);
    let mut found = Vec::new();
    for (user, used) in crates {
        let listed = ALLOWED.iter().find(|(listed, _)| *listed == user).map(|(_, allowed)| *allowed);
        let allowed = listed.unwrap_or_else(|| panic!("ALLOWED does not list the crate {user}"));
        // A crate names itself to switch on what only its tests build.
        let is_wrong = |used: &&&str| is_ours(used) && ***used != *user && !allowed.contains(used);
        let wrong = used.iter().filter(is_wrong);
        found.extend(wrong.map(|used| format!("{user} -> {used}")));
    }
    found
}

/// The identifiers of all Rust files in a crate's folder; other crates below it are apart.
fn identifiers(folder: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for path in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if path.is_dir() && !path.join("Cargo.toml").exists() && !path.ends_with("target") {
            found.extend(identifiers(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            // Samples of broken sources are no code.
            let Ok(tokens) = fs::read_to_string(&path).expect("text").parse() else { continue };
            found.extend(without_literals(tokens).split(' ').map(str::to_owned));
        }
    }
    found
}

/// The crates of a workspace, each with one that it depends on and that no code of it names.
fn unused(lock: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (user, used) in locked(lock) {
        let folder = root().join(match user {
            "outflank" => "",
            "outflank-fuzz" => "fuzz",
            other => other,
        });
        let identifiers = identifiers(&folder);
        let is_unused = |used: &&&str| **used != user && !identifiers.contains(&used.replace('-', "_"));
        found.extend(used.iter().filter(is_unused).map(|used| format!("{user} -> {used}")));
    }
    found
}

/// The root files of all crates: libraries and programs.
fn root_files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    let folders = fs::read_dir(root()).expect("a folder").map(|entry| entry.expect("an entry").path());
    for package in folders.chain([root().to_owned()]).filter(|it| it.join("Cargo.toml").exists()) {
        let src = package.join("src");
        files.extend([src.join("lib.rs"), src.join("main.rs")]);
        let programs = fs::read_dir(src.join("bin")).into_iter().flatten().flatten();
        files.extend(programs.map(|entry| entry.path()));
    }
    files.retain(|file| file.is_file());
    files
}

fn library() -> Crate {
    Crate::read(&root().join("src/lib.rs"))
}

/// Every use of a module that a list says to be bottom-up names at or below the user's own line.
fn arrows_up(sources: &Crate) -> Vec<String> {
    let edges = sources.edges();
    let mut found = Vec::new();
    for (parent, module) in sources.modules.iter().filter(|(_, module)| module.is_layered) {
        let level = |path: &ModulePath| {
            let child = path.strip_prefix(parent.as_slice())?.first()?;
            module.children.iter().position(|name| name == child)
        };
        for (user, used) in edges.iter().flat_map(|(user, all)| all.iter().map(move |used| (user, used))) {
            // The listing module itself stands above its modules.
            let is_up = match (level(user), level(used)) {
                (Some(_), None) => used == parent && !parent.is_empty(),
                (Some(user), Some(used)) => used > user,
                (None, _) => false,
            };
            if is_up {
                found.push(format!("{} -> {}", user.join("::"), used.join("::")));
            }
        }
    }
    found
}

/// Paths of modules from one back to itself: one for each edge that closes a cycle in a depth-first walk.
fn cycles(sources: &Crate) -> Vec<String> {
    fn visit(
        edges: &BTreeMap<ModulePath, BTreeSet<ModulePath>>,
        way: &mut Vec<ModulePath>,
        done: &mut BTreeSet<ModulePath>,
        found: &mut Vec<String>,
        at: &ModulePath,
    ) {
        if let Some(start) = way.iter().position(|module| module == at) {
            let cycle = way[start..].iter().chain([at]);
            found.push(cycle.map(|path| path.join("::")).collect::<Vec<_>>().join(" -> "));
        } else if done.insert(at.clone()) {
            way.push(at.clone());
            edges[at].iter().for_each(|next| visit(edges, way, done, found, next));
            way.pop();
        }
    }
    let edges = sources.edges();
    let (mut done, mut found) = (BTreeSet::new(), Vec::new());
    edges.keys().for_each(|start| visit(&edges, &mut Vec::new(), &mut done, &mut found, start));
    found
}

/// The modules of the library's root that these lead to, themselves included.
fn reachable(library: &Crate, start: BTreeSet<String>) -> BTreeSet<String> {
    let edges = library.edges();
    let mut reached = BTreeSet::new();
    // A name that is no module is a macro's: `resolve` finds where it is declared.
    let named: Vec<_> =
        start.into_iter().map(|name| vec!["crate".to_owned(), name, "x".to_owned()]).collect();
    let first = |path: &ModulePath| path.first().cloned();
    let mut pending: Vec<String> = library.resolve(&[], &named).iter().filter_map(first).collect();
    while let Some(module) = pending.pop() {
        if reached.insert(module.clone()) {
            let inside = edges.iter().filter(|(path, _)| path.first() == Some(&module));
            pending.extend(inside.flat_map(|(_, used)| used.iter().filter_map(first)));
        }
    }
    reached
}

/// The files of the library, each with its path and its code up to the unit tests.
fn files() -> Vec<(String, String)> {
    fn collect(folder: &Path, found: &mut Vec<(String, String)>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.strip_prefix(root().join("src")).expect("below src").display().to_string();
            if path.is_dir() && !name.starts_with("bin") {
                collect(&path, found);
            } else if name.ends_with(".rs") && !["lib.rs", "main.rs"].contains(&name.as_str()) {
                let text = fs::read_to_string(&path).expect("text");
                // Strings and comments may say anything; tests may, too.
                let file = syn::parse_file(&text).expect("Rust source");
                let code = file.items.iter().filter(|item| !matches!(item, syn::Item::Mod(_)));
                let code: Vec<String> =
                    code.map(|item| quote::ToTokens::to_token_stream(item).to_string()).collect();
                found.push((name, code.join("\n")));
            }
        }
    }
    let mut found = Vec::new();
    collect(&root().join("src"), &mut found);
    found.retain(|(name, _)| !name.ends_with("tests.rs") && !name.starts_with("bin"));
    found.sort();
    found
}

/// The files whose code has one of these words outside strings and comments.
fn files_with(words: &[&str]) -> Vec<String> {
    let has = |code: &str| {
        let tokens: proc_macro2::TokenStream = code.parse().expect("tokens");
        let text = without_literals(tokens);
        text.split(' ').any(|word| words.contains(&word))
    };
    files().into_iter().filter(|(_, code)| has(code)).map(|(name, _)| name).collect()
}

/// The identifiers of code, blanks between them.
fn without_literals(tokens: proc_macro2::TokenStream) -> String {
    let words = tokens.into_iter().map(|tree| match tree {
        proc_macro2::TokenTree::Ident(ident) => ident.to_string(),
        proc_macro2::TokenTree::Group(group) => without_literals(group.stream()),
        _ => String::new(),
    });
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn crates_use_only_those_below_them() {
    for lock in ["Cargo.lock", "fuzz/Cargo.lock"] {
        let lock = fs::read_to_string(root().join(lock)).expect("a lock file");
        assert!(locked(&lock).len() > 3, "the workspace's members are read");
        assert_eq!(forbidden(&lock), [""; 0]);
    }
    let lock = "[[package]]\nname = \"trainer\"\ndependencies = [\n \"anyhow 1.0.0\",\n \"arena\",\n]\n";
    assert_eq!(forbidden(lock), ["trainer -> arena"]);
}

#[test]
fn crates_name_all_that_they_depend_on() {
    for lock in ["Cargo.lock", "fuzz/Cargo.lock"] {
        let lock = fs::read_to_string(root().join(lock)).expect("a lock file");
        assert_eq!(unused(&lock), [""; 0]);
    }
    let lock = "[[package]]\nname = \"analyst\"\ndependencies = [\n \"outflank\",\n \"criterion\",\n]\n";
    assert_eq!(unused(lock), ["analyst -> criterion"]);
}

#[test]
fn no_module_uses_one_above_it_or_one_that_uses_it_back() {
    let mut found = Vec::new();
    for file in root_files() {
        let sources = Crate::read(&file);
        let problems = arrows_up(&sources).into_iter().chain(cycles(&sources));
        found.extend(problems.map(|problem| format!("{}: {problem}", file.display())));
    }
    assert!(found.is_empty(), "arrows up and cycles:\n{}\n", found.join("\n"));
}

#[test]
fn the_library_holds_what_ships_or_serves_its_tests() {
    let library = library();
    let all: BTreeSet<String> = library.modules[&Vec::new()].children.iter().cloned().collect();
    assert!(library.modules[&Vec::new()].is_layered && all.len() > 10);
    let mut used = BTreeSet::new();
    for program in ["main.rs", "bin/judge.rs"] {
        let program = Crate::read(&root().join("src").join(program));
        let ships = reachable(&library, program.modules_of("outflank"));
        assert!(ships.contains("engine") && !ships.contains("perft"), "{ships:?}");
        used.extend(ships);
    }
    for (path, module) in &library.modules {
        let named = module.named_by_tests.iter().filter(|named| named[0] == "crate");
        used.extend(
            named.filter_map(|named| named.get(1).cloned()).filter(|used| path.first() != Some(used)),
        );
    }
    assert_eq!(all.difference(&used).collect::<Vec<_>>(), [""; 0], "modules that serve tools alone");
}

#[test]
fn the_library_is_silent_plain_and_known_to_be_safe() {
    let silent = ["print", "println", "eprint", "eprintln", "dbg", "stdout", "stderr", "stdin", "ExitCode"];
    let speaking = files_with(&silent);
    assert!(!speaking.is_empty() && speaking.iter().all(|name| name.starts_with(PRINTING)), "{speaking:?}");
    assert_eq!(files_with(&["outflank"]), [""; 0], "the library does not name itself");
    assert_eq!(files_with(&["unsafe"]), UNSAFE);
    for (name, code) in files() {
        assert!(!name.ends_with("mod.rs"), "{name}");
        for piece in ["# [path", "static mut", "extern crate", " feature =", "(feature =", "[feature"] {
            assert!(!code.contains(piece), "{name}: {piece}");
        }
        let text = fs::read_to_string(root().join("src").join(&name)).expect("text");
        let tests = text.split_once("#[cfg(test)]\nmod tests").map_or(";", |(_, tests)| tests);
        let is_last =
            tests.trim() == ";" || tests.find("\n}").is_some_and(|end| tests[end + 2..].trim() == "");
        assert!(is_last && text.matches("cfg(test)").count() < 2, "{name}: tests come last");
    }
    assert!(!root().join("build.rs").exists());
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("a manifest");
    assert!(manifest.contains("\n[dependencies]\n\n"), "the library depends on no crate");
}

#[test]
fn an_arrow_up_is_found_however_it_is_written() {
    let root = ("", "//! Modules are listed bottom-up.\nmod low; mod high;");
    for code in [
        "use crate::high::Thing;",
        "use crate::{high::{self, Thing}};",
        "fn f() { crate :: high::g() }",
        "use super::high::Thing;",
        "macro_rules! m { () => { $crate::high::g() } }",
        "fn f() { use super::{high::Thing}; }",
    ] {
        assert_eq!(
            arrows_up(&Crate::of_texts(&[root, ("low", code), ("high", "")])),
            ["low -> high"],
            "{code}"
        );
    }
    for code in ["// crate::high::X\nconst S: &str = \"crate::high\";", "pub use super::high::Thing;"] {
        let sources = Crate::of_texts(&[root, ("low", code), ("high", "use crate::low;")]);
        assert_eq!(arrows_up(&sources), [""; 0], "{code}");
    }
}

#[test]
fn a_cycle_is_found_however_it_is_written() {
    let cycles = |files: &[(&str, &str)]| cycles(&Crate::of_texts(files));
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
    let tests = "#[cfg(test)]\nmod tests { use crate::a::A; }";
    assert_eq!(cycles(&[root, ("a", "use crate::b::B;"), ("b", tests)]), [""; 0]);
}
