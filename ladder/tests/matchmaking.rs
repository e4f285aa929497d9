//! Matchmaking against a slow, obvious twin: the judge's rules and priorities, and the decisions where they
//! leave something open, written a second time, over random histories.
//!
//! The twin keeps nothing but the list of what happened and scans it anew for every question.
//!
//! At the end a simulated course of 200, which the ratings must rank well.

mod twin;

use std::cmp::Ordering;
use std::time::Duration;

use arena::play::limits::Limits;
use ladder::course::game::Remote;
use ladder::course::matchmaking::Policy;
use ladder::course::programs::Program;
use ladder::course::rating::Outcome;
use ladder::course::runner::{self, Event as RunEvent, Plan};
use ladder::course::simulation::{self, simulate};
use ladder::course::state::{Ladder, Pairing};
use ladder::course::store::{LadderState, Store, Submission};
use outflank::rng::Rng;
use supervisor::stop::Stop;
use twin::{Event, Twin};

/// A ladder and its twin, to which the same things happen.
#[derive(Default)]
struct Both {
    ladder: Ladder,
    twin: Twin,
}

impl Both {
    /// A ladder with a past: joins, submissions and games, also such as the rules forbid now.
    fn random(rng: &mut Rng) -> Self {
        let mut both = Self::default();
        let count = 2 + rng.below(7);
        for _ in 0..count {
            both.join(rng);
        }
        let strengths: Vec<usize> = (0..count).map(|_| 1 << rng.below(9)).collect();
        for _ in 0..rng.below(120) {
            let (a, b) = (rng.below(count), rng.below(count));
            if a == b || both.twin.versions(a) == 0 || both.twin.versions(b) == 0 {
                continue;
            }
            let lap = both.twin.lap() + rng.below(4) as u64 / 3;
            let game = both.ladder.start([a, b], lap);
            both.twin.0.push(Event::Start(game));
            both.finish(&game, random_outcome(rng, [strengths[a], strengths[b]]));
            if rng.below(20) == 0 {
                both.submit(a);
            }
        }
        if rng.below(2) == 0 {
            both.submit(rng.below(count));
        }
        both
    }

    /// A new participant, who usually has a program.
    fn join(&mut self, rng: &mut Rng) {
        let who = self.ladder.participants.len();
        // In no order, so that names and indices disagree.
        let name = format!("{}{who}", char::from(b'a' + rng.below(26) as u8));
        self.ladder.add(name.clone());
        self.twin.0.push(Event::Join(name));
        if rng.below(10) > 0 {
            self.submit(who);
        }
    }

    fn submit(&mut self, who: usize) {
        self.ladder.submit(who);
        self.twin.0.push(Event::Submit(who));
    }

    fn finish(&mut self, game: &Pairing, outcome: Outcome) {
        self.ladder.finish(game, outcome);
        self.twin.0.push(Event::Finish(*game, outcome));
    }

    fn assert_equal(&self) {
        let ratings = self.twin.ratings();
        for (who, participant) in self.ladder.participants.iter().enumerate() {
            assert!((participant.rating - ratings[who]).abs() < 1e-6);
            assert_eq!(participant.win_streak as usize, self.twin.streak(who));
            assert_eq!(participant.results.games() as usize, self.twin.games(who).len());
            assert_eq!(participant.has_just_updated(), self.twin.has_just_updated(who));
        }
    }

    /// `why` names exactly the rules that the twin finds broken.
    fn assert_explained(&self) {
        let names = self.twin.names();
        let ratings = self.twin.ratings();
        for a in 0..names.len() {
            for b in (0..names.len()).filter(|&b| b != a) {
                let expected = self.twin.broken_rules(a, b, &ratings);
                let verdict = self.ladder.verdict(a, b);
                assert_eq!(verdict.allows(), expected.is_empty());
                let text = verdict.to_string();
                for rule in 1..=3 {
                    let is_refused = text.contains(&format!("rule {rule}: NO"));
                    assert_eq!(is_refused, expected.contains(&rule), "{text}");
                }
            }
        }
    }
}

