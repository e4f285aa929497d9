//! Everything that people paste or have on disk is read, and what was written is read back as it was.
mod battles;
mod games;
mod hostile;
mod kinds;
mod plain;
mod round_trips;
mod wthor;
