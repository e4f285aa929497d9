//! Lines that several subcommands print.

use supervisor::stop::Stopped;
use toolkit::commands::typed;
use toolkit::text::Visible;

use crate::matches::pairs::{Pair, Plan};
use crate::matches::summary::Summary;
use crate::play::record::{Fault, GameRecord, TurnRecord};
use crate::{complain, say};

/// A call's time as printed after its move; empty for bots without a clock.
pub(crate) fn clock_text(turn: &TurnRecord) -> String {
    let clock = turn.clock_ms.map(|clock_ms| format!("  {clock_ms:>8.2} ms"));
    let stall = turn.stall_ms.map(|stall_ms| format!(" (the machine stalled for {stall_ms:.1})"));
    clock.into_iter().chain(stall).collect()
}

/// Prints the summary of a run.
pub(crate) fn print_summary(plan: &Plan, summary: &Summary) {
    let names = [0, 1].map(|bot: usize| Visible::line(&plan.bots()[bot].name));
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

/// Prints the last lines that a bot wrote to standard error before the fault that ended the game.
pub(crate) fn print_last_words(record: &GameRecord) {
    for line in record.last_words() {
        say!("     stderr: {}\n", Visible::line(line));
    }
    if let Some((_, Fault::Timeout { .. })) = record.fault() {
        say!("     the limits are set by --first-ms and --turn-ms\n");
    }
}

/// Prints after an interruption how to resume the run.
pub(crate) fn print_how_to_resume(outcome: &anyhow::Result<()>) {
    if outcome.as_ref().is_err_and(|error| error.is::<Stopped>()) {
        complain!("{}: interrupted; run the same command again to resume", typed());
    }
}

/// Prints why games were void that were then played again.
pub(crate) fn print_voided(pairs: &[Pair]) {
    for pair in pairs {
        for voided in &pair.voided {
            complain!("{}: pair {}: {voided}; it is played again", typed(), pair.index);
        }
    }
}
