//! Adds submissions and finished games to the database, each in one transaction.

use anyhow::{ensure, Context};
use outflank::game::Color;
use rusqlite::params;

use super::database::{now_ms, Store};
use super::read::{GameRow, STDERR_BYTES};
use crate::course::programs::Program;
use crate::course::state::{Pairing, RatingChange};
use arena::play::record::GameRecord;

/// A submitted program.
#[derive(Clone, Copy, Debug)]
pub struct Submission<'a> {
    /// The participant, new or known.
    pub name: &'a str,
    /// The program that is started.
    pub program: &'a Program,
    /// The SHA-256 of its content, in hexadecimal digits.
    pub sha256: &'a str,
    /// Whether it made a legal move when it was checked.
    pub is_effective: bool,
    /// The finding of the check.
    pub finding: &'a str,
    /// The compiler's messages; empty without a compiler.
    pub messages: &'a str,
}

impl Store {
    /// Adds a program, and its participant if that is new; returns its number among its participant's
    /// effective ones, from 1, or `None` if it is not effective.
    ///
    /// # Errors
    /// If the database cannot be written; nothing has changed then.
    pub fn submit(&mut self, submission: &Submission<'_>) -> anyhow::Result<Option<u32>> {
        self.refuse_boss(submission.name)?;
        let (_, number) = self.write(|| self.add_submission(submission))?;
        Ok(number)
    }

    /// Adds a finished game with its number, the next after the last one in the database.
    ///
    /// # Errors
    /// If the database cannot be written, or somebody else has added a game; nothing has changed then.
    pub fn add_game(&mut self, id: u64, game: &GameRow, rounds: &[GameRecord]) -> anyhow::Result<()> {
        let added = self.write(|| {
            self.add_result(id, game)?;
            (1..).zip(rounds).try_for_each(|(number, round)| self.add_round(id, number, round))
        });
        added.with_context(|| format!("cannot add game {id}"))
    }

    /// The participant of this name, as it is now or was at first; a new one if there is none.
    pub(super) fn find_or_add(&self, name: &str) -> anyhow::Result<i64> {
        if let Some(id) = self.participant_id(name)? {
            return Ok(id);
        }
        let id = self.connection.query_row(
            "INSERT INTO participants (id, name, joined_ms)
             VALUES ((SELECT count(*) + 1 FROM participants), ?1, ?2) RETURNING id",
            (name, now_ms()),
            |row| row.get(0),
        )?;
        Ok(id)
    }

    /// Adds a program; returns the submission's number among all, and the program's among the effective ones
    /// of its participant.
    pub(super) fn add_submission(&self, submission: &Submission<'_>) -> anyhow::Result<(i64, Option<u32>)> {
        let Submission { name, program, sha256, is_effective, finding, messages } = *submission;
        let program = serde_json::to_string(program).context("cannot write the program")?;
        let participant = self.find_or_add(name)?;
        let numbers = self.connection.query_row(
            "INSERT INTO versions (id, participant, number, program, sha256, finding, submitted_ms, messages)
             VALUES ((SELECT count(*) + 1 FROM versions), ?1,
                 CASE WHEN ?2 THEN 1 + (SELECT count(number) FROM versions WHERE participant = ?1) END,
                 ?3, ?4, ?5, ?6, ?7)
             RETURNING id, number",
            params![participant, is_effective, program, sha256, finding, now_ms(), messages],
            |row| row.try_into(),
        )?;
        Ok(numbers)
    }

    fn add_result(&self, id: u64, game: &GameRow) -> anyhow::Result<()> {
        let Pairing { participants: [first, second], versions, lap } = game.pairing;
        let RatingChange { before, after } = game.change;
        let added = self.connection.execute(
            "INSERT INTO games
             SELECT ?1, ?2, a.id, b.id, ?7, ?8, ?9, ?10, ?11, ?12, ?13 FROM versions a, versions b
             WHERE (a.participant, a.number) = (?3, ?4) AND (b.participant, b.number) = (?5, ?6)
                 AND (SELECT count(*) FROM games) = ?1 - 1",
            params![
                id,
                lap,
                first + 1,
                versions[0],
                second + 1,
                versions[1],
                game.first_points,
                before[0],
                after[0],
                before[1],
                after[1],
                game.started_ms,
                game.finished_ms
            ],
        )?;
        ensure!(added == 1, "it does not follow the last one in the database");
        Ok(())
    }

    /// Records what the program of a colour wrote to standard error in a round.
    pub(super) fn add_output(&self, game: u64, round: u8, color: Color, stderr: &str) -> anyhow::Result<()> {
        self.connection.execute(
            "INSERT OR REPLACE INTO outputs VALUES (?1, ?2, ?3, ?4)",
            params![game, round, color.to_string(), deflated(stderr)?],
        )?;
        Ok(())
    }

    fn add_round(&self, game: u64, number: u8, round: &GameRecord) -> anyhow::Result<()> {
        let fault = round.fault().and_then(|(by, _)| round.turns.iter().rev().find(|turn| turn.color == by));
        self.connection.execute(
            "INSERT INTO rounds VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
            params![
                game,
                number,
                round.seed.cast_signed(),
                round.opening,
                serde_json::to_string(&round.termination)?,
                round.scores[0],
                round.scores[1],
                round.discs[0],
                round.discs[1],
                fault.map_or("", |turn| &turn.stderr)
            ],
        )?;
        for color in [Color::Black, Color::White] {
            let turns = round.turns.iter().filter(|turn| turn.color == color);
            let stderr: String = turns.map(|turn| turn.stderr.as_str()).collect();
            if !stderr.is_empty() {
                self.add_output(game, number, color, &stderr)?;
            }
        }
        let mut insert =
            self.connection.prepare_cached("INSERT INTO moves VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?;
        for (ply, turn) in (1..).zip(&round.turns) {
            let square = turn.square.map(|square| square.to_string());
            let clock_us = turn.clock_ms.map(|clock_ms| (clock_ms * 1000.0).round() as i64);
            insert.execute(params![
                game,
                number,
                ply,
                turn.color.to_string(),
                square,
                clock_us,
                turn.message
            ])?;
        }
        Ok(())
    }
}

/// The end of a text, compressed.
fn deflated(text: &str) -> std::io::Result<Vec<u8>> {
    use std::io::Write;
    let longest = text.len().saturating_sub(STDERR_BYTES);
    let start = (longest..text.len()).find(|&index| text.is_char_boundary(index)).unwrap_or(longest);
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(&text.as_bytes()[start..])?;
    encoder.finish()
}
