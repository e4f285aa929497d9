//! The binary format of position files and models.
//!
//! | bytes | field |
//! |---|---|
//! | 8 | magic: the kind of file and the version of its format |
//! | 4 | length of the header, u32, little-endian |
//! | - | header, JSON: the provenance and what is needed to read the body |
//! | - | body |
//! | 32 | BLAKE3 of everything before |

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::{bail, ensure, Context, Result};
use serde::de::DeserializeOwned;
use serde::Serialize;

use crate::files::{self, Kind};

/// A kind of binary file in its current version.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// The kind, whose start is the magic without the version.
    pub kind: Kind,
    /// The last byte of the magic.
    pub version: u8,
}

const MAGIC: usize = 8;
const CHECKSUM: usize = blake3::OUT_LEN;
const MAX_HEADER: usize = 1 << 16;

impl Format {
    fn magic(self) -> [u8; MAGIC] {
        std::array::from_fn(|i| self.kind.start.get(i).copied().unwrap_or(self.version))
    }

    /// Writes a complete file.
    pub fn write(self, path: &Path, header: &impl Serialize, body: &[u8]) -> Result<()> {
        let json = serde_json::to_vec(header)?;
        let mut bytes = [&self.magic()[..], &(json.len() as u32).to_le_bytes(), &json, body].concat();
        bytes.extend(blake3::hash(&bytes).as_bytes());
        files::write(path, self.kind, &bytes)
    }

    /// Opens a file and reads its header.
    pub fn open<H: DeserializeOwned>(self, path: &Path) -> Result<(H, Body)> {
        let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
        let metadata = file.metadata().with_context(|| format!("cannot read {}", path.display()))?;
        ensure!(metadata.is_file(), "{} is not {}", path.display(), self.kind.name);
        let mut body = Body {
            reader: BufReader::with_capacity(1 << 20, file),
            hasher: blake3::Hasher::new(),
            left: metadata.len().saturating_sub(CHECKSUM as u64),
            path: path.to_owned(),
        };
        let mut magic = [0; MAGIC];
        let is_whole = body.read(&mut magic).is_ok();
        ensure!(
            is_whole && magic.starts_with(self.kind.start),
            "{} is not {}",
            path.display(),
            self.kind.name
        );
        ensure!(
            magic == self.magic(),
            "{}: version {} of the format; this program reads version {}",
            path.display(),
            char::from(magic[MAGIC - 1]).escape_default(),
            char::from(self.version)
        );
        let mut length = [0; 4];
        body.read(&mut length)?;
        let length = u32::from_le_bytes(length) as usize;
        ensure!(length <= MAX_HEADER, "{}: a header of {length} bytes is too long", path.display());
        let mut json = vec![0; length];
        body.read(&mut json)?;
        let header =
            serde_json::from_slice(&json).with_context(|| format!("{}: bad header", path.display()))?;
        Ok((header, body))
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
            bail!("{}: damaged: the checksum is another", self.path.display());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: Format = Format { kind: Kind { name: "a list", start: b"OFLKTST" }, version: b'4' };

    fn read(path: &Path) -> Result<(String, Vec<u8>)> {
        let (header, mut body) = FORMAT.open(path)?;
        let mut bytes = vec![0; body.left() as usize];
        body.read(&mut bytes)?;
        body.verify()?;
        Ok((header, bytes))
    }

    #[test]
    fn what_is_written_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new folder/list");
        FORMAT.write(&path, &"header", b"body").unwrap();
        assert_eq!(read(&path).unwrap(), ("header".into(), b"body".to_vec()));
    }

    #[test]
    fn every_changed_or_missing_byte_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("list");
        FORMAT.write(&path, &"header", b"body").unwrap();
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
        assert!(error(&other).ends_with("version 3 of the format; this program reads version 4"));
        assert!(read(folder.path()).unwrap_err().to_string().ends_with("is not a list"));
    }
}
