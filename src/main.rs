//! Plays Othello on CodinGame over standard input and output.

fn main() {
    println!("signature {}", outflank::bench::signature());
}
