//! Small workspaces at random: crates of modules, functions, types, traits and macros that call each other,
//! with re-exports, lint attributes and code that nothing needs. A seed gives the same workspace for ever.

use std::fmt::Write;

/// What modules are made of: `@f` is a function of one number, `@1` and `@2` are calls of functions made
/// before, with `x`; `@n` is a number that makes names unique.
const SAMPLES: &str = include_str!("../fixtures/samples.txt");

/// A workspace as its files.
pub(crate) struct Workspace {
    pub(crate) files: Vec<(String, String)>,
    pub(crate) edition: u32,
}

/// Numbers that only the seed decides (SplitMix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % end.max(1) as u64) as usize
    }

    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

/// A crate that others may call.
struct Crate {
    name: String,
    /// Paths of its functions of one number, from its root.
    functions: Vec<String>,
}

struct Generator {
    random: Random,
    files: Vec<(String, String)>,
    crates: Vec<Crate>,
    /// Functions of the crate in progress.
    own: Vec<String>,
    counter: usize,
}

/// Names that std has too, or that are easily confused.
const NAMES: [&str; 14] =
    ["count", "len", "value", "next", "step", "push", "total", "new", "get", "a", "b", "x", "map", "first"];

const LINTS: [&str; 5] = [
    "#![allow(unused)]",
    "#![allow(warnings)]",
    "#![allow(dead_code, unused_imports)]",
    "#![cfg_attr(debug_assertions, allow(unused))]",
    "#![cfg_attr(not(test), allow(unused_variables, unused_macros))]",
];

impl Workspace {
    /// The workspace of `seed`.
    pub(crate) fn generate(seed: u64) -> Self {
        let random = Random(seed.wrapping_mul(0x1234_5678_9abc_def1));
        let mut generator =
            Generator { random, files: Vec::new(), crates: Vec::new(), own: Vec::new(), counter: 0 };
        let edition = [2018, 2021, 2021, 2024][generator.random.below(4)];
        let dependencies = generator.random.below(3);
        for index in 0..dependencies {
            let name = ["tools", "geometry_kit"][index];
            generator.library(name, &format!("{name}/"), edition);
        }
        let has_library = generator.random.chance(70);
        if has_library {
            generator.library("engine", "", edition);
        }
        generator.binary(edition, has_library);
        Self { files: generator.files, edition }
    }
}

impl Generator {
    fn fresh(&mut self) -> String {
        self.counter += 1;
        if self.random.chance(30) {
            format!("{}_{}", self.random.one(&NAMES), self.counter)
        } else {
            format!("f{}", self.counter)
        }
    }

    fn library(&mut self, name: &str, folder: &str, edition: u32) {
        if name != "engine" {
            self.files.push((format!("{folder}Cargo.toml"), self.manifest(name, edition)));
        }
        self.own.clear();
        let text = self.modules(&format!("{folder}src/"), "", 2);
        self.files.push((format!("{folder}src/lib.rs"), text));
        self.crates.push(Crate { name: name.into(), functions: std::mem::take(&mut self.own) });
    }

