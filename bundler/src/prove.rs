//! The proof: the bundle compiles with the judge's compiler, without a warning, and does what the package
//! does.

pub(crate) mod behave;
pub(crate) mod check;
pub(crate) mod diagnostic;
pub(crate) mod edition;
pub(crate) mod mir;
pub(crate) mod rustc;

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;

use crate::draft::{Draft, Printed};
use crate::emit::print::by_line;
use crate::error::{Error, Place, Result};
use crate::options::Options;
pub use crate::prove::behave::Behaviour;
use crate::prove::behave::{run, Reference, Run, BENCH_LIMIT, TRANSCRIPT_LIMIT};
use crate::prove::diagnostic::render;
use crate::prove::rustc::{Diagnostic, Level, Mode, Span};
use crate::read::cargo::{build, Request};
use crate::token::{Kind, Text, Token};

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
    /// Whether the debug bundle answered `bench` in time, if the others did.
    pub debug_compared: bool,
    /// Number of transcripts that package and bundle answered alike.
    pub transcripts: usize,
    /// Warnings that the package's own build has as well.
    pub warnings: BTreeSet<String>,
    /// CPU seconds that `rustc -O` took.
    pub compile_seconds: Option<f64>,
}

impl Proof {
    /// What was not compared, and why; none if the behaviour was.
    pub fn not_compared(&self) -> Option<&'static str> {
        match self.behaviour {
            _ if !self.compiled => Some("nothing compiled or compared: --no-verify"),
            Behaviour::Same(_) if self.debug_compared => None,
            Behaviour::Same(_) => Some("debug bundle not compared: it did not answer `bench` within 5 s"),
            _ if self.transcripts > 0 => None,
            Behaviour::NoAnswer => Some("did not answer `bench` within 5 s; behaviour not compared"),
            Behaviour::Off => Some("behaviour not compared: --no-bench and no --transcript"),
            _ => Some("behaviour not compared: no `bench` that prints a signature, no --transcript"),
        }
    }
}

impl Behaviour {
    /// The text in the bundle's second line.
    fn in_header(&self) -> &str {
        match self {
            Self::Same(signature) => signature,
            Self::NoBench | Self::NoAnswer | Self::Off => "none",
            Self::Unverified => "unverified",
        }
    }
}

impl Reference {
    /// Builds the package. Its program is run only where a source has the word `"bench"`: any other would
    /// take the argument for something else, or wait for input that never comes.
    fn new(draft: &Draft, options: &Options) -> Result<Self> {
        draft.steps.begin("building the package with cargo");
        let build = build(&draft.project, options, &Request::default())?;
        let program =
            build.executable.ok_or_else(|| Error::Tool("cargo build names no executable".into()))?;
        let mut reference =
            Self { program, warnings: build.warnings, bench: None, behaviour: Behaviour::NoBench };
        if !options.bench {
            reference.behaviour = Behaviour::Off;
        } else if draft.whole.iter().any(|token| token.kind == Kind::Str && &*token.text == "\"bench\"") {
            (options.progress)("running the package's program with `bench`");
            let run = run(BENCH_LIMIT, &reference.program, &["bench"], Vec::new(), options.progress)?;
            reference.behaviour = match &run {
                None => Behaviour::NoAnswer,
                Some(run) => run.signature().map_or(Behaviour::NoBench, Behaviour::Same),
            };
            reference.bench = run.filter(|_| matches!(reference.behaviour, Behaviour::Same(_)));
        }
        Ok(reference)
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
        exact: draft.rustc.lack.is_none(),
        compiled: false,
        behaviour: Behaviour::Unverified,
        debug_compared: true,
        transcripts: 0,
        warnings: BTreeSet::new(),
        compile_seconds: None,
    };
    if !options.verify {
        printed.text.prepend(&header(proof.behaviour.in_header()));
        return Ok(proof);
    }
    let reference = match draft.reference.get() {
        Some(reference) => reference,
        None => {
            let reference = Reference::new(draft, options)?;
            draft.reference.get_or_init(|| reference)
        }
    };
    proof.behaviour = reference.behaviour.clone();
    printed.text.prepend(&header(proof.behaviour.in_header()));
    let failed = |message: String| Error::Proof { message, text: Some(printed.text.text.clone()) };
    let warnings = Warnings { known: &reference.warnings, of_source: OnceCell::new(), draft, printed };
    for (mode, shown) in [(Mode::Release, "-O"), (Mode::Debug, "debug")] {
        draft.steps.begin(&format!("compiling and running the bundle ({shown})"));
        let before = child_seconds();
        let (bundle, diagnostics) = draft.rustc.compile(&printed.text.text, mode)?;
        if mode == Mode::Release {
            proof.compile_seconds = child_seconds().zip(before).map(|(after, before)| after - before);
        }
        proof.warnings.extend(warnings.judge(&diagnostics).map_err(failed)?);
        let Some(bundle) = bundle else { return Err(failed("rustc writes no program".into())) };
        if let Some(bench) = &reference.bench {
            match run(BENCH_LIMIT, &bundle, &["bench"], Vec::new(), options.progress)? {
                Some(other) => compare("bench", shown, bench, &other).map_err(failed)?,
                // Without optimisation a program may be too slow.
                None if mode == Mode::Debug => proof.debug_compared = false,
                None => return Err(failed(did_not_end("bench", "bundle", BENCH_LIMIT))),
            }
        }
        // A debug program may be too slow for a transcript's clock.
        for transcript in draft.transcripts.iter().filter(|_| mode == Mode::Release) {
            let answer = |program: &Path, owner| {
                let input = transcript.input.clone();
                let run = run(TRANSCRIPT_LIMIT, program, &[], input, options.progress)?;
                run.ok_or_else(|| failed(did_not_end(&transcript.name, owner, TRANSCRIPT_LIMIT)))
            };
            let (mine, other) = (answer(&reference.program, "package")?, answer(&bundle, "bundle")?);
            compare(&transcript.name, shown, &mine, &other).map_err(failed)?;
            proof.transcripts += 1;
        }
    }
    proof.compiled = true;
    Ok(proof)
}

