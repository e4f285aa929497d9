//! `ladder league`: leagues with bosses, as on CodinGame.

use std::path::{Path, PathBuf};

use arena::cli::{BotArguments, Done, LimitArguments, Usage, WorkerArguments};
use arena::files;
use arena::matches::pairs;
use arena::play::bots::BotSpec;
use arena::show::page::{self, Member, Report, Standing, Version};
use arena::{complain, say};
use ladder::course::check::{check, Finding};
use ladder::league::{
    score, EnteredBot, Entrant, FaultyGame, Founding, HeadToHead, League, LostEveryGame, Meeting, Outcome,
    PlacementObserver, Rules, Seat, Store, SCHEMA,
};
use ladder::names::check_name;
use supervisor::process::Voided;
use supervisor::sandbox::Level;
use supervisor::stop::Stop;
use toolkit::commands::typed;
use toolkit::text::Visible;

/// The leagues from the lowest to the highest, with their usual bosses. `LEGEND` is the newest tagged version
/// of our own bot.
const LEAGUES: [(&str, &str); 6] = [
    ("Wood 2", "random"),
    ("Wood 1", "greedy"),
    ("Bronze", "mobility"),
    ("Silver", "uct:300"),
    ("Gold", "alphabeta:6"),
    ("Legend", LEGEND),
];
const LEGEND: &str = "newest tag";
/// Legend's boss if no version is tagged.
const UNTAGGED_LEGEND: &str = "outflank:playouts=2000";

/// The arguments of `ladder league`.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Creates leagues in a directory, a boss in each.
    Create(Create),
    /// Submits a bot: it plays its placement games and is promoted past each boss that it beats. Resumes a
    /// placement that was interrupted.
    Submit(Submit),
    /// Removes a bot, whose games remain.
    Remove {
        /// The league's directory.
        directory: PathBuf,
        /// The bot's name in the league.
        name: String,
    },
    /// Prints the standings of all leagues.
    Show(Show),
    /// Rebuilds the database from the events.
    Rebuild {
        /// The league's directory.
        directory: PathBuf,
    },
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
     \x20 outflank-ladder league create my-league")]
