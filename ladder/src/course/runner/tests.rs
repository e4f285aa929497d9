use std::fs;

use supervisor::stop::Stopped;

use super::*;
use crate::course::programs::Program;
use crate::course::store::Submission;
use arena::play::limits::Limits;
use arena::play::record::Protocol;
use tempfile::TempDir;

fn submit(store: &mut Store, name: &str, program: &Program) {
    let sha256 = program.sha256("", &store.programs()).unwrap();
    let submission = Submission {
        name,
        program,
        sha256: &sha256,
        is_effective: true,
        finding: "not checked",
        messages: "",
    };
    store.submit(&submission).unwrap();
}

/// A ladder of built-in bots.
fn ladder(bots: &[&str]) -> (TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::create(folder.path(), 5, &Limits::COURSE, None).unwrap();
    for (number, bot) in bots.iter().enumerate() {
        submit(&mut store, &format!("{number} {bot}"), &Program::Builtin { bot: bot.to_string() });
    }
    (folder, store)
}

/// Runs and ignores all events.
fn run_blindly(store: &mut Store, plan: Plan, jobs: usize) -> anyhow::Result<Ended> {
    run(store, &plan, &vec![None; jobs], &Stop::new().unwrap(), &mut |_, _| {})
}

fn games(number: u64) -> Plan {
    Plan { games: Some(number), ..Plan::default() }
}

#[test]
fn one_worker_plays_the_same_games_again_even_if_interrupted() {
    let bots = ["random", "greedy", "positional", "random"];
    let (_folder, mut store) = ladder(&bots);
    assert_eq!(run_blindly(&mut store, games(12), 1).unwrap(), Ended::Played);
    let (_folder, mut other) = ladder(&bots);
    for _ in 0..3 {
        assert_eq!(run_blindly(&mut other, games(4), 1).unwrap(), Ended::Played);
    }
    assert_eq!(store.verify().unwrap().games, 12);
    for id in 1..=12 {
        assert_eq!(store.rounds(id).unwrap(), other.rounds(id).unwrap());
    }
}

#[test]
fn no_program_plays_two_games_at_once() {
    let (_folder, mut store) = ladder(&["random"; 5]);
    run_blindly(&mut store, games(60), 4).unwrap();
    assert_eq!(store.verify().unwrap().games, 60);
    let ladder_state = LadderState::load(&store).unwrap();
    let mut free_at = [0; 5];
    for game in &ladder_state.games {
        for participant in game.pairing.participants {
            assert!(game.started_ms >= free_at[participant]);
            free_at[participant] = game.finished_ms;
        }
    }
}

#[test]
fn a_run_until_stable_ends_when_no_two_may_meet() {
    let (_folder, mut store) = ladder(&["alphabeta:2", "random"]);
    let plan = Plan { until_stable: true, ..Plan::default() };
    assert_eq!(run_blindly(&mut store, plan, 1).unwrap(), Ended::NobodyMayMeet);
    assert_eq!(LadderState::load(&store).unwrap().ladder.encounters(0, 1).wins[0], 2);
}

#[test]
fn a_waiting_run_notices_a_submission() {
    let (folder, mut store) = ladder(&["random"]);
    let mut seen = Vec::new();
    run(&mut store, &games(1), &[None], &Stop::new().unwrap(), &mut |_, event| match event {
        Event::Waiting => {
            seen.push("waiting");
            let mut other = Store::open(folder.path()).unwrap();
            submit(&mut other, "newcomer", &Program::Builtin { bot: "greedy".into() });
        }
        Event::Finished(..) => seen.push("finished"),
        Event::Withheld(..) => seen.push("withheld"),
        Event::Voided(_) => seen.push("voided"),
    })
    .unwrap();
    assert_eq!(seen, ["waiting", "finished"]);
}

#[test]
fn a_program_that_has_changed_sits_out_and_the_others_play_on() {
    let (folder, mut store) = ladder(&["random", "random"]);
    let script = folder.path().join("bot.sh");
    fs::write(&script, "exit").unwrap();
    let program = Program::Command {
        protocol: Protocol::Course,
        words: vec!["sh".into(), "bot.sh".into()],
        directory: folder.path().into(),
    };
    submit(&mut store, "! first by name", &program);
    fs::write(&script, "something else").unwrap();
    let mut withheld = Vec::new();
    run(&mut store, &games(3), &[None], &Stop::new().unwrap(), &mut |_, event| {
        if let Event::Withheld(participant, error) = event {
            withheld.push((participant, error.to_string()));
        }
    })
    .unwrap();
    assert_eq!(withheld.len(), 1, "{withheld:?}");
    assert_eq!(withheld[0].0, 2);
    assert!(withheld[0].1.contains("submit them again"), "{withheld:?}");
    assert_eq!(store.verify().unwrap().games, 3);
}

#[test]
fn a_stop_ends_the_run_and_keeps_what_was_finished() {
    let (_folder, mut store) = ladder(&["random"; 4]);
    let stop = Stop::new().unwrap();
    let mut finished = 0;
    let ended = run(&mut store, &Plan::default(), &[None, None], &stop, &mut |_, event| {
        if let Event::Finished(id, _) = event {
            finished = id;
            if id == 5 {
                stop.request(None);
            }
        }
    });
    assert!(ended.unwrap_err().is::<Stopped>());
    assert_eq!(store.verify().unwrap().games as u64, finished);
    Store::lock(&store.directory).unwrap();
}
