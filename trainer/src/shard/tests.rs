use super::*;
use outflank::board::Board;

fn provenance_for_tests() -> Provenance {
    Provenance { command: "test".into(), data: String::new(), seed: 7, revision: "r".into() }
}

fn records(count: u32) -> Vec<Record> {
    (0..count)
        .map(|game| Record {
            board: Board::START,
            game,
            value: -5,
            outcome: 3,
            best: 19,
            exact: game % 2 == 0,
        })
        .collect()
}

#[test]
fn what_is_written_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.positions");
    write(&path, &provenance_for_tests(), &records(1000)).unwrap();
    assert_eq!(provenance(&path).unwrap(), provenance_for_tests());
    let read: Vec<Record> = read(&path).unwrap().map(Result::unwrap).collect();
    assert_eq!(read, records(1000));
    assert_eq!(find(&[folder.path().to_owned()]).unwrap(), [path]);
}

#[test]
fn a_cut_file_is_an_error_that_names_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.positions");
    write(&path, &provenance_for_tests(), &records(3)).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(&path, &bytes[..bytes.len() - 5]).unwrap();
    let last = read(&path).unwrap().last().unwrap().unwrap_err();
    assert!(last.to_string().contains("a.positions: the last record is cut short"), "{last}");
    std::fs::write(&path, &bytes[..9]).unwrap();
    assert!(read(&path).is_err());
    std::fs::write(&path, b"something else entirely").unwrap();
    assert!(read(&path).is_err());
}
