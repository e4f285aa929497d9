//! `arena stats`: log-likelihood ratio and Elo with its interval, for given counts.

use crate::cli::{Done, Usage};
use crate::stats::{Decision, Scores, Sprt, SprtProgress};
use toolkit::say;

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

/// Prints the statistics of the counts.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Done> {
    if let Some(count) = arguments.counts.iter().find(|&&count| count > MOST) {
        return Err(Usage(format!(
            "a count is at most {MOST}, not {count}: beyond it the digits shown are lost"
        ))
        .into());
    }
    let test = test(arguments)?;
    if let Ok(pairs) = <[u64; 5]>::try_from(&*arguments.counts) {
        print(pairs, test.map(|test| test.after_pairs(pairs)))
    } else if let Ok(games) = <[u64; 3]>::try_from(&*arguments.counts) {
        print(games, test.map(|test| test.after_games(games)))
    } else {
        Err(Usage("give 5 counts of pairs or 3 counts of games".to_string()).into())
    }
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

fn print<const N: usize>(counts: [u64; N], progress: Option<SprtProgress>) -> anyhow::Result<Done> {
    let scores = Scores::of(counts).ok_or_else(|| Usage("all counts are 0".to_string()))?;
    say!("{} {}, score {:.3} %\n", scores.count, scores.unit(), 100.0 * scores.mean);
    say!("{}\n", scores.elo_text(4));
    say!("likelihood of superiority {:.3} %\n", 100.0 * scores.superiority());
    if let Some(progress) = progress {
        let decision = match progress.decision() {
            Some(Decision::H1) => "H1 accepted",
            Some(Decision::H0) => "H0 accepted",
            None => "undecided",
        };
        let SprtProgress { llr, lower, upper } = progress;
        say!("LLR {llr:.10}, bounds {lower:.4} and {upper:.4}: {decision}\n");
    }
    Ok(Done::Well)
}
