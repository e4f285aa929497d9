//! What generated modules are made of. `@f` is a function of one number, `@1` and `@2` are calls of functions
//! made before, with `x`; `@n` is a number that makes names unique.

/// The samples.
pub(crate) const SAMPLES: [&str; 14] = [
    // Plain arithmetic, with a closure, a loop and code after a label.
    "/// Adds.\npub fn @f(x: i64) -> i64 {\n    let len = @1.wrapping_mul(3);\n    let add = |y: i64| y.wrapping_add(len);
    let mut sum = 0;\n    'outer: for step in 0..4i64 {\n        if step == 3 {\n            break 'outer;\n        }
        sum = add(step) ^ sum;\n    }\n    sum.wrapping_add(@2)\n}\n",
    // A type with an impl, traits of std, and a method that nothing calls.
    "#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]\npub struct Pair@n {\n    pub first: i64,
    second: i64,\n}\n\nimpl std::ops::Add for Pair@n {\n    type Output = Self;\n\n    fn add(self, other: Self) -> Self {
        Self { first: self.first.wrapping_add(other.second), second: self.second }\n    }\n}\n
impl std::fmt::Display for Pair@n {\n    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, \"{}/{}\", self.first, self.second)\n    }\n}\n\nimpl Pair@n {\n    pub fn new(first: i64) -> Self {
        Self { first, second: first ^ 1 }\n    }\n\n    pub fn unused(&self) -> i64 {\n        SMALL_@n + self.second\n    }
}\n\nconst SMALL_@n: i64 = 1;\n\npub fn @f(x: i64) -> i64 {\n    let pair = Pair@n::new(@1) + Pair@n::new(x);
    let text = format!(\"{pair} {first:>4}\", first = pair.first);\n    pair.second.wrapping_add(text.len() as i64)\n}\n",
    // An enum whose variants are not all made.
    "#[derive(Debug, Clone)]\npub enum Kind@n {\n    Plain,\n    With(i64),\n    Named { value: i64, other: u8 },\n    Never(String),\n}\n
pub fn @f(x: i64) -> i64 {\n    let kind = match x & 3 {\n        0 => Kind@n::Plain,\n        1 => Kind@n::With(x),
        _ => Kind@n::Named { value: @2, other: 2 },\n    };\n    let shown = format!(\"{kind:?}\");
    let value = match kind {\n        Kind@n::Plain => 1,\n        Kind@n::With(inner) | Kind@n::Named { value: inner, .. } => inner,
        Kind@n::Never(text) => text.len() as i64,\n    };\n    value ^ shown.len() as i64\n}\n",
    // A trait with a default method, two impls, one of them unused, a trait object and a generic function.
    "pub trait Shape@n {\n    fn area(&self) -> i64;\n\n    fn twice(&self) -> i64 {\n        self.area().wrapping_mul(2)\n    }\n
    fn unused(&self) -> i64 {\n        0\n    }\n}\n\npub struct Square@n(i64);\n\npub struct Circle@n(i64);\n
impl Shape@n for Square@n {\n    fn area(&self) -> i64 {\n        self.0.wrapping_mul(self.0)\n    }\n}\n
impl Shape@n for Circle@n {\n    fn area(&self) -> i64 {\n        self.0.wrapping_mul(3)\n    }\n\n    fn twice(&self) -> i64 {\n        7\n    }\n}\n
impl Shape@n for i32 {\n    fn area(&self) -> i64 {\n        32\n    }\n}\n\nimpl Shape@n for u8 {\n    fn area(&self) -> i64 {\n        8\n    }\n}\n
fn widest@n<T: Shape@n + ?Sized>(shape: &T) -> i64 {\n    shape.area().max(shape.twice())\n}\n
pub fn @f(x: i64) -> i64 {\n    let boxed: Box<dyn Shape@n> = Box::new(Square@n(@1 & 1023));
    widest@n(&*boxed).wrapping_add(widest@n(&1)).wrapping_add(x)\n}\n",
    // A macro of its own, with repetition, and one that nothing invokes.
    "macro_rules! sum_@n {\n    ($first:expr $(, $rest:expr)* $(,)?) => {\n        $first $(.wrapping_add($rest))*\n    };\n    () => {\n        0\n    };\n}\n
macro_rules! unused_@n {\n    ($name:ident) => {\n        fn $name() {}\n    };\n}\n
pub fn @f(x: i64) -> i64 {\n    sum_@n!(x, @1, @2,)\n}\n",
    // A macro that makes functions, of which one is needed.
    "macro_rules! make_@n {\n    ($($name:ident: $factor:literal),*) => {\n        $(\n            fn $name(x: i64) -> i64 {\n                x.wrapping_mul($factor)
            }\n        )*\n    };\n}\n\nmake_@n!(triple_@n: 3, times_five_@n: 5, times_seven_@n: 7);\n
