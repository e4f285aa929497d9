//! `ladder run`: pairs participants, plays games and prints a line a game.

use std::time::Duration;

use anyhow::Context;
use arena::cli::{Done, SandboxArguments, Usage, WorkerArguments};
use clap::ValueEnum;
use ladder::course::game::{play_job, Remote};
use ladder::course::runner::{self, Ended, Event, Plan};
use ladder::course::store::{GameRow, LadderState};
use ladder::league::Leagues;
use supervisor::stop::Stop;
use toolkit::commands::typed;
use toolkit::text::Visible;
use toolkit::{complain, say};

use super::directory::DirArguments;

/// The arguments of `ladder run`.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    directory: DirArguments,
    #[command(flatten)]
    plan: Plan,
    /// Plays each game as `COMMAND outflank-ladder play-game`, on machines that see the ladder's folder under
    /// the same path: `srun -n1 -c1`, `ssh host`. `-j` says how many at once.
    #[arg(long, value_name = "COMMAND")]
    on: Option<String>,
    /// Time limit of a game with `--on`, the wait for a machine included, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 900, requires = "on")]
    game_seconds: u64,
    #[command(flatten)]
    sandbox: SandboxArguments,
    #[command(flatten)]
    workers: WorkerArguments,
}

/// The arguments of `ladder play-game`.
#[derive(Debug, clap::Args)]
pub(crate) struct PlayGameArguments {
    #[command(flatten)]
    sandbox: SandboxArguments,
}

/// Plays the game of a job and prints its report.
pub(crate) fn play_game(arguments: &PlayGameArguments, stop: &Stop) -> anyhow::Result<Done> {
    let report = play_job(&mut std::io::stdin().lock(), arguments.sandbox.sandbox, stop)?;
    say!("{report}\n");
    Ok(Done::Well)
}

impl Arguments {
    /// Other processes that play the games.
    fn remote(&self) -> anyhow::Result<Option<Remote>> {
        let Some(on) = &self.on else { return Ok(None) };
        let words = shell_words::split(on).with_context(|| format!("the command `{}`", Visible::line(on)));
        let mut command = words.map_err(Usage::from_error)?;
        let program = std::env::current_exe().context("the path of this program")?;
        let program = program.into_os_string().into_string();
        command.push(program.ok().context("the path of this program is not UTF-8")?);
        let level = self.sandbox.sandbox.to_possible_value();
        let level = level.map(|level| level.get_name().to_string()).unwrap_or_default();
        command.extend(["play-game".to_string(), "--sandbox".to_string(), level]);
        Ok(Some(Remote { command, time: Duration::from_secs(self.game_seconds) }))
    }
}

/// Runs the ladder and prints its events.
pub(crate) fn run(arguments: &Arguments, stop: &Stop) -> anyhow::Result<Done> {
    let mut store = arguments.directory.open_to_write()?;
    let sandbox = arguments.directory.sandbox(arguments.sandbox.sandbox);
    // A damaged database is reported by the run itself.
    if store.has_programs().unwrap_or(false) {
        complain!("{}", sandbox.line().map_err(Usage::from_error)?);
    }
    let plan = Plan { sandbox, remote: arguments.remote()?, ..arguments.plan.clone() };
    // Who plays elsewhere needs no cores here.
    let workers = plan.remote.is_none().then(|| arguments.workers.workers());
    let cores =
        workers.as_ref().map_or(vec![None; arguments.workers.jobs()], |workers| workers.cores.clone());
    let ended = runner::run(&mut store, &plan, &cores, stop, &mut |ladder_state, event| match event {
        Event::Finished(id, game) => print_game(ladder_state, id, game),
        Event::Withheld(participant, error) => {
            let name = &ladder_state.ladder.participants[participant].name;
            complain!("{}: {} sits out until its next submission: {error:#}", typed(), Visible::line(name));
        }
        Event::Voided(voided) => complain!("{}: {voided}; the two meet again", typed()),
        Event::Waiting => {
            complain!("{}: {}; waiting for submissions", typed(), nobody(ladder_state.ladder.leagues()))
        }
    })?;
    match ended {
        Ended::Played => {}
        Ended::Stable => say!("the standings are stable\n"),
        Ended::NobodyMayMeet => say!("{}\n", nobody(store.leagues.as_ref())),
    }
    Ok(Done::Well)
}

fn print_game(ladder_state: &LadderState, id: u64, game: &GameRow) {
    if let Some(leagues) = ladder_state.ladder.leagues() {
        return print_meeting(ladder_state, leagues, id, game);
    }
    let names =
        game.pairing.participants.map(|participant| &ladder_state.ladder.participants[participant].name);
    let [first, second] = [0, 1].map(|seat: usize| {
        let (before, after) = (game.change.before[seat], game.change.after[seat]);
        format!("{after:.1} ({:+.1})", after - before)
    });
    say!(
        "game {id}, lap {}: {} {} : {} {}  {first}  {second}\n",
        game.pairing.lap,
        Visible::line(names[0]),
        game.points_of(0),
        game.points_of(1),
        Visible::line(names[1])
    );
}

/// Prints a meeting of a placement, and its outcome if it was the last one.
fn print_meeting(state: &LadderState, leagues: &Leagues, id: u64, game: &GameRow) {
    let names = game.pairing.participants.map(|index| &state.ladder.participants[index].name);
    let [name, opponent] = names.map(|name| Visible::line(name));
    let (number, meetings) = (game.pairing.lap, leagues.rules.meetings);
    let league = Visible::line(leagues.league_of_game(id)).to_string();
    let (points, score) = (game.points_of(0), game.change.after[0]);
    say!("{league}: {name} {number}/{meetings}: {points} of 2 against {opponent}");
    leagues.latest_reason.iter().for_each(|reason| say!(" ({reason})"));
    say!(", score {score:.2}\n");
    if let Some(last) = leagues.placements.last().filter(|last| last.game as u64 == id) {
        say!("{league}: {name} {}\n", last.outcome);
    }
}

/// Why no game starts.
fn nobody<T>(leagues: Option<T>) -> &'static str {
    leagues.map_or("no two may meet", |_| "everybody is placed")
}
