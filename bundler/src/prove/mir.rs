//! The meaning that rustc gives to a program: the bodies of its functions after name and method resolution,
//! as `--emit=mir` prints them.
//!
//! A pass that removes or renames compares the bodies before and after. So a call that finds another method,
//! or a pattern that stops to test anything, is seen although the program still compiles.

use std::collections::{BTreeMap, BTreeSet};

use crate::token::is_word;

/// Keeps the places of closures and impls apart from the path of the file.
const FILE: &str = "bundle.rs:";

/// What the body of one function refers to.
pub(crate) type Facts = BTreeSet<String>;

/// A place in the compiled text: line and column, from 1.
pub(crate) type LineColumn = (usize, usize);

/// The facts of each body of `mir`, by the function's path; `impl_at` names the impl that starts at a place.
/// A closure counts as part of its function.
pub(crate) fn facts(mir: &str, impl_at: &dyn Fn(LineColumn) -> String) -> BTreeMap<String, Facts> {
    let mut found: BTreeMap<String, Facts> = BTreeMap::new();
    for body in bodies(mir) {
        let facts = found.entry(key(body.header, impl_at)).or_default();
        facts.extend(body.lines.iter().filter_map(|line| fact(line)));
    }
    found
}

/// The bodies of `mir` without anything that names, modules and places decide, sorted. Words of `names` are
/// blanked, and with `blank_numbers` numbers too.
pub(crate) fn shapes(mir: &str, names: &dyn Fn(&str) -> bool, blank_numbers: bool) -> Vec<String> {
    let mut shapes = Vec::new();
    for body in bodies(mir) {
        let mut shape = String::new();
        let lines = body.lines.iter().filter(|line| !line.starts_with("debug "));
        for line in std::iter::once(&body.header).chain(lines) {
            blank(&without_places(line), names, blank_numbers, &mut shape);
            shape.push('\n');
        }
        shapes.push(shape);
    }
    shapes.sort_unstable();
    shapes
}

/// One function, constant or static.
struct Body<'a> {
    header: &'a str,
    /// Its lines, trimmed; neither blocks' labels nor closing braces.
    lines: Vec<&'a str>,
}

fn bodies(mir: &str) -> Vec<Body<'_>> {
    let mut bodies: Vec<Body> = Vec::new();
    let mut inside = false;
    for line in mir.lines() {
        // Headers alone start a line with a name: `fn f() {`, `LIMITS::{constant#0}: usize = {`.
        let is_text = |line: &str| !line.starts_with([' ', '}', '/']) && !line.is_empty();
        if is_text(line) {
            inside = !is_allocation(line);
            if inside {
                bodies.push(Body { header: line, lines: Vec::new() });
            }
            inside &= line.ends_with('{');
        } else if line == "}" {
            inside = false;
        } else if inside {
            let line = line.trim();
            let is_label = line.is_empty() || line == "}" || line.starts_with("bb") && line.ends_with('{');
            match bodies.last_mut() {
                Some(body) if !is_label => body.lines.push(line),
                _ => {}
            }
        }
    }
    bodies
}

/// Whether a line starts the contents of memory: `alloc12 (size: 3, align: 1) {`.
fn is_allocation(line: &str) -> bool {
    let number = line.strip_prefix("alloc").and_then(|rest| rest.split_once(" ("));
    number.is_some_and(|(number, _)| number.parse::<u64>().is_ok())
}

/// The path of the function that a header starts, without closures and promoted constants.
fn key(header: &str, impl_at: &dyn Fn(LineColumn) -> String) -> String {
    let mut key = String::new();
    let mut rest = header;
    for word in ["fn ", "const ", "static ", "mut "] {
        rest = rest.strip_prefix(word).unwrap_or(rest);
    }
    while let Some(start) = rest.find("<impl at ") {
        let Some(length) = rest[start..].find('>') else { break };
        key.push_str(&rest[..start]);
        let place = rest[start..start + length].split_once(FILE).and_then(|(_, place)| line_column(place));
        key.push_str(&place.map_or_else(|| "<impl>".to_owned(), impl_at));
        rest = &rest[start + length + 1..];
    }
    key.push_str(rest.split(['(', ' ']).next().unwrap_or_default());
    let end = ["::{", "::promoted[", ": "].iter().filter_map(|part| key.find(part)).min();
    key.truncate(end.unwrap_or(key.len()));
    key.trim_end_matches(':').to_owned()
}

