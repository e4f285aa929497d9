use super::*;

fn header() -> Header {
    let parameters = ["exploration=0.3..3@1", "minimax-share=0..1@0.7"];
    Header {
        schema: SCHEMA,
        bot: "outflank:playouts=10".into(),
        parameters: parameters.iter().map(|text| text.parse().unwrap()).collect(),
        schedule: Schedule { iterations: 10, rate: 0.05 },
        pairs: 2,
        seed: 7,
        openings: hash_of(&[], 7),
    }
}

/// Plays iterations up to this one, with results made up from the bots' names, and returns the whole log.
fn play(tuning: &mut Tuning, last: u64) -> Vec<u8> {
    while tuning.finished() < last {
        let length = tuning.contest().unwrap().bots.concat().len();
        tuning.finish(tuning.outcome(vec![(length % 5) as u8, (length % 3) as u8]));
    }
    let header = line(tuning.header()).unwrap();
    let lines = tuning.iterations().iter().flat_map(|iteration| line(iteration).unwrap());
    header.into_iter().chain(lines).collect()
}

fn error_of(text: &str) -> String {
    format!("{:#}", Tuning::parse(text.as_bytes()).unwrap_err())
}

#[test]
fn an_interrupted_run_ends_as_if_it_had_not_been() {
    let whole = play(&mut Tuning::new(header()).unwrap(), 10);
    for interrupted in 0..10 {
        let mut text = play(&mut Tuning::new(header()).unwrap(), interrupted);
        text.extend(b"{\"iteration\":");
        let mut resumed = Tuning::parse(&text).unwrap().unwrap();
        assert_eq!(resumed.finished(), interrupted);
        resumed = resumed.resumed(header()).unwrap();
        assert_eq!(play(&mut resumed, 10), whole);
        assert_eq!(resumed.contest(), None);
    }
    assert!(Tuning::parse(b"{\"schema\":1").unwrap().is_none(), "a torn header is none");
}

#[test]
fn no_two_matches_share_a_pair() {
    let mut tuning = Tuning::new(header()).unwrap();
    assert_eq!(tuning.contest().unwrap().pairs, 0..2);
    play(&mut tuning, 3);
    assert_eq!(tuning.contest().unwrap().pairs, 6..8);
    let [first, second] = tuning.contest().unwrap().bots;
    assert!(first.starts_with("outflank:playouts=10,exploration=") && first != second);
}

#[test]
fn another_runs_log_is_refused_by_what_differs() {
    let tuning = Tuning::new(header()).unwrap();
    let schedule = Schedule { iterations: 11, ..header().schedule };
    let other = Header { seed: 8, pairs: 3, schedule, ..header() };
    let error = tuning.resumed(other).unwrap_err().to_string();
    assert_eq!(error, "the log of another run: not the same pairs, schedule.iterations, seed");
}

#[test]
fn a_log_that_was_changed_is_refused_by_line() {
    let text = String::from_utf8(play(&mut Tuning::new(header()).unwrap(), 3)).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let with = |index: usize, from: &str, to: &str| {
        assert!(lines[index].contains(from), "{}", lines[index]);
        let changed = lines[index].replacen(from, to, 1);
        let all = lines.iter().enumerate().map(|(at, line)| if at == index { &changed } else { *line });
        all.map(|line| format!("{line}\n")).collect::<String>()
    };
    for (text, complaint) in [
        (with(0, "\"seed\"", "\"sead\""), "line 1 is no header of a tuning run"),
        (with(0, "\"schema\":1", "\"schema\":2"), "line 1: schema 2 is not known"),
        (with(0, "\"rate\":0.05", "\"rate\":-1.0"), "line 1: the rate -1 is not"),
        (with(0, "\"pairs\":2", "\"pairs\":18446744073709551615"), "line 1: 18446744073709551615 pairs"),
        (with(0, "\"iterations\":10", "\"iterations\":0"), "line 1: 0 iterations are not"),
        (with(0, "\"high\":3.0", "\"high\":0.1"), "line 1: `exploration`: the range 0.3..0.1 is empty"),
        (with(2, "\"iteration\":2", "\"iteration\":3"), "line 3: expected iteration 2, not 3"),
        (with(1, "\"half_points\":[", "\"half_points\":[9,"), "line 2: expected 2 results from 0 to 4"),
        (with(3, "\"values\":[", "\"values\":[1.0,"), "line 4: the signs or values do not follow"),
        (with(3, "\"signs\":[", "\"signs\":[1,"), "line 4: the signs or values do not follow"),
        (with(2, "{", "["), "line 3: no iteration"),
    ] {
        let error = error_of(&text);
        assert!(error.starts_with(complaint), "{error} for {complaint}");
    }
    let repeated = format!("{text}{}\n", lines[3]);
    assert!(error_of(&repeated).starts_with("line 5: "), "{}", error_of(&repeated));
}
