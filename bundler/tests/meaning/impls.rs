//! Impls: which stay beside methods of std, which go, and those that macros write.

use super::prove_cases;

#[test]
fn an_impl_stays_where_std_would_take_its_place() {
    let texts = prove_cases(&[
        "trait First { fn first(&self) -> Option<&u8>; } impl First for Vec<u8> { fn first(&self) -> \
         Option<&u8> { \
         self.iter().max() } } pub fn run() -> Option<u8> { vec![1u8, 5, 3].first().copied() }",
        "trait Trim { fn trim(&self) -> usize; } impl Trim for String { fn trim(&self) -> usize { 7 } } pub \
         fn run() \
         -> usize { String::from(\" a \").trim() }",
        "trait Swap { fn swap(&mut self, a: usize, b: usize); } impl Swap for [u8; 3] { fn swap(&mut self, \
         _: usize, \
         _: usize) { self[0] = 9 } } pub fn run() -> [u8; 3] { let mut x = [1, 2, 3]; x.swap(0, 2); x }",
        "trait Has { fn contains(&self, x: &u8) -> bool; } impl Has for Box<[u8]> { fn contains(&self, _: \
         &u8) -> \
         bool { true } } pub fn run() -> bool { let b: Box<[u8]> = Box::new([1]); b.contains(&4) }",
        "trait Get { fn get(&self, at: usize) -> Option<&u8>; } impl<T: AsRef<[u8]>> Get for std::rc::Rc<T> \
         { fn \
         get(&self, at: usize) -> Option<&u8> { self.as_ref().as_ref().iter().rev().nth(at) } } pub fn \
         run() -> \
         Option<u8> { std::rc::Rc::new(vec![1, 2]).get(0).copied() }",
        "trait Len { fn len(self) -> u8; } impl Len for &str { fn len(self) -> u8 { 3 } } trait Unused { fn \
         get(&self); \
         } impl Unused for Vec<u8> { fn get(&self) { panic!(\"unwanted\") } } pub fn run() -> usize { \
         \"abcd\".len() }",
    ]);
    assert!(!texts[1].contains("unwanted"), "{}", texts[1]);
}

#[test]
fn an_inherent_method_stays_beside_a_traits_of_its_name() {
    prove_cases(&[
        "pub struct S; impl S { fn show(&self) -> u8 { 5 } } trait Show { fn show(&self) -> u8; } impl Show \
         for S { fn \
         show(&self) -> u8 { self.show() + 1 } } pub fn run() -> u8 { Show::show(&S) }",
        "pub struct S(Vec<u8>); impl S { fn len(&self) -> usize { self.0.len() } } trait Len { fn \
         len(&self) -> usize; \
         fn twice(&self) -> usize { 2 * self.len() } } impl Len for S { fn len(&self) -> usize { self.len() \
         + 10 } } \
         pub fn run() -> [usize; 2] { let s = S(vec![1]); [s.twice(), s.len()] }",
        "pub struct S; trait A { fn m(self) -> u8; } trait B { fn m(&self) -> u8; } impl A for S { fn \
         m(self) -> u8 { 1 \
         } } impl B for S { fn m(&self) -> u8 { 2 } } impl A for &S { fn m(self) -> u8 { 3 } } pub fn run() \
         -> [u8; 3] { \
         let s = &S; [A::m(s), B::m(s), S.m()] }",
        "pub struct W(Vec<u8>); impl std::ops::Deref for W { type Target = Vec<u8>; fn deref(&self) -> \
         &Vec<u8> { \
         &self.0 } } trait Sum { fn first(&self) -> u8; } impl Sum for W { fn first(&self) -> u8 { 77 } } \
         impl W { fn \
         last(&self) -> u8 { 78 } } pub fn run() -> [u8; 2] { let w = W(vec![1]); [w.first(), w.last()] }",
        "pub struct S; impl S { fn k(&self) -> u8 { 1 } fn unused(&self) -> u8 { 2 } } trait K { fn \
         k(&self) -> u8 { 9 } \
         fn unused(&self) -> u8 { 8 } } impl K for S {} pub fn run() -> [u8; 2] { [S.k(), K::unused(&S)] }",
        "trait Even { fn even(&self) -> bool; } impl Even for u8 { fn even(&self) -> bool { true } } impl \
         Even for i32 { \
         fn even(&self) -> bool { false } } pub fn run() -> bool { 1.even() }",
    ]);
}

