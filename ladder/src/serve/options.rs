//! The settings of the server.

use std::net::SocketAddr;
use std::path::PathBuf;

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
    /// The isolation of the programs that visitors play against.
    pub sandbox: Sandbox,
}
