//! Games of other notations, CodinGame's battles above all, as records of the arena.

use analyst::notation::{Ending, GameRecord as Notated, GameResult, Item, Position};
use anyhow::{bail, Context};
use outflank::game::{Color, Game};

use crate::play::limits::Limits;
use crate::play::record::{BotRecord, Fault, GameRecord, Protocol, Termination, TurnRecord, SCHEMA};

/// Reads the one game of a file in any notation that the analyst knows.
///
/// # Errors
/// If the file holds anything else than one finished game from the standard start.
pub fn read(bytes: &[u8], name: &str) -> anyhow::Result<GameRecord> {
    let items = analyst::notation::read(bytes, name)?;
    match &items[..] {
        [Item::Game(game)] => record_of(game).with_context(|| name.to_string()),
        _ => bail!("{name}: expected one game, not {} games or positions", items.len()),
    }
}

fn record_of(game: &Notated) -> anyhow::Result<GameRecord> {
    if game.start != Position::START {
        bail!("expected a game from the standard start");
    }
    let replayed = game.game()?;
    let termination = termination(game, &replayed)?;
    let mut turns: Vec<TurnRecord> = game
        .moves
        .iter()
        .filter_map(|moved| {
            let square = moved.mv.square()?;
            Some(TurnRecord {
                clock_ms: moved.seconds().map(|seconds| 1000.0 * seconds),
                message: Some(moved.comment().to_string()).filter(|message| !message.is_empty()),
                stderr: moved.stderr().to_string(),
                ..TurnRecord::new(moved.color, Some(square))
            })
        })
        .collect();
    if let Termination::Fault { by, .. } = &termination {
        turns.push(TurnRecord::new(*by, None));
    }
    let bot = |seat: usize| BotRecord {
        name: game.players[seat].name.clone(),
        command: String::new(),
        protocol: Protocol::Codingame,
    };
    Ok(GameRecord {
        schema: SCHEMA,
        bots: [bot(0), bot(1)],
        seed: game.seed.parse().unwrap_or_default(),
        opening: String::new(),
        limits: Limits::CODINGAME,
        turns,
        scores: termination.scores(&replayed),
        termination,
        discs: replayed.disc_counts(),
    })
}

fn termination(game: &Notated, replayed: &Game) -> anyhow::Result<Termination> {
    if replayed.is_over() {
        return Ok(Termination::on_board(replayed));
    }
    let fault = match &game.ending {
        Ending::TimedOut => {
            let is_first = |color: Color| game.moves.iter().all(|moved| moved.color != color);
            let limits = Limits::CODINGAME;
            let limit_ms = if is_first(replayed.to_move()) { limits.first_ms } else { limits.turn_ms };
            Fault::Timeout { limit_ms }
        }
        Ending::IllegalMove(output) => Fault::IllegalMove { output: output.clone() },
        Ending::Crashed(how) => Fault::Crash { how: how.clone() },
        Ending::Forfeited => Fault::Crash { how: "forfeited".to_string() },
        Ending::Resigned => Fault::Crash { how: "resigned".to_string() },
        Ending::Unknown | Ending::Played | Ending::Unfinished | Ending::Agreed | Ending::Adjudicated => {
            bail!("expected a finished game: this one stops after {} moves", replayed.move_count());
        }
    };
    // After a fault it is the loser's turn, unless a side resigned during the other's.
    let winner = game.result.and_then(GameResult::winner);
    Ok(Termination::Fault { by: winner.map_or(replayed.to_move(), Color::opposite), fault, command: None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::replay::Replay;

    #[test]
    fn a_battle_becomes_a_record_that_replays() {
        let battle = r#"{"frames":[{"agentId":-1},{"agentId":0,"stdout":"d3 MSG hi\n","stderr":"deep"},
            {"agentId":1,"stdout":"a1\n"}],"scores":[0,-1],"refereeInput":"seed=7\n"}"#;
        let record = read(battle.as_bytes(), "battle").unwrap();
        assert_eq!(record.scores, [0, -1]);
        assert_eq!(record.seed, 7);
        assert_eq!(record.turns[0].message.as_deref(), Some("hi"));
        assert_eq!(record.turns[0].stderr, "deep");
        let (by, fault) = record.fault().unwrap();
        assert_eq!((by, fault.to_string().as_str()), (Color::White, "made an illegal move: \"a1\""));
        assert_eq!(Replay::of(&record).unwrap().steps.len(), 2);
    }

    #[test]
    fn what_is_not_one_finished_game_is_refused() {
        let error = |text: &str| format!("{:#}", read(text.as_bytes(), "x").unwrap_err());
        assert_eq!(error("f5d6"), "x: expected a finished game: this one stops after 2 moves");
        assert_eq!(error("f5d6\nf5f6e6"), "x: expected one game, not 2 games or positions");
        assert!(error("what").contains("expected a move"), "{}", error("what"));
    }
}
