//! Whether a ladder's standings have settled.

use super::rating::START;
use super::simulation::spearman;
use super::store::{GameRow, LadderState};

/// Number of laps over which the standings are compared.
const LAPS: u64 = 10;
/// The rank correlation of settled standings with those [`LAPS`] laps ago.
const SETTLED: f64 = 0.99;

/// Whether the standings have barely changed over ten laps and no program has played its first game since;
/// never in leagues, which have no laps.
pub fn is_stable(ladder_state: &LadderState) -> bool {
    if ladder_state.ladder.leagues().is_some() {
        return false;
    }
    let Some(then) = ladder_state.ladder.lap.checked_sub(LAPS).filter(|&then| then > 0) else {
        return false;
    };
    let participants = &ladder_state.ladder.participants;
    let past: Vec<&GameRow> = ladder_state.games.iter().filter(|game| game.pairing.lap <= then).collect();
    let mut ratings = vec![START; participants.len()];
    let mut had_game = vec![false; participants.len()];
    for game in past {
        for seat in 0..2 {
            let participant = game.pairing.participants[seat];
            ratings[participant] = game.change.after[seat];
            had_game[participant] |= game.pairing.versions[seat] == participants[participant].versions;
        }
    }
    let has_newcomers = participants.iter().zip(had_game).any(|(now, had)| now.version_games > 0 && !had);
    let now: Vec<f64> = participants.iter().map(|participant| participant.rating).collect();
    !has_newcomers && spearman(&ratings, &now) >= SETTLED
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::course::matchmaking::Policy;
    use crate::course::rating::expected;
    use outflank::rng::Rng;

    const PARTICIPANTS: usize = 40;

    /// A ladder whose participants are 40 Elo apart, each stronger than the next.
    fn ladder() -> LadderState {
        let mut ladder_state = LadderState::default();
        for index in 0..PARTICIPANTS {
            let participant = ladder_state.ladder.add(format!("{index:02}"));
            ladder_state.ladder.submit(participant);
        }
        ladder_state
    }

    fn play_laps(ladder_state: &mut LadderState, laps: u64) {
        let last = ladder_state.ladder.lap + laps;
        let mut rng = Rng::new(last);
        while ladder_state.ladder.lap <= last {
            let pairing = ladder_state.ladder.start_next(Policy::default()).unwrap();
            let [first, second] = pairing.participants.map(|participant| -40.0 * participant as f64);
            let chance = expected(first, second);
            let round = |_| if (rng.below(1000) as f64) < 1000.0 * chance { 2 } else { 0 };
            let half_points = [0, 1].map(round);
            ladder_state.finish(pairing, half_points, [0, 0]);
        }
    }

    #[test]
    fn standings_settle_after_enough_laps() {
        let mut ladder_state = ladder();
        play_laps(&mut ladder_state, LAPS + 2);
        assert!(!is_stable(&ladder_state), "ratings are still spreading");
        play_laps(&mut ladder_state, 150);
        assert!(is_stable(&ladder_state));
    }

    #[test]
    fn an_update_unsettles_them() {
        let mut ladder_state = ladder();
        play_laps(&mut ladder_state, 150);
        assert!(is_stable(&ladder_state));
        ladder_state.ladder.submit(20);
        play_laps(&mut ladder_state, 1);
        assert!(ladder_state.ladder.participants[20].version_games > 0);
        assert!(!is_stable(&ladder_state), "the update has just played its first game");
    }
}
