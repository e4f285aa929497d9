//! The ladder's state: participants, the results between their programs, laps, and ratings.
//!
//! Participants are identified by their index, in the order in which they joined; nobody ever leaves. The
//! whole state follows from the submissions and the finished games, so a replay of those rebuilds it.

pub use super::participant::{Pairing, Participant, RatingChange, Results};
use super::rating::{rated, Outcome};
use super::rules::Eligibility;
use crate::league::{self, score, Leagues};

/// The state that the rules and priorities read.
#[derive(Clone, Debug, Default)]
pub struct Ladder {
    /// Everyone, in the order in which they came.
    pub participants: Vec<Participant>,
    /// The games between the programs that play for two participants now, at [`pair_index`]: 12 bytes a pair,
    /// since matchmaking looks up most pairs for each game that it starts.
    encounters: Vec<Encounters>,
    /// The lap of the latest game; 0 before the first.
    pub lap: u64,
    /// The games in progress.
    pub playing: Vec<Pairing>,
    /// Leagues decide who meets whom, and rate; `None` for the course's rules.
    leagues: Option<Leagues>,
}

/// The finished games between two programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Encounters {
    /// Games won by each of the two.
    pub wins: [u32; 2],
    /// Number of games, draws included.
    pub games: u32,
}

impl Ladder {
    /// A ladder without participants, of the course's rules or of leagues.
    pub fn new(leagues: Option<&league::Rules>) -> Self {
        Self { leagues: leagues.map(|rules| Leagues::new(rules.clone())), ..Self::default() }
    }

    /// The leagues; `None` with the course's rules.
    pub fn leagues(&self) -> Option<&Leagues> {
        self.leagues.as_ref()
    }

    /// Adds a participant without a program and returns its index.
    pub fn add(&mut self, name: String) -> usize {
        let index = self.participants.len();
        self.participants.push(Participant::new(name));
        if let Some(leagues) = &mut self.leagues {
            leagues.add();
        }
        self.encounters.resize(self.encounters.len() + index, Encounters::default());
        index
    }

    /// Counts an effective program of a participant: its first, or an update. The new program has no streak
    /// and has met nobody, and it may play in this lap even if the old one has.
    pub fn submit(&mut self, participant: usize) {
        for other in (0..self.participants.len()).filter(|&other| other != participant) {
            self.encounters[pair_index(participant, other)] = Encounters::default();
        }
        if let Some(leagues) = &mut self.leagues {
            leagues.submit(participant);
        }
        let participant = &mut self.participants[participant];
        participant.versions += 1;
        participant.version_games = 0;
        participant.win_streak = 0;
        participant.last_lap = 0;
        participant.is_withheld = false;
    }

