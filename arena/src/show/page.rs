//! Self-contained HTML pages: one file, no network, nothing that a bot printed is ever markup.
//!
//! A page is fixed markup, style and script, and data as JSON that the script shows as text. Its content security
//! policy admits this style and this script by their hashes, and no way to make markup from strings.

mod game;
mod report;

pub use game::game;
pub use report::{report, Player, Report, Version};

use base64::prelude::{Engine, BASE64_STANDARD};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::text::Visible;

/// The style that all pages share.
pub const BASE_STYLE: &str = include_str!("page/base.css");

/// The fixed parts of a kind of page.
struct Template {
    body: &'static str,
    style: &'static str,
    script: &'static str,
}

/// A page with this title that shows `data`.
fn page(title: &str, template: &Template, data: &impl Serialize) -> serde_json::Result<String> {
    let Template { body, style, script } = template;
    let policy = format!(
        "default-src 'none'; script-src {}; style-src {}; img-src data:; base-uri 'none'; form-action 'none'; \
         require-trusted-types-for 'script'; trusted-types 'none'",
        source_hash(script),
        source_hash(style)
    );
    let title = escape_markup(&Visible::line(title).to_string());
    let data = escape_json(&serde_json::to_string(data)?);
    Ok(format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n\
         <link rel=\"icon\" href=\"data:,\">\n<title>{title}</title>\n<style>{style}</style>\n</head>\n<body>\n\
         {body}<script type=\"application/json\" id=\"data\">{data}</script>\n<script>{script}</script>\n\
         </body>\n</html>\n"
    ))
}

fn source_hash(source: &str) -> String {
    format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(source)))
}

/// Text as it stands between tags or in a quoted attribute.
fn escape_markup(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ => escaped.push(c),
        }
    }
    escaped
}

/// JSON that cannot end the script element around it: in JSON these characters stand in strings only.
fn escape_json(json: &str) -> String {
    json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

#[cfg(test)]
mod tests;
