//! The standings as a table for grading.

use anyhow::Context;

use super::state::{Participant, Results};
use super::store::LadderState;

/// The standings as CSV, the highest-rated first, with a line of headings.
///
/// # Errors
/// Never for a ladder that was loaded.
pub fn csv(state: &LadderState) -> anyhow::Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(["rank", "name", "rating", "games", "won", "drawn", "lost", "programs", "state"])?;
    for (rank, index) in (1..).zip(state.ladder.standings()) {
        let Participant { name, rating, results, versions, is_retired, .. } =
            &state.ladder.participants[index];
        let remark = match (is_retired, versions) {
            (true, _) => "retired",
            (_, 0) => "no effective program",
            _ => state.ladder.leagues().map_or("", |leagues| leagues.league_name(index)),
        };
        let Results { wins, draws, losses } = results;
        let rating = format!("{rating:.1}");
        let place: (i32, String, String) = (rank, as_text(name), rating);
        writer.serialize((place, results.games(), wins, draws, losses, versions, remark))?;
    }
    String::from_utf8(writer.into_inner().context("a table")?).context("a table")
}

/// A name that no spreadsheet takes for a formula.
fn as_text(name: &str) -> String {
    let is_formula = name.starts_with(['=', '+', '-', '@']);
    format!("{}{name}", if is_formula { "'" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_text_and_never_formulas() {
        let mut state = LadderState::default();
        for name in ["Ann, \"the\" first", "=1+1"] {
            state.ladder.add(name.to_string());
        }
        state.ladder.submit(0);
        let text = csv(&state).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "rank,name,rating,games,won,drawn,lost,programs,state");
        assert!(lines.contains(&"1,\"Ann, \"\"the\"\" first\",1500.0,0,0,0,0,1,"), "{text}");
        assert!(lines.contains(&"2,'=1+1,1500.0,0,0,0,0,0,no effective program"), "{text}");
    }
}
