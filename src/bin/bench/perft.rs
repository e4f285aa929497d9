//! `bench perft N`: the speed of move generation.

use std::io::Write;

use outflank::board::Board;
use outflank::perft::{perft, PassCosts};

use crate::cpu_time::Stopwatch;
use crate::outcome::{Outcome, Problem};

pub(crate) fn run(arguments: &[String], json: bool) -> Result<Outcome, Problem> {
    let mut pass_costs = PassCosts::APly;
    let mut depth = None;
    for argument in arguments {
        if argument == "--passes-free" {
            pass_costs = PassCosts::Nothing;
        } else if let (None, Ok(number @ 0..=60)) = (depth, argument.parse()) {
            depth = Some(number);
        } else {
            return Err(Problem::Usage(format!("perft: expected a depth from 0 to 60, not `{argument}`")));
        }
    }
    let depth: u32 = depth.ok_or_else(|| Problem::Usage("perft: no depth given".into()))?;
    let stopwatch = Stopwatch::start();
    let nodes = perft(Board::START, depth, pass_costs);
    let seconds = stopwatch.seconds();
    let rate = nodes as f64 / seconds;
    let mut out = std::io::stdout().lock();
    if json {
        writeln!(
            out,
            r#"{{"depth":{depth},"nodes":{nodes},"seconds":{seconds:.6},"nodes_per_second":{rate:.0}}}"#
        )?;
    } else {
        writeln!(out, "perft {depth}: {nodes} nodes, {seconds:.3} s, {:.1} M nodes/s", rate / 1e6)?;
    }
    Ok(Outcome::Right)
}
