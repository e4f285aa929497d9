//! Signing in by the link of an invitation, and signing out.

use std::sync::Arc;

use axum::extract::{Form, Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use axum::Extension;
use maud::html;
use serde::Deserialize;

use crate::course::store::{Invitation, TOKEN_DIGITS};
use crate::serve::accounts::Accounts;
use crate::serve::app::{log, App};
use crate::serve::failure::Failure;
use crate::serve::guard::Peer;
use crate::serve::layout::{visible, Page};
use crate::serve::session::{refusal, Session};

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
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    Path(token): Path<String>,
) -> Result<Response, Failure> {
    let (_, invitation) = match find(&app, peer, &token)? {
        Ok(found) => found,
        Err(refused) => return Ok(refused),
    };
    let markup = Page::still("Sign in", "/submissions").show(html! {
        h1 { "Sign in as " bdi { (visible(&name(&app, &invitation)?)) } }
        form.card method="post" action="/sign-in" {
            input type="hidden" name="token" value=(token);
            p { "This link is yours alone: whoever has it can do here what you can." }
            button type="submit" { "Sign in" }
        }
    });
    Ok(markup.into_response())
}

/// Begins a session.
pub(crate) async fn begin(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    Form(SignIn { token }): Form<SignIn>,
) -> Result<Response, Failure> {
    let (accounts, invitation) = match find(&app, peer, &token)? {
        Ok(found) => found,
        Err(refused) => return Ok(refused),
    };
    let jar = accounts.begin_session(accounts.cookies(&headers), &invitation)?;
    log(&format!("{} signs in from {peer}", name(&app, &invitation)?, peer = peer.0));
    let home = if invitation.participant.is_some() { "/submissions" } else { "/organise" };
    Ok((jar, Redirect::to(home)).into_response())
}

/// Ends this browser's session.
pub(crate) async fn end(
    State(app): State<Arc<App>>,
    session: Session,
    headers: HeaderMap,
    Form(SignOut { form_token }): Form<SignOut>,
) -> Response {
    match &app.accounts {
        Some(accounts) if session.owns_form(&form_token) => {
            (accounts.end_session(accounts.cookies(&headers)), Redirect::to("/")).into_response()
        }
        _ => refusal(StatusCode::FORBIDDEN, "Not signed out", "The form was not sent from this site."),
    }
}

/// Who is invited.
fn name(app: &App, invitation: &Invitation) -> anyhow::Result<String> {
    match invitation.participant {
        Some(participant) => app.store.lock().name(participant),
        None => Ok("organiser".to_string()),
    }
}

/// The invitation of a link, or the page that refuses it.
fn find<'a>(
    app: &'a App,
    Peer(peer): Peer,
    token: &str,
) -> anyhow::Result<Result<(&'a Accounts, Invitation), Response>> {
    let refused = |status, text| Ok(Err(refusal(status, "Not signed in", text)));
    let Some(accounts) = &app.accounts else {
        return refused(StatusCode::NOT_FOUND, "Nobody signs in here: programs are handed in elsewhere.");
    };
    if !accounts.admits_attempt(peer) {
        return refused(StatusCode::TOO_MANY_REQUESTS, "Too many attempts: try again in a minute.");
    }
    let is_token = token.len() == TOKEN_DIGITS;
    match app.store.lock().invitation_by_token(token)?.filter(|_| is_token) {
        Some(invitation) => Ok(Ok((accounts, invitation))),
        None => refused(
            StatusCode::FORBIDDEN,
            "This link does not sign in: it is not whole, was replaced by a newer one, or was withdrawn. Ask \
             the organiser for a new one.",
        ),
    }
}
