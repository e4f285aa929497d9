//! Source files as text: their code without comments and strings, and the modules that they use.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A file of the library.
pub(crate) struct Source {
    /// Path below `src/`.
    pub(crate) path: String,
    /// The code without comments, without the contents of strings and without the test module.
    pub(crate) code: String,
    /// The test module, the same way.
    pub(crate) tests: String,
}

impl Source {
    pub(crate) fn new(path: &str, text: &str) -> Self {
        let all = without_comments_and_strings(text);
        let (code, tests) = all.split_once("#[cfg(test)]\nmod tests").unwrap_or((&all, ";"));
        Self { path: path.to_owned(), code: code.to_owned(), tests: tests.to_owned() }
    }

    /// The module of the crate's root that the file belongs to.
    pub(crate) fn module(&self) -> &str {
        let end = self.path.find(['/', '.']).unwrap_or(self.path.len());
        &self.path[..end]
    }

    /// The depth of the file's module: 1 for a module of the crate's root.
    fn depth(&self) -> usize {
        1 + self.path.matches('/').count()
    }

    /// Every name that the code looks up at the crate's root.
    pub(crate) fn used_modules(&self) -> BTreeSet<String> {
        let tokens: Vec<&str> = tokens(&self.code).collect();
        let mut used = BTreeSet::new();
        for start in 0..tokens.len() {
            let after_root = match tokens[start] {
                "crate" => Some(start + 1),
                "super" if start == 0 || tokens[start - 1] != "::" => self.root_by_supers(&tokens, start),
                _ => None,
            };
            if let Some(after_root) = after_root {
                collect_names(&tokens[after_root..], &mut used);
            }
        }
        used
    }

    /// Every module of the library that a program names.
    pub(crate) fn library_modules(&self) -> BTreeSet<String> {
        let tokens: Vec<&str> = tokens(&self.code).collect();
        let mut used = BTreeSet::new();
        for (at, _) in tokens.iter().enumerate().filter(|(_, token)| **token == "outflank") {
            collect_names(&tokens[at + 1..], &mut used);
        }
        used
    }

    /// Behind a chain of `super` that starts at `start` and climbs to the crate's root.
    fn root_by_supers(&self, tokens: &[&str], start: usize) -> Option<usize> {
        let pairs = tokens[start..].chunks_exact(2);
        let supers = pairs.take_while(|pair| **pair == ["super", "::"]).count();
        (supers >= self.depth()).then_some(start + 2 * supers - 1)
    }

    /// The macros that the file puts at the crate's root.
    pub(crate) fn exported_macros(&self) -> Vec<String> {
        let parts = self.code.split("#[macro_export]").skip(1);
        parts.filter_map(|part| words(part).nth(1).map(str::to_owned)).collect()
    }
}

/// The names in `::name` or `::{name, name::..., ...}`.
fn collect_names(tokens: &[&str], names: &mut BTreeSet<String>) {
    match tokens {
        ["::", "{", group @ ..] => {
            let mut depth = 0;
            let mut starts = true;
            for &token in group {
                match token {
                    "{" => depth += 1,
                    "}" if depth == 0 => break,
                    "}" => depth -= 1,
                    "," if depth == 0 => starts = true,
                    name if starts => {
                        names.insert(name.to_owned());
                        starts = false;
                    }
                    _ => {}
                }
            }
        }
        ["::", name, ..] => {
            names.insert((*name).to_owned());
        }
        _ => {}
    }
}

/// The tokens of some code: words, `::`, and every other character but white space on its own.
pub(crate) fn tokens(code: &str) -> impl Iterator<Item = &str> {
    let mut rest = code;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let first = rest.chars().next()?;
        let length = if rest.starts_with("::") {
            2
        } else if is_of_word(first) {
            rest.find(|c| !is_of_word(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (token, behind) = rest.split_at(length);
        rest = behind;
        Some(token)
    })
}

/// The words of some code.
pub(crate) fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|c| !is_of_word(c)).filter(|word| !word.is_empty())
}

pub(crate) fn is_of_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// Every file of the library that ships: neither tests nor what belongs to a program.
pub(crate) fn library() -> Vec<Source> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    collect_files(&src, &mut files);
    let mut sources: Vec<Source> = files
        .iter()
        .map(|file| {
            let path = file.strip_prefix(&src).expect("the file is below src").to_string_lossy();
            Source::new(&path.replace('\\', "/"), &fs::read_to_string(file).expect("sources are text"))
        })
        .filter(|source| !["lib.rs", "main.rs"].contains(&source.path.as_str()))
        .filter(|source| source.module() != "bin" && !source.path.ends_with("tests.rs"))
        .collect();
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    sources
}

fn collect_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            collect_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// Drops comments and the contents of string and character literals.
pub(crate) fn without_comments_and_strings(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let after_word = code.chars().next_back().is_some_and(is_of_word);
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if let Some(length) = literal_length(rest).filter(|_| first != 'r' || !after_word) {
            code.push_str("\"\"");
            length
        } else {
            code.push(first);
            first.len_utf8()
        };
        rest = &rest[skipped..];
    }
    code
}

/// How many bytes the string or character literal at the start of `text` takes, its quotes included; `None`
/// if there is none, but a lifetime, say.
fn literal_length(text: &str) -> Option<usize> {
    if let Some(raw) = text.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        let content = raw[hashes..].strip_prefix('"')?;
        let end = format!("\"{}", "#".repeat(hashes));
        return content.find(&end).map(|at| 2 + hashes + at + end.len());
    }
    if text.starts_with('"') {
        return Some(string_length(text));
    }
    let mut quoted = text.strip_prefix('\'')?.char_indices();
    match quoted.next()?.1 {
        '\\' => text[3..].find('\'').map(|end| end + 4),
        _ => quoted.next().filter(|&(_, c)| c == '\'').map(|(at, _)| at + 2),
    }
}

/// How many bytes the string literal at the start of `text` takes, its quotes included.
fn string_length(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}
