//! The bitboards against a slow, obvious implementation of the rules, at every ply of random games.
//!
//! It exists to check `Board` and `Game`, so it uses their `Color` and `Square`; the protocol tests have a
//! second implementation (`tests/protocol/rules.rs`) that uses nothing of the library.

use outflank::bits::Squares;
use outflank::board::Board;
use outflank::game::{Color, Game};
use outflank::square::Square;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

const DIRECTIONS: [(i32, i32); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

/// A board as an array, `cells[row][column]`.
#[derive(Clone)]
struct NaiveBoard {
    cells: [[Option<Color>; 8]; 8],
    to_move: Color,
}

impl NaiveBoard {
    fn start() -> Self {
        let mut cells = [[None; 8]; 8];
        (cells[3][3], cells[4][4]) = (Some(Color::White), Some(Color::White));
        (cells[3][4], cells[4][3]) = (Some(Color::Black), Some(Color::Black));
        Self { cells, to_move: Color::Black }
    }

    fn at(&self, column: i32, row: i32) -> Option<Color> {
        if (0..8).contains(&column) && (0..8).contains(&row) {
            self.cells[row as usize][column as usize]
        } else {
            None
        }
    }

    /// The cells that a move of `color` flips, as (column, row).
    fn flips(&self, color: Color, column: i32, row: i32) -> Vec<(i32, i32)> {
        let mut all = Vec::new();
        for (right, down) in DIRECTIONS {
            let mut run = Vec::new();
            let (mut x, mut y) = (column + right, row + down);
            while self.at(x, y) == Some(color.opposite()) {
                run.push((x, y));
                (x, y) = (x + right, y + down);
            }
            if self.at(x, y) == Some(color) {
                all.extend(run);
            }
        }
        all
    }

    fn moves(&self, color: Color) -> Vec<(i32, i32)> {
        let cells = (0..8).flat_map(|row| (0..8).map(move |column| (column, row)));
        cells
            .filter(|&(column, row)| self.at(column, row).is_none())
            .filter(|&(column, row)| !self.flips(color, column, row).is_empty())
            .collect()
    }

    fn play(&mut self, column: i32, row: i32) {
        for (x, y) in self.flips(self.to_move, column, row) {
            self.cells[y as usize][x as usize] = Some(self.to_move);
        }
        self.cells[row as usize][column as usize] = Some(self.to_move);
        self.to_move = self.to_move.opposite();
    }

    fn is_over(&self) -> bool {
        self.moves(Color::Black).is_empty() && self.moves(Color::White).is_empty()
    }

    fn count(&self, color: Color) -> i32 {
        self.cells.iter().flatten().filter(|cell| **cell == Some(color)).count() as i32
    }

    /// Black's discs minus white's, with the empty cells going to the winner.
    fn black_score(&self) -> i32 {
        let (black, white) = (self.count(Color::Black), self.count(Color::White));
        match black.cmp(&white) {
            std::cmp::Ordering::Less => black - (64 - black),
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Greater => (64 - white) - white,
        }
    }
}

fn square(column: i32, row: i32) -> Square {
    Square::at(column as u8, row as u8).expect("on the board")
}

fn assert_same(naive: &NaiveBoard, game: &Game) {
    for color in [Color::Black, Color::White] {
        for row in 0..8 {
            for column in 0..8 {
                let is_there = game.discs(color) & square(column, row).bit() != 0;
                assert_eq!(is_there, naive.at(column, row) == Some(color), "{}", game.transcript());
            }
        }
    }
    assert_eq!(game.is_over(), naive.is_over(), "{}", game.transcript());
    assert_eq!(game.black_score(), naive.black_score(), "{}", game.transcript());
}

fn assert_same_moves(naive: &NaiveBoard, board: Board) {
    for (color, board) in [(naive.to_move, board), (naive.to_move.opposite(), board.pass())] {
        let moves = naive.moves(color);
        let legal: Vec<_> = Squares(board.legal_moves()).collect();
        let expected: Vec<_> = moves.iter().map(|&(column, row)| square(column, row)).collect();
        assert_eq!(legal, expected, "{board:?}");
        for (column, row) in moves {
            let flips: u64 = naive.flips(color, column, row).iter().map(|&(x, y)| square(x, y).bit()).sum();
            assert_eq!(board.flips(square(column, row)), flips, "{board:?}");
        }
    }
}

#[test]
fn a_thousand_random_games_agree() {
    let mut rng = SmallRng::seed_from_u64(1000);
    let (mut passes, mut early_ends) = (0, 0);
    for _ in 0..1000 {
        let mut naive = NaiveBoard::start();
        let mut game = Game::new();
        while !naive.is_over() {
            let moves = naive.moves(naive.to_move);
            if moves.is_empty() {
                passes += 1;
                naive.to_move = naive.to_move.opposite();
                continue;
            }
            assert_eq!(game.to_move(), naive.to_move);
            assert_same_moves(&naive, game.board());
            let (column, row) = moves[rng.random_range(0..moves.len())];
            naive.play(column, row);
            game.play(square(column, row)).expect("legal in the other implementation");
            assert_same(&naive, &game);
        }
        early_ends += usize::from(game.move_count() < 60);
    }
    assert!(passes > 100 && early_ends > 5, "only {passes} passes and {early_ends} early ends");
}
