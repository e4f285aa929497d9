//! Short runs for the tests of results.

use std::ops::ControlFlow;
use std::path::Path;

use supervisor::stop::Stop;

use super::{Header, Journal, PairLine};
use crate::matches::openings;
use crate::matches::pairs::{self, Plan};
use crate::play::bots::BotSpec;
use crate::play::limits::Limits;

pub(super) fn plan(second: &str, seed: u64) -> Plan {
    let bots = ["random", second].map(|name| BotSpec::parse(name).unwrap());
    Plan::new(bots, openings::parse("f5d6c3\nf5f6e6\n").unwrap(), seed, Limits::CODINGAME)
}

pub(super) fn pairs(plan: &Plan, indices: std::ops::Range<u64>) -> Vec<PairLine> {
    let mut pairs = Vec::new();
    pairs::run(plan, indices, &[None], &Stop::new().unwrap(), &mut |finished| {
        pairs.extend(finished.iter().map(PairLine::from));
        Ok(ControlFlow::Continue(()))
    })
    .unwrap();
    pairs
}

/// A results file with a header and these pairs.
pub(super) fn write(path: &Path, plan: &Plan, pairs: &[PairLine]) {
    let (mut journal, _) = Journal::open(path, &Header::of(plan).unwrap()).unwrap();
    journal.append(pairs).unwrap();
}

pub(super) fn error_of<T: std::fmt::Debug>(result: anyhow::Result<T>) -> String {
    format!("{:#}", result.unwrap_err())
}
