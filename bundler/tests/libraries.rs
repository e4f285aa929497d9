//! Libraries made up by the test, of which a program uses little, against the same library written with the
//! used items only.
//!
//! Each module of the library is made by one function from the list of its items, so that the library pruned
//! by hand is known: the modules, items, members and variants that the program reaches, and nothing else.

use std::fmt::Write;
use std::time::Instant;

use crate::support::Package;
use bundler::{Draft, Level, Options};

/// Every this many modules one is used.
const STEP: usize = 20;

/// A library of `modules` modules; `pruned` writes what the program reaches only.
fn library(modules: usize, pruned: bool) -> String {
    let mut text = String::new();
    for index in 0..modules {
        let used = index % STEP == 0;
        if used || !pruned {
            module(&mut text, index, used && pruned);
        }
    }
    text
}

/// A module whose items use each other.
fn module(text: &mut String, index: usize, pruned: bool) {
    let mut part = |unused: bool, source: &str| {
        if !(unused && pruned) {
            text.push_str(&source.replace("@", &index.to_string()));
        }
    };
    part(false, "pub mod module_@ {\n");
    vector(&mut part);
    shapes(&mut part);
    part(
        false,
        "    pub fn measured(value: i64) -> i64 {\n        Vector::new(value, @).length()\n    }\n}\n\n",
    );
}

/// A type, a trait with two impls, and impls of other traits.
fn vector(part: &mut impl FnMut(bool, &str)) {
    part(true, "    use std::collections::{BTreeMap, HashMap};\n    use std::fmt;\n\n");
    part(true, "    #[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]\n");
    part(false, "    pub struct Vector {\n        pub x: i64,\n        pub y: i64,\n    }\n\n");
    part(false, "    pub trait Measure {\n        fn length(&self) -> i64;\n");
    part(true, "\n        fn doubled(&self) -> i64 {\n            self.length() * 2\n        }\n");
    part(false, "    }\n\n    impl Measure for Vector {\n        fn length(&self) -> i64 {\n");
    part(false, "            (self.x * self.x + self.y * self.y) % 1009\n        }\n    }\n\n");
    part(
        true,
        "    impl Measure for i64 {
        fn length(&self) -> i64 {
            absolute(*self)
        }
    }

",
    );
    part(
        true,
        "    fn absolute(value: i64) -> i64 {
        if value < 0 {
            -value
        } else {
            value
        }
    }

",
    );
    part(
        true,
        "    impl std::ops::Add for Vector {
        type Output = Self;

        fn add(self, other: Self) -> Self {
            Self { x: self.x + other.x, y: self.y + other.y }
        }
    }

",
    );
    part(
        true,
        "    impl fmt::Display for Vector {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, \"({}, {})\", self.x, self.y)
        }
    }

",
    );
    part(
        false,
        "    impl Vector {
        pub fn new(x: i64, y: i64) -> Self {
            Self { x, y }
        }
",
    );
    part(
        true,
        "
        pub fn scaled(&self, factor: i64) -> Self {
            square_@!(factor);
            Self { x: self.x * factor, y: self.y * factor }
        }
",
    );
    part(
        true,
        "
        pub fn rotated(&self) -> Self {
            Self::new(-self.y, self.x)
        }

        pub fn dot(&self, other: &Self) -> i64 {
            self.x * other.x + self.y * other.y
        }
",
    );
    part(false, "    }\n\n");
}

/// A macro, an enum, a function, and more impls.
fn shapes(part: &mut impl FnMut(bool, &str)) {
    part(
        true,
        "    macro_rules! square_@ {
        ($value:expr) => {
            $value * $value
        };
    }
    use square_@;

",
    );
    part(
        true,
        "    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum Shape {
        Circle(i64),
        Square(i64),
        Rectangle { width: i64, height: i64 },
    }

",
    );
    part(
        true,
        "    impl Shape {
        pub fn area(self) -> i64 {
            match self {
                Shape::Circle(radius) => 3 * radius * radius,
                Shape::Square(side) => side * side,
                Shape::Rectangle { width, height } => width * height,
            }
        }
    }

",
    );
    part(
        true,
        "    pub fn histogram(values: &[i64]) -> BTreeMap<i64, usize> {
        let mut counts = HashMap::new();
        for &value in values {
            *counts.entry(value).or_insert(0) += 1;
        }
        counts.into_iter().collect()
    }

",
    );
    part(
        true,
        "    impl From<(i64, i64)> for Vector {
        fn from(pair: (i64, i64)) -> Self {
            Self::new(pair.0, pair.1)
        }
    }

    impl std::str::FromStr for Vector {
        type Err = std::num::ParseIntError;

        fn from_str(text: &str) -> Result<Self, Self::Err> {
            let (x, y) = text.split_once(',').unwrap_or((text, \"0\"));
            Ok(Self::new(x.parse()?, y.parse()?))
        }
    }

",
    );
}

/// A program that uses one function of every twentieth module.
fn package(modules: usize, pruned: bool) -> Package {
    let mut main = String::from("fn main() {\n    let mut sum = 0;\n");
    for index in (0..modules).step_by(STEP) {
        let _ = writeln!(main, "    sum += kit::module_{index}::measured({index});");
    }
    main += "    println!(\"{sum}\");\n}\n";
    let manifest =
        "[package]\nname = \"sample\"\nversion = \"1.2.3\"\nedition = \"2021\"\n\n[lib]\nname = \"kit\"\n";
    let lib = if pruned {
        format!("#![allow(warnings)]\n{}", library(modules, true))
    } else {
        library(modules, false)
    };
    Package::empty().file("Cargo.toml", manifest).file("src/main.rs", main).file("src/lib.rs", lib)
}

/// The units of the bundle of `package` at `level`.
fn units(package: &Package, level: Level) -> usize {
    let draft = Draft::new(&Options { bin: Some("sample".into()), ..package.options() });
    let draft = draft.unwrap_or_else(|error| panic!("{error}"));
    let text = draft.text(level).unwrap_or_else(|error| panic!("{level:?}: {error}"));
    text.encode_utf16().count()
}

/// Compares the bundles of the whole library and of the one pruned by hand at levels 1 and 3, and prints what
/// the former takes.
fn compare(modules: usize) {
    let (whole, by_hand) = (package(modules, false), package(modules, true));
    let kilobytes = library(modules, false).len() / 1000;
    for level in [Level::Stripped, Level::Shortened] {
        let started = Instant::now();
        let bundled = units(&whole, level);
        let seconds = started.elapsed().as_secs_f64();
        let least = units(&by_hand, level);
        println!("{kilobytes} KB, {level:?}: {bundled} units, by hand {least}, {seconds:.1} s");
        assert!(bundled * 10 <= least * 11, "{kilobytes} KB, {level:?}: {bundled} units, by hand {least}");
    }
}

#[test]
fn little_is_left_of_a_library_of_100_kb() {
    compare(40);
}

#[test]
#[ignore = "takes a minute: cargo test -p bundler --test all libraries -- --ignored --nocapture"]
fn little_is_left_of_libraries_of_up_to_800_kb() {
    for modules in [40, 100, 200, 330] {
        compare(modules);
    }
}
