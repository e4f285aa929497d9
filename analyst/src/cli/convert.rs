//! `outflank-analyst convert`: any notation into one.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use analyst::notation::{write, Event, Format, Limits};
use analyst::sentence::{english, Sentence};
use anyhow::bail;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use toolkit::files::{check_new, NewFile};

use super::files::{expand, read_all};

/// The formats by their names on the command line.
fn format_parser() -> impl TypedValueParser<Value = Format> {
    let names = PossibleValuesParser::new(Format::ALL.map(Format::name));
    names.try_map(|name| Format::named(&name).ok_or("no format"))
}

/// Reads games and positions in any notation and writes them in one.
///
/// Reads transcripts and boards in all spellings, GGF, SGF, PGN, OBF, WTHOR (`.wtb` with its `.jou` and
/// `.trn`), the arena's records and results, exported ladders and CodinGame battles, plain or gzipped. The
/// content of a file determines its format. What the output format cannot hold is listed on standard error.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Files or folders; `-` is standard input.
    #[arg(required = true, value_name = "IN")]
    inputs: Vec<PathBuf>,
    /// The format to write.
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    to: Format,
    /// Output file, which appears once it is complete [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replaces the output file if it exists.
    #[arg(long, requires = "output")]
    force: bool,
    /// The largest input that is read, in MiB, packed and unpacked.
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..))]
    max_mib: u16,
}

/// Errors that are printed; more are only counted.
const SHOWN_ERRORS: usize = 20;

/// The outcome of a conversion.
#[derive(Default)]
struct Tally {
    items: usize,
    errors: usize,
    /// Number of items that lose each kind of content.
    lost: BTreeMap<&'static str, usize>,
}

/// Converts all inputs in their order.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let files = expand(&arguments.inputs)?;
    let limits = Limits { bytes: usize::from(arguments.max_mib) << 20, ..Limits::default() };
    let tally = match &arguments.output {
        None => convert(&files, arguments.to, &limits, out)?,
        Some(path) => {
            if !arguments.force {
                check_new(path)?;
            }
            let mut file = NewFile::create(path)?;
            let tally = convert(&files, arguments.to, &limits, &mut file)?;
            file.finish()?;
            tally
        }
    };
    let mut errors = io::stderr().lock();
    for (what, count) in &tally.lost {
        let (format, what) = (arguments.to.name(), english(&Sentence::new(what)));
        writeln!(errors, "{format} cannot hold: {what} ({count} of {})", tally.items)?;
    }
    match (tally.errors, tally.items) {
        (0, 0) => bail!("expected a game or a position: nothing is in the input"),
        (0, _) => Ok(()),
        (errors, items) => {
            bail!("{errors} parts of the input were refused, {items} games or positions written")
        }
    }
}

fn convert(
    files: &[PathBuf],
    format: Format,
    limits: &Limits,
    out: &mut impl Write,
) -> anyhow::Result<Tally> {
    let mut tally = Tally::default();
    let mut written = Ok(());
    let mut text = String::new();
    read_all(files, limits, &mut |event| {
        match event {
            Event::Item(item) => {
                text.clear();
                for what in write(&item, format, &mut text) {
                    *tally.lost.entry(what).or_default() += 1;
                }
                tally.items += 1;
                written = out.write_all(text.as_bytes());
            }
            Event::Remark(remark) => written = writeln!(io::stderr(), "{remark}"),
            Event::Error(error) => {
                tally.errors += 1;
                if tally.errors <= SHOWN_ERRORS {
                    written = writeln!(io::stderr(), "{error}");
                }
            }
        }
        if written.is_ok() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    })?;
    written?;
    Ok(tally)
}
