//! A recorded game or position, independent of the format that it was read from.

use outflank::board::{Board, Move, Score};
use outflank::game::{Color, Game, GameError};
use serde::{Deserialize, Serialize};

/// A position with its side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The discs, seen by the side to move.
    pub board: Board,
    /// The side to move.
    pub to_move: Color,
}

/// An item of a file: a game or a single position.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A game, complete or not.
    Game(Box<GameRecord>),
    /// A position without a game.
    Position(PositionRecord),
}

/// A position and what its file says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionRecord {
    /// The position.
    pub position: Position,
    /// Moves with their scores in discs for the side to move, in the file's order.
    pub scores: Vec<(Move, Score)>,
    /// A remark on the position.
    pub comment: String,
}

/// A game and what its file says about it. Text that the file does not give is empty.
///
/// Its JSON is what the project's own format says of a game beside its start, its players and its moves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GameRecord {
    /// The position at which the game starts.
    #[serde(skip)]
    pub start: Position,
    /// Moves and passes in order of play: a forced pass follows at once on the move that forces it.
    #[serde(skip)]
    pub moves: Vec<MoveRecord>,
    /// The last move is a forced pass that the file does not spell: the side that passes is still to move.
    #[serde(skip)]
    pub has_implied_pass: bool,
    /// The players, black first.
    #[serde(skip)]
    pub players: [Player; 2],
    /// The result; `None` if the game is unfinished or its result unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
    /// Why the game ended.
    pub ending: Ending,
    /// The date: `YYYY-MM-DD`, what is known of it, and what the file gives beyond the date.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub date: String,
    /// The tournament or match.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub event: String,
    /// The place: a town, a server.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub place: String,
    /// The round of the event.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub round: String,
    /// The time control as the file spells it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub time_control: String,
    /// The seed of the referee or of the bots.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub seed: String,
    /// A remark on the game as a whole.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// Black's score by perfect play from a late position on, as WTHOR gives it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theoretical: Option<TheoreticalScore>,
}

/// The result of perfect play from a late position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TheoreticalScore {
    /// Black's discs minus white's at the end, the empty squares given to the winner.
    #[serde(rename = "score")]
    pub black: Score,
    /// The number of empty squares from which on play is perfect.
    pub empties: u32,
}

/// A move or a pass, and what the file says about it.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveRecord {
    /// The side that moves or passes.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// The file's note on it; most files have none, so an absent note costs only a pointer.
    note: Option<Box<Note>>,
}

/// A file's note on one move.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Note {
    /// The expected result in discs, for the side that moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// The time that the move took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// The player's message or the annotator's remark.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// The bot's standard error during the move.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub stderr: String,
}

/// One of the two players.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Player {
    /// The name.
    #[serde(default)]
    pub name: String,
    /// The rating before the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<f64>,
}

/// [`Color`] in JSON: `"black"` or `"white"`. For `#[serde(with = "Side")]`.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Color", rename_all = "lowercase")]
pub(super) enum Side {
    Black,
    White,
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameResult {
    /// Black's discs minus white's.
    Score(Score),
    /// Only the winner is known.
    #[serde(rename = "winner", with = "Side")]
    WonBy(Color),
}

/// Why a game ended. After a fault, the loser is the side at fault.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The file does not say.
    #[default]
    Unknown,
    /// Neither side can move.
    Played,
    /// The record stops before the end.
    Unfinished,
    /// The loser resigned.
    Resigned,
    /// The loser ran out of time.
    TimedOut,
    /// The players agreed on the result.
    Agreed,
    /// An exact solver supplied the result.
    Adjudicated,
    /// The loser forfeited the game; the file does not say how.
    Forfeited,
    /// The loser's output was no legal move; the output.
    IllegalMove(String),
    /// The loser's program failed; how.
    Crashed(String),
}

impl Position {
    /// The standard start, black to move.
    pub const START: Self = Self { board: Board::START, to_move: Color::Black };

    /// The discs of black and of white.
    pub fn discs(self) -> [u64; 2] {
        match self.to_move {
            Color::Black => [self.board.player(), self.board.opponent()],
            Color::White => [self.board.opponent(), self.board.player()],
        }
    }

    /// The position with these discs; `None` if black's and white's overlap.
    pub fn from_discs(black: u64, white: u64, to_move: Color) -> Option<Self> {
        let board = match to_move {
            Color::Black => Board::new(black, white),
            Color::White => Board::new(white, black),
        };
        Some(Self { board: board?, to_move })
    }
}

impl Default for Position {
    fn default() -> Self {
        Self::START
    }
}

impl PositionRecord {
    /// A position of which nothing else is known.
    pub fn new(position: Position) -> Self {
        Self { position, scores: Vec::new(), comment: String::new() }
    }
}

impl MoveRecord {
    /// A move without a note.
    pub fn new(color: Color, mv: Move) -> Self {
        Self { color, mv, note: None }
    }

    /// The file's note on the move.
    pub fn note(&self) -> Option<&Note> {
        self.note.as_deref()
    }

    /// Replaces the note; an empty one is none.
    pub fn set_note(&mut self, note: Note) {
        self.note = (note != Note::default()).then(|| Box::new(note));
    }

