//! `arena show`: prints a recorded game, or writes it as an HTML page.

mod input;

use std::path::{Path, PathBuf};

use toolkit::text::Visible;

use super::text::{clock_text, print_result};
use crate::cli::{Done, Usage};
use crate::files;
use crate::foreign::battle;
use crate::matches::results::{Header, Results};
use crate::play::record::{GameRecord, TurnRecord};
use crate::show::analysis::{self, Depth, Exact};
use crate::show::curve;
use crate::show::diagram::Diagram;
use crate::show::page;
use crate::show::replay::{Replay, Step};
use analyst::notation::remarks;
use anyhow::Context;
use outflank::game::Color;
use serde::Deserialize;
use serde_json::Value;
use toolkit::say;

/// The largest record, in bytes; bots' output is capped, so real ones are smaller.
const MAX_BYTES: u64 = 16 << 20;

/// The arguments of `arena show`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
     \x20 outflank-arena show game.json --html game.html\n\
     \x20 outflank-arena show match.jsonl --pair 7 --game 2 --rerun 24 ./mybot")]
pub(crate) struct Arguments {
    /// The record of a game, as `arena play --json` and `arena referee -l` write it, or one finished game in
    /// any notation, such as a CodinGame battle; with --pair a results file.
    game: PathBuf,
    /// Takes a game of this pair from a results file of `arena match` or `arena sprt`.
    #[arg(long, value_name = "N")]
    pair: Option<u64>,
    /// Which of the pair's two games: 1 or 2.
    #[arg(long = "game", value_name = "M", default_value_t = 1, requires = "pair")]
    game_number: usize,
    /// Prints every byte that the bot which made this move was sent up to then, on CodinGame's protocol.
    #[arg(long, value_name = "TURN", conflicts_with_all = ["html", "moves", "rerun"])]
    input: Option<usize>,
    /// Plays the calls of the bot that made this move again with a program, and prints its answers.
    #[arg(long, num_args = 2, value_names = ["TURN", "COMMAND"], conflicts_with_all = ["html", "moves"])]
    rerun: Option<Vec<String>>,
    /// Writes a page for a browser to this file instead.
    #[arg(long, value_name = "OUT")]
    html: Option<PathBuf>,
    /// Playouts of the engine for each position of the page's curve.
    #[arg(long, value_name = "N", default_value_t = curve::PLAYOUTS, requires = "html")]
    playouts: u64,
    /// Prints the moves without the boards.
    #[arg(long, conflicts_with = "html")]
    moves: bool,
    /// Solves positions with at most this number of empty squares, to find the moves that lost discs.
    #[arg(long, value_name = "EMPTIES", default_value_t = Depth::DEFAULT.empties)]
    solve: u32,
    /// Node limit for each solved position.
    #[arg(long, value_name = "N", default_value_t = Depth::DEFAULT.nodes)]
    nodes: u64,
}

/// Prints a game or writes its page.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Done> {
    let record = match arguments.pair {
        Some(pair) => read_game(&arguments.game, pair, arguments.game_number),
        None => read_record(&arguments.game),
    };
    let record = record.map_err(Usage::from_content)?;
    if let Some(path) = &arguments.html {
        files::check_output(path, files::PAGE)?;
    }
    let replay = Replay::of(&record)
        .with_context(|| arguments.game.display().to_string())
        .map_err(Usage::from_error)?;
    if let Some(number) = arguments.input {
        return input::print(&record, &replay, number);
    }
    if let Some([number, command]) = arguments.rerun.as_deref() {
        return input::rerun(&record, &replay, number, command);
    }
    let exact = analysis::solve(&replay, Depth { empties: arguments.solve, nodes: arguments.nodes });
    match &arguments.html {
        Some(path) => {
            let curve = curve::curve(&replay, &exact, arguments.playouts);
            files::write(path, files::PAGE, page::game(&record, &replay, &exact, &curve)?.as_bytes())?;
            say!("{}\n", path.display());
        }
        None => print(&record, &replay, &exact, !arguments.moves),
    }
    Ok(Done::Well)
}

/// A game of a results file.
fn read_game(path: &Path, pair: u64, game: usize) -> anyhow::Result<GameRecord> {
    Results::read(path)?.record(pair, game).with_context(|| path.display().to_string())
}

