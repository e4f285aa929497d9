//! Mutations of dialogues, and the number of the case that failed.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

/// Prints the running case and its input when a test fails.
pub(crate) struct Case<F: Fn(u64) -> Vec<u8>>(pub(crate) u64, pub(crate) F);

impl<F: Fn(u64) -> Vec<u8>> Drop for Case<F> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("case {}: {}", self.0, self.1(self.0).escape_ascii());
        }
    }
}

/// How many cases the real programs are given, unless this variable says otherwise: starting them costs far
/// more than a game.
pub(crate) fn program_cases() -> u64 {
    std::env::var("OUTFLANK_FUZZ_CASES")
        .map_or(25, |cases| cases.parse().expect("OUTFLANK_FUZZ_CASES is a number of cases"))
}

/// A dialogue with up to three mutations; about one case in a hundred is random bytes.
pub(crate) fn mutated(seed: u64, dialogue: impl Fn(u64) -> String) -> Vec<u8> {
    let mut rng = SmallRng::seed_from_u64(seed);
    if rng.random_range(0..100) == 0 {
        return (0..rng.random_range(0..3_000)).map(|_| rng.random()).collect();
    }
    let mut bytes = dialogue(seed).into_bytes();
    for _ in 0..rng.random_range(0..4) {
        mutate(&mut bytes, &mut rng);
    }
    bytes
}

fn mutate(bytes: &mut Vec<u8>, rng: &mut SmallRng) {
    /// Text that tends to break parsers.
    const PIECES: [&[u8]; 16] = [
        b"",
        b"\n",
        b"\r",
        b"\0",
        b"8",
        b"-1",
        b"65535",
        b"18446744073709551616",
        b"pass;",
        b"a1;b1;",
        b"z9",
        b"........\n",
        b"\xff\xfe",
        "\u{1f600}".as_bytes(),
        b"%n%s",
        &[b'0'; 2_000],
    ];
    let at = rng.random_range(0..bytes.len() + 1);
    let line_end = |from: usize, bytes: &[u8]| {
        bytes[from..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |end| from + end + 1)
    };
    match rng.random_range(0..6) {
        0 => bytes.truncate(at),
        1 => {
            let piece = PIECES[rng.random_range(0..PIECES.len())];
            bytes.splice(at..at, piece.iter().copied());
        }
        2 => {
            let (start, end) = (line_end(at, bytes), line_end(line_end(at, bytes), bytes));
            bytes.drain(start..end);
        }
        3 => {
            let (start, end) = (line_end(at, bytes), line_end(line_end(at, bytes), bytes));
            let line = bytes[start..end].to_vec();
            let elsewhere = line_end(rng.random_range(0..bytes.len() + 1), bytes);
            bytes.splice(elsewhere..elsewhere, line);
        }
        4 => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << rng.random_range(0..8);
            }
        }
        _ => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte = b"01.8\n a;dP"[rng.random_range(0..10)];
            }
        }
    }
}
