//! The settings of the server.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use arena::cli::SandboxArguments;
use axum::http::HeaderName;

/// The addresses, host names and folders of the server, and how participants hand in.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// The address to listen on; any but a loopback address opens the pages to the network.
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub address: IpAddr,
    /// The port to listen on, 0 for any free one.
    #[arg(long, default_value_t = 8080)]
    pub port: u16,
    /// A host name that browsers use for this server; may be given several times. `localhost` and numeric
    /// addresses need not be named.
    #[arg(long = "host", value_name = "NAME")]
    pub hosts: Vec<String>,
    /// The folder of the board page, where visitors analyse games [default: target/web, if it was built]
    #[arg(long, value_name = "FOLDER")]
    pub board: Option<PathBuf>,
    /// Lets invited participants sign in and hand in sources.
    #[arg(long)]
    pub submissions: bool,
    /// The largest number of one participant's submissions in an hour.
    #[arg(long, default_value_t = 12, value_name = "N", requires = "submissions")]
    pub per_hour: usize,
    /// Shows the pages to signed-in participants only.
    #[arg(long, requires = "submissions")]
    pub private: bool,
    /// Browsers reach this server over TLS, through a proxy: sessions are never sent without it.
    #[arg(long, requires = "submissions")]
    pub https: bool,
    /// The largest disk space of one participant's sources and programs, in MiB.
    #[arg(long, default_value_t = 256, value_name = "MIB", requires = "submissions")]
    pub disk: u64,
    /// The header in which a proxy that signs people in reports the participant's name.
    #[arg(long, value_name = "HEADER", requires = "submissions", requires = "from_proxy")]
    pub user_header: Option<HeaderName>,
    /// The address of a proxy in front of this server: its X-Forwarded-For names the visitors.
    #[arg(long, value_name = "ADDRESS")]
    pub from_proxy: Option<IpAddr>,
    /// The isolation of the programs that visitors play against.
    #[command(flatten)]
    pub sandbox: SandboxArguments,
}
