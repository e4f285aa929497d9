//! Generated workspaces: whatever cargo builds, every level must bundle, compile and print the same.

use std::time::Instant;

use crate::support::generator::Workspace;
use crate::support::{cargo_output, compile_and_run_as, Package};
use bundler::{Draft, Level, Names, Options};

/// Bundles the workspace that `seed` gives at all levels, and at level 3 with ASCII names: five runs.
fn five_runs(seed: u64) {
    let workspace = Workspace::generate(seed);
    let package = Package::empty();
    for (path, text) in &workspace.files {
        package.write(path, text);
    }
    let expected = cargo_output(&package, "game");
    let options =
        |names| Options { names, edition: workspace.edition, bin: Some("game".into()), ..package.options() };
    let print = |draft: &Draft, level: Level| {
        let text = draft.text(level).unwrap_or_else(|error| panic!("seed {seed}, {level:?}: {error}"));
        let printed = compile_and_run_as(&text, workspace.edition);
        assert_eq!(printed, expected, "seed {seed}, {level:?}:\n{text}");
    };
    let new = |names| Draft::new(&options(names)).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    let draft = new(Names::Bmp);
    Level::ALL.into_iter().for_each(|level| print(&draft, level));
    print(&new(Names::Ascii), Level::Shortened);
}

#[test]
fn a_generated_workspace_is_bundled() {
    five_runs(1);
}

/// 1,000 runs. `FIRST_SEED` and `LAST_SEED` choose others.
#[test]
#[ignore = "takes half an hour: cargo test -p bundler --test all workspaces -- --ignored --nocapture"]
fn two_hundred_generated_workspaces_are_bundled() {
    let seed = |name: &str, default: u64| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let started = Instant::now();
    let (first, last) = (seed("FIRST_SEED", 1), seed("LAST_SEED", 200));
    let mut failures = Vec::new();
    for seed in first..=last {
        let result = std::panic::catch_unwind(|| five_runs(seed));
        let said = result.err().map(|payload| payload.downcast_ref::<String>().cloned().unwrap_or_default());
        println!("seed {seed}: {}", if said.is_some() { "FAILED" } else { "five runs alike" });
        failures.extend(said);
    }
    let seconds = started.elapsed().as_secs();
    println!("{} runs in {seconds} s, {} seeds failed", 5 * (last + 1 - first), failures.len());
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}
