//! Handing in: the form, the queue, and one's own submissions with everything that is known about them.

use anyhow::Context;
use arena::play::record::{seat, GameRecord};
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::Extension;
use clap::ValueEnum;
use maud::{html, Markup};
use outflank::game::Color;
use supervisor::compile::{Compiler, Standard, SOURCE_BYTES};

use super::games::{self, latest_first};
use super::leagues;
use crate::course::store::{GameRow, Kind, LadderState, Upload, UploadResult};
use crate::serve::app::{App, SharedApp};
use crate::serve::failure::Failure;
use crate::serve::guard::Peer;
use crate::serve::intake::TRIAL_BOTS;
use crate::serve::layout::Column::Text;
use crate::serve::layout::{self, table_card, visible, Page};
use crate::serve::queue::Stage;
use crate::serve::session::{Member, Session};

/// Number of latest uploads and games that the page lists.
const LISTED: usize = 50;

/// The address of these pages.
const SECTION: &str = "/submissions";

/// A member's own page: the queue, the programs, the games.
pub(crate) async fn show(State(app): SharedApp, member: Member) -> Result<Markup, Failure> {
    let uploads = app.store.lock().uploads(member.participant)?;
    let state = app.ladder_state();
    let participant = state.ladder.find(&member.name).filter(|&index| state.has_submitted(index));
    let games = participant.map(|index| latest_first(&state, |game| game.seat_of(index).is_some()));
    Ok(live_page(&app, "Your programs").show(html! {
        h1 { bdi { (visible(&member.name)) } }
        p.facts {
            @match participant {
                Some(index) => a href={ "/participants/" (index + 1) } { "Your public page" },
                None => "You have handed in nothing that plays yet.",
            }
            @if let Some(deadline_ms) = state.deadline_ms {
                " · Programs are taken until " (layout::time(deadline_ms)) " UTC"
            }
        }
        div.buttons { a.button href="/submissions/new" { "Hand in a program" } (sign_out(&member.session)) }
        @if let Some(index) = participant { (leagues::placement(&state, index)) }
        (table_card("Handed in here", &upload_table(&app, &uploads)))
        @if let (Some(index), Some(games)) = (participant, games) {
            (table_card("Your games", &game_table(&state, index, &games)))
        }
    }))
}

fn game_table(state: &LadderState, participant: usize, games: &[(u64, &GameRow)]) -> Markup {
    let columns = ["Game", "Opponent", "Result", "Standard error of your program"].map(Text);
    let rows = html! {
        @for &(id, game) in games.iter().take(LISTED) {
            @let seat = game.seat_of(participant).unwrap_or_default();
            tr {
                td { a href={ "/games/" (id) } { (id) } }
                td { (layout::participant(state, game.pairing.participants[1 - seat])) }
                td { (layout::outcome(game.outcome_of(seat))) }
                td {
                    @for round in 1..=2 {
                        a href={ (SECTION) "/games/" (id) "/rounds/" (round) } { "round " (round) }
                        " "
                    }
                }
            }
        }
    };
    layout::table("", &columns, &rows)
}

