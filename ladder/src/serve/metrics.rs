//! Counters and gauges for programs that watch the server, as Prometheus text.

use axum::http::StatusCode;
use prometheus::{IntCounterVec, IntGauge, Opts, Registry, TextEncoder};

/// The counters and gauges; only numbers, of nobody in particular.
pub(super) struct Metrics {
    registry: Registry,
    responses: IntCounterVec,
    games: IntGauge,
    participants: IntGauge,
    waiting_uploads: IntGauge,
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
        let gauge = |name, help| {
            let gauge = IntGauge::new(name, help)?;
            registry.register(Box::new(gauge.clone()))?;
            prometheus::Result::Ok(gauge)
        };
        Ok(Self {
            responses,
            games: gauge("ladder_games", "Finished games.")?,
            participants: gauge("ladder_participants", "Participants, with and without a program.")?,
            waiting_uploads: gauge("ladder_waiting_uploads", "Uploads that wait or are being checked.")?,
            registry,
        })
    }

    /// Counts a response.
    pub(super) fn count(&self, status: StatusCode) {
        self.responses.with_label_values(&[status.as_str()]).inc();
    }

    /// The text, with these numbers of games, participants and waiting uploads.
    ///
    /// # Errors
    /// Never with these names.
    pub(super) fn text(&self, [games, participants, waiting]: [usize; 3]) -> prometheus::Result<String> {
        self.games.set(games as i64);
        self.participants.set(participants as i64);
        self.waiting_uploads.set(waiting as i64);
        TextEncoder::new().encode_to_string(&self.registry.gather())
    }
}
