//! The board, the curve, the move list and the stepper that all pages share: plain JavaScript modules and two
//! style sheets, without a framework and without a build step. The page in `web/` loads them as they are, the
//! ladder's server serves them, and [`script`] joins them for pages of a single file.

/// A file of the components.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Component {
    /// Its name, such as `board.js`.
    pub name: &'static str,
    /// Its content.
    pub text: &'static str,
}

macro_rules! component {
    ($name:literal) => {
        Component { name: $name, text: include_str!(concat!("../components/", $name)) }
    };
}

/// The modules, each behind those that it imports.
pub const MODULES: [Component; 7] = [
    component!("texts.js"),
    component!("dom.js"),
    component!("rules.js"),
    component!("board.js"),
    component!("curve.js"),
    component!("moves.js"),
    component!("stepper.js"),
];

/// The style sheets: colours and controls, then the components.
pub const STYLES: [Component; 2] = [component!("style.css"), component!("board.css")];

/// Both style sheets as one.
pub fn style() -> String {
    STYLES.map(|sheet| sheet.text).concat()
}

/// The modules as one script without imports and exports, for pages that consist of a single file.
pub fn script() -> String {
    MODULES.map(|module| without_module_syntax(module.text)).concat()
}

/// Drops import statements and the word `export`. Statements of both begin a line; imports end with `;`.
fn without_module_syntax(text: &str) -> String {
    let mut script = String::with_capacity(text.len());
    let mut is_import = false;
    for line in text.lines() {
        is_import |= line.starts_with("import ");
        if is_import {
            is_import = !line.ends_with(';');
            continue;
        }
        script.push_str(line.strip_prefix("export ").unwrap_or(line));
        script.push('\n');
    }
    script
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_and_exports_are_dropped() {
        let module =
            "import { a } from \"./a.js\";\nimport {\n  b,\n} from \"./b.js\";\nexport class C {}\nlet d;\n";
        assert_eq!(without_module_syntax(module), "class C {}\nlet d;\n");
    }

    #[test]
    fn the_joined_script_declares_every_name_once() {
        let script = script();
        let mut names: Vec<&str> = script.lines().filter_map(declared).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count, "{names:?}");
        assert!(count > 20 && !script.contains("export ") && !script.contains("\nimport "));
    }

    /// The name that a line at the top level declares.
    fn declared(line: &str) -> Option<&str> {
        let kinds = ["class ", "function ", "async function ", "const ", "let "];
        let rest = kinds.iter().find_map(|kind| line.strip_prefix(kind))?;
        rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()
    }

    #[test]
    fn no_component_makes_markup_from_strings() {
        let sinks = ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function("];
        for module in MODULES {
            assert!(!sinks.iter().any(|sink| module.text.contains(sink)), "{}", module.name);
        }
    }
}
