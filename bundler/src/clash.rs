//! Names for which a module stays in the bundle.

use serde::Serialize;

/// A name that keeps a module in the bundle, since it has other meanings elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Clash {
    /// The module's path from the bundle's root.
    pub module: String,
    /// The name; `*` for what a glob import in a crate's root may bring.
    pub name: String,
}
