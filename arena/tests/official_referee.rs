//! The referee against CodinGame's: recorded games byte for byte, and games against a slow twin of it.

mod recorded;
mod spellings;
mod twin;
