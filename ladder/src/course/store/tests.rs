use arena::play::contestant::builtin::{Builtin, BuiltinBot};
use arena::play::limits::Limits;
use arena::play::record::{BotRecord, Fault, GameRecord, Protocol, Termination};
use arena::play::referee::{self, Setup};
use outflank::game::{Color, Game};
use rusqlite::Connection;
use tempfile::TempDir;

use super::database::DATABASE;
use super::*;
use crate::course::matchmaking::Policy;
use crate::course::programs::Program;

fn program(bot: &str) -> Program {
    Program::Builtin { bot: bot.to_string() }
}

fn submit(store: &mut Store, name: &str, program: &Program, is_effective: bool) -> Option<u32> {
    let submission =
        Submission { name, program, sha256: "00", is_effective, finding: "played d3", messages: "" };
    store.submit(&submission).unwrap()
}

/// A ladder of three random movers.
fn ladder() -> (TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::create(folder.path(), u64::MAX, &Limits::COURSE, None).unwrap();
    for name in ["Ann", "Bob", "<img onerror>"] {
        submit(&mut store, name, &program("random"), true);
    }
    (folder, store)
}

fn round(names: [&str; 2], seed: u64) -> GameRecord {
    let bot = |name: &str| BotRecord {
        name: name.to_string(),
        command: "random".to_string(),
        protocol: Protocol::Builtin,
    };
    let [mut black, mut white] = names.map(|name| BuiltinBot::new(bot(name), Builtin::Random));
    let setup = Setup::new(Game::new(), seed, Limits::COURSE);
    referee::play([&mut black, &mut white], &setup, &mut ()).unwrap()
}

/// Plays the next game and adds it.
fn play(store: &mut Store, ladder_state: &mut LadderState) -> [GameRecord; 2] {
    let pairing = ladder_state.ladder.start_next(Policy::default()).unwrap();
    let names =
        pairing.participants.map(|participant| ladder_state.ladder.participants[participant].name.clone());
    let seed = u64::MAX - ladder_state.games.len() as u64;
    let rounds = [round([&names[0], &names[1]], seed), round([&names[1], &names[0]], seed)];
    add(store, ladder_state, pairing, &rounds);
    rounds
}

fn add(
    store: &mut Store,
    ladder_state: &mut LadderState,
    pairing: crate::course::state::Pairing,
    rounds: &[GameRecord; 2],
) {
    let half_points = crate::course::rules::half_points(rounds, false);
    let row = ladder_state.finish(pairing, half_points, [1, 2]);
    store.add_game(ladder_state.games.len() as u64, &row, rounds).unwrap();
}

#[test]
fn a_ladder_of_another_version_is_refused_in_one_line() {
    let (folder, store) = ladder();
    for version in [1, 3, 5] {
        store.connection.pragma_update(None, "user_version", version).unwrap();
        let refusal = format!("{:#}", Store::open(folder.path()).unwrap_err());
        let reason = format!("it is a ladder of version {version}; this program reads version 4 only");
        assert!(refusal.ends_with(&reason) && !refusal.contains('\n'), "{refusal}");
    }
}

#[test]
fn what_is_written_is_read_back() {
    let (folder, mut store) = ladder();
    let mut ladder_state = LadderState::load(&store).unwrap();
    let mut games: Vec<_> = (0..3).map(|_| play(&mut store, &mut ladder_state)).collect();

    // A game that holds everything that a record can.
    let pairing = ladder_state.ladder.start_next(Policy::default()).unwrap();
    let names =
        pairing.participants.map(|participant| ladder_state.ladder.participants[participant].name.clone());
    let mut faulty = round([&names[0], &names[1]], 7);
    faulty.turns.truncate(5);
    let last = &mut faulty.turns[4];
    (last.square, last.stderr, last.clock_ms) = (None, "panicked\u{0}".to_string(), Some(1000.125));
    let by = last.color;
    faulty.turns[3].message = Some("<b>".to_string());
    faulty.termination = Termination::Fault {
        by,
        fault: Fault::IllegalMove { output: "a 1".to_string() },
        command: Some("TURN d 3".to_string()),
    };
    faulty.scores = if by == Color::Black { [-1, 1] } else { [1, -1] };
    let moves = Game::from_transcript(&faulty.moves()).unwrap();
    faulty.discs = moves.disc_counts();
    let rounds = [faulty, round([&names[1], &names[0]], 8)];
    add(&mut store, &mut ladder_state, pairing, &rounds);
    games.push(rounds);

    let store = Store::open_read_only(folder.path()).unwrap();
    for (id, rounds) in (1..).zip(&games) {
        assert_eq!(store.rounds(id).unwrap().as_deref(), Some(&rounds[..]));
    }
    assert_eq!(store.rounds(5).unwrap(), None);
    assert_eq!(store.rounds(u64::MAX).unwrap(), None);
    assert_eq!((store.seed, store.limits), (u64::MAX, Limits::COURSE));
    let loaded = LadderState::load(&store).unwrap();
    assert_eq!(loaded.ladder.participants, ladder_state.ladder.participants);
    assert_eq!(loaded.games, ladder_state.games);
    assert_eq!(store.verify().unwrap(), Verified { participants: 3, games: 4 });
}

