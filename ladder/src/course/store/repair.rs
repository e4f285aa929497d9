//! Rebuilds a damaged database from its readable games, those whose moves lead to their results.

use std::path::{Path, PathBuf};

use anyhow::{bail, Context};
use outflank::game::Color;
use rusqlite::types::Value;
use rusqlite::{params, ErrorCode, OpenFlags, OptionalExtension, Row};
use toolkit::commands::typed;

use super::connect::connect;
use super::database::{now_ms, Store, DATABASE};
use super::ladder_state::LadderState;
use super::read::GAME_COLUMNS;
use super::verify::verify_rounds;
use crate::course::programs::Program;
use crate::course::rules::half_points;
use crate::course::state::Pairing;
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
        let _lock = Self::lock(directory)?;
        let nothing = format!("it cannot be rebuilt: put a copy made by `{} backup` in its place", typed());
        let old =
            Self::open_damaged(&path, directory).with_context(|| format!("{}: {nothing}", path.display()))?;
        let workshop = directory.join(WORKSHOP);
        if workshop.exists() {
            // Left by a repair that was killed.
            std::fs::remove_dir_all(&workshop)
                .with_context(|| format!("cannot remove {}", workshop.display()))?;
        }
        let mut new = Self::create(&workshop, old.seed, &old.limits, old.leagues.as_ref())?;
        let advice = || format!("{}: {nothing}", path.display());
        let (lost_participants, lost_versions) = copy_participants(&old, &new).with_context(advice)?;
        let (games, lost_games) = copy_games(&old, &mut new).with_context(advice)?;
        copy_site(&old, &new).with_context(advice)?;
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
        let settings =
            connection.query_row("SELECT seed, limits, leagues FROM ladder", (), |row| row.try_into());
        let (seed, limits, leagues): (i64, String, Option<String>) =
            settings.unwrap_or((1, String::new(), None));
        let limits = serde_json::from_str(&limits).unwrap_or(Limits::COURSE);
        let leagues = leagues.map(|rules| serde_json::from_str(&rules)).transpose()?;
        let directory = directory.to_path_buf();
        Ok(Self { directory, connection, seed: seed.cast_unsigned(), limits, leagues })
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
    type Version = (i64, Option<i64>, String, String, String, i64, String);
    let versions = old.rows(
        "versions",
        "participant, number, program, sha256, finding, submitted_ms, messages",
        |row| {
            let (participant, number, program, sha256, finding, submitted_ms, messages): Version =
                row.try_into()?;
            let is_program = serde_json::from_str::<Program>(&program).is_ok();
            let number = number.filter(|_| is_program);
            Ok((participant, number, program, sha256, finding, submitted_ms, messages))
        },
    )?;
    let participants = old.rows("participants", "name, joined_ms", |row| <(String, i64)>::try_from(row))?;
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
        let known = version.filter(|version| (1..=count as i64).contains(&version.0));
        let Some((participant, number, program, sha256, finding, submitted_ms, messages)) = known else {
            lost_versions += 1;
            new.connection.execute(
                "INSERT INTO versions VALUES
                 (?1, 1, NULL, '{\"kind\":\"builtin\",\"bot\":\"random\"}', '', 'lost in the damage', 0, '')",
                [id],
            )?;
            continue;
        };
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
        let (lap, versions): (u64, [usize; 2]) = (row.get(1)?, [row.get(2)?, row.get(3)?]);
        Ok((lap.max(1), versions, [row.get(9)?, row.get(10)?]))
    })?;
    let goes_on = old.leagues.is_some();
    let mut lost = 0;
    for (old_id, game) in (1..).zip(games) {
        let saved = game.and_then(|(lap, versions, times)| {
            let [first, second] = versions.map(|id| ladder_state.program(id));
            let (first, second) = (first?, second?);
            let rounds = old.rounds(old_id).ok().flatten()?;
            verify_rounds(&rounds, goes_on).ok()?;
            let pairing = Pairing { participants: [first.0, second.0], versions: [first.1, second.1], lap };
            let is_pair = first.0 != second.0;
            let half_points = half_points(&rounds, goes_on);
            (is_pair && ladder_state.ladder.is_due(&pairing)).then_some((pairing, half_points, times, rounds))
        });
        match saved {
            Some((pairing, half_points, times, rounds)) => {
                let row = ladder_state.finish(pairing, half_points, times);
                let id = ladder_state.games.len() as u64;
                new.add_game(id, &row, &rounds)?;
                copy_outputs(old, new, old_id, id)?;
            }
            None => lost += 1,
        }
    }
    Ok((ladder_state.games.len(), lost))
}

/// Copies the readable standard error of a game's programs.
fn copy_outputs(old: &Store, new: &Store, old_id: u64, id: u64) -> anyhow::Result<()> {
    for round in 1..=2 {
        for color in [Color::Black, Color::White] {
            let stderr = old.stderr(old_id, round, color).unwrap_or_default();
            if !stderr.is_empty() {
                new.add_output(id, round, color, &stderr)?;
            }
        }
    }
    Ok(())
}

