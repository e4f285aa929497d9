//! Addresses of the board page that hold a whole game: its text, deflated, in letters that addresses allow.

use std::io::Write;

use base64::prelude::{Engine, BASE64_URL_SAFE_NO_PAD};
use flate2::write::DeflateEncoder;
use flate2::Compression;

/// The fragment by which the board page (`web/page/link.js`) opens a game in any notation that it reads.
///
/// # Errors
/// Never in practice: compression in memory does not fail.
pub fn fragment(game: &str) -> std::io::Result<String> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(game.as_bytes())?;
    Ok(format!("#game={}", BASE64_URL_SAFE_NO_PAD.encode(encoder.finish()?)))
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn a_fragment_unpacks_to_its_game() {
        let game = "f5d6c3d3c4".repeat(6);
        let fragment = fragment(&game).unwrap();
        let packed = BASE64_URL_SAFE_NO_PAD.decode(fragment.strip_prefix("#game=").unwrap()).unwrap();
        let mut text = String::new();
        flate2::read::DeflateDecoder::new(packed.as_slice()).read_to_string(&mut text).unwrap();
        assert_eq!(text, game);
    }
}
