//! Mean errors.

/// Differences between estimates and targets, in discs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Errors {
    /// The number of differences.
    pub count: u64,
    absolute: f64,
    signed: f64,
}

impl Errors {
    /// Adds one difference.
    pub fn add(&mut self, error: f64) {
        self.count += 1;
        self.absolute += error.abs();
        self.signed += error;
    }

    /// Mean absolute difference in discs.
    pub fn mean_absolute(&self) -> f64 {
        self.absolute / self.count.max(1) as f64
    }

    /// Mean difference in discs; positive if estimates are too high.
    pub fn mean(&self) -> f64 {
        self.signed / self.count.max(1) as f64
    }
}
