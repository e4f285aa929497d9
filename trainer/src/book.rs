//! The opening book: grows a store of searched positions and packs its best lines.
//!
//! Lines grow by drop-out expansion (T. Lincke, "Strategies for the automatic construction of opening books",
//! 2000): the next position to search is the one reached at the least loss. The store is only appended to, so
//! an interrupted run continues.

mod pack;
mod store;
mod tree;

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use anyhow::Result;
use outflank::board::Board;
use outflank::engine::Limits;
use outflank::eval::{Evaluate, Evaluator};
use outflank::mcts::{Parameters, Search};

use crate::jobs::{self, say};
use crate::provenance::{DataHash, Provenance};
pub use pack::{pack_store, Settings};
use store::{Log, Searched};

/// Memory of a search tree, in bytes.
const TREE_BYTES: usize = 256 << 20;

/// Positions searched before the next ones are chosen.
const BATCH: usize = 16;

/// Searches positions, each for `playouts`, until the store has `positions`. Creates the store if there is
/// none.
pub fn grow(path: &Path, positions: usize, playouts: u64, threads: usize) -> Result<()> {
    let provenance = Provenance::new(store::COMMAND, &playouts, &DataHash::default(), 0)?;
    let log = Mutex::new(Log::open(path, &provenance)?);
    let locked = || log.lock().unwrap_or_else(PoisonError::into_inner);
    let bar = jobs::progress("book", "positions", positions as u64);
    loop {
        let missing = positions.saturating_sub(locked().store.len());
        bar.set_position((positions - missing) as u64);
        let wanted = tree::next_positions(&locked().store, BATCH.min(missing));
        if wanted.is_empty() {
            break;
        }
        jobs::run(threads, &wanted, |&board| {
            let mut search = Search::new(Evaluator::shipped(), Parameters::default(), TREE_BYTES);
            let searched = searched(&mut search, board, playouts);
            bar.inc(1);
            locked().add(searched)
        })?;
    }
    bar.finish();
    let (store, count) = (path.display(), locked().store.len());
    say(format_args!("{store} has {count} positions; next: trainer book pack --store {store} --out FILE"));
    Ok(())
}

/// The values of all moves.
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
        let text = pack::pack(&store, Settings { characters: 1_000 });
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
            let text = pack::pack(&store, Settings { characters });
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
