//! Writers, and what each format cannot hold.

use outflank::board::{Move, Score};
use outflank::obf::ObfPosition;

use super::record::{GameRecord, Item, MoveRecord, Player, Position, PositionRecord};
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

    /// The format with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

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
        Format::Obf => {
            // The positions before each move and each pass.
            let positions = record.positions().into_iter().filter(|position| !position.board.is_over());
            positions.for_each(|position| *out += &(obf(position, &[]) + "\n"));
        }
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
    let moves: String = record
        .moves
        .iter()
        .filter_map(|record| record.mv.square())
        .map(|square| square.to_string())
        .collect();
    if record.start == Position::START && !moves.is_empty() {
        *out += &format!("{moves}\n");
    } else {
        *out += format!("{} {moves}", board_line(record.start)).trim_end();
        out.push('\n');
    }
}

/// A position as a line of OBF.
fn obf(position: Position, scores: &[(Move, Score)]) -> String {
    let Position { board, to_move } = position;
    ObfPosition { board, to_move, scores: scores.to_vec() }.to_string()
}

/// The 64 squares and the side to move.
fn board_line(position: Position) -> String {
    obf(position, &[]).trim_end_matches(';').to_owned()
}

fn write_position(record: &PositionRecord, format: Format, out: &mut String) -> Vec<&'static str> {
    let has_scores = !record.scores.is_empty();
    match format {
        Format::Json => {
            *out += &(own::position(record) + "\n");
            Vec::new()
        }
        Format::Obf => {
            *out += &obf(record.position, &record.scores);
            if !record.comment.is_empty() {
                *out += &format!(" % {}", super::text::one_line(&record.comment));
            }
            out.push('\n');
            Vec::new()
        }
        Format::Transcript => {
            *out += &(board_line(record.position) + "\n");
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
