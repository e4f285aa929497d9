//! Reads games and programs from the database.

use anyhow::{anyhow, Context};
use outflank::game::Color;
use rusqlite::{OptionalExtension, Row};

use super::database::Store;
use crate::course::programs::Program;
use crate::course::rating::Outcome;
use crate::course::state::{Pairing, RatingChange};
use arena::play::record::{seat, BotRecord, GameRecord, TurnRecord, SCHEMA};

/// The end of a program's standard error in a round that is kept, in bytes.
pub(super) const STDERR_BYTES: usize = 16 * 1024;

/// The columns that [`GameRow::new`] reads, and those of the pairing before them.
pub(super) const GAME_COLUMNS: &str = "id, lap, first, second, first_points, first_before, second_before, \
                                       first_after, second_after, started_ms, finished_ms, \
                                       (SELECT 1 + (black_score > white_score) - (black_score < white_score) \
                                       FROM rounds WHERE game = games.id AND number = 1)";

/// One game, without its moves.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRow {
    /// The participants and their programs.
    pub pairing: Pairing,
    /// The first participant's points over both rounds, 0 to 2.
    pub first_points: f64,
    /// The ratings before and after it.
    pub change: RatingChange,
    /// When it began, in milliseconds since 1970.
    pub started_ms: i64,
    /// When it ended, in milliseconds since 1970.
    pub finished_ms: i64,
}

/// One submission.
#[derive(Clone, Debug)]
pub struct VersionRow {
    /// Its number among its participant's effective programs; `None` if it is not effective.
    pub number: Option<u32>,
    /// The program that is started.
    pub program: Program,
    /// The SHA-256 of its content, in hexadecimal digits.
    pub sha256: String,
    /// The finding of the check for an effective program.
    pub finding: String,
    /// When it was submitted, in milliseconds since 1970.
    pub submitted_ms: i64,
    /// The compiler's messages; empty without a compiler.
    pub messages: String,
}

impl GameRow {
    pub(super) fn new(pairing: Pairing, row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            pairing,
            first_points: row.get(4)?,
            change: RatingChange { before: [row.get(5)?, row.get(6)?], after: [row.get(7)?, row.get(8)?] },
            started_ms: row.get(9)?,
            finished_ms: row.get(10)?,
        })
    }

    /// Which of the two this participant was, 0 or 1.
    pub fn seat_of(&self, participant: usize) -> Option<usize> {
        self.pairing.participants.iter().position(|&other| other == participant)
    }

    /// A participant's result, by its seat.
    pub fn outcome_of(&self, seat: usize) -> Outcome {
        Outcome::of_half_points((2.0 * self.points_of(seat)) as u8)
    }

    /// A participant's points over both rounds, by its seat.
    pub fn points_of(&self, seat: usize) -> f64 {
        if seat == 0 {
            self.first_points
        } else {
            2.0 - self.first_points
        }
    }
}

impl Store {
    /// The number of the participant of this name, as it is now or was at first, from 1.
    pub fn participant_id(&self, name: &str) -> anyhow::Result<Option<i64>> {
        let mut query = self.connection.prepare_cached(
            "SELECT id FROM names WHERE name = ?1 UNION SELECT id FROM participants WHERE name = ?1",
        )?;
        Ok(query.query_row([name], |row| row.get(0)).optional()?)
    }

    /// The present name of a participant, by its number from 1.
    ///
    /// # Errors
    /// If there is none, or the database cannot be read.
    pub fn name(&self, participant: i64) -> anyhow::Result<String> {
        let mut query = self.connection.prepare_cached("SELECT name FROM names WHERE id = ?")?;
        Ok(query.query_row([participant], |row| row.get(0))?)
    }

    /// All names of participants, those that they had at first included.
    pub fn names(&self) -> anyhow::Result<Vec<String>> {
        let mut query =
            self.connection.prepare_cached("SELECT name FROM names UNION SELECT name FROM participants")?;
        let names = query.query_map((), |row| row.get(0))?;
        Ok(names.collect::<rusqlite::Result<_>>()?)
    }

    /// Everything that a participant has submitted, in order.
    pub fn versions(&self, participant: usize) -> anyhow::Result<Vec<VersionRow>> {
        let mut query = self.connection.prepare_cached(
            "SELECT number, program, sha256, finding, submitted_ms, messages FROM versions
             WHERE participant = ? ORDER BY id",
        )?;
        let versions = query.query_and_then([participant + 1], |row| {
            let program: String = row.get(1)?;
            anyhow::Ok(VersionRow {
                number: row.get(0)?,
                program: serde_json::from_str(&program).context("a program in the database")?,
                sha256: row.get(2)?,
                finding: row.get(3)?,
                submitted_ms: row.get(4)?,
                messages: row.get(5)?,
            })
        })?;
        versions.collect()
    }