    /// The index of the participant of this name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.participants.iter().position(|participant| participant.name == name)
    }

    /// The games between the current programs of `a` and `b`, from the side of `a`.
    pub fn encounters(&self, a: usize, b: usize) -> Encounters {
        let mut encounters = self.encounters[pair_index(a, b)];
        if a > b {
            encounters.wins.reverse();
        }
        encounters
    }

    /// The rulings on two different participants, whether or not they are free to play now.
    pub fn verdict(&self, a: usize, b: usize) -> Eligibility<'_> {
        let participants = [&self.participants[a], &self.participants[b]];
        Eligibility::new(participants, self.encounters(a, b).wins)
    }

    /// Whether the rules let two different participants meet.
    pub fn may_meet(&self, a: usize, b: usize) -> bool {
        self.verdict(a, b).allows()
    }

    /// Whether the participant's current program is playing.
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

    /// Starts the next meeting of the leagues, if they have one.
    pub(super) fn start_meeting(&mut self) -> Option<Pairing> {
        let pairing = self.leagues.as_mut()?.choose(&self.participants, &self.playing)?;
        self.playing.push(pairing);
        Some(pairing)
    }

    /// Whether a game that has ended counts now. In leagues the meetings of a placement count in their order.
    pub fn is_due(&self, pairing: &Pairing) -> bool {
        self.leagues.as_ref().is_none_or(|leagues| leagues.expects(pairing))
    }

    /// Whether a game in progress no longer counts: of a placement whose program was replaced.
    pub fn is_void(&self, pairing: &Pairing) -> bool {
        let own = &self.participants[pairing.participants[0]];
        self.leagues.is_some() && (own.versions != pairing.versions[0] || !own.can_play())
    }

    /// The number that determines the seeds and the opening of a game that has just been started, after this
    /// many games.
    pub fn game_index(&self, pairing: &Pairing, games: usize) -> u64 {
        match &self.leagues {
            Some(leagues) => leagues.index(pairing),
            None => (games + self.playing.len()).saturating_sub(1) as u64,
        }
    }

    /// Cancels a game that was started but cannot run.
    pub fn cancel(&mut self, pairing: &Pairing) {
        self.playing.retain(|game| game != pairing);
        for participant in pairing.participants {
            let participant = &mut self.participants[participant];
            participant.last_lap = participant.last_lap.min(pairing.lap - 1);
        }
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

    /// Counts a finished game by the first one's half points in each round.
    pub fn finish_rounds(&mut self, pairing: &Pairing, half_points: [u8; 2]) -> RatingChange {
        let outcome = Outcome::of_half_points(half_points.into_iter().sum());
        match &mut self.leagues {
            Some(leagues) => {
                let change = leagues.finish(pairing, half_points);
                self.count(pairing, outcome, &change);
                change
            }
            None => self.finish(pairing, outcome),
        }
    }

    /// Counts a finished game by the course's rules, whether this ladder has started it or it is replayed.
    pub fn finish(&mut self, pairing: &Pairing, outcome: Outcome) -> RatingChange {
        let before = pairing.participants.map(|participant| self.participants[participant].rating);
        let change = RatingChange { before, after: rated(before, outcome) };
        self.count(pairing, outcome, &change);
        change
    }

    fn count(&mut self, pairing: &Pairing, outcome: Outcome, change: &RatingChange) {
        if let Some(index) = self.playing.iter().position(|game| game == pairing) {
            self.playing.swap_remove(index);
        }
        self.take_part(pairing);
        let [a, b] = pairing.participants;
        self.participants[a].add(outcome, change.after[0], pairing.versions[0]);
        self.participants[b].add(outcome.reversed(), change.after[1], pairing.versions[1]);
        self.count_encounter(pairing, outcome);
    }

    /// Gives all programs their scores in leagues: one that is new or promoted starts anew.
    pub fn settle(&mut self) {
        let Some(leagues) = &self.leagues else { return };
        for (index, participant) in self.participants.iter_mut().enumerate() {
            participant.rating = score(&leagues.seat(index, participant.versions).rating);
        }
    }

    /// Counts the game between the two programs, unless one of them has been replaced meanwhile.
    fn count_encounter(&mut self, pairing: &Pairing, outcome: Outcome) {
        let [a, b] = pairing.participants;
        if pairing.versions != [a, b].map(|participant| self.participants[participant].versions) {
            return;
        }
        let encounters = &mut self.encounters[pair_index(a, b)];
        encounters.games += 1;
        let winner = match outcome {
            Outcome::Win => a,
            Outcome::Loss => b,
            Outcome::Draw => return,
        };
        let place = usize::from(winner == a.max(b));
        encounters.wins[place] += 1;
    }

    /// All indices, the highest league and rating first, equals by name; last those without an effective
    /// program.
    pub fn standings(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.participants.len()).collect();
        order.sort_by(|&a, &b| {
            let [league_a, league_b] = [a, b].map(|index| self.leagues.as_ref().map(|all| all.league(index)));
            let [a, b] = [a, b].map(|participant| &self.participants[participant]);
            let is_idle = |participant: &Participant| participant.versions == 0;
            let by_rating =
                is_idle(a).cmp(&is_idle(b)).then(league_b.cmp(&league_a)).then(b.rating.total_cmp(&a.rating));
            by_rating.then_with(|| a.name.cmp(&b.name))
        });
        order
    }
}

