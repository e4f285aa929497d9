use super::*;
use crate::game::Game;

/// Packs a text of zeros and ones; blanks are ignored.
fn packed(bits: &str) -> String {
    let bits: Vec<u32> = bits.chars().filter_map(|bit| bit.to_digit(2)).collect();
    bits.chunks(15)
        .map(|chunk| {
            let value = (0..15).fold(0, |value, i| value << 1 | chunk.get(i).copied().unwrap_or(0));
            char::from_u32(FIRST_CHARACTER + value).unwrap()
        })
        .collect()
}

fn board_after(transcript: &str) -> Board {
    Game::from_transcript(transcript).unwrap().board()
}

/// Black plays f5 (number 2 of d3 c4 f5 e6). Of white's replies f4, d6 and f6 only d6 is known; black answers it with
/// number 0, and no reply to that is known. No equal moves, and nothing for white.
const ONE_LINE: &str = "1 10  1 0 1 000 0 0 0  0  0";

#[test]
fn an_empty_text_is_an_empty_book() {
    assert!(Book::unpack("").is_empty());
    assert_eq!(Book::unpack("").find(Board::START), None);
}

#[test]
fn lines_are_followed_and_left_safely() {
    let book = Book::unpack(&packed(ONE_LINE));
    assert_eq!(book.len(), 2);
    let first = book.find(Board::START).unwrap();
    assert_eq!(first.to_string(), "f5");
    assert!(book.find(board_after("f5d6")).is_some());
    assert_eq!(book.find(board_after("f5f4")), None, "a reply that the book does not know");
    assert_eq!(book.find(board_after("f5d6c3")), None, "the opponent is to move");
}

#[test]
fn all_symmetries_of_a_known_position_are_known() {
    let book = Book::unpack(&packed(ONE_LINE));
    let board = board_after("f5d6");
    let square = book.find(board).unwrap();
    for symmetry in Symmetry::all() {
        let answer = book.find(board.transformed(symmetry)).unwrap();
        // A position that is its own image may answer with the image of the move.
        let here = board.transformed(symmetry);
        let expected = here.play(symmetry.apply_to(square)).unwrap();
        let found = here.play(answer).unwrap();
        assert_eq!(standard_orientation(found).0, standard_orientation(expected).0);
    }
}

#[test]
fn equals_are_chosen_at_random_only_when_asked() {
    // f5, or else e6.
    let book = Book::unpack(&packed("1 10 0 1 11 0 0 0"));
    let mut seen = Vec::new();
    let mut rng = Rng::new(1);
    for _ in 0..50 {
        assert_eq!(book.find(Board::START), book.find(Board::START));
        seen.push(book.find_any(Board::START, &mut rng).unwrap().to_string());
    }
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), 2, "{seen:?}");
}

#[test]
fn garbage_is_read_without_harm() {
    let mut rng = Rng::new(7);
    for _ in 0..300 {
        let text: String = (0..rng.below(40))
            .map(|_| char::from_u32(FIRST_CHARACTER + rng.below(1 << 15) as u32).unwrap())
            .collect();
        let book = Book::unpack(&text);
        for (&(player, opponent), squares) in &book.moves {
            for square in squares {
                assert!(Board { player, opponent }.play(*square).is_some());
            }
        }
    }
}

#[test]
fn every_shipped_move_is_legal() {
    let book = Book::shipped();
    for (&(player, opponent), squares) in &book.moves {
        assert!(squares.iter().all(|&square| Board { player, opponent }.play(square).is_some()));
    }
}
