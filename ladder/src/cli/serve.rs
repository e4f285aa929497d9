//! `ladder serve`: the web server.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use arena::cli::{Done, SandboxArguments};
use arena::{complain, say};
use axum::http::HeaderName;
use ladder::serve::{serve, Options, Submissions};
use supervisor::sandbox::Sandbox;
use supervisor::stop::Stop;

/// The arguments of `ladder serve`.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The ladder's directory.
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// The address to listen on; any but a loopback address opens the pages to the network.
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// The port to listen on, 0 for any free one.
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// A host name that browsers use for this server; may be given several times. `localhost` and numeric
    /// addresses need not be named.
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// The folder of the board page, where visitors analyse games [default: target/web, if it was built]
    #[arg(long, value_name = "FOLDER")]
    board: Option<PathBuf>,
    /// Lets invited participants sign in and hand in sources.
    #[arg(long)]
    submissions: bool,
    /// The largest number of one participant's submissions in an hour.
    #[arg(long, default_value_t = 12, value_name = "N", requires = "submissions")]
    per_hour: usize,
    /// Shows the pages to signed-in participants only.
    #[arg(long, requires = "submissions")]
    private: bool,
    /// Browsers reach this server over TLS, through a proxy: sessions are never sent without it.
    #[arg(long, requires = "submissions")]
    https: bool,
    /// The largest disk space of one participant's sources and programs, in MiB.
    #[arg(long, default_value_t = 256, value_name = "MIB", requires = "submissions")]
    disk: u64,
    /// The header in which a proxy that signs people in reports the participant's name.
    #[arg(long, value_name = "HEADER", requires = "submissions", requires = "from_proxy")]
    user_header: Option<HeaderName>,
    /// The address of a proxy in front of this server: its X-Forwarded-For names the visitors.
    #[arg(long, value_name = "ADDRESS")]
    from_proxy: Option<IpAddr>,
    #[command(flatten)]
    sandbox: SandboxArguments,
}

/// The folder in which `cargo web` builds the board page.
const BUILT_BOARD: &str = "target/web";

pub(crate) fn run(arguments: &Arguments, stop: &Stop) -> anyhow::Result<Done> {
    let options = Options {
        address: SocketAddr::new(arguments.address, arguments.port),
        hosts: arguments.host.clone(),
        board: arguments.board.clone().or_else(built_board),
        proxy: arguments.from_proxy,
        submissions: arguments.submissions(),
        sandbox: Sandbox::new(arguments.sandbox.sandbox, &[&arguments.directory]),
    };
    // Without a sandbox, visitors can still play built-in bots.
    complain!("{}", options.sandbox.line().unwrap_or_else(|lack| format!("warning: {lack}")));
    serve(&arguments.directory, &options, stop, &mut |address| say!("http://{address}/\n"))?;
    Ok(Done::Well)
}

impl Arguments {
    fn submissions(&self) -> Option<Submissions> {
        self.submissions.then(|| Submissions {
            per_hour: self.per_hour,
            is_https: self.https,
            is_private: self.private,
            user_header: self.user_header.clone(),
            disk_bytes: self.disk << 20,
        })
    }
}

fn built_board() -> Option<PathBuf> {
    let folder = PathBuf::from(BUILT_BOARD);
    folder.join("index.html").is_file().then_some(folder)
}