pub fn @f(x: i64) -> i64 {\n    times_five_@n(@1)\n}\n",
    // An exported macro, its own path and one by `pub(crate) use`.
    "pub mod exports@n {\n    #[macro_export]\n    macro_rules! exported_@n {\n        ($x:expr) => {\n            $x.wrapping_sub(@n)\n        };\n    }\n    pub(crate) use exported_@n;\n}\n
pub fn @f(x: i64) -> i64 {\n    let inner = {\n        use crate::exported_@n as local;\n        local!(x)\n    };\n    inner ^ exports@n::exported_@n!(@2)\n}\n",
    // Impls that another would silently replace.
    "pub struct Shifted@n(Vec<i64>);\n\nimpl std::ops::Deref for Shifted@n {\n    type Target = Vec<i64>;\n\n    fn deref(&self) -> &Vec<i64> {\n        &self.0\n    }\n}\n
impl std::ops::Index<usize> for Shifted@n {\n    type Output = i64;\n\n    fn index(&self, at: usize) -> &i64 {\n        &self.0[at + 1]\n    }\n}\n
pub fn @f(x: i64) -> i64 {\n    let list = Shifted@n(vec![@1, x, 5]);\n    list[0].wrapping_add(list.len() as i64)\n}\n",
    // Conversions, of which a literal chooses one.
    "pub struct From@n(i64);\n\nimpl From<i32> for From@n {\n    fn from(number: i32) -> Self {\n        Self(number.into())\n    }\n}\n
