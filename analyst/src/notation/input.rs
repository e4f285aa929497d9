//! Bytes from outside: unpacked and decoded within bounds.

use std::borrow::Cow;
use std::io::Read;

use flate2::read::MultiGzDecoder;

use super::error::{Place, ReadError};

/// Bounds on the reading of one input.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes, before and after unpacking.
    pub bytes: usize,
    /// Games and positions that are kept at a time by [`read`](super::read()).
    pub items: usize,
}

impl Default for Limits {
    /// 64 MiB and 50,000 items.
    fn default() -> Self {
        Self { bytes: 64 << 20, items: 50_000 }
    }
}

/// The bytes themselves, or what they unpack to if they are gzipped.
pub(crate) fn unpack<'a>(bytes: &'a [u8], name: &str, limits: &Limits) -> Result<Cow<'a, [u8]>, ReadError> {
    let whole = |message: String| ReadError { name: name.into(), place: Place::Whole, message };
    let too_long = |what: &str| whole(format!("expected at most {} bytes{what}, more came", limits.bytes));
    if bytes.len() > limits.bytes {
        return Err(too_long(""));
    }
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(Cow::Borrowed(bytes));
    }
    let mut unpacked = Vec::new();
    let bounded = MultiGzDecoder::new(bytes).take(limits.bytes as u64 + 1).read_to_end(&mut unpacked);
    bounded.map_err(|error| whole(format!("expected gzipped data: {error}")))?;
    if unpacked.len() > limits.bytes {
        return Err(too_long(" of unpacked data"));
    }
    if unpacked.starts_with(&[0x1f, 0x8b]) {
        return Err(whole("expected a game file inside the gzipped data, not more gzipped data".into()));
    }
    Ok(Cow::Owned(unpacked))
}

/// The text that the bytes spell: UTF-8, UTF-16 with a byte order mark, or else Latin-1.
pub(crate) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let utf16 = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
        char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
    };
    match bytes {
        [0xff, 0xfe, rest @ ..] => Cow::Owned(utf16(rest, u16::from_le_bytes)),
        [0xfe, 0xff, rest @ ..] => Cow::Owned(utf16(rest, u16::from_be_bytes)),
        [0xef, 0xbb, 0xbf, rest @ ..] => decode(rest),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::write::GzEncoder;
    use flate2::Compression;
    use std::io::Write;

    fn gzipped(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn gzipped_bytes_are_unpacked_and_others_left_alone() {
        let limits = Limits::default();
        assert_eq!(&*unpack(b"f5d6", "x", &limits).unwrap(), b"f5d6");
        assert_eq!(&*unpack(&gzipped(b"f5d6"), "x", &limits).unwrap(), b"f5d6");
    }

    #[test]
    fn a_bomb_stops_at_the_limit() {
        let bomb = gzipped(&vec![b' '; 1 << 20]);
        let error = unpack(&bomb, "x", &Limits { bytes: 1 << 16, items: 1 }).unwrap_err();
        assert_eq!(error.to_string(), "x: expected at most 65536 bytes of unpacked data, more came");
        let error = unpack(&gzipped(&gzipped(b"f5")), "x", &Limits::default()).unwrap_err();
        assert!(error.to_string().contains("not more gzipped data"), "{error}");
    }

    #[test]
    fn torn_data_is_refused() {
        let mut torn = gzipped(b"f5d6c3");
        torn.truncate(torn.len() - 9);
        let error = unpack(&torn, "x", &Limits::default()).unwrap_err().to_string();
        assert!(error.starts_with("x: expected gzipped data"), "{error}");
    }

    #[test]
    fn text_is_decoded_from_all_common_encodings() {
        assert_eq!(decode("é".as_bytes()), "é");
        assert_eq!(decode(b"\xef\xbb\xbff5"), "f5");
        assert_eq!(decode(b"\xff\xfef\x005\x00"), "f5");
        assert_eq!(decode(b"\xfe\xff\x00f\x005"), "f5");
        assert_eq!(decode(b"\xe9"), "é");
    }
}
