//! The twin: the list of what happened, scanned anew for every question.

use std::collections::BTreeSet;

use ladder::course::matchmaking::Policy;
use ladder::course::rating::Outcome;
use ladder::course::state::Pairing;

/// The largest change of a rating by one win, in Elo.
const K: f64 = 8.0;

#[derive(Clone, Debug)]
pub(crate) enum Event {
    Join(String),
    Submit(usize),
    Start(Pairing),
    Finish(Pairing, Outcome),
}

/// Everything that has happened.
#[derive(Default)]
pub(crate) struct Twin(pub(crate) Vec<Event>);

impl Twin {
    pub(crate) fn names(&self) -> Vec<&str> {
        let mut names = Vec::new();
        for event in &self.0 {
            if let Event::Join(name) = event {
                names.push(name.as_str());
            }
        }
        names
    }

    pub(crate) fn versions(&self, who: usize) -> u32 {
        self.0.iter().filter(|event| matches!(event, Event::Submit(other) if *other == who)).count() as u32
    }

    /// The finished games of one participant: its version, the opponent, the opponent's version, its result.
    pub(crate) fn games(&self, who: usize) -> Vec<(u32, usize, u32, Outcome)> {
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
    pub(crate) fn has_just_updated(&self, who: usize) -> bool {
        let newest = self.versions(who);
        newest >= 1 && self.games(who).iter().all(|&(version, ..)| version != newest)
    }

    /// "The streak is the program's: an update starts at 0; a draw or a loss ends it."
    pub(crate) fn streak(&self, who: usize) -> usize {
        let newest = self.versions(who);
        let games = self.games(who);
        let own = games.iter().rev().filter(|&&(version, ..)| version == newest);
        own.take_while(|&&(.., outcome)| outcome == Outcome::Win).count()
    }

    /// The finished games between the two programs that play now.
    pub(crate) fn encounters(&self, who: usize, other: usize) -> Vec<Outcome> {
        let newest = [self.versions(who), self.versions(other)];
        let games = self.games(who).into_iter();
        let between =
            games.filter(|&(own, opponent, version, _)| opponent == other && [own, version] == newest);
        between.map(|(.., outcome)| outcome).collect()
    }

    /// "Wins are counted per pair of PROGRAMS."
    pub(crate) fn wins_against(&self, who: usize, other: usize) -> i64 {
        self.encounters(who, other).iter().filter(|&&outcome| outcome == Outcome::Win).count() as i64
    }

    /// By the textbook: 1500 at first, a win moves both by K times the surprise, a draw moves nobody.
    pub(crate) fn ratings(&self) -> Vec<f64> {
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
    pub(crate) fn broken_rules(&self, a: usize, b: usize, ratings: &[f64]) -> BTreeSet<u8> {
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

    pub(crate) fn is_playing(&self, who: usize) -> bool {
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

    pub(crate) fn lap(&self) -> u64 {
        let lap = |event: &Event| match event {
            Event::Start(game) | Event::Finish(game, _) => Some(game.lap),
            _ => None,
        };
        self.0.iter().filter_map(lap).max().unwrap_or(1)
    }

    pub(crate) fn had_its_game(&self, who: usize, lap: u64) -> bool {
        let newest = self.versions(who);
        self.0.iter().any(|event| match event {
            Event::Start(game) | Event::Finish(game, _) => {
                game.lap == lap
                    && (0..2).any(|seat| game.participants[seat] == who && game.versions[seat] == newest)
            }
            _ => false,
        })
    }

    /// Whether a participant's own games let it start one.
    pub(crate) fn is_free(&self, who: usize, lap: u64, policy: Policy) -> bool {
        (policy.allow_parallel || !self.is_playing(who)) && !self.had_its_game(who, lap)
    }

    /// By participant, the others that the three rules let it meet.
    pub(crate) fn feasible(&self) -> Vec<Vec<usize>> {
        let (count, ratings) = (self.names().len(), self.ratings());
        let may_meet = |a: usize, b: usize| a != b && self.broken_rules(a, b, &ratings).is_empty();
        (0..count).map(|a| (0..count).filter(|&b| may_meet(a, b)).collect()).collect()
    }

    /// All feasible pairs, each both ways round, of which "no two programs meet again while another feasible
    /// opponent has been met less often".
    pub(crate) fn fresh_pairs(&self) -> Vec<[usize; 2]> {
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
    pub(crate) fn demanded(&self, policy: Policy) -> Option<([usize; 2], u64)> {
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
            pairs.retain(|pair| pair.iter().all(|&who| self.is_free(who, lap, policy)));
            Some((self.choose(pairs)?, lap))
        })
    }

    /// The first by priority, then its opponent by the same priorities, the fewest meetings, the fewest
    /// games, the name.
    pub(crate) fn choose(&self, mut pairs: Vec<[usize; 2]>) -> Option<[usize; 2]> {
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
