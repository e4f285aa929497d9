//! Files of records: a magic word, the length of the provenance, the provenance as JSON, then the records.
//!
//! A shard is written under another name and renamed when it is complete, so that a file with a shard's name is
//! never half a shard. Reading streams: no more than a buffer is in memory.

use std::fs::File;
use std::io::{BufReader, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{bail, Context, Result};
use serde::de::DeserializeOwned;
use serde::Serialize;

use crate::provenance::Provenance;
use crate::record::{Record, BYTES};

const MAGIC: &[u8; 8] = b"OFLKPOS1";
const MAX_HEADER: usize = 1 << 16;

/// Extension of shards.
pub const EXTENSION: &str = "positions";

/// Writes a complete file: a magic word, a JSON header and a body. Readers see all of it or nothing.
pub fn write_with_header(path: &Path, magic: &[u8; 8], header: &impl Serialize, body: &[u8]) -> Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    let json = serde_json::to_vec(header)?;
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(".unfinished");
    let unfinished = PathBuf::from(unfinished);
    let write = || -> std::io::Result<()> {
        let mut file = File::create(&unfinished)?;
        file.write_all(magic)?;
        file.write_all(&(json.len() as u32).to_le_bytes())?;
        file.write_all(&json)?;
        file.write_all(body)?;
        file.sync_data()?;
        std::fs::rename(&unfinished, path)
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

/// Opens a file that [`write_with_header`] wrote, and reads its header.
pub fn open_with_header<H: DeserializeOwned>(path: &Path, magic: &[u8; 8]) -> Result<(H, BufReader<File>)> {
    let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    let mut reader = BufReader::with_capacity(1 << 20, file);
    let mut start = [0; 12];
    let header = || format!("{}: the header is cut short", path.display());
    reader.read_exact(&mut start).with_context(header)?;
    if &start[..8] != magic {
        bail!(
            "{}: not a file of this kind (it does not start with {})",
            path.display(),
            String::from_utf8_lossy(magic)
        );
    }
    let len = u32::from_le_bytes([start[8], start[9], start[10], start[11]]) as usize;
    if len > MAX_HEADER {
        bail!("{}: a header of {len} bytes is too long", path.display());
    }
    let mut json = vec![0; len];
    reader.read_exact(&mut json).with_context(header)?;
    let header = serde_json::from_slice(&json).with_context(|| format!("{}: bad header", path.display()))?;
    Ok((header, reader))
}

/// Writes a shard.
pub fn write(path: &Path, provenance: &Provenance, records: &[Record]) -> Result<()> {
    let body: Vec<u8> = records.iter().flat_map(|record| record.to_bytes()).collect();
    write_with_header(path, MAGIC, provenance, &body)
}

/// The provenance of a shard.
pub fn provenance(path: &Path) -> Result<Provenance> {
    Ok(open_with_header(path, MAGIC)?.0)
}

/// Reads the records of a shard, one by one.
pub fn read(path: &Path) -> Result<impl Iterator<Item = Result<Record>>> {
    let (_, mut reader): (Provenance, _) = open_with_header(path, MAGIC)?;
    let name = path.display().to_string();
    let mut number = 0u64;
    Ok(std::iter::from_fn(move || {
        let mut bytes = [0; BYTES];
        match read_whole(&mut reader, &mut bytes) {
            Ok(0) => None,
            Ok(BYTES) => {
                number += 1;
                Some(
                    Record::from_bytes(&bytes)
                        .with_context(|| format!("{name}: record {number} is no position")),
                )
            }
            Ok(_) => Some(Err(anyhow::anyhow!("{name}: the last record is cut short"))),
            Err(error) => Some(Err(anyhow::Error::new(error).context(name.clone()))),
        }
    }))
}

/// Fills the buffer as far as the reader goes; returns how far.
fn read_whole(reader: &mut impl Read, buffer: &mut [u8]) -> std::io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match reader.read(&mut buffer[filled..])? {
            0 => break,
            bytes => filled += bytes,
        }
    }
    Ok(filled)
}

/// All shards among the given files and, sorted by name, in the given folders.
pub fn find(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut shards = Vec::new();
    for path in paths {
        if path.is_dir() {
            let mut inside = Vec::new();
            for entry in std::fs::read_dir(path).with_context(|| format!("cannot read {}", path.display()))? {
                let file = entry?.path();
                if file.extension().is_some_and(|extension| extension == EXTENSION) {
                    inside.push(file);
                }
            }
            inside.sort();
            shards.append(&mut inside);
        } else {
            shards.push(path.clone());
        }
    }
    if shards.is_empty() {
        bail!("no .{EXTENSION} files in {paths:?}");
    }
    Ok(shards)
}

#[cfg(test)]
mod tests {
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
}
