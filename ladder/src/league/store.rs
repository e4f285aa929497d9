//! The league's database: the state after all events, from which alone it is derived.

mod apply;

use std::path::Path;

use anyhow::Context;
use rusqlite::{params, Connection, OptionalExtension, Row, Transaction};
use sha2::{Digest, Sha256};
use skillratings::trueskill::TrueSkillRating;

use super::bot::EnteredBot;
use super::event::{self, Event, Outcome};
use super::matchmaking::Member;
use apply::apply;
use arena::stats::Crosstable;

const SCHEMA: &str = "
CREATE TABLE state (bytes INTEGER NOT NULL, hash BLOB NOT NULL);
CREATE TABLE leagues (rank INTEGER PRIMARY KEY, name TEXT NOT NULL);
-- A row a submission; the newest version of a name is the one that plays.
CREATE TABLE bots (id INTEGER PRIMARY KEY, name TEXT NOT NULL, version INTEGER NOT NULL,
  entered TEXT NOT NULL, is_boss INTEGER NOT NULL, is_removed INTEGER NOT NULL DEFAULT 0,
  UNIQUE (name, version));
-- A row a bot's time in one league; the newest of a bot is where it is.
CREATE TABLE stays (id INTEGER PRIMARY KEY, bot INTEGER NOT NULL REFERENCES bots, league INTEGER NOT NULL
  REFERENCES leagues, rating REAL NOT NULL, uncertainty REAL NOT NULL, games INTEGER NOT NULL DEFAULT 0,
  meetings INTEGER NOT NULL DEFAULT 0, score REAL, boss_score REAL, is_promoted INTEGER);
CREATE TABLE meetings (id INTEGER PRIMARY KEY, stay INTEGER NOT NULL REFERENCES stays,
  opponent INTEGER NOT NULL REFERENCES stays, pair INTEGER NOT NULL, reason TEXT NOT NULL);
CREATE TABLE games (id INTEGER PRIMARY KEY, meeting INTEGER NOT NULL REFERENCES meetings,
  black INTEGER NOT NULL REFERENCES stays, white INTEGER NOT NULL REFERENCES stays,
  black_score INTEGER NOT NULL, white_score INTEGER NOT NULL,
  opening TEXT NOT NULL, moves TEXT NOT NULL, ending TEXT NOT NULL);
CREATE VIEW seats AS SELECT stays.*, bots.name, bots.version, bots.is_boss, leagues.name AS league_name
  FROM stays JOIN bots ON bots.id = stays.bot JOIN leagues ON leagues.rank = stays.league
  WHERE stays.id = (SELECT MAX(id) FROM stays AS others WHERE others.bot = stays.bot)
  AND bots.version = (SELECT MAX(version) FROM bots AS others WHERE others.name = bots.name)
  AND NOT bots.is_removed;
";

/// The tables of [`SCHEMA`]; goes up when they change, and the database is rebuilt.
const SCHEMA_VERSION: u32 = 2;

/// The league's database.
#[derive(Debug)]
pub struct Store(Connection);

/// A bot and its current standing.
#[derive(Clone, Debug, PartialEq)]
pub struct Seat {
    stay: i64,
    /// Its name.
    pub name: String,
    /// Number of submissions of this name, this one included.
    pub version: u64,
    /// Its league, 0 for the lowest.
    pub league: usize,
    /// The name of its league.
    pub league_name: String,
    /// Whether it is the league's boss.
    pub is_boss: bool,
    /// Its rating in this league.
    pub rating: TrueSkillRating,
    /// Games in this league, those of others' placements included.
    pub games: u64,
    /// The meetings of its own placement in this league.
    pub meetings: u64,
    /// The outcome of its placement, once that is over.
    pub outcome: Option<Outcome>,
}

/// The result of a bot's placement against one opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeadToHead {
    /// The opponent's name.
    pub opponent: String,
    /// Number of meetings.
    pub meetings: u64,
    /// Games won, drawn and lost.
    pub results: [u64; 3],
}

/// One submission of a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// The bot's name.
    pub name: String,
    /// Counts the submissions under this name, from 1.
    pub version: u64,
}

impl Store {
    /// Opens a database, or makes an empty one.
    ///
    /// # Errors
    /// If it is no database, or cannot be written.
    pub(super) fn open(path: &Path) -> anyhow::Result<Self> {
        let name =
            || format!("cannot open {}, which can be made anew: ladder league rebuild", path.display());
        let connection = Connection::open(path).with_context(name)?;
        // Only the events must survive a power failure.
        connection.pragma_update(None, "synchronous", "OFF").with_context(name)?;
        let store = Self(connection);
        let version: u32 =
            store.0.pragma_query_value(None, "user_version", |row| row.get(0)).with_context(name)?;
        if version != SCHEMA_VERSION {
            store.make_empty().with_context(name)?;
        }
        Ok(store)
    }

