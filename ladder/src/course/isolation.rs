//! Why a participant may meet nobody.

use std::fmt;

use super::rules::{Ruling, MAX_WINS_AHEAD, WINDOW};
use super::state::Ladder;

/// The number of others that each rule keeps apart from a participant who may meet nobody. Those that two
/// rules keep apart count once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Isolation {
    /// Whether the participant itself has an effective program.
    pub is_effective: bool,
    /// Rule 2: how many are rated too far away.
    pub too_far: usize,
    /// Rule 3: how many have won or lost too many games more.
    pub too_far_ahead: usize,
}

impl Ladder {
    /// Why a participant may meet nobody; `None` if somebody may meet it.
    pub fn isolation(&self, participant: usize) -> Option<Isolation> {
        let is_effective = self.participants()[participant].versions > 0;
        let mut isolation = Isolation { is_effective, too_far: 0, too_far_ahead: 0 };
        for other in (0..self.participants().len()).filter(|&other| other != participant) {
            let verdict = self.verdict(participant, other);
            if verdict.allows() {
                return None;
            }
            if verdict.effective != Ruling::Broken {
                let is_too_far = verdict.window == Ruling::Broken;
                isolation.too_far += usize::from(is_too_far);
                isolation.too_far_ahead += usize::from(!is_too_far);
            }
        }
        Some(isolation)
    }
}

impl fmt::Display for Isolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Self { is_effective, too_far, too_far_ahead } = self;
        if !is_effective {
            return f.write_str("it has no effective program: none made a legal move");
        }
        if too_far + too_far_ahead == 0 {
            return f.write_str("nobody else has an effective program");
        }
        let mut reasons = Vec::new();
        if too_far > 0 {
            reasons.push(format!("{too_far} rated more than {WINDOW} points away (rule 2)"));
        }
        if too_far_ahead > 0 {
            reasons.push(format!(
                "{too_far_ahead} with a lead of more than {MAX_WINS_AHEAD} game between the two programs \
                 (rule 3)"
            ));
        }
        write!(f, "{}", reasons.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::course::rating::Outcome;
    use crate::course::state::tests::ladder;

    fn beat(ladder: &mut Ladder, pair: [usize; 2]) {
        let game = ladder.start(pair, ladder.lap() + 1);
        ladder.finish(&game, Outcome::Win);
    }

    #[test]
    fn each_reason_is_said() {
        let mut ladder = ladder(&["a"]);
        let text = |ladder: &Ladder, index| ladder.isolation(index).map(|isolation| isolation.to_string());
        assert_eq!(text(&ladder, 0).unwrap(), "nobody else has an effective program");
        ladder.add("idle".to_string());
        assert_eq!(text(&ladder, 0).unwrap(), "nobody else has an effective program");
        assert_eq!(text(&ladder, 1).unwrap(), "it has no effective program: none made a legal move");
        ladder.submit(1);
        assert_eq!(text(&ladder, 0), None);
        beat(&mut ladder, [0, 1]);
        beat(&mut ladder, [0, 1]);
        let ahead = "1 with a lead of more than 1 game between the two programs (rule 3)";
        assert_eq!(text(&ladder, 0).unwrap(), ahead);
        while ladder.participants()[0].rating - ladder.participants()[1].rating <= WINDOW {
            beat(&mut ladder, [0, 1]);
        }
        assert_eq!(text(&ladder, 1).unwrap(), "1 rated more than 100 points away (rule 2)");
    }
}
