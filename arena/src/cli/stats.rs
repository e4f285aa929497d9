//! `arena stats`: log-likelihood ratio and Elo with its interval, for given counts.

use crate::cli::{Done, Usage};
use crate::say;
use crate::stats::{Decision, Scores, Sprt, SprtProgress};

/// The largest count: sums of five of them are exact enough for every digit that is shown.
const MOST: u64 = 1_000_000_000_000;

/// The arguments of `arena stats`.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Pairs of games by their points: lost both, lost and drew, drew both or won one, won and drew, won
    /// both. Or single games: lost, drawn, won.
    #[arg(value_name = "LL,LD,DD,WD,WW|L,D,W", value_delimiter = ',', required = true)]
    counts: Vec<u64>,
    /// Tests H1 against H0 at these bounds of normalised Elo.
    #[arg(long, value_name = "H0,H1", value_delimiter = ',', num_args = 1, allow_hyphen_values = true)]
    nelo: Vec<f64>,
    /// Probability of accepting H1 wrongly.
    #[arg(long, default_value_t = 0.05)]
    alpha: f64,
    /// Probability of accepting H0 wrongly.
    #[arg(long, default_value_t = 0.05)]
    beta: f64,
}

/// The estimate from counts of pairs or of games.
struct Estimate {
    unit: &'static str,
    count: u64,
    score: f64,
    elo: String,
    superiority: f64,
}

/// Prints the statistics of the counts.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Done> {
    if let Some(count) = arguments.counts.iter().find(|&&count| count > MOST) {
        return Err(Usage(format!(
            "a count is at most {MOST}, not {count}: beyond it the digits shown are lost"
        ))
        .into());
    }
    let test = test(arguments)?;
    let nothing = || Usage("all counts are 0".to_string());
    let (estimate, progress) = match *arguments.counts {
        [ll, ld, dd, wd, ww] => {
            let pairs = [ll, ld, dd, wd, ww];
            let scores = Scores::of(pairs).ok_or_else(nothing)?;
            (estimate(scores), test.map(|test| test.after_pairs(pairs)))
        }
        [lost, drawn, won] => {
            let games = [lost, drawn, won];
            let scores = Scores::of(games).ok_or_else(nothing)?;
            (estimate(scores), test.map(|test| test.after_games(games)))
        }
        _ => return Err(Usage("give 5 counts of pairs or 3 counts of games".to_string()).into()),
    };
    print(&estimate, progress.as_ref());
    Ok(Done::Well)
}

fn test(arguments: &Arguments) -> anyhow::Result<Option<Sprt>> {
    match *arguments.nelo {
        [] => Ok(None),
        [elo0, elo1] => {
            let test = Sprt::new(elo0, elo1, arguments.alpha, arguments.beta);
            Ok(Some(test.map_err(Usage::from_error)?))
        }
        _ => Err(Usage("--nelo takes two bounds, such as 0,5".to_string()).into()),
    }
}

fn estimate<const N: usize>(scores: Scores<N>) -> Estimate {
    Estimate {
        unit: scores.unit(),
        count: scores.count,
        score: scores.mean,
        elo: scores.elo_text(4),
        superiority: scores.superiority(),
    }
}

fn print(estimate: &Estimate, progress: Option<&SprtProgress>) {
    let Estimate { unit, count, score, elo, superiority } = estimate;
    say!("{count} {unit}, score {:.3} %\n", 100.0 * score);
    say!("{elo}\n");
    say!("likelihood of superiority {:.3} %\n", 100.0 * superiority);
    if let Some(progress) = progress {
        let decision = match progress.decision() {
            Some(Decision::H1) => "H1 accepted",
            Some(Decision::H0) => "H0 accepted",
            None => "undecided",
        };
        let SprtProgress { llr, lower, upper } = progress;
        say!("LLR {llr:.10}, bounds {lower:.4} and {upper:.4}: {decision}\n");
    }
}
