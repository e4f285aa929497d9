//! The course judge: sends the commands, checks the answers, and draws what the program must draw.
//!
//! Its opponent for the program moves at random.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

use crate::rules::{letter_and_digit, place, Grid, Place};
use crate::table::Partner;

/// A game between the program and an opponent that the judge itself plays.
#[derive(Clone, Debug)]
pub(crate) struct Judge {
    grid: Grid,
    /// 0 for black, 1 for white.
    program: usize,
    rng: SmallRng,
    /// The four discs before the game, with their sides.
    set_up: Vec<(usize, Place)>,
    calls: usize,
    /// The judge ends the game after this many calls.
    max_calls: usize,
    /// Whether the last answer of the program was a pass.
    has_passed: bool,
    /// The drawings that the program must have printed so far.
    pub(crate) drawn: String,
    /// The numbers of the opponent's passes, of the program's passes, and of wipe-outs.
    pub(crate) seen: [usize; 3],
}

/// The four discs before a game.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SetUp {
    Standard,
    /// The standard start with the colours exchanged.
    Mirrored,
    /// Any four squares, any owners.
    Odd,
}

impl Judge {
    /// A game in which the program plays black (0) or white (1).
    pub(crate) fn new(program: usize, set_up: SetUp, max_calls: usize, seed: u64) -> Self {
        let mut rng = SmallRng::seed_from_u64(seed);
        let named = |names: [&str; 4], sides: [usize; 4]| {
            names
                .map(|name| place(name).expect("a square"))
                .into_iter()
                .zip(sides)
                .map(|(at, side)| (side, at))
        };
        let set_up = match set_up {
            SetUp::Standard => named(["d5", "e5", "e4", "d4"], [0, 1, 0, 1]).collect(),
            SetUp::Mirrored => named(["d5", "e5", "e4", "d4"], [1, 0, 1, 0]).collect(),
            SetUp::Odd => odd_set_up(&mut rng),
        };
        let mut grid = Grid::empty();
        for &(side, at) in &set_up {
            grid.put(side, at);
        }
        let (drawn, seen) = (String::new(), [0; 3]);
        Self { grid, program, rng, set_up, calls: 0, max_calls, has_passed: false, drawn, seen }
    }

    fn placing(&self) -> String {
        let who = |side| if side == self.program { 1 } else { 2 };
        let place = |&(side, at): &(usize, Place)| {
            let (x, y) = letter_and_digit(at);
            format!("PLACE {x} {y} {}\n", who(side))
        };
        format!("START\n{}DONE\n", self.set_up.iter().map(place).collect::<String>())
    }

    /// Plays the opponent's move and returns its command.
    fn opponents_move(&mut self) -> String {
        let opponent = 1 - self.program;
        let moves = self.grid.moves(opponent);
        if moves.is_empty() {
            self.seen[0] += 1;
            return "PASS\n".to_owned();
        }
        let chosen = moves[self.rng.random_range(0..moves.len())];
        self.grid.play(opponent, chosen);
        self.draw(self.program);
        let (x, y) = letter_and_digit(chosen);
        format!("TURN {x} {y}\n")
    }

    fn is_over(&self) -> bool {
        let can_move = |side| !self.grid.moves(side).is_empty();
        let is_blocked = !can_move(0) && !can_move(1);
        // A program without a move learns that the game is over only when it has passed.
        is_blocked && (self.has_passed || self.calls > 2)
    }

    fn draw(&mut self, to_move: usize) {
        let moves = self.grid.moves(to_move);
        const FRAME: &str = "  +---+---+---+---+---+---+---+---+\n";
        self.drawn.push_str("    a   b   c   d   e   f   g   h\n");
        self.drawn.push_str(FRAME);
        for row in 0..8 {
            let symbol = |column| match self.grid.at((column, row)) {
                Some(side) => ['X', 'O'][side],
                None if moves.contains(&(column, row)) => '\'',
                None => ' ',
            };
            let cells: String = (0..8).flat_map(|column| [' ', symbol(column), ' ', '|']).collect();
            self.drawn.push_str(&format!("{} |{cells}\n{FRAME}", row + 1));
        }
    }
}

impl Partner for Judge {
    fn call(&mut self) -> Option<String> {
        self.calls += 1;
        if self.calls == 1 {
            return Some(self.placing());
        }
        if self.calls > self.max_calls || self.is_over() {
            let is_wiped_out = |side| !(0..64).any(|at| self.grid.at((at % 8, at / 8)) == Some(side));
            self.seen[2] += usize::from(is_wiped_out(0) || is_wiped_out(1));
            return Some("END\n".to_owned());
        }
        if self.calls == 2 && self.program == 0 {
            self.draw(0);
            return Some("BEGIN\n".to_owned());
        }
        Some(self.opponents_move())
    }

    fn answer(&mut self, line: &str) {
        if self.calls == 1 {
            assert_eq!(line, "OK");
            return;
        }
        let moves = self.grid.moves(self.program);
        self.has_passed = line == "PASS";
        if self.has_passed {
            assert!(moves.is_empty(), "the program passes though it can move");
            self.seen[1] += 1;
            return;
        }
        let chosen = moves.into_iter().find(|&at| {
            let (x, y) = letter_and_digit(at);
            line == format!("{x} {y}")
        });
        let chosen = chosen.unwrap_or_else(|| panic!("an illegal answer: {line:?}"));
        self.grid.play(self.program, chosen);
        self.draw(1 - self.program);
    }
}

fn odd_set_up(rng: &mut SmallRng) -> Vec<(usize, Place)> {
    let mut set_up: Vec<(usize, Place)> = Vec::new();
    while set_up.len() < 4 {
        // Adjacent discs: with scattered ones, few games would start.
        let at = (2 + rng.random_range(0..4), 2 + rng.random_range(0..4));
        if set_up.iter().all(|&(_, taken)| taken != at) {
            set_up.push((rng.random_range(0..2), at));
        }
    }
    set_up
}
