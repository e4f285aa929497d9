//! The options of a bundle run.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{ArgAction, Args, ValueEnum};
use serde::Serialize;

use crate::error::Result;

/// The version of rustc that CodinGame runs.
pub const JUDGE_TOOLCHAIN: &str = "1.90.0";

/// The edition in which CodinGame compiles.
pub const JUDGE_EDITION: u32 = 2021;

/// The default budget, in UTF-16 code units, a little below CodinGame's limit of 100,000, which is untested.
pub const DEFAULT_MAX_UNITS: usize = 99_900;

/// How far the text is shortened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ValueEnum)]
#[serde(into = "u8")]
pub enum Level {
    /// Every file in place, comments and docs kept, nothing unused removed.
    #[value(name = "0")]
    Readable,
    /// No comments, docs or lint attributes; unused items gone.
    #[value(name = "1")]
    Stripped,
    /// No white space that the lexer does not need.
    #[value(name = "2")]
    Spaced,
    /// Names and numbers in their shortest form.
    #[value(name = "3")]
    Shortened,
}

impl Level {
    /// All levels, lowest first.
    pub const ALL: [Self; 4] = [Self::Readable, Self::Stripped, Self::Spaced, Self::Shortened];
}

impl From<Level> for u8 {
    /// The number of the level on the command line, 0 to 3.
    fn from(level: Level) -> Self {
        level as Self
    }
}

/// Which names level 3 gives out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Names {
    /// ASCII only.
    Ascii,
    /// One UTF-16 unit each: ASCII letters, then CJK ideographs.
    Bmp,
}

/// A bundle request.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// Package to bundle [default: the workspace root's]
    #[arg(short, long)]
    pub package: Option<String>,
    /// Binary to bundle [default: the package's default-run, or its only one]
    #[arg(long)]
    pub bin: Option<String>,
    /// Cargo.toml of the package or workspace
    #[arg(long, value_name = "FILE")]
    pub manifest_path: Option<PathBuf>,
    /// Features to switch on
    #[arg(short = 'F', long, value_delimiter = ',')]
    pub features: Vec<String>,
    /// Activates every feature
    #[arg(long)]
    pub all_features: bool,
    /// Leaves the default feature off
    #[arg(long)]
    pub no_default_features: bool,
    /// How far to shorten [default: the highest level that is proven]
    #[arg(short, long)]
    pub level: Option<Level>,
    /// Names that level 3 gives out
    #[arg(long, default_value = "bmp")]
    pub names: Names,
    /// Resolves target cfgs as on x86-64 Linux instead of keeping them
    #[arg(long)]
    pub resolve_target: bool,
    /// rustup toolchain, or path of a rustc, that judges the bundle; rustup fetches a missing toolchain,
    /// unless RUSTUP_AUTO_INSTALL=0
    #[arg(long, default_value = JUDGE_TOOLCHAIN)]
    pub toolchain: String,
    /// Lets rustup fetch the toolchain if it is missing.
    #[arg(skip)]
    pub fetch: bool,
    /// Edition in which the site compiles the bundle: 2015, 2018, 2021 or 2024
    #[arg(long, value_name = "YEAR", default_value_t = JUDGE_EDITION)]
    pub edition: u32,
    /// Crate that the site provides: paths into it stay (may be given again)
    #[arg(long = "extern", value_name = "NAME")]
    pub externs: Vec<String>,
    /// Neither compiles nor runs the result
    #[arg(long = "no-verify", action = ArgAction::SetFalse)]
    pub verify: bool,
    /// Does not run the program with the argument `bench`
    #[arg(long = "no-bench", action = ArgAction::SetFalse)]
    pub bench: bool,
    /// Seconds after which the best that was reached is written, a level less or with unused code
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time_limit: Option<Duration>,
    /// File with input that package and bundle must answer alike (may be given again)
    #[arg(long = "transcript", value_name = "FILE")]
    pub transcripts: Vec<PathBuf>,
    /// Called with the default output as soon as that is known; its error ends the run before the work.
    #[arg(skip = Options::default().check_output)]
    pub check_output: fn(&Path) -> Result<()>,
    /// Called with each step as it starts: its name, after `NUMBER of TOTAL: ` if it is numbered.
    #[arg(skip = Options::default().progress)]
    pub progress: fn(&str),
}

fn seconds(text: &str) -> std::result::Result<Duration, std::num::ParseIntError> {
    text.parse::<u32>().map(|seconds| Duration::from_secs(seconds.into()))
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