#[test]
fn unused_impls_that_macros_write_go() {
    let unused = [
        "trait Int { fn unwanted() -> u64; } macro_rules! ints { ($($t:ty)*) => { $(impl Int for $t { fn \
         unwanted() -> \
         u64 { 0 } })* } } ints!(u8 u16 u32 u64 i8 i16 i32 i64); pub fn run() -> u8 { 1 }",
        "trait Int { const UNWANTED: u8; } macro_rules! one { ($t:ident, $n:expr) => { impl Int for $t { \
         const \
         UNWANTED: u8 = $n; } } } one!(u8, 1); one!(u16, 2); pub fn run() -> u8 { 2 }",
        "pub trait Unwanted {} macro_rules! outer { ($($t:ty),*) => { $(inner! { $t })* } } macro_rules! \
         inner { ($t:ty) \
         => { impl Unwanted for $t {} } } outer!(u8, i8); pub fn run() -> u8 { 3 }",
        "pub struct M(u8); macro_rules! ops { ($($o:ident $f:ident),*) => { $(impl std::ops::$o for M { \
         type Output = M; \
         fn $f(self, unwanted: M) -> M { M(self.0 ^ unwanted.0) } })* } } ops!(Add add, Sub sub); pub fn \
         run() -> u8 { \
         M(4).0 }",
    ];
    let texts = prove_cases(&unused);
    assert!(!texts[1].to_lowercase().contains("unwanted"), "{}", texts[1]);
    let used = [
        "trait Int { fn one() -> Self; } macro_rules! ints { ($($t:ty)*) => { $(impl Int for $t { fn one() \
         -> $t { 1 } })* \
         } } ints!(u8 u16 i32); fn two<T: Int + std::ops::Add<Output = T>>() -> T { T::one() + T::one() } \
         pub fn run() -> \
         u16 { two::<u16>() }",
        "#[derive(Clone, Copy)] pub struct M(u8); macro_rules! ops { ($($o:ident $f:ident),*) => { $(impl \
         std::ops::$o for \
         M { type Output = M; fn $f(self, o: M) -> M { M(self.0.$f(o.0)) } })* } } ops!(Add add, Sub sub); \
         pub fn run() -> \
         u8 { (M(4) + M(5)).0 }",
        "macro_rules! on_drop { ($t:ident) => { impl Drop for $t { fn drop(&mut self) { COUNT.with(|c| \
         c.set(c.get() + 1)) \
         } } } } thread_local!(static COUNT: std::cell::Cell<u8> = std::cell::Cell::new(0)); struct D; \
         on_drop!(D); pub fn \
         run() -> u8 { { let _d = D; } COUNT.with(|c| c.get()) }",
    ];
    prove_cases(&used);
}

#[test]
fn of_the_impls_that_one_macro_writes_some_go() {
    let texts = prove_cases(&[
        "trait Used { fn one() -> Self; fn unwanted(&self) -> u8 { 1 } } trait Other { fn unwanted() -> \
         u64; } \
         trait Helped { fn help(&self) -> u8; } struct Unwanted<T>(T); macro_rules! ints { ($($t:ty)*) => { \
         $(impl Used for $t { fn one() -> $t { 1 } fn unwanted(&self) -> u8 { 5 } } impl Other for $t { fn \
         unwanted() -> u64 { 0 } } impl std::ops::AddAssign<Unwanted<$t>> for Unwanted<$t> { fn \
         add_assign(&mut self, o: Unwanted<$t>) { self.0 += o.0 } } impl Helped for $t { fn help(&self) \
         -> u8 \
         { 7 } })* } } ints!(u8 u16 u32); pub fn run() -> (u16, u8) { (u16::one(), 3u8.help()) }",
        // The trait of the impl that goes is used elsewhere.
        "pub struct A; pub struct B; macro_rules! both { ($t:ident $u:ident) => { impl Default for $t { \
         fn default() -> $t { $t } } impl From<u8> for $u { fn from(_: u8) -> $u { $u } } } } both!(A \
         B); impl From<u16> for A { fn from(_: u16) -> A { A } } pub fn run() -> u8 { let _: A = \
         5u16.into(); let _ = A::default(); 1 }",
        "pub trait UnwantedPair<T> {} pub trait Kept { const K: u8; } macro_rules! pairs { ($($a:ty, \
         $b:ty;)*) => { \
         $(#[allow(dead_code)] impl UnwantedPair<$a> for $b where $a: Copy {} impl Kept for ($a, $b) { \
         const K: u8 \
         = 4; })* } } pairs!(u8, i8; u16, i16;); pub fn run() -> u8 { <(u8, i8)>::K }",
        // `T` is a constant that goes, and the parameter of an impl that stays.
        "const T: [u8; 2] = [1, 2]; pub trait Twice { fn twice(self) -> Self; } impl<T: Copy + \
         std::ops::Add<Output = T>> Twice for T { fn twice(self) -> T { self + self } } pub fn \
         unwanted() -> u8 \
         { T[1] } pub fn run() -> u8 { 4u8.twice() }",
        "trait Even { fn even(&self) -> bool; } trait Odd { fn odd(&self) -> bool; } macro_rules! both { \
         ($($t:ty)*) => { $(impl Even for $t { fn even(&self) -> bool { *self % 2 == 0 } } impl Odd for \
         $t { fn \
         odd(&self) -> bool { !self.even() } })* } } both!(u8 i32); pub fn run() -> [bool; 2] { [1.odd(), \
         2u8.even()] }",
    ]);
    assert!(!texts[1].to_lowercase().contains("unwanted"), "{}", texts[1]);
}

