//! A ladder's directory: the database, the kept programs, the lock of the process that plays.

use std::fs::File;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{bail, Context};
use rusqlite::{Connection, OpenFlags};
use toolkit::commands::typed;
use toolkit::files::LockedFile;

use super::connect::{connect_to_read, help, is_damage};
use crate::league;
use arena::cli::Usage;
use arena::play::limits::Limits;
use arena::play::record::Protocol;
use toolkit::text::Visible;

/// Marks the file as a ladder (`PRAGMA application_id`): "OfLd".
pub(super) const APPLICATION_ID: i32 = 0x4f66_4c64;
/// The version of the schema (`PRAGMA user_version`).
pub(super) const SCHEMA_VERSION: i32 = 4;
/// The database's name in the ladder's directory.
pub(super) const DATABASE: &str = "ladder.db";
/// The folder of submitted files in the ladder's directory, named by content.
pub(super) const PROGRAMS: &str = "programs";
/// Locked by the process that plays.
const LOCK: &str = "run.lock";

/// A ladder's directory, open.
#[derive(Debug)]
pub struct Store {
    directory: PathBuf,
    pub(super) connection: Connection,
    seed: u64,
    pub(super) limits: Limits,
    leagues: Option<league::Rules>,
}

/// The lock of the process that plays games; the kernel releases it when that process dies.
#[derive(Debug)]
pub struct RunLock {
    _file: LockedFile,
}

impl Store {
    /// Opens a ladder to read and write.
    ///
    /// # Errors
    /// If there is none, or one that a newer arena made.
    pub fn open(directory: &Path) -> anyhow::Result<Self> {
        Self::open_with(directory, OpenFlags::SQLITE_OPEN_READ_WRITE)
    }

    /// Opens a ladder to read.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub fn open_read_only(directory: &Path) -> anyhow::Result<Self> {
        Self::open_with(directory, OpenFlags::SQLITE_OPEN_READ_ONLY)
    }

    fn open_with(directory: &Path, flags: OpenFlags) -> anyhow::Result<Self> {
        let path = directory.join(DATABASE);
        match path.metadata() {
            // SQLite waits for the writer of a pipe.
            Ok(metadata) => toolkit::files::check(&path, &metadata)?,
            Err(_) => {
                refuse_old_leagues(directory)?;
                bail!("there is no ladder in {}: `{} init` makes one", directory.display(), typed());
            }
        }
        let opened = connect_to_read(&path, flags).and_then(|connection| {
            let pragma = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
            let found = (pragma("application_id")?, pragma("user_version")?);
            match found {
                (APPLICATION_ID, SCHEMA_VERSION) => {}
                (APPLICATION_ID, version) => bail!(
                    "it is a ladder of version {version}; this program reads version {SCHEMA_VERSION} only"
                ),
                _ => bail!("it is not a ladder of version {SCHEMA_VERSION}"),
            }
            let (seed, limits, leagues): (i64, String, Option<String>) =
                connection.query_row("SELECT seed, limits, leagues FROM ladder", (), |row| {
                    Ok((row.get(0)?, row.get(1)?, row.get(2)?))
                })?;
            let limits = serde_json::from_str(&limits).context("its limits")?;
            let leagues = leagues.map(|rules| serde_json::from_str(&rules)).transpose();
            let leagues = leagues.context("its leagues")?;
            Ok(Self::of_parts(directory, connection, seed.cast_unsigned(), limits, leagues))
        });
        let opened = opened.map_err(|error| match is_damage(&error) {
            true => error.context(help(&directory.display())),
            false => error,
        });
        opened.with_context(|| format!("cannot open {}", path.display()))
    }

    pub(super) fn of_parts(
        directory: &Path,
        connection: Connection,
        seed: u64,
        limits: Limits,
        leagues: Option<league::Rules>,
    ) -> Self {
        Self { directory: directory.to_path_buf(), connection, seed, limits, leagues }
    }

    /// The ladder's directory.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// The folder of submitted files, named by content.
    pub fn programs(&self) -> PathBuf {
        self.directory.join(PROGRAMS)
    }

    /// The seed of the built-in bots.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The limits of every game.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// How the leagues are run; `None` with the course's rules.
    pub fn leagues(&self) -> Option<&league::Rules> {
        self.leagues.as_ref()
    }

    /// The protocol of a source that nobody says another of.
    pub fn protocol(&self) -> Protocol {
        if self.leagues.is_some() {
            Protocol::Codingame
        } else {
            Protocol::Course
        }
    }

    /// Refuses the name of a boss, whose program stays.
    ///
    /// # Errors
    /// [`Usage`] if a boss has it.
    pub fn refuse_boss(&self, name: &str) -> anyhow::Result<()> {
        match self.participant_id(name)?.is_some_and(|participant| self.is_boss(participant)) {
            true => bail!(Usage(format!("`{}` is a boss, which stays", Visible::line(name)))),
            false => Ok(()),
        }
    }

    /// Whether a participant, by its number from 1, is the boss of a league.
    pub fn is_boss(&self, participant: i64) -> bool {
        let bosses = self.leagues.as_ref().map_or(0, |rules| rules.leagues.len());
        usize::try_from(participant).is_ok_and(|number| number <= bosses)
    }

    /// Device and inode of the database's file; another file by its name has others.
    pub fn file_id(&self) -> anyhow::Result<(u64, u64)> {
        let path = self.directory.join(DATABASE);
        let file = path.metadata().with_context(|| format!("cannot read {}", path.display()))?;
        Ok((file.dev(), file.ino()))
    }

    /// Changes whenever another connection has written.
    pub fn data_version(&self) -> anyhow::Result<i64> {
        Ok(self.connection.pragma_query_value(None, "data_version", |row| row.get(0))?)
    }

    /// Locks the ladder for the process that plays games.
    ///
    /// # Errors
    /// If another process has it.
    pub fn lock(&self) -> anyhow::Result<RunLock> {
        Self::lock_directory(&self.directory)
    }

    pub(super) fn lock_directory(directory: &Path) -> anyhow::Result<RunLock> {
        let path = directory.join(LOCK);
        let opened = File::options().create(true).truncate(false).write(true).open(&path);
        let file = opened.with_context(|| format!("cannot open {}", path.display()))?;
        let locked = LockedFile::lock(file).with_context(|| format!("cannot lock {}", path.display()))?;
        match locked {
            Some(file) => Ok(RunLock { _file: file }),
            None => bail!("another `{} run` plays in {}", typed(), directory.display()),
        }
    }
}

