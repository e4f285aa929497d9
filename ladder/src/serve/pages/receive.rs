//! Receives sources: everything about a form is checked before anything is stored.

use std::sync::Arc;

use anyhow::Context;
use axum::extract::multipart::{MultipartError, MultipartRejection};
use axum::extract::{Multipart, State};
use axum::http::StatusCode;
use axum::response::Redirect;
use clap::ValueEnum;
use supervisor::compile::{Language, Options, SOURCE_BYTES};

use crate::course::intake::is_source;
use crate::course::programs::keep_contents;
use crate::course::store::{now_ms, Kind, NewUpload, Store, Upload};
use crate::serve::app::{is_full, log, App, SharedApp};
use crate::serve::failure::Failure;
use crate::serve::session::Member;

/// The largest body of the form: a source, and the fields around it.
pub(crate) const FORM_BYTES: usize = SOURCE_BYTES as usize + 64 * 1024;
/// The largest number of one participant's uploads that wait at once.
const MAX_WAITING: usize = 2;
/// Duration over which uploads are counted against the limit of a participant, in milliseconds: an hour.
const HOUR_MS: i64 = 60 * 60 * 1000;
/// The longest name of a source, in characters.
const FILE_NAME_CHARACTERS: usize = 64;
/// The largest number of fields of a form.
const MAX_FIELDS: usize = 20;
/// Disk space below which nothing is taken, in bytes: games need some.
const MIN_FREE_BYTES: u64 = 256 << 20;

/// A form that was received.
#[derive(Default)]
struct Received {
    file: String,
    content: Vec<u8>,
    options: Options,
    opponent: String,
    is_trial: bool,
}

fn refused(status: StatusCode, reason: impl Into<String>) -> Failure {
    Failure::refused(status, "Not handed in", reason)
}

/// Receives a source.
pub(crate) async fn receive(
    State(app): SharedApp,
    member: Member,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Redirect, Failure> {
    let name = member.name.clone();
    let upload = take_in(app, member, form).await;
    if let Err(Failure::Refused(status, _, reason)) = &upload {
        log(&format!("{name} hands in nothing: {} {reason}", status.as_u16()));
    }
    Ok(Redirect::to(&format!("/submissions/{}", upload?)))
}

/// Puts the source of a form into the queue and returns its number.
async fn take_in(
    app: Arc<App>,
    member: Member,
    form: Result<Multipart, MultipartRejection>,
) -> Result<i64, Failure> {
    let form = form.map_err(|error| refused(error.status(), error.body_text()))?;
    let received = read_form(&member, form).await?;
    let task = tokio::task::spawn_blocking(move || enqueue(&app, &member, received));
    task.await.context("an upload")?.map_err(|failure| match failure {
        Failure::Internal(error) if is_full(&error) => full(),
        failure => failure,
    })
}

/// Reads a form, in bounds; its token comes first, before any content is kept.
async fn read_form(member: &Member, mut form: Multipart) -> Result<Received, Failure> {
    let mut received = Received::default();
    let (mut is_own, mut ending, mut text) = (false, "cc".to_string(), String::new());
    for number in 0.. {
        let Some(field) = form.next_field().await.map_err(unreadable)? else { break };
        if number == MAX_FIELDS {
            return Err(refused(StatusCode::BAD_REQUEST, "The form has too many fields."));
        }
        let name = field.name().unwrap_or_default().to_string();
        let file = field.file_name().unwrap_or_default().to_string();
        let content = field.bytes().await.map_err(unreadable)?;
        let word = || String::from_utf8_lossy(&content).into_owned();
        match &*name {
            "form_token" => is_own = member.session.owns_form(&word()),
            _ if !is_own => break,
            "file" if !content.is_empty() || !file.is_empty() => {
                (received.file, received.content) = (file, content.to_vec());
            }
            "text" => {
                let valid = std::str::from_utf8(&content).map_err(|_| not_utf8())?;
                // Browsers end the lines of a text field as mail does.
                text = valid.replace("\r\n", "\n");
            }
            "language" => ending = word(),
            "compiler" => received.options.compiler = choice(&word())?,
            "standard" if content.is_empty() => {}
            "standard" => received.options.standard = Some(choice(&word())?),
            "opponent" => received.opponent = word(),
            "kind" => received.is_trial = &*content == b"try",
            _ => {}
        }
    }
    if !is_own {
        return Err(refused(
            StatusCode::FORBIDDEN,
            "The form was not sent from this site, or you have signed in anew: load it again.",
        ));
    }
    if received.file.is_empty() {
        received.file = format!("program.{ending}");
        received.content = text.into_bytes();
    }
    check(&received)?;
    Ok(received)
}

fn unreadable(error: MultipartError) -> Failure {
    match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => too_large(),
        status => refused(status, error.body_text()),
    }
}

