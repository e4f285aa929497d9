//! Games that visitors have saved: one text file each, named by a number and nothing else.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use axum::extract::{self, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use maud::{html, Markup};
use outflank::game::Color;

use super::app::{App, Failure};
use super::layout::Page;
use super::table::{Refusal, Table};

/// Where they are in the ladder's directory.
const FOLDER: &str = "transcripts";
/// How many there may be: visitors must not fill the disk.
const MOST: usize = 10_000;
/// How many the page lists.
const LISTED: usize = 200;

fn path(directory: &Path, number: u64) -> PathBuf {
    directory.join(FOLDER).join(format!("{number}.txt"))
}

/// The numbers of all transcripts, the highest first.
fn numbers(directory: &Path) -> Vec<u64> {
    let Ok(entries) = std::fs::read_dir(directory.join(FOLDER)) else { return Vec::new() };
    let number = |name: &str| name.strip_suffix(".txt")?.parse().ok();
    let mut numbers: Vec<u64> =
        entries.flatten().filter_map(|entry| number(entry.file_name().to_str()?)).collect();
    numbers.sort_unstable_by(|a, b| b.cmp(a));
    numbers
}

/// Saves a game and returns its number.
///
/// # Errors
/// If there are too many already, or the file cannot be written.
pub(super) fn save(directory: &Path, table: &Table) -> Result<u64, Refusal> {
    let numbers = numbers(directory);
    if numbers.len() >= MOST {
        return Err(Refusal::NotAllowed("There is no room for more transcripts."));
    }
    let mut number = numbers.first().copied().unwrap_or_default();
    let text = text(table);
    std::fs::create_dir_all(directory.join(FOLDER)).context("cannot create the folder of transcripts")?;
    loop {
        number += 1;
        match File::create_new(path(directory, number)) {
            Ok(mut file) => {
                file.write_all(text.as_bytes()).context("cannot write a transcript")?;
                return Ok(number);
            }
            // Someone else was faster.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(anyhow::Error::from(error).context("cannot write a transcript").into()),
        }
    }
}

fn text(table: &Table) -> String {
    let name = |color| if color == table.visitor() { "a visitor" } else { table.bot().name.as_str() };
    let [black, white] = [Color::Black, Color::White].map(|color| table.game().discs(color).count_ones());
    let ending = table.result().unwrap_or_else(|| "Not finished.".to_string());
    format!(
        "# black: {}\n# white: {}\n# {black} : {white} {ending}\n{}\n",
        name(Color::Black),
        name(Color::White),
        table.game().transcript()
    )
}

/// Sends one.
pub(super) async fn show(
    State(app): State<Arc<App>>,
    extract::Path(number): extract::Path<u64>,
) -> Result<Response, Failure> {
    let text = match std::fs::read_to_string(path(&app.directory, number)) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Err(Failure::NotFound),
        Err(error) => return Err(anyhow::Error::from(error).context("cannot read a transcript").into()),
    };
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// Lists the latest.
pub(super) async fn list(State(app): State<Arc<App>>) -> Markup {
    let numbers = numbers(&app.directory);
    let page = Page { title: "Transcripts", section: "/transcripts", script: "/assets/live.js", size: None };
    page.show(html! {
        h1 { "Transcripts" }
        p.facts { "Games that visitors have played and saved; the latest " (LISTED) " are listed." }
        section.card {
            @if numbers.is_empty() { "None yet." }
            ul.transcripts {
                @for number in numbers.iter().take(LISTED) { li { a href={ "/transcripts/" (number) } { "Game " (number) } } }
            }
        }
    })
}
