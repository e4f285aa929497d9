//! Shows rustc's messages about a bundle at their original places in the source.

use std::fmt::Write;

use crate::prove::rustc::{Diagnostic, Level, Span};
use crate::read::source::Sources;
use crate::token::Text;
use crate::token::{Origin, Token};

/// At most this many messages are shown.
const MAX_SHOWN: usize = 20;

/// Renders rustc's messages, whose spans are in `text` (the print of `tokens`), at the original places.
pub(crate) fn render(diagnostics: &[Diagnostic], text: &Text, tokens: &[Token], sources: &Sources) -> String {
    let mut out = String::new();
    let shower = Shower { text, tokens, sources };
    // Errors first: a warning may be their consequence.
    let (errors, warnings): (Vec<&Diagnostic>, _) =
        diagnostics.iter().partition(|one| one.level == Level::Error);
    for one in errors.iter().chain(&warnings).take(MAX_SHOWN) {
        shower.show(one, &mut out);
    }
    if diagnostics.len() > MAX_SHOWN {
        let _ = writeln!(out, "... and {} more", diagnostics.len() - MAX_SHOWN);
    }
    out.truncate(out.trim_end().len());
    out
}

struct Shower<'a> {
    text: &'a Text,
    tokens: &'a [Token],
    sources: &'a Sources,
}

impl Shower<'_> {
    fn show(&self, one: &Diagnostic, out: &mut String) {
        let level = if one.level == Level::Error { "error" } else { "warning" };
        let code = if one.code().is_empty() { String::new() } else { format!("[{}]", one.code()) };
        let _ = writeln!(out, "{level}{code}: {}", one.message);
        for span in one.spans.iter().filter_map(Span::in_text) {
            self.place(span, out);
        }
        for child in &one.children {
            for line in child.message.lines().filter(|line| !line.trim().is_empty()) {
                let _ = writeln!(out, "  = {line}");
            }
        }
        out.push('\n');
    }

    fn place(&self, span: &Span, out: &mut String) {
        let index = self.text.at(span.byte_start);
        let label = span.label.as_ref().map(|label| format!(" {label}")).unwrap_or_default();
        let Some(origin) = self.tokens.get(index).and_then(|token| token.origin) else {
            let _ = writeln!(out, "  --> bundle, byte {}{label}", span.byte_start);
            return;
        };
        let line = excerpt(self.sources.line(origin), origin.column as usize);
        let marks = self.marked_width(index, span, origin).min(line.0.chars().count().saturating_sub(line.1));
        let sign = if span.is_primary { "^" } else { "-" };
        let _ = writeln!(out, "  --> {}", self.sources.place(origin));
        let _ = writeln!(out, "   | {}", line.0);
        let _ = writeln!(out, "   | {}{}{label}", " ".repeat(line.1), sign.repeat(marks.max(1)));
    }

    /// The number of characters of the original line that the span covers.
    fn marked_width(&self, index: usize, span: &Span, start: Origin) -> usize {
        let last = self.text.at(span.byte_end.saturating_sub(1)).max(index);
        let end = self.tokens.get(last).and_then(|token| {
            let origin = token.origin.filter(|end| end.file == start.file && end.line == start.line)?;
            Some(origin.column as usize + token.text.chars().count())
        });
        end.map_or(1, |end| end.saturating_sub(start.column as usize))
    }
}

/// The part of a source line around a column that fits a screen, and the column's place in it. Tabs become
/// spaces.
fn excerpt(line: &str, column: usize) -> (String, usize) {
    let before = column.saturating_sub(1);
    let skip = if before > 100 { before - 40 } else { 0 };
    let clean = |character: char| if character.is_control() { ' ' } else { character };
    (line.chars().skip(skip).take(140).map(clean).collect(), before - skip)
}
