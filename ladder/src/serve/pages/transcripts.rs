//! Games that visitors have saved: one text file each, named by a number and nothing else.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context;
use axum::extract::{self, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use maud::{html, Markup};
use outflank::game::Color;

use crate::serve::app::{App, Failure};
use crate::serve::layout::Page;
use crate::serve::table::{Refusal, Table};
use arena::files;

/// Where they are in the ladder's directory.
const FOLDER: &str = "transcripts";
/// How many there may be: visitors must not fill the disk.
const MOST: usize = 10_000;
/// How many the page lists.
const LISTED: usize = 200;

static SAVING: Mutex<()> = Mutex::new(());

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
pub(crate) fn save(directory: &Path, table: &Table) -> Result<u64, Refusal> {
    let _one_at_a_time = SAVING.lock().unwrap_or_else(PoisonError::into_inner);
    let numbers = numbers(directory);
    if numbers.len() >= MOST {
        return Err(Refusal::NotAllowed("There is no room for more transcripts."));
    }
    let mut number = numbers.first().copied().unwrap_or_default();
    let folder = directory.join(FOLDER);
    std::fs::create_dir_all(&folder).context("cannot create the folder of transcripts")?;
    // Whole before it has a number, which another server of this ladder may take meanwhile.
    let unnumbered = folder.join(format!("unnumbered-{}", std::process::id()));
    files::write_whole(&unnumbered, text(table).as_bytes())?;
    let numbered = loop {
        number += 1;
        match std::fs::hard_link(&unnumbered, path(directory, number)) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            linked => break linked,
        }
    };
    std::fs::remove_file(&unnumbered).context("cannot remove a transcript's first name")?;
    numbered.context("cannot number a transcript")?;
    Ok(number)
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
pub(crate) async fn show(
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
pub(crate) async fn list(State(app): State<Arc<App>>) -> Markup {
    let numbers = numbers(&app.directory);
    let page = Page { title: "Transcripts", section: "/transcripts", script: "/assets/live.js", size: None };
    page.show(html! {
        h1 { "Transcripts" }
        p.facts { "Games that visitors have played and saved; the latest " (LISTED) " are listed." }
        section.card {
            @if numbers.is_empty() { "None yet." }
            ul.transcripts {
                @for number in numbers.iter().take(LISTED) {
                    li { a href={ "/transcripts/" (number) } { "Game " (number) } }
                }
            }
        }
    })
}
