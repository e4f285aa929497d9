//! A package read and assembled once, from which every level can be printed.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::assemble::assemble;
use crate::error::{Error, Result};
use crate::expand::synthesised;
use crate::options::{Level, Names, Options};
use crate::print::{as_written, by_line};
use crate::project::Project;
use crate::prune::{prune, Pruned};
use crate::rustc::Rustc;
use crate::shorten::{shorten, Shortened};
use crate::source::Sources;
use crate::space::{same_tokens, spaced};
use crate::strip;
use crate::text::Text;
use crate::token::{Kind, Token};

/// A package's crates as one program, before anything is taken away.
#[derive(Debug)]
pub struct Draft {
    pub(crate) project: Project,
    pub(crate) sources: Sources,
    pub(crate) rustc: Rustc,
    /// Where rustc works; gone with the draft.
    pub(crate) folder: tempfile::TempDir,
    names: Names,
    whole: Vec<Token>,
    pruned: OnceCell<Pruned>,
}

/// A program in its final form but for the header.
#[derive(Debug)]
pub(crate) struct Printed {
    pub(crate) text: Text,
    pub(crate) tokens: Vec<Token>,
    /// Names that level 3 shortened.
    pub(crate) renamed: usize,
}

impl Draft {
    /// Reads the package that `options` name.
    ///
    /// # Errors
    /// cargo does not know it, or a source file makes no sense.
    pub fn new(options: &Options) -> Result<Self> {
        let project = Project::find(options)?;
        let mut sources = Sources::new(&project.workspace);
        let whole = assemble(&project, options.resolve_target, &mut sources)?;
        let folder = tempfile::Builder::new().prefix("bundle-").tempdir();
        let folder = folder.map_err(|error| Error::Io { path: std::env::temp_dir(), error })?;
        let rustc = Rustc::find(&options.toolchain)?;
        let whole = strip::lint_levels(&whole);
        Ok(Self { project, sources, rustc, folder, names: options.names, whole, pruned: OnceCell::new() })
    }

    /// The program at `level` as text, without a header.
    ///
    /// # Errors
    /// It does not compile, or cannot be brought to that level.
    pub fn text(&self, level: Level) -> Result<String> {
        Ok(self.print(level)?.text.text)
    }

    /// Every file the program is made from.
    pub fn files(&self) -> Vec<PathBuf> {
        let mut files = self.sources.paths();
        files.extend(self.project.manifests.iter().cloned());
        files.sort();
        files.dedup();
        files
    }

    pub(crate) fn print(&self, level: Level) -> Result<Printed> {
        let (tokens, renamed) = match level {
            Level::Readable => (allowing(&self.whole, &UNUSED.map(str::to_owned).into()), 0),
            Level::Stripped | Level::Spaced => {
                let pruned = self.pruned()?;
                (allowing(&pruned.tokens, &pruned.allow), 0)
            }
            Level::Shortened => {
                let short = self.shortened()?;
                let allow = short.allow.union(&self.pruned()?.allow).cloned().collect();
                (allowing(&short.tokens, &allow), short.renamed)
            }
        };
        let text = match level {
            Level::Readable => as_written(&tokens),
            Level::Stripped => by_line(&tokens),
            Level::Spaced | Level::Shortened => spaced(&tokens),
        };
        match same_tokens(&text.text, &tokens) {
            Ok(()) => Ok(Printed { text, tokens, renamed }),
            Err(index) => {
                let token = tokens.get(index).or(tokens.last());
                let at =
                    token.and_then(|token| token.origin).map(|origin| self.sources.place(origin).to_string());
                let place = at.unwrap_or_else(|| "the bundle".into());
                let message = format!("the printed bundle would read differently from {place} on");
                Err(Error::Proof { message, text: Some(text.text) })
            }
        }
    }

    fn pruned(&self) -> Result<&Pruned> {
        if self.pruned.get().is_none() {
            let tokens = strip::docs(&self.whole);
            let pruned = prune(tokens, &self.rustc, self.folder.path(), &self.sources)?;
            let _ = self.pruned.set(pruned);
        }
        self.pruned.get().ok_or_else(|| Error::Tool("the pruned program is lost".into()))
    }

    fn shortened(&self) -> Result<Shortened> {
        let tokens = &self.pruned()?.tokens;
        let short = shorten(tokens, self.names, &self.rustc, self.folder.path(), &self.sources)?;
        short.ok_or_else(|| Error::proof("no set of short names compiles; level 2 is the highest that does"))
    }
}

/// What level 0 leaves in place.
const UNUSED: [&str; 3] = ["dead_code", "unused_imports", "unused_macros"];

/// `tokens` with an `#![allow]` for the lints, after the inner docs.
fn allowing(tokens: &[Token], lints: &BTreeSet<String>) -> Vec<Token> {
    let mut out = tokens.to_vec();
    if !lints.is_empty() {
        let list = lints.iter().cloned().collect::<Vec<_>>().join(", ");
        let docs = tokens.iter().take_while(|token| token.kind == Kind::InnerDoc).count();
        out.splice(docs..docs, synthesised(&format!("\n#![allow({list})]"), None));
    }
    out
}