fn random_outcome(rng: &mut Rng, strengths: [usize; 2]) -> Outcome {
    if rng.below(6) == 0 {
        Outcome::Draw
    } else if rng.below(strengths[0] + strengths[1]) < strengths[0] {
        Outcome::Win
    } else {
        Outcome::Loss
    }
}

/// Counts of the cases that occurred: a test that never meets an exception proves nothing about it.
#[derive(Debug, Default)]
struct Seen {
    pairings: u64,
    stuck: u64,
    new_laps: u64,
    updated_first: u64,
    streak_first: u64,
    while_others_play: u64,
    in_parallel: u64,
    refusals: [u64; 3],
    exceptions: [u64; 3],
}

#[test]
fn every_pairing_is_the_one_that_the_rules_and_priorities_demand() {
    check_pairings(1_000);
}

#[test]
#[ignore = "half a minute: `cargo test --release -p ladder --test all matchmaking -- --ignored`"]
fn every_pairing_of_ten_thousand_ladders_is_the_one_that_is_demanded() {
    check_pairings(10_000);
}

fn check_pairings(ladders: u64) {
    let mut seen = Seen::default();
    for seed in 0..ladders {
        let mut rng = Rng::new(seed);
        let mut both = Both::random(&mut rng);
        both.assert_equal();
        both.assert_explained();
        for _ in 0..3 {
            pair_and_check(&mut both, &mut rng, &mut seen);
        }
    }
    let Seen {
        pairings, stuck, new_laps, updated_first, streak_first, while_others_play, in_parallel, ..
    } = seen;
    for count in [pairings, stuck, new_laps, updated_first, streak_first, while_others_play, in_parallel] {
        assert!(10 * count > ladders, "{seen:?}");
    }
    assert!(seen.refusals.iter().all(|&count| 10 * count > ladders), "{seen:?}");
    assert!(seen.exceptions[1..].iter().all(|&count| 200 * count > ladders), "{seen:?}");
}

#[test]
fn whole_ladders_are_the_demanded_ones_with_one_game_and_with_64_in_flight() {
    check_ladders(25, 1);
    check_ladders(25, 64);
}

#[test]
#[ignore = "minutes: `cargo test --release -p ladder --test all matchmaking -- --ignored --nocapture`"]
fn ten_thousand_whole_ladders_each_are_the_demanded_ones_with_one_game_and_with_64_in_flight() {
    check_ladders(10_000, 1);
    check_ladders(10_000, 64);
}

/// Random ladders from their first game on, each pairing compared with the demanded one: games end in any
/// order, participants join and submit at any moment.
fn check_ladders(ladders: u64, workers: usize) {
    let (mut pairings, mut full) = (0, 0);
    for seed in 0..ladders {
        let mut rng = Rng::new(seed);
        let policy = Policy { allow_parallel: rng.below(4) > 0 };
        let strengths: [usize; 8] = std::array::from_fn(|_| 1 << rng.below(9));
        let mut both = Both::default();
        for _ in 0..2 + rng.below(5) {
            both.join(&mut rng);
        }
        for _ in 0..20 + rng.below(20) {
            while both.ladder.playing.len() < workers {
                let demanded = both.twin.demanded(policy);
                let made = both.ladder.start_next(policy);
                assert_eq!(made.map(|game| (game.participants, game.lap)), demanded, "ladder {seed}");
                let Some(game) = made else { break };
                both.twin.0.push(Event::Start(game));
                pairings += 1;
            }
            let playing = both.ladder.playing.to_vec();
            full += u64::from(playing.len() == workers);
            let count = both.ladder.participants.len();
            match rng.below(16) {
                0 if count < strengths.len() => both.join(&mut rng),
                1 | 2 => both.submit(rng.below(count)),
                _ if playing.is_empty() => both.submit(rng.below(count)),
                _ => {
                    let game = playing[rng.below(playing.len())];
                    both.finish(&game, random_outcome(&mut rng, game.participants.map(|who| strengths[who])));
                }
            }
        }
        both.assert_equal();
    }
    println!("{ladders} ladders, {pairings} pairings, {full} times {workers} games in flight");
    assert!(pairings > 15 * ladders && full > 10 * ladders, "{pairings} pairings, {full} times full");
}

