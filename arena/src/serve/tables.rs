//! All games between visitors and bots: a few at a time, each known by a secret, given up when nobody comes back.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::hints::StandIn;
use super::table::Table;

/// How many games there are at once.
const MOST_TABLES: usize = 8;
/// A game that nobody has touched for so long is given up.
const PATIENCE: Duration = Duration::from_secs(30 * 60);
/// A game that nobody has touched for so long is given up if someone else wants to play.
const SHORT_PATIENCE: Duration = Duration::from_secs(60);

/// The games and what they share.
#[derive(Default)]
pub(super) struct Tables {
    seats: Mutex<HashMap<String, Seat>>,
    pub(super) stand_in: StandIn,
}

struct Seat {
    table: Arc<Mutex<Table>>,
    touched: Instant,
}

impl Tables {
    fn seats(&self) -> MutexGuard<'_, HashMap<String, Seat>> {
        self.seats.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether another game may begin; makes room if it can.
    pub(super) fn make_room(&self) -> bool {
        let mut seats = self.seats();
        if seats.len() >= MOST_TABLES {
            let stalest = seats.iter().min_by_key(|(_, seat)| seat.touched);
            let stalest = stalest.filter(|(_, seat)| seat.touched.elapsed() > SHORT_PATIENCE);
            let Some(token) = stalest.map(|(token, _)| token.clone()) else { return false };
            seats.remove(&token);
        }
        true
    }

    /// Adds a game and returns its secret.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub(super) fn add(&self, table: Table) -> anyhow::Result<String> {
        let mut bytes = [0; 16];
        let drawn = rustix::rand::getrandom(&mut bytes, rustix::rand::GetRandomFlags::empty())?;
        anyhow::ensure!(drawn == bytes.len(), "too few random numbers");
        let token = bytes.iter().fold(String::with_capacity(32), |mut token, byte| {
            let _ = write!(token, "{byte:02x}");
            token
        });
        let seat = Seat { table: Arc::new(Mutex::new(table)), touched: Instant::now() };
        self.seats().insert(token.clone(), seat);
        Ok(token)
    }

    /// The game with this secret.
    pub(super) fn find(&self, token: &str) -> Option<Arc<Mutex<Table>>> {
        let mut seats = self.seats();
        let seat = seats.get_mut(token)?;
        seat.touched = Instant::now();
        Some(seat.table.clone())
    }

    /// Gives up games that nobody comes back to.
    pub(super) fn expire(&self) {
        self.seats().retain(|_, seat| seat.touched.elapsed() <= PATIENCE);
    }

    /// Gives up all games.
    pub(super) fn clear(&self) {
        self.seats().clear();
    }
}
