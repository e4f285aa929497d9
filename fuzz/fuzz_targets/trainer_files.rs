//! The trainer's files. The first byte of an input names the reader, the rest is the file; a container's
//! checksum is put behind its body here, so that the readers behind it are reached.

#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use outflank::opening::Book;
use tempfile::TempDir;
use trainer::book::{Corrections, Pack};
use trainer::data::model::Model;
use trainer::data::{packed, positions, test_set};

thread_local! {
    static FOLDER: TempDir = tempfile::tempdir().expect("a folder");
}

/// The file with these bytes; the next call replaces it.
fn with_file(name: &str, bytes: &[u8], read: impl FnOnce(&Path)) {
    let checksum = bytes.starts_with(b"OFLK").then(|| *blake3::hash(bytes).as_bytes());
    FOLDER.with(|folder| {
        let path = folder.path().join(name);
        std::fs::write(&path, [bytes, &checksum.map_or(vec![], Vec::from)].concat()).expect("a file");
        read(&path);
    });
}

fuzz_target!(|input: &[u8]| {
    let Some((reader, bytes)) = input.split_first() else { return };
    match reader {
        b'p' => with_file("a.positions", bytes, |path| {
            let _ = positions::read(path).map(|records| records.filter(Result::is_ok).count());
        }),
        b'm' => with_file("a.model", bytes, |path| drop(Model::read(path))),
        b's' => with_file("set.txt", bytes, |path| drop(test_set::read(path))),
        // A book of no characters is refused before it is written.
        b'b' => with_file("store.jsonl", bytes, |path| {
            let (store, out) = (path.to_owned(), path.with_extension("rs"));
            let corrections = Corrections { games: Vec::new(), draw: 0.0 };
            assert!(Pack { store, corrections, out, characters: 0 }.run().is_err());
        }),
        b'r' => with_file("weights.rs", bytes, |path| drop(packed::read(path))),
        b'l' => drop(Book::unpack(&String::from_utf8_lossy(bytes))),
        _ => {}
    }
});
