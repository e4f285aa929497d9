//! Programs whose meaning hangs on names that std or a macro gives: every level must print the same.

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
    let ordering = "fn score(o: Option<Ordering>) -> i32 { match o { Some(Less) => 1, Some(x) => x as i32 * 7, \
                    None => 100 } } pub fn run() -> [i32; 3] { [score(Some(1.cmp(&2))), score(Some(Greater)), \
                    score(None)] }";
    let bound =
        "fn at(b: Bound<u8>) -> u8 { match b { Unbounded => 1, Included(n) => n, Excluded(n) => n + 1 } } \
                 pub fn run() -> [u8; 3] { [at(Unbounded), at(Included(5)), at(Excluded(5))] }";
    prove_cases(&[
        &format!("use std::cmp::Ordering::{{self, *}}; {ordering}"),
        &format!("use std::cmp::{{self, Ordering}}; use cmp::Ordering::*; {ordering}"),
        &format!("use self::inner::*; mod inner {{ pub use std::cmp::Ordering::{{self, *}}; }} {ordering}"),
        &format!("pub enum Own {{ Less, More(u8) }} pub fn own(o: &Own) -> u8 {{ match o {{ Own::Less => 1, \
                  Own::More(n) => *n }} }} pub mod inner {{ pub use std::cmp::Ordering; pub use Ordering::*; \
                  {ordering} }} pub fn run() -> ([i32; 3], u8, u8) {{ (inner::run(), own(&Own::Less), \
                  own(&Own::More(3))) }}"),
        &format!("use std::ops::Bound::{{self, *}}; {bound}"),
        &format!("use std::ops::*; use Bound::*; {bound}"),
        "use std::num::FpCategory::{self, *}; fn kind(f: f64) -> u8 { match f.classify() { Nan => 1, Zero => 2, \
         Normal => 3, _ => 4 } } pub fn run() -> [u8; 3] { [kind(0.0), kind(1.0), kind(f64::NAN)] }",
        "pub fn run() -> [bool; 2] { use std::sync::atomic::Ordering::*; let of = |o| match o { SeqCst => true, \
         _ => false }; [of(SeqCst), of(Relaxed)] }",
    ]);
}

#[test]
fn unused_variants_leave_no_binding_behind() {
    prove_cases(&[
        "use Colour::*; pub enum Colour { Red, Green, Blue(u8) } fn of(c: Colour) -> u8 { match c { Red => 1, \
         Green => 2, Blue(n) => n } } pub fn run() -> [u8; 2] { [of(Green), of(Blue(9))] }",
        "use Colour::{Red, Green, Blue}; pub enum Colour { Green, Blue(u8), Red } fn of(c: Colour) -> u8 { match c \
         { Red => 1, Green => 2, Blue(n) => n } } pub fn run() -> [u8; 2] { [of(Green), of(Blue(9))] }",
    ]);
}

#[test]
fn an_impl_stays_where_std_would_take_its_place() {
    let texts = prove_cases(&[
        "trait First { fn first(&self) -> Option<&u8>; } impl First for Vec<u8> { fn first(&self) -> Option<&u8> { \
         self.iter().max() } } pub fn run() -> Option<u8> { vec![1u8, 5, 3].first().copied() }",
        "trait Trim { fn trim(&self) -> usize; } impl Trim for String { fn trim(&self) -> usize { 7 } } pub fn run() \
         -> usize { String::from(\" a \").trim() }",
        "trait Swap { fn swap(&mut self, a: usize, b: usize); } impl Swap for [u8; 3] { fn swap(&mut self, _: usize, \
         _: usize) { self[0] = 9 } } pub fn run() -> [u8; 3] { let mut x = [1, 2, 3]; x.swap(0, 2); x }",
        "trait Has { fn contains(&self, x: &u8) -> bool; } impl Has for Box<[u8]> { fn contains(&self, _: &u8) -> \
         bool { true } } pub fn run() -> bool { let b: Box<[u8]> = Box::new([1]); b.contains(&4) }",
        "trait Get { fn get(&self, at: usize) -> Option<&u8>; } impl<T: AsRef<[u8]>> Get for std::rc::Rc<T> { fn \
         get(&self, at: usize) -> Option<&u8> { self.as_ref().as_ref().iter().rev().nth(at) } } pub fn run() -> \
         Option<u8> { std::rc::Rc::new(vec![1, 2]).get(0).copied() }",
        "trait Len { fn len(self) -> u8; } impl Len for &str { fn len(self) -> u8 { 3 } } trait Unused { fn get(&self); \
         } impl Unused for Vec<u8> { fn get(&self) { panic!(\"unwanted\") } } pub fn run() -> usize { \"abcd\".len() }",
    ]);
    assert!(!texts[1].contains("unwanted"), "{}", texts[1]);
}

