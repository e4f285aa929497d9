//! Proven bounds of a position's score.

use crate::board::Score;

/// A proven lower and upper bound of a position's score, in discs, for the side that the owner of the value
/// names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The score is at least this.
    pub lower: i8,
    /// The score is at most this.
    pub upper: i8,
}

impl Bounds {
    /// Nothing is proven.
    pub const UNKNOWN: Self = Self { lower: -64, upper: 64 };

    /// The score is proven.
    pub const fn exact(score: Score) -> Self {
        Self { lower: score as i8, upper: score as i8 }
    }

    /// The same for the other side.
    pub const fn negated(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower }
    }

    /// The score, if it is proven exactly.
    pub fn score(self) -> Option<Score> {
        (self.lower == self.upper).then_some(self.lower.into())
    }

    /// 1 for a proven win, 0 for a proven draw, -1 for a proven loss.
    #[inline(always)]
    pub fn sign(self) -> Option<Score> {
        let sign = self.lower.signum();
        (sign == self.upper.signum()).then_some(sign.into())
    }

    /// The bound that fails a null-window search above `alpha` high or low.
    #[inline(always)]
    pub(crate) fn cutoff(self, alpha: Score) -> Option<Score> {
        let (lower, upper) = (Score::from(self.lower), Score::from(self.upper));
        if lower > alpha {
            Some(lower)
        } else {
            (upper <= alpha).then_some(upper)
        }
    }

    /// Whether a search with the window from `alpha` to `beta` has converged: on a score inside the window or
    /// on a bound outside.
    pub(crate) fn settle(self, alpha: Score, beta: Score) -> bool {
        self.lower == self.upper || Score::from(self.lower) >= beta || Score::from(self.upper) <= alpha
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sign_is_proven_without_the_score() {
        let sign = |lower, upper| Bounds { lower, upper }.sign();
        assert_eq!([sign(2, 64), sign(0, 0), sign(-64, -2)], [Some(1), Some(0), Some(-1)]);
        assert_eq!([sign(0, 64), sign(-64, 0), sign(-64, 64)], [None; 3]);
    }

    #[test]
    fn a_window_is_settled_by_the_score_or_a_bound_outside() {
        let bounds = Bounds { lower: 4, upper: 10 };
        assert!(bounds.settle(-1, 1) && bounds.settle(10, 20) && !bounds.settle(4, 12));
        assert_eq!([bounds.cutoff(3), bounds.cutoff(10), bounds.cutoff(4)], [Some(4), Some(10), None]);
        assert_eq!((Bounds::exact(6).score(), bounds.score()), (Some(6), None));
        assert_eq!(bounds.negated(), Bounds { lower: -10, upper: -4 });
    }
}
