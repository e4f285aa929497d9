//! The command line's arguments.

use std::path::PathBuf;
use std::time::Duration;

use bundler::{write, Level, Names, Options, DEFAULT_MAX_UNITS, JUDGE_EDITION, JUDGE_TOOLCHAIN};
use clap::{Parser, ValueEnum};

use toolkit::commands::ResultCode;

use crate::console;

/// How the report is written to standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// The size, what was proven and the next step.
    Summary,
    /// The same below a table of what each module takes.
    Table,
    /// One JSON object.
    Json,
}

/// Which names level 3 gives out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum NameSet {
    /// ASCII only.
    Ascii,
    /// One UTF-16 unit each.
    Bmp,
}

/// The bundler's own exit codes.
pub(crate) const RESULT_CODES: &[ResultCode] = &[
    ("  3  the bundle is written, but over --max", &[]),
    ("  4  the proof failed: it does not compile cleanly or behaves differently; nothing is written", &[]),
];

/// Packs a package's library and one of its binaries into one Rust file, and proves that it still works.
///
/// The proof runs code of the package: cargo builds it, with its build scripts and procedural macros, and the
/// program itself runs as `bench`. Bundle a stranger's package only where you would build it.
#[derive(Debug, Parser)]
#[command(version, name = "outflank-bundler")]
#[command(after_help = "Examples:\n\
     \x20 outflank-bundler\n\
     \x20 outflank-bundler --manifest-path mybot/Cargo.toml --max 99900 -o mybot.rs")]
pub(crate) struct Arguments {
    /// Package to bundle [default: the workspace root's]
    #[arg(short, long)]
    package: Option<String>,
    /// Binary to bundle [default: the package's default-run, or its only one]
    #[arg(long)]
    pub(crate) bin: Option<String>,
    /// Cargo.toml of the package or workspace
    #[arg(long, value_name = "FILE")]
    pub(crate) manifest_path: Option<PathBuf>,
    /// Features to switch on
    #[arg(short = 'F', long, value_delimiter = ',')]
    features: Vec<String>,
    /// Activates every feature
    #[arg(long)]
    all_features: bool,
    /// Leaves the default feature off
    #[arg(long)]
    no_default_features: bool,
    /// Output file [default: target/bundle/BIN.rs]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// 0 readable, 1 stripped, 2 least white space, 3 short names [default: the highest that is proven]
    #[arg(short, long, value_parser = clap::value_parser!(u8).range(0..=3))]
    level: Option<u8>,
    /// Names that level 3 gives out
    #[arg(long, value_enum, default_value = "bmp")]
    names: NameSet,
    /// Largest size allowed, in UTF-16 code units
    #[arg(short, long, default_value_t = DEFAULT_MAX_UNITS)]
    pub(crate) max: usize,
    /// Report on standard output
    #[arg(long, value_enum, default_value = "summary")]
    pub(crate) report: ReportFormat,
    /// Resolves target cfgs as on x86-64 Linux instead of keeping them
    #[arg(long)]
    resolve_target: bool,
    /// rustup toolchain, or path of a rustc, that judges the bundle; rustup fetches a missing toolchain,
    /// unless RUSTUP_AUTO_INSTALL=0
    #[arg(long, default_value = JUDGE_TOOLCHAIN)]
    toolchain: String,
    /// Edition in which the site compiles the bundle: 2015, 2018, 2021 or 2024
    #[arg(long, value_name = "YEAR", default_value_t = JUDGE_EDITION)]
    edition: u32,
    /// Crate that the site provides: paths into it stay (may be given again)
    #[arg(long = "extern", value_name = "NAME")]
    externs: Vec<String>,
    /// Does not name the steps on standard error
    #[arg(short, long)]
    quiet: bool,
    /// Neither compiles nor runs the result
    #[arg(long)]
    no_verify: bool,
    /// Does not run the program with the argument `bench`
    #[arg(long)]
    no_bench: bool,
    /// Seconds after which the best that was reached is written, a level less or with unused code
    #[arg(long, value_name = "SECONDS")]
    time_limit: Option<u32>,
    /// File with input that package and bundle must answer alike (may be given again)
    #[arg(long, value_name = "FILE")]
    transcript: Vec<PathBuf>,
}

impl Arguments {
    /// The request they make.
    pub(crate) fn options(&self) -> Options {
        Options {
            manifest_path: self.manifest_path.clone(),
            package: self.package.clone(),
            bin: self.bin.clone(),
            features: self.features.clone(),
            all_features: self.all_features,
            no_default_features: self.no_default_features,
            level: self.level.map(|number| Level::ALL[usize::from(number).min(Level::ALL.len() - 1)]),
            names: match self.names {
                NameSet::Ascii => Names::Ascii,
                NameSet::Bmp => Names::Bmp,
            },
            resolve_target: self.resolve_target,
            toolchain: self.toolchain.clone(),
            fetch: std::env::var("RUSTUP_AUTO_INSTALL").map_or(true, |value| value != "0"),
            edition: self.edition,
            externs: self.externs.iter().map(|name| name.replace('-', "_")).collect(),
            verify: !self.no_verify,
            bench: !self.no_bench,
            time_limit: self.time_limit.map(|seconds| Duration::from_secs(seconds.into())),
            transcripts: self.transcript.clone(),
            check_output: if self.output.is_some() { |_| Ok(()) } else { write::check },
            progress: if self.quiet { |_| {} } else { console::step },
        }
    }
}
