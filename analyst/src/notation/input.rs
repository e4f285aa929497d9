//! Bytes from outside: unpacked and decoded within bounds.

use std::borrow::Cow;
use std::io::Read;
use std::sync::OnceLock;

use flate2::read::MultiGzDecoder;
use toolkit::text::with_line_feeds;

use super::error::ReadError;
use crate::sentence::Sentence;

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
    let too_long = |is_packed: &str| {
        let sentence = Sentence::new("read-many-bytes").with("packed", is_packed);
        ReadError::of_whole(name, sentence.with("count", limits.bytes as u32))
    };
    if bytes.len() > limits.bytes {
        return Err(too_long("no"));
    }
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(Cow::Borrowed(bytes));
    }
    let mut unpacked = Vec::new();
    let bounded = MultiGzDecoder::new(bytes).take(limits.bytes as u64 + 1).read_to_end(&mut unpacked);
    bounded.map_err(|_| ReadError::of_whole(name, "read-gzip"))?;
    if unpacked.len() > limits.bytes {
        return Err(too_long("yes"));
    }
    if unpacked.starts_with(&[0x1f, 0x8b]) {
        return Err(ReadError::of_whole(name, "read-gzip-twice"));
    }
    Ok(Cow::Owned(unpacked))
}

/// The text that the bytes spell: in the encoding that SGF's `CA[...]` names, or as [`toolkit::text::decode`]
/// finds it.
pub(crate) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match in_named_encoding(bytes) {
        Some(text) => with_line_feeds(Cow::Owned(text)),
        None => toolkit::text::decode(bytes),
    }
}

/// The text in the encoding that the first `CA[...]` names; `None` if the bytes spell UTF-8 all the same.
fn in_named_encoding(bytes: &[u8]) -> Option<String> {
    const HEAD: usize = 4_096;
    let head = &bytes[..bytes.len().min(HEAD)];
    let at = head.windows(3).position(|window| window == b"CA[")? + 3;
    let label = std::str::from_utf8(head[at..].split(|&byte| byte == b']').next()?).ok()?;
    // Of the encodings that are plain ASCII to the eye, one switches its alphabets by escapes.
    let is_unicode = std::str::from_utf8(bytes).is_ok();
    if is_unicode && !bytes.contains(&0x1b) {
        return None;
    }
    let Decoded { encoding, text } = DECODER.get().unwrap_or(&OWN_DECODER)(label.trim_ascii(), bytes)?;
    let is = |name: &str| encoding.eq_ignore_ascii_case(name);
    let is_usable =
        if is_unicode { is("iso-2022-jp") } else { !is("utf-8") && !is("utf-16le") && !is("utf-16be") };
    is_usable.then_some(text)
}

/// A text and the encoding that a label denoted, by its name in the Encoding Standard, in any letter case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The encoding.
    pub encoding: String,
    /// The text.
    pub text: String,
}

/// Decodes bytes in the encoding that a label denotes, if it denotes one.
pub type Decoder = fn(label: &str, bytes: &[u8]) -> Option<Decoded>;

/// The decoder of the host.
static DECODER: OnceLock<Decoder> = OnceLock::new();

/// Makes the host decode legacy encodings: a browser has their tables, and the module need not carry them.
pub fn set_decoder(decoder: Decoder) {
    // The first one stays: a host has one.
    let _ = DECODER.set(decoder);
}

#[cfg(target_arch = "wasm32")]
const OWN_DECODER: Decoder = |_, _| None;

#[cfg(not(target_arch = "wasm32"))]
const OWN_DECODER: Decoder = |label, bytes| {
    let encoding = encoding_rs::Encoding::for_label(label.as_bytes())?;
    let text = encoding.decode_without_bom_handling(bytes).0.into_owned();
    (encoding != encoding_rs::REPLACEMENT).then(|| Decoded { encoding: encoding.name().to_owned(), text })
};

/// What bytes are that hold no text and no games, by their beginning: a word of the message `read-foreign`.
pub(crate) fn foreign_kind(bytes: &[u8]) -> Option<&'static str> {
    const KINDS: [(&[u8], &str); 13] = [
        (b"PK\x03\x04", "zip"),
        (b"PK\x05\x06", "empty-zip"),
        (b"Rar!", "rar"),
        (b"7z\xbc\xaf\x27\x1c", "seven-zip"),
        (b"BZh", "bzip2"),
        (b"\xfd7zXZ\0", "xz"),
        (b"\x28\xb5\x2f\xfd", "zstd"),
        (b"%PDF-", "pdf"),
        (b"\x89PNG", "png"),
        (b"\xff\xd8\xff", "jpeg"),
        (b"GIF8", "gif"),
        (b"SQLite format 3\0", "sqlite"),
        (b"{\\rtf", "rtf"),
    ];
    KINDS.into_iter().find_map(|(start, kind)| bytes.starts_with(start).then_some(kind))
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
    fn names_are_decoded_as_the_file_says() {
        for (bytes, text) in [
            (&b"(;CA[Shift_JIS]PB[\x83I\x83Z\x83\x8d])"[..], "(;CA[Shift_JIS]PB[オセロ])"),
            // The second byte of 表 is a backslash, that of ソ another.
            (b"(;CA[shift-jis]PB[\x95\x5c\x83\x5c])", "(;CA[shift-jis]PB[表ソ])"),
            (b"(;CA[ISO-8859-1]PB[Ren\xe9])", "(;CA[ISO-8859-1]PB[René])"),
            (b"(;CA[windows-1251]PB[\xc0])", "(;CA[windows-1251]PB[А])"),
            (b"(;CA[EUC-KR]PB[\xb1\xe8])", "(;CA[EUC-KR]PB[김])"),
            (b"(;CA[gb2312]PB[\xba\xda])\r", "(;CA[gb2312]PB[黑])\n"),
            (b"(;CA[iso-2022-jp]PB[\x1b$B9u\x1b(B])", "(;CA[iso-2022-jp]PB[黒])"),
            ("(;CA[ISO-8859-1]PB[é])".as_bytes(), "(;CA[ISO-8859-1]PB[é])"),
            (b"(;CA[UTF-8]PB[\xe9])", "(;CA[UTF-8]PB[é])"),
            (b"(;CA[klingon]PB[\xe9])", "(;CA[klingon]PB[é])"),
            (b"(;PB[\xe9])", "(;PB[é])"),
        ] {
            assert_eq!(decode(bytes), text);
        }
    }
}
