//! Matchmaking against a slow, obvious twin: the judge's rules and priorities, and what was decided where
//! they leave something open, written a second time, over random histories.
//!
//! The twin keeps nothing but the list of what happened and scans it anew for every question.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use ladder::course::matchmaking::{Hindrance, Policy};
use ladder::course::rating::Outcome;
use ladder::course::state::{Ladder, Pairing};
use outflank::rng::Rng;

/// How far a win moves ratings at most.
const K: f64 = 8.0;

#[derive(Clone, Debug)]
enum Event {
    Join(String),
    Submit(usize),
    Start(Pairing),
    Finish(Pairing, Outcome),
}

/// Everything that has happened.
#[derive(Default)]
struct Twin(Vec<Event>);

impl Twin {
    fn names(&self) -> Vec<&str> {
        let mut names = Vec::new();
        for event in &self.0 {
            if let Event::Join(name) = event {
                names.push(name.as_str());
            }
        }
        names
    }

    fn versions(&self, who: usize) -> u32 {
        self.0.iter().filter(|event| matches!(event, Event::Submit(other) if *other == who)).count() as u32
    }

    /// The finished games of one participant: its version, the opponent, the opponent's version, its result.
    fn games(&self, who: usize) -> Vec<(u32, usize, u32, Outcome)> {
        let mut games = Vec::new();
        for event in &self.0 {
            if let Event::Finish(game, outcome) = event {
                let ([a, b], [a_version, b_version]) = (game.participants, game.versions);
                if a == who {
                    games.push((a_version, b, b_version, *outcome));
                }
                if b == who {
                    games.push((b_version, a, a_version, outcome.reversed()));
                }
            }
        }
        games
    }

    /// "A first submission is a new program like any other and counts as just updated until it has finished a
    /// game."
    fn has_just_updated(&self, who: usize) -> bool {
        let newest = self.versions(who);
        newest >= 1 && self.games(who).iter().all(|&(version, ..)| version != newest)
    }

    /// "The streak is the program's: an update starts at 0; a draw or a loss ends it."
    fn streak(&self, who: usize) -> usize {
        let newest = self.versions(who);
        let games = self.games(who);
        let own = games.iter().rev().filter(|&&(version, ..)| version == newest);
        own.take_while(|&&(.., outcome)| outcome == Outcome::Win).count()
    }

    /// The finished games between the two programs that play now.
    fn encounters(&self, who: usize, other: usize) -> Vec<Outcome> {
        let newest = [self.versions(who), self.versions(other)];
        let games = self.games(who).into_iter();
        let between =
            games.filter(|&(own, opponent, version, _)| opponent == other && [own, version] == newest);
        between.map(|(.., outcome)| outcome).collect()
    }

    /// "Wins are counted per pair of PROGRAMS."
    fn wins_against(&self, who: usize, other: usize) -> i64 {
        self.encounters(who, other).iter().filter(|&&outcome| outcome == Outcome::Win).count() as i64
    }

    /// By the textbook: 1500 at first, a win moves both by K times the surprise, a draw moves nobody.
    fn ratings(&self) -> Vec<f64> {
        let mut ratings = vec![1500.0; self.names().len()];
        for event in &self.0 {
            let Event::Finish(game, outcome) = event else { continue };
            let [winner, loser] = match outcome {
                Outcome::Win => game.participants,
                Outcome::Loss => [game.participants[1], game.participants[0]],
                Outcome::Draw => continue,
            };
            let expected = 1.0 / (1.0 + 10f64.powf((ratings[loser] - ratings[winner]) / 400.0));
            ratings[winner] += K * (1.0 - expected);
            ratings[loser] -= K * (1.0 - expected);
        }
        ratings
    }

    /// Which of the specification's three rules forbid the two to meet.
    fn broken_rules(&self, a: usize, b: usize, ratings: &[f64]) -> BTreeSet<u8> {
        let mut broken = BTreeSet::new();
        if self.versions(a) == 0 || self.versions(b) == 0 {
            broken.insert(1);
        }
        if ratings[a] - ratings[b] > 100.0 && !self.has_just_updated(b) {
            broken.insert(2);
        }
        if ratings[b] - ratings[a] > 100.0 && !self.has_just_updated(a) {
            broken.insert(2);
        }
        let lead = self.wins_against(a, b) - self.wins_against(b, a);
        if lead >= 2 && ratings[a] >= ratings[b] {
            broken.insert(3);
        }
        if lead <= -2 && ratings[b] >= ratings[a] {
            broken.insert(3);
        }
        broken
    }

    fn is_playing(&self, who: usize) -> bool {
        let has_finished =
            |game| self.0.iter().any(|event| matches!(event, Event::Finish(other, _) if other == game));
        let newest = self.versions(who);
        self.0.iter().any(|event| match event {
            Event::Start(game) if !has_finished(game) => {
                (0..2).any(|seat| game.participants[seat] == who && game.versions[seat] == newest)
            }
            _ => false,
        })
    }

    fn lap(&self) -> u64 {
        let lap = |event: &Event| match event {
            Event::Start(game) | Event::Finish(game, _) => Some(game.lap),
            _ => None,
        };
        self.0.iter().filter_map(lap).max().unwrap_or(1)
    }

    fn had_its_game(&self, who: usize, lap: u64) -> bool {
        let newest = self.versions(who);
        self.0.iter().any(|event| match event {
            Event::Start(game) | Event::Finish(game, _) => {
                game.lap == lap
                    && (0..2).any(|seat| game.participants[seat] == who && game.versions[seat] == newest)
            }
            _ => false,
        })
    }

