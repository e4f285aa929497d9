//! The web server of one ladder.
//!
//! Visitors only read, except that they can save a transcript of their game against a bot.
//! With submissions, participants and organisers sign in (`session`) and hand in sources (`intake`).
//! Requests are bounded in size, rate and time (`guard`), participants' names are shown as text only, and no
//! part of an address becomes a path.

mod accounts;
mod app;
mod assets;
mod board;
mod connections;
mod failure;
mod follow;
mod guard;
mod hints;
mod intake;
mod layout;
mod metrics;
mod options;
mod pages;
mod queue;
mod replays;
mod router;
mod session;
mod table;
mod tables;

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};

use app::App;
use connections::{visitor, Connections};
pub use options::Options;
use supervisor::sandbox::Sandbox;
use supervisor::stop::{Stop, Stopped};

/// Time limit for a client to send the head of a request.
const HEAD_TIME: Duration = Duration::from_secs(10);
/// The longest head of a request, in bytes.
const HEAD_BYTES: usize = 16 * 1024;
/// Time for which a client may leave an answer unread, in milliseconds.
const UNREAD_MS: u32 = 30_000;
/// The largest number of threads that wait for bots, databases and solvers at once.
const MAX_WAITING: usize = 64;
/// Threads that start bots must outlive them: the kernel ends a bot with the thread that started it.
const FOREVER: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);
/// Interval at which a stop request is polled.
const STOP_POLL: Duration = Duration::from_millis(100);

/// Serves a ladder until a stop is requested; calls `listening` with the address. Programs play in the
/// `sandbox`.
///
/// # Errors
/// If the ladder or the address cannot be opened; [`Stopped`] in the end.
pub fn serve(
    directory: &Path,
    options: &Options,
    sandbox: Sandbox,
    stop: &Stop,
    listening: &mut dyn FnMut(SocketAddr),
) -> anyhow::Result<()> {
    let app = Arc::new(App::open(directory, options, sandbox, stop)?);
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    runtime.worker_threads(2).max_blocking_threads(MAX_WAITING).thread_keep_alive(FOREVER).enable_all();
    let runtime = runtime.build()?;
    if options.submissions {
        intake::start(&app, stop)?;
    }
    let served = runtime.block_on(async {
        let address = SocketAddr::new(options.address, options.port);
        let listener = TcpListener::bind(address).await;
        let listener = listener.with_context(|| format!("cannot listen on {address}"))?;
        listening(listener.local_addr()?);
        tokio::spawn(follow::follow(app.clone()));
        let router = router::router(app.clone());
        tokio::select! {
            () = accept(listener, &router, &app.guard) => Ok(()),
            () = stopped(stop) => Err(Stopped.into()),
        }
    });
    app.close();
    // Bots that still think are ended by the stop.
    runtime.shutdown_timeout(Duration::from_secs(5));
    served
}

async fn stopped(stop: &Stop) {
    while !stop.is_requested() {
        tokio::time::sleep(STOP_POLL).await;
    }
}

async fn accept(listener: TcpListener, router: &Router, guard: &guard::Guard) {
    let connections = Connections::default();
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => {
                // A visitor with too many connections is disconnected.
                let Some(mut place) = connections.admit(visitor(peer.ip()), guard.is_proxy(peer.ip())) else {
                    continue;
                };
                let _ = rustix::net::sockopt::set_tcp_user_timeout(&stream, UNREAD_MS);
                let router = router.clone().layer(Extension(guard::Peer(peer.ip())));
                tokio::spawn(async move {
                    tokio::select! {
                        () = talk(stream, router) => {}
                        _ = &mut place => {}
                    }
                });
            }
            // Out of file descriptors, say: connections end and free some.
            Err(_) => tokio::time::sleep(STOP_POLL).await,
        }
    }
}

async fn talk(stream: TcpStream, router: Router) {
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
    // A client may disconnect at any time.
    let _ = connection.await;
}
