//! A league's directory: the log of events, the database that follows it, and the kept programs.

use std::path::{Path, PathBuf};

use anyhow::{bail, Context};
use arena::cli::Usage;
use supervisor::sandbox::{Level, Sandbox};

use super::bot::EnteredBot;
use super::event::{self, Event, Founding};
use super::store::Store;
use arena::files::{self, Kind, LineLog, LogKind};
use arena::play::bots::BotSpec;

/// The name of the file of events in a league's directory.
const EVENTS: &str = "events.jsonl";
/// The events as a log that is recognised by its first line.
const EVENT_LOG: LogKind = LogKind {
    kind: Kind { name: "a league's file of events", starts: &["{\"event\":"] },
    line_start: "{\"event\":",
    limit: files::MAX_BYTES,
};
/// The name of the database in a league's directory.
const DATABASE: &str = "league.sqlite";
/// The name of the directory of programs, by SHA-256, in a league's directory.
const PROGRAMS: &str = "programs";

/// A league, locked by this process.
pub struct League {
    log: LineLog,
    store: Store,
    founding: Founding,
    programs: PathBuf,
    sandbox: Sandbox,
}

impl League {
    /// Founds a league in a directory, which is created if need be.
    ///
    /// # Errors
    /// If there already is one, or it cannot be written.
    pub fn create(directory: &Path, founding: &Founding) -> anyhow::Result<Self> {
        std::fs::create_dir_all(directory)
            .with_context(|| format!("cannot create {}", directory.display()))?;
        let (log, text) = LineLog::open(&directory.join(EVENTS), &EVENT_LOG, None)?;
        if !text.is_empty() {
            bail!(Usage(format!("{} holds a league already", directory.display())));
        }
        let store = Store::open(&directory.join(DATABASE))?;
        let programs = directory.join(PROGRAMS);
        let mut league =
            Self { log, store, founding: founding.clone(), programs, sandbox: Sandbox::default() };
        founding.leagues.iter().try_for_each(|rules| league.keep_program(&rules.boss))?;
        league.record(&Event::Founded(founding.clone()))?;
        Ok(league)
    }

    /// Opens the league in a directory, and brings its database up to date.
    ///
    /// # Errors
    /// If there is none, it is in use, or an event makes no sense; the message names the line.
    pub fn open(directory: &Path) -> anyhow::Result<Self> {
        let path = directory.join(EVENTS);
        if !path.is_file() {
            bail!(Usage(format!("{} holds no league: found one first", directory.display())));
        }
        let (log, text) = LineLog::open(&path, &EVENT_LOG, None)?;
        let founding = event::founding(&text).with_context(|| path.display().to_string())?;
        let mut store = Store::open(&directory.join(DATABASE))?;
        store.follow(&text).with_context(|| path.display().to_string())?;
        let programs = directory.join(PROGRAMS);
        Ok(Self { log, store, founding, programs, sandbox: Sandbox::default() })
    }

    /// The state after the events in a directory, computed in memory: also while another process works on the
    /// league.
    ///
    /// # Errors
    /// If there is no league, or an event makes no sense; the message names the line.
    pub fn look(directory: &Path) -> anyhow::Result<Store> {
        let path = directory.join(EVENTS);
        if !path.is_file() {
            bail!(Usage(format!("{} holds no league: found one first", directory.display())));
        }
        let text = files::read(&path)?;
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let mut store = Store::in_memory()?;
        let followed = event::founding(&text[..whole]).and_then(|_| store.follow(&text[..whole]));
        followed.with_context(|| path.display().to_string())?;
        Ok(store)
    }

    /// Rebuilds the database from the events.
    ///
    /// # Errors
    /// As [`League::open`].
    pub fn rebuild(directory: &Path) -> anyhow::Result<Self> {
        let database = directory.join(DATABASE);
        if let Err(error) = std::fs::remove_file(&database) {
            if error.kind() != std::io::ErrorKind::NotFound {
                return Err(error).with_context(|| format!("cannot remove {}", database.display()));
            }
        }
        Self::open(directory)
    }

