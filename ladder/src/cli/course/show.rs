//! `ladder standings`, `history` and `why`.

use arena::cli::{Done, Usage};
use toolkit::say;

use anyhow::anyhow;
use jiff::tz::TimeZone;
use jiff::Timestamp;
use ladder::course::rating::Outcome;
use ladder::course::standings::csv;
use ladder::course::state::{Ladder, Participant};
use ladder::course::store::{GameRow, LadderState, Store, VersionRow};
use ladder::league::Leagues;
use toolkit::text::Visible;

use super::directory::DirArguments;

/// The arguments of `ladder standings`.
#[derive(Debug, clap::Args)]
pub(crate) struct StandingsArguments {
    #[command(flatten)]
    directory: DirArguments,
    /// Prints CSV with headings.
    #[arg(long)]
    csv: bool,
}

/// The arguments of `ladder history`.
#[derive(Debug, clap::Args)]
pub(crate) struct HistoryArguments {
    #[command(flatten)]
    directory: DirArguments,
    /// The participant.
    name: String,
}

/// The arguments of `ladder why`.
#[derive(Debug, clap::Args)]
pub(crate) struct WhyArguments {
    #[command(flatten)]
    directory: DirArguments,
    /// One participant.
    a: String,
    /// The other; without it, the command checks whether anybody may meet the first.
    b: Option<String>,
}

/// Prints all participants by rating, the highest first.
pub(crate) fn standings(arguments: &StandingsArguments) -> anyhow::Result<Done> {
    let state = LadderState::load(&arguments.directory.open()?)?;
    if arguments.csv {
        say!("{}", csv(&state)?);
        return Ok(Done::Well);
    }
    if let Some(leagues) = state.ladder.leagues() {
        print_leagues(&state.ladder, leagues);
        return Ok(Done::Well);
    }
    let ladder = state.ladder;
    say!("       rating  games    won  drawn   lost  streak  name\n");
    for (rank, participant) in (1..).zip(ladder.standings()) {
        let Participant { name, rating, results, win_streak, .. } = &ladder.participants[participant];
        say!(
            "{rank:>4}  {rating:>7.1}  {:>5}  {:>5}  {:>5}  {:>5}  {win_streak:>6}  {}{}\n",
            results.games(),
            results.wins,
            results.draws,
            results.losses,
            Visible::line(name),
            remark(&ladder.participants[participant])
        );
    }
    Ok(Done::Well)
}

/// Prints the members of each league, the highest first.
fn print_leagues(ladder: &Ladder, leagues: &Leagues) {
    for (league, members) in leagues.members(&ladder.standings(), &ladder.participants) {
        say!("{}\n", Visible::line(league));
        for (rank, (index, seat)) in (1..).zip(members) {
            let Participant { name, rating, .. } = &ladder.participants[index];
            say!("{rank:>4}. {rating:>6.2}  {} ({})\n", Visible::line(name), leagues.state(index, &seat));
        }
    }
}

fn remark(participant: &Participant) -> &'static str {
    if participant.is_retired {
        " (retired)"
    } else if participant.versions == 0 {
        " (no effective program)"
    } else if participant.has_just_updated() {
        " (just updated)"
    } else {
        ""
    }
}

/// Prints a participant's submissions and games.
pub(crate) fn history(arguments: &HistoryArguments) -> anyhow::Result<Done> {
    let store = arguments.directory.open()?;
    let ladder_state = LadderState::load(&store)?;
    let participant = find(&ladder_state.ladder, &arguments.name)?;
    for version in store.versions(participant)? {
        print_version(&version);
    }
    for (id, game) in (1..).zip(&ladder_state.games) {
        if let Some(seat) = game.seat_of(participant) {
            print_game(&ladder_state.ladder, id, game, seat);
            print_placement(&ladder_state.ladder, id, participant);
            // In leagues a fault loses one round of the two.
            if game.points_of(seat) < 2.0 {
                print_faults(&store, id, &arguments.name)?;
            }
        }
    }
    Ok(Done::Well)
}

/// Prints the outcome of a participant's placement that a game has ended.
fn print_placement(ladder: &Ladder, game: u64, participant: usize) {
    let Some(leagues) = ladder.leagues() else { return };
    let placements = leagues.placements.iter();
    for placement in placements.filter(|it| it.game as u64 == game && it.participant == participant) {
        say!("    {}: {}\n", Visible::line(leagues.league_of_game(game)), placement.outcome);
    }
}

fn print_version(version: &VersionRow) {
    let number = version.number.map_or("not effective".to_string(), |number| format!("program {number}"));
    say!(
        "{}  {number}: {} ({}, {}); {}\n",
        time(version.submitted_ms),
        Visible::line(&version.program.to_string()),
        version.program.protocol().name(),
        &version.sha256[..12.min(version.sha256.len())],
        Visible::line(&version.finding)
    );
    for line in version.messages.lines() {
        say!("    {}\n", Visible::line(line));
    }
}

