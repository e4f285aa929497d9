//! Writers, and what each format cannot hold.

use outflank::board::Move;
use outflank::game::Game;

use super::board::squares_text;
use super::record::{GameRecord, Item, MoveRecord, Player, PositionRecord};
use super::{ggf, own, pgn, sgf};

/// A format that can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Only the moves, a game a line.
    Transcript,
    /// The format of the Generic Game Server and of NBoard.
    Ggf,
    /// SGF for Othello.
    Sgf,
    /// PGN, black first.
    Pgn,
    /// The positions of a game, one a line.
    Obf,
    /// The project's own JSON, one object a line.
    Json,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 6] = [Self::Transcript, Self::Ggf, Self::Sgf, Self::Pgn, Self::Obf, Self::Json];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Transcript => "transcript",
            Self::Ggf => "ggf",
            Self::Sgf => "sgf",
            Self::Pgn => "pgn",
            Self::Obf => "obf",
            Self::Json => "json",
        }
    }
}

/// Appends an item in a format. Returns what the format cannot hold of it: the key of a sentence each,
/// whose text is a plural noun.
pub fn write(item: &Item, format: Format, out: &mut String) -> Vec<&'static str> {
    match item {
        Item::Game(record) => write_game(record, format, out),
        Item::Position(record) => write_position(record, format, out),
    }
}

fn write_game(record: &GameRecord, format: Format, out: &mut String) -> Vec<&'static str> {
    let kept = kept(record, format);
    match format {
        Format::Transcript => write_transcript(&kept, out),
        Format::Ggf => ggf::write(&kept, out),
        Format::Sgf => sgf::write(&kept, out),
        Format::Pgn => pgn::write(&kept, out),
        Format::Obf => write_positions(record, out),
        Format::Json => *out += &(own::game(&kept) + "\n"),
    }
    let mut lost = losses(record, &kept);
    if format == Format::Obf {
        lost.insert(0, "lost-games");
    }
    lost
}

/// The part of a game that a format holds: the game as it is read back.
pub fn kept(record: &GameRecord, format: Format) -> GameRecord {
    let mut kept = match format {
        Format::Json => record.clone(),
        Format::Ggf => ggf::kept(record),
        Format::Sgf => sgf::kept(record),
        Format::Pgn => pgn::kept(record),
        Format::Transcript | Format::Obf => {
            let moves = record.moves.iter().map(|record| MoveRecord::new(record.color, record.mv));
            let moves: Vec<_> = moves.collect();
            // Neither spells a pass.
            let has_implied_pass = moves.last().is_some_and(|last| last.mv == Move::PASS);
            GameRecord { moves, has_implied_pass, ..GameRecord::from_start(record.start) }
        }
    };
    if let Ok(game) = record.game() {
        let _ = kept.settle(&game);
    }
    kept
}

/// What differs: the keys of sentences.
fn losses(record: &GameRecord, kept: &GameRecord) -> Vec<&'static str> {
    let notes = |is_lost: &dyn Fn(&MoveRecord, &MoveRecord) -> bool| {
        record.moves.iter().zip(&kept.moves).any(|(record, kept)| is_lost(record, kept))
    };
    let players = |is_lost: &dyn Fn(&Player, &Player) -> bool| {
        record.players.iter().zip(&kept.players).any(|(record, kept)| is_lost(record, kept))
    };
    [
        (players(&|record, kept| record.name != kept.name), "lost-names"),
        (players(&|record, kept| record.rating != kept.rating), "lost-ratings"),
        (record.result != kept.result, "lost-results"),
        (record.ending != kept.ending, "lost-endings"),
        (record.date != kept.date, "lost-dates"),
        (record.event != kept.event, "lost-events"),
        (record.place != kept.place, "lost-places"),
        (record.round != kept.round, "lost-rounds"),
        (record.time_control != kept.time_control, "lost-time-controls"),
        (record.seed != kept.seed, "lost-seeds"),
        (record.comment != kept.comment, "lost-remarks"),
        (record.theoretical != kept.theoretical, "lost-theoretical"),
        (notes(&|record, kept| record.value() != kept.value()), "lost-values"),
        (notes(&|record, kept| record.seconds() != kept.seconds()), "lost-times"),
        (notes(&|record, kept| record.comment() != kept.comment()), "lost-move-remarks"),
        (notes(&|record, kept| record.stderr() != kept.stderr()), "lost-stderr"),
    ]
    .into_iter()
    .filter_map(|(is_lost, what)| is_lost.then_some(what))
    .collect()
}

/// The moves without passes, after the board and its side to move unless the game begins at the start.
fn write_transcript(record: &GameRecord, out: &mut String) {
    let has_moves = record.moves.iter().any(|record| record.mv.square().is_some());
    if record.start != super::Position::START || !has_moves {
        *out += &board_line(&PositionRecord::new(record.start));
        if has_moves {
            out.push(' ');
        }
    }
    for square in record.moves.iter().filter_map(|record| record.mv.square()) {
        *out += &square.to_string();
    }
    out.push('\n');
}

/// The positions before each move and each pass.
fn write_positions(record: &GameRecord, out: &mut String) {
    for position in positions(record) {
        *out += &format!("{};\n", board_line(&PositionRecord::new(position)));
    }
}

/// The positions of a game from its start to where the record stops; one in which the game is over is left
/// out.
pub fn positions(record: &GameRecord) -> Vec<super::Position> {
    let mut board = record.start.board;
    let mut to_move = record.start.to_move;
    let mut positions = Vec::with_capacity(record.moves.len() + 1);
    for record in &record.moves {
        positions.push(super::Position { board, to_move });
        let next = record.mv.square().map_or(Some(board.pass()), |square| board.play(square));
        // A record that was read has legal moves only.
        let Some(next) = next else { return positions };
        board = next;
        to_move = to_move.opposite();
    }
    if !Game::from_position(board, to_move).is_over() {
        positions.push(super::Position { board, to_move });
    }
    positions
}

/// The 64 squares and the side to move.
fn board_line(record: &PositionRecord) -> String {
    let side = if record.position.to_move == outflank::game::Color::Black { 'X' } else { 'O' };
    format!("{} {side}", squares_text(record.position.discs()))
}

fn write_position(record: &PositionRecord, format: Format, out: &mut String) -> Vec<&'static str> {
    let has_scores = !record.scores.is_empty();
    match format {
        Format::Json => {
            *out += &(own::position(record) + "\n");
            Vec::new()
        }
        Format::Obf => {
            *out += &format!("{};", board_line(record));
            for (mv, score) in &record.scores {
                let name = mv.square().map_or("PS".to_owned(), |square| square.to_string().to_uppercase());
                *out += &format!(" {name}:{score:+};");
            }
            if !record.comment.is_empty() {
                *out += &format!(" % {}", super::text::one_line(&record.comment));
            }
            out.push('\n');
            Vec::new()
        }
        Format::Transcript => {
            *out += &(board_line(record) + "\n");
            let lost = [(has_scores, "lost-scores"), (!record.comment.is_empty(), "lost-position-remarks")];
            lost.into_iter().filter_map(|(is_lost, what)| is_lost.then_some(what)).collect()
        }
        Format::Ggf | Format::Sgf | Format::Pgn => {
            let mut game = GameRecord::from_start(record.position);
            game.comment = record.comment.clone();
            let mut lost = write_game(&game, format, out);
            if has_scores {
                lost.push("lost-scores");
            }
            lost
        }
    }
}
