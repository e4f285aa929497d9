//! Plays Othello on CodinGame over standard input and output.

fn main() {}
