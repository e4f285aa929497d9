//! One fixture a feature: each is bundled at every level, compiled, run, and compared with the program that
//! cargo builds.

use crate::support::{compile_and_run, fixtures, options, prove_levels, unbundled};
use bundler::{Draft, Error, Level, Names, Options};

fn draft(options: &Options) -> Draft {
    Draft::new(options).unwrap_or_else(|error| panic!("{error}"))
}

/// Proves the package's only binary at every level; the texts.
fn prove(package: &str) -> Vec<String> {
    prove_levels(&draft(&options(package)), &unbundled(package))
}

#[test]
fn modules_are_found_wherever_rust_allows_them() {
    let texts = prove("modules");
    assert!(!texts[0].contains('\r') && !texts[0].contains('\u{feff}'));
}

#[test]
fn library_paths_work_in_the_binary_and_in_macros() {
    let texts =
        prove_levels(&draft(&Options { bin: Some("paths".into()), ..options("paths") }), &unbundled("paths"));
    assert!(
        texts[1].contains("mod program_ {"),
        "names of both roots clash, so the binary is a module:\n{}",
        texts[1]
    );
}

#[test]
fn a_binary_without_clashing_names_shares_the_root() {
    let texts = prove_levels(
        &draft(&Options { bin: Some("merged".into()), ..options("paths") }),
        &unbundled("merged"),
    );
    assert!(!texts[1].contains("mod program"), "{}", texts[1]);
}

#[test]
fn package_binary_and_features_can_be_chosen() {
    let printed = |request: Options| {
        let text = draft(&request).text(Level::Readable).expect("a bundle");
        compile_and_run(&text, &[])
    };
    let second = || Options { bin: Some("second".into()), ..options("choice") };
    assert_eq!(printed(options("choice")), "first [\"plain\"]\n", "default-run and default features");
    assert_eq!(printed(second()), "second [\"plain\"]\n");
    assert_eq!(
        printed(Options { features: vec!["fancy".into()], ..second() }),
        "second [\"plain\", \"fancy\", \"extra\"]\n"
    );
    assert_eq!(
        printed(Options { features: vec!["extra".into()], no_default_features: true, ..second() }),
        "second [\"extra\"]\n"
    );
    assert_eq!(
        printed(Options { all_features: true, ..second() }),
        "second [\"plain\", \"fancy\", \"extra\"]\n"
    );
}

#[test]
fn an_unknown_package_binary_or_feature_is_named() {
    let message = |request: Options| match Draft::new(&request) {
        Err(error @ Error::Usage(_)) => error.to_string(),
        other => panic!("{other:?}"),
    };
    let unknown_bin = message(Options { bin: Some("third".into()), ..options("choice") });
    assert_eq!(unknown_bin, "package `choice` has no binary `third`; it has: first, second");
    let unknown_package = message(options("nowhere"));
    assert!(unknown_package.starts_with("there is no package `nowhere`"), "{unknown_package}");
    let unknown_feature = message(Options { features: vec!["shiny".into()], ..options("choice") });
    assert_eq!(unknown_feature, "package `choice` has no feature `shiny`");
    let no_choice = message(Options { package: None, ..options("") });
    assert!(no_choice.starts_with("the workspace has no root package; name one of: "), "{no_choice}");
}

#[test]
fn cfgs_are_resolved_except_what_only_the_site_knows() {
    let texts = prove("cfgs");
    for text in &texts {
        let others = text.replace("target_feature", "");
        assert!(!others.contains("feature=") && !others.contains("feature ="), "{text}");
        assert!(!text.contains("NoSuch") && !text.contains("no_such"), "{text}");
        assert!(text.contains("debug_assertions") && text.contains("target_feature(enable"), "{text}");
        assert!(text.contains("target_arch"), "{text}");
        assert!(
            !text.contains("wasm") && !text.contains("simd128"),
            "no site compiles to WebAssembly: {text}"
        );
    }
    let release = compile_and_run(&texts[3], &["-O"]);
    assert!(release.ends_with("release false\n"), "what only release uses is still there: {release}");
}

#[test]
fn target_cfgs_are_resolved_on_request() {
    let draft = draft(&Options { resolve_target: true, ..options("cfgs") });
    let text = draft.text(Level::Spaced).expect("a bundle");
    assert!(!text.contains("target_arch"), "{text}");
    assert!(!text.contains("portable"), "only other machines used it: {text}");
    assert!(!text.contains("sse2"), "every x86-64 has it: {text}");
    assert!(text.contains("target_feature(enable"), "{text}");
    assert_eq!(compile_and_run(&text, &[]), unbundled("cfgs"));
}