/// Refuses a directory of leagues of versions up to 0.3.0, whose events were no database.
pub(super) fn refuse_old_leagues(directory: &Path) -> anyhow::Result<()> {
    if directory.join("events.jsonl").is_file() {
        bail!(
            "{} holds leagues of version 0.3.0 or older, which are not read: make new ones in another folder \
             by `{} init --rules leagues`, and submit the programs there",
            directory.display(),
            typed()
        );
    }
    Ok(())
}

/// Milliseconds since 1970 in UTC, at most those of the last moment that can be shown.
pub fn now_ms() -> i64 {
    ms_since_1970(SystemTime::now())
}

fn ms_since_1970(time: SystemTime) -> i64 {
    let ms = |duration: Duration| i64::try_from(duration.as_millis()).unwrap_or(i64::MAX);
    let since = time.duration_since(UNIX_EPOCH);
    since.map_or_else(|before| -ms(before.duration()), ms).min(jiff::Timestamp::MAX.as_millisecond())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_beyond_the_calendar_stays_at_its_end() {
        let at = |seconds| ms_since_1970(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!([at(0), at(1_800_000_000)], [0, 1_800_000_000_000]);
        let end = jiff::Timestamp::MAX.as_millisecond();
        assert_eq!([at(253_402_300_799), at(u64::from(u32::MAX) << 12)], [end, end]);
        assert_eq!(ms_since_1970(UNIX_EPOCH - Duration::from_millis(7)), -7);
    }
    use crate::course::matchmaking::Policy;
    use crate::course::programs::Program;
    use crate::course::store::*;
    use arena::play::contestant::builtin::{Builtin, BuiltinBot};
    use arena::play::record::{BotRecord, Fault, GameRecord, Protocol, Termination};
    use arena::play::referee::{self, Setup};
    use outflank::game::{Color, Game};
    use tempfile::TempDir;

    fn program(bot: &str) -> Program {
        Program::Builtin { bot: bot.to_string() }
    }

    fn submit(store: &mut Store, name: &str, program: &Program, is_effective: bool) -> Submitted {
        let submission =
            Submission { name, program, sha256: "00", is_effective, finding: "played d3", messages: "" };
        store.submit(&submission).unwrap()
    }

    /// A ladder of three random movers.
    fn ladder() -> (TempDir, Store) {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::create(folder.path(), u64::MAX, &Limits::COURSE, None).unwrap();
        for name in ["Ann", "Bob", "<img onerror>"] {
            submit(&mut store, name, &program("random"), true);
        }
        (folder, store)
    }

    fn round(names: [&str; 2], seed: u64) -> GameRecord {
        let bot = |name: &str| BotRecord {
            name: name.to_string(),
            command: "random".to_string(),
            protocol: Protocol::Builtin,
        };
        let [mut black, mut white] = names.map(|name| BuiltinBot::new(bot(name), Builtin::Random));
        let setup = Setup::new(Game::new(), seed, Limits::COURSE);
        referee::play([&mut black, &mut white], &setup, &mut ()).unwrap()
    }

    /// Plays the next game and adds it.
    fn play(store: &mut Store, ladder_state: &mut LadderState) -> [GameRecord; 2] {
        let pairing = ladder_state.ladder.start_next(Policy::default()).unwrap();
        let names = pairing
            .participants
            .map(|participant| ladder_state.ladder.participants()[participant].name.clone());
        let seed = u64::MAX - ladder_state.games.len() as u64;
        let rounds = [round([&names[0], &names[1]], seed), round([&names[1], &names[0]], seed)];
        add(store, ladder_state, pairing, &rounds);
        rounds
    }

    fn add(
        store: &mut Store,
        ladder_state: &mut LadderState,
        pairing: crate::course::state::Pairing,
        rounds: &[GameRecord; 2],
    ) {
        let half_points = crate::course::rules::half_points(rounds, false);
        let row = ladder_state.finish(&FinishedGame { pairing, half_points, started_ms: 1, finished_ms: 2 });
        store.add_game(ladder_state.games.len() as u64, &row, rounds).unwrap();
    }

    #[test]
    fn a_ladder_of_another_version_is_refused_in_one_line() {
        let (folder, store) = ladder();
        for version in [1, 3, 5] {
            store.connection.pragma_update(None, "user_version", version).unwrap();
            let refusal = format!("{:#}", Store::open(folder.path()).unwrap_err());
            let reason = format!("it is a ladder of version {version}; this program reads version 4 only");
            assert!(refusal.ends_with(&reason) && !refusal.contains('\n'), "{refusal}");
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let (folder, mut store) = ladder();
        let mut ladder_state = LadderState::load(&store).unwrap();
        let mut games: Vec<_> = (0..3).map(|_| play(&mut store, &mut ladder_state)).collect();

        // A game that holds everything that a record can.
        let pairing = ladder_state.ladder.start_next(Policy::default()).unwrap();
        let names = pairing
            .participants
            .map(|participant| ladder_state.ladder.participants()[participant].name.clone());
        let mut faulty = round([&names[0], &names[1]], 7);
        faulty.turns.truncate(5);
        let last = &mut faulty.turns[4];
        (last.square, last.stderr, last.clock_ms) = (None, "panicked\u{0}".to_string(), Some(1000.125));
        let by = last.color;
        faulty.turns[3].message = Some("<b>".to_string());
        faulty.termination = Termination::Fault {
            by,
            fault: Fault::IllegalMove { output: "a 1".to_string() },
            command: Some("TURN d 3".to_string()),
        };
        faulty.scores = if by == Color::Black { [-1, 1] } else { [1, -1] };
        let moves = Game::from_transcript(&faulty.moves()).unwrap();
        faulty.discs = moves.disc_counts();
        let rounds = [faulty, round([&names[1], &names[0]], 8)];
        add(&mut store, &mut ladder_state, pairing, &rounds);
        games.push(rounds);

        let store = Store::open_read_only(folder.path()).unwrap();
        for (id, rounds) in (1..).zip(&games) {
            assert_eq!(store.rounds(id).unwrap().as_deref(), Some(&rounds[..]));
        }
        assert_eq!(store.rounds(5).unwrap(), None);
        assert_eq!(store.rounds(u64::MAX).unwrap(), None);
        assert_eq!((store.seed(), *store.limits()), (u64::MAX, Limits::COURSE));
        let loaded = LadderState::load(&store).unwrap();
        assert_eq!(loaded.ladder.participants(), ladder_state.ladder.participants());
        assert_eq!(loaded.games, ladder_state.games);
        assert_eq!(store.verify().unwrap(), Verified { participants: 3, games: 4 });
    }

    #[test]
    fn programs_are_numbered_and_those_that_are_not_effective_are_not() {
        let (_folder, mut store) = ladder();
        let is_new = true;
        assert_eq!(
            submit(&mut store, "Dan", &program("nothing"), false),
            Submitted { is_new, number: None, id: 4 }
        );
        let is_new = false;
        assert_eq!(
            submit(&mut store, "Dan", &program("greedy"), true),
            Submitted { is_new, number: Some(1), id: 5 }
        );
        assert_eq!(
            submit(&mut store, "Dan", &program("nothing"), false),
            Submitted { is_new, number: None, id: 6 }
        );
        assert_eq!(
            submit(&mut store, "Dan", &program("random"), true),
            Submitted { is_new, number: Some(2), id: 7 }
        );
        let ladder_state = LadderState::load(&store).unwrap();
        let dan = ladder_state.ladder.find("Dan").unwrap();
        assert_eq!(ladder_state.ladder.participants()[dan].versions, 2);
        let numbers: Vec<_> = store.versions(dan).unwrap().iter().map(|version| version.number).collect();
        assert_eq!(numbers, [None, Some(1), None, Some(2)]);
        assert_eq!(store.version(dan, 2).unwrap().program, program("random"));
        assert!(store.version(dan, 3).is_err());
    }

    #[test]
    fn a_replica_catches_up_with_what_others_add() {
        let (folder, mut store) = ladder();
        let mut ladder_state = LadderState::load(&store).unwrap();
        let mut follower = ladder_state.clone();
        let reader = Store::open_read_only(folder.path()).unwrap();
        let version = reader.data_version().unwrap();
        assert!(!follower.catch_up(&reader).unwrap());
        play(&mut store, &mut ladder_state);
        submit(&mut store, "Ann", &program("greedy"), true);
        ladder_state.catch_up(&store).unwrap();
        play(&mut store, &mut ladder_state);
        assert_ne!(reader.data_version().unwrap(), version);
        assert!(follower.catch_up(&reader).unwrap());
        assert_eq!(follower.ladder.participants(), ladder_state.ladder.participants());
        assert_eq!(
            LadderState::load(&reader).unwrap().ladder.participants(),
            ladder_state.ladder.participants()
        );
    }

    #[test]
    fn a_game_that_does_not_follow_the_last_one_is_refused() {
        let (_folder, mut store) = ladder();
        let mut ladder_state = LadderState::load(&store).unwrap();
        let rounds = play(&mut store, &mut ladder_state);
        for id in [1, 3] {
            assert!(store.add_game(id, &ladder_state.games[0], &rounds).is_err(), "game {id}");
        }
        assert_eq!(store.verify().unwrap().games, 1);
    }

    #[test]
    fn damage_is_found() {
        let damages = [
            ("UPDATE games SET first_after = first_after + 1 WHERE id = 2", "game 2 are not what a replay"),
            ("UPDATE games SET first_points = CASE first_points WHEN 1 THEN 2 ELSE 1 END", "replay"),
            ("DELETE FROM moves WHERE game = 3 AND ply = 7", "game 3"),
            ("DELETE FROM games WHERE id = 1", "game 1"),
            ("DELETE FROM rounds WHERE game = 2", "missing"),
            ("UPDATE rounds SET black_discs = 65 WHERE game = 1", "game 1: the moves lead to"),
        ];
        for (damage, expected) in damages {
            let (_folder, mut store) = ladder();
            let mut ladder_state = LadderState::load(&store).unwrap();
            for _ in 0..3 {
                play(&mut store, &mut ladder_state);
            }
            store.verify().unwrap();
            store.connection.pragma_update(None, "foreign_keys", false).unwrap();
            assert!(store.connection.execute(damage, ()).unwrap() > 0, "{damage}");
            let error = format!("{:#}", store.verify().unwrap_err());
            assert!(error.contains(expected) || error.contains("missing"), "{damage}: {error}");
        }
    }

    #[test]
    fn only_a_ladder_is_opened_and_none_is_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let error = |result: anyhow::Result<Store>| format!("{:#}", result.unwrap_err());
        assert!(error(Store::open(folder.path())).contains("there is no ladder in"));
        let path = folder.path().join(DATABASE);
        std::fs::write(&path, "not a database at all, but long enough to look like something").unwrap();
        assert!(error(Store::open(folder.path())).contains("cannot open"));
        let create = || error(Store::create(folder.path(), 1, &Limits::COURSE, None));
        assert!(create().contains("file is not a database"));
        std::fs::remove_file(&path).unwrap();
        Connection::open(&path).unwrap().execute_batch("CREATE TABLE other (x)").unwrap();
        assert!(create().contains("holds a ladder already"));
        assert!(error(Store::open_read_only(folder.path())).contains("it is not a ladder of version 4"));
    }

    #[test]
    fn only_one_process_may_play() {
        let (folder, store) = ladder();
        let lock = store.lock().unwrap();
        let other = Store::open(folder.path()).unwrap();
        assert!(other.lock().unwrap_err().to_string().contains(" run` plays in "));
        drop(lock);
        other.lock().unwrap();
    }
}
