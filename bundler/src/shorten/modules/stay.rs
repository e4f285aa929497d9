//! The reasons for which modules stay in the bundle.

/// Why a module stays.
#[derive(Clone, Debug)]
pub(super) enum Stay {
    /// Something in it has to be in a module, or rustc finds an error in it elsewhere.
    Holds,
    /// This name in it would have other meanings in the root.
    Clashes(String),
}
