//! Bounds on the number of open connections, in all and of one visitor.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The largest number of open connections; more have to wait.
const MOST: usize = 256;
/// The largest number of one visitor's connections. Browsers open six, and a school may share one address.
const MAX_PER_PARTICIPANT: usize = 64;

/// The numbers of open connections, by visitor.
pub(super) struct Connections {
    places: Arc<Semaphore>,
    counts: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

/// Room for one more connection.
pub(super) struct Place {
    _permit: Option<OwnedSemaphorePermit>,
    counts: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

/// A visitor's connection; counts until it is dropped.
pub(super) struct Connection {
    peer: IpAddr,
    place: Place,
}

impl Default for Connections {
    fn default() -> Self {
        Self { places: Arc::new(Semaphore::new(MOST)), counts: Arc::default() }
    }
}

impl Connections {
    /// Waits until there is room for one more.
    pub(super) async fn wait_for_place(&self) -> Place {
        // Fails only if the semaphore is closed, which it never is.
        let permit = self.places.clone().acquire_owned().await.ok();
        Place { _permit: permit, counts: self.counts.clone() }
    }
}

impl Place {
    fn counts(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives the place to a visitor, unless that visitor has [`MAX_PER_PARTICIPANT`] already; a proxy stands
    /// for many visitors.
    pub(super) fn give(self, peer: IpAddr, is_proxy: bool) -> Option<Connection> {
        let mut counts = self.counts();
        let count = counts.entry(peer).or_default();
        if *count >= MAX_PER_PARTICIPANT && !is_proxy {
            return None;
        }
        *count += 1;
        drop(counts);
        Some(Connection { peer, place: self })
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let mut counts = self.place.counts();
        if let Some(count) = counts.get_mut(&self.peer) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.peer);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn one_visitor_cannot_take_everybodys_place() {
        let connections = Connections::default();
        let [greedy, other]: [IpAddr; 2] = ["10.0.0.1", "10.0.0.2"].map(|address| address.parse().unwrap());
        let mut held = Vec::new();
        for _ in 0..MAX_PER_PARTICIPANT {
            held.extend(connections.wait_for_place().await.give(greedy, false));
        }
        assert_eq!(held.len(), MAX_PER_PARTICIPANT);
        assert!(connections.wait_for_place().await.give(greedy, false).is_none());
        assert!(connections.wait_for_place().await.give(other, false).is_some());
        assert!(connections.wait_for_place().await.give(greedy, true).is_some(), "a proxy");
        held.pop();
        assert!(connections.wait_for_place().await.give(greedy, false).is_some(), "one has gone");
        drop(held);
        assert_eq!(connections.places.available_permits(), MOST);
        assert!(connections.counts.lock().unwrap().is_empty());
    }
}
