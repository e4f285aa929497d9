//! The normal distribution.

/// Half the width of a 95 % interval, in standard errors.
pub const Z_95: f64 = 1.96;

/// The probability that a standard normal variable is at most `z`.
pub fn normal_cdf(z: f64) -> f64 {
    0.5 * libm::erfc(-z / std::f64::consts::SQRT_2)
}