#[test]
fn programs_are_numbered_and_those_that_are_not_effective_are_not() {
    let (_folder, mut store) = ladder();
    let submissions = [("nothing", false), ("greedy", true), ("nothing", false), ("random", true)];
    let numbers =
        submissions.map(|(bot, is_effective)| submit(&mut store, "Dan", &program(bot), is_effective));
    assert_eq!(numbers, [None, Some(1), None, Some(2)]);
    let ladder_state = LadderState::load(&store).unwrap();
    let dan = ladder_state.ladder.find("Dan").unwrap();
    assert_eq!(ladder_state.ladder.participants[dan].versions, 2);
    let numbers: Vec<_> = store.versions(dan).unwrap().iter().map(|version| version.number).collect();
    assert_eq!(numbers, [None, Some(1), None, Some(2)]);
    assert_eq!(store.version(dan, 2).unwrap().program, program("random"));
    assert!(store.version(dan, 3).is_err());
}

#[test]
fn a_replica_catches_up_with_what_others_add() {
    let (folder, mut store) = ladder();
    let mut ladder_state = LadderState::load(&store).unwrap();
    let mut follower = ladder_state.clone();
    let reader = Store::open_read_only(folder.path()).unwrap();
    let version = reader.data_version().unwrap();
    assert!(!follower.catch_up(&reader).unwrap());
    play(&mut store, &mut ladder_state);
    submit(&mut store, "Ann", &program("greedy"), true);
    ladder_state.catch_up(&store).unwrap();
    play(&mut store, &mut ladder_state);
    assert_ne!(reader.data_version().unwrap(), version);
    assert!(follower.catch_up(&reader).unwrap());
    assert_eq!(follower.ladder.participants, ladder_state.ladder.participants);
    assert_eq!(LadderState::load(&reader).unwrap().ladder.participants, ladder_state.ladder.participants);
}

#[test]
fn a_game_that_does_not_follow_the_last_one_is_refused() {
    let (_folder, mut store) = ladder();
    let mut ladder_state = LadderState::load(&store).unwrap();
    let rounds = play(&mut store, &mut ladder_state);
    for id in [1, 3] {
        assert!(store.add_game(id, &ladder_state.games[0], &rounds).is_err(), "game {id}");
    }
    assert_eq!(store.verify().unwrap().games, 1);
}

#[test]
fn damage_is_found() {
    let damages = [
        ("UPDATE games SET first_after = first_after + 1 WHERE id = 2", "game 2 are not what a replay"),
        ("UPDATE games SET first_points = CASE first_points WHEN 1 THEN 2 ELSE 1 END", "replay"),
        ("DELETE FROM moves WHERE game = 3 AND ply = 7", "game 3"),
        ("DELETE FROM games WHERE id = 1", "game 1"),
        ("DELETE FROM rounds WHERE game = 2", "missing"),
        ("UPDATE rounds SET black_discs = 65 WHERE game = 1", "game 1: the moves lead to"),
    ];
    for (damage, expected) in damages {
        let (_folder, mut store) = ladder();
        let mut ladder_state = LadderState::load(&store).unwrap();
        for _ in 0..3 {
            play(&mut store, &mut ladder_state);
        }
        store.verify().unwrap();
        store.connection.pragma_update(None, "foreign_keys", false).unwrap();
        assert!(store.connection.execute(damage, ()).unwrap() > 0, "{damage}");
        let error = format!("{:#}", store.verify().unwrap_err());
        assert!(error.contains(expected) || error.contains("missing"), "{damage}: {error}");
    }
}

#[test]
fn only_a_ladder_is_opened_and_none_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let error = |result: anyhow::Result<Store>| format!("{:#}", result.unwrap_err());
    assert!(error(Store::open(folder.path())).contains("there is no ladder in"));
    let path = folder.path().join(DATABASE);
    std::fs::write(&path, "not a database at all, but long enough to look like something").unwrap();
    assert!(error(Store::open(folder.path())).contains("cannot open"));
    let create = || error(Store::create(folder.path(), 1, &Limits::COURSE, None));
    assert!(create().contains("file is not a database"));
    std::fs::remove_file(&path).unwrap();
    Connection::open(&path).unwrap().execute_batch("CREATE TABLE other (x)").unwrap();
    assert!(create().contains("holds a ladder already"));
    assert!(error(Store::open_read_only(folder.path())).contains("it is not a ladder of version 4"));
}

#[test]
fn only_one_process_may_play() {
    let (folder, store) = ladder();
    let lock = Store::lock(&store.directory).unwrap();
    assert!(Store::lock(folder.path()).unwrap_err().to_string().contains(" run` plays in "));
    drop(lock);
    Store::lock(folder.path()).unwrap();
}
