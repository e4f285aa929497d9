//! Two evaluations against each other: the same engine, openings and CPU time for both.
//!
//! Every opening is played twice, with colours exchanged; the two games count as one pair, from whose spread the
//! error comes. Finished pairs are kept in a file of lines, so that an interrupted match goes on.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{bail, Context, Result};
use clap::Args;
use outflank::board::Board;
use outflank::clock::Deadline;
use outflank::engine::{Engine, Limits};
use outflank::eval::Evaluate;
use outflank::game::{Color, Game};
use outflank::mcts::Parameters;
use outflank::square::Square;
use rustix::time::{clock_gettime, ClockId};
use serde::{Deserialize, Serialize};

use crate::jobs;
use crate::model::Judge;

/// Options of `duel`.
#[derive(Args, Clone, Debug)]
pub struct Duel {
    /// `handmade`, a fitted model, or packed weights (`.rs`)
    pub first: PathBuf,
    /// Its opponent, likewise
    pub second: PathBuf,
    /// A file of openings, a transcript such as `f5d6c3d3` a line
    #[arg(long)]
    pub openings: PathBuf,
    /// Pairs of games to have at the end
    #[arg(long, default_value_t = 200)]
    pub pairs: usize,
    /// CPU time a move in milliseconds
    #[arg(long, default_value_t = 100)]
    pub cpu_ms: u64,
    /// Playouts a move instead of a time
    #[arg(long)]
    pub playouts: Option<u64>,
    /// File that keeps finished pairs
    #[arg(long)]
    pub results: PathBuf,
}

const TREE_BYTES: usize = 96 << 20;
const SOLVER_BYTES: usize = 16 << 20;

/// Openings are taken this far apart, so that neighbours in the file, which are alike, do not meet in a short match.
const OPENING_STRIDE: usize = 7;

/// A finished pair.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, Eq)]
struct Pair {
    first: PathBuf,
    second: PathBuf,
    limit: String,
    opening: String,
    /// The first evaluation's scores in discs, as black and as white.
    scores: [i32; 2],
}

/// Whatever chooses moves.
trait Plays {
    fn new_game(&mut self);
    fn choose(&mut self, board: Board, limits: Limits) -> Square;
}

impl<E: Evaluate> Plays for Engine<E> {
    fn new_game(&mut self) {
        Engine::new_game(self);
    }

    fn choose(&mut self, board: Board, limits: Limits) -> Square {
        Engine::choose(self, board, board.legal_moves(), limits).square
    }
}

fn player(name: &Path) -> Result<Box<dyn Plays>> {
    fn engine<E: Evaluate + 'static>(evaluator: E) -> Box<dyn Plays> {
        Box::new(Engine::with_evaluator(evaluator, Parameters::default(), TREE_BYTES, SOLVER_BYTES))
    }
    Ok(match Judge::open(name)? {
        Judge::Handmade(evaluator) => engine(evaluator),
        Judge::Learned(evaluator) => engine(*evaluator),
        Judge::Yardstick(evaluator) => engine(*evaluator),
    })
}

/// CPU time that this thread has had.
fn thread_cpu_time() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

fn openings(path: &Path) -> Result<Vec<String>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut openings = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let opening = line.trim();
        match Game::from_transcript(opening) {
            Ok(game) if !game.is_over() => openings.push(opening.to_owned()),
            _ => bail!("{}: line {}: not an opening", path.display(), number + 1),
        }
    }
    if openings.is_empty() {
        bail!("{}: no openings", path.display());
    }
    Ok(openings)
}

/// The pairs in a file; those that an interruption cut short are left out.
fn finished(path: &Path) -> Result<Vec<Pair>> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
}

