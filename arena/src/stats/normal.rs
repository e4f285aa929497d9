//! The normal distribution.

/// How many standard errors a 95 % interval reaches to either side.
pub const Z_95: f64 = 1.96;

/// The probability that a standard normal variable is at most `z`.
pub fn normal_cdf(z: f64) -> f64 {
    0.5 * libm::erfc(-z / std::f64::consts::SQRT_2)
}