/// `LINE:COLUMN` at the start of `text`.
fn line_column(text: &str) -> Option<LineColumn> {
    let mut numbers = text.split(|character: char| !character.is_ascii_digit());
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

/// What a line of a body says about resolution: the function that it calls, the constant or function that it
/// names, the type of a local, or the name of a binding.
fn fact(line: &str) -> Option<String> {
    let line = without_places(line);
    if let Some(binding) = line.strip_prefix("debug ") {
        return Some(format!("debug {}", binding.split(" =>").next().unwrap_or(binding)));
    }
    if line.starts_with("let ") {
        return Some(format!("let {}", without_modules(line.split_once(": ")?.1)));
    }
    let value = line.split_once(" = ").map_or(&*line, |(_, value)| value);
    let called = line.contains(") -> ") && !line.starts_with("switchInt") && !line.starts_with("assert");
    if called {
        let arguments = find_outside(value, 0, |at, character| character == '(' && at > 0)?;
        return Some(without_modules(&value[..arguments]));
    }
    let names_function = value.contains("ReifyFnPointer") || value.contains("ClosureFnPointer");
    let constant = value.find("const ").map(|at| &value[at..]).filter(|constant| constant.contains("::"));
    match constant {
        _ if names_function => Some(without_modules(value)),
        Some(constant) if !constant.contains("promoted[") => {
            Some(without_modules(constant.trim_end_matches([';', ')'])))
        }
        _ => None,
    }
}

/// Where the first character of `text` from `from` on is at which `ends` holds, outside all brackets.
fn find_outside(text: &str, from: usize, ends: impl Fn(usize, char) -> bool) -> Option<usize> {
    let mut depth = 0usize;
    for (at, character) in text[from..].char_indices().map(|(at, character)| (from + at, character)) {
        let is_arrow = character == '>' && text[..at].ends_with('-');
        if depth == 0 && !is_arrow && ends(at, character) {
            return Some(at);
        }
        match character {
            '<' | '(' | '[' | '{' => depth += 1,
            '>' | ')' | ']' | '}' if !is_arrow => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// `line` without the places of closures and impls, and without the numbers of statics.
fn without_places(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find(FILE) {
        let start = rest[..at].rfind(['@', ' ']).unwrap_or(at);
        let end = at + FILE.len();
        let length = rest[end..].find(|c: char| !c.is_ascii_digit() && c != ':' && c != ' ');
        out.push_str(&rest[..start]);
        rest = &rest[length.map_or(rest.len(), |length| end + length)..];
    }
    out.push_str(rest);
    // `DefId(0:102 ~ bundle[7cd1]::NAME)`.
    while let Some(at) = out.find("DefId(") {
        let end = out[at..].find("]::").map_or(out.len(), |length| at + length + 3);
        out.replace_range(at..end, "");
    }
    out
}

/// `text` without the modules in its paths: rustc leaves them out or not, depending on other names.
fn without_modules(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let is_module = |word: &str| !word.starts_with(char::is_uppercase);
    words(text, &is_module, &mut |word| out.push_str(word));
    out
}

/// Whether a word before `rest` leads to what follows in a path.
fn leads_on(rest: &str) -> bool {
    let after = rest.strip_prefix("::").unwrap_or("");
    after.starts_with(|next: char| next.is_alphanumeric() || next == '_' || next == '{')
        || after.starts_with("<impl")
}

/// Calls `each` with every word and every other character of `text`; words in paths that lead to others are
/// left out where `goes` says so.
fn words(text: &str, goes: &dyn Fn(&str) -> bool, each: &mut dyn FnMut(&str)) {
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if is_word(first) {
            rest.find(|character| !is_word(character)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (word, after) = rest.split_at(length);
        rest = after;
        if is_word(first) && leads_on(after) && goes(word) {
            rest = &after[2..];
        } else {
            each(word);
        }
    }
}

/// Appends `line` to `out`: only the ends of paths, no texts, and a dot for each word of `names`.
fn blank(line: &str, names: &dyn Fn(&str) -> bool, blank_numbers: bool, out: &mut String) {
    let line = without_written_types(&without_texts(line));
    words(&line, &|_| true, &mut |word| {
        let is_number = word.starts_with(|first: char| first.is_ascii_digit());
        if is_number && blank_numbers || word == "Self" || word.starts_with("alloc") {
            out.push('.');
        } else {
            blank_capture(word, names, out);
        }
    });
}

/// Appends `word` with a dot for what is one of `names`: all of it or, as closures name what they capture,
/// parts of it (`self__field`).
fn blank_capture(word: &str, names: &dyn Fn(&str) -> bool, out: &mut String) {
    let mut ends = word.rmatch_indices("__").map(|(at, _)| at).filter(|&at| at > 0);
    let (first, rest) = if names(word) {
        (".", None)
    } else if let Some(end) = ends.find(|&end| names(&word[..end])) {
        (".", Some(&word[end + 2..]))
    } else {
        word.split_once("__").map_or((word, None), |(first, rest)| (first, Some(rest)))
    };
    out.push_str(first);
    if let Some(rest) = rest {
        out.push_str("__");
        blank_capture(rest, names, out);
    }
}

/// `line` without what is printed as the source writes it (`impl Fn(Short)`), without the types that lead to
/// associated functions, which depend on the module of the impl, and without `move`, `copy` and `mut` of
/// temporaries.
fn without_written_types(line: &str) -> String {
    let mut out = line.replace("move ", "").replace("copy ", "").replace("let mut ", "let ");
    let mut from = 0;
    while let Some(at) = out[from..].find("impl ").map(|at| from + at) {
        let end = end_of_type(&out, at + 5);
        out.replace_range(at + 4..end, "");
        from = at + 4;
    }
    out = out.replace("<impl>::", "");
    from = 0;
    while let Some(at) = out[from..].find("::<").map(|at| from + at) {
        let mut end = end_of_type(&out, at + 3);
        while out[end..].starts_with(',') {
            end = end_of_type(&out, end + 1);
        }
        if out[end..].starts_with(">::") {
            let start = out[..at].trim_end_matches(is_word).len();
            out.replace_range(start..end + 3, "");
            from = start;
        } else {
            from = at + 3;
        }
    }
    out
}

/// Where the type in `text` ends that starts at `from`: before a delimiter or ` as ` that does not belong to
/// it.
fn end_of_type(text: &str, from: usize) -> usize {
    let ends = |at: usize, character| {
        matches!(character, '>' | ')' | ']' | '}' | ',' | ';') || text[at..].starts_with(" as ")
    };
    find_outside(text, from, ends).unwrap_or(text.len())
}

/// `line` without the contents of its texts, and without the lengths of byte arrays: messages of assertions
/// hold names.
fn without_texts(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut inside = false;
    let mut escaped = false;
    for character in line.chars() {
        match character {
            _ if escaped => escaped = false,
            '\\' if inside => escaped = true,
            '"' => {
                inside = !inside;
                out.push('"');
            }
            _ if inside => {}
            other => out.push(other),
        }
    }
    for array in ["[u8; ", "Arguments::<'_>::new::<"] {
        while let Some(at) = out.find(&format!("{array}0")).or_else(|| {
            let is_digit = |at: &usize| out[at + array.len()..].starts_with(|c: char| c.is_ascii_digit());
            out.match_indices(array).map(|(at, _)| at).find(is_digit)
        }) {
            let from = at + array.len();
            let length = out[from..].find(|c: char| !c.is_ascii_digit()).unwrap_or(out.len() - from);
            out.replace_range(from..from + length, "");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::shapes;

    /// `{array}` stands for the length's expression, `{part}` for a captured field, as newer compilers print
    /// both.
    fn program(name: &str, part: &str, array: &str) -> Vec<String> {
        let mir = format!(
            "const {name}::{{constant#0}}: usize = const 8_usize;\n\n{name}::{{constant#1}}: usize = {{\n    \
             let mut _0: usize;\n\n    bb0: {{\n        _0 = {array};\n        return;\n    }}\n}}\n\nfn \
             {name}() -> () {{\n    bb0: {{\n        _1 = {{closure@bundle.rs:3:7: 3:9}} {{ self__{part}: \
             _2 }};\n        return;\n    }}\n}}\n\nalloc7 (size: 1, align: 1) {{\n    00 │ .\n}}\n"
        );
        let names = ["allocate", "a", "field", "my__field", "b"];
        shapes(&mir, &|word| names.contains(&word), false)
    }

    #[test]
    fn names_of_constants_and_captures_do_not_count() {
        let long = program("allocate", "field", "Mul(const 2_usize, const 4_usize)");
        assert_eq!(long.len(), 3, "{long:?}");
        assert_eq!(long, program("a", "b", "Mul(const 2_usize, const 4_usize)"));
        assert_eq!(long, program("a", "my__field", "Mul(const 2_usize, const 4_usize)"));
        assert_ne!(long, program("a", "other", "Mul(const 2_usize, const 4_usize)"));
        assert_ne!(long, program("a", "b", "Mul(const 2_usize, const 5_usize)"), "a length is compared, too");
    }
}
