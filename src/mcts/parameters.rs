//! What the search can be tuned by.

/// What the search can be tuned by; the defaults by matches at 20 to 30 ms a move:
/// `docs/experiments/search.md`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Weight of exploration against value, in squashed values; 0.3 to 3.
    pub exploration: f32,
    /// Share of the minimax backup in a move's value, the mean having the rest; 0 to 1.
    pub minimax_share: f32,
    /// Discs by which a move must be worse for its prior to fall by a factor e; 2 to 16.
    pub prior_temperature: f32,
    /// Discs at which a value is squashed to tanh(1); 8 to 32.
    pub squash_scale: f32,
}

impl Default for Parameters {
    fn default() -> Self {
        Self { exploration: 1.0, minimax_share: 0.55, prior_temperature: 5.5, squash_scale: 20.0 }
    }
}
