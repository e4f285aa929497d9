//! The whole loop in one command: play, fit, play better, fit again, pack.
//!
//! Every step is resumable, so the command may be stopped and repeated. The same options and seed give the
//! same weights file, whatever the number of threads.

use std::path::{Path, PathBuf};

use anyhow::Result;
use toolkit::shard::Shard;

use crate::data::evaluation::HANDMADE;
use crate::data::run::Run;
use crate::data::selfplay;
use crate::fit::{self, Fit};
use crate::pack::{Pack, CHARACTERS};
use toolkit::say;

/// A run of the loop.
#[derive(Clone, Debug, clap::Args)]
pub struct Learn {
    /// Folder for position files and models.
    #[arg(long)]
    pub folder: PathBuf,
    /// The weights file to write.
    #[arg(long)]
    pub out: PathBuf,
    /// Positions in each generation, approximately.
    #[arg(long, default_value_t = 200_000)]
    pub positions: u32,
    /// Generations after the first, which the hand-made evaluation plays.
    #[arg(long, default_value_t = 2)]
    pub generations: u32,
    /// Depth of the search for a move and its label, in plies.
    #[arg(long, default_value_t = 5)]
    pub depth: u32,
    /// Most characters of the packed text.
    #[arg(long, default_value_t = CHARACTERS)]
    pub characters: usize,
    /// Seed of all random choices.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Threads of self-play; 0 for one per core.
    #[arg(long, default_value_t = 0)]
    pub threads: usize,
    /// Games in a position file.
    #[arg(skip = GAMES_PER_FILE)]
    pub games: u32,
}

/// Depth of the first generation: a deeper search does not improve on the hand-made evaluation.
const FIRST_DEPTH: u32 = 3;
/// The number of games in a position file.
const GAMES_PER_FILE: u32 = 200;
/// Labelled moves in a game from a random opening.
const POSITIONS_PER_GAME: u32 = 48;

impl Learn {
    /// Runs all generations and packs the last model.
    pub fn run(&self) -> Result<()> {
        let pack = Pack {
            model: self.model(self.generations),
            out: self.out.clone(),
            characters: self.characters,
            bias_data: vec![self.games(self.generations)],
        };
        pack.check()?;
        let mut evaluation = PathBuf::from(HANDMADE);
        let mut games = Vec::new();
        for generation in 0..=self.generations {
            say!("generation {generation} of {}\n", self.generations);
            let folder = self.games(generation);
            self.self_play(generation, &evaluation, &folder)?;
            games.push(folder);
            // Later generations ignore the first one's games: their labels are far worse than all others.
            let data = games[usize::from(generation > 0)..].to_vec();
            evaluation = self.model(generation);
            self.fit(data, &evaluation).resume()?;
        }
        pack.run()
    }

    fn games(&self, generation: u32) -> PathBuf {
        self.folder.join(format!("games-{generation}"))
    }

    fn model(&self, generation: u32) -> PathBuf {
        self.folder.join(format!("generation-{generation}.fit"))
    }

    fn self_play(&self, generation: u32, evaluation: &Path, out: &Path) -> Result<()> {
        let depth = if generation == 0 { FIRST_DEPTH } else { self.depth };
        let settings = selfplay::Settings { games: self.games, depth, ..selfplay::Settings::DEFAULT };
        let run = Run {
            out: out.to_owned(),
            evaluation: evaluation.to_owned(),
            shard: Some(Shard::WHOLE),
            seed: self.seed.wrapping_add(generation.into()),
            threads: self.threads,
        };
        settings.run(&run, self.positions.div_ceil(self.games * POSITIONS_PER_GAME).max(1))
    }

    fn fit(&self, data: Vec<PathBuf>, out: &Path) -> Fit {
        Fit {
            data: Vec::new(),
            blended: data.clone(),
            bias_data: data,
            exclude: None,
            start: None,
            out: out.to_owned(),
            settings: fit::Settings { epochs: 10, seed: self.seed, ..fit::Settings::DEFAULT },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The whole loop from an empty folder, as little of it as possible.
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
    #[ignore = "half a minute: cargo test -p trainer --lib -- --ignored a_text the_same"]
    fn the_same_seed_gives_the_same_weights() {
        let folder = tempfile::tempdir().unwrap();
        let first = learn(&folder.path().join("first"), 1);
        let second = learn(&folder.path().join("second"), 2);
        assert!(first == second, "the weights differ with the number of threads");
        // What is there already is kept: only packing runs again.
        assert!(learn(&folder.path().join("first"), 1) == first);
    }
}
