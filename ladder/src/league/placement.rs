//! Placement: meetings in one league after the other, until the program does not pass a boss's score.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use skillratings::trueskill::{trueskill, TrueSkillRating};

use super::matchmaking::{self, score, Member, Reason};
use crate::course::participant::{Pairing, Participant, RatingChange};
use crate::course::rating;

/// Meetings chosen at once. It does not depend on the number of workers, so neither does the placement.
const BATCH: u64 = 4;

/// How leagues are run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    /// Their names, from the lowest to the highest; at least one.
    pub leagues: Vec<String>,
    /// Meetings of a placement.
    pub meetings: u64,
}

/// A program's standing in its league.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Seat {
    /// The program's number among its participant's.
    version: u32,
    /// Its league, 0 for the lowest.
    pub league: usize,
    /// Its rating in this league.
    pub rating: TrueSkillRating,
    /// Games in this league, those of others' placements included; a meeting is two.
    pub games: u64,
    /// The meetings of its own placement in this league.
    pub meetings: u64,
    /// The outcome of its placement, once that is over.
    pub outcome: Option<Outcome>,
    /// By opponent: the meetings of its placement.
    met: BTreeMap<usize, u64>,
}

/// The outcome of a placement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// Its score: the mean of its skill less three deviations.
    pub score: f64,
    /// The boss's score at the same time.
    pub boss_score: f64,
    /// Whether it goes one league up.
    pub is_promoted: bool,
}

/// A placement that is over.
#[derive(Clone, Debug, PartialEq)]
pub struct Placement {
    /// Who was placed.
    pub participant: usize,
    /// The program's number among its participant's.
    pub version: u32,
    /// The league, 0 for the lowest.
    pub league: usize,
    /// The number of its last game, from 1.
    pub game: usize,
    /// The outcome there.
    pub outcome: Outcome,
}

/// The leagues after all games.
#[derive(Clone, Debug, Default)]
pub struct Leagues {
    /// How they are run.
    pub rules: Rules,
    /// By participant, after its last game.
    seats: Vec<Seat>,
    /// By participant: the number of its latest program among all submissions.
    submitted: Vec<u64>,
    submissions: u64,
    /// The ratings that the meetings of the present batch are chosen by.
    batch: Option<Batch>,
    /// Why the meetings in progress were chosen, by their number in the placement.
    reasons: BTreeMap<u64, Reason>,
    /// Why the opponents of the latest game met, if this process has chosen them.
    pub latest_reason: Option<Reason>,
    /// The placements that are over, in this order.
    pub placements: Vec<Placement>,
    /// By game: its league.
    games: Vec<usize>,
}

/// The state at the start of a batch.
#[derive(Clone, Debug)]
struct Batch {
    participant: usize,
    version: u32,
    league: usize,
    /// By participant: a program and its rating.
    ratings: Vec<(u32, TrueSkillRating)>,
}

impl Leagues {
    /// Leagues without anybody.
    pub fn new(rules: Rules) -> Self {
        Self { rules, ..Self::default() }
    }

    /// Whether a participant is a boss.
    pub fn is_boss(&self, participant: usize) -> bool {
        participant < self.rules.leagues.len()
    }

    /// The league in which a participant is, 0 for the lowest.
    pub fn league(&self, participant: usize) -> usize {
        self.seats[participant].league
    }

    /// The name of a participant's league.
    pub fn league_name(&self, participant: usize) -> &str {
        &self.rules.leagues[self.league(participant)]
    }

    /// The name of the league of a game, which counts from 1.
    pub fn league_of_game(&self, game: u64) -> &str {
        let league = usize::try_from(game).ok().and_then(|game| self.games.get(game.checked_sub(1)?));
        league.map_or("", |&league| &self.rules.leagues[league])
    }

    /// The standing of a participant's program; a new one starts anew where the one before it was.
    pub fn seat(&self, participant: usize, version: u32) -> Seat {
        match &self.seats[participant] {
            seat if seat.version == version => seat.clone(),
            seat => Seat { version, league: seat.league, ..Seat::default() },
        }
    }

