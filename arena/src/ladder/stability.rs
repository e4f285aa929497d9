//! Whether a ladder's standings have settled.

use super::rating::START;
use super::simulation::spearman;
use super::store::{GameRow, Replica};

/// How many laps back the standings are compared.
const LAPS: u64 = 10;
/// The rank correlation of settled standings with those [`LAPS`] laps ago.
const SETTLED: f64 = 0.99;

/// Whether the standings are much as they were ten laps ago and no program has played its first game since.
pub fn is_stable(replica: &Replica) -> bool {
    let Some(then) = replica.ladder.lap().checked_sub(LAPS).filter(|&then| then > 0) else { return false };
    let participants = replica.ladder.participants();
    let past: Vec<&GameRow> = replica.games.iter().filter(|game| game.pairing.lap <= then).collect();
    let mut ratings = vec![START; participants.len()];
    let mut has_played = vec![false; participants.len()];
    for game in past {
        for seat in 0..2 {
            let participant = game.pairing.participants[seat];
            ratings[participant] = game.change.after[seat];
            has_played[participant] |= game.pairing.versions[seat] == participants[participant].versions;
        }
    }
    let has_newcomers = participants.iter().zip(has_played).any(|(now, had)| now.version_games > 0 && !had);
    let now: Vec<f64> = participants.iter().map(|participant| participant.rating).collect();
    !has_newcomers && spearman(&ratings, &now) >= SETTLED
}

#[cfg(test)]
mod tests;
