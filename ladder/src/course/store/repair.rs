//! Rebuilds a damaged database from its readable games, those whose moves lead to their results.

use std::path::{Path, PathBuf};

use anyhow::{bail, Context};
use rusqlite::{params, OpenFlags, OptionalExtension, Row};
use toolkit::commands::typed;

use super::connect::connect;
use super::database::{Store, DATABASE};
use super::ladder_state::{FinishedGame, LadderState};
use super::read::GAME_COLUMNS;
use super::verify::verify_rounds;
use crate::course::programs::Program;
use crate::course::state::Pairing;
use arena::matches::pairs::course_half_points;
use arena::play::limits::Limits;

/// A table ends after this many missing rows in a row, since its length may be unreadable.
const MAX_MISSING: i64 = 1000;
/// The folder in the ladder's directory in which the new database is built.
const WORKSHOP: &str = "repair.tmp";

/// The outcome of a repair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repaired {
    /// The damaged database, kept.
    pub damaged: PathBuf,
    /// Number of games in the new database.
    pub games: usize,
    /// Number of known games that could not be saved.
    pub lost_games: usize,
    /// Number of submissions that could not be saved; the new database has them as not effective.
    pub lost_versions: usize,
}

impl Store {
    /// Rebuilds the database from its games, rates them again, and keeps the damaged one beside it; no
    /// process may play or submit meanwhile.
    ///
    /// # Errors
    /// If nothing can be read, the new database cannot be written, or another process plays.
    pub fn repair(directory: &Path) -> anyhow::Result<Repaired> {
        let path = directory.join(DATABASE);
        if !path.exists() {
            bail!("there is no ladder in {}", directory.display());
        }
        let _lock = Self::lock_directory(directory)?;
        let nothing = format!("it cannot be rebuilt: put a copy made by `{} backup` in its place", typed());
        let old =
            Self::open_damaged(&path, directory).with_context(|| format!("{}: {nothing}", path.display()))?;
        let workshop = directory.join(WORKSHOP);
        if workshop.exists() {
            // Left by a repair that was killed.
            std::fs::remove_dir_all(&workshop)
                .with_context(|| format!("cannot remove {}", workshop.display()))?;
        }
        let mut new = Self::create(&workshop, old.seed(), old.limits())?;
        let advice = || format!("{}: {nothing}", path.display());
        let (lost_participants, lost_versions) = copy_participants(&old, &new).with_context(advice)?;
        let (games, lost_games) = copy_games(&old, &mut new).with_context(advice)?;
        new.verify().context("the new database")?;
        drop((old, new));
        let damaged = keep_damaged(directory)?;
        std::fs::rename(workshop.join(DATABASE), &path)
            .with_context(|| format!("cannot put the new database in place; it is {}", workshop.display()))?;
        let _ = std::fs::remove_dir_all(&workshop);
        Ok(Repaired { damaged, games, lost_games, lost_versions: lost_versions + lost_participants })
    }

    /// Opens a database that may be partly unreadable; unreadable settings get their defaults.
    fn open_damaged(path: &Path, directory: &Path) -> anyhow::Result<Self> {
        // To write: an interrupted transaction is rolled back first.
        let connection = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        connection.query_row("SELECT count(*) FROM sqlite_schema WHERE name = 'games'", (), |row| {
            row.get::<_, i64>(0)
        })?;
        let settings = connection.query_row("SELECT seed, limits FROM ladder", (), |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?))
        });
        let (seed, limits) = settings.unwrap_or((1, String::new()));
        let limits = serde_json::from_str(&limits).unwrap_or(Limits::COURSE);
        Ok(Self::of_parts(directory, connection, seed.cast_unsigned(), limits))
    }

    /// Rows by id from 1 on, `None` for one that cannot be read, as far as the table goes.
    fn rows<T>(
        &self,
        table: &str,
        columns: &str,
        read: impl Fn(&Row<'_>) -> rusqlite::Result<T>,
    ) -> anyhow::Result<Vec<Option<T>>> {
        let mut query = self.connection.prepare(&format!("SELECT {columns} FROM {table} WHERE id = ?"))?;
        let (mut rows, mut missing) = (Vec::new(), 0);
        for id in 1.. {
            let row = query.query_row([id], &read).optional().ok().flatten();
            missing = if row.is_some() { 0 } else { missing + 1 };
            rows.push(row);
            if missing >= MAX_MISSING {
                break;
            }
        }
        rows.truncate(rows.len() - missing as usize);
        Ok(rows)
    }
}