    /// The members of each league, the highest league first, each in the order of the standings.
    pub fn members(
        &self,
        standings: &[usize],
        participants: &[Participant],
    ) -> Vec<(&str, Vec<(usize, Seat)>)> {
        let member = |&index: &usize| (index, self.seat(index, participants[index].versions));
        let members = |league: usize| {
            let is_member = |index: &&usize| {
                let participant = &participants[**index];
                self.seats[**index].league == league && participant.versions > 0 && !participant.is_retired
            };
            standings.iter().filter(is_member).map(member).collect()
        };
        let names = self.rules.leagues.iter().enumerate().rev();
        names.map(|(league, name)| (name.as_str(), members(league))).collect()
    }

    /// A seat's state in words.
    pub fn state(&self, participant: usize, seat: &Seat) -> String {
        let Seat { rating, games, meetings, .. } = seat;
        let skill = format!("skill {:.2} +- {:.2}, {games} games", rating.rating, rating.uncertainty);
        match (self.is_boss(participant), &seat.outcome) {
            (true, _) => format!("boss, {skill}"),
            (_, Some(outcome)) => format!("{skill}; {outcome}"),
            (_, None) => format!("{skill}; meeting {meetings} of {}", self.rules.meetings),
        }
    }

    /// Adds a participant: the first ones are the bosses.
    pub(crate) fn add(&mut self) {
        let league = if self.is_boss(self.seats.len()) { self.seats.len() } else { 0 };
        self.seats.push(Seat { league, ..Seat::default() });
        self.submitted.push(0);
    }

    /// Counts a participant's new program.
    pub(crate) fn submit(&mut self, participant: usize) {
        self.submissions += 1;
        self.submitted[participant] = self.submissions;
    }

    /// The participant to be placed now: whose program has waited longest.
    fn to_place(&self, participants: &[Participant]) -> Option<usize> {
        let waits = |&index: &usize| {
            let participant = &participants[index];
            participant.can_play() && self.seat(index, participant.versions).outcome.is_none()
        };
        let waiting = (self.rules.leagues.len()..participants.len()).filter(waits);
        waiting.min_by_key(|&index| self.submitted[index])
    }

    /// The next meeting; `None` if those in progress must end first, or nobody waits.
    pub(crate) fn choose(&mut self, participants: &[Participant], playing: &[Pairing]) -> Option<Pairing> {
        let own = self.to_place(participants)?;
        let version = participants[own].versions;
        let seat = self.seat(own, version);
        let is_of_this = |game: &Pairing| game.participants[0] == own && game.versions[0] == version;
        if !playing.iter().all(is_of_this) {
            return None;
        }
        let mut numbers = seat.meetings + 1..=self.rules.meetings;
        let number = numbers.find(|number| playing.iter().all(|game| game.lap != *number))?;
        let batch_start = (number - 1) / BATCH * BATCH;
        if batch_start > seat.meetings {
            return None;
        }
        let is_known = self.batch.as_ref().is_some_and(|batch| {
            (batch.participant, batch.version, batch.league) == (own, version, seat.league)
        });
        if batch_start == seat.meetings || !is_known {
            let versions: Vec<u32> = participants.iter().map(|participant| participant.versions).collect();
            self.begin_batch(own, &versions);
        }
        let ratings = &self.batch.as_ref()?.ratings;
        let rating = |index: usize| match ratings.get(index) {
            Some(&(version, rating)) if version == participants[index].versions => rating,
            _ => TrueSkillRating::default(),
        };
        let is_rival = |&index: &usize| {
            index != own && self.seats[index].league == seat.league && participants[index].can_play()
        };
        let rivals: Vec<usize> = (0..participants.len()).filter(is_rival).collect();
        let member = |&index: &usize| {
            let earlier = playing.iter().filter(|game| game.lap < number && game.participants[1] == index);
            let meetings = seat.met.get(&index).copied().unwrap_or(0) + earlier.count() as u64;
            Member { rating: rating(index), is_boss: self.is_boss(index), meetings }
        };
        let members: Vec<Member> = rivals.iter().map(member).collect();
        let (chosen, reason) = matchmaking::choose(&rating(own), number - 1, &members)?;
        let opponent = rivals[chosen];
        self.reasons.insert(number, reason);
        let versions = [version, participants[opponent].versions];
        Some(Pairing { participants: [own, opponent], versions, lap: number })
    }

