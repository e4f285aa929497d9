//! `ladder organise`: the organisers' decisions.

use arena::cli::{Done, Usage};
use ladder::course::store::{Decision, LadderState};
use toolkit::say;
use toolkit::text::Visible;

use super::DirArguments;

/// The arguments of `ladder organise`.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    directory: DirArguments,
    #[command(flatten)]
    action: Action,
}

/// One decision.
#[derive(Debug, clap::Args)]
#[group(required = true, multiple = false)]
struct Action {
    /// Takes no more programs by browser after this time in UTC, such as 2026-12-24T18:00.
    #[arg(long, value_name = "TIME")]
    until: Option<String>,
    /// Removes the deadline.
    #[arg(long)]
    no_deadline: bool,
    /// Starts no more games; those in progress end.
    #[arg(long)]
    pause: bool,
    /// Starts games again.
    #[arg(long)]
    resume: bool,
    /// Takes a participant out of the pairing; its games and its place stay.
    #[arg(long, value_name = "NAME")]
    retire: Option<String>,
    /// Brings a retired participant back.
    #[arg(long, value_name = "NAME")]
    reinstate: Option<String>,
    /// Gives a participant another name.
    #[arg(long, num_args = 2, value_names = ["NAME", "NEW"])]
    rename: Option<Vec<String>>,
    /// Has the source that a participant handed in last compiled and checked anew, by `serve --submissions`.
    #[arg(long, value_name = "NAME")]
    recheck: Option<String>,
    /// Prints whether the ladder is paused, the deadline, and who is retired.
    #[arg(long)]
    list: bool,
}

/// Records a decision.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Done> {
    let action = &arguments.action;
    if action.list {
        return list(arguments);
    }
    let decision = if let Some(time) = &action.until {
        Decision::Deadline(Some(Decision::parse_time(time)?))
    } else if action.no_deadline {
        Decision::Deadline(None)
    } else if let Some(name) = &action.retire {
        Decision::Retire(name.clone(), true)
    } else if let Some(name) = &action.reinstate {
        Decision::Retire(name.clone(), false)
    } else if let Some([name, new]) = action.rename.as_deref() {
        Decision::Rename(name.clone(), new.clone())
    } else if let Some(name) = &action.recheck {
        Decision::Recheck(name.clone())
    } else if action.pause || action.resume {
        Decision::Pause(action.pause)
    } else {
        return Err(Usage("name a decision".to_string()).into());
    };
    arguments.directory.open_to_write()?.decide(&decision)?;
    Ok(Done::Well)
}

fn list(arguments: &Arguments) -> anyhow::Result<Done> {
    let state = LadderState::load(&arguments.directory.open()?)?;
    say!("{}\n", if state.is_paused { "paused: no game starts" } else { "not paused" });
    match state.deadline_ms {
        Some(deadline_ms) => say!("deadline {}\n", super::show::time(deadline_ms)),
        None => say!("no deadline\n"),
    }
    for participant in state.ladder.participants.iter().filter(|participant| participant.is_retired) {
        say!("retired: {}\n", Visible::line(&participant.name));
    }
    Ok(Done::Well)
}
