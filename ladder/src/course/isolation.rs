//! Why a participant may meet nobody.

use super::rules::{MAX_WINS_AHEAD, WINDOW};
use super::state::Ladder;

impl Ladder {
    /// Why a participant may meet nobody, with the number of others that each rule keeps apart from it; those
    /// that two rules keep apart count once. `None` if somebody may meet it.
    pub fn isolation(&self, participant: usize) -> Option<String> {
        let (mut too_far, mut too_far_ahead) = (0, 0);
        for other in (0..self.participants.len()).filter(|&other| other != participant) {
            let verdict = self.verdict(participant, other);
            if verdict.allows() {
                return None;
            }
            if verdict.effective.allows() {
                let count = if verdict.window.allows() { &mut too_far_ahead } else { &mut too_far };
                *count += 1;
            }
        }
        if self.participants[participant].versions == 0 {
            return Some("it has no effective program: none made a legal move".to_string());
        }
        let far = format!("{too_far} rated more than {WINDOW} points away (rule 2)");
        let ahead = format!(
            "{too_far_ahead} with a lead of more than {MAX_WINS_AHEAD} game between the two programs (rule 3)"
        );
        Some(match (too_far, too_far_ahead) {
            (0, 0) => "nobody else has an effective program".to_string(),
            (0, _) => ahead,
            (_, 0) => far,
            _ => format!("{far}, {ahead}"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::course::rating::Outcome;
    use crate::course::state::tests::ladder;

    fn beat(ladder: &mut Ladder, pair: [usize; 2]) {
        let game = ladder.start(pair, ladder.lap + 1);
        ladder.finish(&game, Outcome::Win);
    }

    #[test]
    fn each_reason_is_said() {
        let mut ladder = ladder(&["a"]);
        assert_eq!(ladder.isolation(0).unwrap(), "nobody else has an effective program");
        ladder.add("idle".to_string());
        assert_eq!(ladder.isolation(0).unwrap(), "nobody else has an effective program");
        assert_eq!(ladder.isolation(1).unwrap(), "it has no effective program: none made a legal move");
        ladder.submit(1);
        assert_eq!(ladder.isolation(0), None);
        beat(&mut ladder, [0, 1]);
        beat(&mut ladder, [0, 1]);
        let ahead = "1 with a lead of more than 1 game between the two programs (rule 3)";
        assert_eq!(ladder.isolation(0).unwrap(), ahead);
        while ladder.participants[0].rating - ladder.participants[1].rating <= WINDOW {
            beat(&mut ladder, [0, 1]);
        }
        assert_eq!(ladder.isolation(1).unwrap(), "1 rated more than 100 points away (rule 2)");
    }
}
