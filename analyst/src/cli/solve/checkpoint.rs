//! Proofs in a file, so that a solve that was killed goes on: one JSON object a line, appended.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use analyst::analysis::json::position_text;
use outflank::board::Move;
use outflank::game::Color;
use outflank::obf::ObfPosition;
use serde::{Deserialize, Serialize};

use super::parallel::Proof;

#[derive(Serialize, Deserialize)]
struct Line {
    position: String,
    lower: i8,
    upper: i8,
    best: Option<String>,
}

/// A file that proofs are appended to.
pub(super) struct Checkpoint(Mutex<File>);

impl Checkpoint {
    /// Opens or creates the file and reads the proofs in it; torn lines are skipped.
    pub(super) fn open(path: &Path) -> io::Result<(Self, Vec<Proof>)> {
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        let lines = BufReader::new(&file).lines().map_while(Result::ok);
        let proofs = lines.filter_map(|line| proof_from(&line)).collect();
        // The last run may have ended in the middle of a line; an empty one does no harm.
        file.write_all(b"\n")?;
        Ok((Self(Mutex::new(file)), proofs))
    }

    /// Appends a proof. A full disk makes the solve unresumable, not wrong.
    pub(super) fn keep(&self, proof: Proof) {
        let Proof { board, lower, upper, best } = proof;
        let best = best.map(|best| best.to_string());
        let line = Line { position: position_text(board, Color::Black), lower, upper, best };
        if let Ok(line) = serde_json::to_string(&line) {
            let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = file.write_all(format!("{line}\n").as_bytes());
        }
    }
}

fn proof_from(line: &str) -> Option<Proof> {
    let Line { position, lower, upper, best } = serde_json::from_str(line).ok()?;
    let board = position.parse::<ObfPosition>().ok()?.board;
    let is_sound = (-64..=64).contains(&lower) && (-64..=64).contains(&upper) && lower <= upper;
    let best = match best.as_deref() {
        None => None,
        Some("pass") => Some(Move::PASS),
        Some(name) => {
            let square = name.parse().ok().filter(|&square| board.flips(square) != 0)?;
            Some(Move::on(square))
        }
    };
    is_sound.then_some(Proof { board, lower, upper, best })
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank::board::Board;

    #[test]
    fn proofs_come_back_and_torn_lines_do_not() {
        let path = std::env::temp_dir().join(format!("outflank-checkpoint-{}.jsonl", std::process::id()));
        let best = Some(Move::on("d3".parse().unwrap()));
        let proof = Proof { board: Board::START, lower: 0, upper: 4, best };
        let (checkpoint, known) = Checkpoint::open(&path).unwrap();
        assert_eq!(known, []);
        checkpoint.keep(proof);
        checkpoint.0.lock().unwrap().write_all(b"{\"position\":\"--").unwrap();
        let (checkpoint, known) = Checkpoint::open(&path).unwrap();
        assert_eq!(known, [proof]);
        checkpoint.keep(proof);
        assert_eq!(Checkpoint::open(&path).unwrap().1, [proof, proof]);
        std::fs::remove_file(&path).unwrap();
    }
}
