//! Source files as text: what they say without comments and strings, and which modules they use.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A file of the library.
pub(crate) struct Source {
    /// Path below `src/`.
    pub(crate) path: String,
    /// The code without comments and without the contents of strings.
    pub(crate) code: String,
}

impl Source {
    pub(crate) fn new(path: &str, text: &str) -> Self {
        Self { path: path.to_owned(), code: without_comments_and_strings(text) }
    }

    /// The module of the crate's root that the file belongs to.
    pub(crate) fn module(&self) -> &str {
        let end = self.path.find(['/', '.']).unwrap_or(self.path.len());
        &self.path[..end]
    }

    /// How many modules deep the file is: 1 for a module of the crate's root.
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

/// Words, `::`, and every other character but white space on its own.
fn tokens(code: &str) -> impl Iterator<Item = &str> {
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

fn is_of_word(c: char) -> bool {
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

/// Blanks comments and what stands between quotes; raw strings with hashes are not used in `src/`.
fn without_comments_and_strings(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if first == '"' {
            code.push_str("\"\"");
            string_length(rest)
        } else if let Some(quoted) =
            ["'\"'", "'\\\"'", "'/'"].iter().find(|quoted| rest.starts_with(**quoted))
        {
            quoted.len()
        } else {
            code.push(first);
            first.len_utf8()
        };
        rest = &rest[skipped..];
    }
    code
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