/// Copies participants and submissions; returns the numbers of lost ones.
fn copy_participants(old: &Store, new: &Store) -> anyhow::Result<(usize, usize)> {
    let versions = old.rows(
        "versions",
        "participant, number, program, sha256, finding, submitted_ms, messages",
        |row| {
            let program: String = row.get(2)?;
            let is_program = serde_json::from_str::<Program>(&program).is_ok();
            let number = row.get::<_, Option<i64>>(1)?.filter(|_| is_program);
            Ok((
                row.get::<_, i64>(0)?,
                number,
                program,
                row.get::<_, String>(3)?,
                row.get::<_, String>(4)?,
                row.get::<_, i64>(5)?,
                row.get::<_, String>(6)?,
            ))
        },
    )?;
    let participants = old.rows("participants", "name, joined_ms", |row| {
        Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?))
    })?;
    let named =
        versions.iter().flatten().map(|version| version.0).filter(|id| (1..100_000).contains(id)).max();
    let count = participants.len().max(named.unwrap_or(0) as usize).max(usize::from(!versions.is_empty()));
    let mut lost = 0;
    for id in 1..=count {
        let known = participants.get(id - 1).cloned().flatten();
        lost += usize::from(known.is_none());
        let (name, joined_ms) = known.unwrap_or((format!("lost participant {id}"), 0));
        let insert = "INSERT OR IGNORE INTO participants (id, name, joined_ms) VALUES (?1, ?2, ?3)";
        if new.connection.execute(insert, params![id, name, joined_ms])? == 0 {
            let name = format!("lost participant {id}");
            new.connection.execute(insert, params![id, name, joined_ms])?;
        }
    }
    let mut lost_versions = 0;
    for (id, version) in (1..).zip(versions) {
        let version = version.filter(|version| (1..=count as i64).contains(&version.0));
        lost_versions += usize::from(version.is_none());
        let placeholder = || {
            (
                1,
                None,
                r#"{"kind":"builtin","bot":"random"}"#.to_string(),
                String::new(),
                "lost in the damage".to_string(),
                0,
                String::new(),
            )
        };
        let (participant, number, program, sha256, finding, submitted_ms, messages) =
            version.unwrap_or_else(placeholder);
        new.connection.execute(
            "INSERT INTO versions (id, participant, number, program, sha256, finding, submitted_ms, messages)
             VALUES (?1, ?2, CASE WHEN ?3 THEN 1 + (SELECT count(number) FROM versions
                 WHERE participant = ?2) END,
                 ?4, ?5, ?6, ?7, ?8)",
            params![id, participant, number.is_some(), program, sha256, finding, submitted_ms, messages],
        )?;
    }
    Ok((lost, lost_versions))
}

/// Copies and rates every game that can be replayed; returns the numbers of saved and of lost games.
fn copy_games(old: &Store, new: &mut Store) -> anyhow::Result<(usize, usize)> {
    let mut ladder_state = LadderState::load(new)?;
    let games = old.rows("games", GAME_COLUMNS, |row| {
        let (lap, versions): (u64, [i64; 2]) = (row.get(1)?, [row.get(2)?, row.get(3)?]);
        Ok((lap.max(1), versions, row.get::<_, i64>(9)?, row.get::<_, i64>(10)?))
    })?;
    let mut lost = 0;
    for (old_id, game) in (1..).zip(games) {
        let saved = game.and_then(|(lap, versions, started_ms, finished_ms)| {
            let [first, second] = versions.map(|id| ladder_state.program(usize::try_from(id).ok()?));
            let (first, second) = (first?, second?);
            let rounds = old.rounds(old_id).ok().flatten()?;
            verify_rounds(&rounds).ok()?;
            let pairing = Pairing { participants: [first.0, second.0], versions: [first.1, second.1], lap };
            let is_pair = first.0 != second.0;
            let half_points = course_half_points(&rounds);
            is_pair.then_some((FinishedGame { pairing, half_points, started_ms, finished_ms }, rounds))
        });
        match saved {
            Some((game, rounds)) => {
                let row = ladder_state.finish(&game);
                new.add_game(ladder_state.games.len() as u64, &row, &rounds)?;
            }
            None => lost += 1,
        }
    }
    Ok((ladder_state.games.len(), lost))
}

/// Moves the damaged database and its log aside and returns its new name.
fn keep_damaged(directory: &Path) -> anyhow::Result<PathBuf> {
    let name = (1..).map(|number| directory.join(format!("{DATABASE}.damaged-{number}")));
    let kept = name.into_iter().find(|path| !path.exists()).context("no name is left")?;
    for end in ["-wal", "-shm", ""] {
        let from = directory.join(format!("{DATABASE}{end}"));
        if from.exists() {
            let mut to = kept.clone().into_os_string();
            to.push(end);
            std::fs::rename(&from, &to).with_context(|| format!("cannot rename {}", from.display()))?;
        }
    }
    Ok(kept)
}
