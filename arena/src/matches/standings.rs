//! Standings over any number of runs: the crosstable and the ratings.
//!
//! A pure function of the results: the order of the files, and the way in which a run was sharded, do not
//! matter.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use anyhow::bail;
use serde::Serialize;

use crate::matches::pairs::{half_points, Pair};
use crate::matches::results::{self, Header, PairLine, Results, RunBot};
use crate::matches::summary::BotSummary;
use crate::matches::tally::{SeenPairs, Tally};
use crate::stats::{Crosstable, Rating, Ratings, MIN_GAMES};

/// The results of all bots.
#[derive(Clone, Debug)]
pub struct Standings {
    /// The bots' names, sorted.
    pub names: Vec<String>,
    /// Each bot's summary, by the same index.
    pub bots: Vec<BotSummary>,
    /// The results of all pairings, by the same indices.
    pub table: Crosstable,
    /// With two bots, the pentanomial tally of the first one.
    pub tally: Option<Tally>,
    /// The distinct limits of the runs.
    pub limits: BTreeSet<String>,
    /// The ratings, by the same indices.
    pub ratings: Ratings,
}

/// A bot's place in the standings.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Player {
    /// Its name.
    pub name: String,
    /// Elo relative to the average of all players; `None` with too few games to say.
    pub elo: Option<f64>,
    /// Half of its 95 % interval.
    pub error: f64,
    /// The number of games.
    pub games: u64,
    /// The mean score of a game, from 0 to 1.
    pub score: f64,
    /// The likelihood of superiority over the next one; `None` for the last, and with too few games to say.
    pub superiority: Option<f64>,
}

impl Standings {
    /// Reads results files; files of one run are merged.
    ///
    /// # Errors
    /// If a file cannot be read, files of one run conflict, or two bots share a name; the message names them.
    pub fn read(files: &[PathBuf]) -> anyhow::Result<Self> {
        let mut runs: Vec<(Header, Vec<PathBuf>)> = Vec::new();
        for path in files {
            let header = Results::read(path)?.header;
            match runs.iter_mut().find(|(known, _)| *known == header) {
                Some((_, files)) => files.push(path.clone()),
                None => runs.push((header, vec![path.clone()])),
            }
        }
        let runs: anyhow::Result<Vec<Results>> =
            runs.iter().map(|(_, files)| results::merge(files)).collect();
        Self::of(&runs?)
    }

    /// The standings over these runs; no run may be split. Pairs that repeat earlier ones do not count.
    ///
    /// # Errors
    /// If two bots share a name.
    pub fn of(runs: &[Results]) -> anyhow::Result<Self> {
        let names = names(runs)?;
        let mut standings = Self {
            bots: vec![BotSummary::default(); names.len()],
            table: Crosstable::new(names.len()),
            tally: (names.len() == 2).then(Tally::default),
            limits: runs.iter().map(|run| run.header.limits.to_string()).collect(),
            ratings: Ratings::fit(&Crosstable::new(0)),
            names,
        };
        let mut seen: BTreeMap<(usize, usize), SeenPairs> = BTreeMap::new();
        for run in runs {
            let [first, second] = [0, 1].map(|seat: usize| &run.header.bots[seat].bot.name);
            let index_of = |name: &String| standings.names.binary_search(name);
            let (Ok(first), Ok(second)) = (index_of(first), index_of(second)) else { continue };
            let seen = seen.entry((first, second)).or_default();
            run.pairs
                .values()
                .filter(|pair| seen.is_new(pair))
                .for_each(|pair| standings.add(pair, first, second));
        }
        standings.ratings = Ratings::fit(&standings.table);
        Ok(standings)
    }

    fn add(&mut self, pair: &PairLine, first: usize, second: usize) {
        for (index, game) in pair.games.iter().enumerate() {
            let color = Pair::FIRST_BOTS_COLORS[index];
            self.table.add(first, second, half_points(game.scores, color));
            self.bots[first].add(game, color);
            self.bots[second].add(game, color.opposite());
        }
        let points = pair.half_points();
        let of_lower_index = if first == 0 { points } else { points.map(|points| 2 - points) };
        self.tally.iter_mut().for_each(|tally| tally.add_pair(of_lower_index));
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.ratings.all.iter().map(|rating| rating.games).sum::<u64>() / 2
    }

    /// All bots, from best to worst.
    pub fn players(&self) -> Vec<Player> {
        let order = self.ratings.order();
        let is_meaningful = |index: usize| self.ratings.all[index].games >= MIN_GAMES;
        let player = |(rank, &index): (usize, &usize)| {
            let Rating { elo, error, games, score } = self.ratings.all[index];
            let next = order.get(rank + 1).filter(|&&next| is_meaningful(index) && is_meaningful(next));
            Player {
                name: self.names[index].clone(),
                elo: is_meaningful(index).then_some(elo),
                error,
                games,
                score,
                superiority: next.map(|&next| self.ratings.superiority(index, next)),
            }
        };
        order.iter().enumerate().map(player).collect()
    }
}