#[test]
fn an_invocation_stays_that_names_something_unused() {
    // Without the member that its trait loses the impl does not need `bits`; the import of a module that is
    // gone goes as a whole.
    let texts = prove_cases(&[
        "pub trait Real { const TWO: Self; const UNWANTED: Self; fn twice(self) -> Self; } const fn \
         unwanted_bits(x: u32) -> f32 { f32::from_bits(x) } macro_rules! real { ($t:ty, $f:ident) => { impl \
         Real for $t { const TWO: Self = 2.0; const UNWANTED: Self = $f(1) as $t; fn twice(self) -> Self { \
         self * Self::TWO } } } } real!(f32, unwanted_bits); pub fn run() -> f32 { 4f32.twice() }",
        "mod all { mod unwanted { pub fn unwanted_one() -> u8 { 1 } pub fn unwanted_two() -> u8 { 2 } } mod \
         kept { pub fn three() -> u8 { 3 } } pub use self::{kept::{three}, unwanted::{unwanted_one, \
         unwanted_two}}; pub fn unwanted_sum() -> u8 { unwanted_one() + unwanted_two() } } pub fn run() -> \
         u8 { all::three() }",
    ]);
    // A macro's argument stays.
    let left = texts[1].to_lowercase().replace("real!(f32, unwanted_bits)", "");
    assert!(!left.contains("unwanted"), "{}", texts[1]);
}

#[test]
fn unnamed_modules_go_and_what_only_impls_reach_stays() {
    let texts = prove_cases(&[
        // A name in common keeps no module that nothing names.
        "mod other { pub struct Iter(pub u8); unsafe impl Send for Iter {} impl Iter { pub fn next(&self) \
         -> &str \
         { \"unwanted\" } } pub fn find() -> Iter { Iter(1) } } pub fn run() -> Option<u8> { [1, 2].iter() \
         .find(|x| **x > 1).copied() }",
        // An impl is reached without its module's name, and its helper with it.
        "pub trait Size { fn size(&self) -> u8; } mod sizes { fn helper() -> u8 { 9 } impl super::Size for \
         u8 { fn \
         size(&self) -> u8 { helper() } } } pub fn run() -> u8 { 4u8.size() }",
        "mod outer { mod inner { pub fn one() -> u8 { two() } fn two() -> u8 { 3 } } pub use \
         self::inner::*; } use \
         outer::one as first; pub fn run() -> u8 { first() }",
        "mod a { pub use self::b::C as D; mod b { pub struct C; impl C { pub const E: u8 = 6; } } } type F \
         = a::D; \
         pub fn run() -> u8 { F::E }",
        "trait Part { fn kept(&self) -> u8; fn lost(&self) -> u8 { 1 } } impl Part for u8 { fn kept(&self) \
         -> u8 { 2 \
         } fn lost(&self) -> u8 { 3 } } pub fn run() -> u8 { 0u8.kept() }",
        "fn sign(x: u8) -> u8 { x } macro_rules! read { ($($t:ident)*) => { $(pub fn $t() -> $t { sign(7) \
         as $t })* \
         } } read!(i16 u16); macro_rules! both { ($a:ident, $b:ident) => { pub fn $a() -> u8 { 1 } pub fn \
         $b() -> u8 \
         { 2 } } } both!(used, unused); pub fn run() -> u8 { used() }",
        "pub fn unused() {} static TABLE: [u8; 3] = [4, 5, 6]; mod away { pub static OTHER: [u8; 2] = [7, \
         8]; } pub fn \
         run() -> u8 { let at = std::hint::black_box(1); TABLE[at] + away::OTHER[at] }",
        "const LIMIT: u8 = 5; pub fn run() -> String { format!(\"{LIMIT}\") }",
        "mod shapes { macro_rules! shape { ($n:ident, $v:expr) => { pub struct $n; impl Area for $n { fn \
         area(&self) \
         -> u8 { $v } } } } pub trait Area { fn area(&self) -> u8; } shape!(Square, 4); shape!(Unwanted, \
         7); } use \
         shapes::Area; pub fn run() -> u8 { shapes::Square.area() }",
    ]);
    assert!(!texts[1].contains("unwanted"), "{}", texts[1]);
}