#[test]
fn docs_comments_and_tests_are_stripped_from_level_1_on() {
    let texts = prove("docs");
    assert!(texts[0].contains("/// UNWANTED docs.") && texts[0].contains("// UNWANTED\n"), "{}", texts[0]);
    assert!(!texts[0].contains("unwanted_test"), "{}", texts[0]);
    for text in &texts[1..] {
        assert!(
            !text.contains("UNWANTED") && !text.contains("clippy") && !text.contains("must_use"),
            "{text}"
        );
        assert!(text.contains("Docs that are data"), "{text}");
    }
}

#[test]
fn included_files_become_literals() {
    for text in prove("includes") {
        assert!(!text.contains("include!") && !text.contains("include_"), "{text}");
        assert!(text.contains("fn unpack_bytes<") || text.contains("const fn"), "{text}");
        assert!(text.chars().all(|character| !matches!(character, '\0' | '\r' | '\u{202e}' | '\u{10000}'..)));
    }
}

#[test]
fn local_dependencies_are_part_of_the_bundle() {
    prove("dependent");
}

#[test]
fn unused_items_are_removed() {
    let texts = prove("unused");
    for text in &texts[1..] {
        let lower = text.to_lowercase();
        let left: Vec<&str> = lower.split_inclusive('\n').filter(|line| line.contains("unused")).collect();
        assert!(left.is_empty(), "left: {left:?}\n{text}");
        assert!(text.replace('\n', " ").contains("impl Drop for"), "{text}");
        assert!(!text.contains("Hash") && !text.contains("FromStr") && text.contains("Copy"), "{text}");
        assert!(!text.contains("dead_code"), "nothing had to be allowed: {text}");
    }
}

#[test]
fn names_are_shortened_where_that_changes_nothing() {
    let texts = prove("names");
    let short = &texts[3];
    for gone in ["value_of_it", "area_of_board", "closure_argument", "'long_lifetime", "point_of_shorthand"] {
        assert!(!short.contains(gone), "{gone} is still there: {short}");
    }
    for kept in ["FirstVariant", "inner_field", "printed_field", "r#match", "kept + as_it_is", "shown_one"] {
        assert!(short.contains(kept), "{kept} is gone: {short}");
    }
    for (kept, gone) in
        [(".count()", "count:"), ("fn index(", "index:"), ("fn next(", "next:"), (".nth(", "nth:")]
    {
        assert!(
            short.contains(kept) && !short.contains(gone),
            "{kept} is a method of std, {gone} is not: {short}"
        );
    }
    assert!(texts[2].contains("pub(super)") && !short.contains("pub(super)"), "{short}");
    assert!(short.contains("use std::{fmt::Write as _,ops::{Index,Range}};"), "{short}");
    assert!(texts[2].contains("1_000.0_f64") && short.contains("1000f64"), "{short}");
    let ascii =
        draft(&Options { names: Names::Ascii, ..options("names") }).text(Level::Shortened).expect("a bundle");
    assert!(ascii.is_ascii(), "{ascii}");
    assert_eq!(compile_and_run(&ascii, &[]), unbundled("names"));
}

#[test]
fn tokens_that_would_run_together_stay_apart() {
    let texts = prove("spacing");
    assert!(
        texts[2].contains("stringify!(a + b, c :: d, & mut e,"),
        "stringify shows its spaces: {}",
        texts[2]
    );
    assert!(texts[2].len() < texts[1].len() * 9 / 10, "{}", texts[2]);
}

#[test]
fn large_literals_pass_untouched() {
    let weights = std::fs::read_to_string(fixtures().join("budget/src/weights.rs")).expect("the fixture");
    let literal = weights.split('"').nth(1).expect("a literal");
    assert_eq!(literal.chars().count(), 30_000);
    for text in prove("budget") {
        assert!(text.contains(literal));
    }
}

#[test]
fn markers_overrule_what_the_bundler_thinks() {
    let texts = prove_levels(&draft(&options("markers")), "value 3\n");
    for text in &texts {
        assert!(!text.contains("skipped"), "{text}");
    }
    for kept in ["fn kept_function", "fn kept_helper", "fn kept_method"] {
        assert!(texts[1].contains(kept), "{kept} is gone: {}", texts[1]);
    }
    assert!(!texts[1].contains("dropped_function"), "{}", texts[1]);
}
