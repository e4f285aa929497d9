//! The files a bundle is made of, read once and kept for error messages.

use std::path::{Path, PathBuf};

use toolkit::files;

use crate::error::{Error, Place, Result};
use crate::read::lex::{lex, Lexed};
use crate::token::{Kind, Origin, Token};

/// Files over this size are refused: no bundle that may be pasted anywhere needs them.
const MAX_BYTES: u64 = 64 << 20;

/// One file of a package.
#[derive(Debug)]
pub(crate) struct SourceFile {
    /// The path that it was read from.
    pub path: PathBuf,
    /// Its text: no byte order mark, `\n` line ends, no shebang.
    pub text: String,
    /// The module it is, crate name first (`outflank::board`).
    pub module: String,
}

impl SourceFile {
    /// Whether a first comment line says that a program wrote the file (`//! Generated ...` or `@generated`).
    pub(crate) fn is_generated(&self) -> bool {
        self.text.lines().take(3).any(|line| {
            let comment =
                line.trim_start().strip_prefix("//").map(|rest| rest.trim_start_matches(['!', '/', ' ']));
            comment.is_some_and(|text| text.starts_with("Generated") || text.contains("@generated"))
        })
    }
}

/// All files read so far.
#[derive(Debug, Default)]
pub(crate) struct Sources {
    files: Vec<SourceFile>,
    /// Files that are data to the bundle (`include_str!` and the like).
    included: Vec<PathBuf>,
    /// Paths are shown relative to this folder.
    root: PathBuf,
}

impl Sources {
    /// No files yet; messages show paths relative to `root`.
    pub(crate) fn new(root: &Path) -> Self {
        Self { root: root.to_owned(), ..Self::default() }
    }

    /// The file with the given index.
    pub(crate) fn file(&self, index: u32) -> &SourceFile {
        &self.files[index as usize]
    }

    /// Every file whose content is in the bundle.
    pub(crate) fn paths(&self) -> Vec<PathBuf> {
        self.files.iter().map(|file| file.path.clone()).chain(self.included.iter().cloned()).collect()
    }

    /// Reads and splits the file at `path`, which is module `module`.
    ///
    /// # Errors
    /// The file cannot be read, is no UTF-8, or holds something that is no token.
    pub(crate) fn read(&mut self, path: &Path, module: &str) -> Result<(u32, Lexed)> {
        let index = self.files.len() as u32;
        let decoded = String::from_utf8(read_bytes(path)?);
        let text = match &decoded {
            Ok(text) => normalise(text),
            // For the place of the error.
            Err(error) => {
                String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]).into_owned()
            }
        };
        self.files.push(SourceFile { path: path.to_owned(), text, module: module.to_owned() });
        let text = &self.files[index as usize].text;
        let failed = |offset, message| Error::Source { place: self.place_of_byte(index, offset), message };
        if decoded.is_err() {
            return Err(failed(text.len(), "the file is not valid UTF-8".into()));
        }
        let lexed = lex(text, index).map_err(|error| failed(error.offset, error.message))?;
        match unbalanced(&lexed.tokens) {
            Some((origin, message)) => Err(self.error(origin, message)),
            None => Ok((index, lexed)),
        }
    }

    /// Reads a file that goes into the bundle as data.
    ///
    /// # Errors
    /// The file cannot be read.
    pub(crate) fn read_data(&mut self, path: &Path) -> Result<Vec<u8>> {
        let bytes = read_bytes(path)?;
        self.included.push(path.to_owned());
        Ok(bytes)
    }

    /// `origin` in the user's terms.
    pub(crate) fn place(&self, origin: Origin) -> Place {
        let path = self.shown(&self.file(origin.file).path);
        Place { path, line: origin.line, column: origin.column }
    }

    /// An error at `origin`; without one, at no place.
    pub(crate) fn error(&self, origin: Option<Origin>, message: impl Into<String>) -> Error {
        match origin {
            Some(origin) => Error::Source { place: self.place(origin), message: message.into() },
            None => Error::Usage(message.into()),
        }
    }

    /// The source line at `origin`, for display.
    pub(crate) fn line(&self, origin: Origin) -> &str {
        self.file(origin.file).text.lines().nth(origin.line as usize - 1).unwrap_or("")
    }

    /// `path` relative to the root, if it lies below.
    pub(crate) fn shown(&self, path: &Path) -> PathBuf {
        path.strip_prefix(&self.root).unwrap_or(path).to_owned()
    }

    /// The place of byte `offset` of a file.
    pub(crate) fn place_of_byte(&self, file: u32, offset: usize) -> Place {
        let before = &self.file(file).text[..offset];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        Place {
            path: self.shown(&self.file(file).path),
            line: before.matches('\n').count() as u32 + 1,
            column: before[line_start..].chars().count() as u32 + 1,
        }
    }
}

/// Reads a file of at most [`MAX_BYTES`]; anything but a regular file is refused, since it may be endless.
pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>> {
    files::read(path, MAX_BYTES).map_err(|error| {
        let error = match error {
            files::Error::Unreadable { source, .. } => source,
            _ => std::io::Error::other(format!("not a regular file of at most {} MiB", MAX_BYTES >> 20)),
        };
        Error::Io { path: path.to_owned(), error }
    })
}

/// The text as rustc normalises it before lexing. A shebang becomes a comment; the blank keeps `#!/bin/sh`
/// and `#!!` from being docs.
fn normalise(text: &str) -> String {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n");
    match ra_ap_rustc_lexer::strip_shebang(&text) {
        Some(_) => format!("// {}", &text[2..]),
        None => text,
    }
}

/// The first delimiter without a partner. Every pass may rely on there being none.
fn unbalanced(tokens: &[Token]) -> Option<(Option<Origin>, String)> {
    let mut open: Vec<&Token> = Vec::new();
    for token in tokens {
        match token.kind {
            Kind::Open => open.push(token),
            Kind::Close => {
                let partner = open.pop().map_or("", |open| &open.text);
                if !matches!((partner, &*token.text), ("(", ")") | ("[", "]") | ("{", "}")) {
                    return Some((token.origin, format!("`{}` closes nothing", token.text)));
                }
            }
            _ => {}
        }
    }
    open.pop().map(|open| (open.origin, format!("`{}` is never closed", open.text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shebang_becomes_a_comment_that_is_no_docs() {
        assert_eq!(normalise("#!/bin/sh\n#![allow(unused)]\n"), "// /bin/sh\n#![allow(unused)]\n");
        for line in ["#!/usr/bin/env run", "#!!", "#!//", "#!*", "#!"] {
            let normal = normalise(&format!("{line}\nfn main() {{}}\n"));
            let tokens = lex(&normal, 0).unwrap().tokens;
            assert!(tokens[0].is("fn"), "{line}: {}", tokens[0].text);
            assert_eq!(tokens[0].origin.map(|origin| origin.line), Some(2), "{line}");
        }
        assert_eq!(normalise("#![allow(unused)]\n"), "#![allow(unused)]\n");
    }
}