    /// An empty database that is no file.
    pub(super) fn in_memory() -> anyhow::Result<Self> {
        let store = Self(Connection::open_in_memory()?);
        store.make_empty()?;
        Ok(store)
    }

    /// Makes all tables anew. The version comes last: until then the next [`Store::open`] starts over.
    fn make_empty(&self) -> rusqlite::Result<()> {
        self.0.pragma_update(None, "user_version", 0)?;
        self.0.pragma_update(None, "foreign_keys", false)?;
        let mut statement = self.0.prepare(
            "SELECT type, name FROM sqlite_master WHERE type IN ('view', 'table') ORDER BY type = 'table'",
        )?;
        let old: rusqlite::Result<Vec<(String, String)>> =
            statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect();
        for (kind, name) in old? {
            self.0.execute_batch(&format!("DROP {kind} \"{name}\""))?;
        }
        self.0.execute_batch(SCHEMA)?;
        self.0.execute("INSERT INTO state VALUES (0, ?)", [Vec::<u8>::new()])?;
        self.0.pragma_update(None, "foreign_keys", true)?;
        self.0.pragma_update(None, "user_version", SCHEMA_VERSION)
    }

    /// Brings the database up to date with the whole text of the log; rebuilds it if it disagrees.
    ///
    /// # Errors
    /// If a line is no event or cannot have happened; the message names it.
    pub(super) fn follow(&mut self, text: &[u8]) -> anyhow::Result<()> {
        let (known, hash) = self.state()?;
        let is_prefix = text.get(..known).is_some_and(|prefix| chain(&[], prefix) == hash);
        let start = if is_prefix {
            known
        } else {
            self.make_empty()?;
            0
        };
        let known_lines = text[..start].iter().filter(|&&byte| byte == b'\n').count();
        let (_, mut hash) = self.state()?;
        let transaction = self.0.transaction()?;
        for (index, line) in text[start..].split_inclusive(|&byte| byte == b'\n').enumerate() {
            let applied = event::parse(line).and_then(|event| apply(&transaction, &event));
            applied.with_context(|| format!("line {}", known_lines + index + 1))?;
            hash = chain(&hash, line);
        }
        set_state(&transaction, text.len(), &hash)?;
        transaction.commit()?;
        Ok(())
    }

    /// Applies an event whose line has just been appended to the log.
    pub(super) fn apply(&mut self, event: &Event, line: &[u8]) -> anyhow::Result<()> {
        let (known, hash) = self.state()?;
        let transaction = self.0.transaction()?;
        apply(&transaction, event)?;
        set_state(&transaction, known + line.len(), &chain(&hash, line))?;
        transaction.commit()?;
        Ok(())
    }

    /// The number of bytes of the log that are in the database, and their hash.
    fn state(&self) -> anyhow::Result<(usize, Vec<u8>)> {
        let state =
            self.0.query_row("SELECT bytes, hash FROM state", [], |row| Ok((row.get(0)?, row.get(1)?)));
        Ok(state?)
    }

    /// Everyone who plays, from the best of the highest league to the last of the lowest.
    ///
    /// # Errors
    /// If the database cannot be read; the same holds for all methods below.
    pub fn seats(&self) -> anyhow::Result<Vec<Seat>> {
        let order = "ORDER BY league DESC, rating - 3 * uncertainty DESC, id";
        let mut statement = self.0.prepare(&format!("SELECT * FROM seats {order}"))?;
        let seats: rusqlite::Result<Vec<Seat>> = statement.query_map([], seat_of_row)?.collect();
        Ok(seats?)
    }

    /// A bot's seat; `None` if nobody has this name.
    pub fn seat(&self, name: &str) -> anyhow::Result<Option<Seat>> {
        let seat = self.0.query_row("SELECT * FROM seats WHERE name = ?", [name], seat_of_row);
        Ok(seat.optional()?)
    }

    /// A bot as it was entered.
    pub fn entered(&self, name: &str) -> anyhow::Result<EnteredBot> {
        let entered: String = self.0.query_row(
            "SELECT entered FROM bots WHERE name = ? ORDER BY version DESC",
            [name],
            |row| row.get(0),
        )?;
        Ok(serde_json::from_str(&entered)?)
    }

