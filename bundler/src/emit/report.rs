//! The report of a run, as text or JSON.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use serde_json::json;

use crate::bundle::Bundle;
use crate::prove::{Behaviour, Proof};

/// The report as one JSON object.
pub fn json(bundle: &Bundle, output: &Path, max_units: usize) -> String {
    let report = json!({
        "output": output.to_string_lossy(),
        "package": bundle.package.0,
        "version": bundle.package.1,
        "bin": bundle.bin,
        "level": bundle.level,
        "size": bundle.size,
        "max_units": max_units,
        "within": bundle.size.units <= max_units,
        "renamed": bundle.renamed,
        "conflicts": bundle.conflicts,
        "modules": bundle.shares,
        "proof": bundle.proof,
        "notes": bundle.notes,
    });
    format!("{report:#}")
}

/// The table of what each module and each class of them takes.
pub fn table(bundle: &Bundle) -> String {
    let mut out = String::new();
    let mut rows: Vec<(String, &str, usize)> = Vec::new();
    let mut classes: BTreeMap<(bool, &str), usize> = BTreeMap::new();
    for share in &bundle.shares {
        rows.push((share.module.clone(), &share.class, share.size.units));
        // Data first.
        *classes.entry((share.class == "code", &share.class)).or_default() += share.size.units;
    }
    rows.extend(classes.into_iter().map(|((_, class), units)| (format!("all {class}"), "", units)));
    let width = rows.iter().map(|(name, ..)| name.chars().count()).max().unwrap_or(0).max(6);
    let _ = writeln!(out, "{:width$}  {:>8}  {:>6}  class", "module", "units", "share");
    for (name, class, units) in rows {
        let share = 100.0 * units as f64 / bundle.size.units.max(1) as f64;
        let _ = writeln!(out, "{name:width$}  {:>8}  {share:>5.1}%  {class}", grouped(units));
    }
    out
}

/// The report as text: the total, the proof, the time and the next step.
pub fn text(bundle: &Bundle, output: &Path, max_units: usize, took: Duration) -> String {
    let mut out = String::new();
    let size = bundle.size;
    let verdict = if size.units <= max_units { "within" } else { "OVER" };
    let _ = writeln!(
        out,
        "{}: level {}, {} units, {verdict} {} ({} scalars, {} bytes)",
        output.display(),
        u8::from(bundle.level),
        grouped(size.units),
        grouped(max_units),
        grouped(size.scalars),
        grouped(size.bytes)
    );
    if !bundle.conflicts.is_empty() {
        let list: Vec<String> =
            bundle.conflicts.iter().map(|one| format!("{} (`{}`)", one.module, one.name)).collect();
        let _ =
            writeln!(out, "modules that stay for a name with other meanings elsewhere: {}", list.join(", "));
    }
    out.push_str(&proof_text(&bundle.proof));
    let next = if size.units <= max_units {
        "next: paste that file into the site's editor"
    } else {
        "next: make it smaller"
    };
    let not_compared = bundle.proof.not_compared().map_or_else(String::new, |what| format!("{what}; "));
    let _ = writeln!(out, "{:.1} s; {not_compared}{next}", took.as_secs_f64());
    out
}

fn proof_text(proof: &Proof) -> String {
    if !proof.compiled {
        return String::new();
    }
    let seconds =
        proof.compile_seconds.map_or_else(String::new, |seconds| format!(" ({seconds:.1} s of CPU time)"));
    let mut out = format!(
        "compiles{}, -O{seconds} and debug: {}\n",
        if proof.warnings.is_empty() { " without a warning" } else { " with the package's own warnings" },
        proof.rustc
    );
    if let Behaviour::Same(signature) = &proof.behaviour {
        let debug = if proof.debug_compared { " and bundle debug" } else { "" };
        let _ = writeln!(out, "bench signature {signature}: package, bundle -O{debug} agree");
    }
    if proof.transcripts > 0 {
        let _ = writeln!(out, "{} transcripts answered alike", proof.transcripts);
    }
    out
}

/// A number with a comma every three digits.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
