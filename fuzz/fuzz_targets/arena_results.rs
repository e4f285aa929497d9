//! The arena's logs: results and tuning. Results whose moves say otherwise are refused.

#![no_main]

use arena::matches::results::Results;
use arena::tuning::Tuning;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(Some(results)) = Results::parse(bytes) {
        results.pairs.values().for_each(|pair| pair.check().expect("checked when read"));
    }
    let _ = Tuning::parse(bytes);
});
