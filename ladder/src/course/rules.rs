//! The three rules of who may meet whom, each with its exception, and their explanation; what a game counts.

use std::fmt;

use arena::matches::pairs;
use arena::play::record::GameRecord;
use outflank::game::Color;
use toolkit::text::Visible;

use super::participant::Participant;

/// The largest difference of ratings that keeps nobody apart, in Elo.
pub const WINDOW: f64 = 100.0;

/// The largest difference of head-to-head wins that keeps nobody apart.
pub const MAX_WINS_AHEAD: u32 = 1;

/// The ruling of one rule on a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// The rule holds.
    Holds,
    /// It does not, but its exception does.
    Excepted,
    /// The two may not meet.
    Broken,
}

impl Ruling {
    fn new(holds: bool, is_excepted: bool) -> Self {
        match (holds, is_excepted) {
            (true, _) => Self::Holds,
            (false, true) => Self::Excepted,
            (false, false) => Self::Broken,
        }
    }

    /// Whether it lets the two meet.
    pub fn allows(self) -> bool {
        self != Self::Broken
    }
}

/// The rulings of the three rules on a pair.
#[derive(Clone, Copy, Debug)]
pub struct Eligibility<'a> {
    /// The two participants.
    pub participants: [&'a Participant; 2],
    /// The games that the program of each has won against the other's.
    pub wins: [u32; 2],
    /// Rule 1: both have submitted an effective program.
    pub effective: Ruling,
    /// Rule 2: their ratings differ by at most [`WINDOW`], or the lower-rated has just updated its program.
    pub window: Ruling,
    /// Rule 3: their head-to-head wins differ by at most [`MAX_WINS_AHEAD`], or the one ahead is the
    /// lower-rated.
    pub head_to_head: Ruling,
}

impl<'a> Eligibility<'a> {
    /// Applies the rules to two different participants and the games that their programs have won against
    /// each other.
    pub fn new(participants: [&'a Participant; 2], wins: [u32; 2]) -> Self {
        let [first, second] = participants;
        let [lower, higher] = by_rating(participants);
        let leader = leader(wins);
        let are_even = wins[0].abs_diff(wins[1]) <= MAX_WINS_AHEAD;
        let leader_is_lower = participants[leader].rating < participants[1 - leader].rating;
        Self {
            participants,
            wins,
            effective: Ruling::new(first.versions > 0 && second.versions > 0, false),
            window: Ruling::new(higher.rating - lower.rating <= WINDOW, lower.has_just_updated()),
            head_to_head: Ruling::new(are_even, leader_is_lower),
        }
    }

    /// Whether the two may meet.
    pub fn allows(&self) -> bool {
        self.rulings().into_iter().all(Ruling::allows)
    }

    /// The rulings, in the order of the rules.
    pub fn rulings(&self) -> [Ruling; 3] {
        [self.effective, self.window, self.head_to_head]
    }

    fn explain_effective(&self) -> Vec<String> {
        if self.effective.allows() {
            return vec!["both have submitted an effective program".to_string()];
        }
        let idle = self.participants.into_iter().filter(|participant| participant.versions == 0);
        let text = |name| format!("{name} has no effective program: none made a legal move");
        idle.map(|participant| text(Visible::line(&participant.name))).collect()
    }

    fn explain_window(&self) -> String {
        let [lower, higher] = by_rating(self.participants);
        let apart = format!("the ratings differ by {:.1}", higher.rating - lower.rating);
        let [lower, higher] = [lower, higher].map(|participant| Visible::line(&participant.name));
        match self.window {
            Ruling::Holds => format!("{apart}, at most {WINDOW}"),
            Ruling::Excepted => format!(
                "{apart}, more than {WINDOW}, but {lower}, the lower-rated, has just updated its program"
            ),
            Ruling::Broken => format!(
                "{apart}, more than {WINDOW}, and {lower}, rated below {higher}, has not just updated its \
                 program"
            ),
        }
    }

    fn explain_head_to_head(&self) -> String {
        let leader = leader(self.wins);
        let [score, other_score] = [self.wins[leader], self.wins[1 - leader]];
        if score == other_score {
            return format!("they stand {score}-{other_score} in games between these programs");
        }
        let [ahead, behind] = [leader, 1 - leader].map(|one| Visible::line(&self.participants[one].name));
        let lead = format!("{ahead} leads {behind} {score}-{other_score} in games between these programs");
        match self.head_to_head {
            Ruling::Holds => format!("{lead}, by at most {MAX_WINS_AHEAD}"),
            Ruling::Excepted => format!("{lead}, but is the lower-rated"),
            Ruling::Broken => {
                format!("{lead}, by more than {MAX_WINS_AHEAD}, and is not the lower-rated")
            }
        }
    }
}

/// The two, the lower-rated first.
fn by_rating([first, second]: [&Participant; 2]) -> [&Participant; 2] {
    if first.rating < second.rating {
        [first, second]
    } else {
        [second, first]
    }
}

/// Which of the two has won more games against the other.
fn leader(wins: [u32; 2]) -> usize {
    usize::from(wins[1] > wins[0])
}

/// Each ruling in words, one line a rule; two if neither has an effective program.
impl fmt::Display for Eligibility<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts =
            [self.explain_effective(), vec![self.explain_window()], vec![self.explain_head_to_head()]];
        for ((number, ruling), texts) in (1..).zip(self.rulings()).zip(texts) {
            let word = if ruling.allows() { "yes" } else { "NO" };
            texts.iter().try_for_each(|text| writeln!(f, "rule {number}: {word:<3} {text}"))?;
        }
        Ok(())
    }
}