/// The names of all bots, sorted.
fn names(runs: &[Results]) -> anyhow::Result<Vec<String>> {
    let mut bots: BTreeMap<&str, &RunBot> = BTreeMap::new();
    for run in runs {
        let [first, second] = &run.header.bots;
        if first.bot.name == second.bot.name {
            bail!("both bots of a run are called `{}`", first.bot.name);
        }
    }
    for bot in runs.iter().flat_map(|run| &run.header.bots) {
        if bots.insert(&bot.bot.name, bot).is_some_and(|known| known != bot) {
            bail!("different bots are called `{}`: give them names of their own in bots.toml", bot.bot.name);
        }
    }
    Ok(bots.into_keys().map(str::to_string).collect())
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::path::Path;

    use super::*;
    use crate::matches::openings;
    use crate::matches::pairs::{self, Plan};
    use crate::matches::results::Journal;
    use crate::play::bots::BotSpec;
    use crate::play::limits::Limits;
    use supervisor::stop::Stop;

    fn plan(bots: [&str; 2], seed: u64) -> Plan {
        let bots = bots.map(|name| BotSpec::parse(name).unwrap());
        Plan::new(bots, openings::parse("f5d6c3\nf5f6e6\n").unwrap(), seed, Limits::CODINGAME)
    }

    /// A results file with these pairs of a plan.
    fn write(path: &Path, plan: &Plan, indices: std::ops::Range<u64>) {
        let (mut journal, _) = Journal::open(path, &Header::of(plan).unwrap()).unwrap();
        pairs::run(plan, indices, &[None], &Stop::new().unwrap(), &mut |finished| {
            let lines: Vec<_> = finished.iter().map(PairLine::from).collect();
            journal.append(&lines)?;
            Ok(ControlFlow::Continue(()))
        })
        .unwrap();
    }

    fn points(standings: &Standings) -> Vec<[u64; 3]> {
        let indices = || 0..standings.names.len();
        indices()
            .flat_map(|a| indices().map(move |b| (a, b)))
            .map(|(a, b)| standings.table.results(a, b))
            .collect()
    }

    #[test]
    fn everyones_games_are_counted_whatever_the_order_and_the_shards() {
        let directory = tempfile::tempdir().unwrap();
        let file = |name: &str| directory.path().join(name);
        write(&file("a"), &plan(["random", "greedy"], 1), 0..6);
        write(&file("b"), &plan(["mobility", "random"], 1), 0..4);
        write(&file("c"), &plan(["greedy", "random"], 2), 0..2);
        let whole = Standings::read(&["a", "b", "c"].map(file)).unwrap();
        assert_eq!(whole.names, ["greedy", "mobility", "random"]);
        assert_eq!(whole.games(), 24);
        assert_eq!(whole.tally, None);
        assert_eq!(whole.ratings.all[2].games, 24);
        assert_eq!(whole.ratings.order()[0], 1, "{:?}", whole.ratings);
        // The first run again, as two overlapping shards.
        write(&file("a1"), &plan(["random", "greedy"], 1), 0..4);
        write(&file("a2"), &plan(["random", "greedy"], 1), 2..6);
        let shared = Standings::read(&["c", "a2", "b", "a1"].map(file)).unwrap();
        assert_eq!(points(&shared), points(&whole));
    }

    #[test]
    fn two_bots_have_a_tally_from_the_first_ones_side() {
        let directory = tempfile::tempdir().unwrap();
        let file = |name: &str| directory.path().join(name);
        write(&file("a"), &plan(["random", "mobility"], 1), 0..5);
        write(&file("b"), &plan(["mobility", "random"], 1), 0..5);
        let standings = Standings::read(&["a", "b"].map(file)).unwrap();
        let tally = standings.tally.unwrap();
        assert_eq!([tally.wins, tally.draws, tally.losses], standings.table.results(0, 1));
        assert_eq!(standings.names[0], "mobility");
        assert!(tally.wins > tally.losses, "{tally}");
    }

    #[test]
    fn different_bots_of_one_name_are_refused() {
        let directory = tempfile::tempdir().unwrap();
        let file = |name: &str| directory.path().join(name);
        write(&file("a"), &plan(["random", "greedy"], 1), 0..1);
        let mut results = Results::read(&file("a")).unwrap();
        results.header.bots[0].program = Some("another".to_string());
        results.write(&file("b")).unwrap();
        let error = Standings::read(&["a", "b"].map(file)).unwrap_err().to_string();
        assert!(error.starts_with("different bots are called `random`"), "{error}");
        let header = Header::of(&plan(["random", "greedy"], 1)).unwrap();
        let mut results = Results { header, pairs: BTreeMap::new() };
        results.header.bots[1] = results.header.bots[0].clone();
        let error = Standings::of(&[results]).unwrap_err().to_string();
        assert_eq!(error, "both bots of a run are called `random`");
    }
}
