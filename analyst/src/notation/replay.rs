//! A record built move by move, every move checked against the rules.

use outflank::board::Move;
use outflank::game::{Color, Game, GameError};

use super::error::quoting;
use super::record::{Ending, GameRecord, GameResult, Item, MoveRecord, Note, Position, PositionRecord};
use super::result::ParsedResult;
use crate::sentence::Sentence;

/// A game that is being read.
#[derive(Clone, Debug)]
pub(crate) struct Replay {
    game: Game,
    /// The record so far; its moves are those of `game`.
    pub(crate) record: GameRecord,
    remarks: Vec<Sentence>,
}

/// A game or a position that was read.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// The game or position.
    pub(crate) item: Item,
    /// What was left out or does not agree.
    pub(crate) remarks: Vec<Sentence>,
}

impl From<PositionRecord> for Found {
    fn from(record: PositionRecord) -> Self {
        Self { item: Item::Position(record), remarks: Vec::new() }
    }
}

impl Replay {
    /// A game from `start`.
    pub(crate) fn new(start: Position) -> Self {
        let record = GameRecord::from_start(start);
        Self { game: Game::from_position(start.board, start.to_move), record, remarks: Vec::new() }
    }

    /// Adds a remark on the game; those beyond the first few would not be read.
    pub(crate) fn remark(&mut self, remark: impl Into<Sentence>) {
        const MAX_REMARKS: usize = 4;
        if self.remarks.len() < MAX_REMARKS {
            self.remarks.push(remark.into());
        }
    }

    /// The game so far.
    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    /// Whether the file has spelled out a move.
    pub(crate) fn has_begun(&self) -> bool {
        !self.record.spelled_moves().is_empty()
    }

    /// The last move that the file has spelled out, to which a remark after it belongs.
    pub(crate) fn last_spelled(&mut self) -> Option<&mut MoveRecord> {
        let spelled = self.record.spelled_moves().len();
        self.record.moves[..spelled].last_mut()
    }

    /// Plays a move or a pass of `color`, or of whoever is to move. The message says why it is refused.
    pub(crate) fn play(&mut self, color: Option<Color>, mv: Move, note: Note) -> Result<(), Sentence> {
        let Some(square) = mv.square() else { return self.pass(color, note) };
        let to_move = self.game.to_move();
        if !self.game.is_over() && color.is_some_and(|color| color != to_move) {
            return Err(Sentence::new("read-turn").of(to_move).with("move", square));
        }
        self.game.play(square).map_err(|error| refusal(&error))?;
        self.record.moves.push(MoveRecord::new(to_move, mv));
        if let Some(last) = self.record.moves.last_mut() {
            last.set_note(note);
        }
        self.record.follow(&self.game);
        Ok(())
    }

    /// Accepts a pass that is forced, or follows the end of the game.
    fn pass(&mut self, color: Option<Color>, note: Note) -> Result<(), Sentence> {
        if self.game.is_over() {
            return Ok(());
        }
        match self.record.moves.last_mut() {
            Some(last) if self.record.has_implied_pass && color.is_none_or(|color| color == last.color) => {
                last.set_note(note);
                self.record.has_implied_pass = false;
                Ok(())
            }
            _ => Err(Sentence::new("read-no-pass").of(self.game.to_move())),
        }
    }

    /// Starts the game at another position, before its first move.
    pub(crate) fn start_at(&mut self, start: Position) {
        let Self { game, record: GameRecord { moves, has_implied_pass, .. }, .. } = Self::new(start);
        self.game = game;
        (self.record.start, self.record.moves, self.record.has_implied_pass) =
            (start, moves, has_implied_pass);
    }

    /// Reads the result in a header, from which `komi` was taken off; one that is none is taken as unknown.
    pub(crate) fn read_result(&mut self, text: &str, komi: f64) {
        match ParsedResult::with_komi(text, komi) {
            Some(parsed) => {
                self.record.result = parsed.result;
                if parsed.ending != Ending::Unknown {
                    self.record.ending = parsed.ending;
                }
            }
            None => self.remark(quoting("read-no-result", text)),
        }
    }

    /// The record, completed from the board.
    pub(crate) fn finish(mut self) -> Found {
        let contradicting = self.record.settle(&self.game);
        if let (Some(score), Some(result)) = (contradicting, self.record.result) {
            let remark = match result {
                GameResult::Score(result) => {
                    Sentence::new("read-other-score").with("result", format!("{result:+}"))
                }
                GameResult::WonBy(color) => Sentence::new("read-other-winner").of(color),
            };
            self.remark(remark.with("score", format!("{score:+}")));
        }
        Found { item: Item::Game(Box::new(self.record)), remarks: self.remarks }
    }
}

/// Why a move or a transcript is refused.
pub(crate) fn refusal(error: &GameError) -> Sentence {
    match error {
        GameError::IllegalMove { color, square, number } => Sentence::new("read-illegal-move")
            .of(*color)
            .with("move", *square)
            .with("number", number.to_string()),
        GameError::GameOver { number } => Sentence::new("read-over").with("number", number.to_string()),
        GameError::NotASquare { offset } => Sentence::new("read-no-square").with("byte", offset.to_string()),
    }
}

/// Reads a move; the refusal says what came instead.
pub(crate) fn expect_move(text: &str) -> Result<Move, Sentence> {
    parse_move(text).ok_or_else(|| quoting("read-move", text))
}

/// Reads a square in either case, or one of the spellings of a pass.
pub(crate) fn parse_move(text: &str) -> Option<Move> {
    // Phones turn two hyphens into a dash.
    const PASSES: [&str; 7] = ["pass", "pa", "ps", "--", "@@", "\u{2013}", "\u{2014}"];
    if PASSES.iter().any(|pass| text.eq_ignore_ascii_case(pass)) {
        return Some(Move::PASS);
    }
    text.parse().ok().map(Move::on)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sentence::english;

    fn play(replay: &mut Replay, moves: &str) -> Result<(), Sentence> {
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
            let moves = &replay.record.moves;
            assert_eq!((moves.len(), moves[8].mv), (10, Move::PASS));
        }
    }

    #[test]
    fn a_refused_move_says_why() {
        let mut replay = Replay::new(Position::START);
        let error = replay.play(Some(Color::White), parse_move("f5").unwrap(), Note::default()).unwrap_err();
        assert_eq!(english(&error), "expected a move of black, not white f5");
        let error = |replay: &mut Replay, moves: &str| english(&play(replay, moves).unwrap_err());
        assert_eq!(error(&mut replay, "--"), "expected a move: black can move and may not pass");
        assert_eq!(error(&mut replay, "a1"), "move 1: black may not play a1");
    }

    #[test]
    fn passes_after_the_end_are_ignored() {
        let mut replay = Replay::new(Position::START);
        play(&mut replay, "e6 f4 e3 f6 g5 d6 e7 f5 c5 pa ps").unwrap();
        assert_eq!(replay.record.moves.len(), 9);
    }
}
