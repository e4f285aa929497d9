//! Packs the bot into one source file.

fn main() {}
