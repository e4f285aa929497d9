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
const EXTENT: (usize, u64) = (3_468, 0x5294_2169_e02d_69f0);

/// Games that end in an answer of the shipped book: as Black, then as White.
const ANSWERS: &str = "\
d3
d3e3f4g3g4
d3c5f6f3f5e3c3d2c4
d3c5f6f3f5e3c3d2c4b4f2f1e6
d3c3c4e3d2c5b5b3f3a5a6b4b6a7c2c6d7
d3c3c4c5b4d2d6e3e6c6b6a4f4f6g6d7f3f7e7c7f8
f5d6
c4e3f4c5d6f3
c4e3f6e6f5c5c3c6d3d2
d3c5f6f5c6e3c4c3d2b4c2b3e2b6
d3c5c6e3c4c2d2c1f4c3d6b4a3f5f2f3e2d1
d3c5c6e3c4c2f5e6f4d6f7e7f6b5e2f1b3c3b4d7d2d1";

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
