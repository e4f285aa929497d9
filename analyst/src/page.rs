//! The frame of self-contained pages: a single file without network access. A page is fixed markup, style
//! and script, plus data as JSON that the script shows as text. Its content security policy allows only this
//! style and this script, by hash, and no conversion of strings to markup.

use base64::prelude::{Engine, BASE64_STANDARD};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::components;

/// The layout of a page that shows a game: board and move on one side, curves and list on the other.
pub const GAME_STYLE: &str = include_str!("../components/game.css");

/// What the components' script lacks: the page's own data.
const READ_DATA: &str = "const data = JSON.parse(byId(\"data\").textContent);\n";

/// The fixed parts of a page, apart from the components that all pages share.
#[derive(Clone, Copy, Debug)]
pub struct Template {
    /// Markup.
    pub body: &'static str,
    /// Style sheets, behind those of the components.
    pub styles: &'static [&'static str],
    /// Script, behind that of the components; `data` is what the page shows.
    pub script: &'static str,
}

/// A page with this title, in which nothing may be invisible, and `data`. The page's own script is in a
/// block, so that its names may be those of the components.
///
/// # Errors
/// If a number has no JSON form.
pub fn page(title: &str, template: &Template, data: &impl Serialize) -> serde_json::Result<String> {
    let style = components::style() + &template.styles.concat();
    let script = format!("\"use strict\";\n{}{READ_DATA}{{\n{}}}\n", components::script(), template.script);
    document(title, [template.body, &style, &script], data)
}

/// A page of these parts: body, style and script.
fn document(
    title: &str,
    [body, style, script]: [&str; 3],
    data: &impl Serialize,
) -> serde_json::Result<String> {
    let policy = format!(
        "default-src 'none'; script-src {}; style-src {}; img-src data:; base-uri 'none'; \
         form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
        source_hash(script),
        source_hash(style)
    );
    let title = escape_markup(title);
    let data = escape_json(&serde_json::to_string(data)?);
    Ok(format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"generator\" content=\"outflank\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n\
         <link rel=\"icon\" href=\"data:,\">\n<title>{title}</title>\n\
         <style>{style}</style>\n</head>\n<body>\n{body}\
         <script type=\"application/json\" id=\"data\">{data}</script>\n<script>{script}</script>\n\
         </body>\n</html>\n"
    ))
}

fn source_hash(source: &str) -> String {
    format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(source)))
}

/// Text escaped for use between tags or in a quoted attribute.
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

/// JSON that cannot end the surrounding script element: in JSON these characters occur in strings only.
fn escape_json(json: &str) -> String {
    json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARTS: [&str; 3] = ["<p></p>\n", "p{}", "1<2"];

    #[test]
    fn data_cannot_leave_its_element() {
        let page = document("a</title>\"&", PARTS, &["</script><!--<script>\u{2028}"]).unwrap();
        assert!(page.contains("<title>a&lt;/title&gt;&quot;&amp;</title>"), "{page}");
        let data =
            r#"<script type="application/json" id="data">["\u003c/script\u003e\u003c!--\u003cscript\u003e"#;
        assert!(page.contains(data), "{page}");
        assert_eq!(page.matches("</script>").count(), 2);
    }

    #[test]
    fn data_survives_its_escapes() {
        let text = "</script> & \" \\ <!-- \u{e9}\u{1f600}";
        let json = escape_json(&serde_json::to_string(text).unwrap());
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
    }

    #[test]
    fn the_policy_admits_this_script_alone() {
        let page = document("t", PARTS, &()).unwrap();
        // From `printf '1<2' | openssl dgst -sha256 -binary | base64`.
        let hash = "'sha256-yvz3BlAPEBx8LDNhxD586F06qDnnNEPwtslDBBwsUqc='";
        assert!(page.contains(&format!("default-src 'none'; script-src {hash};")), "{page}");
        assert!(page.contains("require-trusted-types-for 'script'; trusted-types 'none'"));
    }
}
