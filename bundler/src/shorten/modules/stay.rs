//! Why a module stays.

use serde::Serialize;

use super::plan::Plan;

/// Why a module stays.
#[derive(Clone, Debug)]
pub(super) enum Stay {
    /// Something in it has to be in a module, or rustc finds an error in it elsewhere.
    Holds,
    /// This name in it would have other meanings in the root.
    Clashes(String),
}

/// A name that keeps a module in the bundle, since it has other meanings elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Clash {
    /// The module's path from the bundle's root.
    pub module: String,
    /// The name.
    pub name: String,
}

/// The clashes of those modules that only a name keeps.
pub(super) fn clashes(plan: &Plan, stays: &[Option<Stay>]) -> Vec<Clash> {
    let of = |(module, stay): (usize, &Option<Stay>)| match stay {
        Some(Stay::Clashes(name)) if plan.goes[plan.tree.modules[module].parent] => {
            Some(Clash { module: plan.tree.path(module), name: name.clone() })
        }
        _ => None,
    };
    stays.iter().enumerate().filter_map(of).collect()
}
