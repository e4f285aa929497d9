//! A game for the terminal: a table, a curve and the position that decided it.

use std::io::{IsTerminal, Write};

use analyst::analysis::json::line_text;
use analyst::analysis::{Class, CurvePoint, Turn};
use analyst::notation::{Ending, GameRecord, GameResult, Position};
use analyst::openings::Openings;
use analyst::search::value_text;
use analyst::sentence::english;
use outflank::game::Color;
use toolkit::text::Visible;

use super::super::input::print_board;
use super::analysed::Analysed;

/// Discs at which the curve leaves its drawing.
const CURVE_RANGE: f32 = 24.0;

/// Rows of the curve above and below zero.
const CURVE_ROWS: i32 = 4;

/// Moves of a line that are shown.
const SHOWN_MOVES: usize = 6;

pub(super) fn print(game: &Analysed, out: &mut impl Write) -> std::io::Result<()> {
    let is_colored = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let [black, white] = [0, 1].map(|index| {
        let name = game.record.players[index].name.trim();
        if name.is_empty() {
            ["black", "white"][index].to_string()
        } else {
            Visible::line(name).to_string()
        }
    });
    let last = game.analysis.curve.last();
    writeln!(
        out,
        "{black} - {white}{}",
        last.map_or(String::new(), |point| format!("  {} for black", value_text(point.value, point.bounds)))
    )?;
    let GameRecord { event, round, place, date, .. } = &game.record;
    let occasion = [event, round, place, date].map(|text| text.trim());
    let occasion: Vec<_> = occasion.into_iter().filter(|text| !text.is_empty()).collect();
    if !occasion.is_empty() {
        writeln!(out, "{}", Visible::line(&occasion.join(", ")))?;
    }
    if let Some(ending) = ending(&game.record) {
        writeln!(out, "{ending}")?;
    }
    if let Some((plies, opening)) = Openings::shared().of_record(&game.record) {
        writeln!(out, "opening: {}, left after move {plies}", opening.title())?;
    }
    writeln!(out, "values in discs for the side that moves: = proven, ~ estimated; ! changed the result")?;
    writeln!(out, "  no. side  move         value   loss  class       best  line")?;
    for (index, turn) in game.analysis.turns.iter().enumerate() {
        print_turn(index, turn, is_colored, out)?;
        for sentence in &game.sentences[index] {
            writeln!(out, "                                    {}", english(sentence))?;
        }
    }
    print_summary(game, out)?;
    print_curve(&game.analysis.curve, out)?;
    writeln!(out)
}

/// Who ended the game early, and how.
fn ending(record: &GameRecord) -> Option<String> {
    let how = match record.ending {
        Ending::Resigned => "resigned",
        Ending::TimedOut => "ran out of time",
        Ending::Forfeited => "forfeited the game",
        Ending::IllegalMove(_) => "made an illegal move",
        Ending::Crashed(_) => "crashed",
        Ending::Unknown | Ending::Played | Ending::Unfinished | Ending::Agreed | Ending::Adjudicated => {
            return None;
        }
    };
    let loser = record.result.and_then(GameResult::winner)?.opposite();
    Some(format!("{loser} {how}"))
}

fn print_turn(index: usize, turn: &Turn, is_colored: bool, out: &mut impl Write) -> std::io::Result<()> {
    let paint = match turn.class {
        _ if !is_colored => "",
        Class::Best | Class::Good => "",
        Class::Inaccuracy => "\x1b[33m",
        Class::Mistake => "\x1b[35m",
        Class::Blunder => "\x1b[31m",
    };
    let reset = if paint.is_empty() { "" } else { "\x1b[0m" };
    let mark = if turn.changes_result { '!' } else { ' ' };
    let exact = if turn.is_exact { '=' } else { '~' };
    let (best, line) = if turn.best == turn.mv {
        (String::new(), String::new())
    } else {
        (turn.best.to_string(), line_text(&turn.line[..turn.line.len().min(SHOWN_MOVES)]))
    };
    writeln!(
        out,
        "{paint}{mark}{:>3}. {:<5} {:<4} {exact}{:>12} {:>6.1}  {:<10}  {best:<4}  {line}{reset}",
        index + 1,
        turn.color.to_string(),
        turn.mv.to_string(),
        value_text(turn.after, turn.bounds[1]),
        turn.loss,
        turn.class.name(),
    )
}

fn print_summary(game: &Analysed, out: &mut impl Write) -> std::io::Result<()> {
    for color in [Color::Black, Color::White] {
        let of_color = || game.analysis.turns.iter().filter(|turn| turn.color == color);
        // The sum of no floats is -0.
        let lost = of_color().map(|turn| turn.loss).sum::<f32>() + 0.0;
        let count = |class| of_color().filter(|turn| turn.class == class).count();
        writeln!(
            out,
            "{color} lost {lost:.1} discs: {} inaccuracies, {} mistakes, {} blunders",
            count(Class::Inaccuracy),
            count(Class::Mistake),
            count(Class::Blunder)
        )?;
    }
    let Some(index) = game.analysis.decided_by else { return writeln!(out, "no move decided the game") };
    let turn = &game.analysis.turns[index];
    writeln!(out, "decided by move {}, {} {}:", index + 1, turn.color, turn.mv)?;
    print_board(Position { board: turn.board, to_move: turn.color }, out)
}

/// Black's value over the game: each column a move, each row a sixth of the range.
fn print_curve(curve: &[CurvePoint], out: &mut impl Write) -> std::io::Result<()> {
    for row in (-CURVE_ROWS..=CURVE_ROWS).rev() {
        let discs = row as f32 * CURVE_RANGE / CURVE_ROWS as f32;
        write!(out, "{discs:>+4.0} |")?;
        for point in curve {
            let height = (point.value.clamp(-CURVE_RANGE, CURVE_RANGE) / CURVE_RANGE * CURVE_ROWS as f32)
                .round() as i32;
            let is_filled = if row > 0 { height >= row } else { row < 0 && height <= row };
            let cell = match row {
                0 => '-',
                _ if is_filled => '#',
                _ => ' ',
            };
            write!(out, "{cell}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}
