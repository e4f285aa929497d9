//! Chooses the next pair by priorities, in laps, so that everyone gets to play.
//!
//! A program that has just been submitted comes before everybody else. For the others there are laps: in a
//! lap each participant's program plays at most one game, and the next lap begins when no two of those
//! without a game in it can be paired. Without laps the second priority would let nobody play but the latest
//! winners.
//!
//! No two programs meet again while one of them may meet a program that it has met less often. Of all pairs
//! that may meet, the one that has met least can always be paired, so the schedule never runs dry.

use std::cmp::{Ordering, Reverse};

use super::state::{Ladder, Pairing, Participant};

/// Options of matchmaking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct Policy {
    /// Lets one program play several games at once.
    #[arg(long)]
    pub allow_parallel: bool,
}

/// Orders participants by who goes first: one whose program has yet to finish a game, then the longer win
/// streak, then fewer games, then the name.
pub fn precedence(a: &Participant, b: &Participant) -> Ordering {
    let key = |participant: &Participant| {
        let Participant { win_streak, results, .. } = participant;
        (Reverse(participant.has_just_updated()), Reverse(*win_streak), results.games())
    };
    key(a).cmp(&key(b)).then_with(|| a.name.cmp(&b.name))
}

impl Ladder {
    /// Starts the next game. `None` if no two that are free may meet, or if a just-updated program waits for
    /// an opponent who is playing: its first game comes before any other.
    pub fn start_next(&mut self, policy: Policy) -> Option<Pairing> {
        if self.leagues().is_some() {
            return self.start_meeting();
        }
        let lap = self.lap.max(1);
        let (participants, lap) = Search::new(self, policy).next(lap)?;
        Some(self.start(participants, lap))
    }

    /// Whether a participant's own games let it start one in this lap.
    pub fn is_free(&self, participant: usize, lap: u64, policy: Policy) -> bool {
        let is_idle = policy.allow_parallel || !self.is_playing(participant);
        is_idle && self.participants[participant].last_lap < lap
    }

    fn awaits_its_first_game(&self, participant: usize) -> bool {
        self.participants[participant].has_just_updated() && !self.is_playing(participant)
    }
}

/// The search for one pairing.
struct Search<'a> {
    ladder: &'a Ladder,
    policy: Policy,
    /// Everybody who can play at all, by [`precedence`].
    order: Vec<usize>,
    /// By participant: the fewest meetings with anybody whom it may meet, once they have been counted.
    fewest: Vec<Option<u32>>,
}

impl<'a> Search<'a> {
    fn new(ladder: &'a Ladder, policy: Policy) -> Self {
        let all = &ladder.participants;
        let can_play = |&index: &usize| all[index].can_play();
        let mut order: Vec<usize> = (0..all.len()).filter(can_play).collect();
        order.sort_by(|&a, &b| precedence(&all[a], &all[b]));
        Self { ladder, policy, order, fewest: vec![None; all.len()] }
    }

    fn next(&mut self, lap: u64) -> Option<([usize; 2], u64)> {
        if let Some(participants) = self.pair_just_updated() {
            return Some((participants, lap));
        }
        if self.somebody_waits_for_a_first_game() {
            return None;
        }
        [lap, lap + 1].into_iter().find_map(|lap| Some((self.pair(lap)?, lap)))
    }

    /// A just-updated program that is not playing yet, and its opponent, whatever lap either is in.
    fn pair_just_updated(&mut self) -> Option<[usize; 2]> {
        let (ladder, policy) = (self.ladder, self.policy);
        let is_free = |&index: &usize| ladder.is_free(index, u64::MAX, policy);
        let free: Vec<usize> = self.order.iter().copied().filter(is_free).collect();
        let mut first_to_last = free.iter().filter(|&&index| ladder.awaits_its_first_game(index));
        first_to_last.find_map(|&first| Some([first, self.opponent(first, &free)?]))
    }

    /// Whether a just-updated program would be paired now if only somebody were not playing.
    fn somebody_waits_for_a_first_game(&self) -> bool {
        let may_meet = |a: usize| self.order.iter().any(|&b| b != a && self.ladder.may_meet(a, b));
        self.order.iter().any(|&index| self.ladder.awaits_its_first_game(index) && may_meet(index))
    }

    /// The next pair of this lap.
    fn pair(&mut self, lap: u64) -> Option<[usize; 2]> {
        let is_free = |&index: &usize| self.ladder.is_free(index, lap, self.policy);
        let free: Vec<usize> = self.order.iter().copied().filter(is_free).collect();
        free.iter().find_map(|&first| Some([first, self.opponent(first, &free)?]))
    }

    /// Who plays against `first`: the one that goes first among those whom it may meet, none of the two
    /// having met another feasible opponent less often, even one who is playing or has had its game of this
    /// lap.
    fn opponent(&mut self, first: usize, free: &[usize]) -> Option<usize> {
        free.iter().copied().find(|&other| {
            if other == first || !self.ladder.may_meet(first, other) {
                return false;
            }
            let meetings = self.ladder.encounters(first, other).games;
            meetings == 0 || [first, other].into_iter().all(|one| self.fewest_meetings(one) == meetings)
        })
    }

