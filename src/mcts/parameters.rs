//! The tunable parameters of the search.

/// The tunable parameters; the defaults come from matches at 20 to 30 ms a move
/// (`docs/experiments/search.md`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Weight of exploration against the tanh-scaled value; 0.2 to 2, at least 0.001.
    pub exploration: f32,
    /// Weight of the minimax backup in a move's value, 0 to 1; the mean has the rest.
    pub minimax_weight: f32,
    /// Discs of static evaluation that divide a prior by e; 2 to 16.
    pub prior_temperature: f32,
    /// Discs whose tanh-scaled value is tanh(1); 8 to 32.
    pub tanh_scale: f32,
}

impl Default for Parameters {
    fn default() -> Self {
        Self { exploration: 0.65, minimax_weight: 0.4, prior_temperature: 5.5, tanh_scale: 20.0 }
    }
}
