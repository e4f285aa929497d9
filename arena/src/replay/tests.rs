use super::*;
use crate::limits::Limits;
use crate::record::{BotRecord, Fault, Protocol, Termination, TurnRecord};

/// A record of the moves of `transcript` after `opening`.
fn record(opening: &str, transcript: &str) -> GameRecord {
    let mut game = Game::from_transcript(opening).unwrap();
    let mut turns = Vec::new();
    for name in transcript.as_bytes().chunks(2) {
        let square: Square = std::str::from_utf8(name).unwrap().parse().unwrap();
        turns.push(turn(game.to_move(), Some(square)));
        game.play(square).unwrap();
    }
    let bot = BotRecord { name: "bot".into(), command: "bot".into(), protocol: Protocol::Builtin };
    GameRecord {
        schema: SCHEMA,
        bots: [bot.clone(), bot],
        seed: 1,
        opening: opening.to_string(),
        limits: Limits::CODINGAME,
        turns,
        termination: Termination::NoMoves,
        scores: [0, 0],
        discs: [32, 32],
    }
}

fn turn(color: Color, square: Option<Square>) -> TurnRecord {
    TurnRecord { color, square, clock_ms: None, stood_still_ms: None, message: None, stderr: String::new() }
}

#[test]
fn every_move_is_a_step() {
    let replay = Replay::of(&record("f5d6", "c3d3c4")).unwrap();
    let squares: Vec<_> = replay.steps.iter().map(|step| step.square.unwrap().to_string()).collect();
    assert_eq!(squares, ["f5", "d6", "c3", "d3", "c4"]);
    let turns: Vec<_> = replay.steps.iter().map(|step| step.turn).collect();
    assert_eq!(turns, [None, None, Some(0), Some(1), Some(2)]);
    assert_eq!(replay.steps[4].after, Game::from_transcript("f5d6c3d3c4").unwrap());
    assert!(replay.steps.iter().all(|step| step.passes().is_none()));
}

#[test]
fn passes_stand_with_the_move_before_them() {
    // Black has no reply to h6.
    let replay = Replay::of(&record("", "f5f6d3g5h5h4g7h6")).unwrap();
    let passes: Vec<_> = replay.steps.iter().map(Step::passes).collect();
    assert_eq!(passes[..7], [None; 7]);
    assert_eq!(passes[7], Some(Color::Black));
}

#[test]
fn a_fault_is_a_last_step_without_a_move() {
    let mut record = record("", "f5d6");
    record.turns.push(turn(Color::Black, None));
    record.termination = Termination::Fault { by: Color::Black, fault: Fault::Timeout { limit_ms: 150 } };
    let replay = Replay::of(&record).unwrap();
    assert_eq!(replay.steps.len(), 3);
    assert_eq!((replay.steps[2].color, replay.steps[2].square), (Color::Black, None));
    assert_eq!(replay.steps[2].passes(), None);
}

#[test]
fn what_cannot_have_happened_is_refused() {
    let good = record("f5", "d6c3");
    let refused = |change: &dyn Fn(&mut GameRecord)| {
        let mut bad = good.clone();
        change(&mut bad);
        Replay::of(&bad).unwrap_err().to_string()
    };
    assert_eq!(refused(&|bad| bad.schema = 999), "its schema is 999, this arena reads 1");
    let opening = refused(&|bad| bad.opening = "a1".into());
    assert_eq!(opening, "its opening: move 1: black may not play a1");
    assert_eq!(refused(&|bad| bad.turns[1].color = Color::White), "call 2: it was not white's turn");
    let illegal = refused(&|bad| bad.turns[1].square = "a1".parse().ok());
    assert_eq!(illegal, "call 2: move 3: black may not play a1");
    assert_eq!(refused(&|bad| bad.turns[0].square = None), "call 1 made no move, but the game went on");
}
