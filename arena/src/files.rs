//! The kinds of files that the arena writes, and the bounds of those that it reads.

use std::path::Path;

use anyhow::Context;
use serde::Serialize;

pub use toolkit::files::{
    check_output, hold, open, read_start, replace, write, write_temporary, Kind, LineLog, LogKind,
};

/// A page of a game or of results; also those of other tools of the workspace.
pub const PAGE: Kind = Kind {
    name: "a page of outflank",
    starts: &["<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"generator\" content=\"outflank\">"],
};

/// A chart as SVG.
pub const CHART: Kind =
    Kind { name: "a chart of outflank", starts: &["<!-- A chart of outflank. -->\n<svg "] };

/// The record of one game.
pub const RECORD: Kind = Kind { name: "the record of a game", starts: &["{\n  \"schema\": "] };

/// The log of `arena referee`.
pub const REFEREE_LOG: Kind = Kind { name: "a referee's log", starts: &["{\"errors\":{\"0\":["] };

/// A list of openings.
pub const OPENINGS: Kind = Kind { name: "a list of arena openings", starts: &["# arena openings "] };

/// The results of a run of pairs.
pub const RESULTS: LogKind = LogKind {
    kind: Kind { name: "a results file", starts: &["{\"schema\":"] },
    line_start: "{\"pair\":",
    limit: MAX_BYTES,
};

/// The log of a tuning run.
pub const TUNING: LogKind = LogKind {
    kind: Kind { name: "a tuning log", starts: &["{\"schema\":"] },
    line_start: "{\"iteration\":",
    limit: MAX_BYTES,
};

/// The largest file that is read whole, in bytes: 100,000 games with their times take about 150 MiB.
pub const MAX_BYTES: u64 = 512 << 20;

/// Reads a whole file of at most [`MAX_BYTES`], or a pipe that this process was started with.
///
/// # Errors
/// If the file cannot be read, is larger, or is no regular file; the message names it.
pub fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    Ok(toolkit::files::read(path, MAX_BYTES)?)
}

/// Reads a whole UTF-8 file; errors as for [`read`].
pub fn read_text(path: &Path) -> anyhow::Result<String> {
    Ok(toolkit::files::read_text(path, MAX_BYTES)?)
}

/// A value as one line of JSON.
///
/// # Errors
/// If it has no JSON form.
pub fn json_line(value: &impl Serialize) -> anyhow::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value).context("cannot write a line of JSON")?;
    line.push(b'\n');
    Ok(line)
}

/// Opens the log of a run, which begins with the line of `header`, or creates it. `parse` reads the complete
/// lines of an existing log and refuses another run's, which is then left as it is.
///
/// # Errors
/// If the file cannot be read or written, is locked by another process, or is refused; the message names it.
pub fn resume<T>(
    path: &Path,
    kind: &LogKind,
    header: &impl Serialize,
    parse: impl FnOnce(&[u8]) -> anyhow::Result<Option<T>>,
) -> anyhow::Result<(LineLog, Option<T>)> {
    let first_line = json_line(header)?;
    let (mut log, text) = LineLog::open(path, kind, Some(&first_line))?;
    let known = parse(&text).with_context(|| path.display().to_string())?;
    // An append removes a torn line even if nothing follows.
    log.append(if known.is_some() { &[] } else { &first_line })?;
    Ok((log, known))
}
