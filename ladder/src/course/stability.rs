//! Whether a ladder's standings have settled.

use super::rating::START;
use super::simulation::spearman;
use super::store::{GameRow, Replica};

/// Number of laps over which the standings are compared.
const LAPS: u64 = 10;
/// The rank correlation of settled standings with those [`LAPS`] laps ago.
const SETTLED: f64 = 0.99;

/// Whether the standings have barely changed over ten laps and no program has played its first game since.
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
mod tests {
    use super::*;
    use crate::course::matchmaking::Policy;
    use crate::course::rating::expected;
    use crate::course::store::FinishedGame;
    use outflank::rng::Rng;

    const PARTICIPANTS: usize = 40;

    /// A ladder whose participants are 40 Elo apart, each stronger than the next.
    fn ladder() -> Replica {
        let mut replica = Replica::default();
        for index in 0..PARTICIPANTS {
            let participant = replica.ladder.add(format!("{index:02}"));
            replica.ladder.submit(participant);
        }
        replica
    }

    fn play_laps(replica: &mut Replica, laps: u64) {
        let last = replica.ladder.lap() + laps;
        let mut rng = Rng::new(last);
        while replica.ladder.lap() <= last {
            let pairing = replica.ladder.start_next(Policy::default()).unwrap();
            let [first, second] = pairing.participants.map(|participant| -40.0 * participant as f64);
            let chance = expected(first, second);
            let round = |_| if (rng.below(1000) as f64) < 1000.0 * chance { 2 } else { 0 };
            let half_points = [0, 1].map(round).into_iter().sum();
            replica.finish(&FinishedGame { pairing, half_points, started_ms: 0, finished_ms: 0 });
        }
    }

    #[test]
    fn standings_settle_after_enough_laps() {
        let mut replica = ladder();
        play_laps(&mut replica, LAPS + 2);
        assert!(!is_stable(&replica), "ratings are still spreading");
        play_laps(&mut replica, 150);
        assert!(is_stable(&replica));
    }

    #[test]
    fn an_update_unsettles_them() {
        let mut replica = ladder();
        play_laps(&mut replica, 150);
        assert!(is_stable(&replica));
        replica.ladder.submit(20);
        play_laps(&mut replica, 1);
        assert!(replica.ladder.participants()[20].version_games > 0);
        assert!(!is_stable(&replica), "the update has just played its first game");
    }
}
