//! The command line's arguments.

use std::path::PathBuf;

use bundler::{write, Options, DEFAULT_MAX_UNITS};
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
    #[command(flatten)]
    pub(crate) options: Options,
    /// Output file [default: target/bundle/BIN.rs]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Largest size allowed, in UTF-16 code units
    #[arg(short, long, default_value_t = DEFAULT_MAX_UNITS)]
    pub(crate) max: usize,
    /// Report on standard output
    #[arg(long, value_enum, default_value = "summary")]
    pub(crate) report: ReportFormat,
    /// Does not name the steps on standard error
    #[arg(short, long)]
    quiet: bool,
}

impl Arguments {
    /// The request they make.
    pub(crate) fn options(&self) -> Options {
        Options {
            fetch: std::env::var("RUSTUP_AUTO_INSTALL").map_or(true, |value| value != "0"),
            check_output: if self.output.is_some() { |_| Ok(()) } else { write::check },
            progress: if self.quiet { |_| {} } else { console::step },
            externs: self.options.externs.iter().map(|name| name.replace('-', "_")).collect(),
            ..self.options.clone()
        }
    }
}
