//! The ladder's state: participants, head-to-head wins, laps, and what results do to them.
//!
//! Participants are known by their index, in the order in which they came; nobody ever leaves. Everything here
//! follows from the submissions and the finished games, so a replay of those rebuilds it.

use std::collections::HashMap;

use super::rating::{rated, Outcome, START};
use super::rules::{Entrant, Verdict};

/// Everything that the rules and priorities look at.
#[derive(Clone, Debug, Default)]
pub struct Ladder {
    participants: Vec<Participant>,
    /// The games that the first of two has won against the second.
    wins: HashMap<[usize; 2], u32>,
    lap: u64,
    playing: Vec<Pairing>,
}

/// One participant.
#[derive(Clone, Debug, PartialEq)]
pub struct Participant {
    /// Its name, unlike any other's.
    pub name: String,
    /// How many effective programs it has submitted; the last one plays. 0: it cannot play.
    pub versions: u32,
    /// Its Elo rating.
    pub rating: f64,
    /// Games won, drawn and lost.
    pub results: Results,
    /// How many games it has won since it last did not.
    pub win_streak: u32,
    /// Games finished by the program that plays now.
    pub version_games: u32,
    /// The lap in which the program that plays now last started a game; 0 for none.
    pub last_lap: u64,
    /// Whether it sits out until its next submission, since its program cannot be run.
    pub is_withheld: bool,
}

/// Games won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

/// A game that is being played or was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Who plays; the first is black in the first round.
    pub participants: [usize; 2],
    /// Which of each one's programs plays, counted from 1.
    pub versions: [u32; 2],
    /// The lap that the game belongs to.
    pub lap: u64,
}

/// What a game did to the ratings of its two participants.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingChange {
    /// Before the game.
    pub before: [f64; 2],
    /// After it.
    pub after: [f64; 2],
}

impl Participant {
    /// A participant that has yet to submit an effective program.
    pub fn new(name: String) -> Self {
        Self {
            name,
            versions: 0,
            rating: START,
            results: Results::default(),
            win_streak: 0,
            version_games: 0,
            last_lap: 0,
            is_withheld: false,
        }
    }

    /// Whether its program is an update that has yet to finish a game; a first program is no update.
    pub fn has_just_updated(&self) -> bool {
        self.versions > 1 && self.version_games == 0
    }

    /// What the rules look at.
    pub fn entrant(&self) -> Entrant {
        let Self { versions, rating, .. } = *self;
        Entrant { is_effective: versions > 0, has_just_updated: self.has_just_updated(), rating }
    }

    fn add(&mut self, outcome: Outcome, rating: f64, version: u32) {
        match outcome {
            Outcome::Win => self.results.wins += 1,
            Outcome::Draw => self.results.draws += 1,
            Outcome::Loss => self.results.losses += 1,
        }
        self.win_streak = if outcome == Outcome::Win { self.win_streak + 1 } else { 0 };
        self.rating = rating;
        self.version_games += u32::from(version == self.versions);
    }
}

impl Results {
    /// All of them.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }
}

impl Ladder {
    /// Lets a participant in, without a program, and returns its index.
    pub fn add(&mut self, name: String) -> usize {
        self.participants.push(Participant::new(name));
        self.participants.len() - 1
    }

    /// Notes that a participant has submitted an effective program: its first, or an update. The new program may
    /// play in this lap whatever the old one did.
    pub fn submit(&mut self, participant: usize) {
        let participant = &mut self.participants[participant];
        participant.versions += 1;
        participant.version_games = 0;
        participant.last_lap = 0;
        participant.is_withheld = false;
    }

    /// Everyone, in the order in which they came.
    pub fn participants(&self) -> &[Participant] {
        &self.participants
    }

