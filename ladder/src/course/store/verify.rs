//! Whether a database is sound: SQLite's own check, every reference, and a replay of everything.

use anyhow::{bail, Context};
use outflank::game::Game;

use super::database::Store;
use super::replica::Replica;
use arena::matches::pairs::course_half_points;
use arena::play::record::{GameRecord, Termination};

/// What was verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// How many take part.
    pub participants: usize,
    /// How many games were replayed, move by move.
    pub games: usize,
}

impl Store {
    /// Checks the file's structure, replays all ratings and all moves.
    ///
    /// # Errors
    /// The first thing that is not as it should be.
    pub fn verify(&self) -> anyhow::Result<Verified> {
        let report: String = self.connection.pragma_query_value(None, "integrity_check", |row| row.get(0))?;
        if report != "ok" {
            bail!("the database is damaged: {report}");
        }
        let mut dangling = self.connection.prepare("PRAGMA foreign_key_check")?;
        if dangling.exists(())? {
            bail!("a row of the database refers to one that is missing");
        }
        let replica = Replica::load(self)?;
        for (id, game) in (1..).zip(&replica.games) {
            let rounds = self.rounds(id).and_then(|rounds| rounds.context("it has no rounds"));
            let rounds = rounds.with_context(|| format!("game {id}"))?;
            for round in &rounds {
                verify_round(round).with_context(|| format!("game {id}"))?;
            }
            if rounds.len() == 1 && rounds[0].fault().is_none() {
                bail!("game {id}: its second round is missing");
            }
            let points = f64::from(course_half_points(&rounds)) / 2.0;
            if points != game.first_points {
                bail!("game {id}: the rounds make {points} points, not {}", game.first_points);
            }
        }
        Ok(Verified { participants: replica.ladder.participants().len(), games: replica.games.len() })
    }
}

fn verify_round(round: &GameRecord) -> anyhow::Result<()> {
    let game = Game::from_transcript(&round.moves())?;
    let discs = [outflank::game::Color::Black, outflank::game::Color::White]
        .map(|color| game.discs(color).count_ones());
    if discs != round.discs {
        bail!("the moves lead to {discs:?} discs, not {:?}", round.discs);
    }
    let has_ended = matches!(round.termination, Termination::Fault { .. }) || game.is_over();
    if !has_ended {
        bail!("the moves end before the game does");
    }
    Ok(())
}
