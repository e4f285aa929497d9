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
        assert!(book.moves.iter().all(|(board, &square)| board.play(square).is_some()));
    }
}

#[test]
fn every_shipped_move_is_legal() {
    let book = Book::shipped();
    assert!(book.moves.iter().all(|(board, &square)| board.play(square).is_some()));
}

/// A position in hexadecimal (the player's discs, the opponent's) and the answer, for each position of the
/// book.
const ANSWERS: &str = "\
0000000810000000 0000001008000000 d3
0000000810080000 0000001008040000 c4
000000080c000000 00000010101c0000 f4
0000000838000000 00000012041c0000 e2
0000000030000000 0000001c0c1c0000 e2
0000000030100000 0000001c0c0c1020 c6
0000040030100000 0000081c0c0c1020 b6
0000000034000000 00000818081c0000 e6
0000101830000000 000008000e1c0000 c6
00001c1800000000 000000007e1c0000 f3
00001c1810000000 000000006e7c0000 d2
0000101830000000 000008040c1c0000 d7
0008181800000000 000000047c1c0000 f3
0000101824000000 00000820181c0000 f3
0000000808080000 0000001010100000 f4
0000000830000000 00000010081c0000 f5
0000000818080000 0000001020500000 g4
0000000030080000 0000001c08100000 f3
0000000818080000 0000005020100000 g4
0000000018080000 0000001c00000000 e6
0000101010000000 0000000c08080800 c6
0000140000000000 0000003c18080800 c4
0000141010000000 0000080c08080800 c3
0000141010040000 0000080c08180800 c4
0000141c1c000000 00000800001e0800 e2
0000140c1c040000 0000081020180800 d7
0000141c18040000 0000080204180800 f2
0000101010080000 0000000c08100000 d6
0000101008080000 0000000c10200000 e3
0000100018080000 0000003c00000000 f6
0000301010080000 0000002c08100000 c3
0000301010040000 0000002c08180800 c4
000030181c000000 00000024001e0800 b5
0000301614000000 00000828081e0800 f2
00003010080c0000 0000002c10300000 c4
00003018000c0000 000000241e300000 b3
0000301804020000 000000241a3c0800 c6
00003010040e0000 0000082c1a300000 f4
00003030000e0000 0000080c7e300000 f2
00002010180c0000 0008102c00100000 g5
0000201018080000 0008102c00000000 e7
0010301010080000 0008002c08100000 c3
0000001018080000 0020100c00000000 e7
0000001000000000 0000000818080000 c5
0000001800000000 0000020418080000 f3
0000001400000000 0000040818080000 e3
0000001400000000 0000080818080000 e3
0000001408000000 0000080810380000 f4
0000000418100000 0000081820080000 c6
0000040c08100000 0000083030080000 c3
0000040c001c0000 000008303c000000 b5
0000000408100000 0000083810080000 f4
0000000c00000000 0000101018080000 f5
0000003400000000 000010081c080000 e3
0000003400100000 000010083c080000 f3
0000003800000000 0000120418080000 f3
0000003400000000 0000180818080000 e3
0000002c00000000 0000301018080000 e3
0000002c00100000 00003010180c0000 f3
0000002c00200000 00003010181c1000 f2
0000002400302000 000030181c0c1000 f7
0000002410300000 000030180c0c0000 b4
000000241a300000 00003018040e0000 d2
000000201a300000 0000301e040c0000 c2
0000002012300400 0000301e0c0c0800 d6
0000002412300400 0004381a0c0c0800 c6
000000201a300000 0000341c040c0000 d2
00000000023c0800 0000343c3c000000 b5
00000002023c0800 0000343c3c020000 b6
0000000c00300000 00003030380c0000 e7
0000002400100000 000030181c080000 f7
0000000c08100000 0000303030080000 f3
0000000400300000 000030383c080000 c3
0000002400100000 0000381818080000 f7
0020000400100000 0000783818080000 e7
0030001410100000 00007c2808080000 g5
0030207010100000 00005c0c0c080000 d7
0000000c00000000 0000201018080000 f5
0000003400000000 0000240818080000 e3";

/// A book packed anew changes the list; a change of the format does not.
#[test]
fn the_shipped_book_gives_the_listed_answers_under_all_symmetries() {
    let book = Book::shipped();
    for line in ANSWERS.lines() {
        let mut fields = line.split(' ');
        let mut discs = || u64::from_str_radix(fields.next().unwrap(), 16).unwrap();
        let board = Board::new(discs(), discs()).unwrap();
        let answer = board.play(fields.next().unwrap().parse().unwrap()).unwrap();
        for symmetry in Symmetry::all() {
            let image = board.transformed(symmetry);
            let found = image.play(book.find(image).unwrap()).unwrap();
            assert_eq!(standard_orientation(found).0, standard_orientation(answer).0, "{line}");
        }
    }
    assert_eq!(book.len(), ANSWERS.lines().count());
}
