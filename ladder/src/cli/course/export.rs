//! `ladder export`: every game with its moves as JSON, one a line.

use anyhow::Context;
use arena::cli::Done;
use arena::play::record::GameRecord;
use arena::say;
use ladder::course::store::{GameRow, LadderState};
use serde::Serialize;

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
    for (id, game) in (1..).zip(&ladder_state.games) {
        let rounds = store.rounds(id)?.with_context(|| format!("game {id} has no rounds"))?;
        let exported = export(&ladder_state, id, game, rounds);
        say!("{}\n", serde_json::to_string(&exported).context("cannot write a game")?);
    }
    Ok(Done::Well)
}

fn export<'a>(
    ladder_state: &'a LadderState,
    id: u64,
    game: &GameRow,
    rounds: Vec<GameRecord>,
) -> Exported<'a> {
    let GameRow { pairing, change, started_ms, finished_ms, .. } = *game;
    Exported {
        id,
        lap: pairing.lap,
        participants: pairing
            .participants
            .map(|participant| &*ladder_state.ladder.participants()[participant].name),
        versions: pairing.versions,
        points: [game.points_of(0), game.points_of(1)],
        ratings_before: change.before,
        ratings_after: change.after,
        started_ms,
        finished_ms,
        rounds,
    }
}
