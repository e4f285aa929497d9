//! `cargo bundle`: the command line of the bundler.

#![forbid(unsafe_code)]

mod cli;
mod console;

use std::process::ExitCode;
use std::time::Instant;

use bundler::{bundle, report, write, Error};
use cli::{Arguments, ReportFormat, RESULT_CODES};
use toolkit::commands::parse;
use toolkit::files;

/// Deeply nested sources need more stack than a main thread has.
const STACK_BYTES: usize = 512 << 20;

/// Exit code for a bundle over the budget.
const OVER_BUDGET: u8 = 3;

fn main() -> ExitCode {
    let arguments: Arguments = parse(RESULT_CODES, std::env::args_os());
    let worker = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(move || start(&arguments));
    let code = worker.ok().and_then(|worker| worker.join().ok());
    ExitCode::from(code.unwrap_or(1))
}

/// One run; its exit code.
fn start(arguments: &Arguments) -> u8 {
    run(arguments).unwrap_or_else(|error| {
        console::message(&format!("error: {error}"));
        error.exit_code()
    })
}

fn run(arguments: &Arguments) -> Result<u8, Error> {
    let started = Instant::now();
    if let Some(output) = &arguments.output {
        write::check(output)?;
    }
    let bundle = bundle(&arguments.options()).map_err(|error| keep_rejected(arguments, error))?;
    for note in &bundle.notes {
        console::message(&format!("warning: {note}"));
    }
    let output = arguments.output.clone().unwrap_or_else(|| bundle.default_output.clone());
    write::atomically(&output, &bundle.text)?;
    match arguments.report {
        ReportFormat::Summary | ReportFormat::Table => {
            let table = match arguments.report {
                ReportFormat::Table => report::table(&bundle),
                _ => String::new(),
            };
            let text = report::text(&bundle, &output, arguments.max, started.elapsed());
            console::report(&(table + &text));
        }
        ReportFormat::Json => console::report(&(report::json(&bundle, &output, arguments.max) + "\n")),
    }
    let over = bundle.size.units.saturating_sub(arguments.max);
    if over > 0 {
        console::message(&format!("error: the bundle is {over} units over its budget"));
    }
    Ok(if over > 0 { OVER_BUDGET } else { 0 })
}

/// Writes the text of a bundle that failed its proof to the temporary folder, and says so in the error; the
/// bundle itself stays as an earlier run wrote it.
fn keep_rejected(arguments: &Arguments, error: Error) -> Error {
    let Error::Proof { message, text: Some(text) } = error else { return error };
    let name = arguments.options.bin.as_deref().unwrap_or("bundle");
    let outcome = match files::write_temporary(&format!("{name}-"), ".rejected.rs", text.as_bytes()) {
        Ok(path) => format!("is in {}", path.display()),
        Err(error) => format!("could not be kept: {error}"),
    };
    Error::proof(format!("{message}\nthe rejected bundle {outcome}"))
}
