use super::*;
use crate::game::Game;
use crate::rng::Rng;

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

/// Black plays f5 (number 2 of d3 c4 f5 e6). Of White's replies f4, d6 and f6 only d6 is known; Black answers
/// it with number 0, and no reply to that is known. Nothing for White.
const ONE_LINE: &str = "1 10  1 0 1 000 0 0  0";

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
fn garbage_is_read_without_harm() {
    let mut rng = Rng::new(7);
    for _ in 0..300 {
        let text: String = (0..rng.below(40))
            .map(|_| char::from_u32(FIRST_CHARACTER + rng.below(1 << 15) as u32).unwrap())
            .collect();
        let book = Book::unpack(&text);
        assert!(book.moves.iter().all(|&(board, square)| board.play(square).is_some()));
    }
}

/// The number of the shipped book's answers, and a hash of them all in the order of their positions.
const EXTENT: (usize, u64) = (3_315, 0xce76_1e00_3f55_f783);

/// Games that end in an answer of the shipped book: as Black, then as White.
const ANSWERS: &str = "\
d3
d3e3f4g5g4
d3c5e6d2c6d6c3b3c4
d3c5e6f5f6d7e7f7b6
d3c5e6e3d6f5c4c3f4f6b5
d3c3c4e3d2c5b5b4f3f2f4e2c6e6d6
d3c3c4e3d2b4f4f3d6c1e2c6g4f1c5f6f5d7e7e6d1e1g5
d3c5
c4e3f5e6f7b4
e6f4e3d6c5f3c6e7
c4e3f6e6f5c5d3g6
c4e3f5e6f6c5f4g6h7f3
d3c5d6e3f4c6f5c3c4b5e2e6d2f6e7f7d7e8";

/// A book packed anew changes [`EXTENT`] and may change the list; a change of the format changes neither.
#[test]
fn the_shipped_book_gives_the_listed_answers() {
    let book = Book::shipped();
    for line in ANSWERS.lines() {
        let (before, answer) = line.split_at(line.len() - 2);
        let found = book.find(board_after(before)).map(|square| square.to_string());
        assert_eq!(found.as_deref(), Some(answer), "{line}");
    }
    let mut answers: Vec<_> =
        book.moves.iter().map(|(board, square)| [board.player, board.opponent, square.bit()]).collect();
    answers.sort_unstable();
    let mix = |hash: u64, word: &u64| (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    assert_eq!((answers.len(), answers.iter().flatten().fold(0, mix)), EXTENT);
}

#[test]
fn every_shipped_answer_is_legal_and_the_same_under_all_symmetries() {
    let book = Book::shipped();
    for &(board, answer) in &book.moves {
        let after = standard_orientation(board.play(answer).unwrap()).0;
        for symmetry in Symmetry::all() {
            let image = board.transformed(symmetry);
            let found = image.play(book.find(image).unwrap()).unwrap();
            assert_eq!(standard_orientation(found).0, after, "{board:?}");
        }
    }
}