    fn begin_batch(&mut self, participant: usize, versions: &[u32]) {
        let rating = |(index, &version): (usize, &u32)| (version, self.seat(index, version).rating);
        let ratings = versions.iter().enumerate().map(rating).collect();
        let (version, league) = (versions[participant], self.seats[participant].league);
        self.batch = Some(Batch { participant, version, league, ratings });
    }

    /// Whether a game is the next one of a placement.
    pub(crate) fn expects(&self, pairing: &Pairing) -> bool {
        let [own, other] = pairing.participants;
        let seat = self.seat(own, pairing.versions[0]);
        let is_open = !self.is_boss(own) && seat.outcome.is_none() && pairing.lap == seat.meetings + 1;
        is_open && own != other && seat.league == self.seats[other].league
    }

    /// The number of games before the meeting that has this pairing; its opening depends on it.
    pub(crate) fn index(&self, pairing: &Pairing) -> u64 {
        let meetings = self.seat(pairing.participants[0], pairing.versions[0]).meetings;
        (self.games.len() as u64 + pairing.lap).saturating_sub(meetings + 1)
    }

    /// Counts a meeting that has ended, by the half points of the first one in both rounds; returns the
    /// scores.
    pub(crate) fn finish(&mut self, pairing: &Pairing, half_points: [u8; 2]) -> RatingChange {
        let [own, other] = pairing.participants;
        for (participant, &version) in pairing.participants.into_iter().zip(&pairing.versions) {
            self.seats[participant] = self.seat(participant, version);
        }
        if (pairing.lap - 1).is_multiple_of(BATCH) {
            let versions: Vec<u32> = self.seats.iter().map(|seat| seat.version).collect();
            self.begin_batch(own, &versions);
        }
        self.latest_reason = self.reasons.remove(&pairing.lap);
        self.games.push(self.seats[own].league);
        let mut ratings = [own, other].map(|participant| self.seats[participant].rating);
        let before = ratings.each_ref().map(score);
        for half_points in half_points {
            let outcome = rating::Outcome::of_half_points(2 * half_points).into();
            ratings = trueskill(&ratings[0], &ratings[1], &outcome, &matchmaking::config()).into();
        }
        for (participant, rating) in [own, other].into_iter().zip(ratings) {
            let seat = &mut self.seats[participant];
            (seat.rating, seat.games) = (rating, seat.games + 2);
        }
        let seat = &mut self.seats[own];
        seat.meetings += 1;
        *seat.met.entry(other).or_default() += 1;
        if seat.meetings == self.rules.meetings {
            self.place(own);
        }
        RatingChange { before, after: ratings.each_ref().map(score) }
    }

    /// Ends a placement after its last meeting.
    fn place(&mut self, participant: usize) {
        let Seat { version, league, rating, .. } = self.seats[participant];
        // Compared as they are shown in other places: with four decimals.
        let rounded = |rating: &TrueSkillRating| (1e4 * score(rating)).round() / 1e4;
        let (score, boss_score) = (rounded(&rating), rounded(&self.seats[league].rating));
        let is_highest = league + 1 == self.rules.leagues.len();
        let outcome = Outcome { score, boss_score, is_promoted: score > boss_score && !is_highest };
        let game = self.games.len();
        self.placements.push(Placement { participant, version, league, game, outcome });
        match outcome.is_promoted {
            true => self.seats[participant] = Seat { version, league: league + 1, ..Seat::default() },
            false => self.seats[participant].outcome = Some(outcome),
        }
    }
}

impl Outcome {
    /// What became of the program, in a word.
    pub fn word(&self) -> &'static str {
        match (self.is_promoted, self.score > self.boss_score) {
            (true, _) => "promoted",
            (_, true) => "first",
            _ => "stays",
        }
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { score, boss_score, is_promoted } = self;
        let passed = if score > boss_score { "passed" } else { "did not pass" };
        write!(f, "{}: its score {score:.2} {passed} the boss's {boss_score:.2}", self.word())?;
        let is_first = score > boss_score && !is_promoted;
        f.write_str(if is_first { ", and no league is higher" } else { "" })
    }
}