struct Create {
    /// The directory to create.
    directory: PathBuf,
    /// Replaces the boss of a league.
    #[arg(long, value_name = "LEAGUE=BOT", value_parser = parse_boss)]
    boss: Vec<(String, String)>,
    /// Meetings of a placement; a meeting is two games, colours swapped.
    #[arg(long, value_name = "N", default_value_t = 24)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=10_000))]
    meetings: u64,
    /// Seed of the openings and of the built-in bots.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    bots: BotArguments,
    #[command(flatten)]
    limits: LimitArguments,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
     \x20 outflank-ladder league submit my-league mybot.cpp --name mine")]
struct Submit {
    /// The league's directory.
    directory: PathBuf,
    /// A built-in bot, `git:REVISION`, a name from the bots file, a source or a command.
    bot: String,
    /// Its name in the league; a bot of that name is replaced [default: the bot's own name]
    #[arg(long)]
    name: Option<String>,
    #[command(flatten)]
    bots: BotArguments,
    #[command(flatten)]
    workers: WorkerArguments,
}

#[derive(Debug, clap::Args)]
struct Show {
    /// The league's directory.
    directory: PathBuf,
    /// Writes a page about everyone's games as well.
    #[arg(long, value_name = "OUT")]
    html: Option<PathBuf>,
}

fn parse_boss(text: &str) -> Result<(String, String), String> {
    let (league, bot) = text.split_once('=').ok_or("expected LEAGUE=BOT")?;
    if !LEAGUES.iter().any(|(name, _)| *name == league) {
        let names: Vec<&str> = LEAGUES.iter().map(|(name, _)| *name).collect();
        return Err(format!("no league is called `{league}`, only {}", names.join(", ")));
    }
    Ok((league.to_string(), bot.to_string()))
}

pub(crate) fn run(arguments: &Arguments, stop: &Stop) -> anyhow::Result<Done> {
    match &arguments.command {
        Command::Create(arguments) => run_create(arguments, stop),
        Command::Submit(submit) => run_submit(submit, stop),
        Command::Remove { directory, name } => {
            League::open(directory)?.remove(name)?;
            say!("{} is removed\n", Visible::line(name));
            Ok(Done::Well)
        }
        Command::Show(show) => run_show(show),
        Command::Rebuild { directory } => {
            let league = League::rebuild(directory)?;
            say!("{} meetings, {} bots\n", league.store().meetings()?, league.store().seats()?.len());
            Ok(Done::Well)
        }
    }
}

fn run_create(arguments: &Create, stop: &Stop) -> anyhow::Result<Done> {
    let mut leagues = Vec::new();
    for (name, usual) in LEAGUES {
        let chosen =
            arguments.boss.iter().rev().find(|(league, _)| league == name).map(|(_, bot)| bot.as_str());
        let boss = match chosen.unwrap_or(usual) {
            LEGEND => legend(&arguments.bots, stop)?,
            text => find(&arguments.bots, text, stop)?,
        };
        let title = format!("{name} boss {}", boss.name);
        let boss = EnteredBot::of(&boss, &title).map_err(Usage::from_error)?;
        leagues.push(Rules { name: name.to_string(), boss });
    }
    let limits = arguments.limits.limits(arguments.bots.protocol());
    let (meetings, seed) = (arguments.meetings, arguments.seed);
    let founding = Founding { schema: SCHEMA, leagues, meetings, seed, limits };
    let league = League::create(&arguments.directory, &founding)?;
    print_seats(&league.store().seats()?);
    Ok(Done::Well)
}

fn find(bots: &BotArguments, text: &str, stop: &Stop) -> anyhow::Result<BotSpec> {
    let [bot] = bots.find([text], stop)?;
    Ok(bot)
}

/// Our newest tagged version: only stronger versions are tagged, so it is the strongest.
fn legend(bots: &BotArguments, stop: &Stop) -> anyhow::Result<BotSpec> {
    let tags = std::process::Command::new("git").args(["tag", "--sort=-creatordate"]).output();
    let tags = tags.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    match tags.lines().next() {
        Some(tag) => find(bots, &format!("git:{tag}"), stop),
        None => find(bots, UNTAGGED_LEGEND, stop),
    }
}

fn run_submit(submit: &Submit, stop: &Stop) -> anyhow::Result<Done> {
    let mut league = League::open(&submit.directory)?;
    // First, so that no source is compiled and no bot replaced that cannot play here.
    league.isolate(submit.bots.level(Level::Strict));
    complain!("{}", league.sandbox().line().map_err(Usage::from_error)?);
    let bot = find(&submit.bots, &submit.bot, stop)?;
    let name = submit.name.clone().unwrap_or_else(|| bot.name.clone());
    let seats = league.store().seats()?;
    check_name(&name, seats.iter().map(|seat| seat.name.as_str()))?;
    let entered = EnteredBot::of(&bot, &name).map_err(Usage::from_error)?;
    let bot = bot.sandboxed(league.sandbox());
    let Finding { is_effective, text: finding, last_words } =
        check(&bot, &league.founding().limits, "", stop).map_err(Usage::from_error)?;
    if !is_effective {
        complain!("{}: {} does not enter: {}", typed(), Visible::line(&name), Visible::line(&finding));
        last_words.lines().for_each(|line| complain!("     stderr: {}", Visible::line(line)));
        return Ok(Done::BotFailed);
    }
    league.submit(&entered)?;
    let workers = submit.workers.workers();
    let mut teller = Teller { directory: submit.directory.clone(), told_absent: Vec::new() };
    match league.place(&name, &workers.cores, stop, &mut teller) {
        Err(error) if error.is::<LostEveryGame>() => {
            complain!("{}: {}: {error}", typed(), Visible::line(&name));
            return Ok(Done::BotFailed);
        }
        placed => placed.map_err(pairs::with_how_to_resume)?,
    };
    let seats = league.store().seats()?;
    if let Some(seat) = seats.iter().find(|seat| seat.name == name) {
        say!("{} is in {}\n", Visible::line(&name), Visible::line(&seat.league_name));
    }
    Ok(Done::Well)
}

/// Prints the progress of a placement.
struct Teller {
    /// The league's directory.
    directory: PathBuf,
    told_absent: Vec<String>,
}

impl PlacementObserver for Teller {
    fn started(&mut self, seat: &Seat, meetings: u64) {
        let (league, name) = (Visible::line(&seat.league_name), Visible::line(&seat.name));
        match 2 * seat.meetings {
            0 => say!("{league}: {name} plays {} placement games\n", 2 * meetings),
            mv => say!("{league}: {name} continues after {mv} of {} placement games\n", 2 * meetings),
        }
    }

    fn met(&mut self, seat: &Seat, meetings: &[Meeting]) {
        for (meeting, number) in meetings.iter().zip(seat.meetings + 1 - meetings.len() as u64..) {
            let points = f64::from(meeting.pair.half_points().iter().sum::<u8>()) / 2.0;
            let opponent = Visible::line(&meeting.opponent);
            say!("{number:>4}. {points} of 2 against {opponent} ({})\n", meeting.reason);
        }
        say!(
            "      score {:.2}, skill {:.2} +- {:.2}\n",
            score(&seat.rating),
            seat.rating.rating,
            seat.rating.uncertainty
        );
    }

