//! Files of positions.

use std::path::Path;

use anyhow::{ensure, Context};
use outflank::obf::ObfPosition;

/// The largest file that is read, in bytes.
const MAX_BYTES: u64 = 64 << 20;

/// The positions in a file, at least one.
pub(super) fn read(file: &Path) -> anyhow::Result<Vec<ObfPosition>> {
    let text = toolkit::files::read_text(file, MAX_BYTES)?;
    let positions = ObfPosition::parse_all(&text).with_context(|| file.display().to_string())?;
    ensure!(!positions.is_empty(), "{}: no position in it", file.display());
    Ok(positions)
}
