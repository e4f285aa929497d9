//! Makes the crates one program, and that program small.

use serde::Serialize;

pub(crate) mod assemble;
pub(crate) mod externs;
pub(crate) mod paths;
pub(crate) mod prune;
pub(crate) mod shorten;
pub(crate) mod strip;

/// A name that keeps a module in the bundle, since it has other meanings elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Conflict {
    /// The module's path from the bundle's root.
    pub module: String,
    /// The name; `*` for what a glob import in a crate's root may bring.
    pub name: String,
}