fn read_record(path: &Path) -> anyhow::Result<GameRecord> {
    let name = || path.display().to_string();
    let json = toolkit::files::read(path, MAX_BYTES)?;
    let value = serde_json::from_slice::<Value>(&json).unwrap_or_default();
    // A log of `arena referee` holds the record.
    let game = value.get("game").unwrap_or(&value);
    if game.get("termination").is_some() || game.get("limits").is_some() {
        let record = GameRecord::deserialize(game);
        return record.with_context(|| format!("{}: not the record of a game", name()));
    }
    anyhow::ensure!(!is_results(&json), "{} holds many games: name one, `--pair N --game M`", name());
    battle::read(&json, &name())
}

/// Whether a file starts like the results of a run of pairs.
fn is_results(text: &[u8]) -> bool {
    let first = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
    serde_json::from_slice::<Header>(first).is_ok()
}

fn print(record: &GameRecord, replay: &Replay, exact: &[Option<Exact>], with_boards: bool) {
    let [black, white] = [0, 1].map(|seat: usize| Visible::line(&record.bots[seat].name));
    say!("black X {black}, white O {white} ({}), seed {}\n", record.limits, record.seed);
    for (step, exact) in replay.steps.iter().zip(exact) {
        let turn = step.turn.and_then(|turn| record.turns.get(turn));
        print_step(step, turn, exact.as_ref());
        if with_boards && step.square.is_some() {
            say!("{}\n", Diagram(&step.after));
        }
    }
    print_result(record);
    print_blunders(replay, exact);
}

fn print_step(step: &Step, turn: Option<&TurnRecord>, exact: Option<&Exact>) {
    let [black, white] = step.after.disc_counts();
    let mv = step.square.map_or("--".to_string(), |square| square.to_string());
    say!("{:>3}. {} {mv} {black:>2}:{white:<2}", step.before.move_count() + 1, step.color);
    match turn {
        None => say!("  opening"),
        Some(turn) => print_turn(turn),
    }
    if let Some(exact) = exact {
        say!("  perfect {:+}", exact.after);
        if exact.loss() > 0 {
            // `??` marks a move that throws away a better result.
            let mark = if exact.changes_result() { "??" } else { "?" };
            say!(" {mark} loses {}, from {:+}", discs(exact.loss()), exact.before);
        }
    }
    say!("\n");
    if step.square.is_none() {
        for line in turn.map_or("", |turn| &turn.stderr).lines() {
            say!("     stderr: {}\n", Visible::line(line));
        }
    }
    if let Some(color) = step.passes() {
        say!("     {color} passes\n");
    }
}

fn print_turn(turn: &TurnRecord) {
    say!("{}", clock_text(turn));
    match turn.value() {
        Some(remarks::Value::Discs(discs)) => say!("  value {discs:+.1}"),
        Some(remarks::Value::Share(share)) => say!("  value {:.1} %", 100.0 * share),
        Some(remarks::Value::Proven(1)) => say!("  proven win"),
        Some(remarks::Value::Proven(0)) => say!("  proven draw"),
        Some(remarks::Value::Proven(_)) => say!("  proven loss"),
        None => {}
    }
    if let Some(message) = &turn.message {
        say!("  \"{}\"", Visible::line(message.trim()));
    }
}

fn print_blunders(replay: &Replay, exact: &[Option<Exact>]) {
    if let Some(first) = exact.iter().position(Option::is_some) {
        let step = &replay.steps[first];
        say!("solved from move {} on, {} empty\n", first + 1, step.before.board().empty_count());
    }
    for color in [Color::Black, Color::White] {
        let moves = replay.steps.iter().zip(exact).filter(|(step, _)| step.color == color);
        let exact: Vec<Exact> =
            moves.filter_map(|(_, exact)| *exact).filter(|exact| exact.loss() > 0).collect();
        let lost: i32 = exact.iter().map(Exact::loss).sum();
        if lost > 0 {
            let moves = if exact.len() == 1 { "move" } else { "moves" };
            say!("{color} threw away {} in {} {moves}\n", discs(lost), exact.len());
        }
    }
}

fn discs(count: i32) -> String {
    format!("{count} disc{}", if count == 1 { "" } else { "s" })
}
