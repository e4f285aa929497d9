use std::process::Command;

use super::{
    byte_string, bytes_expression, clean, is_refused, pack, packed_expression, string_literal, UNPACK,
};
use crate::lex::lex;

/// The literal with refused characters escaped.
fn cleaned(literal: &str) -> String {
    let mut token = lex(literal, 0).expect("a literal").tokens.remove(0);
    clean(&mut token);
    token.text.to_string()
}

/// What a literal stands for: its kind and its bytes.
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
    let noise: Vec<u8> = (0..2000u32).map(|index| (index.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let (packed, needs_helper) = bytes_expression(&noise, 500);
    assert!(needs_helper && packed.chars().count() < 1200, "{}", packed.chars().count());
    assert!(!bytes_expression(&noise[..40], 500).1, "for little data the helper does not pay");
}

/// rustc decodes what [`pack`] wrote, as a constant, even where its lint against long evaluation would stop it.
#[test]
fn packed_data_is_unpacked_by_rustc() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let data: Vec<u8> = (0..90_001u32).map(|index| (index.wrapping_mul(2_654_435_761) >> 11) as u8).collect();
    let sum = data.iter().zip(1u64..).map(|(&byte, place)| place * u64::from(byte)).sum::<u64>();
    let program = format!(
        "static DATA: &[u8; {}] = {};\n{UNPACK}\nfn main() {{\n    let sum: u64 = DATA.iter().zip(1u64..).map(|(&b, i)| i * b as u64).sum();\n    println!(\"{{sum}}\");\n}}\n",
        data.len(),
        packed_expression(&data)
    );
    let (source, binary) = (folder.path().join("main.rs"), folder.path().join("main"));
    std::fs::write(&source, program).expect("a file can be written");
    let rustc = Command::new("rustc").args(["--edition", "2021", "-o"]).arg(&binary).arg(&source).output();
    let rustc = rustc.expect("rustc runs");
    assert!(
        rustc.status.success(),
        "{}",
        String::from_utf8_lossy(&rustc.stderr).chars().take(3000).collect::<String>()
    );
    let output = Command::new(&binary).output().expect("the program runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("{sum}\n"));
}
