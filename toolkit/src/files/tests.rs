use super::*;

const LETTER: Kind = Kind { name: "a letter", starts: &["Dear ", "Hello, "] };

fn folder_holds(folder: &Path, count: usize) {
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), count, "unfinished files were left");
}

#[test]
fn a_file_of_its_kind_is_replaced_and_any_other_is_refused_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("letter");
    for letter in [&b"Dear A"[..], b"Hello, B", b"Dear C"] {
        write(&path, LETTER, letter).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), letter);
    }
    for foreign in [&b"Dea"[..], b"text without a final newline", b"\0\xff", b"\n"] {
        std::fs::write(&path, foreign).unwrap();
        let error = write(&path, LETTER, b"Dear C").unwrap_err().to_string();
        assert!(error.ends_with("letter is not a letter; it was left as it is"), "{error}");
        let error = check_new(&path).unwrap_err().to_string();
        assert!(error.ends_with("letter exists; it was left as it is"), "{error}");
        assert_eq!(std::fs::read(&path).unwrap(), foreign);
    }
    std::fs::write(&path, "").unwrap();
    check_new(&path).unwrap();
    write(&path, LETTER, b"Dear D").unwrap();
    folder_holds(folder.path(), 1);
}

#[test]
fn an_output_that_cannot_be_written_is_found_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let error = check_output(&file.join("inside"), LETTER).unwrap_err();
    assert!(error.to_string().starts_with("cannot write "), "{error}");
    let error = check_output(&folder.path().join("missing/file"), LETTER).unwrap_err();
    let cause = std::error::Error::source(&error).unwrap().to_string();
    assert!(cause.starts_with("No such file or directory"), "no unfinished file is named: {cause}");
    for special in [folder.path(), Path::new("/dev/null")] {
        assert!(check_output(special, LETTER).unwrap_err().to_string().contains("is not a letter"));
    }
    folder_holds(folder.path(), 1);
}

#[test]
fn a_link_stays_a_link_and_permissions_stay() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let [file, link] = ["file", "link"].map(|name| folder.path().join(name));
    write(&file, LETTER, b"Dear A").unwrap();
    std::fs::set_permissions(&file, Permissions::from_mode(0o600)).unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    write(&link, LETTER, b"Dear B").unwrap();
    assert!(link.is_symlink());
    assert_eq!(std::fs::read(&file).unwrap(), b"Dear B");
    assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn nothing_but_a_file_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let error = NewFile::create(folder.path()).unwrap_err();
    assert!(matches!(error, Error::Foreign { .. }), "{error}");
    assert!(error.is_usage());
}

#[test]
fn a_file_that_is_dropped_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut file = NewFile::create(&folder.path().join("new")).unwrap();
    file.write_all(b"half").unwrap();
    drop(file);
    folder_holds(folder.path(), 0);
}

#[test]
fn endless_and_huge_inputs_are_refused_unread() {
    let error = |path: &Path| read(path, 1 << 20).unwrap_err().to_string();
    assert_eq!(error(Path::new("/dev/zero")), "/dev/zero is a device");
    assert_eq!(error(Path::new("/nonexistent")), "cannot read /nonexistent");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("huge");
    // A hole of 1 GiB takes no space on the disk.
    File::create(&path).unwrap().set_len(1 << 30).unwrap();
    assert!(error(&path).ends_with("huge: larger than 1 MiB"));
}
