//! Literals that the site and rustc take, and data as literals.
//!
//! The site refuses NUL and CR, rustc refuses bidirectional controls in literals, and the site counts a
//! character outside the BMP twice at best: all of them are written as escapes.

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

/// Whether a character must be written as an escape.
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

/// 15 bits a character from `U+3400`, first byte in the highest bits; the last character is filled with
/// zeros.
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

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::{
        byte_string, bytes_expression, clean, is_refused, pack, packed_expression, string_literal, UNPACK,
    };
    use crate::read::lex::lex;

    /// The literal with refused characters escaped.
    fn cleaned(literal: &str) -> String {
        let mut token = lex(literal, 0).expect("a literal").tokens.remove(0);
        clean(&mut token);
        token.text.to_string()
    }

    /// A literal's value: its kind and its bytes.
    fn value(literal: &str) -> (&'static str, Vec<u8>) {
        match syn::parse_str(literal).expect("a literal") {
            syn::Lit::Str(literal) => ("text", literal.value().into_bytes()),
            syn::Lit::ByteStr(literal) => ("bytes", literal.value()),
            syn::Lit::Char(literal) => ("character", literal.value().to_string().into_bytes()),
            other => panic!("an unexpected literal at {:?}", other.span()),
        }
    }

    #[test]
    fn refused_characters_become_escapes_of_the_same_value() {
        for literal in [
            "\"plain\"",
            "\"nul \0 and \u{202e} and \u{1f600}\"",
            "r\"raw \\ and \u{2066}\"",
            "r##\"raw \"# and \u{1f600}\"##",
            "'\u{202a}'",
            "\"\\\"escaped\\\\ \u{2069}\"",
            "b\"bytes \0\"",
            "br\"raw bytes \\ \0\"",
            "'\"'",
            "\"'\u{1f600}'\"",
        ] {
            let clean = cleaned(literal);
            assert!(!clean.contains(is_refused), "{clean:?}");
            assert_eq!(value(&clean), value(literal), "{literal:?} became {clean:?}");
        }
        assert_eq!(cleaned("r#\"untouched \u{3400}\"#"), "r#\"untouched \u{3400}\"#");
    }

    #[test]
    fn comments_around_a_token_are_cleaned_too() {
        let mut token = lex("/* a\0b\u{202e} */ x", 0).expect("a token").tokens.remove(0);
        clean(&mut token);
        assert_eq!(&*token.trivia, "/* a\u{fffd}b\u{fffd} */ ");
    }

    #[test]
    fn text_becomes_the_shortest_literal_of_its_value() {
        for (text, expected) in [
            ("", "\"\""),
            ("plain\ntext", "\"plain\ntext\""),
            ("one \" quote", "\"one \\\" quote\""),
            ("a \"quoted\" word", "\"a \\\"quoted\\\" word\""),
            ("\"two\" \"quoted\" words", "r#\"\"two\" \"quoted\" words\"#"),
            ("\\\\server\\share", "r\"\\\\server\\share\""),
            ("line\r\nline", "\"line\\r\nline\""),
        ] {
            let literal = string_literal(text);
            assert_eq!(literal, expected);
            assert_eq!(value(&literal), ("text", text.into()));
        }
    }

    #[test]
    fn byte_strings_hold_every_byte() {
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(value(&byte_string(&all)), ("bytes", all));
    }

    #[test]
    fn packing_takes_15_bits_a_character_and_no_special_one() {
        let all: Vec<u8> = (0..=255).rev().collect();
        for length in 0..=all.len() {
            let packed = pack(&all[..length]);
            assert_eq!(packed.chars().count(), (8 * length).div_ceil(15));
            assert!(packed.chars().all(|character| ('\u{3400}'..='\u{b3ff}').contains(&character)));
        }
    }

    #[test]
    fn the_shorter_of_both_forms_is_taken() {
        assert_eq!(bytes_expression(b"text", 500), ("b\"text\"".into(), false));
        let noise: Vec<u8> =
            (0..2000u32).map(|index| (index.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
        let (packed, needs_helper) = bytes_expression(&noise, 500);
        assert!(needs_helper && packed.chars().count() < 1200, "{}", packed.chars().count());
        assert!(!bytes_expression(&noise[..40], 500).1, "for little data the helper does not pay");
    }

    /// rustc decodes what [`pack`] wrote, as a constant, even where its lint against long evaluation would
    /// stop it.
    #[test]
    fn packed_data_is_unpacked_by_rustc() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let data: Vec<u8> =
            (0..90_001u32).map(|index| (index.wrapping_mul(2_654_435_761) >> 11) as u8).collect();
        let sum = data.iter().zip(1u64..).map(|(&byte, place)| place * u64::from(byte)).sum::<u64>();
        let program = format!(
            "static DATA: &[u8; {}] = {};\n{UNPACK}\nfn main() {{\n    \
                 let sum: u64 = DATA.iter().zip(1u64..).map(|(&b, i)| i * b as u64).sum();\n    \
                 println!(\"{{sum}}\");\n}}\n",
            data.len(),
            packed_expression(&data)
        );
        let (source, binary) = (folder.path().join("main.rs"), folder.path().join("main"));
        std::fs::write(&source, program).expect("a file can be written");
        let rustc =
            Command::new("rustc").args(["--edition", "2021", "-o"]).arg(&binary).arg(&source).output();
        let rustc = rustc.expect("rustc runs");
        assert!(
            rustc.status.success(),
            "{}",
            String::from_utf8_lossy(&rustc.stderr).chars().take(3000).collect::<String>()
        );
        let output = Command::new(&binary).output().expect("the program runs");
        assert_eq!(String::from_utf8_lossy(&output.stdout), format!("{sum}\n"));
    }
}