    /// Whether anybody has submitted anything but a built-in bot.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn has_programs(&self) -> anyhow::Result<bool> {
        let query = "SELECT EXISTS (SELECT 1 FROM versions WHERE program ->> 'kind' <> 'builtin')";
        Ok(self.connection.query_row(query, (), |row| row.get(0))?)
    }

    /// Whether a participant's current program has this content.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn plays_already(&self, name: &str, sha256: &str) -> anyhow::Result<bool> {
        let mut query = self.connection.prepare_cached(
            "SELECT sha256 = ?2 FROM versions WHERE participant = ?1 AND number IS NOT NULL
             ORDER BY number DESC LIMIT 1",
        )?;
        let found = query.query_row((self.participant_id(name)?, sha256), |row| row.get(0)).optional()?;
        Ok(found.unwrap_or(false))
    }

    /// One of a participant's effective programs, by its number.
    ///
    /// # Errors
    /// If there is no such program.
    pub fn version(&self, participant: usize, number: u32) -> anyhow::Result<VersionRow> {
        let found = self.versions(participant)?.into_iter().find(|version| version.number == Some(number));
        found.with_context(|| format!("participant {} has no program {number}", participant + 1))
    }

    /// The records of a game's rounds, as the referee made them, without what programs wrote to standard
    /// error on calls that were no faults: two, or one if a fault in it lost a game of the course. `None` if
    /// there is no such game.
    pub fn rounds(&self, game: u64) -> anyhow::Result<Option<Vec<GameRecord>>> {
        let Ok(game) = i64::try_from(game) else { return Ok(None) };
        let Some([first, second]) = self.bots(game)? else { return Ok(None) };
        let mut rounds = vec![self
            .round(game, 1, [first.clone(), second.clone()])?
            .with_context(|| format!("game {game} has no first round"))?];
        rounds.extend(self.round(game, 2, [second, first])?);
        Ok(Some(rounds))
    }

    /// The rounds of a game that a participant lost by a fault, with their numbers.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn faults(&self, game: u64, name: &str) -> anyhow::Result<Vec<(u8, GameRecord)>> {
        let is_own = |(_, round): &(u8, GameRecord)| {
            round.fault().is_some_and(|(by, _)| round.bots[seat(by)].name == name)
        };
        Ok((1..).zip(self.rounds(game)?.unwrap_or_default()).filter(is_own).collect())
    }

    /// The end of what the program of a colour wrote to standard error in a round; empty without a word.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn stderr(&self, game: u64, round: u8, color: Color) -> anyhow::Result<String> {
        use std::io::Read;
        let mut query = self
            .connection
            .prepare_cached("SELECT stderr FROM outputs WHERE game = ? AND round = ? AND color = ?")?;
        let key = (i64::try_from(game)?, round, color.to_string());
        let packed: Option<Vec<u8>> = query.query_row(key, |row| row.get(0)).optional()?;
        let mut text = Vec::new();
        if let Some(packed) = packed {
            let decoder = flate2::read::ZlibDecoder::new(&packed[..]);
            decoder
                .take(STDERR_BYTES as u64)
                .read_to_end(&mut text)
                .context("a standard error in the database")?;
        }
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    fn bots(&self, game: i64) -> anyhow::Result<Option<[BotRecord; 2]>> {
        let mut query = self.connection.prepare_cached(
            "SELECT a.name, v.program, b.name, w.program
             FROM games
             JOIN versions v ON v.id = first JOIN names a ON a.id = v.participant
             JOIN versions w ON w.id = second JOIN names b ON b.id = w.participant
             WHERE games.id = ?",
        )?;
        let found: Option<(_, String, _, String)> =
            query.query_row([game], |row| row.try_into()).optional()?;
        let Some((first, first_program, second, second_program)) = found else { return Ok(None) };
        let bot = |name: String, program: String| {
            let program: Program = serde_json::from_str(&program).context("a program in the database")?;
            anyhow::Ok(BotRecord { name, command: program.to_string(), protocol: program.protocol() })
        };
        Ok(Some([bot(first, first_program)?, bot(second, second_program)?]))
    }

    fn round(&self, game: i64, number: u8, bots: [BotRecord; 2]) -> anyhow::Result<Option<GameRecord>> {
        let mut query = self.connection.prepare_cached(
            "SELECT seed, termination, fault_stderr, black_score, white_score, black_discs, white_discs,
                 opening
             FROM rounds WHERE game = ? AND number = ?",
        )?;
        let found = query
            .query_row((game, number), |row| {
                let (scores, discs) = ([row.get(3)?, row.get(4)?], [row.get(5)?, row.get(6)?]);
                Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?, row.get(2)?, scores, discs, row.get(7)?))
            })
            .optional()?;
        let Some((seed, termination, fault_stderr, scores, discs, opening)) = found else { return Ok(None) };
        let mut turns = self.turns(game, number)?;
        if let Some(last) = turns.last_mut().filter(|turn| turn.square.is_none()) {
            last.stderr = fault_stderr;
        }
        Ok(Some(GameRecord {
            schema: SCHEMA,
            bots,
            seed: seed.cast_unsigned(),
            opening,
            limits: self.limits,
            turns,
            termination: serde_json::from_str(&termination).context("a termination in the database")?,
            scores,
            discs,
        }))
    }

    fn turns(&self, game: i64, round: u8) -> anyhow::Result<Vec<TurnRecord>> {
        let mut query = self.connection.prepare_cached(
            "SELECT color, square, clock_us, message FROM moves WHERE game = ? AND round = ? ORDER BY ply",
        )?;
        let turns = query.query_and_then((game, round), |row| {
            let color = if row.get_ref(0)?.as_str()? == "black" { Color::Black } else { Color::White };
            let square = row.get_ref(1)?.as_str_or_null()?.map(str::parse).transpose();
            anyhow::Ok(TurnRecord {
                clock_ms: row.get::<_, Option<i64>>(2)?.map(|clock_us| clock_us as f64 / 1000.0),
                message: row.get(3)?,
                ..TurnRecord::new(color, square.map_err(|_| anyhow!("a square in the database"))?)
            })
        })?;
        turns.collect()
    }
}