/// The page of the form.
pub(crate) async fn new(State(app): SharedApp, member: Member) -> Markup {
    let page = Page::still("Hand in", SECTION);
    let per_hour = app.accounts.as_ref().map_or(0, |accounts| accounts.options.per_hour);
    let state = app.ladder_state();
    let able = state.ladder.participants.iter().filter(|other| other.versions > 0);
    page.show(html! {
        h1 { "Hand in a program" }
        form.card.hand-in method="post" action=(SECTION) enctype="multipart/form-data" {
            (member.session.form_field())
            label for="file" {
                "A source: " code { ".c .cc .cpp .cxx .rs .py" }
                ", at most " (SOURCE_BYTES >> 20) " MiB, UTF-8"
            }
            input #file type="file" name="file" accept=".c,.cc,.cpp,.cxx,.rs,.py";
            label for="text" { "or its text" }
            textarea #text name="text" rows="12" spellcheck="false" autocomplete="off" {}
            label for="language" { "Language of the text" }
            select #language name="language" {
                @for (ending, name) in [("cc", "C++"), ("c", "C"), ("rs", "Rust"), ("py", "Python")] {
                    option value=(ending) { (name) }
                }
            }
            label for="compiler" { "Compiler of C and C++" }
            select #compiler name="compiler" { (choices::<Compiler>()) }
            label for="standard" { "Standard" }
            select #standard name="standard" {
                option value="" { "C11 or C++17" }
                (choices::<Standard>())
            }
            label for="opponent" { "To try it: opponent" }
            select #opponent name="opponent" {
                @for bot in TRIAL_BOTS { option value=(bot) { (bot) } }
                @for other in able { option value=(other.name) { (visible(&other.name)) } }
            }
            div.buttons {
                button type="submit" name="kind" value="submit" { "Hand in" }
                button type="submit" name="kind" value="try" { "Only try it: one game that does not count" }
            }
        }
        p.soft {
            "It is compiled, then asked for a move; if that is legal, it plays from its next game on. You "
            "may hand in or try " (per_hour) " programs an hour."
        }
    })
}

/// One of a member's uploads.
fn find(app: &App, member: &Member, id: i64) -> Result<Upload, Failure> {
    let uploads = app.store.lock().uploads(member.participant)?;
    uploads.into_iter().find(|upload| upload.id == id).ok_or(Failure::NotFound)
}

/// The page of one of a member's uploads.
pub(crate) async fn one(
    State(app): SharedApp,
    member: Member,
    Path(id): Path<i64>,
) -> Result<Markup, Failure> {
    let upload = find(&app, &member, id)?;
    let source = source(&app, &upload)?;
    let UploadResult { messages, rounds, .. } = upload.result.clone().unwrap_or_default();
    Ok(live_page(&app, &format!("Upload {id}")).show(html! {
        h1 { bdi { (visible(&upload.new.file)) } }
        p.card role="status" aria-live="polite" { (state(&app, &upload)) }
        @for (number, round) in (1..).zip(&rounds) { (trial_round(id, number, round)) }
        @if !messages.is_empty() {
            section.card {
                h2 { "What the compiler and the check printed" }
                (layout::messages(&messages))
            }
        }
        section.card {
            h2 { "Source" }
            p.soft {
                "Received " (layout::time(upload.received_ms)) " UTC, SHA-256 "
                code { (upload.new.sha256) } ". "
                a href={ (SECTION) "/" (id) "/source" } { "Download" }
            }
            (layout::messages(&source))
        }
        p { a href=(SECTION) { "Your programs" } }
    }))
}

/// A round of a trial; the uploaded program is black in the first one.
fn trial_round(upload: i64, number: usize, round: &GameRecord) -> Markup {
    let stderr: String = round.turns.iter().map(|turn| turn.stderr.as_str()).collect();
    games::round_card(
        number,
        round,
        &html! {
            p.buttons { a.button href={ (SECTION) "/" (upload) "/rounds/" (number) } { "Replay" } }
            @if !stderr.is_empty() {
                details {
                    summary { "What your program wrote to standard error" }
                    (layout::messages(&stderr))
                }
            }
        },
    )
}

/// The replay of a round of a trial.
pub(crate) async fn replay(
    State(app): SharedApp,
    member: Member,
    Extension(Peer(visitor)): Extension<Peer>,
    Path((id, number)): Path<(i64, usize)>,
) -> Result<Response, Failure> {
    let rounds = find(&app, &member, id)?.result.unwrap_or_default().rounds;
    let index = number.checked_sub(1).ok_or(Failure::NotFound)?;
    let record = rounds.into_iter().nth(index).ok_or(Failure::NotFound)?;
    let way_back = html! { a href={ (SECTION) "/" (id) } { "← upload " (id) } };
    games::replay_page(&app, visitor, record, way_back).await
}

