//! Generated workspaces: whatever cargo builds, every level must bundle, compile and print the same.

mod support;

use bundler::{Draft, Level, Names, Options};
use support::generator::Workspace;
use support::{cargo_output, compile_and_run_as, Package};

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
fn three_generated_workspaces_are_bundled() {
    (1..=3).for_each(five_runs);
}

/// 1,000 runs. `FIRST_SEED` and `LAST_SEED` choose others.
#[test]
#[ignore = "takes about ten minutes"]
fn two_hundred_generated_workspaces_are_bundled() {
    let seed = |name: &str, default: u64| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    for seed in seed("FIRST_SEED", 1)..=seed("LAST_SEED", 200) {
        five_runs(seed);
    }
}
