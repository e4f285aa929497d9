//! Literals that the site and rustc take, and data as literals.
//!
//! The site refuses NUL and CR, rustc refuses bidirectional controls in literals, and the site counts a character
//! outside the BMP twice at best: all of them are written as escapes.

#[cfg(test)]
mod tests;

use std::fmt::Write;

use crate::token::{Kind, Token};

/// Source of the function that [`bytes_expression`] needs for packed data.
pub(crate) const UNPACK: &str = "const fn unpack_bytes<const N: usize>(text: &str) -> [u8; N] {
    let text = text.as_bytes();
    let mut out = [0; N];
    let (mut at, mut read, mut bits, mut held) = (0, 0, 0u32, 0u32);
    while at < N {
        if held < 8 {
            let (high, middle, low) = (text[read] as u32, text[read + 1] as u32, text[read + 2] as u32);
            bits = bits << 15 | ((high & 15) << 12 | (middle & 63) << 6 | low & 63) - 0x3400;
            read += 3;
            held += 15;
        }
        held -= 8;
        out[at] = (bits >> held) as u8;
        at += 1;
    }
    out
}";

/// Above this many bytes the decoder runs for so long that rustc's lint stops it unless allowed.
const LONG_DATA: usize = 40_000;

/// Whether a character must not stand in the bundle as itself.
pub(crate) fn is_refused(character: char) -> bool {
    matches!(character, '\0' | '\r' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{10000}'..)
}

/// Replaces refused characters of a literal by escapes, and of the comments around a token by `U+FFFD`.
pub(crate) fn clean(token: &mut Token) {
    if token.trivia.contains(is_refused) {
        token.trivia = token.trivia.replace(is_refused, "\u{fffd}").into();
    }
    if !token.text.contains(is_refused) {
        return;
    }
    match token.kind {
        Kind::OuterDoc | Kind::InnerDoc => token.text = token.text.replace(is_refused, "\u{fffd}").into(),
        Kind::Str | Kind::Char => token.text = escaped(&token.text).into(),
        _ => {}
    }
}

fn escaped(literal: &str) -> String {
    let (Some(first), Some(last)) = (literal.find(['"', '\'']), literal.rfind(['"', '\''])) else {
        return literal.to_owned();
    };
    let prefix = &literal[..first];
    let raw = prefix.contains('r');
    let bytes = prefix.contains('b');
    let mut out = prefix.replace(['r', '#'], "");
    out.push_str(&literal[first..=first]);
    for character in literal[first + 1..last].chars() {
        match character {
            '\0' => out.push_str("\\x00"),
            '\r' => out.push_str("\\r"),
            _ if is_refused(character) && !bytes => {
                let _ = write!(out, "\\u{{{:x}}}", u32::from(character));
            }
            '"' | '\\' if raw => out.extend(['\\', character]),
            _ => out.push(character),
        }
    }
    out.push_str(literal[last..].trim_end_matches('#'));
    out
}

/// `text` as the shortest string literal.
pub(crate) fn string_literal(text: &str) -> String {
    let raw_safe = !text.contains(is_refused);
    let escapes = text.matches(['"', '\\']).count();
    let mut hashes = String::new();
    while text.contains(&format!("\"{hashes}")) {
        hashes.push('#');
    }
    if raw_safe && escapes > 1 + 2 * hashes.len() && hashes.len() < 255 {
        return format!("r{hashes}\"{text}\"{hashes}");
    }
    let plain: String =
        text.chars().flat_map(|c| matches!(c, '"' | '\\').then_some('\\').into_iter().chain([c])).collect();
    escaped(&format!("\"{plain}\""))
}

/// `bytes` as an expression of type `&'static [u8; N]`, and whether it calls [`UNPACK`], which costs
/// `helper_cost` characters.
pub(crate) fn bytes_expression(bytes: &[u8], helper_cost: usize) -> (String, bool) {
    let plain = byte_string(bytes);
    let packed = packed_expression(bytes);
    // Byte strings are ASCII and packed text is BMP only: characters are units.
    if plain.len() <= packed.chars().count() + helper_cost {
        (plain, false)
    } else {
        (packed, true)
    }
}

fn byte_string(bytes: &[u8]) -> String {
    let mut out = "b\"".to_owned();
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => out.extend(['\\', byte.into()]),
            b'\r' => out.push_str("\\r"),
            0 => out.push_str("\\0"),
            b'\n' | b'\t' | b' '..=b'~' => out.push(byte.into()),
            _ => {
                let _ = write!(out, "\\x{byte:02x}");
            }
        }
    }
    out.push('"');
    out
}

fn packed_expression(bytes: &[u8]) -> String {
    let allow = if bytes.len() > LONG_DATA { "#[allow(long_running_const_eval)] " } else { "" };
    format!("{{ {allow}const B: [u8; {}] = crate::unpack_bytes(\"{}\"); &B }}", bytes.len(), pack(bytes))
}

/// 15 bits a character from `U+3400`, first byte in the highest bits; the last character is filled with zeros.
fn pack(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len() * 8 / 5 + 3);
    let (mut bits, mut held) = (0u32, 0u32);
    let mut push = |value: u32| out.extend(char::from_u32(0x3400 + (value & 0x7fff)));
    for &byte in bytes {
        bits = (bits & 0x7fff) << 8 | u32::from(byte);
        held += 8;
        if held >= 15 {
            held -= 15;
            push(bits >> held);
        }
    }
    if held > 0 {
        push(bits << (15 - held));
    }
    out
}
