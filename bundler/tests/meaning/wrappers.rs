//! Macros that put attributes before items: what their calls hold is pruned like any other code.

use super::{prove, prove_cases};

// Each wrapper has a name of its own: of two with one name neither is taken for one.

/// Each case's `unused` items are gone from level 1 on.
fn prove_pruned(cases: &[&str]) {
    for text in &prove_cases(cases)[1..] {
        assert!(!text.contains("unused"), "{text}");
    }
}

#[test]
fn items_in_wrappers_are_removed_one_by_one() {
    prove_pruned(&[
        // A known condition, an open one, one from the call.
        "macro_rules! always { ($($item:item)*) => { $( #[cfg(not(feature = \"x\"))] #[cfg_attr(docsrs, \
         doc(cfg(feature = \"y\")))] $item )* } } always! { pub fn run() -> u8 { used() } fn unused() -> \
         u8 { 2 } } always! { fn used() -> u8 { 1 } }",
        "macro_rules! unixed { ($($i:item)*) => { $( #[cfg(unix)] $i )* } } macro_rules! elsewhere { \
         ($($i:item)*) => { $( #[cfg(not(unix))] $i )* } } unixed! { fn of() -> u8 { 3 } fn unused() {} } \
         elsewhere! { fn of() -> u8 { 4 } } pub fn run() -> u8 { of() }",
        "macro_rules! feature { (#![$meta:meta] $($item:item)*) => { $( #[cfg($meta)] #[allow(dead_code)] \
         $item )* } } feature! { #![not(feature = \"x\")] pub fn run() -> u8 { 5 } } feature! { #![feature \
         = \"x\"] pub fn run() -> u8 { nowhere::of() } }",
        // Items that the macro drops need not make sense.
        "macro_rules! nothing { ($($item:item)*) => {} } nothing! { use nowhere::unused; fn run() {} } \
         macro_rules! off { ($($item:item)*) => { $( #[cfg(feature = \"x\")] $item )* }; } off! { mod \
         unused { pub fn of() -> Unknown {} } } pub fn run() -> u8 { 6 }",
        // In modules after inner docs and attributes, inside each other, in functions, in parentheses.
        "macro_rules! nested { ($($item:item)*) => { $( $item )* } } mod inner { //! Docs.\n \
         #![allow(dead_code)]\n nested! { /// Docs.\n pub fn of() -> u8 { 7 } nested! { pub mod deep { pub \
         fn of() -> u8 { 8 } pub fn unused() {} } } } } nested!( fn last() -> u8 { 9 } ); pub fn run() -> \
         [u8; 4] { nested! { fn here() -> u8 { 10 } } [inner::of(), inner::deep::of(), last(), here()] }",
        // Macros among the items.
        "macro_rules! macros { ($($item:item)*) => { $( $item )* } } macros! { macro_rules! eleven { \
         ($($of:tt)*) => { [11 $($of)*] } } pub fn run() -> [u8; 2] { eleven!(, 12) } fn unused() {} }",
    ]);
}

#[test]
fn other_macros_keep_their_calls() {
    prove_cases(&[
        // Of one name, but of two meanings.
        "mod first { macro_rules! w { ($($item:item)*) => { $( $item )* } } w! { pub fn of() -> u8 { 1 } } \
         } mod second { macro_rules! w { ($($item:item)*) => { pub fn of() -> u8 { 2 } } } w! { pub fn \
         of() -> u8 { 3 } } } pub fn run() -> [u8; 2] { [first::of(), second::of()] }",
        "macro_rules! w { ($($item:item)*) => { $( $item )* }; (twice $item:item) => { $item } } w! { pub \
         fn run() -> u8 { 4 } }",
        "macro_rules! w { ($($item:item)*) => { pub mod inner { $( $item )* } } } w! { pub fn of() -> u8 { \
         5 } } pub fn run() -> u8 { inner::of() }",
        // Text that only looks like a call.
        "macro_rules! w { ($($item:item)*) => { $( $item )* } } macro_rules! count { ($($of:tt)*) => { [$( \
         { let _ = stringify!($of); 1 } ),*].len() } } pub fn run() -> usize { count!(; w! { fn of() {} }) \
         }",
    ]);
    // Neither a field nor a variant is a word from which a macro makes an item.
    prove(
        "macro_rules! w { ($($item:item)*) => { const _: u8 = 0; $( $item )* } } w! { struct Pair { left: \
         u8, right: u8 } enum Kind { One(u8), Two { of: u8 }, Three } }\nfn main() { let pair = Pair { \
         left: 1, right: 2 }; println!(\"{}\", pair.left); if let Kind::One(of) = Kind::One(pair.left) { \
         println!(\"{of}\"); } }",
    );
}

#[test]
fn names_shared_with_std_are_pruned_apart() {
    prove_pruned(&[
        // A type that goes, and an import of std's by its name.
        "mod guard { pub struct Acquire; impl Drop for Acquire { fn drop(&mut self) { unused(); } } pub fn \
         unused() {} pub fn new() -> Acquire { Acquire } } mod std { pub mod of { pub fn unused() {} } } \
         mod load { use ::std::sync::atomic::{AtomicU8, Ordering::{Acquire, Release}}; pub fn of() -> u8 { \
         let cell = AtomicU8::new(1); cell.store(2, Release); cell.load(Acquire) } } pub fn run() -> u8 { \
         load::of() }",
        // Many types have a `new`; code that is configured away uses one of them.
        "pub struct Used(u8); impl Used { pub fn new() -> Self { Self(3) } } pub struct Big { of: Vec<u8> \
         } impl Big { pub fn new() -> Self { Self { of: unused() } } pub fn len(&self) -> usize { \
         self.of.len() } } impl Drop for Big { fn drop(&mut self) { self.len(); } } fn unused() -> Vec<u8> \
         { Vec::new() } #[cfg(windows)] pub fn away() -> Used { Used::new() } pub fn run() -> u8 { \
         Used::new().0 }",
    ]);
}
