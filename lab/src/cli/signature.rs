//! `outflank-bench signature`: the number that changes with the engine's behaviour.

use serde_json::json;

use super::output::{Outcome, Output};

pub(super) fn run(output: &mut Output<'_>) -> anyhow::Result<Outcome> {
    let signature = outflank::bench::signature();
    output.result(&format!("signature {signature}"), json!({ "signature": signature }))?;
    Ok(Outcome::Success)
}
