//! The binary format of position files and models.
//!
//! | bytes | field |
//! |---|---|
//! | 8 | magic: the kind of file and the version of its format |
//! | 4 | length of the header, u32, little-endian |
//! | - | header: the provenance, JSON |
//! | - | body |
//! | 32 | BLAKE3 of everything before |

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::{bail, ensure, Context, Result};

use crate::data::files::{self, Kind};
use crate::data::provenance::Provenance;

/// A kind of binary file in its current version.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// The kind, whose only start is the magic without the version.
    pub kind: Kind,
    /// The last byte of the magic.
    pub version: u8,
}

const MAGIC: usize = 8;
const CHECKSUM: usize = blake3::OUT_LEN;
const MAX_HEADER: usize = 1 << 16;

impl Format {
    fn magic(self) -> [u8; MAGIC] {
        let start = self.kind.starts.concat();
        std::array::from_fn(|i| start.as_bytes().get(i).copied().unwrap_or(self.version))
    }

    /// Writes a complete file.
    pub fn write(self, path: &Path, provenance: &Provenance, body: &[u8]) -> Result<()> {
        let json = serde_json::to_vec(provenance)?;
        let mut bytes = [&self.magic()[..], &(json.len() as u32).to_le_bytes(), &json, body].concat();
        bytes.extend(blake3::hash(&bytes).as_bytes());
        files::write(path, self.kind, &bytes)
    }

    /// Opens a file and reads its provenance.
    pub fn open(self, path: &Path) -> Result<(Provenance, Body)> {
        let file = toolkit::files::open(path)?;
        let metadata = file.metadata().with_context(|| format!("cannot read {}", path.display()))?;
        let mut body = Body {
            reader: BufReader::with_capacity(1 << 20, file),
            hasher: blake3::Hasher::new(),
            left: metadata.len().saturating_sub(CHECKSUM as u64),
            path: path.to_owned(),
        };
        let name = path.display();
        let mut magic = [0; MAGIC];
        let is_whole = body.read(&mut magic).is_ok();
        ensure!(is_whole && self.kind.is_start_of(&magic), "{name} is not {}", self.kind.name);
        let found = char::from(magic[MAGIC - 1]).escape_default();
        ensure!(magic == self.magic(), "{name}: this program does not read version {found} of the format");
        let mut length = [0; 4];
        body.read(&mut length)?;
        let length = u32::from_le_bytes(length) as usize;
        ensure!(length <= MAX_HEADER, "{name}: a header of {length} bytes is too long");
        let mut json = vec![0; length];
        body.read(&mut json)?;
        let provenance = serde_json::from_slice(&json).with_context(|| format!("{name}: bad header"))?;
        Ok((provenance, body))
    }

    /// Whether a file has already been made by `work`, so that it can be kept. Fails if the path cannot be
    /// written, or if the file there is anything else.
    pub fn is_finished(self, path: &Path, work: &Provenance) -> Result<bool> {
        files::check_output(path, self.kind)?;
        if !path.exists() {
            return Ok(false);
        }
        let (provenance, _) = self.open(path)?;
        if !provenance.is_same_work(work) {
            bail!("{} was made from other data or with other options; use another folder", path.display());
        }
        Ok(true)
    }
}

/// The body of a file, read from front to back.
pub struct Body {
    reader: BufReader<File>,
    hasher: blake3::Hasher,
    left: u64,
    path: PathBuf,
}

impl Body {
    /// The number of bytes not yet read.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// Fills `buffer` with the next bytes.
    pub fn read(&mut self, buffer: &mut [u8]) -> Result<()> {
        ensure!(buffer.len() as u64 <= self.left, "{}: cut short", self.path.display());
        self.reader.read_exact(buffer).with_context(|| format!("cannot read {}", self.path.display()))?;
        self.hasher.update(buffer);
        self.left -= buffer.len() as u64;
        Ok(())
    }

    /// Compares the checksum, once everything has been read.
    pub fn verify(&mut self) -> Result<()> {
        let mut stored = [0; CHECKSUM];
        self.reader
            .read_exact(&mut stored)
            .with_context(|| format!("cannot read {}", self.path.display()))?;
        if self.hasher.finalize() != stored {
            bail!("{}: damaged: the checksum does not match", self.path.display());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::provenance::DataHash;

    const FORMAT: Format = Format { kind: Kind { name: "a list", starts: &["OFLKTST"] }, version: b'4' };

    fn provenance() -> Provenance {
        Provenance::new("test", &(), &DataHash::default(), 7).unwrap()
    }

    fn read(path: &Path) -> Result<(Provenance, Vec<u8>)> {
        let (provenance, mut body) = FORMAT.open(path)?;
        let mut bytes = vec![0; body.left() as usize];
        body.read(&mut bytes)?;
        body.verify()?;
        Ok((provenance, bytes))
    }

    #[test]
    fn what_is_written_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new folder/list");
        FORMAT.write(&path, &provenance(), b"body").unwrap();
        assert_eq!(read(&path).unwrap(), (provenance(), b"body".to_vec()));
    }

    #[test]
    fn every_changed_or_missing_byte_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("list");
        FORMAT.write(&path, &provenance(), b"body").unwrap();
        let bytes = std::fs::read(&path).unwrap();
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            std::fs::write(&path, &changed).unwrap();
            assert!(read(&path).unwrap_err().to_string().contains("list"), "byte {at}");
            std::fs::write(&path, &bytes[..at]).unwrap();
            assert!(read(&path).unwrap_err().to_string().contains("list"), "cut at {at}");
        }
    }

    #[test]
    fn other_kinds_and_versions_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("list");
        let error = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            read(&path).unwrap_err().to_string()
        };
        assert!(error(b"something else entirely").ends_with("list is not a list"));
        let other = [&b"OFLKTST3"[..], &[0; 64]].concat();
        assert!(error(&other).ends_with("this program does not read version 3 of the format"));
        assert!(read(folder.path()).unwrap_err().to_string().ends_with("is a folder"));
    }
}