#[test]
fn an_inherent_method_stays_beside_a_traits_of_its_name() {
    prove_cases(&[
        "pub struct S; impl S { fn show(&self) -> u8 { 5 } } trait Show { fn show(&self) -> u8; } impl Show for S { fn \
         show(&self) -> u8 { self.show() + 1 } } pub fn run() -> u8 { Show::show(&S) }",
        "pub struct S(Vec<u8>); impl S { fn len(&self) -> usize { self.0.len() } } trait Len { fn len(&self) -> usize; \
         fn twice(&self) -> usize { 2 * self.len() } } impl Len for S { fn len(&self) -> usize { self.len() + 10 } } \
         pub fn run() -> [usize; 2] { let s = S(vec![1]); [s.twice(), s.len()] }",
        "pub struct S; trait A { fn m(self) -> u8; } trait B { fn m(&self) -> u8; } impl A for S { fn m(self) -> u8 { 1 \
         } } impl B for S { fn m(&self) -> u8 { 2 } } impl A for &S { fn m(self) -> u8 { 3 } } pub fn run() -> [u8; 3] { \
         let s = &S; [A::m(s), B::m(s), S.m()] }",
        "pub struct W(Vec<u8>); impl std::ops::Deref for W { type Target = Vec<u8>; fn deref(&self) -> &Vec<u8> { \
         &self.0 } } trait Sum { fn first(&self) -> u8; } impl Sum for W { fn first(&self) -> u8 { 77 } } impl W { fn \
         last(&self) -> u8 { 78 } } pub fn run() -> [u8; 2] { let w = W(vec![1]); [w.first(), w.last()] }",
        "pub struct S; impl S { fn k(&self) -> u8 { 1 } fn unused(&self) -> u8 { 2 } } trait K { fn k(&self) -> u8 { 9 } \
         fn unused(&self) -> u8 { 8 } } impl K for S {} pub fn run() -> [u8; 2] { [S.k(), K::unused(&S)] }",
        "trait Even { fn even(&self) -> bool; } impl Even for u8 { fn even(&self) -> bool { true } } impl Even for i32 { \
         fn even(&self) -> bool { false } } pub fn run() -> bool { 1.even() }",
    ]);
}

#[test]
fn unused_impls_that_macros_write_go() {
    let unused = [
        "trait Int { fn unwanted() -> u64; } macro_rules! ints { ($($t:ty)*) => { $(impl Int for $t { fn unwanted() -> \
         u64 { 0 } })* } } ints!(u8 u16 u32 u64 i8 i16 i32 i64); pub fn run() -> u8 { 1 }",
        "trait Int { const UNWANTED: u8; } macro_rules! one { ($t:ident, $n:expr) => { impl Int for $t { const \
         UNWANTED: u8 = $n; } } } one!(u8, 1); one!(u16, 2); pub fn run() -> u8 { 2 }",
        "pub trait Unwanted {} macro_rules! outer { ($($t:ty),*) => { $(inner! { $t })* } } macro_rules! inner { ($t:ty) \
         => { impl Unwanted for $t {} } } outer!(u8, i8); pub fn run() -> u8 { 3 }",
        "pub struct M(u8); macro_rules! ops { ($($o:ident $f:ident),*) => { $(impl std::ops::$o for M { type Output = M; \
         fn $f(self, unwanted: M) -> M { M(self.0 ^ unwanted.0) } })* } } ops!(Add add, Sub sub); pub fn run() -> u8 { \
         M(4).0 }",
    ];
    let texts = prove_cases(&unused);
    assert!(!texts[1].to_lowercase().contains("unwanted"), "{}", texts[1]);
    let used = [
        "trait Int { fn one() -> Self; } macro_rules! ints { ($($t:ty)*) => { $(impl Int for $t { fn one() -> $t { 1 } })* \
         } } ints!(u8 u16 i32); fn two<T: Int + std::ops::Add<Output = T>>() -> T { T::one() + T::one() } pub fn run() -> \
         u16 { two::<u16>() }",
        "#[derive(Clone, Copy)] pub struct M(u8); macro_rules! ops { ($($o:ident $f:ident),*) => { $(impl std::ops::$o for \
         M { type Output = M; fn $f(self, o: M) -> M { M(self.0.$f(o.0)) } })* } } ops!(Add add, Sub sub); pub fn run() -> \
         u8 { (M(4) + M(5)).0 }",
        "macro_rules! on_drop { ($t:ident) => { impl Drop for $t { fn drop(&mut self) { COUNT.with(|c| c.set(c.get() + 1)) \
         } } } } thread_local!(static COUNT: std::cell::Cell<u8> = std::cell::Cell::new(0)); struct D; on_drop!(D); pub fn \
         run() -> u8 { { let _d = D; } COUNT.with(|c| c.get()) }",
    ];
    prove_cases(&used);
}
