//! The whole loop in one command: play, fit, play better, fit again, pack.
//!
//! Every step is resumable, so the command may be stopped and given again. The same options and seed give the same
//! weights file, whatever the number of threads.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;

use crate::fit::Fit;
use crate::model::handmade;
use crate::pack::Pack;
use crate::selfplay::SelfPlay;
use crate::shape::Shape;

/// Options of `learn`.
#[derive(Args, Clone, Debug)]
pub struct Learn {
    /// Folder for everything that is made on the way
    #[arg(long)]
    pub folder: PathBuf,
    /// The weights file to write
    #[arg(long)]
    pub out: PathBuf,
    /// Positions in each generation, about
    #[arg(long, default_value_t = 200_000)]
    pub positions: u32,
    /// Generations after the first, which is played by the evaluation made by hand
    #[arg(long, default_value_t = 2)]
    pub generations: u32,
    /// Depth of the search for a move and its label, in plies
    #[arg(long, default_value_t = 5)]
    pub depth: u32,
    /// Most characters of the packed text
    #[arg(long, default_value_t = 24_000)]
    pub characters: usize,
    /// Seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Threads for the games; 0 for one a core
    #[arg(long, default_value_t = 0)]
    pub threads: usize,
    /// Games in a shard.
    #[arg(skip = GAMES_IN_A_SHARD)]
    pub games: u32,
}

/// Depth of the first games: the evaluation made by hand is worth no deeper search.
const FIRST_DEPTH: u32 = 3;
const GAMES_IN_A_SHARD: u32 = 200;
/// Labelled moves in a game from a random opening.
const POSITIONS_IN_A_GAME: u32 = 48;

impl Learn {
    /// Runs all generations and packs the last.
    pub fn run(&self) -> Result<()> {
        let mut evaluation = handmade();
        let mut games = Vec::new();
        for generation in 0..=self.generations {
            let played = self.folder.join(format!("games-{generation}"));
            self.self_play(generation, &evaluation, &played).run()?;
            games.push(played);
            // The first games teach the second generation alone: their labels are far worse than all others.
            let data = games[usize::from(generation > 0)..].to_vec();
            evaluation = self.folder.join(format!("generation-{generation}.fit"));
            if !evaluation.exists() {
                fit(data, evaluation.clone(), self.seed).run()?;
            }
        }
        Pack { model: evaluation, out: self.out.clone(), characters: self.characters, step: 8 }.run()
    }

    fn self_play(&self, generation: u32, evaluation: &Path, out: &Path) -> SelfPlay {
        SelfPlay {
            out: out.to_owned(),
            evaluation: evaluation.to_owned(),
            shards: self.positions.div_ceil(self.games * POSITIONS_IN_A_GAME).max(1),
            games: self.games,
            depth: if generation == 0 { FIRST_DEPTH } else { self.depth },
            exact: 12,
            random_from: 6,
            random_to: 16,
            balance: 20,
            seed: self.seed + u64::from(generation),
            threads: self.threads,
        }
    }
}

/// A fit as the loop makes it.
fn fit(data: Vec<PathBuf>, out: PathBuf, seed: u64) -> Fit {
    Fit {
        results: data.clone(),
        played: data,
        data: Vec::new(),
        standing: false,
        shape: Shape::Shipped,
        out,
        outcome: 0.3,
        epochs: 10,
        patience: 2,
        curve: None,
        rate: 0.5,
        huber: 64.0,
        caution: 200.0,
        coupling: 10.0,
        held_out: 50,
        buffer: 4_000_000,
        exclude: None,
        seed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Everything from an empty folder, as small as it can be.
    fn learn(folder: &Path, threads: usize) -> Vec<u8> {
        let out = folder.join("weights.rs");
        let options = Learn {
            folder: folder.join("work"),
            out: out.clone(),
            positions: 1,
            generations: 1,
            depth: 1,
            games: 4,
            characters: 3_000,
            seed: 3,
            threads,
        };
        options.run().unwrap();
        std::fs::read(out).unwrap()
    }

    #[test]
    fn the_same_seed_gives_the_same_weights() {
        let folder = tempfile::tempdir().unwrap();
        let first = learn(&folder.path().join("first"), 1);
        let second = learn(&folder.path().join("second"), 2);
        assert!(first == second, "the weights differ with the number of threads");
    }
}
