use std::ops::ControlFlow;
use std::path::Path;

use super::*;
use crate::bots::BotSpec;
use crate::limits::Limits;
use crate::openings;
use crate::pairs::{self, Plan};
use crate::results::Journal;
use crate::stop::Stop;

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
    // The first run once more, in two overlapping shares.
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
