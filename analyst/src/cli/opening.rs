//! `outflank-analyst opening`: the name of a line, or the line of a name, with its value and statistics.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use analyst::notation::{read, Event, GameRecord, Item, Limits, Position};
use analyst::openings::{NamedOpening, Openings, Popularity};
use analyst::search::{Budget, Memory, Searcher};
use anyhow::{bail, ensure};
use outflank::game::Game;
use toolkit::text::Visible;

use super::files::{expand, read_all};

/// Moves and answers that are listed.
const LISTED: usize = 5;

/// Names the opening of a game, or prints the line of a named opening: its value by the engine, the answers
/// that strong play gives, and how often games have them.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// A game from the start in any spelling, such as `f5d6c3`, or a name such as `Tiger`.
    opening: String,
    /// Playouts of the engine; 0 leaves the engine out.
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    playouts: u64,
    /// A folder with the WTHOR base (or other games), in which the position is counted.
    #[arg(long, value_name = "DIR")]
    wthor: Option<PathBuf>,
}

/// Prints the opening's names, line, value and statistics.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    match &find(&arguments.opening)?[..] {
        [game] => describe(game, arguments, out),
        several => {
            for game in several {
                let opening = Openings::shared().at(game.board());
                let title = opening.map_or(String::new(), NamedOpening::title);
                writeln!(out, "{title}: {}", game.transcript())?;
            }
            Ok(())
        }
    }
}

/// The games that a text denotes: first as a name, then as a transcript, last as a part of a name.
fn find(text: &str) -> anyhow::Result<Vec<Game>> {
    let openings = Openings::shared();
    let named = openings.named(text);
    if named.iter().any(|opening| opening.names.iter().any(|name| name.eq_ignore_ascii_case(text.trim()))) {
        return Ok(named.into_iter().map(NamedOpening::game).collect());
    }
    let error = match read(text.as_bytes(), "opening") {
        Ok(items) => match &items[..] {
            [Item::Game(record)] if record.start == Position::START => return Ok(vec![record.game()?]),
            _ => anyhow::anyhow!("expected one game from the standard start"),
        },
        Err(error) => error.into(),
    };
    if named.is_empty() {
        bail!("`{}` is neither the name of an opening nor a transcript: {error}", Visible::line(text));
    }
    Ok(named.into_iter().map(NamedOpening::game).collect())
}

fn describe(game: &Game, arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let openings = Openings::shared();
    let along = openings.along(&GameRecord::from_game(Position::START, game));
    let title = match along.last() {
        Some((plies, opening)) if *plies == game.move_count() => opening.title(),
        Some((plies, opening)) => format!("{}, left after move {plies}", opening.title()),
        None => "no named opening".to_owned(),
    };
    writeln!(out, "opening  {title}")?;
    writeln!(out, "line     {}", game.transcript())?;
    for (plies, opening) in &along {
        writeln!(out, "move {plies:>3} {}", opening.title())?;
    }
    if game.is_over() {
        return Ok(());
    }
    writeln!(out, "to move  {}", game.to_move())?;
    // Before the search: a folder that is missing is noticed at once.
    let files = arguments.wthor.as_ref().map(|folder| expand(std::slice::from_ref(folder))).transpose()?;
    describe_search(game, arguments.playouts, out)?;
    match &files {
        Some(files) => describe_popularity(game, files, out),
        None => Ok(()),
    }
}

/// Prints the engine's values, in discs for the side to move.
fn describe_search(game: &Game, playouts: u64, out: &mut impl Write) -> io::Result<()> {
    if playouts == 0 {
        return Ok(());
    }
    let report = Searcher::new(Memory::default()).search(game.board(), Budget::playouts(playouts));
    let Some(best) = report.best() else { return Ok(()) };
    writeln!(out, "value    {:+.1} discs for {}", report.value(), game.to_move())?;
    let line: Vec<String> = best.line.iter().map(ToString::to_string).collect();
    writeln!(out, "engine   {}, line {}", best.mv, line.join(" "))?;
    let moves = report.moves.iter().take(LISTED).map(|report| format!("{} {:+.1}", report.mv, report.value));
    writeln!(out, "moves    {}", moves.collect::<Vec<_>>().join(", "))
}

/// Prints how many games reached the position, and their moves in it.
fn describe_popularity(game: &Game, files: &[PathBuf], out: &mut impl Write) -> anyhow::Result<()> {
    let mut popularity = Popularity::of(game.board());
    let mut games = 0_u32;
    let mut count = |record: &GameRecord| {
        games += 1;
        popularity.add(record);
    };
    let mut errors = 0_u32;
    read_all(files, &Limits::default(), &mut |event| {
        match event {
            Event::Item(Item::Game(record)) => count(&record),
            Event::Error(_) => errors += 1,
            Event::Item(Item::Position(_)) | Event::Remark(_) => {}
        }
        ControlFlow::Continue(())
    })?;
    let [black, draws, white] = popularity.results;
    let met = popularity.games;
    writeln!(out, "games    {met} of {games}: black won {black}, drawn {draws}, white won {white}")?;
    let answers = popularity.answers();
    let share = |count: u32| 100.0 * f64::from(count) / f64::from(met.max(1));
    let answers = answers.iter().take(LISTED);
    let answers: Vec<_> = answers.map(|(square, count)| format!("{square} {:.1} %", share(*count))).collect();
    writeln!(out, "answers  {}", if answers.is_empty() { "none".to_owned() } else { answers.join(", ") })?;
    ensure!(errors == 0, "{errors} parts of the games were refused");
    Ok(())
}
