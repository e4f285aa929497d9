use super::*;
use crate::matches::openings;
use crate::matches::pairs;
use crate::stop::Stop;
use std::ops::ControlFlow;

fn plan(second: &str, seed: u64) -> Plan {
    let bots = ["random", second].map(|name| BotSpec::parse(name).unwrap());
    Plan::new(bots, openings::parse("f5d6c3\nf5f6e6\n").unwrap(), seed, Limits::CODINGAME)
}

fn pairs(plan: &Plan, indices: std::ops::Range<u64>) -> Vec<PairLine> {
    let mut pairs = Vec::new();
    pairs::run(plan, indices, &[None], &Stop::new().unwrap(), &mut |finished| {
        pairs.extend(finished.iter().map(PairLine::from));
        Ok(ControlFlow::Continue(()))
    })
    .unwrap();
    pairs
}

/// A results file with a header and these pairs.
fn write(path: &Path, plan: &Plan, pairs: &[PairLine]) {
    let (mut journal, _) = Journal::open(path, &Header::of(plan).unwrap()).unwrap();
    journal.append(pairs).unwrap();
}

fn error_of<T: std::fmt::Debug>(result: anyhow::Result<T>) -> String {
    format!("{:#}", result.unwrap_err())
}

#[test]
fn pairs_survive_the_way_through_the_file() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("results.jsonl");
    let plan = plan("greedy", 1);
    let played = pairs(&plan, 0..5);
    write(&path, &plan, &played);
    let results = Results::read(&path).unwrap();
    assert_eq!(results.header, Header::of(&plan).unwrap());
    assert!(results.pairs.into_values().eq(played));
}

#[test]
fn built_in_bots_leave_no_times() {
    let line = String::from_utf8(json_line(&pairs(&plan("greedy", 1), 0..1)[0]).unwrap()).unwrap();
    assert!(!line.contains("clock_ms"), "{line}");
    let mut game = pairs(&plan("greedy", 1), 0..1)[0].games[0].clone();
    game.clock_ms[0] = vec![1.5];
    assert_eq!(game.clock_ms(Color::Black), [1.5]);
    assert!(serde_json::to_string(&game).unwrap().ends_with(r#""clock_ms":[[1.5],[]]}"#));
}

#[test]
fn a_torn_last_line_is_ignored_and_cut_off() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("results.jsonl");
    let plan = plan("greedy", 1);
    let played = pairs(&plan, 0..3);
    write(&path, &plan, &played);
    let whole = std::fs::read(&path).unwrap();
    let starts: Vec<usize> =
        whole.iter().enumerate().filter(|(_, &byte)| byte == b'\n').map(|(at, _)| at + 1).collect();
    let near = |&length: &usize| starts.iter().any(|start| start.abs_diff(length) < 2) || length % 100 == 0;
    for length in (0..whole.len()).filter(near) {
        std::fs::write(&path, &whole[..length]).unwrap();
        let lines = starts.iter().filter(|&&start| start <= length).count();
        let (journal, results) = Journal::open(&path, &Header::of(&plan).unwrap()).unwrap();
        assert!(results.pairs.into_values().eq(played[..lines.saturating_sub(1)].iter().cloned()));
        drop(journal);
        let kept = std::fs::read(&path).unwrap();
        assert_eq!(kept, whole[..starts[lines.saturating_sub(1)]], "cut after {length} bytes");
    }
}

#[test]
fn another_runs_results_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("results.jsonl");
    write(&path, &plan("greedy", 1), &[]);
    let open = |plan: &Plan| error_of(Journal::open(&path, &Header::of(plan).unwrap()));
    assert!(open(&plan("greedy", 2)).ends_with("results.jsonl: results of another run: not the same seed"));
    assert!(open(&plan("mobility", 1)).ends_with("not the same bots"));
    assert!(open(&plan("greedy", 1).adjudicating(Some(9))).ends_with("not the same adjudicate_empties"));
}

