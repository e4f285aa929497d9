//! Applies events to the database.

use anyhow::{bail, Context};
use rusqlite::{params, OptionalExtension, Transaction};
use skillratings::trueskill::{trueskill, TrueSkillRating};
use skillratings::Outcomes;

use crate::league::bot::EnteredBot;
use crate::league::event::{Event, Founding, Meeting, Outcome};
use crate::league::matchmaking;
use arena::matches::pairs::Pair;
use arena::play::record::seat;

pub(super) fn apply(transaction: &Transaction<'_>, event: &Event) -> anyhow::Result<()> {
    match event {
        Event::Founded(founding) => found(transaction, founding),
        Event::Submitted(bot) => submit(transaction, bot),
        Event::Met { meetings } => meetings.iter().try_for_each(|meeting| meet(transaction, meeting)),
        Event::Removed { bot } => remove(transaction, bot),
        Event::Placed { bot, outcome } => place(transaction, bot, outcome),
    }
}

fn found(transaction: &Transaction<'_>, founding: &Founding) -> anyhow::Result<()> {
    for (rank, league) in founding.leagues.iter().enumerate() {
        transaction.execute("INSERT INTO leagues VALUES (?, ?)", params![rank, league.name])?;
        enter(transaction, &league.boss, rank, true)?;
    }
    Ok(())
}

fn submit(transaction: &Transaction<'_>, bot: &EnteredBot) -> anyhow::Result<()> {
    let before = transaction
        .query_row("SELECT league, is_boss FROM seats WHERE name = ?", [&bot.name], |row| {
            Ok((row.get::<_, usize>(0)?, row.get::<_, bool>(1)?))
        })
        .optional()?;
    match before {
        Some((_, true)) => bail!("`{}` is a boss's name", bot.name),
        Some((league, false)) => enter(transaction, bot, league, false),
        None => enter(transaction, bot, 0, false),
    }
}

fn remove(transaction: &Transaction<'_>, name: &str) -> anyhow::Result<()> {
    let Rated { stay, .. } = rated(transaction, name)?;
    transaction.execute(
        "UPDATE bots SET is_removed = 1 WHERE NOT is_boss AND id = (SELECT bot FROM stays WHERE id = ?)",
        [stay],
    )?;
    Ok(())
}

fn enter(
    transaction: &Transaction<'_>,
    bot: &EnteredBot,
    league: usize,
    is_boss: bool,
) -> anyhow::Result<()> {
    transaction.execute(
        "INSERT INTO bots (name, version, entered, is_boss)
         VALUES (?1, 1 + (SELECT COUNT(*) FROM bots WHERE name = ?1), ?2, ?3)",
        params![bot.name, serde_json::to_string(bot)?, is_boss],
    )?;
    start_stay(transaction, transaction.last_insert_rowid(), league)
}

fn start_stay(transaction: &Transaction<'_>, bot: i64, league: usize) -> anyhow::Result<()> {
    let rating = TrueSkillRating::new();
    transaction.execute(
        "INSERT INTO stays (bot, league, rating, uncertainty) VALUES (?, ?, ?, ?)",
        params![bot, league, rating.rating, rating.uncertainty],
    )?;
    Ok(())
}

/// A stay and its rating.
struct Rated {
    stay: i64,
    league: usize,
    rating: TrueSkillRating,
}

fn rated(transaction: &Transaction<'_>, name: &str) -> anyhow::Result<Rated> {
    let query = "SELECT id, league, rating, uncertainty FROM seats WHERE name = ?";
    let rated = transaction.query_row(query, [name], |row| {
        let rating = TrueSkillRating { rating: row.get(2)?, uncertainty: row.get(3)? };
        Ok(Rated { stay: row.get(0)?, league: row.get(1)?, rating })
    });
    rated.optional()?.with_context(|| format!("nobody is called `{name}`"))
}

fn meet(transaction: &Transaction<'_>, meeting: &Meeting) -> anyhow::Result<()> {
    let Meeting { bot, opponent, reason, pair } = meeting;
    let (mut own, mut other) = (rated(transaction, bot)?, rated(transaction, opponent)?);
    if own.stay == other.stay || own.league != other.league {
        bail!("`{bot}` cannot meet `{opponent}`");
    }
    transaction.execute(
        "INSERT INTO meetings (stay, opponent, pair, reason) VALUES (?, ?, ?, ?)",
        params![own.stay, other.stay, pair.pair, serde_json::to_string(reason)?],
    )?;
    let meeting = transaction.last_insert_rowid();
    for ((index, game), half_points) in pair.games.iter().enumerate().zip(pair.half_points()) {
        let outcome = match half_points {
            2 => Outcomes::WIN,
            1 => Outcomes::DRAW,
            _ => Outcomes::LOSS,
        };
        (own.rating, other.rating) = trueskill(&own.rating, &other.rating, &outcome, &matchmaking::config());
        let mut seats = [other.stay; 2];
        seats[seat(Pair::first_bots_color(index))] = own.stay;
        transaction.execute(
            "INSERT INTO games (meeting, black, white, black_score, white_score, opening, moves, ending)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            params![
                meeting,
                seats[0],
                seats[1],
                game.scores[0],
                game.scores[1],
                pair.opening,
                game.moves,
                game.termination.to_string()
            ],
        )?;
    }
    for rated in [&own, &other] {
        transaction.execute(
            "UPDATE stays SET rating = ?, uncertainty = ?, games = games + 2 WHERE id = ?",
            params![rated.rating.rating, rated.rating.uncertainty, rated.stay],
        )?;
    }
    transaction.execute("UPDATE stays SET meetings = meetings + 1 WHERE id = ?", [own.stay])?;
    Ok(())
}

fn place(transaction: &Transaction<'_>, bot: &str, outcome: &Outcome) -> anyhow::Result<()> {
    let Rated { stay, league, .. } = rated(transaction, bot)?;
    transaction.execute(
        "UPDATE stays SET score = ?, boss_score = ?, is_promoted = ? WHERE id = ?",
        params![outcome.score, outcome.boss_score, outcome.is_promoted, stay],
    )?;
    if outcome.is_promoted {
        let bot = transaction.query_row("SELECT bot FROM stays WHERE id = ?", [stay], |row| row.get(0))?;
        start_stay(transaction, bot, league + 1)?;
    }
    Ok(())
}
