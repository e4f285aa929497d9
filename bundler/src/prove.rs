//! The proof: the bundle compiles with the judge's compiler, without a warning, and does what the package
//! does.

pub(crate) mod behave;
pub(crate) mod diagnostic;
pub(crate) mod edition;
pub(crate) mod rustc;

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::PathBuf;

use serde::Serialize;

use crate::draft::{Draft, Printed};
use crate::error::{Error, Result};
use crate::options::Options;
use crate::prove::behave::{run, Run};
use crate::prove::diagnostic::render;
use crate::prove::rustc::{Diagnostic, Level, Mode, Span};
use crate::read::cargo::{build, Request};

/// The results of a proof.
#[derive(Clone, Debug, Serialize)]
pub struct Proof {
    /// The requested toolchain.
    pub toolchain: String,
    /// The version of the rustc that was used.
    pub rustc: String,
    /// Whether that is the requested toolchain.
    pub exact: bool,
    /// Whether it compiled, in release and in debug mode, without a warning that the package does not have.
    pub compiled: bool,
    /// The comparison of its behaviour with the package's.
    pub behaviour: Behaviour,
    /// Number of transcripts that package and bundle answered alike.
    pub transcripts: usize,
    /// Warnings that the package's own build has as well.
    pub warnings: BTreeSet<String>,
    /// CPU seconds that `rustc -O` took.
    pub compile_seconds: Option<f64>,
}

/// How the bundle's `bench` compares with the package's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "result", content = "signature")]
pub enum Behaviour {
    /// Package and bundle, release and debug, print the same; the signature.
    Same(String),
    /// The binary has no `bench` argument.
    NoBench,
    /// The proof was switched off.
    Unverified,
}

impl Behaviour {
    /// The text in the bundle's second line.
    fn in_header(&self) -> &str {
        match self {
            Self::Same(signature) => signature,
            Self::NoBench => "none",
            Self::Unverified => "unverified",
        }
    }
}

/// Prepends the header of the signature, made by `header`, to `printed`, then compiles and runs it.
///
/// # Errors
/// [`Error::Proof`] with the failure and the bundle's text.
pub(crate) fn prove(
    draft: &Draft,
    printed: &mut Printed,
    options: &Options,
    header: impl Fn(&str) -> String,
) -> Result<Proof> {
    let mut proof = Proof {
        toolchain: options.toolchain.clone(),
        rustc: draft.rustc.version.clone(),
        exact: draft.rustc.exact,
        compiled: false,
        behaviour: Behaviour::Unverified,
        transcripts: 0,
        warnings: BTreeSet::new(),
        compile_seconds: None,
    };
    if !options.verify {
        printed.text.prepend(&header(proof.behaviour.in_header()));
        return Ok(proof);
    }
    draft.steps.begin("building the package with cargo");
    let own = build(&draft.project, options, &Request::default())?;
    let program = own.executable.ok_or_else(|| Error::Tool("cargo build names no executable".into()))?;
    draft.steps.begin("running the package's program");
    let bench = run(&program, &["bench"], Vec::new())?;
    proof.behaviour = bench.signature().map_or(Behaviour::NoBench, Behaviour::Same);
    printed.text.prepend(&header(proof.behaviour.in_header()));
    let failed = |message: String| Error::Proof { message, text: Some(printed.text.text.clone()) };
    let warnings = Warnings { known: &own.warnings, draft, printed };
    for (mode, shown) in [(Mode::Release, "-O"), (Mode::Debug, "debug")] {
        draft.steps.begin(&format!("compiling and running the bundle ({shown})"));
        let before = child_seconds();
        let (bundle, diagnostics) = draft.rustc.compile(&printed.text.text, draft.folder.path(), mode)?;
        if mode == Mode::Release {
            proof.compile_seconds = child_seconds().zip(before).map(|(after, before)| after - before);
        }
        proof.warnings.extend(warnings.judge(&diagnostics).map_err(failed)?);
        let Some(bundle) = bundle else { return Err(failed("rustc writes no program".into())) };
        if proof.behaviour != Behaviour::NoBench {
            let other = run(&bundle, &["bench"], Vec::new())?;
            compare("bench", shown, &bench, &other).map_err(failed)?;
        }
        // A debug program may be too slow for a transcript's clock.
        for transcript in draft.transcripts.iter().filter(|_| mode == Mode::Release) {
            let answer = |program| run(program, &[], transcript.input.clone());
            let (mine, other) = (answer(&program)?, answer(&bundle)?);
            compare(&transcript.name, shown, &mine, &other).map_err(failed)?;
            proof.transcripts += 1;
        }
    }
    proof.compiled = true;
    Ok(proof)
}

