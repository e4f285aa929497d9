//! Generated programs of globs, traits and macros.

use std::collections::BTreeSet;

use super::{program, prove};
use crate::support::generator::Random;

/// Enums of std: their module, their name, a value, and patterns that need a glob.
const ENUMS: [(&str, &str, &str, &[&str]); 4] = [
    ("std::cmp", "Ordering", "1.cmp(&NUMBER)", &["Less", "Equal", "Greater"]),
    (
        "std::ops",
        "Bound",
        "Bound::Included(NUMBER)",
        &["Unbounded", "Included(1)", "Excluded(_)", "Included(_)"],
    ),
    ("std::num", "FpCategory", "(NUMBER as f64 - 1.0).classify()", &["Zero", "Nan", "Normal", "Infinite"]),
    (
        "std::sync::atomic",
        "Ordering",
        "[Ordering::SeqCst, Ordering::Relaxed][NUMBER % 2]",
        &["SeqCst", "AcqRel"],
    ),
];

/// Receivers with a value, and methods that std has for them: without arguments, with an answer to print.
const RECEIVERS: [(&str, &str, &[&str]); 6] = [
    ("Vec<u8>", "vec![3, 1]", &["len", "is_empty", "first", "last", "to_vec"]),
    ("[u8; 2]", "[3, 1]", &["len", "is_empty", "first", "last", "to_vec"]),
    ("Box<[u8]>", "Box::new([3, 1])", &["len", "first", "last", "is_sorted"]),
    ("String", "String::from(\" a \")", &["len", "trim", "is_empty", "to_uppercase"]),
    ("u32", "40", &["count_ones", "leading_zeros", "is_power_of_two"]),
    ("Own", "Own(vec![5])", &["len", "first", "trim", "count_ones"]),
];

/// A case of a glob of std, of traits whose methods have names that the receiver may have, and of macros that
/// write impls and functions.
fn generated_case(random: &mut Random) -> String {
    let (module, name, value, patterns) = ENUMS[random.below(ENUMS.len())];
    let import = match random.below(4) {
        0 => format!("use {module}::{name}::{{self, *}};"),
        1 => format!("use {module}::*; use {name}::*;"),
        2 => format!("use self::inner::*; mod inner {{ pub use {module}::{name}::{{self, *}}; }}"),
        _ => format!("use {module}::{name}; use {name}::*;"),
    };
    let start = random.below(patterns.len());
    let number = 1 + random.below(patterns.len());
    let arms: String =
        (0..number).map(|at| format!("{} => {at}, ", patterns[(start + at) % patterns.len()])).collect();
    let value = value.replace("NUMBER", &random.below(3).to_string());
    let mut methods = String::from("#[derive(Debug)] pub struct Own(Vec<u8>); ");
    let mut calls = String::new();
    let mut known = BTreeSet::new();
    for at in 0..1 + random.below(3) {
        let (receiver, value, names) = RECEIVERS[random.below(RECEIVERS.len())];
        let method = random.one(names);
        // Two traits of one type with one method would leave a call open.
        if !known.insert((receiver, method)) {
            continue;
        }
        let answer = random.below(200);
        methods += &format!(
            "trait Own{at} {{ fn {method}(&self) -> u8; }} impl Own{at} for {receiver} {{ fn \
             {method}(&self) -> u8 \
             {{ {answer} }} }} "
        );
        if receiver == "Own" && random.chance(60) {
            methods += &format!("impl Own {{ fn {method}{at}(&self) -> usize {{ self.0.len() }} }} ");
            calls += &format!("format!(\"{{:?}}\", Own(vec![1, 2]).{method}{at}()), ");
        }
        calls += &if random.chance(50) {
            format!("format!(\"{{:?}}\", Own{at}::{method}(&{{ let x: {receiver} = {value}; x }})), ")
        } else {
            format!("format!(\"{{:?}}\", {{ let x: {receiver} = {value}; Own{at}::{method}(&x) + 1 }}), ")
        };
        if receiver != "Own" && random.chance(70) {
            calls += &format!("{{ let x: {receiver} = {value}; format!(\"{{:?}}\", x.{method}()) }}, ");
        }
    }
    let used = random.chance(50);
    let separator = random.one(&["", ","]);
    let types = ["u8", "i16", "u64"].join(if separator.is_empty() { " " } else { ", " });
    let repeat = if separator.is_empty() { "*" } else { ",*" };
    let macros = format!(
        "trait Int {{ fn one() -> Self; fn name(&self) -> u8 {{ 4 }} }} macro_rules! ints {{ \
         ($($t:ty){repeat}) => {{ \
         $(impl Int for $t {{ fn one() -> $t {{ 1 }} }})* }} }} ints!({types}); macro_rules! functions {{ \
         ($($f:ident $n:expr);*) => {{ $(pub fn $f() -> u8 {{ $n }})* }} }} functions!(a 1; b 2; c 3);"
    );
    let sum = if used { "u64::one() as u8 + 1u8.name() + b()" } else { "c()" };
    format!(
        "{import} {methods} {macros} pub fn run() -> Vec<String> {{ let at = match {value} {{ {arms} _ => \
         99 }}; \
         vec![{calls} at.to_string(), ({sum}).to_string()] }}"
    )
}

fn generated_programs_are_alike(cases: usize) {
    let mut random = Random(62);
    for first in (0..cases).step_by(25) {
        let number = 25.min(cases - first);
        prove(&program(&(0..number).map(|_| generated_case(&mut random)).collect::<Vec<_>>()));
        println!("{} cases alike", first + number);
    }
}

#[test]
fn ten_generated_cases_are_alike() {
    generated_programs_are_alike(10);
}

/// `CASES` chooses another number.
#[test]
#[ignore = "takes minutes: cargo test -p bundler --test all many_generated -- --ignored --nocapture"]
fn many_generated_cases_are_alike() {
    let cases = std::env::var("CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(1000);
    generated_programs_are_alike(cases);
}
