//! Reads a package: what cargo knows of it, its files, their tokens and the pieces that those form.

pub(crate) mod attribute;
pub(crate) mod cargo;
pub(crate) mod cfg;
pub(crate) mod expand;
pub(crate) mod imports;
pub(crate) mod lex;
pub(crate) mod load;
pub(crate) mod macros;
pub(crate) mod marker;
pub(crate) mod project;
pub(crate) mod source;
pub(crate) mod syntax;
pub(crate) mod wrapper;
