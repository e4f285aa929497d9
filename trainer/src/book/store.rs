//! The file of searched positions: a line of provenance, then one JSON line per position, appended as they
//! come.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{bail, ensure, Context, Result};
use outflank::board::Board;
use outflank::opening::standard_orientation;
use outflank::square::Square;
use serde::{Deserialize, Serialize};
use toolkit::files::{self, LockedFile};

use super::games::Games;
use crate::data::provenance::Provenance;

/// What is known of a position.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Searched {
    /// In standard orientation.
    pub(super) board: Board,
    /// The value of each of its moves, in discs for the side to move.
    pub(super) values: Vec<(Square, f32)>,
    /// The moves that programs of several kinds would choose, one for each program.
    pub(super) choices: Vec<Square>,
}

/// [`Searched`] as written in the file.
#[derive(Serialize, Deserialize)]
struct Line {
    /// Discs of the side to move and of the opponent, in hexadecimal.
    board: [String; 2],
    moves: Vec<(String, f32)>,
    choices: Vec<String>,
}

/// The command of every provenance line.
pub(super) const COMMAND: &str = "book grow";

/// Longest line of a store, in bytes.
const MAX_LINE: u64 = 1 << 16;

/// All searched positions.
#[derive(Debug, Default)]
pub(super) struct Store {
    known: HashMap<Board, Searched>,
    /// Games with the book, from files of their own; none unless set.
    pub(super) games: Games,
    /// Bytes of complete lines in the file.
    length: u64,
}

impl Store {
    /// Reads a file and leaves it as it is; an incomplete last line is skipped.
    pub(super) fn read(path: &Path) -> Result<Self> {
        Self::read_from(&files::open(path)?, path)
    }

    fn read_from(file: &File, path: &Path) -> Result<Self> {
        let mut store = Self::default();
        let mut reader = BufReader::new(file);
        for number in 1.. {
            let mut line = Vec::new();
            reader
                .by_ref()
                .take(MAX_LINE)
                .read_until(b'\n', &mut line)
                .with_context(|| format!("cannot read {}", path.display()))?;
            if number == 1 {
                let provenance = serde_json::from_slice::<Provenance>(&line).ok();
                let is_store = provenance.is_some_and(|provenance| provenance.command.starts_with(COMMAND));
                ensure!(is_store && line.ends_with(b"\n"), "{} is not a book store", path.display());
            } else if line.ends_with(b"\n") {
                let searched = parse(&line).with_context(|| format!("{}: line {number}", path.display()))?;
                store.known.insert(searched.board, searched);
            } else {
                ensure!((line.len() as u64) < MAX_LINE, "{}: line {number} is too long", path.display());
                break;
            }
            store.length += line.len() as u64;
        }
        Ok(store)
    }

    /// The number of positions.
    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    /// A searched position, which must be in standard orientation.
    pub(super) fn find(&self, board: Board) -> Option<&Searched> {
        self.known.get(&board)
    }

    /// Adds a position.
    pub(super) fn insert(&mut self, searched: Searched) {
        self.known.insert(searched.board, searched);
    }
}

/// A store and its file, which belongs to this process alone.
#[derive(Debug)]
pub(super) struct Log {
    pub(super) store: Store,
    file: LockedFile,
    path: PathBuf,
}

impl Log {
    /// Opens a store, or creates one with this provenance. Anything but a store is left as it is.
    pub(super) fn open(path: &Path, provenance: &Provenance) -> Result<Self> {
        let context = || format!("cannot write {}", path.display());
        let file =
            OpenOptions::new().read(true).append(true).create(true).open(path).with_context(context)?;
        let metadata = file.metadata().with_context(context)?;
        ensure!(metadata.is_file(), "{} is not a book store", path.display());
        let Some(file) = LockedFile::lock(file).with_context(context)? else {
            bail!("{} is in use by another process", path.display());
        };
        let store = if metadata.len() == 0 {
            let line = serde_json::to_string(provenance)? + "\n";
            (&*file).write_all(line.as_bytes()).with_context(context)?;
            Store { length: line.len() as u64, ..Store::default() }
        } else {
            Store::read_from(&file, path)?
        };
        Ok(Self { store, file, path: path.to_owned() })
    }

