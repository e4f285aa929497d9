//! The game as dialogues see it: every pass is a move of its own, unlike in [`outflank::game::Game`].

use outflank::board::{Board, Move};
use outflank::game::Color;

use crate::notation::{self, GameRecord, Item, Position};

/// Moves kept; a dialogue that never ends cannot fill the memory.
const MAX_MOVES: usize = 1_000;

/// A position with its history.
#[derive(Clone, Debug)]
pub struct DialogueGame {
    position: Position,
    /// The moves so far, each with the position before it and the side that made it.
    history: Vec<(Position, Color, Move)>,
}

/// The refusal of a move while the other side is to move and need not pass.
pub const WRONG_COLOR: &str = "wrong color";

/// The refusal of a move against the rules.
pub const ILLEGAL_MOVE: &str = "illegal move";

impl Default for DialogueGame {
    fn default() -> Self {
        Self::new(Position::START)
    }
}

impl DialogueGame {
    /// The first game in a file of any format, a position being a game without moves, after its first `most`
    /// moves. A last pass that the file does not spell is still to be made, by whoever is asked for a move.
    ///
    /// # Errors
    /// If the file holds no game.
    pub(super) fn load(bytes: &[u8], most: usize) -> Result<Self, String> {
        let items = notation::read(bytes, "game").map_err(|error| error.to_string())?;
        let record = match items.into_iter().next() {
            Some(Item::Game(record)) => *record,
            Some(Item::Position(found)) => GameRecord::from_start(found.position),
            None => return Err("expected a game".to_string()),
        };
        let mut game = Self::new(record.start);
        for entry in record.spelled_moves().iter().take(most) {
            let mv = entry.mv;
            game.play(entry.color, mv).map_err(|_| format!("the game holds an illegal move, {mv}"))?;
        }
        Ok(game)
    }

    /// A game that starts here.
    pub const fn new(position: Position) -> Self {
        Self { position, history: Vec::new() }
    }

    /// The position, seen by the side to move.
    pub const fn board(&self) -> Board {
        self.position.board
    }

    /// The side to move, which may have to pass.
    pub const fn to_move(&self) -> Color {
        self.position.to_move
    }

    /// The position seen by one side.
    pub fn board_for(&self, color: Color) -> Board {
        if color == self.to_move() {
            self.board()
        } else {
            self.board().pass()
        }
    }

    /// The moves so far, passes included, with the sides that made them.
    pub fn moves(&self) -> impl Iterator<Item = (Color, Move)> + '_ {
        self.history.iter().map(|&(_, color, mv)| (color, mv))
    }

    /// Every position of the game, the current one last.
    pub fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        self.history.iter().map(|&(position, ..)| position).chain([self.position])
    }

    /// Whether the side to move must pass.
    pub fn must_pass(&self) -> bool {
        self.board().legal_moves() == 0 && self.board().pass().legal_moves() != 0
    }

    /// Whether `color` is to move, or will be once the other side has passed as it must. Once the game is
    /// over, it is nobody's turn and everybody's.
    pub fn check_turn(&self, color: Color) -> Result<(), &'static str> {
        if color == self.to_move() || self.board().legal_moves() == 0 {
            Ok(())
        } else {
            Err(WRONG_COLOR)
        }
    }

    /// Plays a move of `color`; a pass that the other side owes is implied.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), &'static str> {
        self.check_turn(color)?;
        let before = self.board_for(color);
        let after = match mv.square() {
            Some(square) => before.play(square),
            None => (color == self.to_move() && self.must_pass()).then(|| before.pass()),
        };
        let after = after.filter(|_| self.history.len() < MAX_MOVES).ok_or(ILLEGAL_MOVE)?;
        self.history.push((self.position, color, mv));
        self.position = Position { board: after, to_move: color.opposite() };
        Ok(())
    }

    /// Takes back the last move; whether there was one.
    pub fn undo(&mut self) -> bool {
        let last = self.history.pop();
        self.position = last.map_or(self.position, |(before, ..)| before);
        last.is_some()
    }

    /// Black's discs, then white's.
    pub fn discs(&self) -> [u64; 2] {
        self.position.discs()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mv(name: &str) -> Move {
        Move::on(name.parse().expect("a square"))
    }

    #[test]
    fn passes_are_explicit_or_implied_and_undone_with_the_move() {
        let passing = Board::new(0b010, 0b001).unwrap();
        let mut explicit = DialogueGame::new(Position { board: passing, to_move: Color::Black });
        assert_eq!(explicit.play(Color::Black, Move::PASS), Ok(()));
        assert_eq!(explicit.play(Color::White, mv("c1")), Ok(()));
        assert_eq!(explicit.moves().count(), 2);
        let mut implied = DialogueGame::new(Position { board: passing, to_move: Color::Black });
        assert_eq!(implied.play(Color::White, mv("c1")), Ok(()));
        assert_eq!(implied.board(), explicit.board());
        assert!(implied.undo() && !implied.undo());
        assert_eq!((implied.board(), implied.to_move()), (passing, Color::Black));
    }

    #[test]
    fn moves_against_the_rules_are_refused() {
        let mut position = DialogueGame::default();
        assert_eq!(position.play(Color::White, mv("d3")), Err(WRONG_COLOR));
        assert_eq!(position.play(Color::Black, mv("a1")), Err(ILLEGAL_MOVE));
        assert_eq!(position.play(Color::Black, Move::PASS), Err(ILLEGAL_MOVE));
        assert_eq!(position.play(Color::Black, mv("d3")), Ok(()));
        assert_eq!(position.to_move(), Color::White);
    }
}
