//! `arena tune`: tunes constants of a bot by SPSA, with matches between two perturbed versions.

use std::path::{Path, PathBuf};

use supervisor::stop::Stop;
use toolkit::text::Visible;

use super::score_bar::progress_bar;
use super::text::print_how_to_resume;
use crate::cli::{read_openings, BotArguments, Done, LimitArguments, Usage, WorkerArguments};
use crate::files::{self, json_line, LineLog};
use crate::matches::openings;
use crate::matches::results::RunBot;
use crate::play::contestant::builtin::tunable;
use crate::show::chart::figure;
use crate::tuning::{
    self, Header, OwnBot, OwnHeader, Parameter, Schedule, Tuning, MAX_ITERATIONS, MAX_PAIRS,
};
use outflank::game::Game;
use toolkit::{complain, say};

/// The size of each chart, in pixels.
const CHART: (f64, f64) = (420.0, 300.0);

/// The arguments of `arena tune`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
     \x20 outflank-arena tune './mybot {C}' -p C=0.2..2@0.7 --log tune.jsonl\n\
     \x20 outflank-arena tune --report tune.jsonl --svg tune.svg")]
pub(crate) struct Arguments {
    #[command(flatten)]
    run: RunArguments,
    /// Reports on this log and plays nothing.
    #[arg(long, value_name = "LOG", conflicts_with_all = ["bot", "parameters", "log", "iterations", "pairs",
        "rate", "openings", "seed", "jobs", "no_affinity"])]
    report: Option<PathBuf>,
    /// Lists the constants that can be tuned, with their usual values, and plays nothing.
    #[arg(long, conflicts_with_all = ["bot", "parameters", "log", "iterations", "pairs", "rate", "openings",
        "seed", "jobs", "no_affinity", "report", "svg"])]
    constants: bool,
    /// Writes a chart of the constants' values by iteration to this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// The definition of a run and its log.
#[derive(Debug, clap::Args)]
struct RunArguments {
    /// Your bot's command with a placeholder for each constant (`./mybot --c {C}`), or a built-in bot without
    /// the constants: `outflank:playouts=N`, `outflank:ms=N`, `alphabeta:ms=N`.
    #[arg(required = true)]
    bot: Option<String>,
    /// A constant, its range and its start; STEP is the perturbation to both sides in the last iterations
    /// [default of STEP: a tenth of the range]
    #[arg(short, long = "parameter", value_name = "NAME=LOW..HIGH@START[:STEP]", required = true)]
    parameters: Vec<Parameter>,
    /// Log of the run, one line of JSON an iteration; an existing log is continued.
    #[arg(long, value_name = "FILE", required = true)]
    log: Option<PathBuf>,
    /// Number of iterations; perturbations and moves shrink towards the last one.
    #[arg(long, value_name = "N", default_value_t = 1000,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_ITERATIONS)))]
    iterations: u32,
    /// Pairs of games an iteration.
    #[arg(long, value_name = "N", default_value_t = 4,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_PAIRS)))]
    pairs: u32,
    /// Steps that a constant moves for each game won, in the last iterations [default: 80 / games, at most
    /// 0.1]
    #[arg(long, value_name = "STEPS")]
    rate: Option<f64>,
    /// File of openings: transcripts, one a line [default: the arena's set for tuning]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Seed of the perturbations, of the order of the openings and of built-in bots at fixed work.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    bots: BotArguments,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    workers: WorkerArguments,
}

/// Tunes, or reports on an earlier run.
pub(crate) fn run(arguments: &Arguments, stop: &Stop) -> anyhow::Result<Done> {
    if arguments.constants {
        return Ok(list_constants());
    }
    if let Some(path) = &arguments.svg {
        files::check_output(path, files::CHART)?;
    }
    let (tuning, outcome) = match (&arguments.report, &arguments.run.bot, &arguments.run.log) {
        (Some(log), ..) => (Tuning::read(log).map_err(Usage::from_content)?, Ok(())),
        (None, Some(bot), Some(log)) => arguments.run.tune(bot, log, stop)?,
        _ => return Err(Usage("a bot and a log are needed".into()).into()),
    };
    print(&tuning);
    if let Some(path) = &arguments.svg {
        files::write(path, files::CHART, figure(&tuning::charts(&tuning), CHART.0, CHART.1).as_bytes())?;
    }
    outcome.map(|()| Done::Well)
}

/// Prints every bot that has constants, and their usual values.
fn list_constants() -> Done {
    for (bot, constants) in tunable() {
        say!("{bot}\n");
        for (name, usual) in constants {
            say!("  {name:20} usually {usual}\n");
        }
    }
    say!("for example: arena tune outflank:playouts=200 -p exploration=0.2..2@0.65 --log tune.jsonl\n");
    Done::Well
}

