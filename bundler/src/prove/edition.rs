//! Crates of another edition than the bundle's: rustc's own lints name the places whose meaning the editions
//! change.

use std::collections::BTreeSet;
use std::path::Path;

use crate::emit::print::by_line;
use crate::error::{Error, Place, Result};
use crate::options::Options;
use crate::prove::rustc::{Diagnostic, Level, Mode, Rustc};
use crate::read::cargo::{build, Request};
use crate::read::project::{Project, Unit};
use crate::read::source::Sources;
use crate::token::{Origin, Token};

/// Editions that rustc knows.
const EDITIONS: [u32; 4] = [2015, 2018, 2021, 2024];

/// Lints of the 2024 group that name a change of meaning; the others ask for clearer words only.
const CHANGES_OF_2024: &str = "boxed_slice_into_iter dependency_on_unit_never_type_fallback if_let_rescope \
    impl_trait_overcaptures never_type_fallback_flowing_into_unsafe rust_2024_prelude_collisions \
    tail_expr_drop_order";

/// At most this many differences are listed.
const MAX_LISTED: usize = 20;

/// The places whose meaning the bundle's edition changes.
#[derive(Debug, Default)]
pub(crate) struct Differences {
    /// One sentence a place.
    pub lines: Vec<String>,
}

impl Differences {
    /// Which crates are of another edition; none if all are of the bundle's.
    fn heading(project: &Project, edition: u32) -> Option<String> {
        let others: BTreeSet<String> = project
            .units
            .iter()
            .filter(|unit| unit.edition != edition)
            .map(|unit| format!("`{}` is of edition {}", unit.name, unit.edition))
            .collect();
        let crates = others.into_iter().collect::<Vec<_>>().join(", ");
        (!crates.is_empty()).then(|| format!("crate {crates}; the bundle is compiled as {edition}"))
    }

    /// A note for the user of a bundle that compiles all the same.
    pub(crate) fn note(&self, project: &Project, edition: u32) -> Option<String> {
        let heading = Self::heading(project, edition)?;
        Some(match &self.listed()[..] {
            "" => format!("{heading}: no place changes its meaning"),
            list => format!("{heading}, which changes the meaning of these places:\n{list}"),
        })
    }

    /// `error` with the differences between the editions, which may be its cause; the error of the package's
    /// own build if that fails, too.
    pub(crate) fn explain(&self, error: Error, project: &Project, options: &Options) -> Error {
        let edition = options.edition;
        let Some(heading) = Self::heading(project, edition) else {
            return match error {
                Error::Source { place, message } if edition == 2015 => Error::Source {
                    place,
                    message: format!(
                        "{message}: the bundler reads no syntax that only edition 2015 has (a later keyword \
                         as a name, a parameter without a name); `cargo fix --edition` rewrites it"
                    ),
                },
                other => other,
            };
        };
        let request = Request { folder: Some("edition"), check: true, ..Request::default() };
        if let Err(own @ Error::Proof { .. }) = build(project, options, &request) {
            return own;
        }
        let own = project.units.last().map_or(edition, |unit| unit.edition);
        let mut way_out = format!(
            "{heading}. Pass --edition {own} if the site allows it, or change the source so that \
             both editions take it alike (`cargo fix --edition` does for an older one)"
        );
        let list = self.listed();
        if !list.is_empty() {
            way_out += &format!(":\n{list}");
        }
        match error {
            Error::Source { place, message } if list.is_empty() => {
                Error::Usage(format!("{way_out}:\n  {place}: {message}"))
            }
            Error::Source { .. } => Error::Usage(way_out),
            Error::Proof { message, text } => Error::Proof { message: format!("{message}\n{way_out}"), text },
            other => other,
        }
    }

    fn listed(&self) -> String {
        let mut text = self.lines[..self.lines.len().min(MAX_LISTED)].join("\n");
        if self.lines.len() > MAX_LISTED {
            text += &format!("\n... and {} more", self.lines.len() - MAX_LISTED);
        }
        text
    }
}