    /// The fewest meetings of a participant with anybody whom it may meet.
    fn fewest_meetings(&mut self, participant: usize) -> u32 {
        if let Some(fewest) = self.fewest[participant] {
            return fewest;
        }
        let others = self.order.iter().filter(|&&other| other != participant);
        let feasible = others.filter(|&&other| self.ladder.may_meet(participant, other));
        let meetings = feasible.map(|&other| self.ladder.encounters(participant, other).games);
        let fewest = meetings.min().unwrap_or(0);
        self.fewest[participant] = Some(fewest);
        fewest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::course::rating::Outcome;
    use crate::course::state::tests::ladder;

    /// Starts the next game, ends it with this outcome, and returns the two names.
    fn play_next(ladder: &mut Ladder, outcome: Outcome) -> Option<[String; 2]> {
        let pairing = ladder.start_next(Policy::default())?;
        ladder.finish(&pairing, outcome);
        Some(pairing.participants.map(|participant| ladder.participants[participant].name.clone()))
    }

    #[test]
    fn equals_are_ordered_by_name_and_play_once_a_lap() {
        let mut ladder = ladder(&["d", "b", "c", "a"]);
        assert_eq!(play_next(&mut ladder, Outcome::Draw).unwrap(), ["a", "b"]);
        assert_eq!(play_next(&mut ladder, Outcome::Draw).unwrap(), ["c", "d"]);
        assert_eq!(ladder.lap, 1);
        assert_eq!(play_next(&mut ladder, Outcome::Draw).unwrap(), ["a", "c"]);
        assert_eq!(ladder.lap, 2);
    }

    #[test]
    fn four_equals_on_two_workers_meet_everybody_before_anybody_again() {
        let mut ladder = ladder(&["a", "b", "c", "d"]);
        for _ in 0..60 {
            while ladder.playing.len() < 2 {
                if ladder.start_next(Policy::default()).is_none() {
                    break;
                }
            }
            let oldest = ladder.playing[0];
            ladder.finish(&oldest, Outcome::Draw);
            let pairs = (0..4).flat_map(|a| (0..a).map(move |b| [a, b]));
            let meetings: Vec<u32> = pairs.map(|[a, b]| ladder.encounters(a, b).games).collect();
            assert!(
                meetings.iter().max() <= meetings.iter().min().map(|fewest| fewest + 1).as_ref(),
                "{meetings:?}"
            );
        }
    }

    #[test]
    fn the_longer_streak_goes_first_but_nobody_meets_again_while_others_have_not_met() {
        let mut ladder = ladder(&["a", "b", "c"]);
        assert_eq!(play_next(&mut ladder, Outcome::Loss).unwrap(), ["a", "b"]);
        assert_eq!(play_next(&mut ladder, Outcome::Loss).unwrap(), ["c", "b"], "c has yet to play");
        assert_eq!(play_next(&mut ladder, Outcome::Draw).unwrap(), ["a", "c"], "they have not met");
        assert_eq!(play_next(&mut ladder, Outcome::Draw).unwrap(), ["b", "a"], "b has won twice");
    }

    #[test]
    fn an_update_goes_before_any_streak_and_may_play_again_in_the_lap() {
        let mut ladder = ladder(&["a", "b", "c", "d"]);
        assert_eq!(play_next(&mut ladder, Outcome::Win).unwrap(), ["a", "b"]);
        assert_eq!(play_next(&mut ladder, Outcome::Win).unwrap(), ["c", "d"]);
        ladder.submit(1);
        assert_eq!(play_next(&mut ladder, Outcome::Draw).unwrap(), ["b", "a"]);
        assert_eq!(ladder.lap, 1, "a has played in this lap already");
    }

    #[test]
    fn who_is_playing_waits_unless_parallel_games_are_allowed() {
        let mut ladder = ladder(&["a", "b", "c"]);
        let parallel = Policy { allow_parallel: true };
        let pairing = ladder.start_next(Policy::default()).unwrap();
        assert_eq!(ladder.start_next(Policy::default()), None);
        assert!(!ladder.is_free(0, 2, Policy::default()), "it is playing");
        assert!(!ladder.is_free(0, 1, parallel), "it has had its game");
        assert!(ladder.is_free(0, 2, parallel));
        let second = ladder.start_next(parallel).unwrap();
        assert_eq!((second.participants, second.lap), ([2, 0], 1), "c has yet to play");
        ladder.finish(&pairing, Outcome::Win);
        assert_eq!(ladder.playing, [second]);
    }

    #[test]
    fn nobody_meets_anybody_once_every_rule_is_in_the_way() {
        let mut ladder = ladder(&["a", "b"]);
        assert!(play_next(&mut ladder, Outcome::Win).is_some());
        assert!(play_next(&mut ladder, Outcome::Win).is_some());
        assert_eq!(ladder.start_next(Policy::default()), None);
        ladder.submit(1);
        assert_eq!(play_next(&mut ladder, Outcome::Win).unwrap(), ["b", "a"], "wins are the programs'");
    }

    /// Two winners far above keep a streak going between them, by turns; the newcomers have none.
    #[test]
    fn newcomers_play_however_long_others_win() {
        let mut ladder = ladder(&["a", "b", "x", "y"]);
        let mut lap = 0;
        while ladder.participants[0].rating < 1650.0 || ladder.participants[1].rating < 1650.0 {
            lap += 1;
            for pair in [[0, 2], [1, 3]] {
                let game = ladder.start(pair, lap);
                ladder.finish(&game, Outcome::Win);
            }
        }
        for name in ["n", "o"] {
            let newcomer = ladder.add(name.to_string());
            ladder.submit(newcomer);
        }
        for round in 0..20 {
            let outcome = if round % 2 == 0 { Outcome::Win } else { Outcome::Loss };
            play_next(&mut ladder, outcome);
        }
        assert!(ladder.participants[4].results.games() >= 2);
    }

    #[test]
    fn who_is_withheld_is_not_paired() {
        let mut ladder = ladder(&["a", "b", "c"]);
        ladder.participants[0].is_withheld = true;
        assert_eq!(play_next(&mut ladder, Outcome::Draw).unwrap(), ["b", "c"]);
    }
}
