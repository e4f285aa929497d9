//! The three rules of who may meet whom, each with its exception, and their explanation; what a game counts.

use std::fmt;

use arena::matches::pairs;
use arena::play::record::GameRecord;
use outflank::game::Color;

/// The largest difference of ratings that keeps nobody apart, in Elo.
pub const WINDOW: f64 = 100.0;

/// The largest difference of head-to-head wins that keeps nobody apart.
pub const MAX_WINS_AHEAD: u32 = 1;

/// The state of one participant that the rules read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entrant {
    /// Whether it has submitted a program that made at least one legal move.
    pub is_effective: bool,
    /// Whether its program, a first one as well as an update, has yet to finish a game.
    pub has_just_updated: bool,
    /// Its Elo rating.
    pub rating: f64,
}

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
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Eligibility {
    /// The two participants.
    pub entrants: [Entrant; 2],
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

impl Eligibility {
    /// Applies the rules to two different participants and the games that their programs have won against
    /// each other.
    pub fn new(entrants: [Entrant; 2], wins: [u32; 2]) -> Self {
        let [first, second] = entrants;
        let (lower, higher) = if first.rating < second.rating { (first, second) } else { (second, first) };
        let in_window = higher.rating - lower.rating <= WINDOW;
        let (ahead, behind) = if wins[0] > wins[1] { (first, second) } else { (second, first) };
        let are_even = wins[0].abs_diff(wins[1]) <= MAX_WINS_AHEAD;
        Self {
            entrants,
            wins,
            effective: Ruling::new(first.is_effective && second.is_effective, false),
            window: Ruling::new(in_window, lower.has_just_updated),
            head_to_head: Ruling::new(are_even, ahead.rating < behind.rating),
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

    /// Explains each ruling in words, one line a rule.
    pub fn explain<'a>(&'a self, names: [&'a dyn fmt::Display; 2]) -> impl fmt::Display + 'a {
        Explanation { verdict: self, names }
    }
}

struct Explanation<'a> {
    verdict: &'a Eligibility,
    names: [&'a dyn fmt::Display; 2],
}

impl fmt::Display for Explanation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.effective(f)?;
        self.window(f)?;
        self.head_to_head(f)
    }
}

impl Explanation<'_> {
    fn line(
        &self,
        f: &mut fmt::Formatter<'_>,
        number: u8,
        ruling: Ruling,
        text: fmt::Arguments<'_>,
    ) -> fmt::Result {
        let word = if ruling.allows() { "yes" } else { "NO" };
        writeln!(f, "rule {number}: {word:<3} {text}")
    }

    fn effective(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ruling = self.verdict.effective;
        if ruling.allows() {
            return self.line(f, 1, ruling, format_args!("both have submitted an effective program"));
        }
        for (entrant, name) in self.verdict.entrants.iter().zip(self.names) {
            if !entrant.is_effective {
                let text = format_args!("{name} has no effective program: none made a legal move");
                self.line(f, 1, ruling, text)?;
            }
        }
        Ok(())
    }

    fn window(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.verdict.entrants;
        let lower = usize::from(second.rating <= first.rating);
        let (low, high) = (self.names[lower], self.names[1 - lower]);
        let difference = (first.rating - second.rating).abs();
        let ruling = self.verdict.window;
        let apart = format!("the ratings differ by {difference:.1}");
        match ruling {
            Ruling::Holds => self.line(f, 2, ruling, format_args!("{apart}, at most {WINDOW}")),
            Ruling::Excepted => {
                let text = format_args!(
                    "{apart}, more than {WINDOW}, but {low}, the lower-rated, has just updated its program"
                );
                self.line(f, 2, ruling, text)
            }
            Ruling::Broken => {
                let text = format_args!(
                    "{apart}, more than {WINDOW}, and {low}, rated below {high}, has not just updated its \
                     program"
                );
                self.line(f, 2, ruling, text)
            }
        }
    }

    fn head_to_head(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wins = self.verdict.wins;
        let leader = usize::from(wins[1] > wins[0]);
        let (ahead, behind) = (self.names[leader], self.names[1 - leader]);
        let ruling = self.verdict.head_to_head;
        let score = format!("{}-{}", wins[leader], wins[1 - leader]);
        match ruling {
            Ruling::Holds if wins[0] == wins[1] => {
                self.line(f, 3, ruling, format_args!("they stand {score} in games between these programs"))
            }
            Ruling::Holds => {
                let text = format_args!(
                    "{ahead} leads {behind} {score} in games between these programs, by at most \
                     {MAX_WINS_AHEAD}"
                );
                self.line(f, 3, ruling, text)
            }
            Ruling::Excepted => {
                let text = format_args!(
                    "{ahead} leads {behind} {score} in games between these programs, but is the lower-rated"
                );
                self.line(f, 3, ruling, text)
            }
            Ruling::Broken => {
                let text = format_args!(
                    "{ahead} leads {behind} {score} in games between these programs, by more than \
                     {MAX_WINS_AHEAD}, and is not the lower-rated"
                );
                self.line(f, 3, ruling, text)
            }
        }
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

    fn entrant(rating: f64) -> Entrant {
        Entrant { is_effective: true, has_just_updated: false, rating }
    }

    fn updated(rating: f64) -> Entrant {
        Entrant { has_just_updated: true, ..entrant(rating) }
    }

    fn text(verdict: &Eligibility) -> String {
        verdict.explain([&"Ann", &"Bob"]).to_string()
    }

    /// The verdict does not depend on the order of the two.
    #[track_caller]
    fn verdict(entrants: [Entrant; 2], wins: [u32; 2]) -> Eligibility {
        let verdict = Eligibility::new(entrants, wins);
        let swapped = Eligibility::new([entrants[1], entrants[0]], [wins[1], wins[0]]);
        assert_eq!(verdict.rulings(), swapped.rulings());
        verdict
    }

    #[test]
    fn both_need_an_effective_program() {
        let idle = Entrant { is_effective: false, ..entrant(1500.0) };
        let verdict = verdict([idle, entrant(1500.0)], [0, 0]);
        assert_eq!(verdict.rulings(), [Ruling::Broken, Ruling::Holds, Ruling::Holds]);
        assert!(!verdict.allows());
        assert!(text(&verdict).starts_with("rule 1: NO  Ann has no effective program"), "{}", text(&verdict));
        let both = Eligibility::new([idle, idle], [0, 0]);
        assert!(text(&both).contains("Ann has no") && text(&both).contains("Bob has no"));
    }

    #[test]
    fn a_hundred_points_apart_is_near_enough() {
        assert_eq!(verdict([entrant(1500.0), entrant(1600.0)], [0, 0]).window, Ruling::Holds);
        let broken = verdict([entrant(1500.0), entrant(1600.5)], [0, 0]);
        assert_eq!(broken.window, Ruling::Broken);
        let expected =
            "rule 2: NO  the ratings differ by 100.5, more than 100, and Ann, rated below Bob, has not just \
                    updated its program\n";
        assert!(text(&broken).contains(expected), "{}", text(&broken));
    }

    #[test]
    fn only_the_lower_rated_update_opens_the_window() {
        let excepted = verdict([updated(1200.0), entrant(1600.0)], [0, 0]);
        assert_eq!(excepted.window, Ruling::Excepted);
        assert!(excepted.allows());
        let expected = "400.0, more than 100, but Ann, the lower-rated, has just updated its program\n";
        assert!(text(&excepted).contains(expected), "{}", text(&excepted));
        assert_eq!(verdict([entrant(1200.0), updated(1600.0)], [0, 0]).window, Ruling::Broken);
    }

    #[test]
    fn whoever_leads_and_is_rated_above_has_shown_enough() {
        // The specification's example: A leads B 3-1, they are not paired again while A is rated above B.
        let broken = verdict([entrant(1510.0), entrant(1500.0)], [3, 1]);
        assert_eq!(broken.head_to_head, Ruling::Broken);
        let expected =
            "rule 3: NO  Ann leads Bob 3-1 in games between these programs, by more than 1, and is not the \
             lower-rated\n";
        assert!(text(&broken).ends_with(expected), "{}", text(&broken));
        let excepted = verdict([entrant(1490.0), entrant(1500.0)], [3, 1]);
        assert_eq!(excepted.head_to_head, Ruling::Excepted);
        assert!(text(&excepted)
            .ends_with("Ann leads Bob 3-1 in games between these programs, but is the lower-rated\n"));
        assert_eq!(verdict([entrant(1500.0), entrant(1500.0)], [3, 1]).head_to_head, Ruling::Broken);
        for wins in [[2, 1], [1, 2], [0, 0], [7, 7]] {
            assert_eq!(
                verdict([entrant(1510.0), entrant(1500.0)], wins).head_to_head,
                Ruling::Holds,
                "{wins:?}"
            );
        }
    }
}