/// A real run with processes as workers. The run itself is not asked what it starts: of the games in flight
/// after each end, those that are new must be the demanded ones in some order.
#[test]
fn the_games_of_a_run_on_64_workers_are_the_demanded_ones() {
    check_run(24, 70, true);
}

#[test]
#[ignore = "minutes: `cargo test --release -p ladder --test all matchmaking -- --ignored --nocapture`"]
fn the_games_of_a_class_on_64_workers_are_the_demanded_ones() {
    check_run(130, 260, false);
    check_run(24, 600, true);
}

fn check_run(participants: usize, games: u64, allow_parallel: bool) {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::create(folder.path(), 1, &Limits::COURSE, None).unwrap();
    let mut twin = Twin::default();
    let bots = ["random", "greedy", "positional", "mobility"];
    for who in 0..participants {
        let program = Program::Builtin { bot: bots[who % bots.len()].to_string() };
        let name = format!("{who}");
        let submission = Submission {
            name: &name,
            program: &program,
            sha256: &program.sha256("", &store.programs()).unwrap(),
            is_effective: true,
            finding: "",
            messages: "",
        };
        store.submit(&submission).unwrap();
        twin.0.extend([Event::Join(name), Event::Submit(who)]);
    }
    let command = ["env", env!("CARGO_BIN_EXE_outflank-ladder"), "play-game"].map(String::from).to_vec();
    let policy = Policy { allow_parallel };
    let remote = Some(Remote { command, time: Duration::from_secs(900) });
    let plan = Plan { policy, games: Some(games), remote, ..Plan::default() };
    let mut known: Vec<Pairing> = Vec::new();
    let mut most = 0;
    let mut observe = |state: &LadderState, event: RunEvent<'_>| {
        let RunEvent::Finished(id, row) = event else { panic!("{event:?}") };
        let is_new = |game: &Pairing| !known.contains(game);
        let mut started: Vec<Pairing> = state.ladder.playing.iter().copied().filter(is_new).collect();
        if is_new(&row.pairing) {
            started.push(row.pairing);
        }
        while !started.is_empty() {
            let demanded = twin.demanded(policy);
            let place = started.iter().position(|game| Some((game.participants, game.lap)) == demanded);
            let Some(place) = place else { panic!("{demanded:?} is due before game {id}, not {started:?}") };
            let game = started.swap_remove(place);
            twin.0.push(Event::Start(game));
            known.push(game);
        }
        most = most.max(state.ladder.playing.len() + 1);
        let has_room = state.ladder.playing.len() + 1 < 64 && (known.len() as u64) < games;
        assert!(!has_room || twin.demanded(policy).is_none(), "a worker is idle before game {id}");
        twin.0.push(Event::Finish(row.pairing, outcome(row.first_points)));
    };
    runner::run(&mut store, &plan, &[None; 64], &Stop::new().unwrap(), &mut observe).unwrap();
    assert_eq!(store.verify().unwrap().games as u64, games);
    println!("{participants} participants, {games} games, at most {most} in flight");
    assert!(most >= 60, "{most} in flight");
}

fn outcome(first_points: f64) -> Outcome {
    match first_points.total_cmp(&1.0) {
        Ordering::Greater => Outcome::Win,
        Ordering::Equal => Outcome::Draw,
        Ordering::Less => Outcome::Loss,
    }
}

