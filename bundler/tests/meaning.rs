//! Programs whose meaning hangs on names that std or a macro gives: every level must print the same.

mod generated;
mod impls;
mod std_methods;
mod wrappers;

use crate::support::{cargo_output, prove_levels, Package};
use bundler::Draft;

/// A program that prints what `run` of each case says; a case is the inside of a module.
fn program(cases: &[String]) -> String {
    let modules = cases.iter().enumerate().map(|(at, case)| format!("mod case{at} {{ {case} }}\n"));
    let calls = (0..cases.len()).map(|at| format!("    println!(\"{at} {{:?}}\", case{at}::run());\n"));
    modules.chain(["fn main() {\n".into()]).chain(calls).chain(["}\n".into()]).collect()
}

/// Bundles a program at every level; each text must print what cargo's build prints.
fn prove(source: &str) -> Vec<String> {
    let package = Package::new().file("src/main.rs", format!("#![allow(warnings)]\n{source}"));
    let draft = Draft::new(&package.options()).unwrap_or_else(|error| panic!("{error}\n{source}"));
    prove_levels(&draft, &cargo_output(&package, "sample"))
}

fn prove_cases(cases: &[&str]) -> Vec<String> {
    prove(&program(&cases.iter().map(|&case| case.to_owned()).collect::<Vec<_>>()))
}

#[test]
fn variants_from_globs_of_std_are_no_bindings() {
    let ordering = "fn score(o: Option<Ordering>) -> i32 { match o { Some(Less) => 1, Some(x) => x as i32 * \
    7, \
                    None => 100 } } pub fn run() -> [i32; 3] { [score(Some(1.cmp(&2))), \
                    score(Some(Greater)), \
                    score(None)] }";
    let bound =
        "fn at(b: Bound<u8>) -> u8 { match b { Unbounded => 1, Included(n) => n, Excluded(n) => n + 1 } } \
                 pub fn run() -> [u8; 3] { [at(Unbounded), at(Included(5)), at(Excluded(5))] }";
    prove_cases(&[
        &format!("use std::cmp::Ordering::{{self, *}}; {ordering}"),
        &format!("use std::cmp::{{self, Ordering}}; use cmp::Ordering::*; {ordering}"),
        &format!("use self::inner::*; mod inner {{ pub use std::cmp::Ordering::{{self, *}}; }} {ordering}"),
        &format!(
            "pub enum Own {{ Less, More(u8) }} pub fn own(o: &Own) -> u8 {{ match o {{ Own::Less => 1, \
                  Own::More(n) => *n }} }} pub mod inner {{ pub use std::cmp::Ordering; pub use Ordering::*; \
                  {ordering} }} pub fn run() -> ([i32; 3], u8, u8) {{ (inner::run(), own(&Own::Less), \
                  own(&Own::More(3))) }}"
        ),
        &format!("use std::ops::Bound::{{self, *}}; {bound}"),
        &format!("use std::ops::*; use Bound::*; {bound}"),
        "use std::num::FpCategory::{self, *}; fn kind(f: f64) -> u8 { match f.classify() { Nan => 1, Zero \
         => 2, \
         Normal => 3, _ => 4 } } pub fn run() -> [u8; 3] { [kind(0.0), kind(1.0), kind(f64::NAN)] }",
        "pub fn run() -> [bool; 2] { use std::sync::atomic::Ordering::*; let of = |o| match o { SeqCst => \
         true, \
         _ => false }; [of(SeqCst), of(Relaxed)] }",
    ]);
}

#[test]
fn unused_variants_leave_no_binding_behind() {
    prove_cases(&[
        "use Colour::*; pub enum Colour { Red, Green, Blue(u8) } fn of(c: Colour) -> u8 { match c { Red => \
         1, \
         Green => 2, Blue(n) => n } } pub fn run() -> [u8; 2] { [of(Green), of(Blue(9))] }",
        "use Colour::{Red, Green, Blue}; pub enum Colour { Green, Blue(u8), Red } fn of(c: Colour) -> u8 { \
         match c \
         { Red => 1, Green => 2, Blue(n) => n } } pub fn run() -> [u8; 2] { [of(Green), of(Blue(9))] }",
    ]);
}

#[test]
fn of_variants_that_are_numbers_the_last_ones_go_together() {
    let texts = prove(
        "#[derive(Clone, Copy)] pub enum Kind { First, Stays, Third, Fourth, Fifth, Sixth } fn number(kind: \
         Kind) -> u8 { kind as u8 }\nfn main() { println!(\"{} {}\", number(Kind::First), \
         number(Kind::Third)); }",
    );
    assert!(texts[1].contains("{ First, Stays, Third, }"), "{}", texts[1]);
}
