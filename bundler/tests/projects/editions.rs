//! Bundles of an edition that is not theirs, or not the one of a dependency.

use bundler::{Draft, Level, Options};

use super::{copy, refused, told};
use crate::support::{cargo_output, compile_and_run_as, fixtures, prove_levels, stderr, Package};

/// Bundles `fixtures/editions/NAME` at every level as `edition`; each bundle, compiled as that, prints what
/// cargo's build prints.
fn prove_as(name: &str, edition: u32) {
    let package = copy(&fixtures().join("editions").join(name));
    let draft = Draft::new(&Options { edition, ..package.options() });
    let draft = draft.unwrap_or_else(|error| panic!("{name} as {edition}: {error}"));
    let expected = cargo_output(&package, name);
    for level in Level::ALL {
        let text =
            draft.text(level).unwrap_or_else(|error| panic!("{name} as {edition}, {level:?}: {error}"));
        assert_eq!(compile_and_run_as(&text, edition), expected, "{name} as {edition}, {level:?}:\n{text}");
    }
}

#[test]
fn older_editions_are_bundled_as_what_they_are() {
    prove_as("ancient", 2015);
    prove_as("plain", 2018);
    prove_as("captures", 2018);
}

#[test]
fn newer_editions_are_bundled_as_what_they_are() {
    // Scopes that end earlier are part of it.
    prove_as("chains", 2024);
}

#[test]
fn source_that_two_editions_take_alike_is_bundled_as_either() {
    prove_as("plain", 2021);
    prove_as("fresh", 2021);
}

#[test]
fn what_an_edition_changes_is_named() {
    told("editions/captures", "error.txt", 4, &[]);
    told("editions/scopes", "error.txt", 4, &[]);
}

#[test]
fn an_edition_that_changes_nothing_is_named_too() {
    told("editions/plain", "note.txt", 0, &[]);
    told("editions/fresh", "note.txt", 0, &[]);
}

#[test]
fn an_edition_that_is_none_is_refused() {
    refused("future", 2, &[]);
}

#[test]
fn source_of_another_edition_is_explained() {
    refused("ancient", 2, &[]);
    refused("chains", 2, &[]);
}

fn manifest(name: &str, edition: u32) -> String {
    format!("[package]\nname = \"{name}\"\nversion = \"1.0.0\"\nedition = \"{edition}\"\n")
}

/// A package of an edition with a dependency of another one.
fn of_editions(main: &str, edition: u32, dependency: &str, older: u32) -> Package {
    let own = manifest("sample", edition) + "[dependencies]\nolder = { path = \"older\" }\n[workspace]\n";
    Package::empty()
        .file("Cargo.toml", own)
        .file("src/main.rs", main)
        .file("older/Cargo.toml", manifest("older", older))
        .file("older/src/lib.rs", dependency)
}

#[test]
fn a_lint_of_a_newer_edition_refuses_no_older_crate() {
    let main = "fn main() { println!(\"{}\", unsafe { older::first(&7) }); }\n";
    let dependency = "/// # Safety\n/// Valid.\npub unsafe fn first(at: *const u8) -> u8 { *at }\n";
    let package = of_editions(main, 2024, dependency, 2021);
    for level in ["0", "1", "2", "3"] {
        let output = package.run(&["--edition", "2024", "--level", level]);
        assert_eq!(output.status.code(), Some(0), "level {level}: {}", stderr(&output));
        assert!(stderr(&output).contains("older/src/lib.rs:3"), "{}", stderr(&output));
    }
}

#[test]
fn a_crate_that_a_dependency_hands_on_stays_visible() {
    let dependency = "pub extern crate alloc;\n#[macro_export]\nmacro_rules! list {\n    ($x:expr) => \
                      { $crate::alloc::vec![$x] }\n}\n";
    let main = "fn main() { println!(\"{:?}\", older::list!(3u8)); }\n";
    let package = of_editions(main, 2021, dependency, 2021);
    let draft = Draft::new(&package.options()).expect("a draft");
    prove_levels(&draft, &cargo_output(&package, "sample"));
}

#[test]
fn an_ordinary_error_is_no_fault_of_the_edition() {
    let package = of_editions(
        "fn main() { let _: u8 = older::text(); }\n",
        2024,
        "pub fn text() -> String { String::new() }\n",
        2024,
    );
    let said = stderr(&package.run(&[]));
    assert!(said.contains("expected `u8`, found `String`") && !said.contains("--edition"), "{said}");
}

#[test]
fn a_missing_extern_is_no_fault_of_the_edition() {
    for edition in [2018, 2024] {
        let main = "use older::text;\nfn main() { println!(\"{}\", text!()); }\n";
        let dependency = "use proc_macro::TokenStream;\n#[proc_macro]\npub fn text(_: TokenStream) -> \
                          TokenStream { \"7\".parse().unwrap() }\n";
        let package = of_editions(main, edition, dependency, 2021);
        package.write("older/Cargo.toml", format!("{}[lib]\nproc-macro = true\n", manifest("older", 2021)));
        let said = stderr(&package.run(&[]));
        assert!(said.contains("--extern older") && !said.contains("--edition"), "{edition}: {said}");
    }
}
