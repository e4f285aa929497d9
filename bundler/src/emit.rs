//! Prints tokens as text, writes the text to a file and reports its size.

pub(crate) mod budget;
pub(crate) mod literal;
pub(crate) mod print;
pub mod report;
pub(crate) mod space;
pub mod write;
