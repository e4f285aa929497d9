//! Counters and gauges for programs that watch the server, as Prometheus text.

use axum::http::StatusCode;
use prometheus::{IntCounterVec, IntGauge, Opts, Registry, TextEncoder};

/// The gauges.
const GAUGES: [(&str, &str); 3] = [
    ("ladder_games", "Finished games."),
    ("ladder_participants", "Participants, with and without a program."),
    ("ladder_waiting_uploads", "Uploads that wait or are being checked."),
];

/// The counters and gauges; only numbers, of nobody in particular.
pub(super) struct Metrics {
    registry: Registry,
    responses: IntCounterVec,
    gauges: [IntGauge; 3],
}

impl Metrics {
    /// Registers all of them.
    ///
    /// # Errors
    /// Never with these names.
    pub(super) fn new() -> prometheus::Result<Self> {
        let registry = Registry::new();
        let responses = Opts::new("ladder_responses_total", "Responses to requests by status.");
        let responses = IntCounterVec::new(responses, &["status"])?;
        registry.register(Box::new(responses.clone()))?;
        let [games, participants, waiting] = GAUGES.map(|(name, help)| {
            let gauge = IntGauge::new(name, help)?;
            registry.register(Box::new(gauge.clone()))?;
            prometheus::Result::Ok(gauge)
        });
        Ok(Self { responses, gauges: [games?, participants?, waiting?], registry })
    }

    /// Counts a response.
    pub(super) fn count(&self, status: StatusCode) {
        self.responses.with_label_values(&[status.as_str()]).inc();
    }

    /// The text, with these values of the [`GAUGES`].
    ///
    /// # Errors
    /// Never with these names.
    pub(super) fn text(&self, values: [usize; 3]) -> prometheus::Result<String> {
        self.gauges.iter().zip(values).for_each(|(gauge, value)| gauge.set(value as i64));
        TextEncoder::new().encode_to_string(&self.registry.gather())
    }
}