#[test]
fn impls_go_whose_trait_has_an_argument_that_nothing_needs() {
    // `Mul` stays wherever a type and references to it implement it.
    let texts = prove_cases(&[
        "use std::ops::Mul; #[derive(Clone, Copy)] pub struct Used(u8); pub struct Unwanted(u8); \
         impl Mul for Used { type Output = Self; fn mul(self, by: Self) -> Self { Self(self.0 * by.0) } } \
         impl Mul<&Used> for &Used { type Output = Used; fn mul(self, by: &Used) -> Used { *self * *by } } \
         impl Mul<Unwanted> for Used { type Output = Unwanted; fn mul(self, by: Unwanted) -> Unwanted { \
         Unwanted(self.0 * by.0) } } impl Mul<&Unwanted> for &Used { type Output = Unwanted; fn mul(self, \
         by: &Unwanted) -> Unwanted { Unwanted(self.0 * by.0) } } impl Mul for Unwanted { type Output = \
         Used; fn mul(self, by: Self) -> Used { Used(by.0) } } impl Mul<&Unwanted> for &Unwanted { type \
         Output = Used; fn mul(self, by: &Unwanted) -> Used { Used(by.0) } } impl From<Unwanted> for Used { \
         fn from(from: Unwanted) -> Self { Self(from.0) } } impl From<u8> for Used { fn from(from: u8) -> \
         Self { Self(from) } } pub fn run() -> u8 { (Used::from(2) * (&Used(3) * &Used(4))).0 }",
        // Values of a type need not name it.
        "mod hidden { pub struct Kept(pub u8); pub type Alias = Kept; pub fn kept() -> Kept { Kept(1) } } \
         pub struct Used(u8); impl From<hidden::Kept> for Used { fn from(from: hidden::Kept) -> Self { \
         Self(from.0) } } impl PartialEq<hidden::Alias> for Used { fn eq(&self, other: &hidden::Alias) -> \
         bool { self.0 == other.0 } } pub fn run() -> bool { Used::from(hidden::kept()) == hidden::kept() }",
        "pub struct Kept; pub struct Used(u8); impl<Kept: Into<u8>> Extend<Kept> for Used { fn extend<I: \
         IntoIterator<Item = Kept>>(&mut self, all: I) { all.into_iter().for_each(|one| self.0 += \
         one.into()) } } pub fn run() -> u8 { let mut used = Used(0); used.extend([3u8]); used.0 }",
        // Only inference finds the type; without the impl, std's method would take its place.
        "mod inferred { #[derive(Debug)] pub struct Found(pub u8); pub trait First<T> { fn first(&self) -> \
         T; } impl First<Found> for Vec<u8> { fn first(&self) -> Found { Found(self[0] + 40) } } } use \
         inferred::First as _; pub fn run() -> String { format!(\"{:?}\", vec![1u8, 2].first()) }",
    ]);
    assert!(!texts[1].contains("Unwanted"), "{}", texts[1]);
}
