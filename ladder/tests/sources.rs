//! Sources of strangers: good ones play, bad and hostile ones are refused within bounds, and none reaches any
//! other file.

mod clang;
mod folder;
mod standards;
mod table;

use std::path::Path;

use supervisor::compile::{Compiled, Language, Options, Toolchain, WALL_TIME};
use supervisor::sandbox::Level;
use supervisor::stop::Stop;

use table::{Case, Expected, FEW, MORE};

/// Compiles a source and compares the outcome with the expected one.
fn check((name, source, expected, message): Case<'_>, options: &Options) {
    let language = Language::of(Path::new(name)).unwrap();
    let toolchain = Toolchain::find(language, options).unwrap();
    let compiled = toolchain.compile(source, Level::Strict, WALL_TIME, &Stop::new().unwrap()).unwrap();
    let Compiled { program, messages, .. } = compiled;
    assert_eq!(program.is_ok(), expected == Expected::Compiles, "{name}: {:?}: {messages}", program.err());
    assert!(messages.contains(message), "{name}: {messages}");
    assert!(messages.len() < 20_000, "{name}: {} bytes of messages", messages.len());
    assert!(!messages.contains("root:x:"), "{name}: {messages}");
}

#[test]
fn sources_are_compiled_or_refused_in_bounds() {
    FEW.iter().for_each(|&case| check(case, &Options::default()));
}

#[test]
#[ignore = "two minutes: `cargo test -p ladder --test all sources -- --ignored`"]
fn forty_sources_are_compiled_or_refused_in_bounds() {
    let all: Vec<Case<'_>> = FEW.iter().chain(MORE).copied().collect();
    assert!(all.len() >= 40);
    all.iter().for_each(|&case| check(case, &Options::default()));
    let refused = all.iter().filter(|(_, _, expected, _)| *expected == Expected::Refused).count();
    println!("{} sources: {} compiled, {refused} refused", all.len(), all.len() - refused);
}
