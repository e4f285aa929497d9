//! The proof: the bundle compiles with the judge's compiler, without a warning, and does what the package
//! does.

use serde::Serialize;

use crate::behave::{build, run, Run};
use crate::diagnostic::render;
use crate::draft::{Draft, Printed};
use crate::error::{Error, Result};
use crate::options::Options;
use crate::rustc::Mode;

/// What is known about a bundle.
#[derive(Clone, Debug, Serialize)]
pub struct Proof {
    /// The toolchain that was asked for.
    pub toolchain: String,
    /// The rustc that did the work.
    pub rustc: String,
    /// Whether that is the toolchain that was asked for.
    pub exact: bool,
    /// Whether it compiled, in release and in debug mode, without a warning.
    pub compiled: bool,
    /// How its behaviour compares.
    pub behaviour: Behaviour,
    /// How many transcripts were answered alike.
    pub transcripts: usize,
}

/// How the bundle's `bench` compares with the package's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "result", content = "signature")]
pub enum Behaviour {
    /// Package and bundle, release and debug, print the same; the signature.
    Same(String),
    /// The binary has no `bench` argument.
    NoBench,
    /// It was not asked for.
    Unverified,
}

impl Behaviour {
    /// What the header says.
    fn in_header(&self) -> &str {
        match self {
            Self::Same(signature) => signature,
            Self::NoBench => "none",
            Self::Unverified => "unverified",
        }
    }
}

/// Puts the header that `header` makes of the signature in front of `printed`, then compiles and runs it.
///
/// # Errors
/// [`Error::Proof`] with what is wrong; the bundle's text is in it.
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
    };
    if !options.verify {
        printed.text.prepend(&header(proof.behaviour.in_header()));
        return Ok(proof);
    }
    let own = build(&draft.project, &feature_arguments(options))?;
    let bench = run(&own, &["bench"], Vec::new())?;
    proof.behaviour = bench.signature().map_or(Behaviour::NoBench, Behaviour::Same);
    printed.text.prepend(&header(proof.behaviour.in_header()));
    let failed = |message: String| Error::Proof { message, text: Some(printed.text.text.clone()) };
    for (mode, shown) in [(Mode::Release, "-O"), (Mode::Debug, "debug")] {
        let (program, said) = draft.rustc.compile(&printed.text.text, draft.folder.path(), mode)?;
        let Some(program) = program.filter(|_| said.is_empty()) else {
            return Err(failed(render(&said, &printed.text, &printed.tokens, &draft.sources)));
        };
        if proof.behaviour != Behaviour::NoBench {
            let other = run(&program, &["bench"], Vec::new())?;
            compare("bench", shown, &bench, &other).map_err(failed)?;
        }
        // A debug program may be too slow for a transcript's clock.
        for transcript in options.transcripts.iter().filter(|_| mode == Mode::Release) {
            let input =
                std::fs::read(transcript).map_err(|error| Error::Io { path: transcript.clone(), error })?;
            let (mine, other) = (run(&own, &[], input.clone())?, run(&program, &[], input)?);
            compare(&transcript.display().to_string(), shown, &mine, &other).map_err(failed)?;
            proof.transcripts += 1;
        }
    }
    proof.compiled = true;
    Ok(proof)
}

/// Says where two runs differ.
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

fn feature_arguments(options: &Options) -> Vec<String> {
    let mut arguments: Vec<String> =
        options.features.iter().map(|feature| format!("--features={feature}")).collect();
    if options.all_features {
        arguments.push("--all-features".into());
    }
    if options.no_default_features {
        arguments.push("--no-default-features".into());
    }
    arguments
}
