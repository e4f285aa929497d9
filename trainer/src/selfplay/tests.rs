use super::*;
use outflank::eval::DISC;
use outflank::square::Square;

fn options(out: &Path, threads: usize) -> SelfPlay {
    SelfPlay {
        out: out.to_owned(),
        evaluation: handmade(),
        shards: 3,
        games: 2,
        depth: 2,
        exact: 6,
        random_from: 6,
        random_to: 16,
        balance: 20,
        seed: 5,
        threads,
    }
}

fn contents(folder: &Path) -> Vec<Vec<u8>> {
    shard::find(&[folder.to_owned()]).unwrap().iter().map(|path| std::fs::read(path).unwrap()).collect()
}

#[test]
fn the_files_are_the_same_whatever_the_threads_and_after_an_interruption() {
    let folder = tempfile::tempdir().unwrap();
    let (alone, together) = (folder.path().join("alone"), folder.path().join("together"));
    options(&alone, 1).run().unwrap();
    options(&together, 3).run().unwrap();
    let expected = contents(&alone);
    assert_eq!(expected.len(), 3);
    assert_eq!(contents(&together), expected);
    std::fs::remove_file(alone.join("00001.positions")).unwrap();
    std::fs::write(alone.join("00002.positions.unfinished"), b"OFLK").unwrap();
    options(&alone, 2).run().unwrap();
    assert_eq!(contents(&alone), expected);
}

#[test]
fn records_know_the_result_of_their_game() {
    let folder = tempfile::tempdir().unwrap();
    options(folder.path(), 1).run().unwrap();
    let mut games = std::collections::BTreeMap::<u32, Vec<Record>>::new();
    for path in shard::find(&[folder.path().to_owned()]).unwrap() {
        for record in shard::read(&path).unwrap() {
            let record = record.unwrap();
            games.entry(record.game).or_default().push(record);
        }
    }
    assert_eq!(games.len(), 6);
    for records in games.values() {
        for record in records {
            assert_eq!(record.exact, record.board.empty_count() <= 6);
            // From there on both sides play perfectly, so that the exact value is the result.
            if record.exact {
                assert_eq!(i32::from(record.value), i32::from(record.outcome) * DISC);
            }
        }
        let last = records.last().unwrap();
        let square = Square::new(last.best);
        let end = last.board.play(square).unwrap();
        assert!(end.is_over());
        assert_eq!(i32::from(last.outcome), -end.final_score());
    }
}