fn did_not_end(what: &str, owner: &str, limit: Duration) -> String {
    format!("{what}: the {owner}'s program did not end within {} s", limit.as_secs())
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

/// The warnings that rustc may give about a bundle: those of the package's own build, and those that the
/// bundle's compiler gives about the whole source in the bundle's edition.
struct Warnings<'a> {
    known: &'a [Diagnostic],
    /// Lint, file and line of the latter.
    of_source: OnceCell<BTreeSet<(String, PathBuf, u32)>>,
    draft: &'a Draft,
    printed: &'a Printed,
}

impl Warnings<'_> {
    /// Those of the package's own warnings that come back in `diagnostics`, as cargo shows them; anything
    /// else is the error.
    fn judge(&self, diagnostics: &[Diagnostic]) -> std::result::Result<BTreeSet<String>, String> {
        let mut passed = BTreeSet::new();
        let mut new = Vec::new();
        for one in diagnostics {
            match self.known.iter().find(|known| self.is_same(one, known)) {
                Some(known) => drop(passed.insert(shown(known))),
                None if self.is_of_source(one) => drop(passed.insert(self.shown(one))),
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
        // What only short names set off is no fault of the source.
        let may_be_allowed = self.printed.level < crate::options::Level::Shortened;
        if may_be_allowed && !lints.is_empty() && new.iter().all(|one| one.level == Level::Warning) {
            let lints = lints.into_iter().collect::<Vec<_>>().join(", ");
            let _ = write!(
                message,
                "\n\ncargo's build of the package does not warn about this: put `#![allow({lints})]` into \
                 the binary's root, or pass --no-verify to take the bundle unproven"
            );
        }
        Err(message)
    }

    /// Where `span` of a text, the print of `tokens`, comes from.
    fn place(&self, text: &Text, tokens: &[Token], span: &Span) -> Option<Place> {
        Some(self.draft.sources.place(tokens.get(text.at(span.byte_start))?.origin?))
    }

    /// Whether the bundle's compiler says the same of the whole source.
    fn is_of_source(&self, one: &Diagnostic) -> bool {
        let places = |text: &Text, tokens: &[Token], one: &Diagnostic| -> Vec<(String, PathBuf, u32)> {
            let places = one.primary().filter_map(|span| self.place(text, tokens, span));
            places.map(|place| (one.code().to_owned(), place.path, place.line)).collect()
        };
        let of_source = self.of_source.get_or_init(|| {
            let (draft, tokens) = (self.draft, &self.draft.whole);
            let text = by_line(tokens);
            let compiled = draft.rustc.compile(&text.text, Mode::CheckRelease);
            let diagnostics = compiled.map(|(_, diagnostics)| diagnostics).unwrap_or_default();
            diagnostics.iter().flat_map(|one| places(&text, tokens, one)).collect()
        });
        let mut own = places(&self.printed.text, &self.printed.tokens, one).into_iter();
        one.level == Level::Warning && own.any(|place| of_source.contains(&place))
    }

    /// A warning of the bundle's compiler in one line.
    fn shown(&self, one: &Diagnostic) -> String {
        let mut places =
            one.primary().filter_map(|span| self.place(&self.printed.text, &self.printed.tokens, span));
        let place = places.next().map_or_else(String::new, |place| format!("{place}: "));
        format!("{place}{} ({}), as the bundle's compiler says of the source, too", one.message, one.code())
    }

    /// Whether the package's build says the same of the same line.
    fn is_same(&self, one: &Diagnostic, known: &Diagnostic) -> bool {
        let line = |span: &Span| {
            let place = self.place(&self.printed.text, &self.printed.tokens, span)?;
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
    let text = |run: &Run| String::from_utf8_lossy(&run.output).into_owned();
    let (one, other) = (text(package), text(bundle));
    let same = one.lines().zip(other.lines()).take_while(|(one, other)| one == other).count();
    let line = |text: &str| {
        text.lines()
            .nth(same)
            .map_or_else(|| "nothing".to_owned(), |line| format!("`{}`", line.escape_debug()))
    };
    Err(format!(
        "{what}: the bundle ({mode}) behaves differently: line {} is {} from the package, {} from the \
         bundle; exit codes {:?} and {:?}",
        same + 1,
        line(&one),
        line(&other),
        package.code,
        bundle.code
    ))
}
