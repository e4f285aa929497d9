//! All games between visitors and bots: bounded in number, in all and of one visitor. Each is identified by a
//! secret and ends when its visitor stays away.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::table::Table;
use crate::course::store::random_token;

/// The largest number of games at once.
const MAX_TABLES: usize = 8;
/// The largest number of one visitor's games.
const MAX_PER_VISITOR: usize = 2;
/// Time without a successful action after which a game is ended.
const PATIENCE: Duration = Duration::from_secs(30 * 60);
/// Time without a successful action after which a game is ended if another visitor wants to play.
const SHORT_PATIENCE: Duration = Duration::from_secs(60);

/// The games.
pub(super) struct Tables<T = Table> {
    /// The visitor of each place, also while its bot is still being started.
    places: Mutex<Vec<Weak<IpAddr>>>,
    seats: Mutex<HashMap<String, Seat<T>>>,
}

/// The right of a visitor to one of the [`MAX_TABLES`], until it is dropped.
pub(super) type Place = Arc<IpAddr>;

struct Seat<T> {
    table: Arc<Mutex<T>>,
    /// The time of the visitor's last successful action.
    touched: Instant,
    place: Place,
}

impl<T> Seat<T> {
    /// Whether nobody waits for its bot.
    fn is_quiet(&self) -> bool {
        Arc::strong_count(&self.table) == 1
    }
}

/// Why there is no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Full {
    /// All tables are taken.
    Everywhere,
    /// The bots at the visitor's own tables are thinking.
    OfOne,
}

impl<T> Default for Tables<T> {
    fn default() -> Self {
        Self { places: Mutex::default(), seats: Mutex::default() }
    }
}

impl<T> Tables<T> {
    /// A place for another game of a visitor. If the visitor has [`MAX_PER_VISITOR`] games, its oldest one
    /// ends; if all places are taken, a game that another visitor has left ends.
    pub(super) fn take_place(&self, visitor: IpAddr) -> Result<Place, Full> {
        self.take_place_at(visitor, Instant::now())
    }

    fn take_place_at(&self, visitor: IpAddr, now: Instant) -> Result<Place, Full> {
        let mut seats = self.seats.lock();
        let mut give_up = |is_due: &dyn Fn(&Seat<T>) -> bool| {
            let due = seats.iter().filter(|(_, seat)| seat.is_quiet() && is_due(seat));
            let token = due.min_by_key(|(_, seat)| seat.touched).map(|(token, _)| token.clone());
            token.is_some_and(|token| seats.remove(&token).is_some())
        };
        let taken = || self.places.lock().iter().filter_map(Weak::upgrade).collect::<Vec<Place>>();
        let own = taken().into_iter().filter(|holder| **holder == visitor).count();
        if own >= MAX_PER_VISITOR && !give_up(&|seat| *seat.place == visitor) {
            return Err(Full::OfOne);
        }
        let is_left = |seat: &Seat<T>| now.saturating_duration_since(seat.touched) > SHORT_PATIENCE;
        if taken().len() >= MAX_TABLES && !give_up(&is_left) {
            return Err(Full::Everywhere);
        }
        let place = Arc::new(visitor);
        let mut places = self.places.lock();
        places.retain(|place| place.strong_count() > 0);
        places.push(Arc::downgrade(&place));
        Ok(place)
    }

    /// Adds a game and returns its secret.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub(super) fn add(&self, table: T, place: Place) -> anyhow::Result<String> {
        let token = random_token()?;
        let seat = Seat { table: Arc::new(Mutex::new(table)), touched: Instant::now(), place };
        self.seats.lock().insert(token.clone(), seat);
        Ok(token)
    }

    /// The game with this secret.
    pub(super) fn find(&self, token: &str) -> Option<Arc<Mutex<T>>> {
        self.seats.lock().get(token).map(|seat| seat.table.clone())
    }

    /// Records a successful action of the visitor, now.
    pub(super) fn touch(&self, token: &str) {
        if let Some(seat) = self.seats.lock().get_mut(token) {
            seat.touched = Instant::now();
        }
    }

    /// Ends idle games.
    pub(super) fn expire(&self) {
        self.seats.lock().retain(|_, seat| seat.touched.elapsed() <= PATIENCE);
    }

    pub(super) fn clear(&self) {
        self.seats.lock().clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visitor(number: u8) -> IpAddr {
        [10, 0, 0, number].into()
    }

    /// A game of this visitor, or why there is none.
    fn sit(tables: &Tables<u8>, number: u8) -> Result<String, Full> {
        let place = tables.take_place(visitor(number))?;
        Ok(tables.add(number, place).unwrap())
    }

    #[test]
    fn a_visitor_has_two_tables_and_gives_up_the_older_for_a_third() {
        let tables = Tables::default();
        let [first, second, third] = [1; 3].map(|number| sit(&tables, number).unwrap());
        assert!(tables.find(&first).is_none());
        tables.touch(&second);
        let fourth = sit(&tables, 1).unwrap();
        assert!(tables.find(&third).is_none());
        let busy = [second, fourth].map(|token| tables.find(&token).unwrap());
        assert_eq!(sit(&tables, 1).unwrap_err(), Full::OfOne);
        drop(busy);
        assert!(sit(&tables, 1).is_ok());
        // A place counts before there is a game at it.
        let [_first, _second] = [2; 2].map(|number| tables.take_place(visitor(number)).unwrap());
        assert_eq!(sit(&tables, 2).unwrap_err(), Full::OfOne);
    }

    #[test]
    fn a_table_is_freed_after_a_minute_without_a_successful_action_when_others_wait() {
        let tables = Tables::default();
        let tokens: Vec<String> = (0..MAX_TABLES as u8).map(|number| sit(&tables, number).unwrap()).collect();
        assert_eq!(sit(&tables, 99).unwrap_err(), Full::Everywhere);
        let later = Instant::now() + SHORT_PATIENCE + Duration::from_secs(1);
        // Looking at a table is no action.
        drop(tables.find(&tokens[0]));
        tables.touch(&tokens[1]);
        let place = tables.take_place_at(visitor(99), later).unwrap();
        assert!(tables.find(&tokens[0]).is_none(), "the one that was left longest");
        assert!(tables.find(&tokens[1]).is_some());
        drop(place);
        assert!(sit(&tables, 99).is_ok(), "it is free now");
    }
}
