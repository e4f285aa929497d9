//! The cookies of sessions, the key that signs them, and the rate of attempts to sign in.
//!
//! A session is a signed cookie: the number of its invitation, its end, and a random part. It ends with its
//! invitation, which a renewal or a revocation ends. The signing key is the only part of sessions on disk.

use std::io::Write;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::path::Path;

use anyhow::Context;
use axum::http::request::Parts;
use axum::http::HeaderMap;
use axum_extra::extract::cookie::{Cookie, Key, SameSite, SignedCookieJar};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use sha2::{Digest, Sha256};

use super::guard::ViaProxy;
use super::options::Options;
use crate::course::store::{now_ms, random_token, Invitation};
use toolkit::files::read_unlinked;
use toolkit::text::hexadecimal;

/// The signing key's file in the ladder's directory.
const KEY_FILE: &str = "session.key";
/// Length of the signing key, in bytes.
const KEY_BYTES: usize = 64;
/// Duration of a session, in milliseconds: 30 days.
const SESSION_MS: i64 = 30 * 24 * 60 * 60 * 1000;
/// One address's requests to sign in per minute in the long run, and the largest burst: a class may share an
/// address, and each of its members needs two.
const ATTEMPTS: (NonZeroU32, NonZeroU32) = (NonZeroU32::new(60).unwrap(), NonZeroU32::new(240).unwrap());

/// The settings and the key of sessions.
pub(super) struct Accounts {
    key: Key,
    pub(super) options: Options,
    attempts: DefaultKeyedRateLimiter<IpAddr>,
}

impl Accounts {
    /// Reads the ladder's signing key, or makes one.
    ///
    /// # Errors
    /// If it cannot be read or written.
    pub(super) fn open(directory: &Path, options: &Options) -> anyhow::Result<Self> {
        let path = directory.join(KEY_FILE);
        let content =
            signing_key(&path).with_context(|| format!("the key of sessions {}", path.display()))?;
        let key = Key::try_from(&content[..]).context("the key of sessions is too short")?;
        let (per_minute, burst) = ATTEMPTS;
        let attempts = RateLimiter::keyed(Quota::per_minute(per_minute).allow_burst(burst));
        Ok(Self { key, options: options.clone(), attempts })
    }

    /// Whether a visitor may try to sign in once more now.
    pub(super) fn admits_attempt(&self, visitor: IpAddr) -> bool {
        self.attempts.retain_recent();
        self.attempts.check_key(&visitor).is_ok()
    }

    /// The name of the cookie; with the prefix, browsers accept it over TLS from this host only.
    pub(super) fn cookie_name(&self) -> &'static str {
        if self.options.https {
            "__Host-session"
        } else {
            "session"
        }
    }

    /// The cookie of a new session.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub(super) fn begin_session(
        &self,
        jar: SignedCookieJar,
        invitation: &Invitation,
    ) -> anyhow::Result<SignedCookieJar> {
        let value = format!("{}.{}.{}", invitation.id, now_ms() + SESSION_MS, random_token()?);
        Ok(jar.add(self.cookie(value)))
    }

    /// Ends the session of this browser.
    pub(super) fn end_session(&self, jar: SignedCookieJar) -> SignedCookieJar {
        jar.remove(self.cookie(String::new()))
    }

    fn cookie(&self, value: String) -> Cookie<'static> {
        Cookie::build((self.cookie_name(), value))
            .path("/")
            .http_only(true)
            .same_site(SameSite::Strict)
            .secure(self.options.https)
            .build()
    }

    /// The secret in the forms of a session.
    pub(super) fn form_token(&self, identity: &str) -> String {
        let hash = Sha256::new().chain_update(self.key.signing()).chain_update(identity).finalize();
        hexadecimal(&hash[..16])
    }

    /// The cookies of a request.
    pub(super) fn cookies(&self, headers: &HeaderMap) -> SignedCookieJar {
        SignedCookieJar::from_headers(headers, self.key.clone())
    }

    /// The name that the proxy reports of a visitor.
    pub(super) fn name_from_proxy<'a>(&self, parts: &'a Parts) -> Option<&'a str> {
        let header = self.options.user_header.as_ref()?;
        let ViaProxy = parts.extensions.get()?;
        let mut names = parts.headers.get_all(header).iter();
        let (name, None) = (names.next()?, names.next()) else { return None };
        std::str::from_utf8(name.as_bytes()).ok().filter(|name| !name.is_empty())
    }
}

/// The content of the file with the key; a new file only its owner may read.
fn signing_key(path: &Path) -> anyhow::Result<Vec<u8>> {
    if !path.exists() {
        let mut key = [0; KEY_BYTES];
        rustix::rand::getrandom(&mut key[..], rustix::rand::GetRandomFlags::empty())?;
        let folder = path.parent().unwrap_or(Path::new("."));
        let mut file = tempfile::Builder::new().prefix(".unfinished-").tempfile_in(folder)?;
        file.write_all(&key)?;
        file.as_file().sync_all()?;
        // If another server of this ladder was faster, its key counts.
        let _ = file.persist_noclobber(path);
    }
    Ok(read_unlinked(path, KEY_BYTES as u64)?)
}
