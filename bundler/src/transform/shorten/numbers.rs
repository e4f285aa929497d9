//! Number literals in their shortest form, with the same value and type.

use crate::read::macros::shown_as_text;
use crate::token::{Kind, Token};

/// Shortens every number, but for those that a macro shows as text.
pub(super) fn shorten(tokens: &[Token]) -> Vec<Token> {
    let shown = shown_as_text(tokens, &["stringify", "concat"]);
    let mut out = tokens.to_vec();
    for at in 0..out.len() {
        // After a dot it is the name of a field.
        let is_field = at > 0 && out[at - 1].is(".");
        if out[at].kind == Kind::Number && !is_field && !shown[at] {
            let short = shortest(&out[at].text);
            out[at].text = short.into();
        }
    }
    out
}

fn shortest(text: &str) -> String {
    let plain = text.replace('_', "");
    let (radix, digits) = match plain.get(..2) {
        Some("0x") => (16, &plain[2..]),
        Some("0o") => (8, &plain[2..]),
        Some("0b") => (2, &plain[2..]),
        _ => (10, &plain[..]),
    };
    let end = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
    let (digits, suffix) = digits.split_at(end);
    if radix == 10 && suffix.starts_with(['.', 'e', 'E', 'f']) {
        return shortest_float(&plain);
    }
    match u128::from_str_radix(digits, radix) {
        Ok(value) => {
            let (decimal, hexadecimal) = (value.to_string(), format!("0x{value:x}"));
            // A suffix that starts with a hexadecimal digit would be swallowed.
            let short = if hexadecimal.len() < decimal.len() { hexadecimal } else { decimal };
            if short.len() < plain.len() - suffix.len() {
                short + suffix
            } else {
                plain
            }
        }
        Err(_) => plain,
    }
}

/// `1.0` is `1.`, `1.50` is `1.5`, `1.0f32` is `1f32`.
fn shortest_float(text: &str) -> String {
    let end = text.find(['e', 'E', 'f']).unwrap_or(text.len());
    let (number, rest) = text.split_at(end);
    let Some((whole, fraction)) = number.split_once('.') else { return text.to_owned() };
    let fraction = fraction.trim_end_matches('0');
    match (fraction, rest) {
        ("", "") => format!("{whole}."),
        ("", rest) => format!("{whole}{rest}"),
        _ => format!("{whole}.{fraction}{rest}"),
    }
}
