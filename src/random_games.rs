//! Random games: positions for tests, benches and tools, determined by a seed.

use crate::board::Board;
use crate::rng::Rng;

/// The positions of a random game from the standard start in which the side to move has a move. The next
/// random number is drawn only when the next position is requested.
pub fn game(rng: &mut Rng) -> impl Iterator<Item = Board> + '_ {
    let mut last: Option<Board> = None;
    std::iter::from_fn(move || {
        let next = last.map_or(Board::START, |board| {
            let children: Vec<Board> = board.children().map(|(_, child)| child).collect();
            children[rng.below(children.len())]
        });
        let board = [next, next.pass()].into_iter().find(|board| board.legal_moves() != 0)?;
        last = Some(board);
        last
    })
}

/// The position with this many empties in the first of some random games that has one; its side to move has a
/// move.
///
/// # Panics
/// If `empties` is 0 or above 60.
pub fn position(rng: &mut Rng, empties: u32) -> Board {
    assert!((1..=60).contains(&empties), "no position of a game has {empties} empties and a move");
    loop {
        if let Some(board) = game(rng).find(|board| board.empty_count() == empties) {
            return board;
        }
    }
}

/// All positions of the random games of the seeds from 0 to `games - 1` in which the side to move has a move.
pub fn positions(games: u64) -> Vec<Board> {
    (0..games).flat_map(|seed| game(&mut Rng::new(seed)).collect::<Vec<_>>()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_start_at_the_start_and_last_to_their_end() {
        for seed in 0..20 {
            let positions: Vec<Board> = game(&mut Rng::new(seed)).collect();
            assert_eq!(positions[0], Board::START);
            assert!(positions.iter().all(|board| board.legal_moves() != 0));
            let last = positions.last().unwrap();
            assert!(last.children().any(|(_, child)| child.is_over()), "seed {seed}");
        }
    }

    #[test]
    fn positions_have_the_requested_empties() {
        let mut rng = Rng::new(1);
        for empties in 1..=60 {
            let board = position(&mut rng, empties);
            assert!(board.empty_count() == empties && board.legal_moves() != 0);
        }
    }
}
