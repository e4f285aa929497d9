//! The database in memory: the ladder's state after all recorded games, kept up to date.

use anyhow::{bail, ensure, Context};
use rusqlite::Connection;

use super::database::Store;
use super::read::{GameRow, GAME_COLUMNS};
use crate::course::state::{Ladder, Pairing, RatingChange};

/// The largest difference between a replayed rating and the stored one: the last digits of powers differ
/// between machines.
const TOLERANCE: f64 = 1e-6;

/// The replayed content of the database, without moves.
#[derive(Clone, Debug, Default)]
pub struct LadderState {
    /// The ladder after all games.
    pub ladder: Ladder,
    /// All games, the first at index 0.
    pub games: Vec<GameRow>,
    /// By version, the first at index 0: the participant's index, and the number if it is effective.
    versions: Vec<(usize, Option<u32>)>,
    /// Whether the organisers let no game start.
    pub is_paused: bool,
    /// When the organisers take no more programs, in milliseconds since 1970.
    pub deadline_ms: Option<i64>,
    /// Number of the organisers' decisions.
    decisions: usize,
}

impl LadderState {
    /// Replays a database from the start.
    ///
    /// # Errors
    /// If it cannot be read, or a stored rating does not follow from the games.
    pub fn load(store: &Store) -> anyhow::Result<Self> {
        let mut ladder_state = Self { ladder: Ladder::new(store.leagues.as_ref()), ..Self::default() };
        ladder_state.catch_up(store)?;
        Ok(ladder_state)
    }

    /// Adds the new rows of the database; returns whether there were any.
    ///
    /// # Errors
    /// As [`LadderState::load`].
    pub fn catch_up(&mut self, store: &Store) -> anyhow::Result<bool> {
        // One snapshot for all tables.
        let transaction = store.connection.unchecked_transaction()?;
        let before = self.size();
        self.add_participants(&transaction)?;
        self.add_versions(&transaction)?;
        self.add_games(&transaction)?;
        self.add_decisions(&transaction)?;
        self.ladder.settle();
        Ok(self.size() != before)
    }

    /// The number of participants, submissions, games and decisions together: it grows whenever anything is
    /// added.
    pub fn size(&self) -> usize {
        self.ladder.participants.len() + self.versions.len() + self.games.len() + self.decisions
    }

    /// Whether a participant has submitted a program, effective or not. Others were only invited.
    pub fn has_submitted(&self, participant: usize) -> bool {
        self.ladder.participants[participant].versions > 0
            || self.versions.iter().any(|&(by, _)| by == participant)
    }

    /// The participant's index and the number of an effective program, by its submission, from 1.
    pub(super) fn program(&self, version: usize) -> Option<(usize, u32)> {
        let &(participant, number) = self.versions.get(version.checked_sub(1)?)?;
        Some((participant, number?))
    }

    fn add_participants(&mut self, connection: &Connection) -> anyhow::Result<()> {
        let known = self.ladder.participants.len();
        let mut query =
            connection.prepare_cached("SELECT id, name FROM participants WHERE id > ? ORDER BY id")?;
        let mut rows = query.query([known])?;
        while let Some(row) = rows.next()? {
            let index = self.ladder.add(row.get(1)?);
            follows("participant", row.get(0)?, index)?;
        }
        Ok(())
    }

    fn add_versions(&mut self, connection: &Connection) -> anyhow::Result<()> {
        let mut query = connection
            .prepare_cached("SELECT id, participant - 1, number FROM versions WHERE id > ? ORDER BY id")?;
        let mut rows = query.query([self.versions.len()])?;
        while let Some(row) = rows.next()? {
            follows("version", row.get(0)?, self.versions.len())?;
            let (participant, number): (usize, Option<u32>) = (row.get(1)?, row.get(2)?);
            ensure!(participant < self.ladder.participants.len(), "a program of nobody");
            if let Some(number) = number {
                self.ladder.submit(participant);
                let expected = self.ladder.participants[participant].versions;
                follows("program", u64::from(number), expected as usize - 1)?;
            }
            self.versions.push((participant, number));
        }
        Ok(())
    }

