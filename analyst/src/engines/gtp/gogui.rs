//! GoGui's extensions of GTP: the rules of a game other than Go, and commands whose answers it draws.

use std::time::Duration;

use outflank::board::Move;
use outflank::game::Color;

use super::state::{vertex, Answer, Arguments, Gtp};
use crate::analysis::words;
use crate::level::Level;
use crate::notation::rows_text;
use crate::search::{MoveReport, Report};
use crate::sentence::english;

/// Rows from 8 down to 1, black as X.
pub(super) fn board(gtp: &mut Gtp, _: &Arguments<'_>) -> Answer {
    let mut rows = rows_text(gtp.game.discs(), 0);
    rows.reverse();
    Ok(format!("\n{}", rows.join("\n")))
}

pub(super) fn legal_moves(gtp: &mut Gtp, _: &Arguments<'_>) -> Answer {
    if gtp.game.must_pass() {
        return Ok("pass".to_string());
    }
    let squares = outflank::bits::Squares(gtp.game.board().legal_moves());
    Ok(squares.map(|square| vertex(Move::on(square))).collect::<Vec<_>>().join(" "))
}

pub(super) fn final_result(gtp: &mut Gtp, _: &Arguments<'_>) -> Answer {
    let score = gtp.black_score();
    let [black, white] = [(64 + score) / 2, (64 - score) / 2];
    let outcome = match score {
        0 => "Draw".to_string(),
        score if score > 0 => format!("Black wins by {score} points"),
        score => format!("White wins by {} points", -score),
    };
    Ok(format!("{outcome}. Final score is B {black} and W {white}"))
}

pub(super) fn analyze_commands(_: &mut Gtp, _: &Arguments<'_>) -> Answer {
    let lines = [
        "pspairs/Values/outflank-values",
        "var/Best line/outflank-pv",
        "gfx/Hint/outflank-hint",
        "hpstring/Explain/outflank-explain",
        "param/Settings/outflank-param",
    ];
    Ok(lines.join("\n"))
}

/// Every move's value for the side to move.
fn report(gtp: &mut Gtp) -> Report {
    let board = gtp.game.board();
    let limit = gtp.clocks.time_for_move(gtp.game.to_move(), board.empty_count());
    let mut budget = gtp.player.budget(board, limit);
    if gtp.player.settings.level.is_some() {
        // An explanation is not meant to be weaker.
        budget.playouts = budget.playouts.max(20_000);
    }
    gtp.player.searcher().search(board, budget)
}

/// A value as it fits on a square: whole discs if proven, one decimal if not, and a bound with its sign.
fn label(entry: &MoveReport) -> String {
    entry.text().replace("at least ", ">=").replace("at most ", "<=")
}

pub(super) fn values(gtp: &mut Gtp, _: &Arguments<'_>) -> Answer {
    let report = report(gtp);
    let pairs = report.moves.iter().filter(|entry| entry.mv != Move::PASS);
    let pairs = pairs.map(|entry| format!("{} {}", vertex(entry.mv), label(entry)));
    Ok(pairs.collect::<Vec<_>>().join("\n"))
}

/// A line as GoGui draws variations: colours and squares in turn.
fn variation(line: &[Move], mut color: Color) -> String {
    let mut words = Vec::new();
    for &mv in line {
        words.push(if color == Color::Black { "b" } else { "w" }.to_string());
        words.push(vertex(mv));
        color = color.opposite();
    }
    words.join(" ")
}

pub(super) fn best_line(gtp: &mut Gtp, _: &Arguments<'_>) -> Answer {
    let report = report(gtp);
    let to_move = gtp.game.to_move();
    Ok(report.best().map_or_else(String::new, |best| variation(&best.line, to_move)))
}

pub(super) fn hint(gtp: &mut Gtp, _: &Arguments<'_>) -> Answer {
    let report = report(gtp);
    let Some(best) = report.best() else { return Ok("TEXT the game is over".to_string()) };
    let squares = || report.moves.iter().filter(|entry| entry.mv != Move::PASS);
    let mut lines = Vec::new();
    if best.mv != Move::PASS {
        let labels = squares().map(|entry| format!(" {} {}", vertex(entry.mv), label(entry)));
        lines.push(format!("LABEL{}", labels.collect::<String>()));
        lines.push(format!("COLOR green {}", vertex(best.mv)));
    }
    lines.push(format!("VAR {}", variation(&best.line, gtp.game.to_move())));
    lines.push(format!("TEXT best {} {}, depth {}", vertex(best.mv), label(best), report.depth));
    Ok(lines.join("\n"))
}

pub(super) fn explain(gtp: &mut Gtp, _: &Arguments<'_>) -> Answer {
    let report = report(gtp);
    let entries = report.moves.iter().take(3);
    let lines = entries.map(|entry| {
        let line: Vec<String> = entry.line.iter().take(8).map(|&mv| vertex(mv)).collect();
        format!("{} {}: {}", vertex(entry.mv), label(entry), line.join(" "))
    });
    let words = words::explain_best(&report, gtp.game.to_move());
    let words = words.iter().map(english);
    Ok(lines.chain(words).collect::<Vec<_>>().join("\n"))
}

/// Without arguments, the settings as GoGui's dialogue shows them; with a name and a value, changes one.
pub(super) fn parameters(gtp: &mut Gtp, arguments: &Arguments<'_>) -> Answer {
    let settings = &mut gtp.player.settings;
    if arguments.0.is_empty() {
        let levels: String = Level::all().map(|level| format!("/{}", level.number)).collect();
        let level = settings.level.map_or_else(|| "full".to_string(), |level| level.number.to_string());
        return Ok(format!(
            "[string] time {}\n[string] playouts {}\n[list/full{levels}] level {level}\n[bool] book {}",
            settings.time.as_secs_f64(),
            settings.playouts,
            u8::from(settings.book)
        ));
    }
    match arguments.word(0)? {
        "time" => settings.time = arguments.seconds(1)?.max(Duration::from_millis(1)),
        "playouts" => settings.playouts = arguments.number(1)?,
        "level" if arguments.word(1)? == "full" => settings.level = None,
        "level" => {
            let level = Level::nth(arguments.number(1)?);
            settings.level = Some(level.ok_or_else(|| format!("levels are 1 to {} or full", Level::COUNT))?);
        }
        "book" => settings.book = arguments.number::<u8>(1)? != 0,
        other => return Err(format!("unknown parameter {other:?}")),
    }
    Ok(String::new())
}
