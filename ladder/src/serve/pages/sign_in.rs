//! Signing in by the link of an invitation, and signing out.

use axum::extract::{Form, Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Redirect;
use axum::Extension;
use axum_extra::extract::cookie::SignedCookieJar;
use maud::{html, Markup};
use serde::Deserialize;

use crate::course::store::{Invitation, TOKEN_DIGITS};
use crate::serve::accounts::Accounts;
use crate::serve::app::{log, App, SharedApp};
use crate::serve::failure::Failure;
use crate::serve::guard::Peer;
use crate::serve::layout::{visible, Page};
use crate::serve::session::Session;

/// The form of the page to sign in.
#[derive(Debug, Deserialize)]
pub(crate) struct SignIn {
    token: String,
}

/// The form that signs out.
#[derive(Debug, Deserialize)]
pub(crate) struct SignOut {
    form_token: String,
}

/// The page of an invitation's link. It changes nothing: mail programs open links, too.
pub(crate) async fn show(
    State(app): SharedApp,
    Extension(peer): Extension<Peer>,
    Path(token): Path<String>,
) -> Result<Markup, Failure> {
    let (_, invitation) = find(&app, peer, &token)?;
    Ok(Page::still("Sign in", "/submissions").show(html! {
        h1 { "Sign in as " bdi { (visible(&name(&app, &invitation)?)) } }
        form.card method="post" action="/sign-in" {
            input type="hidden" name="token" value=(token);
            p { "This link is yours alone: whoever has it can do here what you can." }
            button type="submit" { "Sign in" }
        }
    }))
}

/// Begins a session.
pub(crate) async fn begin(
    State(app): SharedApp,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    Form(SignIn { token }): Form<SignIn>,
) -> Result<(SignedCookieJar, Redirect), Failure> {
    let (accounts, invitation) = find(&app, peer, &token)?;
    let jar = accounts.begin_session(accounts.cookies(&headers), &invitation)?;
    log(&format!("{} signs in from {peer}", name(&app, &invitation)?, peer = peer.0));
    let home = if invitation.participant.is_some() { "/submissions" } else { "/organise" };
    Ok((jar, Redirect::to(home)))
}

/// Ends this browser's session.
pub(crate) async fn end(
    State(app): SharedApp,
    session: Session,
    headers: HeaderMap,
    Form(SignOut { form_token }): Form<SignOut>,
) -> Result<(SignedCookieJar, Redirect), Failure> {
    let foreign = "The form was not sent from this site.";
    let refused = || Failure::refused(StatusCode::FORBIDDEN, "Not signed out", foreign);
    let accounts = app.accounts.as_ref().filter(|_| session.owns_form(&form_token)).ok_or_else(refused)?;
    Ok((accounts.end_session(accounts.cookies(&headers)), Redirect::to("/")))
}

/// Who is invited.
fn name(app: &App, invitation: &Invitation) -> anyhow::Result<String> {
    match invitation.participant {
        Some(participant) => app.store.lock().name(participant),
        None => Ok("organiser".to_string()),
    }
}

/// The invitation of a link.
///
/// # Errors
/// The page that refuses it.
fn find<'a>(app: &'a App, Peer(peer): Peer, token: &str) -> Result<(&'a Accounts, Invitation), Failure> {
    let refused = |status, reason| Failure::refused(status, "Not signed in", reason);
    let nowhere =
        || refused(StatusCode::NOT_FOUND, "Nobody signs in here: programs are handed in elsewhere.");
    let accounts = app.accounts.as_ref().ok_or_else(nowhere)?;
    if !accounts.admits_attempt(peer) {
        let reason = "Too many attempts: try again in a minute.";
        return Err(refused(StatusCode::TOO_MANY_REQUESTS, reason));
    }
    let is_token = token.len() == TOKEN_DIGITS;
    let invitation = app.store.lock().invitation_by_token(token)?.filter(|_| is_token).ok_or_else(|| {
        refused(
            StatusCode::FORBIDDEN,
            "This link does not sign in: it is not whole, was replaced by a newer one, or was withdrawn. Ask \
             the organiser for a new one.",
        )
    })?;
    Ok((accounts, invitation))
}
