//! The queue: sources that were handed in by browser, and the outcome of each.

use std::collections::BTreeSet;

use anyhow::Context;
use clap::ValueEnum;
use rusqlite::{params, Row};
use supervisor::compile::Options;

use super::database::{now_ms, Store};
use super::write::Submission;
use crate::course::programs::Program;
use arena::play::record::GameRecord;

/// The purpose of an upload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// To play from its next game on.
    Submit,
    /// An organiser has a source checked anew.
    Recheck,
    /// One unrated game against this opponent: a participant, or a built-in bot.
    Try(String),
}

/// A source that was handed in.
#[derive(Clone, Debug)]
pub struct Upload {
    /// Its number, from 1, in the order in which they came.
    pub id: i64,
    /// When it was received, in milliseconds since 1970.
    pub received_ms: i64,
    /// The participant's present name.
    pub name: String,
    /// Its content.
    pub new: NewUpload,
    /// Its outcome; `None` while it waits.
    pub result: Option<UploadResult>,
}

/// A source for the queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewUpload {
    /// The participant's number, from 1.
    pub participant: i64,
    /// Its purpose.
    pub kind: Kind,
    /// The name of the source.
    pub file: String,
    /// The SHA-256 of the source, in hexadecimal digits.
    pub sha256: String,
    /// How it is compiled.
    pub options: Options,
}

/// The outcome of an upload.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UploadResult {
    /// Whether it does not play, or did not play the game of a trial.
    pub is_refused: bool,
    /// Why it was refused, or the finding of the check.
    pub finding: String,
    /// What the compiler and the check printed.
    pub messages: String,
    /// The rounds of the game of a trial; empty without one.
    pub rounds: Vec<GameRecord>,
}

const COLUMNS: &str =
    "SELECT u.id, u.participant, n.name, kind, opponent, file, sha256, compiler, standard, \
                       received_ms, finished_ms, is_refused, finding, messages, rounds \
                       FROM uploads u JOIN names n ON n.id = u.participant \
                       LEFT JOIN upload_results r ON upload = u.id";

impl Store {
    /// Adds a source to the queue and returns its number.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn add_upload(&self, upload: &NewUpload) -> anyhow::Result<i64> {
        let NewUpload { participant, kind, file, sha256, options } = upload;
        let (kind, opponent) = match kind {
            Kind::Submit => ("submit", None),
            Kind::Recheck => ("recheck", None),
            Kind::Try(opponent) => ("try", Some(opponent)),
        };
        let id = self.connection.query_row(
            "INSERT INTO uploads VALUES
             ((SELECT coalesce(max(id), 0) + 1 FROM uploads), ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) RETURNING id",
            params![
                participant,
                kind,
                opponent,
                file,
                sha256,
                value_name(&options.compiler),
                options.standard.as_ref().map(value_name),
                now_ms()
            ],
            |row| row.get(0),
        )?;
        Ok(id)
    }

    /// Records the outcome of an upload, and with `submission` enters it into the ladder.
    ///
    /// # Errors
    /// If the database cannot be written, or it has an outcome already; nothing has changed then.
    pub fn finish_upload(
        &mut self,
        upload: i64,
        result: &UploadResult,
        submission: Option<&Submission<'_>>,
    ) -> anyhow::Result<()> {
        let UploadResult { is_refused, finding, messages, rounds } = result;
        let rounds = (!rounds.is_empty()).then(|| serde_json::to_string(rounds)).transpose()?;
        let added = self.write(|| {
            let submitted = submission.map(|submission| self.add_submission(submission)).transpose()?;
            let version = submitted.map(|(id, _)| id);
            self.connection.execute(
                "INSERT INTO upload_results VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                params![upload, version, is_refused, finding, messages, rounds, now_ms()],
            )?;
            Ok(())
        });
        added.with_context(|| format!("cannot record the outcome of upload {upload}"))
    }

    /// The uploads that wait, the first to be compiled first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn waiting_uploads(&self) -> anyhow::Result<Vec<Upload>> {
        self.uploads_where("WHERE upload IS NULL ORDER BY u.id", ())
    }

    /// A participant's uploads, the latest first; participants count from 1.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn uploads(&self, participant: i64) -> anyhow::Result<Vec<Upload>> {
        self.uploads_where("WHERE u.participant = ? ORDER BY u.id DESC", [participant])
    }

    /// Disk space of the sources of a participant's uploads and of their programs, in bytes.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn disk_bytes(&self, uploads: &[Upload]) -> anyhow::Result<u64> {
        let mut files: BTreeSet<String> = uploads.iter().map(|upload| upload.new.sha256.clone()).collect();
        if let Some(upload) = uploads.first() {
            for version in self.versions((upload.new.participant - 1) as usize)? {
                if let Program::Source { compiled, .. } = version.program {
                    files.insert(compiled);
                }
            }
        }
        let folder = self.programs();
        let size = |file: &String| std::fs::metadata(folder.join(file)).map_or(0, |file| file.len());
        Ok(files.iter().filter(|file| !file.is_empty()).map(size).sum())
    }

    fn uploads_where(
        &self,
        condition: &str,
        parameters: impl rusqlite::Params,
    ) -> anyhow::Result<Vec<Upload>> {
        let mut query = self.connection.prepare_cached(&format!("{COLUMNS} {condition}"))?;
        let read = |row: &Row<'_>| read_upload(row).context("an upload in the database");
        let uploads = query.query_and_then(parameters, read)?;
        uploads.collect()
    }
}

fn read_upload(row: &Row<'_>) -> anyhow::Result<Upload> {
    let kind = match row.get_ref(3)?.as_str()? {
        "try" => Kind::Try(row.get(4)?),
        "recheck" => Kind::Recheck,
        _ => Kind::Submit,
    };
    let standard: Option<String> = row.get(8)?;
    let options = Options {
        compiler: value(row.get_ref(7)?.as_str()?)?,
        standard: standard.as_deref().map(value).transpose()?,
    };
    let read_result = |_: i64| {
        let rounds: Option<String> = row.get(14)?;
        let rounds = rounds.map(|json| serde_json::from_str(&json)).transpose()?.unwrap_or_default();
        let (is_refused, finding, messages) = (row.get(11)?, row.get(12)?, row.get(13)?);
        anyhow::Ok(UploadResult { is_refused, finding, messages, rounds })
    };
    let result = row.get::<_, Option<i64>>(10)?.map(read_result).transpose()?;
    Ok(Upload {
        id: row.get(0)?,
        received_ms: row.get(9)?,
        name: row.get(2)?,
        new: NewUpload { participant: row.get(1)?, kind, file: row.get(5)?, sha256: row.get(6)?, options },
        result,
    })
}

/// A choice's name on the command line, in forms and in the database.
fn value_name(choice: &impl ValueEnum) -> String {
    choice.to_possible_value().map(|value| value.get_name().to_string()).unwrap_or_default()
}

fn value<T: ValueEnum>(name: &str) -> anyhow::Result<T> {
    T::from_str(name, false).map_err(|problem| anyhow::anyhow!("{problem}"))
}
