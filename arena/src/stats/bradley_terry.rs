//! Bradley-Terry ratings of a crosstable, with errors from the Fisher information.
//!
//! A draw is half a win. Every player also has one virtual draw against the average, which keeps the rating
//! of a player with only wins or losses finite, and connects groups that never met.

use serde::{Deserialize, Serialize};

use super::elo::{normal_cdf, Z_95};

/// Elo of one natural unit of strength.
const ELO_PER_UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// Newton's method takes about ten steps; more indicate divergence.
const MAX_STEPS: usize = 200;

/// The longest step of Newton's method, in natural units; the first steps may overshoot.
const MAX_STEP: f64 = 2.0;

/// A square matrix, by row and column.
type Matrix = Vec<Vec<f64>>;

/// The results of all pairings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Crosstable {
    players: usize,
    /// Wins, draws and losses of the row's player against the column's, row by row.
    results: Vec<[u64; 3]>,
}

/// One player's rating.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// Elo relative to the average of all players.
    pub elo: f64,
    /// Half of its 95 % interval, in Elo.
    pub error: f64,
    /// The number of games.
    pub games: u64,
    /// The mean score of a game, from 0 to 1; one half without games.
    pub score: f64,
}

/// The ratings of all players of a crosstable, by index.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// The ratings by player.
    pub all: Vec<Rating>,
    /// The covariance of the ratings in natural units.
    covariance: Matrix,
}

impl Crosstable {
    /// An empty table.
    pub fn new(players: usize) -> Self {
        Self { players, results: vec![[0; 3]; players * players] }
    }

    /// Counts a game by its result for `player`: 2 for a win, 1 for a draw, 0 for a loss.
    ///
    /// # Panics
    /// If a player is not in the table, or plays itself.
    pub fn add(&mut self, player: usize, opponent: usize, half_points: u8) {
        assert!(player < self.players && opponent < self.players && player != opponent);
        let result = 2 - usize::from(half_points.min(2));
        self.results[player * self.players + opponent][result] += 1;
        self.results[opponent * self.players + player][2 - result] += 1;
    }

    /// Wins, draws and losses of `player` against `opponent`.
    pub fn results(&self, player: usize, opponent: usize) -> [u64; 3] {
        self.results[player * self.players + opponent]
    }

    /// Wins, draws and losses of `player` against all others.
    pub fn total(&self, player: usize) -> [u64; 3] {
        let row = &self.results[player * self.players..][..self.players];
        row.iter().fold([0; 3], |sum, results| std::array::from_fn(|i| sum[i] + results[i]))
    }

    fn games(&self, player: usize, opponent: usize) -> f64 {
        self.results(player, opponent).iter().sum::<u64>() as f64
    }

    fn points(&self, player: usize, opponent: usize) -> f64 {
        let [won, drawn, _] = self.results(player, opponent);
        won as f64 + drawn as f64 / 2.0
    }
}

impl Ratings {
    /// The maximum-likelihood ratings.
    pub fn fit(table: &Crosstable) -> Self {
        let mut strengths = vec![0.0; table.players];
        for _ in 0..MAX_STEPS {
            let gradient = gradient(table, &strengths);
            let steps: Vec<f64> = inverse(information(table, &strengths))
                .iter()
                .map(|row| row.iter().zip(&gradient).map(|(inverse, slope)| inverse * slope).sum())
                .collect();
            let longest = steps.iter().fold(0.0, |longest: f64, step| longest.max(step.abs()));
            let share = (MAX_STEP / longest).min(1.0);
            strengths.iter_mut().zip(&steps).for_each(|(strength, step)| *strength += step * share);
            if longest < 1e-12 {
                break;
            }
        }
        Self::at(table, &strengths)
    }

    fn at(table: &Crosstable, strengths: &[f64]) -> Self {
        let players = table.players;
        let mean = strengths.iter().sum::<f64>() / players as f64;
        let covariance = centred(&inverse(information(table, strengths)));
        let ratings = (0..players).map(|player| {
            let [won, drawn, lost] = table.total(player);
            let games = won + drawn + lost;
            let points = won as f64 + drawn as f64 / 2.0;
            Rating {
                elo: ELO_PER_UNIT * (strengths[player] - mean),
                error: ELO_PER_UNIT * Z_95 * covariance[player][player].max(0.0).sqrt(),
                games,
                score: if games == 0 { 0.5 } else { points / games as f64 },
            }
        });
        Self { all: ratings.collect(), covariance }
    }

    /// The players from best to worst; ties by index.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.all.len()).collect();
        order.sort_by(|&a, &b| self.all[b].elo.total_cmp(&self.all[a].elo));
        order
    }

    /// The likelihood that `player` is stronger than `opponent`.
    pub fn superiority(&self, player: usize, opponent: usize) -> f64 {
        let lead = (self.all[player].elo - self.all[opponent].elo) / ELO_PER_UNIT;
        let covariance = &self.covariance;
        let variance =
            covariance[player][player] + covariance[opponent][opponent] - 2.0 * covariance[player][opponent];
        if lead == 0.0 {
            0.5
        } else {
            normal_cdf(lead / variance.max(0.0).sqrt())
        }
    }
}

/// The expected score of a player who is `lead` natural units stronger.
fn chance(lead: f64) -> f64 {
    1.0 / (1.0 + (-lead).exp())
}

fn gradient(table: &Crosstable, strengths: &[f64]) -> Vec<f64> {
    let surplus = |player: usize| {
        let versus = (0..table.players).map(|opponent| {
            let chance = chance(strengths[player] - strengths[opponent]);
            table.points(player, opponent) - table.games(player, opponent) * chance
        });
        0.5 - chance(strengths[player]) + versus.sum::<f64>()
    };
    (0..table.players).map(surplus).collect()
}

