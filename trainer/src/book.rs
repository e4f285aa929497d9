//! The opening book: grows a store of searched positions and packs the likeliest.
//!
//! Lines grow by drop-out expansion (T. Lincke, "Strategies for the automatic construction of opening books",
//! 2000): the next position to search is the one that a game with the book is most likely to reach, given
//! what programs of several kinds would reply ([`opponents`]). The store is only appended to, so an
//! interrupted run continues.

mod games;
mod opponents;
mod pack;
mod store;
mod tree;

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use anyhow::Result;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use outflank::game::Color;

use crate::data::provenance::{DataHash, Provenance};
use crate::jobs;
use crate::options::positive;
pub use games::Corrections;
use games::Games;
use opponents::Searcher;
pub use pack::Pack;
use store::Log;
use toolkit::say;

/// Positions searched before the next ones are chosen, which takes as long as searching one or two.
const BATCH: usize = 64;

/// Where and how far a store grows.
#[derive(Clone, Debug, clap::Args)]
pub struct Growth {
    /// The store; created if there is none.
    #[arg(long)]
    store: PathBuf,
    #[command(flatten)]
    corrections: Corrections,
    /// Positions in the store at the end.
    #[arg(long, default_value_t = 10_000)]
    positions: usize,
    /// Playouts per position.
    #[arg(long, default_value_t = 300_000, value_parser = positive::<u64>)]
    playouts: u64,
    /// Grow only lines in which the book plays this colour.
    #[arg(long, value_parser = color())]
    color: Option<Color>,
    /// Threads; 0 for one per core.
    #[arg(long, default_value_t = 0)]
    threads: usize,
}

/// Reads `black` or `white`; the help lists both.
fn color() -> impl TypedValueParser<Value = Color> {
    PossibleValuesParser::new(["black", "white"]).map(|name| {
        if name == "black" {
            Color::Black
        } else {
            Color::White
        }
    })
}

impl Growth {
    /// Searches positions until the store has enough.
    pub fn run(self) -> Result<()> {
        let Self { store: path, corrections, positions, playouts, color, threads } = self;
        let games = Games::read(&corrections, &mut DataHash::default())?;
        let colors = color.map_or(vec![Color::Black, Color::White], |color| vec![color]);
        let provenance = Provenance::new(store::COMMAND, &playouts, &DataHash::default(), 0)?;
        let mut log = Log::open(&path, &provenance)?;
        log.store.games = games;
        let log = Mutex::new(log);
        let locked = || log.lock().unwrap_or_else(PoisonError::into_inner);
        let searchers = Mutex::new(Vec::new());
        let bar = jobs::progress("book", "positions", positions as u64);
        loop {
            let missing = positions.saturating_sub(locked().store.len());
            bar.set_position((positions - missing) as u64);
            let wanted = tree::next_positions(&locked().store, &colors, BATCH.min(missing));
            if wanted.is_empty() {
                break;
            }
            jobs::run(threads, &wanted, |&board| {
                let idle = searchers.lock().unwrap_or_else(PoisonError::into_inner).pop();
                let mut searcher = idle.unwrap_or_else(Searcher::shipped);
                let searched = searcher.search(board, playouts);
                searchers.lock().unwrap_or_else(PoisonError::into_inner).push(searcher);
                bar.inc(1);
                locked().add(searched)
            })?;
        }
        bar.finish();
        let (store, count) = (path.display(), locked().store.len());
        say!("{store} has {count} positions; next: trainer book pack --store {store} --out FILE\n");
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank::board::Board;
    use outflank::game::Game;
    use outflank::handmade::Handmade;
    use outflank::opening::{standard_orientation, Book as Packed};
    use outflank::square::Square;
    use store::{Searched, Store};

    /// A store grown with a few playouts of the hand-made evaluation.
    fn grown(positions: usize) -> Store {
        let mut searcher = Searcher::new(Handmade, 4 << 20, [1, 2]);
        let mut store = Store::default();
        while store.len() < positions {
            for board in tree::next_positions(&store, &[Color::Black, Color::White], 4) {
                store.insert(searcher.search(board, 60));
            }
        }
        store
    }

    #[test]
    fn a_packed_book_plays_the_best_moves_of_its_store() {
        let store = grown(200);
        let text = pack::pack(&store, 1_000);
        let book = Packed::unpack(&text);
        assert!(book.len() > 40, "{} positions", book.len());
        let mut values = tree::Values::new(&store);
        let mut game = Game::new();
        let mut followed = 0;
        while let Some(square) = book.find(game.board()) {
            let (image, symmetry) = standard_orientation(game.board());
            let best = values.moves(image, true)[0].square;
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
    fn the_likeliest_positions_of_one_colour_come_first() {
        let store = grown(60);
        let likeliest = |color| {
            let reached = tree::reached(&mut tree::Values::new(&store), color);
            let boards = reached.into_iter().map(|position| position.board);
            boards.filter(|&board| store.find(board).is_none()).take(5).collect::<Vec<_>>()
        };
        let [black, white] = [Color::Black, Color::White].map(likeliest);
        assert_ne!(black, white);
        assert_eq!(tree::next_positions(&store, &[Color::Black], 5), black);
        assert_eq!(tree::next_positions(&store, &[Color::White], 5), white);
    }

    #[test]
    fn a_book_keeps_to_its_size() {
        let store = grown(150);
        let mut last = 0;
        for characters in [2, 5, 10, 20] {
            let text = pack::pack(&store, characters);
            assert!(text.chars().count() <= characters);
            let len = Packed::unpack(&text).len();
            assert!(len >= last);
            last = len;
        }
        assert!(last > 0);
    }

    /// A position whose first two moves have these values, and the first move's square.
    fn two_moves(board: Board, values: [f32; 2], choices: Vec<Square>) -> Searched {
        let values = board.children().map(|(square, _)| square).zip(values).collect();
        Searched { board, values, choices }
    }

    #[test]
    fn the_opponents_value_is_between_its_best_and_its_likely_replies() {
        let mut store = Store::default();
        let start = standard_orientation(Board::START).0;
        let square = start.children().next().unwrap().0;
        store.insert(Searched { board: start, values: vec![(square, 3.0)], choices: Vec::new() });
        let value = |store: &Store| tree::Values::new(store).moves(start, true)[0].value;
        assert_eq!(value(&store), 3.0);
        let (child, _) = tree::standard_child(start, square).unwrap();
        let replies: Vec<Square> = child.children().map(|(square, _)| square).collect();
        store.insert(two_moves(child, [7.0, 1.0], vec![replies[0]; 6]));
        let expected = value(&store);
        assert!((-7.0..-6.9).contains(&expected), "{expected}");
        store.insert(two_moves(child, [7.0, 1.0], vec![replies[1]; 6]));
        let erring = value(&store);
        assert!((-5.8..-5.6).contains(&erring), "{erring}");
        let of_the_opponent = tree::Values::new(&store).moves(start, false)[0].value;
        assert_eq!(of_the_opponent, -7.0, "the book answers its opponent's moves with its best one");
    }
}
