//! Bots that cannot be started lose, where one bot must not end a whole run.

use outflank::game::{Color, Game};
use supervisor::stop::Stopped;

use super::{Answer, Contestant, Epilogue, Turn};
use crate::play::record::{BotRecord, Fault};

/// A contestant that loses its game by a fault if it cannot be started, which is then no error of the arena.
pub struct Forfeiting {
    inner: Box<dyn Contestant>,
    failure: Option<String>,
}

impl Forfeiting {
    /// Wraps a contestant.
    pub fn new(inner: Box<dyn Contestant>) -> Self {
        Self { inner, failure: None }
    }
}

impl Contestant for Forfeiting {
    fn bot(&self) -> &BotRecord {
        self.inner.bot()
    }

    fn begin(&mut self, game: &Game, color: Color, seed: u64) -> anyhow::Result<()> {
        match self.inner.begin(game, color, seed) {
            Err(error) if !error.is::<Stopped>() => self.failure = Some(format!("{error:#}")),
            begun => begun?,
        }
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> anyhow::Result<Answer> {
        match &self.failure {
            Some(how) => Ok(Answer::untimed(Err(Fault::Crash { how: how.clone() }))),
            None => self.inner.choose(turn),
        }
    }

    fn pass(&mut self, turn: &Turn<'_>) -> anyhow::Result<Result<(), Fault>> {
        match &self.failure {
            Some(_) => Ok(Ok(())),
            None => self.inner.pass(turn),
        }
    }

    fn last_command(&self) -> Option<&str> {
        self.inner.last_command()
    }

    fn end(&mut self, game: &Game) -> anyhow::Result<Epilogue> {
        match &self.failure {
            Some(_) => Ok(Epilogue::default()),
            None => self.inner.end(game),
        }
    }
}