    fn lost_by_fault(&mut self, game: &FaultyGame) {
        say!("      against {}: {}\n", Visible::line(&game.opponent), Visible::line(&game.fault));
        for line in &game.last_words {
            say!("        stderr: {}\n", Visible::line(line));
        }
    }

    fn voided(&mut self, opponent: &str, voided: &Voided) {
        complain!("{}: against {}: {voided}; it is played again", typed(), Visible::line(opponent));
    }

    fn absent(&mut self, member: &str, why: &str) {
        if !self.told_absent.iter().any(|told| told == member) {
            complain!("{}: warning: {} cannot play: {}", typed(), Visible::line(member), Visible::line(why));
            let directory = self.directory.to_string_lossy();
            let words = shell_words::join([&directory, member]);
            complain!("  it leaves by `{} league remove {}`", typed(), Visible::line(&words));
            self.told_absent.push(member.to_string());
        }
    }

    fn placed(&mut self, seat: &Seat, faced: &[HeadToHead], outcome: &Outcome) {
        for HeadToHead { opponent, meetings, results: [won, drawn, lost] } in faced {
            say!("  {meetings:>3} meetings with {}: +{won} ={drawn} -{lost}\n", Visible::line(opponent));
        }
        say!("{}: {outcome}\n\n", Visible::line(&seat.league_name));
    }
}

fn run_show(show: &Show) -> anyhow::Result<Done> {
    let store = League::look(&show.directory)?;
    let seats = store.seats()?;
    print_seats(&seats);
    if let Some(path) = &show.html {
        files::write(path, files::PAGE, page(&store, &seats, &show.directory)?.as_bytes())?;
    }
    Ok(Done::Well)
}

fn print_seats(seats: &[Seat]) {
    for league in seats.chunk_by(|a, b| a.league == b.league) {
        say!("{}\n", Visible::line(&league[0].league_name));
        for (rank, seat) in league.iter().enumerate() {
            say!(
                "{:>4}. {:>6.2}  {} ({})\n",
                rank + 1,
                score(&seat.rating),
                Visible::line(&seat.name),
                state(seat)
            );
        }
    }
}

/// A seat's line in the standings.
fn state(seat: &Seat) -> String {
    let Seat { rating, games, .. } = seat;
    let skill = format!("skill {:.2} +- {:.2}, {games} games", rating.rating, rating.uncertainty);
    match (seat.is_boss, &seat.outcome) {
        (true, _) => format!("boss, {skill}"),
        (_, Some(outcome)) => format!("{skill}; {outcome}"),
        (_, None) => format!("{skill}; not placed yet"),
    }
}

/// A page about everyone's games: ratings across all leagues, the crosstable, and the versions of bots that
/// were submitted again.
fn page(store: &Store, seats: &[Seat], directory: &Path) -> anyhow::Result<String> {
    let (entrants, table) = store.crosstable()?;
    let names: Vec<String> = entrants.iter().map(Entrant::to_string).collect();
    let facts =
        ["A league ranks its members by score: the mean of the skill less three deviations.".to_string()];
    let name = std::path::absolute(directory)?;
    let name = name.file_name().unwrap_or_default().to_string_lossy();
    let mut report = Report::of_crosstable(&format!("League {name}"), facts.to_vec(), &names, &table);
    report.leagues = seats.chunk_by(|a, b| a.league == b.league).map(standing).collect();
    report.versions = versions(&report, &entrants);
    Ok(page::report(&report)?)
}

/// The standing of one league, whose members these are.
fn standing(seats: &[Seat]) -> Standing {
    let member = |seat: &Seat| Member {
        name: seat.name.clone(),
        score: score(&seat.rating),
        skill: seat.rating.rating,
        deviation: seat.rating.uncertainty,
        games: seat.games,
        state: match (seat.is_boss, &seat.outcome) {
            (true, _) => "boss".to_string(),
            (_, Some(outcome)) => outcome.to_string(),
            (_, None) => "not placed yet".to_string(),
        },
    };
    Standing { name: seats[0].league_name.clone(), members: seats.iter().map(member).collect() }
}

/// The submissions of the bot that was submitted most often, if any was more than once.
fn versions(report: &Report, entrants: &[Entrant]) -> Vec<Version> {
    let newest = entrants.iter().max_by_key(|entrant| entrant.version).filter(|entrant| entrant.version > 1);
    let Some(newest) = newest else { return Vec::new() };
    let labels = entrants.iter().filter(|entrant| entrant.name == newest.name).map(Entrant::to_string);
    let players = labels.filter_map(|label| report.players.iter().find(|player| player.name == label));
    players
        .filter_map(|player| {
            Some(Version { name: player.name.clone(), elo: player.elo?, error: player.error })
        })
        .collect()
}
