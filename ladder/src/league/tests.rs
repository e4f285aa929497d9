use std::path::Path;

use super::*;
use crate::course::programs::Program;
use crate::course::runner::{run, Ended, Plan};
use crate::course::store::{Boss, Decision, LadderState, Store, Submission};
use arena::play::limits::Limits;
use arena::play::record::Protocol;
use supervisor::stop::Stop;

fn builtin(bot: &str) -> Program {
    Program::Builtin { bot: bot.to_string() }
}

/// Three leagues whose bosses are far apart.
fn create(directory: &Path) -> Store {
    create_with(directory, 10)
}

fn create_with(directory: &Path, meetings: u64) -> Store {
    let boss = |(league, bot): (&str, &str)| Boss {
        league: league.to_string(),
        bot: bot.to_string(),
        program: builtin(bot),
        file: None,
    };
    let bosses = [("Wood", "random"), ("Silver", "mobility"), ("Legend", "alphabeta:3")].map(boss);
    Store::create_leagues(directory, 3, &Limits::CODINGAME, meetings, &bosses).unwrap()
}

#[test]
fn what_a_failed_init_leaves_is_no_ladder() {
    let folder = tempfile::tempdir().unwrap();
    let file = Some(folder.path().join("no such program"));
    let program = Program::File { protocol: Protocol::Codingame, name: "gone".to_string() };
    let boss = Boss { league: "Wood".to_string(), bot: "gone".to_string(), program, file };
    let failed = Store::create_leagues(folder.path(), 3, &Limits::CODINGAME, 10, &[boss]);
    assert!(format!("{:#}", failed.unwrap_err()).contains("no such program"));
    assert!(Store::open(folder.path()).is_err());
    create(folder.path());
    let again = Store::create(folder.path(), 3, &Limits::COURSE, None);
    assert!(again.unwrap_err().to_string().ends_with("holds a ladder already"));
}

fn submit(store: &mut Store, bot: &str, name: &str) -> anyhow::Result<()> {
    let program = builtin(bot);
    let sha256 = program.sha256("", &store.programs()).unwrap();
    let submission = Submission {
        name,
        program: &program,
        sha256: &sha256,
        is_effective: true,
        finding: "not checked",
        messages: "",
    };
    store.submit(&submission).map(drop)
}

fn play(store: &mut Store, plan: Plan, workers: usize) -> Ended {
    run(store, &plan, &vec![None; workers], &Stop::new().unwrap(), &mut |_, _| {}).unwrap()
}

/// Submits and places a bot; the leagues it went through, and whether it was promoted from each.
fn place(store: &mut Store, bot: &str, name: &str, workers: usize) -> Vec<(usize, bool)> {
    let before = LadderState::load(store).unwrap().ladder.leagues().unwrap().placements.len();
    submit(store, bot, name).unwrap();
    let ended = play(store, Plan { until_stable: true, ..Plan::default() }, workers);
    assert_eq!(ended, Ended::NobodyMayMeet);
    let state = LadderState::load(store).unwrap();
    let placements = &state.ladder.leagues().unwrap().placements[before..];
    let own = state.ladder.find(name).unwrap();
    assert!(placements.iter().all(|placement| placement.participant == own));
    placements.iter().map(|placement| (placement.league, placement.outcome.is_promoted)).collect()
}

/// The standing of a participant, and the number of its program.
fn seat(store: &Store, name: &str) -> (Seat, u32) {
    let state = LadderState::load(store).unwrap();
    let index = state.ladder.find(name).unwrap();
    let versions = state.ladder.participants[index].versions;
    (state.ladder.leagues().unwrap().seat(index, versions), versions)
}

/// Everything about all games but their times.
fn games(store: &Store) -> Vec<String> {
    let state = LadderState::load(store).unwrap();
    let game = |(id, game): (u64, &crate::course::store::GameRow)| {
        format!("{:?} {:?} {:?}", game.pairing, game.change, store.rounds(id).unwrap())
    };
    (1..).zip(&state.games).map(game).collect()
}

#[test]
fn a_bot_rises_past_every_boss_that_it_is_stronger_than() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = create(directory.path());
    assert_eq!(place(&mut store, "positional", "mine", 1), [(0, true), (1, false)]);
    let (mine, _) = seat(&store, "mine");
    assert_eq!((mine.league, mine.games, mine.meetings), (1, 20, 10));
    let outcome = mine.outcome.unwrap();
    assert!(outcome.score <= outcome.boss_score, "{outcome}");
    // Whoever comes next meets it there, and the boss at least every third time.
    assert_eq!(place(&mut store, "alphabeta:2", "next", 1)[..2], [(0, true), (1, true)]);
    let (mine, _) = seat(&store, "mine");
    assert!(mine.games > 20, "{mine:?}");
    let (silver_boss, _) = seat(&store, "Silver boss mobility");
    assert!(silver_boss.games >= 20 + 2 * 4, "{silver_boss:?}");
    let highest = place(&mut store, "outflank:playouts=60", "best", 1);
    assert_eq!(highest.last(), Some(&(2, false)), "nothing is above the highest league");
    let state = LadderState::load(&store).unwrap();
    let (leagues, standings) = (state.ladder.leagues().unwrap(), state.ladder.standings());
    let members = leagues.members(&standings, &state.ladder.participants);
    let names: Vec<&str> = members.iter().map(|&(name, _)| name).collect();
    assert_eq!(names, ["Legend", "Silver", "Wood"]);
    assert_eq!(store.verify().unwrap().games, state.games.len());
}