    /// The index of the participant of this name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.participants.iter().position(|participant| participant.name == name)
    }

    /// The lap of the latest game; 0 before the first.
    pub fn lap(&self) -> u64 {
        self.lap
    }

    /// The games in progress.
    pub fn playing(&self) -> &[Pairing] {
        &self.playing
    }

    /// The games that `a` has won against `b`.
    pub fn wins(&self, a: usize, b: usize) -> u32 {
        self.wins.get(&[a, b]).copied().unwrap_or(0)
    }

    /// What the rules say about two different participants, whether or not they are free to play now.
    pub fn verdict(&self, a: usize, b: usize) -> Verdict {
        Verdict::new(self.entrants(a, b), [self.wins(a, b), self.wins(b, a)])
    }

    /// Whether the rules let two different participants meet.
    pub fn may_meet(&self, a: usize, b: usize) -> bool {
        // Most pairs are too far apart, whatever they have won against each other, which takes longer to look up.
        Verdict::new(self.entrants(a, b), [0, 0]).allows() && self.verdict(a, b).allows()
    }

    fn entrants(&self, a: usize, b: usize) -> [Entrant; 2] {
        [a, b].map(|participant| self.participants[participant].entrant())
    }

    /// Whether this very program is playing.
    pub fn is_playing(&self, participant: usize) -> bool {
        let version = self.participants[participant].versions;
        self.playing.iter().any(|game| {
            (0..2).any(|seat| game.participants[seat] == participant && game.versions[seat] == version)
        })
    }

    /// Starts a game between the two in this lap, which is the latest or the next.
    pub fn start(&mut self, participants: [usize; 2], lap: u64) -> Pairing {
        let versions = participants.map(|participant| self.participants[participant].versions);
        let pairing = Pairing { participants, versions, lap };
        self.take_part(&pairing);
        self.playing.push(pairing);
        pairing
    }

    /// Takes back the start of a game that cannot be played.
    pub fn cancel(&mut self, pairing: &Pairing) {
        self.playing.retain(|game| game != pairing);
        for participant in pairing.participants {
            let participant = &mut self.participants[participant];
            participant.last_lap = participant.last_lap.min(pairing.lap - 1);
        }
    }

    /// Lets a participant sit out until its next submission.
    pub fn withhold(&mut self, participant: usize) {
        self.participants[participant].is_withheld = true;
    }

    fn take_part(&mut self, pairing: &Pairing) {
        self.lap = self.lap.max(pairing.lap);
        for (&participant, &version) in pairing.participants.iter().zip(&pairing.versions) {
            let participant = &mut self.participants[participant];
            if participant.versions == version {
                participant.last_lap = participant.last_lap.max(pairing.lap);
            }
        }
    }

    /// Counts a finished game, whether this ladder has started it or it is replayed.
    pub fn finish(&mut self, pairing: &Pairing, outcome: Outcome) -> RatingChange {
        if let Some(index) = self.playing.iter().position(|game| game == pairing) {
            self.playing.swap_remove(index);
        }
        self.take_part(pairing);
        let [a, b] = pairing.participants;
        let before = [a, b].map(|participant| self.participants[participant].rating);
        let after = rated(before, outcome);
        self.participants[a].add(outcome, after[0], pairing.versions[0]);
        self.participants[b].add(outcome.reversed(), after[1], pairing.versions[1]);
        match outcome {
            Outcome::Win => *self.wins.entry([a, b]).or_default() += 1,
            Outcome::Loss => *self.wins.entry([b, a]).or_default() += 1,
            Outcome::Draw => {}
        }
        RatingChange { before, after }
    }

    /// All indices, the highest-rated first, equals by name; last those without an effective program.
    pub fn standings(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.participants.len()).collect();
        order.sort_by(|&a, &b| {
            let [a, b] = [a, b].map(|participant| &self.participants[participant]);
            let is_idle = |participant: &Participant| participant.versions == 0;
            let by_rating = is_idle(a).cmp(&is_idle(b)).then(b.rating.total_cmp(&a.rating));
            by_rating.then_with(|| a.name.cmp(&b.name))
        });
        order
    }
}

#[cfg(test)]
mod tests;
