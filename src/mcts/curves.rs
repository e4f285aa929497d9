//! The two curves of the search as tables: tanh-scaled values from -1 to 1, and weights of priors.
//!
//! Built by basic arithmetic alone, without the library's `exp`, so that every machine and every build gets
//! the same numbers.

use super::parameters::Parameters;
use crate::eval::{Value, DISC, MAX_VALUE};

/// Entries a disc.
const RESOLUTION: Value = 16;
/// Between two entries, as a [`Value`].
const SPACING: Value = DISC / RESOLUTION;
const LEN: usize = (2 * MAX_VALUE / SPACING) as usize + 1;

/// Tables for one set of parameters.
#[derive(Clone, Debug)]
pub(super) struct Curves {
    tanh: Box<[f32; LEN]>,
    weight: Box<[f32; LEN]>,
}

/// e to the power of `x`, for small `x`.
fn exp(x: f64) -> f64 {
    let (mut term, mut sum) = (1.0, 1.0);
    for n in 1..20 {
        term *= x / f64::from(n);
        sum += term;
    }
    sum
}

impl Curves {
    pub(super) fn new(parameters: &Parameters) -> Self {
        let mut curves = Self { tanh: Box::new([0.0; LEN]), weight: Box::new([0.0; LEN]) };
        let growth = exp(2.0 / f64::from(parameters.tanh_scale) / f64::from(RESOLUTION));
        let decay = exp(-1.0 / f64::from(parameters.prior_temperature) / f64::from(RESOLUTION));
        let (mut exponential, mut weight) = (1.0, 1.0);
        for i in 0..LEN {
            curves.weight[i] = weight as f32;
            weight *= decay;
            if i <= LEN / 2 {
                let tanh = ((exponential - 1.0) / (exponential + 1.0)) as f32;
                curves.tanh[LEN / 2 + i] = tanh;
                curves.tanh[LEN / 2 - i] = -tanh;
                exponential *= growth;
            }
        }
        curves
    }

    /// tanh(value / scale).
    #[inline(always)]
    pub(super) fn tanh(&self, value: Value) -> f32 {
        self.tanh[((value.clamp(-MAX_VALUE, MAX_VALUE) + MAX_VALUE) / SPACING) as usize]
    }

    /// exp(-behind / temperature), for a move whose value is `behind` (at least 0) below the best.
    #[inline(always)]
    pub(super) fn weight(&self, behind: Value) -> f32 {
        self.weight[(behind.clamp(0, 2 * MAX_VALUE) / SPACING) as usize]
    }
}