#[test]
fn a_resubmitted_bot_starts_anew_where_it_was() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = create(directory.path());
    place(&mut store, "positional", "mine", 1);
    // A program whose placement is not over is replaced, and its results stay.
    submit(&mut store, "greedy", "mine").unwrap();
    let (unplayed, _) = seat(&store, "mine");
    assert_eq!((unplayed.league, unplayed.games, unplayed.outcome), (1, 0, None));
    play(&mut store, Plan { games: Some(5), ..Plan::default() }, 2);
    assert_eq!(place(&mut store, "random", "mine", 1), [(1, false)]);
    let (mine, version) = seat(&store, "mine");
    assert_eq!((version, mine.games), (3, 20));
    assert_eq!(store.verify().unwrap().games, 20 + 5 + 10);
}

#[test]
fn neither_interruptions_nor_workers_change_what_happens() {
    let [whole, killed] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let mut store = create(whole.path());
    place(&mut store, "positional", "mine", 3);
    let expected = games(&store);
    assert_eq!(expected.len(), 20);
    let mut other = create(killed.path());
    submit(&mut other, "positional", "mine").unwrap();
    for workers in (1..=4).cycle().take(expected.len()) {
        play(&mut other, Plan { games: Some(1), ..Plan::default() }, workers);
    }
    assert_eq!(games(&other), expected);
}

#[test]
fn the_one_that_has_waited_longest_is_placed_first() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = create_with(directory.path(), 24);
    for (bot, name) in [("random", "one"), ("greedy", "two"), ("positional", "one"), ("random", "three")] {
        submit(&mut store, bot, name).unwrap();
    }
    store.decide(&Decision::Retire("three".to_string(), true)).unwrap();
    play(&mut store, Plan { until_stable: true, ..Plan::default() }, 4);
    let state = LadderState::load(&store).unwrap();
    let placed: Vec<usize> =
        state.ladder.leagues().unwrap().placements.iter().map(|placement| placement.participant).collect();
    let [one, two, three] = ["one", "two", "three"].map(|name| state.ladder.find(name).unwrap());
    assert_eq!(placed.first(), Some(&two));
    assert_eq!(["one", "two"].map(|name| seat(&store, name).0.meetings), [24, 24]);
    assert!(placed.is_sorted_by_key(|&index| index != two) && placed.contains(&one), "{placed:?}");
    assert!(state.games.iter().all(|game| game.seat_of(three).is_none()), "retired");
}

#[test]
fn bosses_stay_what_they_are() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = create(directory.path());
    let boss = "Wood boss random";
    let refused = |result: anyhow::Result<()>| {
        assert!(result.unwrap_err().to_string().contains("is a boss, which stays"));
    };
    refused(submit(&mut store, "greedy", boss));
    refused(store.invite(Some(boss)).map(drop));
    refused(store.decide(&Decision::Retire(boss.to_string(), true)));
    store.decide(&Decision::Rename(boss.to_string(), "The tree".to_string())).unwrap();
    refused(submit(&mut store, "greedy", "The tree"));
    refused(submit(&mut store, "greedy", boss));
}

#[test]
fn games_that_no_placement_has_are_found() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = create(directory.path());
    place(&mut store, "positional", "mine", 1);
    let sound = games(&store);
    for change in [
        "UPDATE games SET lap = 3 WHERE id = 2",
        "UPDATE games SET first = 1, second = 4 WHERE id = 1",
        "UPDATE games SET second = 2 WHERE id = 1",
        "UPDATE games SET first_after = first_after + 1 WHERE id = 7",
        "UPDATE rounds SET black_score = 1 - black_score, white_score = 1 - white_score WHERE game = 3",
        "UPDATE rounds SET opening = 'f5' WHERE game = 4 AND number = 2",
        "DELETE FROM rounds WHERE game = 5 AND number = 2",
        "UPDATE ladder SET leagues = '{\"leagues\":[\"Wood\"],\"meetings\":10}'",
        "UPDATE ladder SET leagues = '{}'",
    ] {
        let copy = tempfile::tempdir().unwrap();
        let to = copy.path().join("copy");
        store.back_up(&to).unwrap();
        let changed = rusqlite::Connection::open(to.join("ladder.db")).unwrap();
        changed.pragma_update(None, "foreign_keys", false).unwrap();
        changed.execute(change, ()).unwrap();
        drop(changed);
        let found = Store::open(&to).and_then(|store| store.verify());
        assert!(found.is_err(), "{change}");
    }
    assert_eq!(games(&store), sound);
}

#[test]
fn leagues_are_repaired() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = create(directory.path());
    place(&mut store, "positional", "mine", 1);
    let sound = games(&store);
    drop(store);
    let damage = rusqlite::Connection::open(directory.path().join("ladder.db")).unwrap();
    damage.execute("UPDATE games SET first_after = 99 WHERE id = 12", ()).unwrap();
    drop(damage);
    assert_eq!(Store::repair(directory.path()).unwrap().games, 20);
    assert_eq!(games(&Store::open(directory.path()).unwrap()), sound);
}

#[test]
fn leagues_of_earlier_versions_are_refused_in_one_line() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("events.jsonl"), "{\"event\":").unwrap();
    for refused in [
        Store::open(directory.path()),
        Store::open_read_only(directory.path()),
        Store::create(directory.path(), 1, &Limits::CODINGAME, None),
    ] {
        let error = format!("{:#}", refused.unwrap_err());
        assert!(error.contains("init --rules leagues") && !error.contains('\n'), "{error}");
    }
}
