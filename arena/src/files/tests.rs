use super::*;

#[test]
fn a_file_is_replaced_whole() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("record.json");
    write_whole(&path, b"one").unwrap();
    write_whole(&path, b"two").unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), b"two");
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1, "nothing else is left");
}

#[test]
fn what_cannot_be_written_is_named_and_leaves_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("taken");
    std::fs::create_dir_all(path.join("inner")).unwrap();
    let error = format!("{:#}", write_whole(&path, b"x").unwrap_err());
    assert!(error.contains("taken"), "{error}");
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1);
}

#[test]
fn a_device_is_no_file() {
    let error = |result: anyhow::Result<()>| format!("{:#}", result.unwrap_err());
    assert_eq!(error(LineLog::open(Path::new("/dev/full")).map(drop)), "/dev/full is no file");
    assert_eq!(error(read(Path::new("/dev/zero")).map(drop)), "/dev/zero is a device");
    assert!(
        error(read(Path::new("/nonexistent/file")).map(drop)).starts_with("cannot read /nonexistent/file: ")
    );
}