/// CPU seconds of all child processes so far, where the system says.
fn child_seconds() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The program's name, in parentheses, may hold anything; user and system time of children follow as
    // fields 16, 17.
    let fields: Vec<&str> = stat[stat.rfind(')')? + 2..].split(' ').collect();
    let ticks = |at: usize| fields.get(at)?.parse::<f64>().ok();
    Some((ticks(13)? + ticks(14)?) / TICKS_PER_SECOND)
}

/// The unit of time in `/proc`, fixed for programs on Linux.
const TICKS_PER_SECOND: f64 = 100.0;

/// The warnings that rustc may give about a bundle: those that it gives about the package.
struct Warnings<'a> {
    known: &'a [Diagnostic],
    draft: &'a Draft,
    printed: &'a Printed,
}

impl Warnings<'_> {
    /// Those of the package's own warnings that come back in `diagnostics`, as cargo shows them; anything else is
    /// the error.
    fn judge(&self, diagnostics: &[Diagnostic]) -> std::result::Result<BTreeSet<String>, String> {
        let mut passed = BTreeSet::new();
        let mut new = Vec::new();
        for one in diagnostics {
            match self.known.iter().find(|known| self.is_same(one, known)) {
                Some(known) => drop(passed.insert(shown(known))),
                None => new.push(one.clone()),
            }
        }
        if new.is_empty() {
            return Ok(passed);
        }
        let Printed { text, tokens, .. } = self.printed;
        let mut message = render(&new, text, tokens, &self.draft.sources);
        let lints: BTreeSet<&str> = new
            .iter()
            .filter(|one| one.level == Level::Warning && !one.code().is_empty())
            .map(Diagnostic::code)
            .collect();
        if !lints.is_empty() && new.iter().all(|one| one.level == Level::Warning) {
            let lints = lints.into_iter().collect::<Vec<_>>().join(", ");
            let _ = write!(
                message,
                "\n\ncargo's build of the package does not warn about this: put \
                 `#![allow({lints})]` into the \
                 binary's root, or pass --no-verify to take the bundle unproven"
            );
        }
        Err(message)
    }

    /// Whether the package's build says the same of the same line.
    fn is_same(&self, one: &Diagnostic, known: &Diagnostic) -> bool {
        let line = |span: &Span| {
            let token = self.printed.tokens.get(self.printed.text.at(span.byte_start))?;
            let place = self.draft.sources.place(token.origin?);
            Some((place.path, place.line))
        };
        let is_here = |(path, number): (PathBuf, u32)| {
            let mut spans = known.spans.iter().filter(|span| span.is_primary);
            spans.any(|span| span.line_start == number && path.ends_with(&span.file_name))
        };
        one.level == Level::Warning
            && one.code() == known.code()
            && one.primary().any(|span| line(span).is_some_and(is_here))
    }
}

/// A warning of the package in one line.
fn shown(warning: &Diagnostic) -> String {
    let span = warning.spans.iter().find(|span| span.is_primary);
    let place = span.map_or_else(String::new, |span| {
        format!("{}:{}:{}: ", span.file_name, span.line_start, span.column_start)
    });
    format!("{place}{} ({}), as in the package's own build", warning.message, warning.code())
}

/// Compares two runs; the error names the first difference.
fn compare(what: &str, mode: &str, package: &Run, bundle: &Run) -> std::result::Result<(), String> {
    if package == bundle {
        return Ok(());
    }
    let line = |run: &Run, index: usize| {
        let text = String::from_utf8_lossy(&run.output).into_owned();
        text.lines()
            .nth(index)
            .map_or_else(|| "nothing".to_owned(), |line| format!("`{}`", line.escape_debug()))
    };
    let (one, other) = (String::from_utf8_lossy(&package.output), String::from_utf8_lossy(&bundle.output));
    let same = one.lines().zip(other.lines()).take_while(|(one, other)| one == other).count();
    Err(format!(
        "{what}: the bundle ({mode}) behaves differently: line {} is {} from the package, \
         {} from the bundle; \
         exit codes {:?} and {:?}",
        same + 1,
        line(package, same),
        line(bundle, same),
        package.code,
        bundle.code
    ))
}
