//! One labelled position, 24 bytes, little-endian: the only record format of the trainer.
//!
//! | byte | field |
//! |---|---|
//! | 0 | discs of the side to move, bitboard |
//! | 8 | discs of the opponent, bitboard |
//! | 16 | number of the game, the unit of the held-out split |
//! | 20 | searched value, i16, 1/128 disc, for the side to move |
//! | 22 | final score of the game, i8, discs, for the side to move |
//! | 23 | bits 0-6: square index of the best move, 64 for none; bit 7: the value is exact |

use outflank::board::Board;

/// Bytes of a record in a file.
pub const BYTES: usize = 24;

/// One game in this many is held out from training.
pub const HELD_OUT: u32 = 50;

/// `Record::best` of a position without a move.
pub const NO_MOVE: u8 = 64;

/// A position with its labels, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// The position.
    pub board: Board,
    /// The number of the game it is from.
    pub game: u32,
    /// Searched value in units of 1/128 disc.
    pub value: i16,
    /// Final score of the game in discs.
    pub final_score: i8,
    /// Square index of the best move, or [`NO_MOVE`].
    pub best: u8,
    /// Whether `value` is the exact score.
    pub exact: bool,
}

const _: () = assert!(8 + 8 + 4 + 2 + 1 + 1 == BYTES);

impl Record {
    /// The record as stored in a file.
    pub fn to_bytes(self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        bytes[0..8].copy_from_slice(&self.board.player().to_le_bytes());
        bytes[8..16].copy_from_slice(&self.board.opponent().to_le_bytes());
        bytes[16..20].copy_from_slice(&self.game.to_le_bytes());
        bytes[20..22].copy_from_slice(&self.value.to_le_bytes());
        bytes[22] = self.final_score as u8;
        bytes[23] = self.best | u8::from(self.exact) << 7;
        bytes
    }

    /// Reads a record; `None` if discs overlap or a field is out of range.
    pub fn from_bytes(bytes: &[u8; BYTES]) -> Option<Self> {
        let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| bytes[at + i]));
        let record = Self {
            board: Board::new(word(0), word(8))?,
            game: u32::from_le_bytes(std::array::from_fn(|i| bytes[16 + i])),
            value: i16::from_le_bytes([bytes[20], bytes[21]]),
            final_score: bytes[22] as i8,
            best: bytes[23] & 0x7f,
            exact: bytes[23] >> 7 != 0,
        };
        (record.best <= NO_MOVE && (-64..=64).contains(&record.final_score)).then_some(record)
    }

    /// Discs placed between the start and this position.
    pub fn ply(&self) -> usize {
        60 - self.board.empty_count().min(60) as usize
    }

    /// Whether its game is held out from training.
    pub fn is_held_out(&self) -> bool {
        let mixed = u64::from(self.game).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((mixed >> 40) as u32).is_multiple_of(HELD_OUT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_survives_the_round_trip() {
        for (value, final_score, best, exact) in
            [(0, 0, NO_MOVE, false), (-8192, -64, 63, true), (8192, 64, 0, true)]
        {
            let record = Record { board: Board::START, game: 0xdead_beef, value, final_score, best, exact };
            assert_eq!(Record::from_bytes(&record.to_bytes()), Some(record));
        }
    }

    #[test]
    fn overlapping_discs_and_fields_out_of_range_are_refused() {
        assert_eq!(Record::from_bytes(&[0xff; BYTES]), None);
        let valid = [0; BYTES];
        assert!(Record::from_bytes(&valid).is_some());
        for (at, byte) in [(22, 65), (22, 191), (23, 65)] {
            let mut bytes = valid;
            bytes[at] = byte;
            assert_eq!(Record::from_bytes(&bytes), None, "byte {at} is {byte}");
        }
    }

    #[test]
    fn the_split_goes_by_game_and_has_the_promised_share() {
        let record = |game| Record {
            board: Board::START,
            game,
            value: 0,
            final_score: 0,
            best: NO_MOVE,
            exact: false,
        };
        let held_out = (0..100_000).filter(|&game| record(game).is_held_out()).count();
        assert!((1_800..2_200).contains(&held_out), "{held_out} of 100000");
    }
}
