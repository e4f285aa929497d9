//! `outflank-analyst position` and `outflank-analyst hint`: one position, every move or the best one.

use std::io::Write;
use std::time::Duration;

use analyst::analysis::json::{line_text, PositionJson, SCHEMA};
use analyst::analysis::words;
use analyst::notation::Position;
use analyst::search::{Budget, Goal, Memory, Report, Searcher, Stop};
use analyst::sentence::english;
use anyhow::Context;
use outflank::board::Move;

use super::input;
use super::time::{clock, seconds};

/// Moves of a hint's line that are shown.
const SHOWN_MOVES: usize = 9;

/// A position and the effort for it.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// A board of 64 characters and the side to move, a transcript, or a file of any format; `-` reads
    /// standard input.
    #[arg(allow_hyphen_values = true)]
    position: String,
    /// Seconds for each position.
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = seconds)]
    time: f64,
    /// Playouts instead of a time: the same answer on every machine.
    #[arg(long, value_name = "N", conflicts_with = "time")]
    playouts: Option<u64>,
    /// Solves to the end, without a time limit.
    #[arg(long, conflicts_with_all = ["time", "playouts"])]
    exact: bool,
    /// Prints one JSON object a position.
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Searches every position named; each with the same budget.
    fn reports(&self) -> anyhow::Result<Vec<(Position, Report)>> {
        let budget = match self.playouts {
            _ if self.exact => Budget::exact(Goal::EveryScore),
            Some(playouts) => Budget::playouts(playouts),
            None => Budget::time(Duration::from_secs_f64(self.time)),
        };
        let mut searcher = Searcher::with_host(Memory::default(), Stop::default(), Some(clock));
        let positions = input::positions(&self.position)?;
        let search = |record: analyst::notation::PositionRecord| {
            searcher.clear();
            (record.position, searcher.search(record.position.board, budget))
        };
        Ok(positions.into_iter().map(search).collect())
    }
}

/// Prints every move of each position.
pub(crate) fn position(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    for (position, report) in arguments.reports()? {
        if arguments.json {
            print_json(position, &report, out)?;
            continue;
        }
        input::print_board(position, out)?;
        writeln!(
            out,
            "{} to move, {} empties, depth {}",
            position.to_move,
            report.board.empty_count(),
            report.depth
        )?;
        writeln!(out, "move         value  bounds     visits  line")?;
        for entry in &report.moves {
            let line = line_text(&entry.line[..entry.line.len().min(12)]);
            let bounds = format!("{:+}..{:+}", entry.bounds.lower, entry.bounds.upper);
            let name = entry.mv.to_string();
            writeln!(out, "{name:<5} {:>12}  {bounds:<9} {:>7}  {line}", entry.text(), entry.visits)?;
        }
        for sentence in words::explain_best(&report, position.to_move) {
            writeln!(out, "{}", english(&sentence))?;
        }
    }
    Ok(())
}

/// Prints the best move of each position.
pub(crate) fn hint(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    for (number, (position, report)) in (1..).zip(arguments.reports()?) {
        if arguments.json {
            print_json(position, &report, out)?;
            continue;
        }
        let over = || format!("position {number}: the game is over: there is no move");
        let best = report.best().with_context(over)?;
        let name = if best.mv == Move::PASS { "pass".to_string() } else { best.mv.to_string() };
        let line = &best.line[1.min(best.line.len())..best.line.len().min(SHOWN_MOVES)];
        let side = position.to_move;
        writeln!(out, "{name}: {} discs for {side}; expected then: {}", best.text(), line_text(line))?;
        for sentence in words::explain_best(&report, side) {
            writeln!(out, "  {}", english(&sentence))?;
        }
    }
    Ok(())
}

fn print_json(position: Position, report: &Report, out: &mut impl Write) -> anyhow::Result<()> {
    #[derive(serde::Serialize)]
    struct Versioned {
        schema: &'static str,
        #[serde(flatten)]
        position: PositionJson,
    }
    let position = PositionJson::new(report, position.to_move);
    Ok(writeln!(out, "{}", serde_json::to_string(&Versioned { schema: SCHEMA, position })?)?)
}
