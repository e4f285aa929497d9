//! Text from outside: decoded once it is read, escaped before it is displayed; bytes in hexadecimal.

use std::borrow::Cow;
use std::fmt::Write;

/// The text that bytes spell: UTF-8, UTF-16 (recognised by a byte order mark, or by the zeros between
/// letters), or else Latin-1. Its lines end as [`with_line_feeds`] ends them.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let utf16 = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
        char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
    };
    with_line_feeds(match bytes {
        [0xff, 0xfe, rest @ ..] => Cow::Owned(utf16(rest, u16::from_le_bytes)),
        [0xfe, 0xff, rest @ ..] => Cow::Owned(utf16(rest, u16::from_be_bytes)),
        _ if is_spaced_by_zeros(bytes, 1) => Cow::Owned(utf16(bytes, u16::from_le_bytes)),
        _ if is_spaced_by_zeros(bytes, 0) => Cow::Owned(utf16(bytes, u16::from_be_bytes)),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()),
        },
    })
}

/// Whether a text begins with letters of UTF-16 whose zero byte is the first (0) or the second (1) of two.
fn is_spaced_by_zeros(bytes: &[u8], zero: usize) -> bool {
    const PAIRS: usize = 16;
    let mut pairs = bytes.chunks_exact(2).take(PAIRS);
    bytes.len() >= 4 && pairs.all(|pair| pair[zero] == 0 && pair[1 - zero] != 0)
}

/// A text whose lines all end with a line feed: `\r\n`, `\r\r\n` and a lone `\r` become one. Byte order marks
/// at the beginning of a line, as in concatenated files, are dropped; zeros and `\x1a`, with which old
/// systems fill and end files, become blanks.
pub fn with_line_feeds(text: Cow<'_, str>) -> Cow<'_, str> {
    // 0xef is the first byte of a byte order mark.
    if !text.bytes().any(|byte| matches!(byte, 0 | b'\r' | 0x1a | 0xef)) {
        return text;
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match c {
            '\r' => {
                let after = ["\r\n", "\n"].iter().find_map(|end| rest.as_str().strip_prefix(end));
                rest = after.unwrap_or(rest.as_str()).chars();
                plain.push('\n');
            }
            '\0' | '\x1a' => plain.push(' '),
            '\u{feff}' if plain.is_empty() || plain.ends_with('\n') => {}
            c => plain.push(c),
        }
    }
    Cow::Owned(plain)
}

/// Text with every character escaped, such as `\u{202e}`, that is invisible or changes how its neighbours are
/// shown.
#[derive(Clone, Copy, Debug)]
pub struct Visible<'a> {
    text: &'a str,
    keeps_lines: bool,
}

impl<'a> Visible<'a> {
    /// One line: line ends and tabs are escaped too.
    pub fn line(text: &'a str) -> Self {
        Self { text, keeps_lines: false }
    }

    /// Several lines: line feeds and tabs are kept.
    pub fn lines(text: &'a str) -> Self {
        Self { text, keeps_lines: true }
    }
}

impl std::fmt::Display for Visible<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for c in self.text.chars() {
            let is_kept = self.keeps_lines && matches!(c, '\n' | '\t');
            if !is_kept && (c.is_control() || is_format_character(c)) {
                write!(f, "{}", c.escape_unicode())?;
            } else {
                f.write_char(c)?;
            }
        }
        Ok(())
    }
}

/// Whether a character is invisible or changes how its neighbours are shown, such as direction marks.
fn is_format_character(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

/// Bytes as hexadecimal digits, two for each.
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_deceive_is_escaped() {
        let text = "a\u{1b}[2Jb\u{202e}c\r\n\u{200b}d\te\u{e0041}";
        let line = Visible::line(text).to_string();
        assert_eq!(line, r"a\u{1b}[2Jb\u{202e}c\u{d}\u{a}\u{200b}d\u{9}e\u{e0041}");
        let lines = Visible::lines(text).to_string();
        assert_eq!(lines, "a\\u{1b}[2Jb\\u{202e}c\\u{d}\n\\u{200b}d\te\\u{e0041}");
    }

    #[test]
    fn text_is_decoded_from_all_common_encodings() {
        for (bytes, text) in [
            ("é".as_bytes(), "é"),
            (b"\xef\xbb\xbff5", "f5"),
            (b"\xff\xfef\x005\x00", "f5"),
            (b"\xfe\xff\x00f\x005", "f5"),
            (b"f\x005\x00", "f5"),
            (b"\x00f\x005", "f5"),
            (b"\xe9", "é"),
            (b"", ""),
        ] {
            assert_eq!(decode(bytes), text, "{bytes:?}");
        }
    }

    #[test]
    fn every_line_ends_with_a_line_feed() {
        for (text, plain) in [
            ("a\nb", "a\nb"),
            ("a\r\nb", "a\nb"),
            ("a\rb\r", "a\nb\n"),
            ("a\r\rb", "a\n\nb"),
            ("a\r\r\nb", "a\nb"),
            ("a\n\u{feff}b\u{feff}", "a\nb\u{feff}"),
            ("a\x1a\0\0", "a   "),
        ] {
            assert_eq!(with_line_feeds(text.into()), plain, "{text:?}");
        }
    }

    #[test]
    fn ordinary_text_stays() {
        let text = "Überzug <script> \u{1f600} オセロ";
        assert_eq!(Visible::line(text).to_string(), text);
    }
}
