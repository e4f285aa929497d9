//! Lines that several subcommands print.

use arena::cli::Shown;
use arena::matches::pairs::Plan;
use arena::matches::summary::Summary;
use arena::play::record::TurnRecord;
use arena::say;

/// A call's time as printed after its move; empty for bots without a clock.
pub(crate) fn clock_text(turn: &TurnRecord) -> String {
    let clock = turn.clock_ms.map(|clock_ms| format!("  {clock_ms:>8.2} ms"));
    let pause = turn.stall_ms.map(|pause_ms| format!(" (the machine stalled for {pause_ms:.1})"));
    clock.into_iter().chain(pause).collect()
}

/// Prints the summary of a run.
pub(crate) fn print_summary(plan: &Plan, summary: &Summary) {
    let names = [0, 1].map(|bot: usize| Shown(&plan.bots()[bot].name));
    let tally = &summary.tally;
    say!("{} against {}: {} games, {}\n", names[0], names[1], tally.games(), plan.limits());
    say!("{tally}  {:.1} %", 100.0 * tally.score());
    if let Some(elo) = tally.elo() {
        say!("  {elo}");
    }
    say!("\n");
    for (name, bot) in names.iter().zip(&summary.bots) {
        say!("{name}: {bot}\n");
    }
}
