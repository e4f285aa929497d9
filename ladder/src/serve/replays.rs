//! The pages of replays, which need a search: one after the other, on a thread of their own. The C library
//! keeps the memory of a search for every thread that has ever made one.

use std::net::IpAddr;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::mpsc::{channel, Sender};

use anyhow::{anyhow, Context};
use tokio::sync::oneshot;

use super::connections::{Connection, Connections};
use super::failure::Failure;
use arena::play::record::GameRecord;
use arena::show::analysis::{self, Depth};
use arena::show::curve;
use arena::show::page;
use arena::show::replay::Replay;

/// The depth to which a replay is solved while the visitor waits: a few milliseconds.
const DEPTH: Depth = Depth { empties: 10, nodes: 100_000 };
/// Playouts for each position of a replay's curve: about ten milliseconds a game.
const PLAYOUTS: u64 = 100;
/// The largest number of replays that wait, and of one visitor's.
const MAX_WAITING: [usize; 2] = [64, 16];

/// The thread and its queue.
pub(super) struct Replays {
    queue: Sender<Order>,
    waiting: Connections,
}

struct Order {
    record: GameRecord,
    page: oneshot::Sender<anyhow::Result<String>>,
    _place: Connection,
}

impl Replays {
    /// # Errors
    /// If the thread cannot be started.
    pub(super) fn start() -> anyhow::Result<Self> {
        let (queue, orders) = channel::<Order>();
        let draw_all = move || {
            for Order { record, page, .. } in orders {
                // Some visitors leave before it is their turn.
                if !page.is_closed() {
                    let drawn = catch_unwind(AssertUnwindSafe(|| draw(&record)));
                    let _ = page.send(drawn.unwrap_or_else(|_| Err(anyhow!("a panic"))));
                }
            }
        };
        std::thread::Builder::new()
            .name("replays".into())
            .spawn(draw_all)
            .context("cannot start a thread")?;
        let [all, of_one] = MAX_WAITING;
        Ok(Self { queue, waiting: Connections::new(all, of_one) })
    }

    /// The page of a round.
    pub(super) async fn page(&self, visitor: IpAddr, record: GameRecord) -> Result<String, Failure> {
        let place = self.waiting.admit(visitor, false).ok_or(Failure::Busy)?;
        let (page, drawn) = oneshot::channel();
        let sent = self.queue.send(Order { record, page, _place: place });
        sent.map_err(|_| anyhow!("the thread of replays has ended"))?;
        Ok(drawn.await.context("a replay")??)
    }
}

fn draw(record: &GameRecord) -> anyhow::Result<String> {
    let replay = Replay::of(record)?;
    let exact = analysis::solve(&replay, DEPTH);
    let curve = curve::curve(&replay, &exact, PLAYOUTS);
    Ok(page::game(record, &replay, &exact, &curve)?)
}
