//! Games that visitors have saved: one text file each, named by a number and nothing else.

use analyst::notation::{self, Format, GameRecord, Item, Position};
use anyhow::Context;
use axum::extract::{self, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use maud::{html, Markup};
use outflank::game::{Color, Game};
use parking_lot::Mutex;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use toolkit::files::{self, read_unlinked, Error};
use toolkit::text::Visible;

use crate::course::store::now_ms;
use crate::serve::app::SharedApp;
use crate::serve::board;
use crate::serve::failure::Failure;
use crate::serve::layout::Column::{Number, Text};
use crate::serve::layout::{self, Page};
use crate::serve::table::{not_allowed, Table};

/// The folder of transcripts in the ladder's directory.
const FOLDER: &str = "transcripts";
/// The largest number of transcripts: visitors must not fill the disk.
const MOST: usize = 10_000;
/// The largest transcript, in bytes.
const MAX_BYTES: u64 = 1 << 16;
/// Number of transcripts that the page lists.
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
pub(crate) fn save(directory: &Path, table: &Table) -> Result<u64, Failure> {
    let _one_at_a_time = SAVING.lock();
    let numbers = numbers(directory);
    if numbers.len() >= MOST {
        return Err(not_allowed("There is no room for more transcripts."));
    }
    let mut number = numbers.first().copied().unwrap_or_default();
    let folder = directory.join(FOLDER);
    std::fs::create_dir_all(&folder).context("cannot create the folder of transcripts")?;
    // Written whole before it gets its number, which another server of this ladder may take meanwhile.
    let unnumbered = folder.join(format!("unnumbered-{}", std::process::id()));
    files::replace(&unnumbered, text(table).as_bytes()).context("cannot write a transcript")?;
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
    let name = |color| if color == table.visitor { "a visitor" } else { table.bot.name.as_str() };
    let [black, white] = table.game.disc_counts();
    let ending = table.result().unwrap_or_else(|| "Not finished.".to_string());
    format!(
        "# black: {}\n# white: {}\n# {black} : {white} {ending}\n# date: {}\n{}\n",
        name(Color::Black),
        name(Color::White),
        layout::date(now_ms()),
        table.game.transcript()
    )
}

/// The head of a transcript. All of it is text from outside.
#[derive(Debug, Default)]
struct Summary {
    black: String,
    white: String,
    result: String,
    date: String,
    moves: String,
}

impl Summary {
    fn of(text: &str) -> Self {
        let mut summary = Self::default();
        let shown = |text: &str| Visible::line(text).to_string();
        for line in text.lines() {
            match line.strip_prefix("# ") {
                None => summary.moves = line.to_string(),
                Some(remark) => match remark.split_once(": ") {
                    Some(("black", name)) => summary.black = shown(name),
                    Some(("white", name)) => summary.white = shown(name),
                    Some(("date", date)) => summary.date = shown(date),
                    _ => summary.result = shown(remark),
                },
            }
        }
        summary
    }
}

fn read(directory: &Path, number: u64) -> Result<String, Failure> {
    match read_unlinked(&path(directory, number), MAX_BYTES) {
        Ok(text) => Ok(String::from_utf8_lossy(&text).into_owned()),
        Err(Error::Unreadable { source, .. }) if source.kind() == ErrorKind::NotFound => {
            Err(Failure::NotFound)
        }
        Err(error) => Err(anyhow::Error::from(error).context("cannot read a transcript").into()),
    }
}

/// Sends a transcript as text.
pub(crate) async fn show(
    State(app): SharedApp,
    extract::Path(number): extract::Path<u64>,
) -> Result<Response, Failure> {
    let text = read(&app.directory, number)?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// The page that steps through a transcript.
pub(crate) async fn replay(
    State(app): SharedApp,
    extract::Path(number): extract::Path<u64>,
) -> Result<Markup, Failure> {
    let Summary { black, white, result, date, moves } = Summary::of(&read(&app.directory, number)?);
    let title = format!("Transcript {number}");
    let page = Page { title: &title, section: "/transcripts", script: "/assets/replay.js", size: None };
    Ok(page.show(html! {
        h1 { bdi { (black) } span.soft { " against " } bdi { (white) } }
        p.facts { (result) " · " (date) " · " a href={ "/transcripts/" (number) } { "as text" } " · "
            a href={ "/transcripts/" (number) "/analyse" } { "analyse" } }
        div.play #replay data-moves=(moves) {
            section.card { div #board {} }
            section.card { h2 { "Moves" } div #moves {} }
        }
        noscript { p { "Stepping needs scripts." } }
    }))
}

/// Opens a transcript on the board page.
pub(crate) async fn analyse(
    State(app): SharedApp,
    extract::Path(number): extract::Path<u64>,
) -> Result<Response, Failure> {
    let Summary { black, white, moves, .. } = Summary::of(&read(&app.directory, number)?);
    let game = Game::from_transcript(&moves).map_err(anyhow::Error::from).context("a transcript")?;
    let mut record = GameRecord::from_game(Position::START, &game);
    for (player, name) in record.players.iter_mut().zip([black, white]) {
        player.name = name;
    }
    let mut text = String::new();
    notation::write(&Item::Game(Box::new(record)), Format::Json, &mut text);
    Ok(board::open_game(&text))
}

/// The page that lists the latest transcripts.
pub(crate) async fn list(State(app): SharedApp) -> Markup {
    let numbers = numbers(&app.directory);
    let listed = numbers.iter().take(LISTED);
    let rows = listed.filter_map(|&number| Some((number, Summary::of(&read(&app.directory, number).ok()?))));
    let [black, white, result, date, open] = ["Black", "White", "Result", "Date (UTC)", "Open"].map(Text);
    let columns = [Number("Game"), black, white, result, date, open];
    let rows = html! {
        @for (number, summary) in rows {
            tr {
                th.number scope="row" { (number) }
                td { bdi { (summary.black) } } td { bdi { (summary.white) } }
                td.wrap { (summary.result) } td { (summary.date) }
                td {
                    a href={ "/transcripts/" (number) "/replay" } { "replay" } " · "
                    a href={ "/transcripts/" (number) "/analyse" } { "analyse" } " · "
                    a href={ "/transcripts/" (number) } { "text" }
                }
            }
        }
    };
    let none = html! { "None yet." };
    let table = if numbers.is_empty() { none } else { layout::table("", &columns, &rows) };
    Page::still("Transcripts", "/transcripts").show(html! {
        h1 { "Transcripts" }
        p.facts { "Games that visitors have saved; the latest " (LISTED) " are listed." }
        (layout::table_card("", &table))
    })
}
