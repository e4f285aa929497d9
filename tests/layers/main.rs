//! The library is layered, prints only where it speaks a protocol, and stays plain enough to be bundled.
//!
//! `src/lib.rs` lists the modules bottom-up in groups; the use-graph is computed from the text of `src/`.
//! Comments, the contents of strings, and test modules do not ship and are ignored.

mod cycles;
mod manifests;
mod source;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use source::{library, words, Source};

/// The modules that read input and print.
const PRINTING: [&str; 1] = ["protocol"];

/// The files that may contain `unsafe`, each with a SAFETY comment.
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

/// The group of modules that no bundle contains.
const WORKBENCH: &str = "Workbench";

/// The groups of `lib.rs` with their modules, the lowest first: a comment `// Name: ...` opens each.
fn groups(lib: &str) -> Vec<(&str, Vec<&str>)> {
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in lib.lines() {
        if let Some((name, _)) = line.strip_prefix("// ").and_then(|comment| comment.split_once(':')) {
            groups.push((name, Vec::new()));
        } else if let Some(module) = line.strip_prefix("pub mod ") {
            let group = groups.last_mut().expect("a comment opens the first group");
            group.1.push(module.strip_suffix(';').expect("modules have files of their own"));
        }
    }
    groups
}

fn lib() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs")).expect("lib.rs is text")
}

/// The modules that `used` or anything that they use leads to.
fn reachable(sources: &[Source], used: BTreeSet<String>) -> BTreeSet<String> {
    let macros = macros(sources);
    let mut reached = BTreeSet::new();
    let mut pending: Vec<String> = used.into_iter().collect();
    while let Some(name) = pending.pop() {
        let module = macros.get(&name).cloned().unwrap_or(name);
        if reached.insert(module.clone()) {
            let files = sources.iter().filter(|source| source.module() == module);
            pending.extend(files.flat_map(Source::used_modules));
        }
    }
    reached
}

/// The modules of macros that are put at the crate's root.
fn macros(sources: &[Source]) -> BTreeMap<String, String> {
    let exported = |source: &Source| {
        let module = source.module().to_owned();
        source.exported_macros().into_iter().map(move |name| (name, module.clone()))
    };
    sources.iter().flat_map(exported).collect()
}

/// Every use of a module that `layers` does not list above the user, as `user -> used in file`.
fn back_edges(layers: &[&str], sources: &[Source]) -> Vec<String> {
    let level = |module: &str| layers.iter().position(|&layer| layer == module);
    let macros = macros(sources);
    let mut edges = Vec::new();
    for source in sources {
        for used in source.used_modules() {
            let used = macros.get(&used).unwrap_or(&used);
            let is_below = level(used).is_some_and(|used| Some(used) < level(source.module()));
            if used != source.module() && !is_below {
                edges.push(format!("{} -> {used} in {}", source.module(), source.path));
            }
        }
    }
    edges
}

/// The paths of sources whose code breaks a rule.
fn offenders(sources: &[Source], is_wrong: impl Fn(&Source) -> bool) -> Vec<&str> {
    sources.iter().filter(|source| is_wrong(source)).map(|source| source.path.as_str()).collect()
}

fn says(source: &Source, word: &str) -> bool {
    words(&source.code).any(|said| said == word)
}

#[test]
fn modules_use_only_those_listed_above_them() {
    let (lib, sources) = (lib(), library());
    let layers: Vec<&str> = groups(&lib).into_iter().flat_map(|(_, modules)| modules).collect();
    for source in &sources {
        assert!(layers.contains(&source.module()), "lib.rs does not list {}", source.path);
    }
    for layer in &layers {
        assert!(sources.iter().any(|source| source.module() == *layer), "{layer} has no file");
    }
    assert_eq!(back_edges(&layers, &sources), [""; 0]);
}

