//! Escapes text from outside before it is displayed, and writes bytes in hexadecimal.

use std::fmt::Write;

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
    fn ordinary_text_stays() {
        let text = "Überzug <script> \u{1f600} オセロ";
        assert_eq!(Visible::line(text).to_string(), text);
    }
}