impl Duel {
    /// Plays what is missing and prints the result.
    pub fn run(&self) -> Result<()> {
        let openings = openings(&self.openings)?;
        let mut pairs = finished(&self.results)?;
        let limit = self.limit();
        let ours =
            |pair: &Pair| (&pair.first, &pair.second, &pair.limit) == (&self.first, &self.second, &limit);
        if !pairs.iter().all(ours) {
            bail!("{}: holds pairs of another match", self.results.display());
        }
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&self.results)
            .with_context(|| format!("cannot write {}", self.results.display()))?;
        let mut players = [player(&self.first)?, player(&self.second)?];
        let bar = jobs::progress("duel", "pairs", Some(self.pairs as u64));
        bar.inc(pairs.len() as u64);
        for number in pairs.len()..self.pairs {
            let opening = &openings[number * OPENING_STRIDE % openings.len()];
            let scores = [self.play(&mut players, opening, 0)?, self.play(&mut players, opening, 1)?];
            let pair = Pair {
                first: self.first.clone(),
                second: self.second.clone(),
                limit: limit.clone(),
                opening: opening.clone(),
                scores,
            };
            // One write a line, after a line's end that an interruption may have left out.
            file.write_all(format!("\n{}\n", serde_json::to_string(&pair)?).as_bytes())?;
            pairs.push(pair);
            bar.inc(1);
            bar.set_message(summary(&pairs));
        }
        bar.finish();
        println!("{} - {}, {limit} a move: {}", self.first.display(), self.second.display(), summary(&pairs));
        Ok(())
    }

    fn limit(&self) -> String {
        match self.playouts {
            Some(playouts) => format!("{playouts} playouts"),
            None => format!("{} ms of CPU time", self.cpu_ms),
        }
    }

    /// Plays a game in which player number `black` has the black discs; returns the first player's score in discs.
    fn play(&self, players: &mut [Box<dyn Plays>; 2], opening: &str, black: usize) -> Result<i32> {
        let mut game = Game::from_transcript(opening)?;
        for player in players.iter_mut() {
            player.new_game();
        }
        while !game.is_over() {
            let to_move = if game.to_move() == Color::Black { black } else { 1 - black };
            let limits = match self.playouts {
                Some(playouts) => Limits::playouts(playouts),
                None => {
                    let end = thread_cpu_time() + Duration::from_millis(self.cpu_ms);
                    Limits::until(Deadline::On(thread_cpu_time, end))
                }
            };
            game.play(players[to_move].choose(game.board(), limits))?;
        }
        Ok(if black == 0 { game.black_score() } else { -game.black_score() })
    }
}

/// Wins, draws and losses of the first, and the Elo difference with its 95 % interval.
fn summary(pairs: &[Pair]) -> String {
    let points = |score: i32| f64::from(score.signum() + 1) / 2.0;
    let count =
        |sign: i32| pairs.iter().flat_map(|pair| pair.scores).filter(|score| score.signum() == sign).count();
    let means: Vec<f64> =
        pairs.iter().map(|pair| (points(pair.scores[0]) + points(pair.scores[1])) / 2.0).collect();
    let n = means.len().max(1) as f64;
    let mean = means.iter().sum::<f64>() / n;
    let variance = means.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    let error = 1.96 * (variance / n).sqrt();
    let elo = |score: f64| {
        let score = score.clamp(0.5 / (2.0 * n + 1.0), 1.0 - 0.5 / (2.0 * n + 1.0));
        400.0 * (score / (1.0 - score)).log10()
    };
    format!(
        "+{} ={} -{}: {:+.0} Elo [{:+.0}, {:+.0}]",
        count(1),
        count(0),
        count(-1),
        elo(mean),
        elo(mean - error),
        elo(mean + error)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(scores: [i32; 2]) -> Pair {
        Pair { first: "a".into(), second: "b".into(), limit: String::new(), opening: String::new(), scores }
    }

    #[test]
    fn equal_scores_are_no_elo() {
        assert_eq!(summary(&[pair([4, -2]), pair([0, 0]), pair([-64, 64])]), "+2 =2 -2: +0 Elo [+0, +0]");
    }

    #[test]
    fn three_quarters_are_191_elo() {
        let text = summary(&[pair([2, 0]), pair([0, 2]), pair([2, 0]), pair([2, 0])]);
        assert!(text.starts_with("+4 =4 -0: +191 Elo"), "{text}");
    }

    #[test]
    fn an_interrupted_match_goes_on_as_if_it_had_not_been() {
        let folder = tempfile::tempdir().unwrap();
        let openings = folder.path().join("openings.txt");
        std::fs::write(&openings, "f5d6c3d3c4f4f6g5\nf5f6e6f4e3c5c4d3\n").unwrap();
        let duel = |results: &str, pairs| Duel {
            first: "handmade".into(),
            second: "handmade".into(),
            openings: openings.clone(),
            pairs,
            cpu_ms: 0,
            playouts: Some(5),
            results: folder.path().join(results),
        };
        duel("whole", 2).run().unwrap();
        duel("parts", 1).run().unwrap();
        let mut file = OpenOptions::new().append(true).open(folder.path().join("parts")).unwrap();
        file.write_all(b"{\"first\":\"hand").unwrap();
        duel("parts", 2).run().unwrap();
        let pairs = |results: &str| finished(&folder.path().join(results)).unwrap();
        assert_eq!(pairs("whole"), pairs("parts"));
        let other = Duel { second: "other".into(), ..duel("whole", 3) };
        assert!(other.run().is_err());
    }
}
