//! Standings over any number of runs: the crosstable and the ratings.
//!
//! A pure function of the results: the order of the files, and the way in which a run was sharded, do not
//! matter.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use anyhow::bail;

use crate::matches::pairs::{half_points, Pair};
use crate::matches::results::{self, Header, PairLine, Results, RunBot};
use crate::matches::summary::BotSummary;
use crate::matches::tally::{SeenPairs, Tally};
use crate::stats::{Crosstable, Rating, Ratings};

/// The results of all bots.
#[derive(Clone, Debug)]
pub struct Standings {
    /// The bots' names.
    names: Vec<String>,
    /// Each bot's summary, by the same index.
    bots: Vec<BotSummary>,
    table: Crosstable,
    /// With two bots, the pentanomial tally of the first one.
    tally: Option<Tally>,
    /// The distinct limits of the runs.
    limits: BTreeSet<String>,
    ratings: Ratings,
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
            let color = Pair::first_bots_color(index);
            self.table.add(first, second, half_points(game.scores, color));
            self.bots[first].add(game, color);
            self.bots[second].add(game, color.opposite());
        }
        let points = pair.half_points();
        let of_lower_index = if first == 0 { points } else { points.map(|points| 2 - points) };
        self.tally.iter_mut().for_each(|tally| tally.add_pair(of_lower_index));
    }

    /// The bots' names, in the order of their indices.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// A bot's summary.
    pub fn bot(&self, index: usize) -> &BotSummary {
        &self.bots[index]
    }

    /// The crosstable.
    pub fn table(&self) -> &Crosstable {
        &self.table
    }

    /// The first bot's tally against the second if there are only two.
    pub fn tally(&self) -> Option<&Tally> {
        self.tally.as_ref()
    }

    /// The distinct limits of the runs.
    pub fn limits(&self) -> &BTreeSet<String> {
        &self.limits
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.ratings.all().iter().map(|rating| rating.games).sum::<u64>() / 2
    }

    /// The bots' indices from best to worst.
    pub fn order(&self) -> Vec<usize> {
        self.ratings.order()
    }

    /// A bot's rating.
    pub fn rating(&self, index: usize) -> &Rating {
        &self.ratings.all()[index]
    }

    /// The likelihood that a bot is stronger than another.
    pub fn superiority(&self, index: usize, other: usize) -> f64 {
        self.ratings.superiority(index, other)
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
        let indices = || 0..standings.names().len();
        indices()
            .flat_map(|a| indices().map(move |b| (a, b)))
            .map(|(a, b)| standings.table().results(a, b))
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
        assert_eq!(whole.names(), ["greedy", "mobility", "random"]);
        assert_eq!(whole.games(), 24);
        assert_eq!(whole.tally(), None);
        assert_eq!(whole.rating(2).games, 24);
        assert_eq!(whole.order()[0], 1, "{:?}", whole.ratings);
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
        let tally = standings.tally().unwrap();
        assert_eq!([tally.wins, tally.draws, tally.losses], standings.table().results(0, 1));
        assert_eq!(standings.names()[0], "mobility");
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