/// The index in [`Ladder::encounters`] of a pair of different participants. Pairs with the same higher index
/// are adjacent, so that a newcomer's are added at the end.
fn pair_index(a: usize, b: usize) -> usize {
    let (low, high) = (a.min(b), a.max(b));
    debug_assert!(low < high, "nobody meets itself");
    high * (high - 1) / 2 + low
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::course::rating::{K, START};

    /// A ladder of participants with one program each.
    pub(crate) fn ladder(names: &[&str]) -> Ladder {
        let mut ladder = Ladder::default();
        for name in names {
            let participant = ladder.add(name.to_string());
            ladder.submit(participant);
        }
        ladder
    }

    fn play(ladder: &mut Ladder, participants: [usize; 2], outcome: Outcome) -> RatingChange {
        let pairing = ladder.start(participants, ladder.lap + 1);
        ladder.finish(&pairing, outcome)
    }

    #[test]
    fn a_game_changes_ratings_results_streaks_and_head_to_head() {
        let mut ladder = ladder(&["a", "b"]);
        let change = play(&mut ladder, [0, 1], Outcome::Win);
        assert_eq!(change, RatingChange { before: [START; 2], after: [START + K / 2.0, START - K / 2.0] });
        play(&mut ladder, [1, 0], Outcome::Loss);
        let [a, b] = [0, 1].map(|index: usize| ladder.participants[index].clone());
        assert_eq!((a.results, a.win_streak), (Results { wins: 2, draws: 0, losses: 0 }, 2));
        assert_eq!((b.results, b.win_streak), (Results { wins: 0, draws: 0, losses: 2 }, 0));
        assert_eq!(ladder.encounters(0, 1).wins, [2, 0]);
        assert_eq!(ladder.encounters(1, 0).wins, [0, 2]);
        play(&mut ladder, [0, 1], Outcome::Draw);
        assert_eq!(ladder.participants[0].win_streak, 0, "a draw ends a streak");
        assert_eq!(ladder.encounters(0, 1).games, 3);
        assert_eq!(ladder.encounters(0, 1).wins, [2, 0]);
        assert_eq!(ladder.encounters(1, 0).wins, [0, 2]);
    }

    #[test]
    fn every_program_is_new_until_its_first_game_ends() {
        let mut ladder = ladder(&["a", "b"]);
        assert!(ladder.participants[0].has_just_updated(), "a first submission, too");
        play(&mut ladder, [0, 1], Outcome::Win);
        assert!(!ladder.participants[0].has_just_updated());
        ladder.submit(0);
        assert!(ladder.participants[0].has_just_updated());
        assert_eq!(ladder.participants[0].win_streak, 0, "a streak is the program's");
        assert_eq!(ladder.encounters(0, 1), Encounters::default(), "so are meetings and wins");
        let pairing = ladder.start([0, 1], 2);
        assert!(ladder.participants[0].has_just_updated());
        ladder.finish(&pairing, Outcome::Loss);
        assert!(!ladder.participants[0].has_just_updated());
    }

    #[test]
    fn a_game_of_the_old_program_does_not_make_the_update_old() {
        let mut ladder = ladder(&["a", "b"]);
        let pairing = ladder.start([0, 1], 1);
        assert!(ladder.is_playing(0));
        ladder.submit(0);
        assert!(!ladder.is_playing(0), "the new program is idle");
        assert!(ladder.is_playing(1));
        ladder.finish(&pairing, Outcome::Win);
        assert_eq!(ladder.encounters(0, 1).games, 0);
        let updated = &ladder.participants[0];
        assert_eq!(updated.results.wins, 1, "the game still counts");
        assert_eq!(updated.win_streak, 0, "but not for the new program");
        assert!(updated.has_just_updated());
        assert_eq!(updated.last_lap, 0, "the new program may play in this lap");
        assert_eq!(ladder.participants[1].last_lap, 1);
    }

    #[test]
    fn standings_are_by_rating_and_then_by_name() {
        let mut ladder = ladder(&["b", "a", "c"]);
        assert_eq!(ladder.standings(), [1, 0, 2]);
        play(&mut ladder, [2, 1], Outcome::Win);
        assert_eq!(ladder.standings(), [2, 0, 1]);
        ladder.add("0".to_string());
        assert_eq!(ladder.standings(), [2, 0, 1, 3], "who cannot play stands last");
        assert_eq!(ladder.find("c"), Some(2));
        assert_eq!(ladder.find("d"), None);
    }

    #[test]
    fn a_cancelled_game_leaves_nothing_behind_and_a_withheld_participant_returns_with_a_program() {
        let mut ladder = ladder(&["a", "b"]);
        play(&mut ladder, [0, 1], Outcome::Draw);
        let before = ladder.participants.clone();
        let pairing = ladder.start([0, 1], 2);
        ladder.cancel(&pairing);
        assert_eq!(ladder.participants, before);
        assert!(ladder.playing.is_empty());
        ladder.participants[0].is_withheld = true;
        assert!(ladder.participants[0].is_withheld);
        ladder.submit(0);
        assert!(!ladder.participants[0].is_withheld);
    }
}