fn information(table: &Crosstable, strengths: &[f64]) -> Matrix {
    let weight = |lead: f64| chance(lead) * chance(-lead);
    let mut information = vec![vec![0.0; table.players]; table.players];
    for player in 0..table.players {
        information[player][player] += weight(strengths[player]);
        for opponent in 0..table.players {
            let known = table.games(player, opponent) * weight(strengths[player] - strengths[opponent]);
            information[player][player] += known;
            information[player][opponent] -= known;
        }
    }
    information
}

/// The inverse of the Fisher information by Gauss and Jordan, in place. No pivot is 0: the virtual draws make
/// the matrix positive definite.
fn inverse(mut matrix: Matrix) -> Matrix {
    for step in 0..matrix.len() {
        let pivot = 1.0 / matrix[step][step];
        matrix[step][step] = 1.0;
        matrix[step].iter_mut().for_each(|value| *value *= pivot);
        let pivots = matrix[step].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|&(index, _)| index != step) {
            let share = std::mem::take(&mut row[step]);
            row.iter_mut().zip(&pivots).for_each(|(value, pivot)| *value -= share * pivot);
        }
    }
    matrix
}

/// The covariance of the deviations from the mean of all variables, given that of the variables.
fn centred(covariance: &Matrix) -> Matrix {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let means: Vec<f64> = covariance.iter().map(|row| mean(row)).collect();
    let overall = mean(&means);
    let centre = |(row, values): (usize, &Vec<f64>)| {
        values.iter().zip(&means).map(|(value, mean)| value + overall - means[row] - mean).collect()
    };
    covariance.iter().enumerate().map(centre).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{expected_score, Scores};

    fn table(players: usize, results: &[(usize, usize, [u64; 3])]) -> Crosstable {
        let mut table = Crosstable::new(players);
        for &(player, opponent, [won, drawn, lost]) in results {
            for (half_points, count) in [(2, won), (1, drawn), (0, lost)] {
                for _ in 0..count {
                    table.add(player, opponent, half_points);
                }
            }
        }
        table
    }

    #[test]
    fn two_players_agree_with_the_score() {
        let table = table(2, &[(0, 1, [6_000, 0, 4_000])]);
        let ratings = Ratings::fit(&table);
        let [better, worse] = [ratings.all[0], ratings.all[1]];
        let known = Scores::of([4_000, 0, 6_000]).unwrap().elo().unwrap();
        assert!((better.elo - worse.elo - known.elo).abs() < 0.05, "{better:?} {worse:?} {known}");
        // Each rating is half of the difference away from the average, and so is its error.
        assert!((2.0 * better.error - (known.high - known.low) / 2.0).abs() < 0.05, "{better:?} {known}");
        assert_eq!((better.games, better.score), (10_000, 0.6));
    }

    #[test]
    fn ratings_reproduce_the_strengths_behind_the_games() {
        let strengths = [150.0, 20.0, -60.0, -110.0];
        let mut results = Vec::new();
        for player in 0..4 {
            for opponent in player + 1..4 {
                let won =
                    (200_000.0 * expected_score(strengths[player] - strengths[opponent])).round() as u64;
                results.push((player, opponent, [won, 0, 200_000 - won]));
            }
        }
        let ratings = Ratings::fit(&table(4, &results));
        for (rating, strength) in ratings.all.iter().zip(strengths) {
            assert!((rating.elo - strength).abs() < 0.05, "{rating:?} is not {strength}");
        }
        assert_eq!(ratings.order(), [0, 1, 2, 3]);
    }

    #[test]
    fn superiority_of_two_is_that_of_their_games() {
        let ratings = Ratings::fit(&table(2, &[(0, 1, [520, 0, 480])]));
        let known = Scores::of([480, 0, 520]).unwrap().superiority();
        assert!((ratings.superiority(0, 1) - known).abs() < 1e-3, "{} {known}", ratings.superiority(0, 1));
        assert!((ratings.superiority(0, 1) + ratings.superiority(1, 0) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_clean_sweep_stays_finite_and_strangers_stay_uncertain() {
        let ratings = Ratings::fit(&table(4, &[(0, 1, [30, 0, 0]), (2, 3, [0, 30, 0])]));
        let [winner, loser, drawer, _] = [0, 1, 2, 3].map(|player: usize| ratings.all[player]);
        assert!(winner.elo > loser.elo + 300.0 && winner.elo < 2000.0, "{winner:?} {loser:?}");
        assert!(ratings.superiority(0, 1) > 0.99);
        // Only the virtual games connect the two pairs.
        assert!(drawer.error > 200.0, "{drawer:?}");
    }

    #[test]
    fn a_matrix_times_its_inverse_is_one() {
        let matrix = vec![vec![4.0, 1.0, 0.5], vec![1.0, 3.0, -1.0], vec![0.5, -1.0, 2.0]];
        let inverse = inverse(matrix.clone());
        for (index, row) in matrix.iter().enumerate() {
            for column in 0..3 {
                let product: f64 = row.iter().zip(&inverse).map(|(value, other)| value * other[column]).sum();
                assert!((product - f64::from(u8::from(index == column))).abs() < 1e-14, "{index} {column}");
            }
        }
    }

    #[test]
    fn no_players_and_no_games_are_no_special_cases() {
        assert!(Ratings::fit(&Crosstable::new(0)).all.is_empty());
        let ratings = Ratings::fit(&Crosstable::new(2));
        assert_eq!(ratings.all[0].elo, 0.0);
        assert_eq!(ratings.superiority(0, 1), 0.5);
    }
}
