//! Participants, their results, and the games in which they meet.

use super::rating::{Outcome, START};

/// One participant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Participant {
    /// Its name, unlike any other's.
    pub name: String,
    /// Number of effective programs that it has submitted; the last one plays. 0: it cannot play.
    pub versions: u32,
    /// Its Elo rating, or its score in its league.
    pub rating: f64,
    /// Games won, drawn and lost.
    pub results: Results,
    /// Consecutive wins of the current program.
    pub win_streak: u32,
    /// Games finished by the current program.
    pub version_games: u32,
    /// The lap in which the current program last started a game; 0 for none.
    pub last_lap: u64,
    /// Whether it sits out until its next submission, since its program cannot be run.
    pub is_withheld: bool,
    /// Whether the organisers have retired it: it plays no more.
    pub is_retired: bool,
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

/// A game in progress or finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The participants; the first is black in the first round.
    pub participants: [usize; 2],
    /// The number of each one's program, from 1.
    pub versions: [u32; 2],
    /// The lap that the game belongs to; in leagues the number of the meeting in the first one's placement.
    pub lap: u64,
}

/// The ratings of a game's two participants before and after it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingChange {
    /// The two ratings before the game, in Elo, or the scores.
    pub before: [f64; 2],
    /// The two ratings after the game.
    pub after: [f64; 2],
}

impl Participant {
    /// A participant that has yet to submit an effective program.
    pub fn new(name: String) -> Self {
        Self { name, rating: START, ..Self::default() }
    }

    /// Whether its program, a first one as well as an update, has yet to finish a game.
    pub fn has_just_updated(&self) -> bool {
        self.versions > 0 && self.version_games == 0
    }

    /// Whether it takes part in the pairing.
    pub fn can_play(&self) -> bool {
        self.versions > 0 && !self.is_withheld && !self.is_retired
    }

    pub(super) fn add(&mut self, outcome: Outcome, rating: f64, version: u32) {
        self.results.add(outcome);
        self.rating = rating;
        if version == self.versions {
            self.win_streak = if outcome == Outcome::Win { self.win_streak + 1 } else { 0 };
            self.version_games += 1;
        }
    }
}

impl Results {
    /// Games won, drawn or lost.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Counts one more game.
    pub fn add(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Win => self.wins += 1,
            Outcome::Draw => self.draws += 1,
            Outcome::Loss => self.losses += 1,
        }
    }
}
