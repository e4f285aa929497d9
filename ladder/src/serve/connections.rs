//! Bounds on the number of open connections and live pages, in all and of one visitor.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};

use parking_lot::Mutex;
use tokio::sync::oneshot::{self, Receiver, Sender};

/// The largest number of open connections. One more takes the place of another visitor's.
pub(super) const MAX_CONNECTIONS: usize = 512;
/// The largest number of one visitor's connections. Browsers open six, and a class of 60 may share one
/// address.
const MAX_PER_VISITOR: usize = 384;

/// The open connections or live pages, by what counts as a visitor of theirs.
pub(super) struct Connections<V = IpAddr> {
    max: usize,
    max_per_visitor: usize,
    /// In the order in which they came. Dropping the sender takes the place of a connection away.
    open: Mutex<Vec<(V, Sender<()>)>>,
}

/// A visitor's connection: it counts until it is dropped, and receives an error when another visitor's takes
/// its place.
pub(super) type Connection = Receiver<()>;

/// Whose requests and live pages count together. A class may share one address: who is signed in counts
/// alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Client {
    Stranger(IpAddr),
    Participant(i64),
}

/// What counts as one visitor: an address, or for IPv6 the network of 2^64 addresses that each visitor has.
pub(super) fn visitor(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => address.into(),
        IpAddr::V6(address) => Ipv6Addr::from(u128::from(address) & (u128::MAX << 64)).into(),
    }
}

impl Default for Connections {
    fn default() -> Self {
        Self::new(MAX_CONNECTIONS, MAX_PER_VISITOR)
    }
}

impl<V: Copy + Eq + Hash> Connections<V> {
    /// Room for `max` in all, `max_per_visitor` of them of one visitor.
    pub(super) fn new(max: usize, max_per_visitor: usize) -> Self {
        Self { max, max_per_visitor, open: Mutex::default() }
    }

    /// Room for one more of a visitor, unless that visitor has its share already; a proxy stands for many
    /// visitors. Where there is no room, the oldest one of the visitor that has the most loses its place, if
    /// that visitor has more than this one.
    pub(super) fn admit(&self, visitor: V, is_proxy: bool) -> Option<Connection> {
        let mut open = self.open.lock();
        open.retain(|(_, place)| !place.is_closed());
        let mut counts: HashMap<V, usize> = HashMap::new();
        open.iter().for_each(|&(other, _)| *counts.entry(other).or_default() += 1);
        let own = counts.get(&visitor).copied().unwrap_or_default();
        if own >= self.max_per_visitor && !is_proxy {
            return None;
        }
        if open.len() >= self.max {
            let (other, _) =
                counts.into_iter().filter(|&(_, held)| held > own).max_by_key(|&(_, held)| held)?;
            let oldest = open.iter().position(|&(holder, _)| holder == other)?;
            open.remove(oldest);
        }
        let (sender, connection) = oneshot::channel();
        open.push((visitor, sender));
        Some(connection)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_addresses_of_one_network_are_one_visitor() {
        let visitor = |address: &str| visitor(address.parse().unwrap()).to_string();
        assert_eq!(visitor("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(visitor("2001:db8:1:2::7"), visitor("2001:db8:1:2:ffff::"));
        assert_ne!(visitor("2001:db8:1:2::7"), visitor("2001:db8:1:3::7"));
        assert_eq!([visitor("10.0.0.1"), visitor("::ffff:10.0.0.1")], ["10.0.0.1", "10.0.0.1"]);
    }

    fn address(number: u8) -> IpAddr {
        [10, 0, 0, number].into()
    }

    #[test]
    fn a_visitor_has_a_share_and_no_more() {
        let connections = Connections::new(10, 3);
        let mut held: Vec<_> = (0..5).filter_map(|_| connections.admit(address(1), false)).collect();
        assert_eq!(held.len(), 3);
        assert!(connections.admit(address(2), false).is_some());
        assert!(connections.admit(address(1), true).is_some(), "a proxy");
        held.pop();
        assert!(connections.admit(address(1), false).is_some(), "one has gone");
        drop(held);
        assert!(connections.open.lock().iter().all(|(_, place)| place.is_closed()));
    }

    #[test]
    fn a_few_visitors_that_fill_all_places_shut_nobody_out() {
        let connections = Connections::new(8, 4);
        let mut held: Vec<_> = (0..8).filter_map(|i| connections.admit(address(1 + i % 2), false)).collect();
        assert_eq!(held.len(), 8);
        let late: Vec<_> = (3..7).filter_map(|i| connections.admit(address(i), false)).collect();
        assert_eq!(late.len(), 4, "each has a place");
        let mut displaced = |place: &mut Connection| {
            place.try_recv().is_err_and(|error| error == oneshot::error::TryRecvError::Closed)
        };
        let lost: Vec<bool> = held.iter_mut().map(&mut displaced).collect();
        assert_eq!(
            lost,
            [true, true, true, true, false, false, false, false],
            "the oldest of those with most"
        );
        drop(held);
        let others: Vec<_> = (10..14).filter_map(|i| connections.admit(address(i), false)).collect();
        assert_eq!((late.len(), others.len()), (4, 4));
        assert!(connections.admit(address(10), false).is_none(), "nobody has more than this one");
        assert!(connections.admit(address(20), false).is_some());
    }
}
