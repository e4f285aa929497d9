use outflank::game::Color;

use super::*;

#[test]
fn attributes_are_read_as_cg_arena_reads_them() {
    let stderr = "hello\n[TDATA][12] map_size = 16\r\n  [pdata] final = a = b \n[TDATA][x] n = 1\n[TDATA][1] a b = 1\n\
                  [TDATA][70000] n = 1\n[TDATA] = 1\n[TDATA][3]\n[TDATA\u{e9}\n[PDATA+][2] n = 3\n[PDATA][ 4 ]größe=";
    let found: Vec<_> = attributes(stderr).collect();
    let attribute = |about, turn, name, value| Attribute { about, turn, name, value };
    assert_eq!(
        found,
        [
            attribute(About::Game, Some(12), "map_size", "16"),
            attribute(About::Player, None, "final", "a = b"),
            attribute(About::PlayerSum, Some(2), "n", "3"),
            attribute(About::Player, Some(4), "größe", ""),
        ]
    );
}

fn turn(stderr: &str, message: Option<&str>) -> TurnRecord {
    TurnRecord {
        color: Color::Black,
        square: None,
        clock_ms: None,
        stood_still_ms: None,
        message: message.map(str::to_string),
        stderr: stderr.to_string(),
    }
}

#[test]
fn values_come_from_standard_error_first() {
    let stderr = "[TDATA][5] value = -3.5\n[TDATA][5] depth = 9\n[TDATA][6] value = +2\n";
    assert_eq!(value(&turn(stderr, Some("9"))), Some(Value::Discs(2.0)));
    assert_eq!(value(&turn("[PDATA] value = 62.5 %", None)), Some(Value::Share(0.625)));
}

#[test]
fn messages_give_values_where_they_start_with_one() {
    for (message, expected) in [
        ("+3 d20", Some(Value::Discs(3.0))),
        ("=-12 solved", Some(Value::Discs(-12.0))),
        (" 54.2% 12k", Some(Value::Share(0.542))),
        ("win d20", None),
        ("-", None),
        ("1e9", Some(Value::Discs(1.0))),
        ("777", None),
        ("101%", None),
        ("", None),
    ] {
        assert_eq!(value(&turn("", Some(message))), expected, "{message:?}");
    }
    assert_eq!(value(&turn("value = 3", None)), None);
}