#[test]
fn no_bundle_contains_the_workbench() {
    let (lib, sources) = (lib(), library());
    let groups = groups(&lib);
    let (name, workbench) = groups.last().expect("lib.rs lists groups");
    assert!(*name == WORKBENCH && !workbench.is_empty(), "the workbench is the last group");
    for program in ["main.rs", "bin/judge.rs"] {
        let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(program));
        let program = Source::new(program, &text.expect("programs are text"));
        let reached = reachable(&sources, program.library_modules());
        assert!(reached.contains("engine"), "{}: {reached:?}", program.path);
        let shipped: Vec<_> = workbench.iter().filter(|module| reached.contains(**module)).collect();
        assert!(shipped.is_empty(), "{} leads to {shipped:?}", program.path);
    }
}

#[test]
fn only_protocols_read_and_print() {
    const SPEAKING: [&str; 9] =
        ["print", "println", "eprint", "eprintln", "dbg", "stdout", "stderr", "stdin", "ExitCode"];
    let sources = library();
    let speaks = |source: &Source| SPEAKING.iter().any(|word| says(source, word));
    let silent = |source: &Source| !PRINTING.contains(&source.module());
    assert_eq!(offenders(&sources, |source| silent(source) && speaks(source)), [""; 0]);
    assert!(sources.iter().any(speaks), "the protocols speak");
}

#[test]
fn the_library_does_not_name_itself() {
    assert_eq!(offenders(&library(), |source| says(source, "outflank")), [""; 0]);
}

#[test]
fn unsafe_code_stays_where_it_is_known() {
    let found = library().into_iter().filter(|source| says(source, "unsafe")).map(|source| source.path);
    assert_eq!(found.collect::<Vec<_>>(), UNSAFE);
}

#[test]
fn sources_are_plain() {
    let sources = library();
    assert_eq!(offenders(&sources, |source| source.path.ends_with("mod.rs")), [""; 0]);
    for piece in ["#[path", "static mut", "extern crate", "(feature =", " feature =", "#![feature"] {
        assert_eq!(offenders(&sources, |source| source.code.contains(piece)), [""; 0], "{piece}");
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    assert!(!root.join("build.rs").exists());
}

#[test]
fn test_modules_are_the_last_lines_of_their_files() {
    let ends_the_file = |tests: &str| match tests.trim() {
        ";" => true,
        block => block.starts_with('{') && block.find("\n}") == Some(block.len() - 2),
    };
    let misplaced = |source: &Source| source.code.contains("cfg(test)") || !ends_the_file(&source.tests);
    assert_eq!(offenders(&library(), misplaced), [""; 0]);
}

#[test]
fn the_library_depends_on_no_crate() {
    let manifest = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")).unwrap();
    let (_, rest) = manifest.split_once("\n[dependencies]\n").expect("the table is there to be empty");
    let table = rest.split("\n[").next().unwrap_or(rest);
    assert_eq!(table.trim(), "");
}

#[test]
fn a_back_edge_is_found_however_it_is_written() {
    let layers = ["low", "middle", "high"];
    let edges = |path: &str, code: &str| {
        let low = Source::new("low.rs", "#[macro_export]\nmacro_rules! shared { () => {} }");
        back_edges(&layers, &[low, Source::new(path, code)])
    };
    for (path, code) in [
        ("middle.rs", "use crate::high::Thing;"),
        ("middle.rs", "use crate::{low::Other, high::{self, Thing}};"),
        ("middle.rs", "fn f() { crate :: high::g() }"),
        ("middle.rs", "use super::high::Thing;"),
        ("middle/part.rs", "use super::super::high::Thing;"),
        ("middle.rs", "macro_rules! m { () => { $crate::high::g() } }"),
    ] {
        assert_eq!(edges(path, code), [format!("middle -> high in {path}")], "{code}");
    }
    for (path, code) in [
        ("middle.rs", "use crate::low::Thing; use crate::middle::part; // crate::high\n"),
        ("middle.rs", "use crate::shared;"),
        ("middle/part.rs", "use super::Thing; /* crate::high */ const S: &str = \"crate::high\";"),
        ("high.rs", "use crate::{low, middle};"),
    ] {
        assert_eq!(edges(path, code), [""; 0], "{code}");
    }
    assert_eq!(edges("middle.rs", "use crate::unlisted::Thing;"), ["middle -> unlisted in middle.rs"]);
}
