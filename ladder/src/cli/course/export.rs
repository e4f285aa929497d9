//! `ladder export`: every game with its moves as JSON, one a line.

use anyhow::Context;
use arena::cli::Done;
use arena::play::record::GameRecord;
use ladder::course::store::{GameRow, LadderState};
use serde::Serialize;
use toolkit::say;

use super::directory::DirArguments;

#[derive(Debug, Serialize)]
struct Exported<'a> {
    id: u64,
    lap: u64,
    participants: [&'a str; 2],
    versions: [u32; 2],
    points: [f64; 2],
    ratings_before: [f64; 2],
    ratings_after: [f64; 2],
    started_ms: i64,
    finished_ms: i64,
    rounds: Vec<GameRecord>,
}

pub(crate) fn run(arguments: &DirArguments) -> anyhow::Result<Done> {
    let store = arguments.open()?;
    let ladder_state = LadderState::load(&store)?;
    let name = |participant: usize| &*ladder_state.ladder.participants[participant].name;
    for (id, game) in (1..).zip(&ladder_state.games) {
        let GameRow { pairing, change, started_ms, finished_ms, .. } = *game;
        let exported = Exported {
            id,
            lap: pairing.lap,
            participants: pairing.participants.map(name),
            versions: pairing.versions,
            points: [0, 1].map(|seat| game.points_of(seat)),
            ratings_before: change.before,
            ratings_after: change.after,
            started_ms,
            finished_ms,
            rounds: store.rounds(id)?.with_context(|| format!("game {id} has no rounds"))?,
        };
        say!("{}\n", serde_json::to_string(&exported).context("cannot write a game")?);
    }
    Ok(Done::Well)
}
