//! The commands that every GUI uses.

use outflank::game::Color;

use super::gogui;
use super::state::{vertex, Answer, Arguments, Command, Gtp};
use crate::engines::dialogue_game::DialogueGame;
use crate::engines::player::Choice;
use crate::engines::time;
use crate::notation::rows_text;

/// Every command, in the order of `list_commands`.
const COMMANDS: &[(&str, Command)] = &[
    ("protocol_version", |_, _| Ok("2".to_string())),
    ("name", |_, _| Ok("Outflank".to_string())),
    ("version", |_, _| Ok(env!("CARGO_PKG_VERSION").to_string())),
    ("known_command", |_, arguments| Ok(arguments.word(0).ok().and_then(find).is_some().to_string())),
    ("list_commands", |_, _| Ok(names().collect::<Vec<_>>().join("\n"))),
    ("quit", quit),
    ("boardsize", board_size),
    ("clear_board", clear_board),
    ("komi", |_, arguments| arguments.number::<f64>(0).map(|_| String::new())),
    ("play", play),
    ("genmove", |gtp, arguments| generate(gtp, arguments, true)),
    ("reg_genmove", |gtp, arguments| generate(gtp, arguments, false)),
    ("undo", undo),
    ("showboard", |gtp, _| Ok(drawing(gtp))),
    ("time_settings", time_settings),
    ("time_left", time_left),
    ("final_score", final_score),
    ("loadsgf", load_sgf),
    ("set_game", set_game),
    ("list_games", |_, _| Ok("Othello".to_string())),
    ("gogui-rules_game_id", |_, _| Ok("Othello".to_string())),
    ("gogui-rules_board_size", |_, _| Ok("8".to_string())),
    ("gogui-rules_board", gogui::board),
    ("gogui-rules_side_to_move", |gtp, _| Ok(gtp.game.to_move().to_string())),
    ("gogui-rules_legal_moves", gogui::legal_moves),
    ("gogui-rules_final_result", gogui::final_result),
    ("gogui-analyze_commands", gogui::analyze_commands),
    ("outflank-values", gogui::values),
    ("outflank-pv", gogui::best_line),
    ("outflank-hint", gogui::hint),
    ("outflank-explain", gogui::explain),
    ("outflank-param", gogui::parameters),
];

/// The names of all commands.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|(name, _)| *name)
}

/// The command with this name.
pub(super) fn find(name: &str) -> Option<Command> {
    COMMANDS.iter().find(|(known, _)| *known == name).map(|(_, command)| *command)
}

fn quit(gtp: &mut Gtp, _: &Arguments<'_>) -> Answer {
    gtp.is_over = true;
    Ok(String::new())
}

fn board_size(gtp: &mut Gtp, arguments: &Arguments<'_>) -> Answer {
    if arguments.number::<u32>(0)? != 8 {
        return Err("unacceptable size".to_string());
    }
    clear_board(gtp, arguments)
}

fn clear_board(gtp: &mut Gtp, _: &Arguments<'_>) -> Answer {
    gtp.start_game(DialogueGame::default());
    Ok(String::new())
}

fn set_game(_: &mut Gtp, arguments: &Arguments<'_>) -> Answer {
    if arguments.word(0)?.eq_ignore_ascii_case("othello") {
        Ok(String::new())
    } else {
        Err("unsupported game".to_string())
    }
}

fn play(gtp: &mut Gtp, arguments: &Arguments<'_>) -> Answer {
    let (color, mv) = (arguments.color(0)?, arguments.mv(1)?);
    gtp.game.play(color, mv)?;
    Ok(String::new())
}

fn undo(gtp: &mut Gtp, _: &Arguments<'_>) -> Answer {
    if gtp.game.undo() {
        Ok(String::new())
    } else {
        Err("cannot undo".to_string())
    }
}

fn generate(gtp: &mut Gtp, arguments: &Arguments<'_>, plays: bool) -> Answer {
    let color = arguments.color(0)?;
    gtp.game.check_turn(color)?;
    let start = gtp.player.searcher().now();
    let choice = choose(gtp, color);
    let mv = choice.map_or(outflank::board::Move::PASS, |choice| choice.entry.mv);
    if plays {
        // A finished game has no move to make; the pass is only an answer.
        if !gtp.game.board().is_over() {
            gtp.game.play(color, mv)?;
        }
        let spent = gtp.player.searcher().now().saturating_sub(start);
        gtp.clocks.spend(color, spent);
    }
    Ok(vertex(mv))
}

/// The player's choice for `color` within its clock's limit.
fn choose(gtp: &mut Gtp, color: Color) -> Option<Choice> {
    let board = gtp.game.board_for(color);
    let limit = gtp.clocks.time_for_move(color, board.empty_count());
    gtp.player.choose(board, limit)
}

fn time_settings(gtp: &mut Gtp, arguments: &Arguments<'_>) -> Answer {
    let settings = time::Settings {
        main: arguments.seconds(0)?,
        period: arguments.seconds(1)?,
        stones: arguments.number(2)?,
    };
    gtp.clocks.set(settings);
    Ok(String::new())
}

fn time_left(gtp: &mut Gtp, arguments: &Arguments<'_>) -> Answer {
    let (color, time, stones) = (arguments.color(0)?, arguments.seconds(1)?, arguments.number(2)?);
    gtp.clocks.report(color, time, stones);
    Ok(String::new())
}

fn final_score(gtp: &mut Gtp, _: &Arguments<'_>) -> Answer {
    Ok(match gtp.black_score() {
        0 => "0".to_string(),
        score if score > 0 => format!("B+{score}"),
        score => format!("W+{}", -score),
    })
}

fn load_sgf(gtp: &mut Gtp, arguments: &Arguments<'_>) -> Answer {
    let name = arguments.word(0)?;
    let most = if arguments.0.len() > 1 { arguments.number::<usize>(1)?.max(1) - 1 } else { usize::MAX };
    let bytes = (gtp.read_file)(name).map_err(|error| format!("cannot load file: {error}"))?;
    let game = DialogueGame::load(&bytes, most).map_err(|error| format!("cannot load file: {error}"))?;
    gtp.start_game(game);
    Ok(String::new())
}

/// The board as people read it, row 1 at the top.
fn drawing(gtp: &Gtp) -> String {
    let discs = gtp.game.discs();
    let rows = (1..).zip(rows_text(discs, 0)).map(|(row, squares)| format!("{row} {squares}\n"));
    let [black, white] = discs.map(u64::count_ones);
    let side = gtp.game.to_move();
    format!(
        "\n  A B C D E F G H\n{}{side} to move; black (X) {black}, white (O) {white}",
        rows.collect::<String>()
    )
}