    /// The expected result in discs, for the side that moves.
    pub fn value(&self) -> Option<f64> {
        self.note()?.value
    }

    /// The time that the move took.
    pub fn seconds(&self) -> Option<f64> {
        self.note()?.seconds
    }

    /// The player's message or the annotator's remark.
    pub fn comment(&self) -> &str {
        self.note().map_or("", |note| &note.comment)
    }

    /// The bot's standard error during the move.
    pub fn stderr(&self) -> &str {
        self.note().map_or("", |note| &note.stderr)
    }
}

impl GameResult {
    /// The winner; `None` after a draw.
    pub fn winner(self) -> Option<Color> {
        match self {
            Self::WonBy(color) => Some(color),
            Self::Score(0) => None,
            Self::Score(score) if score > 0 => Some(Color::Black),
            Self::Score(_) => Some(Color::White),
        }
    }
}

impl GameRecord {
    /// A game of which only the start is known.
    pub fn from_start(start: Position) -> Self {
        let mut record = Self { start, ..Self::default() };
        record.follow(&Game::from_position(start.board, start.to_move));
        record
    }

    /// The record of a game from `start` on, without notes.
    pub fn from_game(start: Position, game: &Game) -> Self {
        let mut record = Self::from_start(start);
        record.follow(game);
        record.settle(game);
        record
    }

    /// Appends those moves and passes of `game` that the record lacks.
    pub(crate) fn follow(&mut self, game: &Game) {
        let missing = &game.history()[self.moves.len()..];
        self.moves.extend(missing.iter().map(|&(color, mv)| MoveRecord::new(color, mv)));
        self.has_implied_pass = missing.last().is_some_and(|&(_, mv)| mv == Move::PASS);
    }

    /// The moves and passes that the file spells, and those that it implies before them.
    pub fn spelled_moves(&self) -> &[MoveRecord] {
        &self.moves[..self.moves.len() - usize::from(self.has_implied_pass)]
    }

    /// Completes the result and the ending from the board where the file gives neither. Returns the board's
    /// score if the result contradicts it: the file's result stays.
    pub(crate) fn settle(&mut self, game: &Game) -> Option<Score> {
        if !game.is_over() {
            if self.ending == Ending::Unknown && self.result.is_none() {
                self.ending = Ending::Unfinished;
            }
            return None;
        }
        let score = game.black_score();
        let [black, white] = game.disc_counts().map(u32::cast_signed);
        let board = GameResult::Score(score);
        let is_boards = match self.result {
            None => true,
            Some(GameResult::WonBy(_)) => self.result.and_then(GameResult::winner) == board.winner(),
            // Some count the discs alone, without the empty squares.
            Some(GameResult::Score(result)) => result == score || result == black - white,
        };
        if is_boards {
            self.result = Some(board);
        }
        if self.ending == Ending::Unknown {
            self.ending = Ending::Played;
        }
        (!is_boards && self.ending == Ending::Played).then_some(score)
    }

    /// Every position of the game from its start to where the record stops.
    pub fn positions(&self) -> Vec<Position> {
        let Position { mut board, mut to_move } = self.start;
        let mut positions = vec![self.start];
        for entry in &self.moves {
            // A record that was read has legal moves only.
            let next = entry.mv.square().map_or(Some(board.pass()), |square| board.play(square));
            let Some(next) = next else { break };
            (board, to_move) = (next, to_move.opposite());
            positions.push(Position { board, to_move });
        }
        positions
    }

    /// Plays the game again, to its end.
    ///
    /// # Errors
    /// If a move is illegal; a record that was read holds legal moves only.
    pub fn game(&self) -> Result<Game, GameError> {
        let mut game = Game::from_position(self.start.board, self.start.to_move);
        for square in self.moves.iter().filter_map(|record| record.mv.square()) {
            game.play(square)?;
        }
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_replays_to_the_game_it_was_made_from() {
        let game = Game::from_transcript("f5d6c3d3c4").unwrap();
        let record = GameRecord::from_game(Position::START, &game);
        assert_eq!(record.game().unwrap(), game);
        assert_eq!(record.ending, Ending::Unfinished);
        assert_eq!(record.result, None);
    }

    #[test]
    fn a_finished_game_has_its_score() {
        let game = Game::from_transcript("e6f4e3f6g5d6e7f5c5").unwrap();
        let record = GameRecord::from_game(Position::START, &game);
        assert_eq!(record.result, Some(GameResult::Score(64)));
        assert_eq!(record.ending, Ending::Played);
    }

    #[test]
    fn an_empty_note_is_no_note() {
        let mut record = MoveRecord::new(Color::Black, Move::PASS);
        record.set_note(Note { value: Some(1.5), ..Note::default() });
        assert_eq!(record.value(), Some(1.5));
        record.set_note(Note::default());
        assert_eq!(record.note(), None);
    }

    #[test]
    fn discs_and_position_agree_for_either_side_to_move() {
        for to_move in [Color::Black, Color::White] {
            let position = Position::from_discs(7, 56, to_move).unwrap();
            assert_eq!(position.discs(), [7, 56]);
        }
        assert_eq!(Position::from_discs(1, 1, Color::Black), None);
    }
}
