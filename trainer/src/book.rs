//! The opening book: grows a store of searched positions and packs its best lines.
//!
//! Lines grow by drop-out expansion (T. Lincke, "Strategies for the automatic construction of opening books",
//! 2000): the next position to search is the one reached at the least loss. The store is only appended to, so
//! an interrupted run continues.

mod pack;
mod store;
mod tree;

use std::path::PathBuf;

use anyhow::{anyhow, Result};
use outflank::board::Board;
use outflank::engine::Limits;
use outflank::eval::Evaluate;
use outflank::eval::Evaluator;
use outflank::mcts::{Parameters, Search};

use crate::jobs::{self, say};
use crate::provenance::{DataHash, Provenance};
pub use pack::{Pack, Settings};
use store::{Log, Searched};

/// A store to grow.
#[derive(Clone, Debug)]
pub struct Grow {
    /// The store; created if there is none.
    pub store: PathBuf,
    /// Positions in the store at the end.
    pub positions: usize,
    /// Playouts per position.
    pub playouts: u64,
    /// Threads; 0 for one per core.
    pub threads: usize,
}

/// Memory of one thread's search tree, in bytes.
const TREE_BYTES: usize = 256 << 20;

/// Positions searched before the next ones are chosen.
const BATCH: usize = 16;

impl Grow {
    /// Searches positions until the store has as many as asked for.
    pub fn run(&self) -> Result<()> {
        let provenance = Provenance::new(store::COMMAND, &self.playouts, &DataHash::default(), 0)?;
        let mut log = Log::open(&self.store, &provenance)?;
        let bar = jobs::progress("book", "positions", self.positions as u64);
        let threads = jobs::thread_count(self.threads);
        let mut searches: Vec<_> = (0..threads)
            .map(|_| Search::new(Evaluator::shipped(), Parameters::default(), TREE_BYTES))
            .collect();
        while log.store.len() < self.positions {
            bar.set_position(log.store.len() as u64);
            let wanted = tree::next_positions(&log.store, BATCH.min(self.positions - log.store.len()));
            if wanted.is_empty() {
                break;
            }
            let chunks = wanted.chunks(wanted.len().div_ceil(threads));
            let found = std::thread::scope(|scope| {
                let workers: Vec<_> = chunks
                    .zip(&mut searches)
                    .map(|(boards, search)| {
                        scope.spawn(move || -> Vec<Searched> {
                            boards.iter().map(|&board| searched(search, board, self.playouts)).collect()
                        })
                    })
                    .collect();
                workers.into_iter().map(|worker| worker.join()).collect::<Result<Vec<_>, _>>()
            });
            for searched in found.map_err(|_| anyhow!("a search failed"))?.into_iter().flatten() {
                log.add(searched)?;
            }
        }
        bar.finish();
        let (store, count) = (self.store.display(), log.store.len());
        say(format_args!(
            "{store} has {count} positions; next: trainer book pack --store {store} --out FILE"
        ));
        Ok(())
    }
}

/// The values of all moves by a fresh search.
fn searched<E: Evaluate>(search: &mut Search<E>, board: Board, playouts: u64) -> Searched {
    search.clear();
    search.advance_to(board);
    search.run(Limits::playouts(playouts));
    let values = search
        .root_moves()
        .iter()
        .filter_map(|root_move| Some((root_move.played.square()?, search.discs(root_move.minimax))))
        .collect();
    Searched { board, values }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank::game::Game;
    use outflank::handmade::Handmade;
    use outflank::opening::{standard_orientation, Book as Packed};
    use store::Store;

    /// A store grown with a few playouts of the hand-made evaluation.
    fn grown(positions: usize) -> Store {
        let mut search = Search::new(Handmade, Parameters::default(), 4 << 20);
        let mut store = Store::default();
        while store.len() < positions {
            for board in tree::next_positions(&store, 4) {
                store.insert(searched(&mut search, board, 60));
            }
        }
        store
    }

    #[test]
    fn a_packed_book_plays_the_best_moves_of_its_store() {
        let store = grown(200);
        let text = pack::pack(&store, Settings { characters: 1_000, equal: 0.0 });
        let book = Packed::unpack(&text);
        assert!(book.len() > 40, "{} positions", book.len());
        let mut values = tree::Values::new(&store);
        let mut game = Game::new();
        let mut followed = 0;
        while let Some(square) = book.find(game.board()) {
            let (image, symmetry) = standard_orientation(game.board());
            let best = values.of_moves(image)[0].0;
            let expected = tree::standard_child(image, best);
            assert_eq!(tree::standard_child(image, symmetry.apply_to(square)), expected);
            game.play(square).unwrap();
            followed += 1;
            let Some((reply, _)) = game.board().children().find(|(_, child)| book.find(*child).is_some())
            else {
                break;
            };
            game.play(reply).unwrap();
        }
        assert!(followed >= 2);
    }

    #[test]
    fn a_book_keeps_to_its_size() {
        let store = grown(150);
        let mut last = 0;
        for characters in [2, 5, 10, 20] {
            let text = pack::pack(&store, Settings { characters, equal: 0.05 });
            assert!(text.chars().count() <= characters);
            let len = Packed::unpack(&text).len();
            assert!(len >= last);
            last = len;
        }
        assert!(last > 0);
    }

    #[test]
    fn values_are_backed_up_from_the_leaves() {
        let mut store = Store::default();
        let start = standard_orientation(Board::START).0;
        let square = start.children().next().unwrap().0;
        store.insert(Searched { board: start, values: vec![(square, 3.0)] });
        assert_eq!(tree::Values::new(&store).of_moves(start), [(square, 3.0)]);
        let (child, _) = tree::standard_child(start, square).unwrap();
        let reply = child.children().next().unwrap().0;
        store.insert(Searched { board: child, values: vec![(reply, 7.0)] });
        assert_eq!(tree::Values::new(&store).of_moves(start), [(square, -7.0)]);
    }
}