    /// Adds a position, to the file first. An incomplete line of an interrupted run is overwritten.
    pub(super) fn add(&mut self, searched: Searched) -> Result<()> {
        let board = [searched.board.player(), searched.board.opponent()].map(|bits| format!("{bits:016x}"));
        let moves = searched.values.iter().map(|(square, value)| (square.to_string(), *value)).collect();
        let choices = searched.choices.iter().map(Square::to_string).collect();
        let line = serde_json::to_string(&Line { board, moves, choices })? + "\n";
        let write = || -> std::io::Result<()> {
            self.file.set_len(self.store.length)?;
            (&*self.file).write_all(line.as_bytes())?;
            self.file.sync_data()
        };
        write().with_context(|| format!("cannot write {}", self.path.display()))?;
        self.store.length += line.len() as u64;
        self.store.insert(searched);
        Ok(())
    }
}

fn parse(line: &[u8]) -> Result<Searched> {
    let Line { board: [player, opponent], moves, choices } = serde_json::from_slice(line)?;
    let (player, opponent) = (u64::from_str_radix(&player, 16)?, u64::from_str_radix(&opponent, 16)?);
    let board = Board::new(player, opponent).context("discs overlap")?;
    ensure!(standard_orientation(board).0 == board, "the position is not in standard orientation");
    let values = moves.into_iter().map(|(name, value)| Ok((legal_move(board, &name)?, value)));
    let choices = choices.into_iter().map(|name| legal_move(board, &name));
    Ok(Searched { board, values: values.collect::<Result<_>>()?, choices: choices.collect::<Result<_>>()? })
}

fn legal_move(board: Board, name: &str) -> Result<Square> {
    let Ok(square) = name.parse::<Square>() else { bail!("{name:?} is not a square") };
    ensure!(board.play(square).is_some(), "{square} is not a legal move");
    Ok(square)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::provenance::DataHash;

    fn provenance() -> Provenance {
        Provenance::new(COMMAND, &(), &DataHash::default(), 0).unwrap()
    }

    fn start() -> Searched {
        let board = standard_orientation(Board::START).0;
        let values = board.children().map(|(square, _)| (square, 0.5)).collect();
        let choices = board.children().map(|(square, _)| square).collect();
        Searched { board, values, choices }
    }

    #[test]
    fn an_incomplete_last_line_stays_until_something_is_added() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store.jsonl");
        let mut log = Log::open(&path, &provenance()).unwrap();
        assert!(Log::open(&path, &provenance())
            .unwrap_err()
            .to_string()
            .ends_with("in use by another process"));
        log.add(start()).unwrap();
        drop(log);
        let whole = std::fs::read(&path).unwrap();
        let torn = [&whole[..], b"{\"board\":[\"00"].concat();
        std::fs::write(&path, &torn).unwrap();
        assert_eq!(Store::read(&path).unwrap().len(), 1);
        let mut log = Log::open(&path, &provenance()).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), torn);
        log.add(start()).unwrap();
        let line = whole.split_inclusive(|&byte| byte == b'\n').nth(1).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), [&whole, line].concat());
    }

    #[test]
    fn anything_but_a_store_is_refused_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notes");
        let json = &b"{\"command\":\"fit\",\"data\":\"\",\"seed\":0,\"revision\":\"\"}\n"[..];
        for foreign in [b"notes without a final newline", &b"\n"[..], b"{}\n", b"\xff\0", json, &json[..20]] {
            std::fs::write(&path, foreign).unwrap();
            for error in [Store::read(&path).unwrap_err(), Log::open(&path, &provenance()).unwrap_err()] {
                assert!(error.to_string().ends_with("notes is not a book store"), "{error}");
            }
            assert_eq!(std::fs::read(&path).unwrap(), foreign);
        }
        let error = Store::read(Path::new("/dev/zero")).unwrap_err();
        assert_eq!(error.to_string(), "/dev/zero is a device");
    }

    #[test]
    fn a_bad_line_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store.jsonl");
        let head = serde_json::to_string(&provenance()).unwrap();
        for (line, expected) in
            [("{}", "missing field"), (r#"{"board":["1","1"],"moves":[],"choices":[]}"#, "overlap")]
        {
            std::fs::write(&path, format!("{head}\n{line}\n")).unwrap();
            let error = format!("{:#}", Store::read(&path).unwrap_err());
            assert!(error.contains("line 2") && error.contains(expected), "{error}");
        }
        std::fs::write(&path, format!("{head}\n{}", "x".repeat(1 << 17))).unwrap();
        assert!(Store::read(&path).unwrap_err().to_string().ends_with("line 2 is too long"));
    }
}