/// The source of one of a member's uploads, as a file.
pub(crate) async fn download(
    State(app): SharedApp,
    member: Member,
    Path(id): Path<i64>,
) -> Result<Response, Failure> {
    let upload = find(&app, &member, id)?;
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_string()),
        // The name was checked when it was received.
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{}\"", upload.new.file)),
    ];
    Ok((headers, source(&app, &upload)?).into_response())
}

/// What a member's program wrote to standard error in a round.
pub(crate) async fn output(
    State(app): SharedApp,
    member: Member,
    Path((id, round)): Path<(u64, u8)>,
) -> Result<Markup, Failure> {
    let rounds = app.store.lock().rounds(id)?.ok_or(Failure::NotFound)?;
    let record = round.checked_sub(1).and_then(|index| rounds.get(usize::from(index)));
    let record = record.ok_or(Failure::NotFound)?;
    let colors = [Color::Black, Color::White];
    let own = colors.into_iter().find(|&color| record.bots[seat(color)].name == member.name);
    let stderr = app.store.lock().stderr(id, round, own.ok_or(Failure::NotFound)?)?;
    let title = format!("Game {id}, round {round}");
    Ok(live_page(&app, &title).show(html! {
        h1 { (title) }
        p { a href={ "/games/" (id) "/rounds/" (round) } { "Replay" } }
        section.card {
            h2 { "What your program wrote to standard error" }
            @if stderr.is_empty() { p { "Nothing." } }
            @else { (layout::messages(&stderr)) }
        }
    }))
}

/// A page that is fetched again whenever the queue changes.
fn live_page<'a>(app: &App, title: &'a str) -> Page<'a> {
    let size = *app.queue.changes.borrow();
    Page { title, section: SECTION, script: "/assets/live.js", size: Some(size) }
}

/// The form that ends a session.
pub(crate) fn sign_out(session: &Session) -> Markup {
    html! {
        form method="post" action="/sign-out" {
            (session.form_field())
            button type="submit" { "Sign out" }
        }
    }
}

fn upload_table(app: &App, uploads: &[Upload]) -> Markup {
    if uploads.is_empty() {
        return html! { p { "Nothing yet." } };
    }
    let rows = html! {
        @for upload in uploads.iter().take(LISTED) {
            tr {
                td { (upload.id) }
                @let address = format!("{SECTION}/{}", upload.id);
                td { a href=(address) { bdi { (visible(&upload.new.file)) } } }
                td { (layout::time(upload.received_ms)) }
                td.wrap { (state(app, upload)) }
            }
        }
    };
    layout::table("", &["#", "Source", "Received (UTC)", "State"].map(Text), &rows)
}

/// The state of an upload.
pub(crate) fn state(app: &App, upload: &Upload) -> Markup {
    let stage = app.queue.stage(upload.id);
    html! {
        @match (&upload.result, stage) {
            (Some(result), _) => {
                @match (&upload.new.kind, result.is_refused) {
                    (_, true) => strong.bad { "refused" },
                    (Kind::Try(_), _) => strong.good { "tried" },
                    _ => strong.good { "plays" },
                }
                ": " (visible(&result.finding))
                @if let (Kind::Try(opponent), false) = (&upload.new.kind, result.is_refused) {
                    " against " bdi { (visible(opponent)) }
                }
            }
            (None, Some(Stage::Compiling)) => "compiling …",
            (None, Some(Stage::Checking)) => "checking whether it makes a legal move …",
            (None, Some(Stage::Playing)) => "playing its trial game …",
            (None, None) => "waiting",
        }
        @if upload.new.kind == Kind::Recheck { " (checked anew by an organiser)" }
    }
}

fn source(app: &App, upload: &Upload) -> anyhow::Result<String> {
    let path = app.store.lock().programs().join(&upload.new.sha256);
    let content = toolkit::files::read(&path, SOURCE_BYTES)?;
    String::from_utf8(content).context("a source that is not UTF-8")
}

fn choices<T: ValueEnum>() -> Markup {
    let values = T::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    let names: Vec<String> = values.map(|value| value.get_name().to_string()).collect();
    html! { @for name in names { option value=(name) { (name) } } }
}
