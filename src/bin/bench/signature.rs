//! `bench signature`: the number that changes with the engine's behaviour.

use std::io::Write;

use crate::outcome::{Outcome, Problem};

pub(crate) fn run(arguments: &[String], json: bool) -> Result<Outcome, Problem> {
    if let Some(argument) = arguments.first() {
        return Err(Problem::Usage(format!("signature: unexpected argument `{argument}`")));
    }
    let signature = outflank::bench::signature();
    let mut out = std::io::stdout().lock();
    if json {
        writeln!(out, r#"{{"signature":{signature}}}"#)?;
    } else {
        writeln!(out, "signature {signature}")?;
    }
    Ok(Outcome::Right)
}