fn print_game(ladder: &Ladder, id: u64, game: &GameRow, seat: usize) {
    let opponent = &ladder.participants[game.pairing.participants[1 - seat]].name;
    let result = match game.outcome_of(seat) {
        Outcome::Win => "won",
        Outcome::Draw => "drawn",
        Outcome::Loss => "lost",
    };
    let (before, after) = (game.change.before[seat], game.change.after[seat]);
    let place = match ladder.leagues() {
        Some(leagues) => Visible::line(leagues.league_of_game(id)).to_string(),
        None => format!("lap {}", game.pairing.lap),
    };
    say!(
        "{}  game {id}, {}, program {}: {result} {} : {} against {}  {after:.1} ({:+.1})\n",
        time(game.finished_ms),
        place,
        game.pairing.versions[seat],
        game.points_of(seat),
        game.points_of(1 - seat),
        Visible::line(opponent),
        after - before
    );
}

/// Prints how a participant lost a game by a fault, if it did, and its last words.
fn print_faults(store: &Store, game: u64, name: &str) -> anyhow::Result<()> {
    for (round, record) in store.faults(game, name)? {
        say!("    round {round}: {}\n", Visible::line(&record.termination.to_string()));
        for line in record.last_words() {
            say!("      stderr: {}\n", Visible::line(line));
        }
    }
    Ok(())
}

pub(super) fn time(milliseconds: i64) -> String {
    let Ok(time) = Timestamp::from_millisecond(milliseconds) else { return "?".to_string() };
    time.to_zoned(TimeZone::UTC).strftime("%F %T").to_string()
}

/// Prints the rules' decision about two participants, and whatever else prevents their pairing now.
pub(crate) fn why(arguments: &WhyArguments) -> anyhow::Result<Done> {
    let store: Store = arguments.directory.open()?;
    if store.leagues.is_some() {
        let rules = "in leagues a program meets the boss and the members of its league";
        return Err(Usage(rules.to_string()).into());
    }
    let ladder = LadderState::load(&store)?.ladder;
    let a = find(&ladder, &arguments.a)?;
    let Some(b) = &arguments.b else {
        let opponents = (0..ladder.participants.len()).filter(|&b| b != a && ladder.may_meet(a, b));
        let name = Visible::line(&ladder.participants[a].name);
        match ladder.isolation(a) {
            Some(isolation) => say!("{name} may meet nobody: {isolation}\n"),
            None => say!("{name} may meet {} of the others\n", opponents.count()),
        }
        return Ok(Done::Well);
    };
    let b = find(&ladder, b)?;
    if a == b {
        return Err(Usage("nobody meets themselves".to_string()).into());
    }
    let names = [a, b].map(|participant| Visible::line(&ladder.participants[participant].name));
    let verdict = ladder.verdict(a, b);
    say!("{verdict}");
    let may = if verdict.allows() { "may" } else { "may not" };
    say!("{} and {} {may} meet\n", names[0], names[1]);
    for (participant, name) in [a, b].into_iter().zip(&names) {
        if let Some(isolation) = ladder.isolation(participant) {
            say!("{name} may meet nobody: {isolation}\n");
        } else if verdict.allows() {
            print_lap(&ladder, &ladder.participants[participant]);
        }
    }
    if verdict.allows() {
        print_fewer_meetings(&ladder, [a, b], &names);
    }
    Ok(Done::Well)
}

fn print_lap(ladder: &Ladder, participant: &Participant) {
    let lap = ladder.lap.max(1);
    if participant.last_lap >= lap && !participant.is_retired {
        let name = Visible::line(&participant.name);
        say!("{name} has had its game of lap {lap}, so that it waits for lap {}\n", lap + 1);
    }
}

/// Prints the opponents that one of the two may meet and has met less often: they come first.
fn print_fewer_meetings(ladder: &Ladder, pair: [usize; 2], names: &[Visible<'_>; 2]) {
    let meetings = |a, b| ladder.encounters(a, b).games;
    let between = meetings(pair[0], pair[1]);
    let often = if between == 1 { "once".to_string() } else { format!("{between} times") };
    for (one, name) in pair.into_iter().zip(names) {
        let others = (0..ladder.participants.len()).filter(|&other| other != one);
        let fewer = others.filter(|&other| ladder.may_meet(one, other) && meetings(one, other) < between);
        let count = fewer.count();
        let others = if count == 1 { "another" } else { "others" };
        if count > 0 {
            say!("they have met {often}; {name} first meets {others} whom it has met less often\n");
        }
    }
}

fn find(ladder: &Ladder, name: &str) -> anyhow::Result<usize> {
    let unknown = || Usage::from_error(anyhow!("nobody is called `{}`", Visible::line(name)));
    ladder.find(name).ok_or_else(unknown)
}
