//! How far the value of a move can be trusted.

use outflank::bounds::Bounds;

use crate::search::MoveReport;

/// Estimates beyond this many discs are coarse.
const COARSE: f32 = 16.0;

/// Discs of doubt for each disc beyond [`COARSE`].
const COARSE_DOUBT: f32 = 1.0 / 6.0;

/// Discs of doubt of an estimate by one visit; it falls with the root of the visits.
const VISIT_DOUBT: f32 = 40.0;

/// The value of a move, in discs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Estimate {
    pub(super) value: f32,
    pub(super) bounds: Bounds,
    pub(super) visits: u32,
}

impl Estimate {
    pub(super) fn of(entry: &MoveReport) -> Self {
        Self { value: entry.value, bounds: entry.bounds, visits: entry.visits }
    }

    /// Discs by which this move is better than another, beyond doubt.
    pub(super) fn lead_over(self, other: Self) -> f32 {
        self.range()[0] - other.range()[1] - self.doubt().max(other.doubt())
    }

    /// The least and the greatest result that the value stands for. Where the result is proven without its
    /// score, the value is no estimate of discs, and only the bounds count.
    fn range(self) -> [f32; 2] {
        let Bounds { lower, upper } = self.bounds;
        if lower > 0 || upper < 0 {
            [lower, upper].map(f32::from)
        } else {
            [self.value; 2]
        }
    }

    fn doubt(self) -> f32 {
        if self.bounds.sign().is_some() {
            return 0.0;
        }
        COARSE_DOUBT * (self.value.abs() - COARSE).max(0.0) + VISIT_DOUBT / (self.visits.max(1) as f32).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_without_scores_few_visits_and_far_values_are_doubted() {
        let estimate = |value, visits| Estimate { value, bounds: Bounds::UNKNOWN, visits };
        let exact =
            |score: i8| Estimate { value: score.into(), bounds: Bounds::exact(score.into()), visits: 0 };
        let win = Estimate { value: 30.0, bounds: Bounds { lower: 2, upper: 64 }, visits: 0 };
        assert_eq!(exact(6).lead_over(exact(4)), 2.0);
        assert_eq!(win.lead_over(exact(-2)), 4.0);
        assert!(win.lead_over(exact(4)) < 0.0 && exact(4).lead_over(win) < 0.0);
        assert!(estimate(6.0, 10_000).lead_over(estimate(3.0, 10_000)) > 2.0);
        assert!(estimate(6.0, 10_000).lead_over(estimate(3.0, 100)) < 2.0);
        assert!(estimate(40.0, 10_000).lead_over(estimate(36.0, 10_000)) < 2.0);
    }
}