/// Copies invitations, the queue and the decisions. An upload whose outcome is lost is not taken in again.
fn copy_site(old: &Store, new: &Store) -> anyhow::Result<()> {
    // A lost renewal or revocation would let an old link in again: then nobody is invited.
    if let Some(rows) = all_rows(old, "invitations").filter(|rows| is_complete(rows)) {
        insert(new, "invitations", &rows)?;
    }
    let rows = |table| all_rows(old, table).unwrap_or_default();
    insert(new, "uploads", &rows("uploads"))?;
    insert(new, "upload_results", &rows("upload_results"))?;
    new.connection.execute(
        "INSERT INTO upload_results SELECT id, NULL, 1, 'lost in the damage: hand it in again', '', NULL, ?
         FROM uploads WHERE id NOT IN (SELECT upload FROM upload_results)",
        [now_ms()],
    )?;
    if let Some(rows) = all_rows(old, "decisions").filter(|rows| is_complete(rows)) {
        insert(new, "decisions", &rows)?;
    }
    Ok(())
}

/// All rows of a table, the one with number 1 first; `None` if one cannot be read.
fn all_rows(old: &Store, table: &str) -> Option<Vec<Vec<Value>>> {
    let mut query = old.connection.prepare(&format!("SELECT * FROM {table} ORDER BY 1")).ok()?;
    let columns = query.column_count();
    let mut rows = query.query(()).ok()?;
    let mut all = Vec::new();
    while let Some(row) = rows.next().ok()? {
        all.push((0..columns).map(|column| row.get(column)).collect::<rusqlite::Result<_>>().ok()?);
    }
    Some(all)
}

/// Whether rows have the numbers 1, 2, ...
fn is_complete(rows: &[Vec<Value>]) -> bool {
    (1..).zip(rows).all(|(number, row)| row.first() == Some(&Value::Integer(number)))
}

/// Inserts the rows that the tables before them allow.
fn insert(new: &Store, table: &str, rows: &[Vec<Value>]) -> anyhow::Result<()> {
    let Some(columns) = rows.first().map(Vec::len) else { return Ok(()) };
    let places = vec!["?"; columns].join(", ");
    let mut query = new.connection.prepare(&format!("INSERT INTO {table} VALUES ({places})"))?;
    for row in rows {
        match query.execute(rusqlite::params_from_iter(row)) {
            Err(error) if error.sqlite_error_code() != Some(ErrorCode::ConstraintViolation) => {
                return Err(error.into());
            }
            // A row about a participant or a submission that is lost.
            _ => {}
        }
    }
    Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::course::store::{Decision, Kind, NewUpload, UploadResult};

    /// A ladder of Ann and Bob, who are invited, with two uploads, one of which has an outcome.
    fn ladder(folder: &Path) -> (Store, [String; 2]) {
        let mut store = Store::create(folder, 1, &Limits::COURSE, None).unwrap();
        let tokens = ["Ann", "Bob"].map(|name| store.invite(Some(name)).unwrap());
        for file in ["a.c", "b.c"] {
            let options = supervisor::compile::Options::default();
            let (file, sha256) = (file.to_string(), "00".to_string());
            let upload = NewUpload { participant: 1, kind: Kind::Submit, file, sha256, options };
            store.add_upload(&upload).unwrap();
        }
        let result = UploadResult { is_refused: true, finding: "bad".into(), ..UploadResult::default() };
        store.finish_upload(1, &result, None).unwrap();
        store.decide(&Decision::Rename("Bob".into(), "Bea".into())).unwrap();
        store.decide(&Decision::Deadline(Some(7))).unwrap();
        (store, tokens)
    }

    #[test]
    fn invitations_uploads_and_decisions_are_repaired() {
        let folder = tempfile::tempdir().unwrap();
        let (store, [ann, _]) = ladder(folder.path());
        drop(store);
        Store::repair(folder.path()).unwrap();
        let store = Store::open(folder.path()).unwrap();
        assert_eq!(store.invitation_by_token(&ann).unwrap().unwrap().participant, Some(1));
        assert_eq!(store.name(2).unwrap(), "Bea");
        assert_eq!(LadderState::load(&store).unwrap().deadline_ms, Some(7));
        let findings: Vec<String> =
            store.uploads(1).unwrap().into_iter().map(|upload| upload.result.unwrap().finding).collect();
        assert_eq!(findings, ["lost in the damage: hand it in again", "bad"]);
        assert!(store.waiting_uploads().unwrap().is_empty());
    }

    #[test]
    fn a_lost_revocation_lets_nobody_in_again() {
        let folder = tempfile::tempdir().unwrap();
        let (mut store, [ann, bob]) = ladder(folder.path());
        store.revoke_invitation(Some("Ann")).unwrap();
        store.invite(Some("Bob")).unwrap();
        store.connection.execute("DELETE FROM invitations WHERE id = 3", ()).unwrap();
        drop(store);
        Store::repair(folder.path()).unwrap();
        let store = Store::open(folder.path()).unwrap();
        for token in [ann, bob] {
            assert_eq!(store.invitation_by_token(&token).unwrap(), None);
        }
    }
}
