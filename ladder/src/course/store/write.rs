//! Adds submissions and finished games to the database, each in one transaction.

use anyhow::{ensure, Context};
use rusqlite::{params, Transaction, TransactionBehavior};

use super::database::{now_ms, Store};
use super::read::GameRow;
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

/// The outcome of a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Submitted {
    /// Whether the participant is new.
    pub is_new: bool,
    /// The program's number among its participant's effective ones, from 1; `None` if it is not effective.
    pub number: Option<u32>,
}

impl Store {
    /// Adds a program, and its participant if that is new.
    ///
    /// # Errors
    /// If the database cannot be written; nothing has changed then.
    pub fn submit(&mut self, submission: &Submission<'_>) -> anyhow::Result<Submitted> {
        let program = serde_json::to_string(submission.program).context("cannot write the program")?;
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let is_new = transaction.execute(
            "INSERT INTO participants (id, name, joined_ms)
             SELECT (SELECT count(*) + 1 FROM participants), ?1, ?2 WHERE true
             ON CONFLICT (name) DO NOTHING",
            (submission.name, now_ms()),
        )? == 1;
        let number = transaction.query_row(
            "INSERT INTO versions (id, participant, number, program, sha256, finding, submitted_ms, messages)
             SELECT (SELECT count(*) + 1 FROM versions), id,
                 CASE WHEN ?2 THEN
                     1 + (SELECT count(number) FROM versions WHERE participant = participants.id) END,
                 ?3, ?4, ?5, ?6, ?7
             FROM participants WHERE name = ?1
             RETURNING number",
            params![
                submission.name,
                submission.is_effective,
                program,
                submission.sha256,
                submission.finding,
                now_ms(),
                submission.messages
            ],
            |row| row.get(0),
        )?;
        transaction.commit()?;
        Ok(Submitted { is_new, number })
    }

    /// Adds a finished game with its number, the next after the last one in the database.
    ///
    /// # Errors
    /// If the database cannot be written, or somebody else has added a game; nothing has changed then.
    pub fn add_game(&mut self, id: u64, game: &GameRow, rounds: &[GameRecord]) -> anyhow::Result<()> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        add_game(&transaction, id, game, rounds).with_context(|| format!("cannot add game {id}"))?;
        transaction.commit().with_context(|| format!("cannot add game {id}"))
    }
}

fn add_game(
    transaction: &Transaction<'_>,
    id: u64,
    game: &GameRow,
    rounds: &[GameRecord],
) -> anyhow::Result<()> {
    let Pairing { participants, versions, lap } = game.pairing;
    let RatingChange { before, after } = game.change;
    let added = transaction.execute(
        "INSERT INTO games
         SELECT ?1, ?2, a.id, b.id, ?7, ?8, ?9, ?10, ?11, ?12, ?13 FROM versions a, versions b
         WHERE (a.participant, a.number) = (?3, ?4) AND (b.participant, b.number) = (?5, ?6)
             AND (SELECT count(*) FROM games) = ?1 - 1",
        params![
            id,
            lap,
            participants[0] + 1,
            versions[0],
            participants[1] + 1,
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
    for (number, round) in (1..).zip(rounds) {
        add_round(transaction, id, number, round)?;
    }
    Ok(())
}

fn add_round(transaction: &Transaction<'_>, game: u64, number: u8, round: &GameRecord) -> anyhow::Result<()> {
    let fault = round.fault().and_then(|(by, _)| round.turns.iter().rev().find(|turn| turn.color == by));
    transaction.execute(
        "INSERT INTO rounds VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        params![
            game,
            number,
            round.seed.cast_signed(),
            serde_json::to_string(&round.termination)?,
            round.scores[0],
            round.scores[1],
            round.discs[0],
            round.discs[1],
            fault.map_or("", |turn| &turn.stderr)
        ],
    )?;
    let mut insert = transaction.prepare_cached("INSERT INTO moves VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?;
    for (ply, turn) in (1..).zip(&round.turns) {
        let square = turn.square.map(|square| square.to_string());
        let clock_us = turn.clock_ms.map(|clock_ms| (clock_ms * 1000.0).round() as i64);
        insert.execute(params![game, number, ply, turn.color.to_string(), square, clock_us, turn.message])?;
    }
    Ok(())
}
