//! Position files: labelled positions in the [container format](crate::data::container), extension
//! `.positions`.
//!
//! A position file is written complete or not at all, so an interrupted run leaves complete files only.
//! Reading streams: memory is bounded by one buffer.

use std::path::{Path, PathBuf};

use anyhow::{ensure, Context, Result};

use crate::data::container::{Body, Format};
use crate::data::files::{self, Kind};
use crate::data::provenance::Provenance;
use crate::data::record::{Record, BYTES};

const KIND: Kind = Kind { name: "a position file", starts: &["OFLKPOS"] };

/// The format of position files.
pub const FORMAT: Format = Format { kind: KIND, version: b'2' };

/// Extension of position files.
pub const EXTENSION: &str = "positions";

/// Writes a position file.
pub fn write(path: &Path, provenance: &Provenance, records: &[Record]) -> Result<()> {
    let body: Vec<u8> = records.iter().flat_map(|record| record.to_bytes()).collect();
    FORMAT.write(path, provenance, &body)
}

/// Opens a position file; the body holds whole records.
fn open(path: &Path) -> Result<(Provenance, Body)> {
    let (provenance, body) = FORMAT.open(path)?;
    ensure!(body.left().is_multiple_of(BYTES as u64), "{}: cut short", path.display());
    Ok((provenance, body))
}

/// Whether a file has already been made by `work`: see [`Format::is_finished`].
pub fn is_finished(path: &Path, work: &Provenance) -> Result<bool> {
    FORMAT.is_finished(path, work)
}

/// Reads the records of a position file, one by one. The last item is an error if the checksum does not
/// match.
pub fn read(path: &Path) -> Result<impl Iterator<Item = Result<Record>>> {
    let (_, mut body) = open(path)?;
    let name = path.display().to_string();
    let (mut number, mut is_verified) = (0u64, false);
    Ok(std::iter::from_fn(move || {
        if body.left() == 0 {
            return if std::mem::replace(&mut is_verified, true) {
                None
            } else {
                body.verify().err().map(Err)
            };
        }
        number += 1;
        let mut bytes = [0; BYTES];
        let record = body.read(&mut bytes).and_then(|()| {
            Record::from_bytes(&bytes).with_context(|| format!("{name}: record {number} is not a position"))
        });
        Some(record)
    }))
}

/// The number of records in position files.
pub fn count<'a>(paths: impl Iterator<Item = &'a PathBuf>) -> Result<u64> {
    paths.map(|path| Ok(open(path)?.1.left() / BYTES as u64)).sum()
}

/// All position files among the given paths and in the given folders.
pub fn find(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    files::find(paths, EXTENSION)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::provenance::DataHash;
    use outflank::board::Board;

    fn provenance(seed: u64) -> Provenance {
        Provenance::new("test", &(), &DataHash::default(), seed).unwrap()
    }

    fn records(count: u32) -> Vec<Record> {
        (0..count)
            .map(|game| Record {
                board: Board::START,
                game,
                value: -5,
                final_score: 3,
                best: 19,
                exact: game % 2 == 0,
            })
            .collect()
    }

    #[test]
    fn what_is_written_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.positions");
        write(&path, &provenance(7), &records(1000)).unwrap();
        let read: Vec<Record> = read(&path).unwrap().map(Result::unwrap).collect();
        assert_eq!(read, records(1000));
        assert_eq!(find(&[folder.path().to_owned()]).unwrap().len(), 1);
        assert_eq!(count([&path, &path].into_iter()).unwrap(), 2000);
    }

    #[test]
    fn a_damaged_file_ends_with_an_error_that_names_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.positions");
        write(&path, &provenance(7), &records(3)).unwrap();
        let mut bytes = std::fs::read(&path).unwrap();
        for cut in [5, 33] {
            std::fs::write(&path, &bytes[..bytes.len() - cut]).unwrap();
            assert!(read(&path).err().unwrap().to_string().ends_with("a.positions: cut short"));
        }
        let value_of_the_last = bytes.len() - 32 - 4;
        bytes[value_of_the_last] ^= 1;
        std::fs::write(&path, &bytes).unwrap();
        let last = read(&path).unwrap().last().unwrap().unwrap_err().to_string();
        assert!(last.ends_with("a.positions: damaged: the checksum does not match"), "{last}");
    }

    #[test]
    fn only_files_of_the_same_work_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.positions");
        assert!(!is_finished(&path, &provenance(7)).unwrap());
        write(&path, &provenance(7), &records(3)).unwrap();
        assert!(is_finished(&path, &provenance(7)).unwrap());
        let error = is_finished(&path, &provenance(8)).unwrap_err().to_string();
        assert!(error.contains("made from other data or with other options"), "{error}");
        std::fs::write(&path, "notes").unwrap();
        assert!(is_finished(&path, &provenance(7)).unwrap_err().to_string().contains("not a position file"));
    }
}