/// The first player's half points in each round. A fault in a game of the course loses both.
pub fn half_points(rounds: &[GameRecord], goes_on: bool) -> [u8; 2] {
    let points = [(0, Color::Black), (1, Color::White)]
        .map(|(round, color)| rounds.get(round).map_or(0, |round| pairs::half_points(round.scores, color)));
    match pairs::course_half_points(rounds) {
        _ if goes_on => points,
        0 => [0, 0],
        4 => [2, 2],
        _ => points,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entrant(name: &str, rating: f64) -> Participant {
        Participant { versions: 1, version_games: 1, rating, ..Participant::new(name.to_string()) }
    }

    fn updated(name: &str, rating: f64) -> Participant {
        Participant { version_games: 0, ..entrant(name, rating) }
    }

    /// The verdict does not depend on the order of the two.
    #[track_caller]
    fn verdict(participants: [&Participant; 2], wins: [u32; 2]) -> Eligibility<'_> {
        let [first, second] = participants;
        let swapped = Eligibility::new([second, first], [wins[1], wins[0]]);
        let verdict = Eligibility::new(participants, wins);
        assert_eq!(verdict.rulings(), swapped.rulings());
        verdict
    }

    #[test]
    fn both_need_an_effective_program() {
        let [ann, bob] = ["Ann", "Bob"].map(|name| Participant::new(name.to_string()));
        let able = entrant("Bob", 1500.0);
        let verdict = verdict([&ann, &able], [0, 0]);
        assert_eq!(verdict.rulings(), [Ruling::Broken, Ruling::Holds, Ruling::Holds]);
        assert!(!verdict.allows());
        let text = verdict.to_string();
        assert!(text.starts_with("rule 1: NO  Ann has no effective program"), "{text}");
        let both = Eligibility::new([&ann, &bob], [0, 0]).to_string();
        assert!(both.contains("Ann has no") && both.contains("Bob has no"), "{both}");
    }

    #[test]
    fn a_hundred_points_apart_is_near_enough() {
        let [ann, near, far] =
            [("Ann", 1500.0), ("Bob", 1600.0), ("Bob", 1600.5)].map(|(name, rating)| entrant(name, rating));
        assert_eq!(verdict([&ann, &near], [0, 0]).window, Ruling::Holds);
        let broken = verdict([&ann, &far], [0, 0]);
        assert_eq!(broken.window, Ruling::Broken);
        let expected =
            "rule 2: NO  the ratings differ by 100.5, more than 100, and Ann, rated below Bob, has not just \
                    updated its program\n";
        assert!(broken.to_string().contains(expected), "{broken}");
    }

    #[test]
    fn only_the_lower_rated_update_opens_the_window() {
        let (ann, bob) = (updated("Ann", 1200.0), entrant("Bob", 1600.0));
        let excepted = verdict([&ann, &bob], [0, 0]);
        assert_eq!(excepted.window, Ruling::Excepted);
        assert!(excepted.allows());
        let expected = "400.0, more than 100, but Ann, the lower-rated, has just updated its program\n";
        assert!(excepted.to_string().contains(expected), "{excepted}");
        let (ann, bob) = (entrant("Ann", 1200.0), updated("Bob", 1600.0));
        assert_eq!(verdict([&ann, &bob], [0, 0]).window, Ruling::Broken);
    }

    #[test]
    fn whoever_leads_and_is_rated_above_has_shown_enough() {
        let bob = entrant("Bob", 1500.0);
        let [above, below, equal] = [1510.0, 1490.0, 1500.0].map(|rating| entrant("Ann", rating));
        // The specification's example: A leads B 3-1, they are not paired again while A is rated above B.
        let broken = verdict([&above, &bob], [3, 1]);
        assert_eq!(broken.head_to_head, Ruling::Broken);
        let expected =
            "rule 3: NO  Ann leads Bob 3-1 in games between these programs, by more than 1, and is not the \
             lower-rated\n";
        assert!(broken.to_string().ends_with(expected), "{broken}");
        let excepted = verdict([&below, &bob], [3, 1]);
        assert_eq!(excepted.head_to_head, Ruling::Excepted);
        let expected = "Ann leads Bob 3-1 in games between these programs, but is the lower-rated\n";
        assert!(excepted.to_string().ends_with(expected), "{excepted}");
        assert_eq!(verdict([&equal, &bob], [3, 1]).head_to_head, Ruling::Broken);
        for wins in [[2, 1], [1, 2], [0, 0], [7, 7]] {
            assert_eq!(verdict([&above, &bob], wins).head_to_head, Ruling::Holds, "{wins:?}");
        }
    }
}