fn choice<T: ValueEnum>(word: &str) -> Result<T, Failure> {
    T::from_str(word, false)
        .map_err(|_| refused(StatusCode::BAD_REQUEST, format!("`{word}` is no choice here.")))
}

fn too_large() -> Failure {
    let reason = format!("The source has more than {} MiB.", SOURCE_BYTES >> 20);
    refused(StatusCode::PAYLOAD_TOO_LARGE, reason)
}

fn not_utf8() -> Failure {
    refused(StatusCode::UNPROCESSABLE_ENTITY, "The source is not UTF-8 text.")
}

fn full() -> Failure {
    refused(StatusCode::INSUFFICIENT_STORAGE, "The server's disk is full; nothing was kept.")
}

/// Refuses a source that cannot be compiled.
fn check(received: &Received) -> Result<(), Failure> {
    let Received { file, content, options, .. } = received;
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "._- ()+".contains(letter);
    if file.chars().count() > FILE_NAME_CHARACTERS || !file.chars().all(is_plain) {
        let reason = format!(
            "The file's name may have {FILE_NAME_CHARACTERS} of the letters A to Z, digits, blanks and \
             ._-()+ only."
        );
        return Err(refused(StatusCode::BAD_REQUEST, reason));
    }
    if !is_source(file) {
        let reason = "The name of the file must end in .c, .cc, .cpp, .cxx, .rs or .py.";
        return Err(refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, reason));
    }
    if content.len() as u64 > SOURCE_BYTES {
        return Err(too_large());
    }
    if content.trim_ascii().is_empty() {
        return Err(refused(StatusCode::BAD_REQUEST, "The source is empty."));
    }
    if std::str::from_utf8(content).is_err() || content.contains(&0) {
        return Err(not_utf8());
    }
    let command = Language::of(file.as_ref()).map(|language| options.command(language)).transpose();
    command.map(drop).map_err(|error| refused(StatusCode::BAD_REQUEST, format!("{error:#}.")))
}

/// Puts a source into the queue and returns its number.
fn enqueue(app: &App, member: &Member, received: Received) -> Result<i64, Failure> {
    // One upload at a time is counted and added.
    let _guard = app.queue.receiving.lock();
    let store = Store::open(&app.directory)?;
    let uploads = store.uploads(member.participant)?;
    let Received { file, content, options, opponent, is_trial } = received;
    check_quota(app, &store, &uploads, is_trial)?;
    let sha256 = keep_contents(&content, &store.programs())?;
    let waits = uploads.iter().any(|upload| {
        upload.result.is_none() && upload.new.kind == Kind::Submit && upload.new.sha256 == sha256
    });
    if !is_trial && (waits || store.plays_already(&member.name, &sha256)?) {
        return Err(refused(StatusCode::CONFLICT, "You play this very program already, or it waits."));
    }
    let event = format!("{}: received {file}", member.name);
    let kind = if is_trial { Kind::Try(opponent) } else { Kind::Submit };
    let id = store.add_upload(&NewUpload { participant: member.participant, kind, file, sha256, options })?;
    log(&format!("upload {id} of {event}"));
    app.queue.wake();
    Ok(id)
}

/// Refuses a participant that may hand in no more for now.
fn check_quota(app: &App, store: &Store, uploads: &[Upload], is_trial: bool) -> Result<(), Failure> {
    let Some(accounts) = &app.accounts else { return Ok(()) };
    let (per_hour, disk) = (accounts.options.per_hour, accounts.options.disk);
    let waiting = uploads.iter().filter(|upload| upload.result.is_none()).count();
    let since = now_ms() - HOUR_MS;
    let of_this_hour = uploads.iter().filter(|upload| upload.received_ms > since).count();
    let is_late = app.ladder_state().deadline_ms.is_some_and(|deadline_ms| now_ms() > deadline_ms);
    if is_late && !is_trial {
        Err(refused(StatusCode::FORBIDDEN, "The deadline is over: no more programs are taken."))
    } else if waiting >= MAX_WAITING {
        let reason = "Your earlier programs still wait; hand in the next one when they are checked.";
        Err(refused(StatusCode::TOO_MANY_REQUESTS, reason))
    } else if of_this_hour >= per_hour {
        let reason = format!("You have handed in {of_this_hour} programs within an hour; wait a while.");
        Err(refused(StatusCode::TOO_MANY_REQUESTS, reason))
    } else if store.disk_bytes(uploads)? >= disk << 20 {
        let reason = format!("Your programs take {disk} MiB already: ask an organiser.");
        Err(refused(StatusCode::INSUFFICIENT_STORAGE, reason))
    } else if free_bytes(app)? < MIN_FREE_BYTES {
        Err(full())
    } else {
        Ok(())
    }
}

fn free_bytes(app: &App) -> anyhow::Result<u64> {
    let found = rustix::fs::statvfs(&app.directory).context("the disk of the ladder")?;
    Ok(found.f_bavail.saturating_mul(found.f_frsize))
}
