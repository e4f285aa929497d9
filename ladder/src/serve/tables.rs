//! All games between visitors and bots: a bounded number, each identified by a secret, ended when the visitor
//! stays away.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::hints::StandIn;
use super::table::Table;

/// How many games there are at once.
const MOST_TABLES: usize = 8;
/// Idle time after which a game is ended.
const PATIENCE: Duration = Duration::from_secs(30 * 60);
/// Idle time after which a game is ended if another visitor wants to play.
const SHORT_PATIENCE: Duration = Duration::from_secs(60);

/// The games and what they share.
pub(super) struct Tables {
    places: Arc<Semaphore>,
    seats: Mutex<HashMap<String, Seat>>,
    pub(super) stand_in: StandIn,
}

/// The right to one of the [`MOST_TABLES`].
#[derive(Debug)]
pub(super) struct Place {
    _permit: OwnedSemaphorePermit,
}

struct Seat {
    table: Arc<Mutex<Table>>,
    touched: Instant,
    place: Place,
}

impl Default for Tables {
    fn default() -> Self {
        Self {
            places: Arc::new(Semaphore::new(MOST_TABLES)),
            seats: Mutex::default(),
            stand_in: StandIn::default(),
        }
    }
}

impl Tables {
    fn seats(&self) -> MutexGuard<'_, HashMap<String, Seat>> {
        self.seats.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for another game, if there is one, or a game that has been left can be given up for it.
    pub(super) fn take_place(&self) -> Option<Place> {
        if let Ok(place) = self.places.clone().try_acquire_owned() {
            return Some(Place { _permit: place });
        }
        let mut seats = self.seats();
        let is_left =
            |seat: &&Seat| seat.touched.elapsed() > SHORT_PATIENCE && Arc::strong_count(&seat.table) == 1;
        let left = seats.iter().filter(|(_, seat)| is_left(seat)).min_by_key(|(_, seat)| seat.touched);
        let token = left.map(|(token, _)| token.clone())?;
        Some(seats.remove(&token)?.place)
    }

    /// Adds a game and returns its secret.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub(super) fn add(&self, table: Table, place: Place) -> anyhow::Result<String> {
        let mut bytes = [0; 16];
        let drawn = rustix::rand::getrandom(&mut bytes, rustix::rand::GetRandomFlags::empty())?;
        anyhow::ensure!(drawn == bytes.len(), "too few random numbers");
        let token = arena::text::hexadecimal(&bytes);
        let seat = Seat { table: Arc::new(Mutex::new(table)), touched: Instant::now(), place };
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

    /// Ends idle games.
    pub(super) fn expire(&self) {
        self.seats().retain(|_, seat| seat.touched.elapsed() <= PATIENCE);
    }

    /// Ends all games.
    pub(super) fn clear(&self) {
        self.seats().clear();
    }
}
