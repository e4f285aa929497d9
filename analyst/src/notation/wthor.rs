//! WTHOR: the games of tournaments (`.wtb`), with lists of players (`.jou`) and of tournaments (`.trn`).

use std::ops::ControlFlow;

use outflank::board::Move;
use outflank::square::Square;

use super::error::{Place, ReadError};
use super::record::{GameResult, Note, Position, TheoreticalScore};
use super::replay::{Found, Replay};
use super::source::{Event, Sink};
use crate::sentence::Sentence;

const HEADER_BYTES: usize = 16;
const GAME_BYTES: usize = 68;
const PLAYER_BYTES: usize = 20;
const TOURNAMENT_BYTES: usize = 26;

/// Names by the numbers that games refer to.
#[derive(Clone, Debug, Default)]
pub struct Names {
    players: Vec<String>,
    tournaments: Vec<String>,
}

/// The content of a WTHOR file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Games,
    Players,
    Tournaments,
}

fn u16_at(bytes: &[u8], at: usize) -> usize {
    bytes.get(at..at + 2).map_or(0, |bytes| usize::from(u16::from_le_bytes([bytes[0], bytes[1]])))
}

/// The content of the bytes, by their header and length; `None` if they are not a WTHOR file.
fn kind_of(bytes: &[u8]) -> Option<Kind> {
    let header = bytes.get(..HEADER_BYTES)?;
    let is_date =
        (1..=12).contains(&header[2]) && (1..=31).contains(&header[3]) && header[0] < 100 && header[1] < 100;
    let content = bytes.len() - HEADER_BYTES;
    let games = u16_at(bytes, 4) + (u16_at(bytes, 6) << 16);
    // Without a date, the length has to agree.
    let is_whole = content == games * GAME_BYTES && matches!(header[12], 0 | 8 | 10);
    // No text has a zero there.
    let is_header = header[15] == 0 && header[13] <= 1;
    if !is_header || !(is_date || is_whole && games > 0) {
        return None;
    }
    let names = u16_at(bytes, 8);
    if games > 0 {
        return Some(Kind::Games);
    }
    match names {
        0 => (content == 0).then_some(Kind::Games),
        count if content == count * PLAYER_BYTES => Some(Kind::Players),
        count if content == count * TOURNAMENT_BYTES => Some(Kind::Tournaments),
        // The counts of lists have been seen to lag behind their contents.
        _ => match [PLAYER_BYTES, TOURNAMENT_BYTES].map(|size| content.is_multiple_of(size)) {
            [true, false] => Some(Kind::Players),
            [false, true] => Some(Kind::Tournaments),
            _ => None,
        },
    }
}

/// Whether the bytes are those of a WTHOR file.
pub(super) fn is_wthor(bytes: &[u8]) -> bool {
    kind_of(bytes).is_some()
}

impl Names {
    /// Adds the names of a `.jou` or `.trn` file. Returns whether the bytes are such a list.
    pub fn add(&mut self, bytes: &[u8]) -> bool {
        let (list, size) = match kind_of(bytes) {
            Some(Kind::Players) => (&mut self.players, PLAYER_BYTES),
            Some(Kind::Tournaments) => (&mut self.tournaments, TOURNAMENT_BYTES),
            _ => return false,
        };
        *list = bytes[HEADER_BYTES..].chunks_exact(size).map(name_of).collect();
        true
    }
}

/// A name of Latin-1 characters, ended by a zero.
fn name_of(bytes: &[u8]) -> String {
    let name: String = bytes.iter().take_while(|&&byte| byte != 0).map(|&byte| char::from(byte)).collect();
    name.trim().to_owned()
}

/// Reads the games of a `.wtb` file.
pub(super) fn read(bytes: &[u8], name: &str, names: &Names, sink: &mut Sink<'_>) -> ControlFlow<()> {
    let mut refuse = |place: Place, message: Sentence| {
        sink(Event::Error(ReadError { name: name.to_owned(), place, message }))
    };
    if kind_of(bytes) != Some(Kind::Games) {
        return refuse(Place::Whole, "read-names".into());
    }
    let (size, depth, year) = (bytes[12], u32::from(bytes[14]), u16_at(bytes, 10));
    if !matches!(size, 0 | 8) {
        let message = Sentence::new("read-no-eight").with("text", format!("{size} x {size}"));
        return refuse(Place::Byte(12), message);
    }
    let count = u16_at(bytes, 4) + (u16_at(bytes, 6) << 16);
    let content = &bytes[HEADER_BYTES..];
    if content.len() != count * GAME_BYTES {
        let message = Sentence::new("read-wthor-length").with("count", count as u32);
        let message = message.with("each", GAME_BYTES.to_string()).with("bytes", content.len().to_string());
        refuse(Place::Byte(4), message)?;
    }
    for (index, game) in content.chunks_exact(GAME_BYTES).take(count).enumerate() {
        let offset = HEADER_BYTES + index * GAME_BYTES;
        let error =
            |at, message| ReadError { name: name.to_owned(), place: Place::Byte(offset + at), message };
        match read_game(game, depth) {
            Ok(mut replay) => {
                let record = &mut replay.record;
                let name = |list: &[String], at| list.get(u16_at(game, at)).cloned().unwrap_or_default();
                record.event = name(&names.tournaments, 0);
                record.players[0].name = name(&names.players, 2);
                record.players[1].name = name(&names.players, 4);
                record.date = if year > 0 { year.to_string() } else { String::new() };
                let Found { item, remarks } = replay.finish();
                remarks.into_iter().try_for_each(|remark| sink(Event::Remark(error(0, remark))))?;
                sink(Event::Item(item))?;
            }
            Err((at, message)) => sink(Event::Error(error(at, message)))?,
        }
    }
    ControlFlow::Continue(())
}

/// Reads one game; an error has its offset in the record.
fn read_game(bytes: &[u8], depth: u32) -> Result<Replay, (usize, Sentence)> {
    const MOVES_AT: usize = 8;
    let mut replay = Replay::new(Position::START);
    for (at, &code) in (MOVES_AT..).zip(&bytes[MOVES_AT..]) {
        // Behind the last move come zeros; Edax writes 92.
        let is_filler = || bytes[at..].len() > 1 && bytes[at..].iter().all(|&byte| byte == code);
        if code == 0 || replay.game().is_over() {
            break;
        }
        let square = match Square::at((code % 10).wrapping_sub(1), (code / 10).wrapping_sub(1)) {
            Some(square) => square,
            None if is_filler() => break,
            None => return Err((at, Sentence::new("read-wthor-square").with("text", code.to_string()))),
        };
        replay.play(None, Move::on(square), Note::default()).map_err(|message| (at, message))?;
    }
    let score = |at: usize| match bytes[at] {
        discs @ 0..=64 => Ok(2 * i32::from(discs) - 64),
        discs => Err(Sentence::new("read-wthor-discs").with("text", discs.to_string())),
    };
    match score(6) {
        Ok(black) => replay.record.result = Some(GameResult::Score(black)),
        Err(odd) => replay.remark(odd),
    }
    match score(7) {
        Ok(black) => replay.record.theoretical = Some(TheoreticalScore { black, empties: depth }),
        Err(odd) => replay.remark(odd),
    }
    Ok(replay)
}
