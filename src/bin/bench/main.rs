//! Benchmarks of the engine and checks against known results: `bench COMMAND [ARGUMENTS] [--json]`.
//!
//! Exit codes: 0 all right; 1 a result was wrong; 2 bad arguments, bad input or output that cannot be
//! written. With `--json`, standard output is one JSON object a line.

mod balanced;
mod cache;
mod cpu_time;
mod outcome;
mod perfect;
mod perft;
mod playouts;
mod signature;
mod solve;
mod work;

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
        usage: "playouts [--ms N]           playouts a second in 30 midgame positions, and the median",
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
        Ok(Outcome::Wrong) => ExitCode::from(1),
        Err(Problem::Usage(message)) => {
            eprintln!("bench: {message}\n{}", help());
            ExitCode::from(2)
        }
        Err(Problem::Input(message)) => {
            eprintln!("bench: {message}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &[String], json: bool) -> Result<Outcome, Problem> {
    let Some((name, rest)) = arguments.split_first() else {
        return Err(Problem::Usage("no command given".into()));
    };
    if ["help", "--help", "-h"].contains(&name.as_str()) {
        println!("{}", help());
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
    text + "exit codes: 0 all right, 1 a result was wrong, 2 bad arguments or input"
}