    /// The other members of a bot's league, each with how often the bot has met it there.
    pub(super) fn rivals(&self, seat: &Seat) -> anyhow::Result<Vec<Member>> {
        let mut statement = self.0.prepare(
            "SELECT name, rating, uncertainty, is_boss, (SELECT COUNT(*) FROM meetings
               WHERE meetings.stay = ?1 AND meetings.opponent = seats.id)
             FROM seats WHERE league = ?2 AND id != ?1 ORDER BY id",
        )?;
        let member = |row: &Row<'_>| {
            Ok(Member {
                name: row.get(0)?,
                rating: TrueSkillRating { rating: row.get(1)?, uncertainty: row.get(2)? },
                is_boss: row.get(3)?,
                meetings: row.get(4)?,
            })
        };
        let members: rusqlite::Result<Vec<Member>> =
            statement.query_map(params![seat.stay, seat.league], member)?.collect();
        Ok(members?)
    }

    /// The opponents of a bot's own placement in its league, the most frequent first.
    pub(super) fn faced(&self, seat: &Seat) -> anyhow::Result<Vec<HeadToHead>> {
        let mut statement = self.0.prepare(
            "SELECT bots.name, COUNT(DISTINCT meeting),
               SUM(own > other), SUM(own = other), SUM(own < other)
             FROM (SELECT meeting, opponent, IIF(black = stay, black_score, white_score) AS own,
                 IIF(black = stay, white_score, black_score) AS other
               FROM games JOIN meetings ON meetings.id = games.meeting WHERE stay = ?)
             JOIN stays ON stays.id = opponent JOIN bots ON bots.id = stays.bot GROUP BY opponent
             ORDER BY 2 DESC, opponent",
        )?;
        let faced = |row: &Row<'_>| {
            let results = [row.get(2)?, row.get(3)?, row.get(4)?];
            Ok(HeadToHead { opponent: row.get(0)?, meetings: row.get(1)?, results })
        };
        let faced: rusqlite::Result<Vec<HeadToHead>> = statement.query_map([seat.stay], faced)?.collect();
        Ok(faced?)
    }

    /// The number of meetings in all leagues.
    pub fn meetings(&self) -> anyhow::Result<u64> {
        Ok(self.0.query_row("SELECT COUNT(*) FROM meetings", [], |row| row.get(0))?)
    }

    /// Everyone who was ever entered, and who played whom, whatever the league.
    pub fn crosstable(&self) -> anyhow::Result<(Vec<Entrant>, Crosstable)> {
        let mut statement = self.0.prepare("SELECT name, version FROM bots ORDER BY id")?;
        let entrant = |row: &Row<'_>| Ok(Entrant { name: row.get(0)?, version: row.get(1)? });
        let entrants: rusqlite::Result<Vec<Entrant>> = statement.query_map([], entrant)?.collect();
        let entrants = entrants?;
        let mut table = Crosstable::new(entrants.len());
        let mut games = self.0.prepare(
            "SELECT black.bot - 1, white.bot - 1, black_score, white_score FROM games
             JOIN stays AS black ON black.id = games.black JOIN stays AS white ON white.id = games.white",
        )?;
        let mut rows = games.query([])?;
        while let Some(row) = rows.next()? {
            let (black, white): (usize, usize) = (row.get(0)?, row.get(1)?);
            let scores: [i32; 2] = [row.get(2)?, row.get(3)?];
            table.add(black, white, arena::matches::pairs::half_points(scores, outflank::game::Color::Black));
        }
        Ok((entrants, table))
    }
}

impl std::fmt::Display for Entrant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.version {
            1 => f.write_str(&self.name),
            version => write!(f, "{} (submission {version})", self.name),
        }
    }
}

/// The hash of a log after these lines, where `before` is the hash of all lines before them; empty for an
/// empty log.
fn chain(before: &[u8], lines: &[u8]) -> Vec<u8> {
    lines.split_inclusive(|&byte| byte == b'\n').fold(before.to_vec(), |hash, line| {
        Sha256::new_with_prefix(hash).chain_update(line).finalize().to_vec()
    })
}

fn set_state(transaction: &Transaction<'_>, bytes: usize, hash: &[u8]) -> anyhow::Result<()> {
    transaction.execute("UPDATE state SET bytes = ?, hash = ?", params![bytes, hash])?;
    Ok(())
}

fn seat_of_row(row: &Row<'_>) -> rusqlite::Result<Seat> {
    let outcome = match row.get::<_, Option<f64>>("score")? {
        Some(score) => {
            Some(Outcome { score, boss_score: row.get("boss_score")?, is_promoted: row.get("is_promoted")? })
        }
        None => None,
    };
    Ok(Seat {
        stay: row.get("id")?,
        name: row.get("name")?,
        version: row.get("version")?,
        league: row.get("league")?,
        league_name: row.get("league_name")?,
        is_boss: row.get("is_boss")?,
        rating: TrueSkillRating { rating: row.get("rating")?, uncertainty: row.get("uncertainty")? },
        games: row.get("games")?,
        meetings: row.get("meetings")?,
        outcome,
    })
}
