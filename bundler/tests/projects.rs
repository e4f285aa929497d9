//! Packages as other people write them: crates of the site, bare crate names, lint groups, editions,
//! warnings. What is refused is refused in the words of a golden file.

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;

use bundler::{Draft, Level, Options};
use support::{bundler, fixtures, options, prove_levels, stderr, unbundled};

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

/// Bundles a package by the program at a level; its report and its warnings.
fn report(package: &str, level: Level, arguments: &[&str]) -> (serde_json::Value, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("bundle.rs").display().to_string();
    let level = level.number().to_string();
    let fixed = ["-o", &out, "--level", &level, "--report", "json", "--quiet"];
    let output = bundler(package, &[&fixed[..], arguments].concat());
    assert!(output.status.success(), "level {level}: {}", stderr(&output));
    (serde_json::from_slice(&output.stdout).expect("a JSON report"), stderr(&output))
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
        let (report, _) = report("provided", level, &provided);
        assert_eq!(report["proof"]["behaviour"]["signature"], "31", "{report}");
    }
}

#[test]
fn warnings_of_the_packages_own_build_are_passed_on() {
    let golden = std::fs::read_to_string(fixtures().join("warns/warnings.txt")).expect("a golden file");
    for level in [Level::Readable, Level::Shortened] {
        let (report, said) = report("warns", level, &[]);
        assert_eq!(without_toolchain(&said), golden, "level {level:?}");
        assert_eq!(report["proof"]["behaviour"]["signature"], "4", "{report}");
    }
}

/// Messages without that about an absent toolchain.
fn without_toolchain(said: &str) -> String {
    said.split_inclusive('\n').filter(|line| !line.starts_with("warning: toolchain ")).collect()
}

/// A package that is a workspace of its own, bundled in a copy.
fn alone(folder: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> (Option<i32>, String) {
    let copy = tempfile::tempdir().expect("a temporary folder");
    copy_folder(folder, copy.path());
    let mut command = Command::new(env!("CARGO_BIN_EXE_bundler"));
    command.current_dir(copy.path()).args(arguments).arg("--quiet").envs(variables.iter().copied());
    let output =
        command.env("CARGO_TARGET_DIR", copy.path().join("target")).output().expect("the bundler runs");
    (output.status.code(), without_toolchain(&stderr(&output)))
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

#[test]
fn older_editions_are_bundled_and_what_changes_is_named() {
    let editions = fixtures().join("editions");
    for (name, edition, code, said) in [
        (
            "plain",
            "2021",
            0,
            "`plain` is of edition 2018; the bundle is compiled as 2021: no place changes its meaning",
        ),
        ("captures", "2018", 0, ""),
        (
            "captures",
            "2021",
            4,
            "src/main.rs:14:23: changes to closure capture in Rust 2021 will affect drop order",
        ),
        ("ancient", "2015", 0, ""),
    ] {
        let (exit, text) = alone(&editions.join(name), &["--edition", edition], &[]);
        assert!(exit == Some(code) && text.contains(said), "{name} as {edition}: {exit:?}\n{text}");
    }
}

#[test]
fn newer_editions_are_bundled_and_what_changes_is_named() {
    let editions = fixtures().join("editions");
    for (name, edition, code, said) in [
        ("chains", "2024", 0, ""),
        ("scopes", "2024", 0, ""),
        ("scopes", "2021", 4, "src/main.rs:21:8: `if let` assigns a shorter lifetime since Edition 2024"),
    ] {
        let (exit, text) = alone(&editions.join(name), &["--edition", edition], &[]);
        assert!(exit == Some(code) && text.contains(said), "{name} as {edition}: {exit:?}\n{text}");
    }
}

/// Bundles the package in `fixtures/refused/NAME` and compares what is said with its golden file.
fn refused(name: &str, code: i32, variables: &[(&str, &str)]) {
    let folder: PathBuf = fixtures().join("refused").join(name);
    let arguments = std::fs::read_to_string(folder.join("arguments.txt")).unwrap_or_default();
    let (exit, said) = alone(&folder, &arguments.split_whitespace().collect::<Vec<_>>(), variables);
    let said: String =
        said.split_inclusive('\n').filter(|line| !line.starts_with("the rejected bundle")).collect();
    let golden = folder.join("error.txt");
    if std::env::var_os("WRITE_GOLDEN_FILES").is_some() {
        std::fs::write(&golden, &said).expect("a golden file can be written");
    }
    assert_eq!(said, std::fs::read_to_string(&golden).expect("a golden file"), "{name}");
    assert_eq!(exit, Some(code), "{name}");
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

#[test]
fn an_edition_that_is_none_is_refused() {
    refused("future", 2, &[]);
}

#[test]
fn source_of_another_edition_is_not_blamed() {
    refused("ancient", 2, &[]);
    refused("chains", 2, &[]);
}

#[test]
fn a_warning_that_only_the_bundle_has_names_the_way_out() {
    // The flag silences cargo's build; a site knows nothing of it.
    refused("warning", 4, &[("RUSTFLAGS", "-Aunused_variables")]);
}
