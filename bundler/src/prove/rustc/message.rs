//! rustc's JSON diagnostics, as far as they are used.

use std::collections::BTreeSet;

use serde::Deserialize;

use crate::token::words;

/// The severity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Level {
    /// The program is refused.
    Error,
    /// The program is taken.
    Warning,
    /// Part of another message.
    Note,
    /// Part of another message.
    Help,
    /// Anything else.
    #[serde(other)]
    Other,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Diagnostic {
    /// The severity.
    pub level: Level,
    pub message: String,
    code: Option<Code>,
    /// The places it is about.
    pub spans: Vec<Span>,
    /// Notes, helps and suggestions.
    pub children: Vec<Diagnostic>,
}

#[derive(Clone, Debug, Deserialize)]
struct Code {
    code: String,
}

/// A range of the compiled text.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Span {
    /// First byte.
    pub byte_start: usize,
    /// Byte after the last.
    pub byte_end: usize,
    /// Line of the first byte, from 1.
    pub line_start: u32,
    /// Column of the first byte in characters, from 1.
    pub column_start: u32,
    /// Whether the message is about this place in the first line.
    pub is_primary: bool,
    /// The label at the place.
    pub label: Option<String>,
    suggested_replacement: Option<String>,
    suggestion_applicability: Option<String>,
    /// The text's file name.
    pub file_name: String,
    /// The macro invocation this place was expanded from.
    expansion: Option<Box<Expansion>>,
}

#[derive(Clone, Debug, Deserialize)]
struct Expansion {
    span: Span,
}

/// A replacement that rustc is sure of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Suggestion {
    /// First byte.
    pub start: usize,
    /// Byte after the last.
    pub end: usize,
    /// The replacement.
    pub text: String,
}

impl Diagnostic {
    /// The lint's name or the error's code; empty if there is none.
    pub(crate) fn code(&self) -> &str {
        self.code.as_ref().map_or("", |code| &code.code)
    }

    /// The places it is about in the first line, macros' insides replaced by their invocation in the text.
    pub(crate) fn primary(&self) -> impl Iterator<Item = &Span> {
        self.spans.iter().filter(|span| span.is_primary).filter_map(Span::in_text)
    }

    /// The replacements that may be made without asking.
    pub(crate) fn suggestions(&self) -> Vec<Suggestion> {
        let spans = self.children.iter().flat_map(|child| &child.spans);
        spans.filter_map(Span::suggestion).collect()
    }

    /// Everything it says, in one string.
    pub(crate) fn all_text(&self) -> String {
        let mut text = self.message.clone();
        for label in self.spans.iter().filter_map(|span| span.label.as_ref()) {
            text.push('\n');
            text.push_str(label);
        }
        for child in &self.children {
            text.push('\n');
            text.push_str(&child.all_text());
        }
        text
    }

    /// The words in its backticks.
    pub(crate) fn quoted_words(&self) -> BTreeSet<String> {
        let text = self.all_text();
        let quoted = text.split('`').skip(1).step_by(2);
        quoted.flat_map(words).map(str::to_owned).collect()
    }

    /// Whether it warns that something is unused that a bundle leaves out or may allow.
    pub(crate) fn is_about_unused(&self) -> bool {
        self.level == Level::Warning
            && matches!(self.code(), "dead_code" | "unused_imports" | "unused_macros" | "unused_macro_rules")
    }
}

impl Span {
    /// This place if it is in the compiled text; if it is in a macro of the standard library, the invocation.
    pub(crate) fn in_text(&self) -> Option<&Self> {
        if self.file_name.ends_with("bundle.rs") {
            return Some(self);
        }
        self.expansion.as_ref()?.span.in_text()
    }

    /// The outermost macro invocation in the compiled text that this place was expanded from; this place if
    /// there is none.
    pub(crate) fn invocation(&self) -> Option<&Self> {
        let outer = self.expansion.as_ref().and_then(|expansion| expansion.span.invocation());
        outer.or_else(|| self.file_name.ends_with("bundle.rs").then_some(self))
    }

    fn suggestion(&self) -> Option<Suggestion> {
        let sure = self.suggestion_applicability.as_deref() == Some("MachineApplicable");
        let text = self.suggested_replacement.clone().filter(|_| sure)?;
        Some(Suggestion { start: self.byte_start, end: self.byte_end, text })
    }
}

/// Reads rustc's standard error: one object a line, other lines left out, final summaries too.
pub(super) fn parse(text: &str) -> Vec<Diagnostic> {
    text.lines()
        .filter_map(|line| serde_json::from_str::<Diagnostic>(line).ok())
        .filter(|one| matches!(one.level, Level::Error | Level::Warning))
        .filter(|one| {
            let summary = one.message.starts_with("aborting due to") || one.message.ends_with("emitted");
            !(summary && one.spans.is_empty())
        })
        .collect()
}
