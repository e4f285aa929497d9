//! A file of proofs, from which a solve that was killed continues: one JSON object a line, appended.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use analyst::analysis::json::position_text;
use outflank::board::{Board, Move};
use outflank::bounds::Bounds;
use outflank::game::Color;
use outflank::obf::ObfPosition;
use serde::{Deserialize, Serialize};
use toolkit::files::{Kind, LineLog, LogKind, Result};

use super::shared_table::Proof;

#[derive(Serialize, Deserialize)]
struct Line {
    position: String,
    lower: i8,
    upper: i8,
    best: Option<String>,
}

/// The first line of a new checkpoint.
const HEADER: &str = "{\"outflank\":\"solve checkpoint\",\"version\":1}\n";

/// The checkpoint as a log.
const KIND: LogKind = LogKind {
    kind: Kind { name: "a checkpoint of solve", starts: &["{\"outflank\":\"solve checkpoint\","] },
    line_start: "{\"position\":",
    limit: 1 << 30,
};

/// A file that proofs are appended to.
pub(super) struct Checkpoint(Mutex<LineLog>);

impl Checkpoint {
    /// Opens or creates the file and reads the proofs in it. A file that is no checkpoint is refused and left
    /// as it is.
    pub(super) fn open(path: &Path) -> Result<(Self, Vec<(Board, Proof)>)> {
        let (mut log, text) = LineLog::open(path, &KIND, Some(HEADER.as_bytes()))?;
        if text.is_empty() {
            log.append(HEADER.as_bytes())?;
        }
        let lines = text.split(|&byte| byte == b'\n').filter_map(|line| std::str::from_utf8(line).ok());
        let proofs = lines.filter_map(proof_from).collect();
        Ok((Self(Mutex::new(log)), proofs))
    }

    /// Appends a proof. A full disk makes the solve unresumable, not wrong.
    pub(super) fn keep(&self, board: Board, Proof { bounds: Bounds { lower, upper }, best }: Proof) {
        let best = best.map(|best| best.to_string());
        let line = Line { position: position_text(board, Color::Black), lower, upper, best };
        if let Ok(line) = serde_json::to_string(&line) {
            let mut log = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = log.append(format!("{line}\n").as_bytes());
        }
    }
}

fn proof_from(line: &str) -> Option<(Board, Proof)> {
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
    is_sound.then_some((board, Proof { bounds: Bounds { lower, upper }, best }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank::rng::Rng;

    #[test]
    fn proofs_come_back_and_torn_lines_do_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("checkpoint");
        let best = Some(Move::on("d3".parse().unwrap()));
        let proof = Proof { bounds: Bounds { lower: 0, upper: 4 }, best };
        let (checkpoint, known) = Checkpoint::open(&path).unwrap();
        assert_eq!(known, []);
        checkpoint.keep(Board::START, proof);
        drop(checkpoint);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, format!("{text}{{\"position\":\"--")).unwrap();
        let (checkpoint, known) = Checkpoint::open(&path).unwrap();
        assert_eq!(known, [(Board::START, proof)]);
        checkpoint.keep(Board::START, proof);
        drop(checkpoint);
        assert_eq!(Checkpoint::open(&path).unwrap().1, [(Board::START, proof); 2]);
    }

    #[test]
    fn mutated_lines_are_skipped_or_sound() {
        let position = position_text(Board::START, Color::Black);
        let line = Line { position, lower: -4, upper: 12, best: Some("d3".into()) };
        let line = serde_json::to_string(&line).unwrap();
        let (mut rng, mut accepted) = (Rng::new(2), 0);
        for _ in 0..1_000 {
            let mut bytes = line.clone().into_bytes();
            let at = rng.below(bytes.len());
            bytes[at] = b"0169-\",:{}cdfOX"[rng.below(15)];
            let Some((board, proof)) = std::str::from_utf8(&bytes).ok().and_then(proof_from) else {
                continue;
            };
            let Bounds { lower, upper } = proof.bounds;
            assert!(-64 <= lower && lower <= upper && upper <= 64);
            let best = proof.best.and_then(Move::square);
            assert!(best.is_none_or(|square| board.play(square).is_some()));
            accepted += 1;
        }
        assert!((50..900).contains(&accepted), "{accepted} accepted");
    }

    #[test]
    fn any_other_file_is_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notes");
        for foreign in [&b"notes"[..], b"notes\n", b"{\"position\":\"", b"\n"] {
            std::fs::write(&path, foreign).unwrap();
            assert!(Checkpoint::open(&path).is_err());
            assert_eq!(std::fs::read(&path).unwrap(), foreign);
        }
    }
}
