//! Self-contained HTML pages: a single file without network access, in which bots' output is never markup.
//! A page is fixed markup, style and script, plus data as JSON that the script shows as text. Its content
//! security policy allows only this style and this script, by hash, and no conversion of strings to markup.

mod game;
mod report;

pub use game::game;
pub use report::{report, Report, Version};

#[cfg(test)]
mod tests {
    #[test]
    fn no_script_makes_markup_from_strings() {
        for script in [include_str!("page/game/script.js"), include_str!("page/report/script.js")] {
            for sink in
                ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function("]
            {
                assert!(!script.contains(sink), "{sink}");
            }
        }
    }
}
