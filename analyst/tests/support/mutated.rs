//! Lines of a dialogue, damaged at random.

use outflank::rng::Rng;

/// One of `lines` with up to three changes of its bytes; still one line of text.
pub(crate) fn line(rng: &mut Rng, lines: &[&str]) -> String {
    let mut bytes = lines[rng.below(lines.len())].as_bytes().to_vec();
    for _ in 0..rng.below(4) {
        let at = rng.below(bytes.len() + 1);
        match rng.below(4) {
            0 if at < bytes.len() => bytes[at] = rng.below(256) as u8,
            1 => bytes.insert(at, rng.below(256) as u8),
            2 => bytes.truncate(at),
            _ => bytes.extend_from_within(at..),
        }
    }
    String::from_utf8_lossy(&bytes).replace('\n', " ")
}

/// The number of dialogues that the environment asks for.
pub(crate) fn dialogues() -> usize {
    std::env::var("MUTATIONS").map_or(10_000, |count| count.parse().expect("a number of dialogues"))
}