    /// What a participant has to wait for, whatever the rules say.
    fn hindrance(&self, who: usize, lap: u64, policy: Policy) -> Option<Hindrance> {
        if self.is_playing(who) && !policy.allow_parallel {
            Some(Hindrance::Playing(who))
        } else if self.had_its_game(who, lap) {
            Some(Hindrance::HadItsGame(who))
        } else {
            None
        }
    }

    /// Whom the three rules let everybody meet.
    fn feasible(&self) -> Vec<Vec<usize>> {
        let (count, ratings) = (self.names().len(), self.ratings());
        let may_meet = |a: usize, b: usize| a != b && self.broken_rules(a, b, &ratings).is_empty();
        (0..count).map(|a| (0..count).filter(|&b| may_meet(a, b)).collect()).collect()
    }

    /// All feasible pairs, each both ways round, of which "no two programs meet again while another feasible
    /// opponent has been met less often".
    fn fresh_pairs(&self) -> Vec<[usize; 2]> {
        let feasible = self.feasible();
        let meetings = |a: usize, b: usize| self.encounters(a, b).len();
        let mut pairs = Vec::new();
        for a in 0..feasible.len() {
            for &b in &feasible[a] {
                let between = meetings(a, b);
                let is_least =
                    |who: usize| feasible[who].iter().all(|&other| meetings(who, other) >= between);
                if between == 0 || is_least(a) && is_least(b) {
                    pairs.push([a, b]);
                }
            }
        }
        pairs
    }

    /// The pair that the priorities demand, and its lap.
    fn demanded(&self, policy: Policy) -> Option<([usize; 2], u64)> {
        let lap = self.lap();
        let fresh = self.fresh_pairs();
        let is_idle = |who: usize| policy.allow_parallel || !self.is_playing(who);
        // 1. "Before everybody else, at the next free place, whatever lap or round the schedule is in."
        let needs_a_game = |who: usize| self.has_just_updated(who) && !self.is_playing(who);
        let mut updated = fresh.clone();
        updated.retain(|&[first, second]| needs_a_game(first) && is_idle(first) && is_idle(second));
        if !updated.is_empty() {
            return Some((self.choose(updated)?, lap));
        }
        if self.feasible().iter().enumerate().any(|(who, others)| needs_a_game(who) && !others.is_empty()) {
            return None;
        }
        // 2. Everybody else plays once a lap.
        [lap, lap + 1].into_iter().find_map(|lap| {
            let mut pairs = fresh.clone();
            pairs.retain(|pair| pair.iter().all(|&who| self.hindrance(who, lap, policy).is_none()));
            Some((self.choose(pairs)?, lap))
        })
    }

    /// The first by priority, then its opponent by the same priorities, the fewest meetings, the fewest
    /// games, the name.
    fn choose(&self, mut pairs: Vec<[usize; 2]>) -> Option<[usize; 2]> {
        let names = self.names();
        keep_least(&mut pairs, |&[first, _]| !self.has_just_updated(first));
        keep_least(&mut pairs, |&[first, _]| -(self.streak(first) as i64));
        keep_least(&mut pairs, |&[first, _]| self.games(first).len());
        keep_least(&mut pairs, |&[first, _]| names[first]);
        keep_least(&mut pairs, |&[_, second]| !self.has_just_updated(second));
        keep_least(&mut pairs, |&[_, second]| -(self.streak(second) as i64));
        keep_least(&mut pairs, |&[first, second]| self.encounters(first, second).len());
        keep_least(&mut pairs, |&[_, second]| self.games(second).len());
        keep_least(&mut pairs, |&[_, second]| names[second]);
        assert!(pairs.len() <= 1, "the schedule is determined: {pairs:?}");
        pairs.first().copied()
    }
}

fn keep_least<K: Ord>(pairs: &mut Vec<[usize; 2]>, key: impl Fn(&[usize; 2]) -> K) {
    if let Some(least) = pairs.iter().map(&key).min() {
        pairs.retain(|pair| key(pair) == least);
    }
}

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
        for who in 0..count {
            // In no order, so that names and indices disagree.
            let name = format!("{}{who}", char::from(b'a' + rng.below(26) as u8));
            both.ladder.add(name.clone());
            both.twin.0.push(Event::Join(name));
            if rng.below(10) > 0 {
                both.submit(who);
            }
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
        for (who, participant) in self.ladder.participants().iter().enumerate() {
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
                let text = verdict.explain([&names[a], &names[b]]).to_string();
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

/// How often each thing was seen: a test that never meets an exception proves nothing about it.
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
#[ignore = "half a minute: `cargo test --release -p ladder --test matchmaking -- --ignored`"]
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

fn pair_and_check(both: &mut Both, rng: &mut Rng, seen: &mut Seen) {
    let policy = Policy { allow_parallel: rng.below(3) == 0 };
    let demanded = both.twin.demanded(policy);
    let lap = both.twin.lap();
    let others_play = !both.ladder.playing().is_empty();
    for who in 0..both.ladder.participants().len() {
        assert_eq!(both.ladder.hindrance(who, lap, policy), both.twin.hindrance(who, lap, policy));
    }
    let is_playing: Vec<bool> =
        (0..both.ladder.participants().len()).map(|who| both.twin.is_playing(who)).collect();
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
                both.submit(rng.below(both.ladder.participants().len()));
            }
            let playing = both.ladder.playing().to_vec();
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
    while both.ladder.playing().len() < workers {
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
