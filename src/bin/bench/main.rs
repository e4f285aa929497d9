//! Benchmarks of the engine and checks against known results: `bench COMMAND [ARGUMENTS] [--json]`.
//!
//! `--help` lists the exit codes. With `--json`, standard output is one JSON object a line.

mod balanced;
mod cache;
mod cpu_time;
mod outcome;
mod perfect;
mod perft;
mod playouts;
mod positions;
mod signature;
mod solve;
mod work;

use std::io::{ErrorKind, Write};
use std::process::ExitCode;

use outcome::{Outcome, Problem};

/// A subcommand; `run` gets its arguments without `--json`.
struct Command {
    name: &'static str,
    usage: &'static str,
    run: fn(&[String], bool) -> Result<Outcome, Problem>,
}

/// Every subcommand, in the order of the help text.
const COMMANDS: [Command; 9] = [
    Command {
        name: "signature",
        usage: "signature                   print the number that changes with the engine's behaviour",
        run: signature::run,
    },
    Command {
        name: "perft",
        usage: "perft N [--passes-free]     count the leaves N plies from the start; passes cost 1 or 0",
        run: perft::run,
    },
    Command {
        name: "solve",
        usage: "solve FILE.obf [--wld] [--within MS] [--runs N]\n\
                \x20                             solve each position and check the scores in the file",
        run: solve::run,
    },
    Command {
        name: "balanced",
        usage: "balanced [--seed N] [--count N] [--empties A..B]\n\
                \x20                             generate even positions as OBF, each from its own game",
        run: balanced::run,
    },
    Command {
        name: "score",
        usage: "score FILE.obf              print each position with the exact score of every move",
        run: perfect::score,
    },
    Command {
        name: "perfect",
        usage: "perfect FILE.obf [--ms N | --playouts N]\n\
                \x20                             compare the engine's moves with scored positions",
        run: perfect::run,
    },
    Command {
        name: "playouts",
        usage: "playouts [--ms N] [--used-tree]\n\
                \x20                             playouts a second in 30 midgame positions, and the median",
        run: playouts::run,
    },
    Command {
        name: "work",
        usage: "work KIND N                 do N playouts, child evaluations or solver nodes, for profilers",
        run: work::run,
    },
    Command {
        name: "cache",
        usage: "cache [KIND]                simulated cache misses of CodinGame's CPU, by valgrind",
        run: cache::run,
    },
];

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let json = arguments.iter().any(|argument| argument == "--json");
    arguments.retain(|argument| argument != "--json");
    match run(&arguments, json) {
        Ok(Outcome::Right) => ExitCode::SUCCESS,
        Ok(Outcome::Wrong) => ExitCode::from(3),
        Err(Problem::Usage(message)) => failed(&format!("{message}; `bench --help` lists the commands"), 2),
        Err(Problem::Input(message)) => failed(&message, 2),
        // A reader such as `head` that has seen enough is no failure.
        Err(Problem::Output(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Problem::Output(error)) => failed(&format!("cannot write the output: {error}"), 1),
    }
}

/// Prints an error in one line.
fn failed(message: &str, code: u8) -> ExitCode {
    // There is nowhere left to report a failure.
    let _ = writeln!(std::io::stderr(), "bench: {message}");
    ExitCode::from(code)
}

fn run(arguments: &[String], json: bool) -> Result<Outcome, Problem> {
    let Some((name, rest)) = arguments.split_first() else {
        return Err(Problem::Usage("no command given".into()));
    };
    if ["help", "--help", "-h"].contains(&name.as_str()) {
        writeln!(std::io::stdout(), "{}", help())?;
        return Ok(Outcome::Right);
    }
    if name == "--version" {
        writeln!(std::io::stdout(), "bench {}", env!("CARGO_PKG_VERSION"))?;
        return Ok(Outcome::Right);
    }
    match COMMANDS.iter().find(|command| command.name == name) {
        Some(command) => (command.run)(rest, json),
        None => Err(Problem::Usage(format!("unknown command `{name}`"))),
    }
}

fn help() -> String {
    let mut text = String::from("usage: bench COMMAND [--json]\n");
    for command in COMMANDS {
        text += &format!("  {}\n", command.usage);
    }
    text + "Exit codes:\n  0  done\n  1  a file, another program or the machine failed\n  \
            2  the command line, or a file named on it, is not valid\n  3  a result was wrong"
}
