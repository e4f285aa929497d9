//! A record built move by move, every move checked against the rules.

use outflank::board::Move;
use outflank::game::{Color, Game};

use super::record::{GameRecord, MoveRecord, Note, Position};

/// A game that is being read.
#[derive(Clone, Debug)]
pub(crate) struct Replay {
    game: Game,
    /// The record so far; its moves are those of `game`.
    pub(crate) record: GameRecord,
    /// The last move is a forced pass that the file has not spelled out yet.
    has_implied_pass: bool,
}

impl Replay {
    /// A game from `start`.
    pub(crate) fn new(start: Position) -> Self {
        let record = GameRecord::from_start(start);
        let has_implied_pass = !record.moves.is_empty();
        Self { game: Game::from_position(start.board, start.to_move), record, has_implied_pass }
    }

    /// The game so far.
    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    /// The last move that the file has spelled out, to which a remark after it belongs.
    pub(crate) fn last_spelled(&mut self) -> Option<&mut MoveRecord> {
        let spelled = self.record.moves.len() - usize::from(self.has_implied_pass);
        self.record.moves[..spelled].last_mut()
    }

    /// Plays a move or a pass of `color`, or of whoever is to move. The message says why it cannot be played.
    pub(crate) fn play(&mut self, color: Option<Color>, played: Move, note: Note) -> Result<(), String> {
        let Some(square) = played.square() else { return self.pass(color, note) };
        let to_move = self.game.to_move();
        if !self.game.is_over() && color.is_some_and(|color| color != to_move) {
            return Err(format!("expected a move of {to_move}, not {} {square}", to_move.opposite()));
        }
        self.game.play(square).map_err(|error| error.to_string())?;
        self.record.moves.push(MoveRecord::new(to_move, played));
        if let Some(last) = self.record.moves.last_mut() {
            last.set_note(note);
        }
        let known = self.record.moves.len();
        self.record.follow(&self.game);
        self.has_implied_pass = self.record.moves.len() > known;
        Ok(())
    }

    /// Accepts a pass that is forced, or follows the end of the game.
    fn pass(&mut self, color: Option<Color>, note: Note) -> Result<(), String> {
        if self.game.is_over() {
            return Ok(());
        }
        match self.record.moves.last_mut() {
            Some(last) if self.has_implied_pass && color.is_none_or(|color| color == last.color) => {
                last.set_note(note);
                self.has_implied_pass = false;
                Ok(())
            }
            _ => Err(format!("expected a move: {} can move and may not pass", self.game.to_move())),
        }
    }

    /// Takes everything but the moves and the start from `header`.
    pub(crate) fn set_header(&mut self, header: GameRecord) {
        let moves = std::mem::take(&mut self.record.moves);
        self.record = GameRecord { start: self.record.start, moves, ..header };
    }

    /// The record, completed from the board.
    pub(crate) fn finish(mut self) -> Box<GameRecord> {
        self.record.settle(&self.game);
        Box::new(self.record)
    }
}

/// Reads a square in either case, or one of the spellings of a pass.
pub(crate) fn parse_move(text: &str) -> Option<Move> {
    const PASSES: [&str; 5] = ["pass", "pa", "ps", "--", "@@"];
    if PASSES.iter().any(|pass| text.eq_ignore_ascii_case(pass)) {
        return Some(Move::PASS);
    }
    text.parse().ok().map(Move::on)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(replay: &mut Replay, moves: &str) -> Result<(), String> {
        for text in moves.split(' ') {
            replay.play(None, parse_move(text).unwrap(), Note::default())?;
        }
        Ok(())
    }

    /// Black has to pass after white's fourth disc.
    const BEFORE_PASS: &str = "c4 c3 f5 b4 a4 a5 b2 a3";

    #[test]
    fn a_forced_pass_may_be_spelled_or_implied() {
        for moves in ["c1", "pass c1"] {
            let mut replay = Replay::new(Position::START);
            play(&mut replay, BEFORE_PASS).unwrap();
            play(&mut replay, moves).unwrap();
            let moves = replay.finish().moves;
            assert_eq!((moves.len(), moves[8].played), (10, Move::PASS));
        }
    }

    #[test]
    fn what_cannot_be_played_says_why() {
        let mut replay = Replay::new(Position::START);
        let error = replay.play(Some(Color::White), parse_move("f5").unwrap(), Note::default()).unwrap_err();
        assert_eq!(error, "expected a move of black, not white f5");
        assert_eq!(play(&mut replay, "--").unwrap_err(), "expected a move: black can move and may not pass");
        assert_eq!(play(&mut replay, "a1").unwrap_err(), "move 1: black may not play a1");
    }

    #[test]
    fn passes_after_the_end_are_ignored() {
        let mut replay = Replay::new(Position::START);
        play(&mut replay, "e6 f4 e3 f6 g5 d6 e7 f5 c5 pa ps").unwrap();
        assert_eq!(replay.finish().moves.len(), 9);
    }
}