    fn add_games(&mut self, connection: &Connection) -> anyhow::Result<()> {
        let mut query = connection
            .prepare_cached(&format!("SELECT {GAME_COLUMNS} FROM games WHERE id > ? ORDER BY id"))?;
        let mut rows = query.query([self.games.len()])?;
        while let Some(row) = rows.next()? {
            follows("game", row.get(0)?, self.games.len())?;
            let version = |index| {
                let id: usize = row.get(index)?;
                let known = id.checked_sub(1).is_some_and(|index| index < self.versions.len());
                ensure!(known, "a game of nobody");
                self.program(id).context("a game of a program that is not effective")
            };
            let (first, second) = (version(2)?, version(3)?);
            let pairing = Pairing {
                participants: [first.0, second.0],
                versions: [first.1, second.1],
                lap: row.get(1)?,
            };
            let game = GameRow::new(pairing, row)?;
            ensure!(self.ladder.is_due(&pairing), "game {} has no place", self.games.len() + 1);
            let first: u8 = row.get::<_, Option<u8>>(11)?.unwrap_or(0);
            let sum = (2.0 * game.first_points) as u8;
            let change = self.ladder.finish_rounds(&pairing, [first, sum.saturating_sub(first)]);
            if !agree(&change, &game.change) {
                bail!("the ratings of game {} are not what a replay makes them", self.games.len() + 1);
            }
            self.games.push(game);
        }
        Ok(())
    }

    fn add_decisions(&mut self, connection: &Connection) -> anyhow::Result<()> {
        let mut query = connection.prepare_cached(
            "SELECT id, kind, participant, value, name FROM decisions WHERE id > ? ORDER BY id",
        )?;
        let mut rows = query.query([self.decisions])?;
        while let Some(row) = rows.next()? {
            follows("decision", row.get(0)?, self.decisions)?;
            let value: Option<i64> = row.get(3)?;
            let participant = || {
                let id: usize = row.get(2)?;
                let known = id.checked_sub(1).filter(|&index| index < self.ladder.participants.len());
                known.context("a decision about nobody")
            };
            match row.get_ref(1)?.as_str()? {
                "pause" => self.is_paused = value == Some(1),
                "deadline" => self.deadline_ms = value,
                "retire" => {
                    let participant = participant()?;
                    self.ladder.participants[participant].is_retired = value == Some(1);
                }
                _ => {
                    let participant = participant()?;
                    self.ladder.participants[participant].name = row.get(4)?;
                }
            }
            self.decisions += 1;
        }
        Ok(())
    }

    /// Counts a game that has just ended, by the first participant's half points in each round and the times
    /// of its beginning and its end in milliseconds since 1970; returns its row for the database.
    pub fn finish(
        &mut self,
        pairing: Pairing,
        half_points: [u8; 2],
        [started_ms, finished_ms]: [i64; 2],
    ) -> GameRow {
        let change = self.ladder.finish_rounds(&pairing, half_points);
        self.ladder.settle();
        let first_points = f64::from(half_points.into_iter().sum::<u8>()) / 2.0;
        let row = GameRow { pairing, first_points, change, started_ms, finished_ms };
        self.games.push(row.clone());
        row
    }
}

/// Checks that `number` follows the known ones: numbers in the database have no gaps.
fn follows(what: &str, number: u64, known: usize) -> anyhow::Result<()> {
    if number == known as u64 + 1 {
        Ok(())
    } else {
        bail!("{what} {} is missing from the database", known + 1)
    }
}

fn agree(replayed: &RatingChange, stored: &RatingChange) -> bool {
    let all = |change: &RatingChange| change.before.into_iter().chain(change.after);
    all(replayed).zip(all(stored)).all(|(a, b)| (a - b).abs() <= TOLERANCE)
}