    fn manifest(&self, name: &str, edition: u32) -> String {
        let mut text =
            format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"{edition}\"\n");
        let own = name == "game";
        let dependencies = self.crates.iter().filter(|other| other.name != name && other.name != "engine");
        let lines: String = dependencies
            .map(|other| format!("{0} = {{ path = \"{1}{0}\" }}\n", other.name, if own { "" } else { "../" }))
            .collect();
        let _ = write!(text, "\n[dependencies]\n{lines}");
        if own {
            text += "\n[profile.dev]\ndebug = false\nincremental = false\n\n[workspace]\n";
        }
        text
    }

    fn binary(&mut self, edition: u32, has_library: bool) {
        let mut manifest = self.manifest("game", edition);
        if has_library {
            manifest = manifest.replace("\n[dependencies]", "\n[lib]\nname = \"engine\"\n\n[dependencies]");
        }
        self.files.push(("Cargo.toml".into(), manifest));
        self.own.clear();
        let mut text = String::new();
        for index in 0..self.crates.len() {
            let name = self.crates[index].name.clone();
            text += match self.random.below(6) {
                0 => format!("use {name};\n"),
                1 => format!("use ::{name};\n"),
                2 => format!("use {name}::{{self}};\n"),
                3 => format!("use {name} as renamed_{name};\n"),
                _ => String::new(),
            }
            .as_str();
        }
        let modules = self.modules("src/", "", 1);
        let (attributes, rest) = split_inner(&modules);
        let calls: Vec<String> =
            (0..4 + self.random.below(4)).map(|index| self.call(&index.to_string())).collect();
        let mut main = String::from("\nfn main() {\n");
        for call in calls {
            let _ = writeln!(main, "    println!(\"{{}}\", {call});");
        }
        self.files.push(("src/main.rs".into(), format!("{attributes}{text}{rest}{main}}}\n")));
        if has_library {
            return;
        }
        // A second binary needs a choice.
        self.files.push(("src/bin/other.rs".into(), "fn main() {}\n".into()));
    }

    /// A call of some function of one number, of this crate or of another.
    fn call(&mut self, argument: &str) -> String {
        let others: usize = self.crates.iter().map(|other| other.functions.len()).sum();
        let at = self.random.below(others + 2 * self.own.len());
        let path = if at < others {
            let mut all = self
                .crates
                .iter()
                .flat_map(|other| other.functions.iter().map(|path| format!("{}::{path}", other.name)));
            all.nth(at)
        } else {
            self.own.get((at - others) / 2).map(|path| format!("crate::{path}"))
        };
        path.map_or_else(|| format!("({argument} as i64)"), |path| format!("{path}({argument})"))
    }

    /// The text of a module, its children in files of their own or inline.
    fn modules(&mut self, folder: &str, path: &str, depth: usize) -> String {
        let mut text = String::new();
        if self.random.chance(35) {
            let _ = writeln!(text, "{}\n", self.random.one(&LINTS));
        }
        for _ in 0..if depth == 0 { 0 } else { 1 + self.random.below(2) } {
            self.counter += 1;
            let name = format!("m{}", self.counter);
            let inside = format!("{path}{name}::");
            let inner = self.modules(&format!("{folder}{name}/"), &inside, depth - 1);
            if self.random.chance(50) {
                let file = if self.random.chance(70) {
                    format!("{folder}{name}.rs")
                } else {
                    format!("{folder}{name}/mod.rs")
                };
                self.files.push((file, inner));
                let _ = writeln!(text, "pub mod {name};");
            } else {
                let _ = writeln!(text, "pub mod {name} {{\n{inner}}}");
            }
            // Passed on under another name.
            if let Some(last) = self.own.last().filter(|last| last.starts_with(&inside)).cloned() {
                if self.random.chance(40) {
                    let new = self.fresh();
                    let _ = writeln!(text, "pub use self::{} as {new};", &last[path.len()..]);
                    self.own.push(format!("{path}{new}"));
                }
            }
        }
        for _ in 0..1 + self.random.below(3) {
            self.sample(&mut text, path);
        }
        text
    }

    /// Adds one sample to a module: with its function callable, or left unused.
    fn sample(&mut self, text: &mut String, path: &str) {
        let samples: Vec<&str> = SAMPLES.split("\n==\n").collect();
        let sample = self.random.one(&samples);
        self.counter += 1;
        let number = self.counter.to_string();
        let function = self.fresh();
        let (one, other) = (self.call("x"), self.call("(x + 1)"));
        let inside =
            sample.replace("@f", &function).replace("@1", &one).replace("@2", &other).replace("@n", &number);
        text.push_str(&inside);
        text.push('\n');
        if self.random.chance(75) {
            self.own.push(format!("{path}{function}"));
        }
    }
}

/// A file's inner attributes, and the rest.
fn split_inner(text: &str) -> (String, String) {
    let (inner, rest): (Vec<&str>, Vec<&str>) =
        text.split_inclusive('\n').partition(|line| line.starts_with("#!["));
    (inner.concat(), rest.concat())
}