#[test]
fn a_changed_program_is_another_bot() {
    let directory = tempfile::tempdir().unwrap();
    let program = directory.path().join("bot");
    let header = |contents: &str| {
        std::fs::write(&program, contents).unwrap();
        let bots = ["random", program.to_str().unwrap()].map(|name| BotSpec::parse(name).unwrap());
        Header::of(&Plan::new(bots, Vec::new(), 1, Limits::CODINGAME)).unwrap()
    };
    let first = header("one");
    assert_eq!(first.bots[0].program, None);
    // The hash of `one`, from sha256sum.
    let hash = "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed";
    assert_eq!(first.bots[1].program.as_deref(), Some(hash));
    assert!(first.expect_same(&header("one")).is_ok());
    assert_eq!(error_of(first.expect_same(&header("two"))), "results of another run: not the same bots");
}

#[test]
fn a_file_in_use_is_not_touched() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("results.jsonl");
    let header = Header::of(&plan("greedy", 1)).unwrap();
    let held = Journal::open(&path, &header).unwrap();
    assert!(error_of(Journal::open(&path, &header)).ends_with("results.jsonl is in use by another arena"));
    drop(held);
    assert!(Journal::open(&path, &header).is_ok());
}

#[test]
fn bad_files_are_named_with_the_line() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("results.jsonl");
    let plan = plan("greedy", 1);
    write(&path, &plan, &pairs(&plan, 0..1));
    let good = std::fs::read_to_string(&path).unwrap();
    let read = |text: &str| {
        std::fs::write(&path, text).unwrap();
        error_of(Results::read(&path))
    };
    assert!(read("").ends_with("results.jsonl has no header"));
    assert!(read("{}\n").contains("results.jsonl: line 1 is no header of results: "));
    assert!(read(&good.replace("\"schema\":1", "\"schema\":2"))
        .ends_with("line 1: schema 2 is not known, only 1"));
    assert!(read(&format!("{good}nonsense\n")).contains("line 3 is no pair: "));
    let other = good.lines().nth(1).unwrap().replace("\"moves\":\"", "\"moves\":\"a1");
    assert!(read(&format!("{good}{other}\n"))
        .ends_with("line 3: pair 0 stands there twice, with different results"));
    let repeated = format!("{good}{}\n", good.lines().nth(1).unwrap());
    std::fs::write(&path, repeated).unwrap();
    assert_eq!(Results::read(&path).unwrap().pairs.len(), 1);
}

#[test]
fn merging_sorts_drops_repetitions_and_changes_nothing_the_second_time() {
    let directory = tempfile::tempdir().unwrap();
    let [one, two, merged] = ["one", "two", "merged"].map(|name| directory.path().join(name));
    let plan = plan("greedy", 1);
    let mut played = pairs(&plan, 0..6);
    write(&two, &plan, &played[..4]);
    played.reverse();
    write(&one, &plan, &played[..3]);
    played.reverse();
    merge(&[one.clone(), two.clone()]).unwrap().write(&merged).unwrap();
    assert!(Results::read(&merged).unwrap().pairs.into_values().eq(played));
    let bytes = std::fs::read(&merged).unwrap();
    merge(&[merged.clone(), two, one]).unwrap().write(&merged).unwrap();
    assert_eq!(std::fs::read(&merged).unwrap(), bytes);
}

#[test]
fn merging_refuses_other_runs_and_reports_conflicts() {
    let directory = tempfile::tempdir().unwrap();
    let [one, two] = ["one", "two"].map(|name| directory.path().join(name));
    let plan_1 = plan("greedy", 1);
    let mut played = pairs(&plan_1, 0..6);
    write(&one, &plan_1, &played);
    write(&two, &plan("greedy", 2), &[]);
    let files = [one.clone(), two.clone()];
    assert!(error_of(merge(&files)).ends_with("two: results of another run: not the same seed"));
    std::fs::remove_file(&two).unwrap();
    for pair in [3, 5] {
        played[pair].games[0].discs = [0, 0];
    }
    write(&two, &plan_1, &played);
    let error = merge(&files).unwrap_err();
    let conflicts = error.downcast_ref::<Conflicts>().unwrap();
    assert_eq!((conflicts.count, conflicts.first, &conflicts.file), (2, 3, &two));
    assert!(error.to_string().starts_with("different results for 2 pairs; pair 3 of "), "{error}");
}