impl RunArguments {
    /// Plays the missing iterations and returns the report, also if the run was interrupted.
    fn tune(&self, bot: &str, log: &Path, stop: &Stop) -> anyhow::Result<(Tuning, anyhow::Result<()>)> {
        let openings = openings_for_tuning(self.openings.as_ref())?;
        let own = self.own_bot(bot, stop)?;
        let mut header = self.header(bot, &openings);
        if let Some(OwnBot { bot, limits }) = &own {
            header.own = Some(OwnHeader { bot: RunBot::of(bot)?, limits: *limits });
        }
        let (mut log, mut tuning) = open(log, header)?;
        let workers = self.workers.workers();
        let bar = progress_bar(tuning.finished(), tuning.header.schedule.iterations, "iterations");
        bar.set_message(message(&tuning));
        let mut play = || -> anyhow::Result<()> {
            while let Some(contest) = tuning.contest() {
                let half_points =
                    contest.play(own.as_ref(), &openings, &workers.cores, stop, &mut |fault| {
                        bar.suspend(|| complain!("{}", Visible::line(fault)));
                    })?;
                let iteration = tuning.outcome(half_points);
                log.append(&json_line(&iteration)?)?;
                tuning.iterations.push(iteration);
                bar.set_message(message(&tuning));
                bar.inc(1);
            }
            Ok(())
        };
        let outcome = play();
        bar.finish_and_clear();
        print_how_to_resume(&outcome);
        Ok((tuning, outcome))
    }

    /// The bot, if it is a program.
    fn own_bot(&self, bot: &str, stop: &Stop) -> anyhow::Result<Option<OwnBot>> {
        if !tuning::has_placeholders(bot, &self.parameters) {
            return Ok(None);
        }
        let [found] = self.bots.find([bot], stop)?;
        self.bots.report_sandbox([&found])?;
        Ok(Some(OwnBot { bot: found, limits: self.limits.limits(self.bots.protocol) }))
    }

    fn header(&self, bot: &str, openings: &[Game]) -> Header {
        let (iterations, pairs) = (u64::from(self.iterations), u64::from(self.pairs));
        let rate = self.rate.unwrap_or_else(|| Schedule::usual_rate(2 * pairs * iterations));
        Header {
            schema: tuning::SCHEMA,
            bot: bot.to_string(),
            parameters: self.parameters.clone(),
            schedule: Schedule { iterations, rate },
            pairs,
            seed: self.seed,
            openings: tuning::hash_of(openings, self.seed),
            own: None,
        }
    }
}

/// The openings for tuning; those of matches are refused.
fn openings_for_tuning(path: Option<&PathBuf>) -> anyhow::Result<Vec<Game>> {
    let Some(path) = path else { return openings::for_tuning() };
    let openings = read_openings(path)?;
    if let Some(shared) = openings::first_shared(&openings, &openings::own()?) {
        let shared = shared.transcript();
        let why = "matches judge by it, or by its mirror image";
        return Err(Usage(format!("{}: `{shared}` is no opening to tune by: {why}", path.display())).into());
    }
    Ok(openings)
}

/// Creates a log, or resumes that of the same run.
fn open(path: &Path, header: Header) -> anyhow::Result<(LineLog, Tuning)> {
    let new = Tuning::new(header).map_err(Usage::from_error)?;
    let opened = files::resume(path, &files::TUNING, &new.header, |text| {
        let known = Tuning::parse(text)?;
        known.iter().try_for_each(|known| known.expect_same(&new.header))?;
        Ok(known)
    });
    let (log, known) = opened.map_err(Usage::from_content)?;
    Ok((log, known.unwrap_or(new)))
}

/// The constants' current values.
fn message(tuning: &Tuning) -> String {
    let constants = tuning.header.parameters.iter().zip(tuning.values());
    constants.map(|(parameter, value)| format!("{} {value:.3}  ", Visible::line(&parameter.name))).collect()
}

fn print(tuning: &Tuning) {
    let planned = tuning.header.schedule.iterations;
    say!("{} of {planned} iterations, {} games\n", tuning.finished(), tuning.games());
    say!("{:20} {:>12} {:>8} {:>8} {:>9} {:>8}\n", "constant", "range", "start", "step", "result", "+-");
    for row in tuning::rows(tuning) {
        let parameter = &row.parameter;
        let range = format!("{}..{}", parameter.low, parameter.high);
        let (name, start, step) =
            (Visible::line(&parameter.name).to_string(), parameter.start, parameter.step);
        say!("{name:20} {range:>12} {start:>8} {step:>8.3} {:>9} {:>8.3}\n", row.result, row.spread);
    }
    say!("result: mean over the last quarter of the iterations; +-: standard deviation there\n");
    say!("{}\n", Visible::line(&tuning::tuned_bot(tuning)));
}
