//! Packages as other people write them: crates of the site, bare crate names, lint groups, editions,
//! warnings. What is refused is refused in the words of a golden file. The table in `docs/bundler.md` names
//! the fixture of each promise.

mod editions;

use std::path::{Path, PathBuf};

use crate::support::Package;
use crate::support::{
    bundler, cargo_output, compile_and_run_as, fixtures, options, prove_levels, stderr, unbundled,
};
use bundler::{Draft, Level, Options};

fn prove(package: &str, bin: &str) -> Vec<String> {
    let request = Options { bin: Some(bin.into()), ..options(package) };
    let draft = Draft::new(&request).unwrap_or_else(|error| panic!("{error}"));
    prove_levels(&draft, &unbundled(bin))
}

#[test]
fn crates_can_be_imported_by_their_bare_names() {
    prove("roots", "plain");
}

#[test]
fn crates_can_be_imported_by_self_in_a_group() {
    prove("roots", "grouped");
}

#[test]
fn crates_can_be_imported_by_absolute_paths_and_passed_on() {
    prove("roots", "absolute");
}

/// Calls of macros that hold `mod name;`, one that goes by `cfg_if` and others.
const MODULES_IN_MACROS: &str = "
macro_rules! cfg_if {
    (if #[cfg($a:meta)] { $($x:tt)* } else { $($y:tt)* }) => {
        #[cfg($a)] same! { $($x)* }
        #[cfg(not($a))] same! { $($y)* }
    };
    (if #[cfg($a:meta)] { $($x:tt)* } else if $($y:tt)*) => {
        #[cfg($a)] same! { $($x)* }
        #[cfg(not($a))] cfg_if! { if $($y)* }
    };
}
macro_rules! same { ($($x:tt)*) => { $($x)* } }
macro_rules! never { ($($i:item)*) => { $(#[cfg(any())] $i)* } }
cfg_if! {
    if #[cfg(feature = \"absent\")] { pub mod absent; } else { mod generic; }
}
cfg_if! {
    if #[cfg(windows)] { mod on_windows; use on_windows::place; }
    else if #[cfg(debug_assertions)] { mod checked; use checked::place; }
    else { mod plain; use plain::place; }
}
#[cfg(no_such_thing)]
cfg_if! { if #[cfg(unix)] { mod gone; fn place() {} } else { mod lost; } }
same! {
    /// A module.
    #[path = \"elsewhere.rs\"]
    pub(crate) mod moved;
    mod inner { pub mod deep; }
}
never! { mod missing; }
mod outer { cfg_if! { if #[cfg(unix)] { pub mod below; } else { pub mod below; } } }
fn main() {
    let value = cfg_if_in_body();
    println!(\"{value} {} {} {}\", generic::value(), place() > 1, moved::value());
    println!(\"{} {}\", inner::deep::value(), outer::below::value());
}
fn cfg_if_in_body() -> u8 {
    cfg_if! { if #[cfg(unix)] { fn inside() -> u8 { 8 } } else { fn inside() -> u8 { 9 } } }
    inside()
}
";

#[test]
fn module_files_named_in_macros_are_put_in_place() {
    let file = |value: u8| format!("//! Docs.\npub fn value() -> u8 {{ {value} }}\n");
    let place = |value: u8| format!("pub fn place() -> u8 {{ {value} }}\n");
    let package = Package::new()
        .file("src/main.rs", MODULES_IN_MACROS)
        .file("src/generic.rs", "mod part;\npub use part::value;\n")
        .file("src/generic/part.rs", file(2))
        .file("src/on_windows.rs", place(0))
        .file("src/checked.rs", place(4))
        .file("src/plain.rs", place(5))
        .file("src/elsewhere.rs", file(6))
        .file("src/inner/deep.rs", file(7))
        .file("src/outer/below.rs", file(3));
    let draft = Draft::new(&package.options()).unwrap_or_else(|error| panic!("{error}"));
    let texts = prove_levels(&draft, &cargo_output(&package, "sample"));
    assert!(!texts[1].contains("cfg_if!") && !texts[1].contains("lost"), "{}", texts[1]);
}

/// Lengths that are expressions and closures that capture fields: other compilers print them in other words.
const FOR_COMPILERS: &str = "
struct Board { squares: [u8; 4 * 2], count: [u16; 1 << 3] }
static TABLE: [u8; 2 + 3] = [7; 2 + 3];
fn total(board: &Board) -> usize {
    let add = |at: usize| board.squares[at] as usize + board.count[at] as usize + TABLE[at % 5] as usize;
    (0..8).map(add).sum()
}
fn main() {
    let mut board = Board { squares: [1; 8], count: [2; 8] };
    let mut set = || board.squares[3] = 9;
    set();
    println!(\"{}\", total(&board));
}
";

#[test]
fn newer_compilers_prove_level_3_too() {
    let package = Package::new().file("src/main.rs", FOR_COMPILERS);
    // Without such a toolchain the default compiler.
    for toolchain in ["1.90.0", "stable", "nightly"] {
        let draft =
            Draft::new(&Options { toolchain: toolchain.into(), ..package.options() }).expect("a draft");
        let text = draft.text(Level::Shortened).unwrap_or_else(|error| panic!("{toolchain}: {error}"));
        assert!(!text.contains("squares") && !text.contains("total"), "{toolchain}: {text}");
    }
}

#[test]
fn lint_groups_hide_no_unused_code() {
    for text in &prove("groups", "groups")[1..] {
        assert!(!text.to_lowercase().contains("unwanted") && !text.contains("HashMap"), "{text}");
        assert!(!text.contains("allow(unused)") && !text.contains("warnings"), "{text}");
    }
}

#[test]
fn an_impl_stays_where_another_would_take_its_place() {
    let texts = prove("impls", "impls");
    assert!(!texts[1].contains("unused_comparison"), "{}", texts[1]);
}

#[test]
fn attributes_of_snippet_tools_go_by_a_marker() {
    for text in prove("snippets", "snippets") {
        assert!(!text.contains("entry") && !text.contains("snip::"), "{text}");
    }
}

/// Compares `said` with a golden file; `WRITE_GOLDEN_FILES=1` writes it.
fn golden(path: &Path, said: &str, what: &str) {
    if std::env::var_os("WRITE_GOLDEN_FILES").is_some() {
        std::fs::write(path, said).expect("a golden file can be written");
    }
    // Newer compilers name the group of a lint.
    let said = &said.replace(" (part of `#[warn(unused)]`)", "");
    let expected = std::fs::read_to_string(path).unwrap_or_default();
    assert_eq!(*said, expected, "{what}: {}", path.display());
}

/// Bundles a binary of a package by the program at a level; its report and its warnings.
fn report(package: &str, bin: &str, level: Level, arguments: &[&str]) -> (serde_json::Value, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("bundle.rs").display().to_string();
    let level = u8::from(level).to_string();
    let fixed = ["--bin", bin, "-o", &out, "--level", &level, "--report", "json", "--quiet"];
    let output = bundler(package, &[&fixed[..], arguments].concat());
    assert!(output.status.success(), "level {level}: {}", stderr(&output));
    let report = serde_json::from_slice(&output.stdout).expect("a JSON report");
    (report, without_toolchain(&stderr(&output)))
}

/// Proves a package at some levels by its bench, and compares what is said with its golden file.
fn warned(package: &str, levels: &[Level], signature: &str) -> Vec<serde_json::Value> {
    let path = fixtures().join(package).join("warnings.txt");
    let check = |&level: &Level| {
        let (report, said) = report(package, package, level, &[]);
        assert_eq!(report["proof"]["behaviour"]["signature"], signature, "{level:?}: {report}");
        golden(&path, &said, &format!("{level:?}"));
        report
    };
    levels.iter().map(check).collect()
}

#[test]
fn crates_of_the_site_keep_their_paths() {
    let provided = ["--extern", "rand", "--extern", "itertools"];
    // At level 0 nothing is removed: the module that names a third crate is there.
    let readable =
        bundler("provided", &[&["--level", "0", "--quiet", "--no-verify"], &provided[..]].concat());
    assert_eq!(readable.status.code(), Some(2));
    assert!(
        stderr(&readable).contains("provided/src/unreached.rs:2:5: a bundle cannot hold the crate `serde`")
    );
    for level in [Level::Stripped, Level::Shortened] {
        let (report, _) = report("provided", "provided", level, &provided);
        assert_eq!(report["proof"]["behaviour"]["signature"], "31", "{report}");
    }
}

#[test]
fn crates_of_the_site_keep_their_paths_where_nothing_is_removed() {
    for level in Level::ALL {
        let provided = ["--extern", "rand", "--extern", "itertools"];
        let (report, said) = report("provided", "whole", level, &provided);
        assert_eq!(report["proof"]["behaviour"]["signature"], "16", "{level:?}: {report}");
        assert_eq!(said, "", "{level:?}");
    }
}

#[test]
fn warnings_of_the_packages_own_build_are_passed_on() {
    warned("warns", &Level::ALL, "4");
}

#[test]
fn a_bundle_that_keeps_unused_code_says_so() {
    prove("remains", "remains");
    warned("remains", &[Level::Shortened], "48");
}

#[test]
fn what_is_put_back_is_put_back_with_what_encloses_it() {
    let texts = prove("undone", "undone");
    for text in &texts[1..] {
        assert!(!text.to_lowercase().contains("unwanted"), "{text}");
    }
    assert!(texts[1].contains("heat::") && texts[1].contains("Kelvin"), "{}", texts[1]);
}

#[test]
fn names_that_no_error_names_are_found_by_halves() {
    let texts = prove("columns", "columns");
    assert!(texts[3].contains("NAME_ON_THE_LEFT"), "{}", texts[3]);
    for gone in ["name_that_may_be_short", "long_parameter"] {
        assert!(!texts[3].contains(gone), "{gone} is still there: {}", texts[3]);
    }
}

#[test]
fn names_that_the_program_shows_stay() {
    prove("shown", "derived");
    prove("shown", "typed");
}

#[test]
fn what_comes_again_and_again_is_written_once() {
    let texts = prove("repeated", "repeated");
    for (words, most) in [("#[inline(always)]", 1), ("#[derive(", 1), ("usize", 1), ("Self", 2)] {
        let found = texts[3].matches(words).count();
        assert!(found <= most, "{found} times {words}: {}", texts[3]);
    }
}

#[test]
fn modules_move_to_the_root_where_names_allow() {
    let texts = prove("together", "together");
    // `count` has a name of `area`, and keeps what is in it.
    assert_eq!(texts[3].matches("mod").count(), 3, "{}", texts[3]);
}

#[test]
fn level_2_is_written_where_short_names_would_show() {
    let draft = Draft::new(&options("messages")).unwrap_or_else(|error| panic!("{error}"));
    for level in &Level::ALL[..3] {
        let text = draft.text(*level).unwrap_or_else(|error| panic!("{level:?}: {error}"));
        assert_eq!(compile_and_run_as(&text, 2021), unbundled("messages"), "{level:?}");
    }
    let reports = warned("messages", &[Level::Shortened], "38");
    assert_eq!(reports[0]["level"], 2, "{}", reports[0]);
}

/// Messages without that about an absent toolchain.
fn without_toolchain(said: &str) -> String {
    said.split_inclusive('\n').filter(|line| !line.starts_with("warning: toolchain ")).collect()
}

/// A copy of a package that is a workspace of its own.
fn copy(folder: &Path) -> Package {
    let package = Package::empty();
    copy_folder(folder, &package.path("."));
    package
}

fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder can be made");
    for entry in std::fs::read_dir(from).expect("a folder").flatten() {
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy_folder(&path, &target);
        } else {
            std::fs::copy(&path, &target).expect("a file can be copied");
        }
    }
}

/// Bundles the package in `fixtures/FOLDER` with the arguments in its `arguments.txt`, and compares what is
/// said with its golden file.
fn told(folder: &str, file: &str, code: i32, variables: &[(&str, &str)]) {
    let folder: PathBuf = fixtures().join(folder);
    let arguments = std::fs::read_to_string(folder.join("arguments.txt")).unwrap_or_default();
    let package = copy(&folder);
    let mut command = package.bundler(&arguments.split_whitespace().collect::<Vec<_>>());
    let output = command.arg("--quiet").envs(variables.iter().copied()).output().expect("the bundler runs");
    let said = without_toolchain(&stderr(&output));
    let said: String =
        said.split_inclusive('\n').filter(|line| !line.starts_with("the rejected bundle")).collect();
    golden(&folder.join(file), &said, "message");
    assert_eq!(output.status.code(), Some(code), "{}", folder.display());
}

fn refused(name: &str, code: i32, variables: &[(&str, &str)]) {
    told(&format!("refused/{name}"), "error.txt", code, variables);
}

#[test]
fn crates_that_stay_outside_are_named_all_at_once() {
    refused("foreign", 2, &[]);
}

#[test]
fn a_variable_of_a_build_script_is_explained() {
    refused("variable", 2, &[]);
}

#[test]
fn a_marker_for_an_attribute_must_stand_before_one() {
    refused("attribute", 2, &[]);
}

#[test]
fn a_module_with_a_crates_name_is_refused() {
    refused("namesake", 2, &[]);
}
