//! A package read and assembled once, from which every level can be printed.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Instant;

use crate::emit::print::{as_written, by_line};
use crate::emit::space::{same_tokens, spaced};
use crate::error::{Error, Result};
use crate::options::{Level, Options};
use crate::prove::behave::{self, Reference, Transcript};
use crate::prove::edition::{self, Differences};
use crate::prove::rustc::Rustc;
use crate::read::lex::synthesised;
use crate::read::project::Project;
use crate::read::source::Sources;
use crate::steps::Steps;
use crate::token::Text;
use crate::token::{Kind, Token};
use crate::transform::assemble::{assemble, Assembled};
use crate::transform::externs::{self, Uses};
use crate::transform::prune::{prune, Pruned};
use crate::transform::shorten::{shorten, Shortened};
use crate::transform::strip;
use crate::transform::Conflict;

/// A package's crates as one program, before anything is removed.
#[derive(Debug)]
pub struct Draft {
    pub(crate) project: Project,
    pub(crate) sources: Sources,
    pub(crate) rustc: Rustc,
    pub(crate) differences: Differences,
    pub(crate) steps: Steps,
    pub(crate) transcripts: Vec<Transcript>,
    /// The package's own program, once it is built.
    pub(crate) reference: OnceCell<Reference>,
    options: Options,
    /// When to stop making it smaller.
    deadline: Option<Instant>,
    foreign: Uses,
    /// Why the binary's root is a module of its own.
    conflict: Option<Conflict>,
    pub(crate) whole: Vec<Token>,
    pruned: OnceCell<Pruned>,
}

/// A program in its final form but for the header.
#[derive(Debug)]
pub(crate) struct Printed {
    pub(crate) text: Text,
    pub(crate) tokens: Vec<Token>,
    pub(crate) level: Level,
    /// Names that level 3 shortened.
    pub(crate) renamed: usize,
    /// Names that keep a module in it.
    pub(crate) conflicts: Vec<Conflict>,
}

impl Draft {
    /// Reads the package that `options` name.
    ///
    /// # Errors
    /// cargo does not know it, a transcript cannot be read, the default output is refused, or a source file
    /// is not valid Rust.
    pub fn new(options: &Options) -> Result<Self> {
        let started = Instant::now();
        let transcripts = behave::transcripts(&options.transcripts)?;
        let project = Project::find(options)?;
        (options.check_output)(&project.default_output())?;
        let mut rustc = Rustc::find(options)?;
        let mut differences = edition::of_older_crates(&project, options)?;
        let steps = Steps::of(options);
        steps.begin("reading the sources");
        let mut sources = Sources::new(&project.workspace);
        let assembled = assemble(&project, options.resolve_target, &mut sources);
        let Assembled { tokens, foreign, conflict } =
            assembled.map_err(|error| differences.explain(error, &project, options))?;
        rustc.externs = externs::libraries(&foreign, &project, options, &rustc)?;
        let whole = strip::lint_levels(&tokens);
        // Without the crates that it names it compiles in no edition.
        if foreign.check(&whole, &options.externs, &sources).is_ok() {
            let newer = edition::of_newer_crates(&mut differences, &whole, &project, &rustc, &sources);
            newer.map_err(|error| differences.explain(error, &project, options))?;
        }
        let (options, pruned) = (options.clone(), OnceCell::new());
        Ok(Self {
            project,
            sources,
            rustc,
            differences,
            steps,
            transcripts,
            reference: OnceCell::new(),
            deadline: options.time_limit.map(|limit| started + limit),
            options,
            foreign,
            conflict,
            whole,
            pruned,
        })
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
        self.try_print(level).map_err(|error| match error {
            // About a crate that no --extern names.
            Error::Source { .. } => error,
            other => self.differences.explain(other, &self.project, &self.options),
        })
    }

    fn try_print(&self, level: Level) -> Result<Printed> {
        let (tokens, renamed, conflicts) = match level {
            Level::Readable => {
                let named = self.foreign.check(&self.whole, &self.options.externs, &self.sources);
                named.map_err(|error| match error {
                    Error::Source { place, message } => {
                        let hint = "level 1 leaves out crates that only unused code names";
                        Error::Source { place, message: format!("{message}; {hint}") }
                    }
                    other => other,
                })?;
                let mut allow = self.project.allowed.clone();
                allow.extend(UNUSED.map(str::to_owned));
                (allowing(&self.whole, &allow), 0, Vec::new())
            }
            Level::Stripped | Level::Spaced => {
                let pruned = self.pruned()?;
                (allowing(&pruned.tokens, &pruned.allow), 0, Vec::new())
            }
            Level::Shortened => {
                let short = self.shortened()?;
                let allow = short.allow.union(&self.pruned()?.allow).cloned().collect();
                (allowing(&short.tokens, &allow), short.renamed, short.conflicts)
            }
        };
        let text = match level {
            Level::Readable => as_written(&tokens),
            Level::Stripped => by_line(&tokens),
            Level::Spaced | Level::Shortened => spaced(&tokens),
        };
        match same_tokens(&text.text, &tokens) {
            Ok(()) => Ok(Printed { text, tokens, level, renamed, conflicts }),
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

    pub(crate) fn pruned(&self) -> Result<&Pruned> {
        if self.pruned.get().is_none() {
            self.steps.begin("removing unused code");
            let tokens = strip::docs(&self.whole);
            let mut allowed = strip::lint_groups(&self.whole);
            allowed.extend(self.project.allowed.iter().cloned());
            let pruned =
                prune(tokens, &allowed, &self.rustc, &self.sources, self.deadline, self.options.progress)?;
            self.foreign.check(&pruned.tokens, &self.options.externs, &self.sources)?;
            let _ = self.pruned.set(pruned);
        }
        self.pruned.get().ok_or_else(|| Error::Tool("the pruned program is lost".into()))
    }

    fn shortened(&self) -> Result<Shortened> {
        let tokens = &self.pruned()?.tokens;
        self.steps.begin("shortening names");
        let mut reserved = self.foreign.names();
        reserved.extend(self.options.externs.iter().map(String::as_str));
        let mut short =
            shorten(tokens, &reserved, self.options.names, &self.rustc, &self.sources, self.deadline)?;
        if let Some(conflict) = &self.conflict {
            // The binary's module stays for its `main`, too, but only because it is a module.
            short.conflicts.retain(|other| other.module != conflict.module);
            short.conflicts.push(conflict.clone());
        }
        Ok(short)
    }
}

/// Lints whose findings level 0 leaves in place; parentheses are those around included expressions.
const UNUSED: [&str; 4] = ["dead_code", "unused_imports", "unused_macros", "unused_parens"];

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
