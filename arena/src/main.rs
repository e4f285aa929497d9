//! Runs bots against each other.

fn main() {}
