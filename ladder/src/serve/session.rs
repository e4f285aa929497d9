//! Who is signed in: a participant or an organiser, by the cookie of a session or vouched for by a proxy.

use std::sync::Arc;

use axum::extract::{Extension, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{header, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use maud::{html, Markup};
use sha2::{Digest, Sha256};

use super::accounts::Accounts;
use super::app::{App, SharedApp};
use super::connections::Client;
use super::failure::Failure;
use super::guard::{Peer, ViaProxy};
use crate::course::store::now_ms;

/// A session: of a participant, or of the organisers.
#[derive(Clone, Debug)]
pub(super) struct Session {
    /// The participant's number, from 1; `None` for the organisers.
    pub(super) participant: Option<i64>,
    /// The secret in the forms of this session, so that no other site can send them.
    form_token: String,
}

/// A participant who is signed in.
#[derive(Clone, Debug)]
pub(super) struct Member {
    /// The participant's number, from 1.
    pub(super) participant: i64,
    /// The participant's name.
    pub(super) name: String,
    pub(super) session: Session,
}

/// An organiser who is signed in.
#[derive(Clone, Debug)]
pub(super) struct Organiser(pub(super) Session);

impl App {
    /// The session of a request; `None` for strangers.
    pub(super) fn session(&self, parts: &Parts) -> anyhow::Result<Option<Session>> {
        let Some(accounts) = &self.accounts else { return Ok(None) };
        if let Some(name) = accounts.name_from_proxy(parts) {
            let store = self.store.lock();
            let participant = store.participant_id(name)?.filter(|&id| !store.is_boss(id));
            return Ok(participant.map(|id| Session::new(accounts, Some(id), &format!("proxy {id}"))));
        }
        let jar = accounts.cookies(&parts.headers);
        let Some(cookie) = jar.get(accounts.cookie_name()) else { return Ok(None) };
        let mut words = cookie.value().splitn(3, '.');
        let mut number = || words.next()?.parse::<i64>().ok();
        let (Some(id), Some(expires_ms)) = (number(), number()) else { return Ok(None) };
        if expires_ms < now_ms() {
            return Ok(None);
        }
        let invitation = self.store.lock().invitation_by_id(id)?;
        Ok(invitation.map(|invitation| Session::new(accounts, invitation.participant, cookie.value())))
    }
}

impl Session {
    fn new(accounts: &Accounts, participant: Option<i64>, identity: &str) -> Self {
        Self { participant, form_token: accounts.form_token(identity) }
    }

    /// Whether a form was sent from this session's own pages.
    pub(super) fn owns_form(&self, token: &str) -> bool {
        // Of hashes, so that the time of the comparison says nothing about the token.
        Sha256::digest(token) == Sha256::digest(&self.form_token)
    }

    /// The field that each form of this session carries.
    pub(super) fn form_field(&self) -> Markup {
        html! { input type="hidden" name="form_token" value=(self.form_token); }
    }
}

impl FromRequestParts<Arc<App>> for Session {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Failure> {
        if app.accounts.is_none() {
            let reason = "Programs are not handed in by browser here.";
            return Err(Failure::refused(StatusCode::NOT_FOUND, "Not here", reason));
        }
        app.session(parts)?.ok_or_else(|| {
            let reason =
                "Open the link of your invitation, which the organiser of this ladder has sent you. It \
                          signs you in on any device, as often as you like, until it is renewed.";
            Failure::refused(StatusCode::UNAUTHORIZED, "Sign in", reason)
        })
    }
}

impl FromRequestParts<Arc<App>> for Member {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Failure> {
        let session = Session::from_request_parts(parts, app).await?;
        // Organisers hand in nothing: the menu leads them to their own page.
        let participant = session.participant.ok_or(Failure::Elsewhere("/organise"))?;
        Ok(Self { participant, name: app.store.lock().name(participant)?, session })
    }
}

impl FromRequestParts<Arc<App>> for Organiser {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Failure> {
        let session = Session::from_request_parts(parts, app).await?;
        if session.participant.is_some() {
            let reason = "You are signed in as a participant.";
            return Err(Failure::refused(StatusCode::FORBIDDEN, "For organisers", reason));
        }
        Ok(Self(session))
    }
}

/// Lets only those who are signed in see the pages of a private ladder.
pub(super) async fn require_session(State(app): SharedApp, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let is_open = path.starts_with("/sign-in") || path.starts_with("/assets/") || path == "/healthz";
    if is_open || !app.accounts.as_ref().is_some_and(|accounts| accounts.options.private) {
        return next.run(request).await;
    }
    let (mut parts, body) = request.into_parts();
    match Session::from_request_parts(&mut parts, &app).await {
        Ok(_) => next.run(Request::from_parts(parts, body)).await,
        Err(failure) => failure.into_response(),
    }
}

/// Refuses requests that the guard does not allow.
pub(super) async fn admit(
    State(app): SharedApp,
    Extension(Peer(peer)): Extension<Peer>,
    request: Request,
    next: Next,
) -> Response {
    let guard = &app.guard;
    let (mut parts, body) = request.into_parts();
    let visitor = guard.visitor(&parts.headers, peer);
    parts.extensions.insert(Peer(visitor));
    if guard.is_proxy(peer) {
        parts.extensions.insert(ViaProxy);
    }
    // Whoever only claims to be signed in is a stranger, and so are the organisers.
    let participant = app.session(&parts).ok().flatten().and_then(|session| session.participant);
    let client = participant.map_or(Client::Stranger(visitor), Client::Participant);
    parts.extensions.insert(client);
    let request = Request::from_parts(parts, body);
    match guard.refusal(&request, client) {
        Some(StatusCode::TOO_MANY_REQUESTS) => {
            (StatusCode::TOO_MANY_REQUESTS, [(header::RETRY_AFTER, "1")], "too many requests").into_response()
        }
        Some(status) => (status, status.canonical_reason().unwrap_or_default()).into_response(),
        None => next.run(request).await,
    }
}
