//! The options of a bundle run.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::error::Result;

/// The version of rustc that CodinGame runs.
pub const JUDGE_TOOLCHAIN: &str = "1.90.0";

/// The edition in which CodinGame compiles.
pub const JUDGE_EDITION: u32 = 2021;

/// The default budget, in UTF-16 code units, a little below CodinGame's limit of 100,000, which is untested.
pub const DEFAULT_MAX_UNITS: usize = 99_900;

/// How far the text is shortened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// 0: every file in place, comments and docs kept, nothing unused removed.
    Readable,
    /// 1: no comments, docs or lint attributes; unused items gone.
    Stripped,
    /// 2: no white space that the lexer does not need.
    Spaced,
    /// 3: names, numbers and visibilities in their shortest form.
    Shortened,
}

impl Level {
    /// All levels, lowest first.
    pub const ALL: [Self; 4] = [Self::Readable, Self::Stripped, Self::Spaced, Self::Shortened];

    /// The number of the level on the command line, 0 to 3.
    pub fn number(self) -> u8 {
        self as u8
    }
}

/// Which names level 3 gives out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    /// ASCII only: `a`, `b`, ..., `aa`.
    Ascii,
    /// One UTF-16 unit each: ASCII letters, then CJK ideographs.
    Bmp,
}

/// A bundle request.
#[derive(Clone, Debug)]
pub struct Options {
    /// The package's or workspace's `Cargo.toml`; found from the current folder if absent.
    pub manifest_path: Option<PathBuf>,
    /// Package name; the workspace root's package if absent.
    pub package: Option<String>,
    /// Binary target; `default-run`, or the only one, if absent.
    pub bin: Option<String>,
    /// Features of that package to switch on.
    pub features: Vec<String>,
    /// Switches all features on.
    pub all_features: bool,
    /// Leaves the `default` feature off.
    pub no_default_features: bool,
    /// Level; the highest that is proven if absent.
    pub level: Option<Level>,
    /// Which names level 3 gives out.
    pub names: Names,
    /// Resolves target cfgs (`target_arch`, `unix`, ...) as on x86-64 Linux instead of keeping them.
    pub resolve_target: bool,
    /// rustup toolchain, or the path of a rustc.
    pub toolchain: String,
    /// Lets rustup fetch the toolchain if it is missing.
    pub fetch: bool,
    /// Edition in which the site compiles the bundle.
    pub edition: u32,
    /// Crates that the site provides: paths into them stay.
    pub externs: Vec<String>,
    /// Compiles the result and compares its behaviour with the package's.
    pub verify: bool,
    /// Runs the package's program and the bundle with `bench`, if a source has that word.
    pub bench: bool,
    /// Time after which the best that was reached is written.
    pub time_limit: Option<Duration>,
    /// Files with input; the package's program and the bundle must answer each alike.
    pub transcripts: Vec<PathBuf>,
    /// Called with the default output as soon as that is known; its error ends the run before the work.
    pub check_output: fn(&Path) -> Result<()>,
    /// Called with each step as it starts: its name, after `NUMBER of TOTAL: ` if it is numbered.
    pub progress: fn(&str),
}

impl Default for Options {
    fn default() -> Self {
        Self {
            manifest_path: None,
            package: None,
            bin: None,
            features: Vec::new(),
            all_features: false,
            no_default_features: false,
            level: None,
            names: Names::Bmp,
            resolve_target: false,
            toolchain: JUDGE_TOOLCHAIN.into(),
            fetch: false,
            edition: JUDGE_EDITION,
            externs: Vec::new(),
            verify: true,
            bench: true,
            time_limit: None,
            transcripts: Vec::new(),
            check_output: |_| Ok(()),
            progress: |_| {},
        }
    }
}