fn pair_and_check(both: &mut Both, rng: &mut Rng, seen: &mut Seen) {
    let policy = Policy { allow_parallel: rng.below(3) == 0 };
    let demanded = both.twin.demanded(policy);
    let lap = both.twin.lap();
    let others_play = !both.ladder.playing.is_empty();
    for who in 0..both.ladder.participants.len() {
        assert_eq!(both.ladder.is_free(who, lap, policy), both.twin.is_free(who, lap, policy));
    }
    let is_playing: Vec<bool> =
        (0..both.ladder.participants.len()).map(|who| both.twin.is_playing(who)).collect();
    let made = both.ladder.start_next(policy);
    assert_eq!(made.map(|game| (game.participants, game.lap)), demanded);
    let Some(game) = made else {
        seen.stuck += 1;
        return;
    };
    let [first, second] = game.participants;
    let verdict = both.ladder.verdict(first, second);
    for (rule, ruling) in verdict.rulings().into_iter().enumerate() {
        assert!(ruling.allows());
        seen.exceptions[rule] += u64::from(ruling == ladder::course::rules::Ruling::Excepted);
    }
    for (rule, refusals) in (1..).zip(&mut seen.refusals) {
        let ratings = both.twin.ratings();
        let is_refused =
            |other| other != first && both.twin.broken_rules(first, other, &ratings).contains(&rule);
        *refusals += (0..ratings.len()).filter(|&other| is_refused(other)).count() as u64;
    }
    seen.pairings += 1;
    seen.new_laps += u64::from(game.lap > lap);
    seen.updated_first += u64::from(both.twin.has_just_updated(first));
    seen.streak_first += u64::from(both.twin.streak(first) > 0);
    seen.while_others_play += u64::from(others_play);
    seen.in_parallel += u64::from(game.participants.iter().any(|&who| is_playing[who]));
    both.twin.0.push(Event::Start(game));
    match rng.below(3) {
        0 => {}
        1 => both.finish(&game, random_outcome(rng, [1, 1])),
        _ => both.submit(rng.below(both.twin.names().len())),
    }
}

/// Random schedules: games end in any order and programs are submitted at any moment. As soon as a place is
/// free, a program that has not played and that somebody may meet gets it, unless another such program does.
#[test]
fn a_just_updated_program_plays_before_any_game_that_was_not_yet_running() {
    let mut first_games = 0;
    for seed in 0..1_000 {
        let mut rng = Rng::new(seed);
        let workers = if seed % 2 == 0 { 2 } else { 4 };
        let mut both = Both::default();
        for who in 0..4 + rng.below(5) {
            both.ladder.add(format!("{who}"));
            both.twin.0.push(Event::Join(format!("{who}")));
            both.submit(who);
        }
        for _ in 0..40 {
            first_games += fill_places(&mut both, workers);
            if rng.below(4) == 0 {
                both.submit(rng.below(both.ladder.participants.len()));
            }
            let playing = both.ladder.playing.to_vec();
            if !playing.is_empty() {
                both.finish(&playing[rng.below(playing.len())], random_outcome(&mut rng, [1, 1]));
            }
        }
    }
    assert!(first_games > 5_000, "{first_games}");
}

/// Starts games while there are free places, and returns how many first games there were.
fn fill_places(both: &mut Both, workers: usize) -> u64 {
    let mut first_games = 0;
    while both.ladder.playing.len() < workers {
        let feasible = both.twin.feasible();
        let waits = |who: &usize| {
            both.twin.has_just_updated(*who) && !both.twin.is_playing(*who) && !feasible[*who].is_empty()
        };
        let waiting: Vec<usize> = (0..feasible.len()).filter(waits).collect();
        let Some(game) = both.ladder.start_next(Policy::default()) else { break };
        let is_first_game = game.participants.iter().any(|who| waiting.contains(who));
        assert!(waiting.is_empty() || is_first_game, "{waiting:?} wait, but {game:?} starts");
        first_games += u64::from(is_first_game);
        both.twin.0.push(Event::Start(game));
    }
    first_games
}

/// The promise of `ladder simulate`, for a seed that no figure was chosen by.
#[test]
#[ignore = "a quarter of a minute: cargo test -p ladder --test all -- --ignored two_hundred_participants"]
fn two_hundred_participants_are_ranked_well_and_none_is_starved() {
    let report = simulate(&simulation::Plan { participants: 200, games: 20_000, spread: 250.0, seed: 77 });
    let counts = report.game_counts();
    assert_eq!(counts.iter().sum::<u32>(), 40_000, "nobody was stuck");
    assert!(report.spearman() >= 0.97, "{}", report.spearman());
    assert!(5 * counts[0] >= 2 * counts[100], "fewest {}, median {}", counts[0], counts[100]);
    assert!(report.most_met() <= 3.0, "{}", report.most_met());
    assert_eq!(report.checkpoints.last().unwrap().games, 20_000);
}
