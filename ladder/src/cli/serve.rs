//! `ladder serve`: the web server.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use arena::cli::{Done, SandboxArguments};
use arena::{complain, say};
use ladder::serve::{serve, Options};
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
        sandbox: Sandbox::new(arguments.sandbox.sandbox, &[&arguments.directory]),
    };
    // Built-in bots can be played against in any case.
    complain!("{}", options.sandbox.line().unwrap_or_else(|lack| format!("warning: {lack}")));
    serve(&arguments.directory, &options, stop, &mut |address| say!("http://{address}/\n"))?;
    Ok(Done::Well)
}

fn built_board() -> Option<PathBuf> {
    let folder = PathBuf::from(BUILT_BOARD);
    folder.join("index.html").is_file().then_some(folder)
}
