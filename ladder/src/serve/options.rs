//! The settings of the server.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use axum::http::HeaderName;
use supervisor::sandbox::Sandbox;

/// The addresses, host names and folders of the server.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address to listen on; port 0 for any free one.
    pub address: SocketAddr,
    /// Names by which browsers may ask for this server, besides `localhost` and numeric addresses.
    pub hosts: Vec<String>,
    /// The folder of the board page, as `cargo web` builds it; `None` to serve a ladder without it.
    pub board: Option<PathBuf>,
    /// The proxy in front of the server, whose `X-Forwarded-For` names the visitors.
    pub proxy: Option<IpAddr>,
    /// How participants hand in programs; `None` if nobody may.
    pub submissions: Option<Submissions>,
    /// The isolation of the programs that visitors play against.
    pub sandbox: Sandbox,
}

/// How participants sign in and hand in.
#[derive(Clone, Debug)]
pub struct Submissions {
    /// The largest number of one participant's uploads per hour.
    pub per_hour: usize,
    /// Whether browsers reach the server over TLS, through a proxy.
    pub is_https: bool,
    /// Whether only those who are signed in see the pages.
    pub is_private: bool,
    /// The header in which the proxy reports a participant's name, if it signs people in.
    pub user_header: Option<HeaderName>,
    /// The largest disk space of one participant's sources and programs, in bytes.
    pub disk_bytes: u64,
}
