//! The features of the moves of a position.

use outflank::bits::CORNERS;
use outflank::board::Board;
use outflank::eval::DISC;
use outflank::mcts::Parameters;
use outflank::square::{Square, SquareClass};

use crate::evaluation::Evaluation;
use crate::features::{anchor_shares, ANCHORS};
use crate::visits::Visits;

/// The number of features of a move.
pub(super) const FEATURES: usize = NAMES.len();

/// The first feature: how far the move's one-ply value is behind the best, in units of the bot's temperature.
pub(super) const GAP: usize = 0;

/// A description of each feature.
pub(super) const NAMES: [&str; 12] = [
    "gap to the best value",
    "the same by move count",
    "log of the rank",
    "opponent mobility / 8",
    "opponent must pass",
    "opponent gets corner",
    "odd quadrant",
    "corner",
    "X square",
    "C square",
    "A square",
    "B square",
];

/// The moves of a position, each with its features and its share of the visits.
pub(super) struct Sample {
    /// The shares of the phase anchors.
    pub(super) shares: [f64; ANCHORS],
    pub(super) moves: Vec<([f64; FEATURES], f64)>,
}

impl Sample {
    /// `None` if no move was visited.
    pub(super) fn new(visits: &Visits, evaluation: &Evaluation) -> Option<Self> {
        let Visits { board, counts, .. } = visits;
        let total: f64 = counts.iter().map(|&count| f64::from(count)).sum();
        let children = evaluation.children(*board);
        let values: Vec<(Square, i32)> = children.iter().collect();
        let best = values.iter().map(|&(_, value)| value).max()?;
        let temperature = f64::from(Parameters::default().prior_temperature);
        let features = |(square, value): (Square, i32)| {
            let rank = values.iter().filter(|&&(_, other)| other > value).count() as f64;
            let gap = f64::from(value - best) / f64::from(DISC) / temperature;
            of_move(*board, square, gap, rank, values.len() as f64)
        };
        let targets = counts.iter().map(|&count| f64::from(count) / total);
        let moves = values.iter().map(|&entry| features(entry)).zip(targets).collect();
        let ply = 60 - board.empty_count().min(60) as usize;
        (total > 0.0).then_some(Self { shares: anchor_shares(ply).map(f64::from), moves })
    }
}

fn of_move(board: Board, square: Square, gap: f64, rank: f64, count: f64) -> [f64; FEATURES] {
    let replies = board.play(square).map_or(0, Board::legal_moves);
    let is = |truth: bool| f64::from(u8::from(truth));
    let class = |class: SquareClass| is(square.class() == class);
    [
        gap,
        gap * (count / 8.0).ln(),
        (1.0 + rank).ln(),
        f64::from(replies.count_ones()) / 8.0,
        is(replies == 0),
        is(replies & CORNERS != 0),
        is((board.empties() & quadrant(square)).count_ones() % 2 == 1),
        class(SquareClass::Corner),
        class(SquareClass::X),
        class(SquareClass::C),
        class(SquareClass::A),
        class(SquareClass::B),
    ]
}

/// The squares of the quadrant that a square is in.
fn quadrant(square: Square) -> u64 {
    let columns = if square.column() < 4 { 0x0f0f_0f0f_0f0f_0f0f } else { 0xf0f0_f0f0_f0f0_f0f0 };
    let rows = if square.index() < 32 { 0xffff_ffff } else { 0xffff_ffff << 32 };
    columns & rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::HANDMADE;
    use std::path::Path;

    #[test]
    fn quadrants_share_the_board_out() {
        let all: Vec<u64> = Square::all().map(quadrant).collect();
        assert!(Square::all().zip(&all).all(|(square, quadrant)| quadrant & square.bit() != 0));
        assert!(all.iter().all(|quadrant| quadrant.count_ones() == 16));
        assert_eq!(all.iter().collect::<std::collections::HashSet<_>>().len(), 4);
    }

    #[test]
    fn shares_of_visits_add_up_and_one_move_has_no_gap() {
        let evaluation = Evaluation::open(Path::new(HANDMADE)).unwrap();
        let visits = Visits { board: Board::START, game: 0, counts: vec![5, 0, 10, 5] };
        let sample = Sample::new(&visits, &evaluation).unwrap();
        assert_eq!(sample.moves.iter().map(|&(_, share)| share).collect::<Vec<_>>(), [0.25, 0.0, 0.5, 0.25]);
        assert!(sample.moves.iter().all(|(features, _)| features[GAP] <= 0.0));
        assert!(sample.moves.iter().any(|(features, _)| features[GAP] == 0.0));
        assert!(Sample::new(&Visits { counts: vec![0; 4], ..visits }, &evaluation).is_none());
    }
}
