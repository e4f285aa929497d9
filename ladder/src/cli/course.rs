//! `ladder`: the course judge's ladder.

mod directory;
mod export;
mod init;
mod invite;
mod organise;
mod run;
mod show;
mod simulate;
mod submit;

use std::path::PathBuf;

use arena::cli::{Done, Usage};
pub(super) use directory::DirArguments;
use ladder::course::store::{Repaired, Store};
use supervisor::stop::Stop;
use toolkit::say;

/// The subcommands on a ladder.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// Creates a ladder of the course's rules, or leagues with bosses as on CodinGame.
    Init(init::Arguments),
    /// Submits a participant's program: its first, or an update.
    ///
    /// Programs come from strangers, so they are compiled, checked and run in a sandbox, where they see
    /// neither the network nor other programs, and no files but their own. A file or a source is copied into
    /// the ladder. A command runs where it was submitted and reads that folder: submit it from a folder that
    /// holds nothing else. With `--sandbox none` a program may do whatever you may.
    Submit(submit::Arguments),
    /// Invites participants to hand in by browser, and prints their links.
    Invite(invite::Arguments),
    /// Records a decision of the organisers: deadline, pause, participants.
    Organise(organise::Arguments),
    /// Pairs participants and plays games until stopped.
    Run(run::Arguments),
    /// Plays one game of `run --on`: its job comes from standard input, its report goes to standard output.
    PlayGame(run::PlayGameArguments),
    /// Prints the standings.
    Standings(show::StandingsArguments),
    /// Prints a participant's programs and games.
    History(show::HistoryArguments),
    /// Prints whether two participants may meet, or which rule forbids it.
    Why(show::WhyArguments),
    /// Prints every game with its moves as JSON, one a line.
    Export(DirArguments),
    /// Checks the database and replays all of its games.
    Verify(DirArguments),
    /// Rebuilds a damaged database from its games and keeps the damaged one.
    Repair(DirArguments),
    /// Copies a ladder to a new directory, also while it runs.
    Backup(BackupArguments),
    /// Simulates a ladder of participants of known strength and prints how well it ranks them.
    Simulate(simulate::Arguments),
}

/// The arguments of `ladder backup`.
#[derive(Debug, clap::Args)]
pub(crate) struct BackupArguments {
    #[command(flatten)]
    directory: DirArguments,
    /// The directory to create.
    #[arg(value_name = "TO")]
    to: PathBuf,
}

pub(crate) fn run(command: &Command, stop: &Stop) -> anyhow::Result<Done> {
    match command {
        Command::Init(arguments) => init::run(arguments, stop),
        Command::Submit(arguments) => submit::run(arguments, stop),
        Command::Invite(arguments) => invite::run(arguments),
        Command::Organise(arguments) => organise::run(arguments),
        Command::Run(arguments) => run::run(arguments, stop),
        Command::PlayGame(arguments) => run::play_game(arguments, stop),
        Command::Standings(arguments) => show::standings(arguments),
        Command::History(arguments) => show::history(arguments),
        Command::Why(arguments) => show::why(arguments),
        Command::Export(arguments) => export::run(arguments),
        Command::Verify(arguments) => verify(arguments),
        Command::Repair(arguments) => repair(arguments),
        Command::Backup(arguments) => backup(arguments),
        Command::Simulate(arguments) => simulate::run(arguments),
    }
}

fn repair(arguments: &DirArguments) -> anyhow::Result<Done> {
    let repaired = Store::repair(&arguments.directory).map_err(Usage::from_error)?;
    let Repaired { damaged, games, lost_games, lost_versions } = repaired;
    say!("{games} games rated anew, {lost_games} games and {lost_versions} submissions lost; ");
    say!("the damaged database is {}\n", damaged.display());
    Ok(Done::Well)
}

fn backup(arguments: &BackupArguments) -> anyhow::Result<Done> {
    arguments.directory.open()?.back_up(&arguments.to)?;
    say!("copied to {}\n", arguments.to.display());
    Ok(Done::Well)
}

fn verify(arguments: &DirArguments) -> anyhow::Result<Done> {
    let verified = arguments.open()?.verify()?;
    say!("{} participants, {} games: all is well\n", verified.participants, verified.games);
    Ok(Done::Well)
}
