//! Who plays whom next: the priorities, and laps so that everyone gets to play.
//!
//! In a lap each participant's program plays at most one game; the next lap begins when no two of those that have
//! not played may meet. Without laps the second priority would let nobody play but the latest winners.

use std::cmp::{Ordering, Reverse};

use super::state::{Ladder, Pairing, Participant};

/// What matchmaking is allowed to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Policy {
    /// Whether one program may play several games at once.
    pub allow_parallel: bool,
}

/// Why two participants whom the rules let meet are not paired right now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hindrance {
    /// This one's program is playing.
    Playing(usize),
    /// This one's program has had its game of this lap.
    HadItsGame(usize),
    /// This one sits out until its next submission, since its program cannot be run.
    Withheld(usize),
}

/// How two participants compare when it is about who goes first: one that has just updated its program, then the
/// longer win streak, then fewer games, then the name.
pub fn precedence(a: &Participant, b: &Participant) -> Ordering {
    let key = |participant: &Participant| {
        let Participant { win_streak, results, .. } = participant;
        (Reverse(participant.has_just_updated()), Reverse(*win_streak), results.games())
    };
    key(a).cmp(&key(b)).then_with(|| a.name.cmp(&b.name))
}

/// How two possible opponents of the same participant compare: fewer games, then the name.
fn need(a: &Participant, b: &Participant) -> Ordering {
    a.results.games().cmp(&b.results.games()).then_with(|| a.name.cmp(&b.name))
}

impl Ladder {
    /// Starts the next game: the participant that goes first among those with a possible opponent, against the one
    /// of these with the fewest games. `None` if no two that are free may meet.
    pub fn start_next(&mut self, policy: Policy) -> Option<Pairing> {
        let lap = self.lap().max(1);
        let (participants, lap) =
            [lap, lap + 1].into_iter().find_map(|lap| Some((self.pair(lap, policy)?, lap)))?;
        Some(self.start(participants, lap))
    }

    /// The two that play next in this lap.
    fn pair(&self, lap: u64, policy: Policy) -> Option<[usize; 2]> {
        let all = self.participants();
        let is_free = |&participant: &usize| self.hindrance(participant, lap, policy).is_none();
        let mut free: Vec<usize> =
            (0..all.len()).filter(|&index| all[index].versions > 0).filter(is_free).collect();
        free.sort_by(|&a, &b| precedence(&all[a], &all[b]));
        free.iter().enumerate().find_map(|(place, &first)| {
            // Whoever goes before `first` may meet nobody, or would have been paired.
            let opponents = free[place + 1..].iter().filter(|&&other| self.may_meet(first, other));
            let second = opponents.min_by(|&&a, &&b| need(&all[a], &all[b]))?;
            Some([first, *second])
        })
    }

    /// What keeps a participant from starting a game in this lap.
    pub fn hindrance(&self, participant: usize, lap: u64, policy: Policy) -> Option<Hindrance> {
        if self.participants()[participant].is_withheld {
            Some(Hindrance::Withheld(participant))
        } else if !policy.allow_parallel && self.is_playing(participant) {
            Some(Hindrance::Playing(participant))
        } else if self.participants()[participant].last_lap >= lap {
            Some(Hindrance::HadItsGame(participant))
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests;
