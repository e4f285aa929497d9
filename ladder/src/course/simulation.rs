//! Simulates a whole ladder of participants of known strength, to measure how well the rules rank them.
//!
//! Matchmaking and ratings are the real ones; only the results of the games are random.

use outflank::rng::Rng;

use super::matchmaking::Policy;
use super::rating::{expected, Outcome, START};
use super::state::Ladder;

/// The settings of a simulation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// Number of participants, at least 2, all from the beginning and without updates.
    pub participants: usize,
    /// Number of games, one after the other.
    pub games: usize,
    /// The standard deviation of the true strengths, in Elo.
    pub spread: f64,
    /// Determines strengths and results.
    pub seed: u64,
}

/// The outcome of a simulated ladder.
#[derive(Clone, Debug)]
pub struct Report {
    /// The ladder after the last game.
    pub ladder: Ladder,
    /// The true strengths, by participant.
    pub strengths: Vec<f64>,
    /// The agreement of ratings and strengths during the run.
    pub checkpoints: Vec<Checkpoint>,
}

/// The agreement of ratings and strengths after some games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Checkpoint {
    /// Games by then.
    pub games: usize,
    /// The rank correlation of ratings and strengths.
    pub spearman: f64,
}

/// Games between two checkpoints, for each participant.
const CHECKPOINT_GAMES: usize = 2;

/// Plays the plan, or until no two may meet any more.
pub fn simulate(plan: &Plan) -> Report {
    let mut rng = Rng::new(plan.seed);
    let mut ladder = Ladder::default();
    let mut strengths = Vec::with_capacity(plan.participants);
    for number in 1..=plan.participants {
        let participant = ladder.add(format!("bot {number:04}"));
        ladder.submit(participant);
        strengths.push(START + plan.spread * normal(&mut rng));
    }
    let mut checkpoints = Vec::new();
    for games in 1..=plan.games {
        let Some(pairing) = ladder.start_next(Policy::default()) else { break };
        let outcome = draw_lots(pairing.participants.map(|participant| strengths[participant]), &mut rng);
        ladder.finish(&pairing, outcome);
        if games % (CHECKPOINT_GAMES * plan.participants) == 0 || games == plan.games {
            checkpoints.push(Checkpoint { games, spearman: agreement(&ladder, &strengths) });
        }
    }
    Report { ladder, strengths, checkpoints }
}

impl Report {
    /// The rank correlation of ratings and strengths after the last game.
    pub fn spearman(&self) -> f64 {
        agreement(&self.ladder, &self.strengths)
    }

    /// Everyone's number of games, the fewest first.
    pub fn game_counts(&self) -> Vec<u32> {
        let mut counts: Vec<u32> =
            self.ladder.participants.iter().map(|participant| participant.results.games()).collect();
        counts.sort_unstable();
        counts
    }

    /// By participant: the most meetings with anybody whom it may meet, over the median of these meetings.
    /// One or two more meetings than none are no imbalance, so that the median counts as 1 at least.
    pub fn most_met(&self) -> f64 {
        let count = self.ladder.participants.len();
        let ratio = |participant: usize| {
            let feasible = (0..count).filter(|&other| other != participant);
            let feasible = feasible.filter(|&other| self.ladder.may_meet(participant, other));
            let mut meetings: Vec<u32> =
                feasible.map(|other| self.ladder.encounters(participant, other).games).collect();
            meetings.sort_unstable();
            let (Some(&most), Some(&median)) = (meetings.last(), meetings.get(meetings.len() / 2)) else {
                return 0.0;
            };
            f64::from(most) / f64::from(median.max(1))
        };
        (0..count).map(ratio).fold(0.0, f64::max)
    }
}

fn agreement(ladder: &Ladder, strengths: &[f64]) -> f64 {
    let ratings: Vec<f64> = ladder.participants.iter().map(|participant| participant.rating).collect();
    spearman(&ratings, strengths)
}

/// The result of two rounds between these strengths, each won or lost with the probability that Elo expects.
fn draw_lots([first, second]: [f64; 2], rng: &mut Rng) -> Outcome {
    let chance = expected(first, second);
    Outcome::of_half_points([0, 1].map(|_| if unit(rng) < chance { 2 } else { 0 }).into_iter().sum())
}

/// A number from 0 to 1, 1 excluded.
fn unit(rng: &mut Rng) -> f64 {
    (rng.next() >> 11) as f64 / (1u64 << 53) as f64
}

/// A normally distributed number of mean 0 and standard deviation 1 (Box and Muller).
fn normal(rng: &mut Rng) -> f64 {
    let radius = (-2.0 * (1.0 - unit(rng)).ln()).sqrt();
    radius * (std::f64::consts::TAU * unit(rng)).cos()
}

/// Spearman's rank correlation of two lists of the same length; equal values share the mean of their ranks.
/// 1 for fewer than two values.
pub fn spearman(a: &[f64], b: &[f64]) -> f64 {
    let (a, b) = (ranks(a), ranks(b));
    let mean = (a.len() as f64 + 1.0) / 2.0;
    let product =
        |x: &[f64], y: &[f64]| -> f64 { x.iter().zip(y).map(|(x, y)| (x - mean) * (y - mean)).sum() };
    let scale = (product(&a, &a) * product(&b, &b)).sqrt();
    if scale == 0.0 {
        1.0
    } else {
        product(&a, &b) / scale
    }
}

/// The rank of each value, from 1; equal values share the mean of theirs.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut first = 0;
    while first < order.len() {
        let equal = order[first..].iter().take_while(|&&index| values[index] == values[order[first]]).count();
        for &index in &order[first..first + equal] {
            ranks[index] = first as f64 + (equal as f64 + 1.0) / 2.0;
        }
        first += equal;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spearman_of_known_lists() {
        let rising = [1.0, 2.0, 3.0, 4.0, 5.0];
        assert_eq!(spearman(&rising, &[10.0, 20.0, 30.0, 40.0, 1000.0]), 1.0);
        assert_eq!(spearman(&rising, &[5.0, 4.0, 3.0, 2.0, 1.0]), -1.0);
        // Without ties 1 - 6 sum(d^2) / (n (n^2 - 1)): here d = 1, -1, 0, 1, -1.
        assert!((spearman(&rising, &[2.0, 1.0, 3.0, 5.0, 4.0]) - 0.8).abs() < 1e-12);
        // Ranks 1, 2.5, 2.5, 4 against 1, 2, 3, 4.
        assert!((spearman(&[1.0, 2.0, 2.0, 3.0], &[1.0, 2.0, 3.0, 4.0]) - 0.948_683_298).abs() < 1e-9);
    }

    #[test]
    fn a_small_course_is_ranked_and_nobody_is_stuck() {
        let report = simulate(&Plan { participants: 20, games: 600, spread: 250.0, seed: 77 });
        assert_eq!(report.game_counts().iter().sum::<u32>(), 1_200, "nobody was stuck");
        assert!(report.spearman() >= 0.85, "{}", report.spearman());
        assert!(report.most_met() <= 3.0, "{}", report.most_met());
    }

    #[test]
    fn the_seed_determines_everything() {
        let plan = Plan { participants: 10, games: 200, spread: 250.0, seed: 5 };
        let (first, second) = (simulate(&plan), simulate(&plan));
        assert_eq!(first.ladder.participants, second.ladder.participants);
        assert_ne!(first.strengths, simulate(&Plan { seed: 6, ..plan }).strengths);
    }
}