    /// Isolates all bots at this level; none of them sees the league's directory.
    pub fn isolate(&mut self, level: Level) {
        let directory = self.programs.parent().unwrap_or(&self.programs);
        self.sandbox = Sandbox::new(level, &[directory]);
    }

    /// The isolation of the bots.
    pub fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    /// How the league was founded.
    pub fn founding(&self) -> &Founding {
        &self.founding
    }

    /// The database.
    pub fn store(&self) -> &Store {
        &self.store
    }

    pub(super) fn keep_program(&self, bot: &EnteredBot) -> anyhow::Result<()> {
        std::fs::create_dir_all(&self.programs)
            .with_context(|| format!("cannot create {}", self.programs.display()))?;
        bot.keep_program(&self.programs)
    }

    /// The bot of this name, ready to be started.
    pub(super) fn spec(&self, name: &str) -> anyhow::Result<BotSpec> {
        Ok(self.store.entered(name)?.spec(&self.programs)?.sandboxed(&self.sandbox))
    }

    /// Records an event: on the disk first, then in the database.
    pub(super) fn record(&mut self, event: &Event) -> anyhow::Result<()> {
        let mut line = serde_json::to_vec(event).context("cannot write an event as JSON")?;
        line.push(b'\n');
        self.log.append(&line)?;
        self.store.apply(event, &line)
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;
    use crate::league::*;
    use arena::play::bots::BotSpec;
    use arena::play::limits::Limits;
    use outflank::rng::Rng;
    use supervisor::stop::Stop;

    fn bot(text: &str, name: &str) -> EnteredBot {
        EnteredBot::of(&BotSpec::parse(text).unwrap(), name).unwrap()
    }

    /// Three leagues whose bosses are far apart.
    fn founding() -> Founding {
        let rules = |league: &str, boss: &str| Rules {
            name: league.to_string(),
            boss: bot(boss, &format!("{league} boss")),
        };
        Founding {
            schema: SCHEMA,
            leagues: vec![
                rules("Wood", "random"),
                rules("Silver", "mobility"),
                rules("Legend", "alphabeta:3"),
            ],
            meetings: 10,
            seed: 3,
            limits: Limits::CODINGAME,
        }
    }

    /// Submits and places a bot; the leagues it went through, and whether it was promoted from each.
    fn place(league: &mut League, text: &str, name: &str, workers: usize) -> Vec<(usize, bool)> {
        league.submit(&bot(text, name)).unwrap();
        let way = league.place(name, &vec![None; workers], &Stop::new().unwrap(), &mut ()).unwrap();
        way.into_iter().map(|placement| (placement.league, placement.outcome.is_promoted)).collect()
    }

    fn events(directory: &Path) -> String {
        std::fs::read_to_string(directory.join(EVENTS)).unwrap()
    }

    fn error_of<T>(result: anyhow::Result<T>) -> String {
        format!("{:#}", result.err().expect("an error"))
    }

    #[test]
    fn a_bot_rises_past_every_boss_that_it_is_stronger_than() {
        let directory = tempfile::tempdir().unwrap();
        let mut league = League::create(directory.path(), &founding()).unwrap();
        assert_eq!(place(&mut league, "positional", "mine", 1), [(0, true), (1, false)]);
        let seat = league.store().seat("mine").unwrap().unwrap();
        assert_eq!((seat.league_name.as_str(), seat.games, seat.meetings), ("Silver", 20, 10));
        let outcome = seat.outcome.unwrap();
        assert!(outcome.score <= outcome.boss_score, "{outcome}");
        let faced = league.store().faced(&seat).unwrap();
        let [HeadToHead { opponent, meetings, results }] = &faced[..] else { panic!("{faced:?}") };
        assert_eq!((opponent.as_str(), *meetings, results.iter().sum::<u64>()), ("Silver boss", 10, 20));
        assert!(results[0] < results[2], "{results:?}");
        // Whoever comes next meets it there, and the boss at least every third time.
        assert_eq!(place(&mut league, "alphabeta:2", "next", 1)[..2], [(0, true), (1, true)]);
        let mine = league.store().seat("mine").unwrap().unwrap();
        assert!(mine.games > 20, "{mine:?}");
        let silver_boss = league.store().seat("Silver boss").unwrap().unwrap();
        assert!(silver_boss.games >= 20 + 2 * 4, "{silver_boss:?}");
        let highest = place(&mut league, "outflank:playouts=60", "best", 1);
        assert_eq!(highest.last(), Some(&(2, false)), "nothing is above the highest league");
    }

    #[test]
    fn a_resubmitted_bot_starts_anew_where_it_was() {
        let directory = tempfile::tempdir().unwrap();
        let mut league = League::create(directory.path(), &founding()).unwrap();
        place(&mut league, "positional", "mine", 1);
        assert_eq!(place(&mut league, "greedy", "mine", 1), [(1, false)]);
        let seat = league.store().seat("mine").unwrap().unwrap();
        assert_eq!((seat.version, seat.games), (2, 20));
        let (entrants, table) = league.store().crosstable().unwrap();
        let names: Vec<String> = entrants.iter().map(Entrant::to_string).collect();
        assert_eq!(names, ["Wood boss", "Silver boss", "Legend boss", "mine", "mine (submission 2)"]);
        assert_eq!(table.total(4).iter().sum::<u64>(), 20);
        assert_eq!(table.results(3, 4), [0; 3], "its old version does not play any more");
    }

    #[test]
    fn mutated_events_are_refused_or_leave_a_league() {
        let directory = tempfile::tempdir().unwrap();
        let mut league = League::create(directory.path(), &founding()).unwrap();
        place(&mut league, "greedy", "mine", 1);
        drop(league);
        let sound = events(directory.path()).into_bytes();
        let (mut rng, mut refused) = (Rng::new(1), 0);
        for _ in 0..100 {
            let mut bytes = sound.clone();
            for _ in 0..1 + rng.below(3) {
                let at = rng.below(bytes.len());
                let end = (at + rng.below(24)).min(bytes.len());
                match rng.below(3) {
                    0 => bytes[at] = b"0129-\",:[]{}ae"[rng.below(14)],
                    1 => drop(bytes.drain(at..end)),
                    _ => bytes.extend_from_within(at..end),
                }
            }
            std::fs::write(directory.path().join(EVENTS), bytes).unwrap();
            match League::look(directory.path()) {
                Ok(store) => assert!(store.seats().unwrap().len() >= 3),
                Err(_) => refused += 1,
            }
        }
        assert!((50..100).contains(&refused), "{refused} refused");
    }

    #[test]
    fn the_database_is_what_the_events_say() {
        let directory = tempfile::tempdir().unwrap();
        let mut league = League::create(directory.path(), &founding()).unwrap();
        place(&mut league, "greedy", "one", 1);
        place(&mut league, "positional", "two", 1);
        let seats = league.store().seats().unwrap();
        let table = league.store().crosstable().unwrap();
        drop(league);
        let check = |league: League| {
            assert_eq!(league.store().seats().unwrap(), seats);
            assert_eq!(league.store().crosstable().unwrap(), table);
        };
        check(League::open(directory.path()).unwrap());
        check(League::rebuild(directory.path()).unwrap());
        std::fs::write(directory.path().join(DATABASE), "no database").unwrap();
        assert!(error_of(League::open(directory.path())).contains("made anew: ladder league rebuild"));
        check(League::rebuild(directory.path()).unwrap());
        std::fs::remove_file(directory.path().join(DATABASE)).unwrap();
        check(League::open(directory.path()).unwrap());
        // A database that is behind catches up; one that knows other events is made anew.
        let all = events(directory.path());
        let lines: Vec<&str> = all.split_inclusive('\n').collect();
        let write = |text: &str| std::fs::write(directory.path().join(EVENTS), text).unwrap();
        write(&lines[..4].concat());
        assert_eq!(League::open(directory.path()).unwrap().store().meetings().unwrap(), 8);
        write(&all);
        check(League::open(directory.path()).unwrap());
        write(&all.replace("\"one\"", "\"uno\""));
        assert!(League::open(directory.path()).unwrap().store().seat("uno").unwrap().is_some());
    }

    #[test]
    fn neither_interruptions_nor_workers_change_what_happens() {
        let [whole, killed] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        place(&mut League::create(whole.path(), &founding()).unwrap(), "positional", "mine", 3);
        let all = events(whole.path());
        let ends: Vec<usize> = all.match_indices('\n').map(|(end, _)| end + 1).collect();
        // Killed after every line, and in the middle of the next one.
        for (&end, next) in ends.iter().zip(&ends[1..]) {
            let torn = &all[..(end + next) / 2];
            std::fs::write(killed.path().join(EVENTS), torn).unwrap();
            place(&mut League::open(killed.path()).unwrap(), "positional", "mine", 1);
            assert_eq!(events(killed.path()), all);
        }
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        let nowhere: PathBuf = directory.path().join("nowhere");
        assert!(error_of(League::open(&nowhere)).contains("holds no league"));
        let mut league = League::create(directory.path(), &founding()).unwrap();
        assert!(error_of(league.submit(&bot("random", "Wood boss"))).contains("is a boss"));
        assert!(error_of(league.submit(&bot("random", ""))).contains("needs a name"));
        assert!(error_of(League::open(directory.path())).contains("in use by another process"));
        drop(league);
        assert!(error_of(League::create(directory.path(), &founding())).contains("holds a league already"));
        let founded = events(directory.path());
        let damaged = |text: String| {
            std::fs::write(directory.path().join(EVENTS), text).unwrap();
            error_of(League::open(directory.path()))
        };
        assert!(damaged(format!("{founded}{{}}\n")).contains("line 2"));
        assert!(damaged(founded.replace("\"schema\":1", "\"schema\":2")).contains("schema 2 is not known"));
        let placed =
            r#"{"event":"placed","bot":"x","outcome":{"score":1,"boss_score":2,"is_promoted":false}}"#;
        assert!(damaged(format!("{founded}{placed}\n")).contains("line 2: nobody is called `x`"));
        assert!(damaged(format!("{placed}\n")).contains("line 1 does not found a league"));
    }

    #[test]
    fn a_program_that_has_changed_plays_on_from_its_copy() {
        let directory = tempfile::tempdir().unwrap();
        let mut league = League::create(directory.path(), &founding()).unwrap();
        let program = directory.path().join("bot.sh");
        let write = |text: &str| {
            std::fs::write(&program, text).unwrap();
            std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).unwrap();
        };
        write("#!/bin/sh\n");
        let entered = bot(program.to_str().unwrap(), "mine");
        league.submit(&entered).unwrap();
        assert_eq!(league.spec("mine").unwrap().program(), Some(program.clone()));
        write("#!/bin/sh\nexit 1\n");
        let copy = league.spec("mine").unwrap().program().unwrap();
        assert_eq!(std::fs::read_to_string(&copy).unwrap(), "#!/bin/sh\n");
        std::fs::remove_file(&program).unwrap();
        assert_eq!(league.spec("mine").unwrap().program(), Some(copy.clone()));
        std::fs::remove_file(copy).unwrap();
        assert!(error_of(league.spec("mine")).contains("submit it again"));
        let missing = BotSpec::parse("nowhere/bot").unwrap();
        assert!(error_of(EnteredBot::of(&missing, "x")).contains("no program"));
    }

    #[test]
    fn a_league_can_be_looked_at_while_somebody_works_on_it() {
        let directory = tempfile::tempdir().unwrap();
        let mut league = League::create(directory.path(), &founding()).unwrap();
        place(&mut league, "greedy", "mine", 1);
        let torn = format!("{}{{\"event\":", events(directory.path()));
        std::fs::write(directory.path().join(EVENTS), &torn).unwrap();
        let seen = League::look(directory.path()).unwrap();
        assert_eq!(seen.seats().unwrap(), league.store().seats().unwrap());
        assert_eq!(events(directory.path()), torn, "nothing is touched");
        assert!(error_of(League::look(&directory.path().join("nowhere"))).contains("holds no league"));
    }
}