/// Checks the requested edition, and lists what changes for crates of older ones, before parsing.
///
/// # Errors
/// No such edition, one that the crates' module paths do not fit, or cargo fails.
pub(crate) fn of_older_crates(project: &Project, options: &Options) -> Result<Differences> {
    let edition = options.edition;
    if !EDITIONS.contains(&edition) {
        return Err(Error::Usage(format!(
            "there is no edition {edition}; there are 2015, 2018, 2021 and 2024"
        )));
    }
    let modules = project.units.len() > 1 + usize::from(project.lib.is_some());
    if edition == 2015 && (modules || project.units.iter().any(|unit| unit.edition != 2015)) {
        let message = "with --edition 2015 every crate must be of edition 2015, and none a dependency: \
                       paths of that edition start at a crate's root; move them to 2018 with \
                       `cargo fix --edition`";
        return Err(Error::Usage(message.into()));
    }
    let older = |unit: &&Unit| unit.edition < edition;
    let Some(oldest) = project.units.iter().filter(older).map(|unit| unit.edition).min() else {
        return Ok(Differences::default());
    };
    (options.progress)("asking cargo what the edition changes");
    let groups = EDITIONS.iter().filter(|&&year| oldest < year && year <= edition);
    let flags: String = groups.map(|year| format!("-Wrust-{year}-compatibility ")).collect();
    let request = Request { flags: Some(flags), folder: Some("edition"), check: true, ..Request::default() };
    let mut lines = BTreeSet::new();
    for warning in build(project, options, &request)?.warnings {
        if !is_compatibility(&warning) {
            continue;
        }
        let Some(span) = warning.spans.iter().find(|span| span.is_primary) else { continue };
        let (file, line, column) = (&span.file_name, span.line_start, span.column_start);
        let is_older = |unit: &Unit| {
            unit.edition < edition
                && unit.folder.join("src").starts_with(&project.workspace)
                && project.workspace.join(file).starts_with(&unit.folder)
        };
        if project.units.iter().any(is_older) || Path::new(file).is_absolute() {
            let text = format!("  {file}:{line}:{column}: {} ({})", warning.message, warning.code());
            lines.insert((file.clone(), line, column, text));
        }
    }
    Ok(Differences { lines: lines.into_iter().map(|(.., text)| text).collect() })
}

/// Whether a warning is of a group `rust-YEAR-compatibility` and names a change, not a matter of style.
fn is_compatibility(warning: &Diagnostic) -> bool {
    let text = warning.all_text();
    let later = text.contains("in Rust 20") || text.contains("edition!") || text.contains("Rust 2024");
    let of_2024 = text.contains("2024");
    later && (!of_2024 || CHANGES_OF_2024.split(' ').any(|lint| lint == warning.code()))
}

/// Adds what changes for crates of newer editions, from what rustc says about the whole program, `tokens`.
///
/// # Errors
/// rustc cannot be run, or does not take the program in the bundle's edition.
pub(crate) fn of_newer_crates(
    differences: &mut Differences,
    tokens: &[Token],
    project: &Project,
    rustc: &Rustc,
    sources: &Sources,
) -> Result<()> {
    if project.units.iter().all(|unit| unit.edition <= rustc.edition) {
        return Ok(());
    }
    let text = by_line(tokens);
    let (_, diagnostics) = rustc.compile(&text.text, Mode::CheckEdition2024)?;
    let of_newer = |origin: &Origin| {
        let path = &sources.file(origin.file).path;
        project.units.iter().any(|unit| unit.edition > rustc.edition && path.starts_with(&unit.folder))
    };
    let failed = diagnostics.iter().any(|one| one.level == Level::Error);
    for one in &diagnostics {
        let matters =
            one.level == Level::Error || !failed && CHANGES_OF_2024.split(' ').any(|lint| lint == one.code());
        let span = one.primary().next().filter(|_| matters);
        let origin = span.and_then(|span| tokens.get(text.at(span.byte_start))?.origin).filter(of_newer);
        let code = if one.code().is_empty() { String::new() } else { format!(" ({})", one.code()) };
        differences
            .lines
            .extend(origin.map(|origin| format!("  {}: {}{code}", sources.place(origin), one.message)));
    }
    if failed {
        let place = Place { path: project.workspace.clone(), line: 1, column: 1 };
        let message = "does not compile in the bundle's edition".into();
        return Err(Error::Source { place, message });
    }
    Ok(())
}
