//! `outflank-bench perft N`: the speed of move generation.

use outflank::board::Board;
use outflank::perft::{perft, PassCosts};
use serde_json::json;
use toolkit::cpu_time;

use super::output::{Outcome, Output};

/// The arguments of `outflank-bench perft`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Depth in plies.
    #[arg(value_name = "N", value_parser = clap::value_parser!(u32).range(0..=60))]
    depth: u32,
    /// A pass costs no ply.
    #[arg(long)]
    passes_free: bool,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output<'_>) -> anyhow::Result<Outcome> {
    let &Arguments { depth, passes_free } = arguments;
    let pass_costs = if passes_free { PassCosts::Nothing } else { PassCosts::APly };
    let start = cpu_time::of_thread();
    let nodes = perft(Board::START, depth, pass_costs);
    let seconds = cpu_time::seconds_since(start);
    let rate = nodes as f64 / seconds;
    output.result(
        &format!("perft {depth}: {nodes} nodes, {seconds:.3} s, {:.1} M nodes/s", rate / 1e6),
        json!({ "depth": depth, "nodes": nodes, "seconds": seconds, "nodes_per_second": rate.round() }),
    )?;
    Ok(Outcome::Success)
}
