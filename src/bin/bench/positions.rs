//! Files of positions.

use std::fs::File;
use std::io::Read;

use outflank::obf::ObfPosition;

use crate::outcome::Problem;

/// The largest file that is read, in bytes.
const MOST_BYTES: u64 = 64 << 20;

/// The positions in a file, at least one.
pub(crate) fn read(file: &str) -> Result<Vec<ObfPosition>, Problem> {
    let problem = |why: &dyn std::fmt::Display| Problem::Input(format!("{file}: {why}"));
    let mut text = String::new();
    let read = File::open(file).and_then(|file| file.take(MOST_BYTES + 1).read_to_string(&mut text));
    read.map_err(|error| problem(&error))?;
    if text.len() as u64 > MOST_BYTES {
        return Err(problem(&format_args!("larger than {} MiB", MOST_BYTES >> 20)));
    }
    let positions = ObfPosition::parse_all(&text).map_err(|error| problem(&error))?;
    if positions.is_empty() {
        return Err(problem(&"no position in it"));
    }
    Ok(positions)
}
