//! `ladder simulate`: how well the rules rank participants of known strength.

use std::path::PathBuf;

use arena::cli::Done;
use arena::files;
use arena::show::chart::{figure, Axis, Chart, Mark, Series};
use ladder::course::simulation::{simulate, Plan, Report};
use toolkit::say;

/// The size of each chart, in pixels.
const CHART: (f64, f64) = (420.0, 320.0);

/// The arguments of `ladder simulate`.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Number of participants, all of whom take part from the first lap.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u16).range(2..))]
    participants: u16,
    /// Number of games.
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    games: u32,
    /// The standard deviation of the true strengths, in Elo.
    #[arg(long, value_name = "ELO", default_value_t = 250.0, value_parser = spread)]
    spread: f64,
    /// Seed of the strengths and results.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Writes charts to this file: ratings by strength, rank correlation over time, games a participant.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

fn spread(text: &str) -> Result<f64, String> {
    let spread: f64 = text.parse().map_err(|_| "expected a number".to_string())?;
    if (0.0..=10_000.0).contains(&spread) {
        Ok(spread)
    } else {
        Err("expected 0 to 10000".to_string())
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Done> {
    let &Arguments { participants, games, spread, seed, .. } = arguments;
    let plan = Plan { participants: usize::from(participants), games: games as usize, spread, seed };
    let report = simulate(&plan);
    print(&report);
    if let Some(path) = &arguments.svg {
        let charts = [agreement(&report), convergence(&report), fairness(&report)];
        files::write(path, files::CHART, figure(&charts, CHART.0, CHART.1).as_bytes())?;
    }
    Ok(Done::Well)
}

fn print(report: &Report) {
    let counts = report.game_counts();
    let mv =
        report.ladder.participants.iter().map(|participant| participant.results.games()).sum::<u32>() / 2;
    let median = f64::from(counts[(counts.len() - 1) / 2] + counts[counts.len() / 2]) / 2.0;
    say!("{} participants, {mv} games in {} laps\n", counts.len(), report.ladder.lap);
    say!("rank correlation of ratings and strengths (Spearman): {:.4}\n", report.spearman());
    say!(
        "games of one participant: fewest {}, median {median}, most {}; fewest / median {:.2}\n",
        counts[0],
        counts[counts.len() - 1],
        f64::from(counts[0]) / median.max(1.0)
    );
    say!("most meetings of two over the median of those who may meet: at most {:.1}\n", report.most_met());
}

fn agreement(report: &Report) -> Chart {
    let ratings = report.ladder.participants.iter().map(|participant| participant.rating);
    let points: Vec<[f64; 2]> = report.strengths.iter().zip(ratings).map(|(&x, y)| [x, y]).collect();
    let both = points.iter().flatten().copied();
    let (x, y) = (Axis::spanning("true strength", both.clone()), Axis::spanning("rating", both));
    let diagonal = Series {
        name: "rating = strength".into(),
        mark: Mark::Line,
        points: x.range.iter().map(|&end| [end, end]).collect(),
    };
    let dots = Series { name: "participants".into(), mark: Mark::Dots, points };
    Chart { title: "Ratings in the end".into(), x, y, series: vec![dots, diagonal] }
}

fn convergence(report: &Report) -> Chart {
    let count = report.strengths.len() as f64;
    let points: Vec<[f64; 2]> = report
        .checkpoints
        .iter()
        .map(|checkpoint| [2.0 * checkpoint.games as f64 / count, checkpoint.spearman])
        .collect();
    Chart {
        title: "Agreement with the true strengths".into(),
        x: Axis::spanning("games a participant", points.iter().map(|point| point[0]).chain([0.0])),
        y: Axis::spanning("rank correlation", points.iter().map(|point| point[1])),
        series: vec![Series { name: "Spearman".into(), mark: Mark::Line, points }],
    }
}

fn fairness(report: &Report) -> Chart {
    let games = report.ladder.participants.iter().map(|participant| f64::from(participant.results.games()));
    let points: Vec<[f64; 2]> = report.strengths.iter().zip(games).map(|(&x, y)| [x, y]).collect();
    Chart {
        title: "Games of each participant".into(),
        x: Axis::spanning("true strength", points.iter().map(|point| point[0])),
        y: Axis::spanning("games", points.iter().map(|point| point[1]).chain([0.0])),
        series: vec![Series { name: "participants".into(), mark: Mark::Dots, points }],
    }
}
