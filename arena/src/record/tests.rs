use super::*;

fn example() -> GameRecord {
    let bot =
        |name: &str| BotRecord { name: name.into(), command: "./bot".into(), protocol: Protocol::Codingame };
    let turn = |color, name: Option<&str>| TurnRecord {
        color,
        square: name.map(|name| name.parse().unwrap()),
        clock_ms: Some(1.5),
        stood_still_ms: None,
        message: None,
        stderr: String::new(),
    };
    GameRecord {
        schema: SCHEMA,
        bots: [bot("one"), bot("two")],
        seed: 7,
        opening: "f5d6".into(),
        limits: Limits::CODINGAME,
        turns: vec![turn(Color::Black, Some("c3")), turn(Color::White, None)],
        termination: Termination::Fault { by: Color::White, fault: Fault::Timeout { limit_ms: 150 } },
        scores: [1, -1],
        discs: [5, 2],
    }
}

#[test]
fn records_survive_the_way_through_json() {
    let record = example();
    let json = serde_json::to_string(&record).unwrap();
    assert_eq!(serde_json::from_str::<GameRecord>(&json).unwrap(), record);
}

#[test]
fn the_json_reads_like_the_documentation() {
    let json = serde_json::to_value(example()).unwrap();
    assert_eq!(json["turns"][0], serde_json::json!({"color": "black", "move": "c3", "clock_ms": 1.5}));
    assert_eq!(json["turns"][1]["move"], serde_json::Value::Null);
    assert_eq!(
        json["termination"],
        serde_json::json!({"reason": "fault", "by": "white", "fault": "timeout", "limit_ms": 150})
    );
}

#[test]
fn a_move_that_is_no_square_is_refused() {
    let mut json = serde_json::to_value(example()).unwrap();
    json["turns"][0]["move"] = "z9".into();
    let error = serde_json::from_value::<GameRecord>(json).unwrap_err().to_string();
    assert!(error.contains("expected a square, not \"z9\""), "{error}");
}

#[test]
fn moves_winner_and_fault_are_read_off() {
    let record = example();
    assert_eq!(record.moves(), "c3");
    assert_eq!(record.winner(), Some(Color::Black));
    assert_eq!(record.fault(), Some((Color::White, &Fault::Timeout { limit_ms: 150 })));
}