impl From<i64> for From@n {\n    fn from(number: i64) -> Self {\n        Self(number.wrapping_neg())\n    }\n}\n
impl From<&str> for From@n {\n    fn from(text: &str) -> Self {\n        Self(text.len() as i64)\n    }\n}\n
pub fn @f(x: i64) -> i64 {\n    From@n::from(7).0 ^ From@n::from(\"r#\\\"{x}\\\"#\").0 ^ @1\n}\n",
    // Imports of all kinds, some unused, and a cfg.
    "pub mod imports@n {\n    use std::collections::{BTreeMap, HashMap, VecDeque as Queue};\n    use std::fmt::Write as _;\n    use std::{mem, rc::Rc};\n
    #[cfg(test)]\n    mod tests {\n        #[test]\n        fn works() {}\n    }\n
    pub fn run(x: i64) -> i64 {\n        let mut map = BTreeMap::new();\n        map.insert(x & 7, Rc::new(x));\n        let mut text = String::new();
        let _ = write!(text, \"{:?} {x:#x}\", map.keys());\n        let mut queue: Queue<i64> = map.values().map(|value| **value).collect();
        let old = mem::take(&mut queue);\n        old.len() as i64 + text.len() as i64\n    }\n\n    #[cfg(debug_assertions)]\n    fn only_debug() {}\n}\n
pub use imports@n::run as run@n;\n\npub fn @f(x: i64) -> i64 {\n    run@n(@1) ^ imports@n::run(x)\n}\n",
    // Literals of all kinds.
    "static TEXT_@n: &str = r#\"a \"quoted\" // text\"#;\n\npub fn @f(x: i64) -> i64 {\n    let bytes = b\"\\x00\\\\ /* */\";
    let number = 1_000.0_f64 + 0xFF_u32 as f64 + 1e3;\n    let letter = '\\'';\n    let nested = ((number as i64), (bytes.len(), 'a'));
    nested.0 ^ (nested.1 .0 as i64) ^ (letter as i64) ^ TEXT_@n.len() as i64 ^ @1 ^ (x << 1 >> 1)\n}\n",
    // Generics, lifetimes, iterators and a const generic.
    "struct Window@n<'a, T, const SIZE: usize> {\n    data: &'a [T],\n    at: usize,\n}\n
impl<'a, T, const SIZE: usize> Iterator for Window@n<'a, T, SIZE> {\n    type Item = &'a [T];\n
    fn next(&mut self) -> Option<Self::Item> {\n        let part = self.data.get(self.at..self.at + SIZE)?;\n        self.at += 1;\n        Some(part)\n    }\n}\n
pub fn @f(x: i64) -> i64 {\n    let data = [x, @1, 3, @2];\n    let windows = Window@n::<_, 2> { data: &data, at: 0 };
    windows.map(|pair| pair.iter().fold(0, |sum: i64, value| sum.wrapping_add(*value))).max().unwrap_or(0)\n}\n",
    // A clone that a reference's own would replace, a drop that does something, and a cell.
    "#[derive(Clone)]\nstruct Cell@n(std::cell::Cell<i64>);\n\nstruct Guard@n<'a>(&'a std::cell::Cell<i64>);\n
impl Drop for Guard@n<'_> {\n    fn drop(&mut self) {\n        self.0.set(self.0.get() + 1);\n    }\n}\n
fn copied@n(cell: &Cell@n) -> i64 {\n    let own = cell.clone();\n    let _guard = Guard@n(&own.0);\n    own.0.set(LARGE_@n);\n    own.0.get()\n}\n
const LARGE_@n: i64 = 5;\n\npub fn @f(x: i64) -> i64 {\n    let cell = Cell@n(std::cell::Cell::new(x));\n    copied@n(&cell) ^ cell.0.get() ^ @1\n}\n",
    // A library inside the module: most of it unused.
    "pub mod library@n {\n    pub trait Visit {\n        fn visit(&mut self, node: &Node) -> i64;\n    }\n\n    pub enum Node {\n        Leaf(i64),\n        Branch(Vec<Node>),\n    }\n
    pub struct Sum;\n\n    impl Visit for Sum {\n        fn visit(&mut self, node: &Node) -> i64 {\n            match node {\n                Node::Leaf(value) => *value,
                Node::Branch(nodes) => nodes.iter().map(|node| self.visit(node)).fold(0, i64::wrapping_add),\n            }\n        }\n    }\n
    pub struct Depth(usize);\n\n    impl Visit for Depth {\n        fn visit(&mut self, _: &Node) -> i64 {\n            self.0 as i64\n        }\n    }\n
    impl Node {\n        pub fn parse(text: &str) -> Option<Self> {\n            text.parse().ok().map(Node::Leaf)\n        }\n\n        pub fn leaf(value: i64) -> Self {\n            Node::Leaf(value)\n        }\n    }\n
    impl std::str::FromStr for Node {\n        type Err = ();\n\n        fn from_str(text: &str) -> Result<Self, ()> {\n            Self::parse(text).ok_or(())\n        }\n    }\n}\n
pub fn @f(x: i64) -> i64 {\n    use library@n::{Node, Sum, Visit};\n    Sum.visit(&Node::Branch(vec![Node::leaf(x), Node::leaf(@1)]))\n}\n",
];
