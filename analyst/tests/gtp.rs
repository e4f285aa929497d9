//! Dialogues in the Go text protocol.

use std::io;
use std::time::Duration;

use analyst::engines::gtp::Gtp;
use analyst::engines::player::{Player, Settings};
use analyst::level::Level;
use analyst::search::{Memory, Searcher, Stop};

const MEMORY: Memory = Memory { tree: 4 << 20, solver: 1 << 18 };

fn player(settings: Settings) -> Player {
    Player::new(Searcher::new(MEMORY), settings, 1)
}

fn settings() -> Settings {
    Settings { playouts: 200, book: false, ..Settings::default() }
}

fn engine() -> Gtp {
    Gtp::new(player(settings()), |name| match name {
        "game.sgf" => Ok(SGF.as_bytes().to_vec()),
        _ => Err(io::ErrorKind::NotFound.into()),
    })
}

const SGF: &str = "(;FF[4]GM[2]PB[a]PW[b]SZ[8]AB[e4][d5]AW[d4][e5]PL[B]B[f5];W[d6];B[c3])";

/// Asserts that each command is answered as given; `*` stands for any success.
fn assert_dialogue(engine: &mut Gtp, dialogue: &[(&str, &str)]) {
    for (command, expected) in dialogue {
        let answer = engine.answer(command).expect("a command");
        let text = answer.strip_suffix("\n\n").expect("an empty line at the end");
        if *expected == "*" {
            assert!(text.starts_with("= "), "{command}: {text}");
        } else {
            assert_eq!(text, *expected, "{command}");
        }
    }
}

#[test]
fn administration() {
    let mut engine = engine();
    assert_dialogue(
        &mut engine,
        &[
            ("protocol_version", "= 2"),
            ("12 protocol_version", "=12 2"),
            ("name", "= Outflank"),
            ("version", concat!("= ", env!("CARGO_PKG_VERSION"))),
            ("known_command genmove", "= true"),
            ("known_command fly", "= false"),
            ("known_command", "= false"),
            ("7 fly", "?7 unknown command"),
            ("list_games", "= Othello"),
            ("set_game Othello", "="),
            ("set_game Go", "? unsupported game"),
            ("boardsize 8", "="),
            ("boardsize 19", "? unacceptable size"),
            ("boardsize eight", "? expected a number, not \"eight\""),
            ("clear_board", "="),
            ("komi 6.5", "="),
            ("quit # bye", "="),
        ],
    );
    assert!(engine.is_over());
}

#[test]
fn every_listed_command_is_known_and_answers() {
    let mut engine = engine();
    let list = engine.answer("list_commands").expect("a command");
    let names: Vec<&str> = list.trim_start_matches("= ").split_whitespace().collect();
    for required in [
        "protocol_version",
        "name",
        "version",
        "known_command",
        "list_commands",
        "quit",
        "boardsize",
        "clear_board",
        "komi",
        "play",
        "genmove",
        "reg_genmove",
        "undo",
        "showboard",
        "time_settings",
        "time_left",
        "final_score",
        "loadsgf",
        "set_game",
        "list_games",
        "gogui-rules_game_id",
        "gogui-rules_board_size",
        "gogui-rules_board",
        "gogui-rules_side_to_move",
        "gogui-rules_legal_moves",
        "gogui-rules_final_result",
        "gogui-analyze_commands",
    ] {
        assert!(names.contains(&required), "{required}");
    }
    for name in names {
        assert_dialogue(&mut engine, &[(&format!("known_command {name}"), "= true")]);
        // Without its arguments a command fails with a message, or answers.
        let answer = engine.answer(name).expect("a command");
        assert!(answer.starts_with(['=', '?']) && answer.ends_with("\n\n"), "{name}: {answer}");
    }
}

#[test]
fn lines_without_a_command_are_not_answered() {
    let mut engine = engine();
    for line in ["", "  ", "# a comment", "\t", "12", "12 # a comment", "\u{7}\u{1b}"] {
        assert_eq!(engine.answer(line), None, "{line:?}");
    }
    assert_dialogue(&mut engine, &[("na\u{7}me", "= Outflank"), ("known_command\tname", "= true")]);
}

#[test]
fn moves_and_refusals() {
    assert_dialogue(
        &mut engine(),
        &[
            ("play b D3", "="),
            ("play BLACK c5", "? wrong color"),
            ("play w a1", "? illegal move"),
            ("play w pass", "? illegal move"),
            ("play w z9", "? expected a square or PASS, not \"z9\""),
            ("play red c3", "? expected a color, not \"red\""),
            ("play w", "? missing argument"),
            ("play White C5", "="),
            ("gogui-rules_side_to_move", "= black"),
            ("undo", "="),
            ("gogui-rules_side_to_move", "= white"),
            ("undo", "="),
            ("undo", "? cannot undo"),
            ("final_score", "= 0"),
            ("genmove w", "? wrong color"),
            ("reg_genmove b", "*"),
            ("gogui-rules_side_to_move", "= black"),
            ("genmove b", "*"),
            ("gogui-rules_side_to_move", "= white"),
        ],
    );
}

#[test]
fn passes_are_answered_both_ways() {
    let mut engine = engine();

    let mut position = outflank::game::Game::new();
    let mut moves = Vec::new();
    let mut rng = outflank::rng::Rng::new(11);
    while position.history().last().is_none_or(|(_, mv)| *mv != outflank::board::Move::PASS) {
        if position.is_over() {
            position = outflank::game::Game::new();
            moves.clear();
        }
        let legal: Vec<_> = outflank::bits::Squares(position.board().legal_moves()).collect();
        let square = legal[rng.below(legal.len())];
        moves.push((position.to_move(), square));
        position.play(square).expect("legal");
    }
    let (passing, _) = *position.history().last().expect("a pass");
    for (color, square) in &moves {
        assert_dialogue(&mut engine, &[(&format!("play {color} {square}"), "=")]);
    }
    let other = passing.opposite();
    assert_dialogue(
        &mut engine,
        &[
            ("gogui-rules_legal_moves", "= pass"),
            (&format!("reg_genmove {passing}"), "= pass"),
            (&format!("genmove {passing}"), "= pass"),
            ("gogui-rules_side_to_move", &format!("= {other}")),
            ("undo", "="),
            (&format!("play {passing} pass"), "="),
            ("undo", "="),
            (&format!("genmove {other}"), "*"),
            ("gogui-rules_side_to_move", &format!("= {passing}")),
        ],
    );
}

#[test]
fn a_finished_game_has_no_moves_and_a_score() {
    let mut engine = engine();
    let game = outflank::game::Game::from_transcript("e6f4e3f6g5d6e7f5c5").expect("legal");
    for (color, mv) in game.history() {
        assert_dialogue(&mut engine, &[(&format!("play {color} {mv}"), "=")]);
    }
    assert_dialogue(
        &mut engine,
        &[
            ("gogui-rules_legal_moves", "="),
            ("final_score", "= B+64"),
            ("gogui-rules_final_result", "= Black wins by 64 points. Final score is B 64 and W 0"),
            ("genmove w", "= pass"),
            ("genmove w", "= pass"),
            ("outflank-values", "="),
            ("outflank-hint", "= TEXT the game is over"),
            ("outflank-pv", "="),
            ("outflank-explain", "="),
            ("play w pass", "? illegal move"),
        ],
    );
}

#[test]
fn boards_are_drawn() {
    let board = "= \n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . X O . . .\n. . . O X . . .\n\
                 . . . . . . . .\n. . . . . . . .\n. . . . . . . .";
    let mut engine = engine();
    assert_dialogue(
        &mut engine,
        &[
            ("gogui-rules_game_id", "= Othello"),
            ("gogui-rules_board_size", "= 8"),
            ("gogui-rules_board", board),
            ("gogui-rules_side_to_move", "= black"),
            ("gogui-rules_legal_moves", "= D3 C4 F5 E6"),
            ("gogui-rules_final_result", "= Draw. Final score is B 32 and W 32"),
            ("play b f5", "="),
        ],
    );
    let drawing = engine.answer("showboard").expect("a command");
    assert!(drawing.contains("5 . . . X X X . .") && drawing.contains("white to move"), "{drawing}");
}

#[test]
fn gogui_analyses() {
    let mut engine = engine();
    let commands = engine.answer("gogui-analyze_commands").expect("a command");
    for kind in ["pspairs/", "var/", "gfx/", "hpstring/", "param/"] {
        assert!(commands.contains(kind), "{kind}");
    }
    let values = engine.answer("outflank-values").expect("a command");
    for square in ["D3", "C4", "F5", "E6"] {
        assert!(values.contains(square), "{values}");
    }
    let line = engine.answer("outflank-pv").expect("a command");
    assert!(line.starts_with("= b ") && line.contains(" w "), "{line}");
    let hint = engine.answer("outflank-hint").expect("a command");
    for part in ["LABEL ", "COLOR green ", "VAR b ", "TEXT "] {
        assert!(hint.contains(part), "{part}: {hint}");
    }
    assert_dialogue(&mut engine, &[("outflank-explain", "*")]);
}

#[test]
fn parameters_are_shown_and_changed() {
    let mut engine = engine();
    assert_dialogue(
        &mut engine,
        &[
            ("outflank-param time 2.5", "="),
            ("outflank-param playouts 77", "="),
            ("outflank-param level 3", "="),
            ("outflank-param book 1", "="),
            ("outflank-param level 99", "? levels are 1 to 10 or full"),
            ("outflank-param color 1", "? unknown parameter \"color\""),
            (
                "outflank-param",
                "= [string] time 2.5\n[string] playouts 77\n\
                 [list/full/1/2/3/4/5/6/7/8/9/10] level 3\n[bool] book 1",
            ),
            ("outflank-param level full", "="),
        ],
    );
}

#[test]
fn files_are_loaded_up_to_a_move() {
    let mut engine = engine();
    assert_dialogue(
        &mut engine,
        &[
            ("loadsgf game.sgf", "="),
            ("gogui-rules_side_to_move", "= white"),
            ("loadsgf game.sgf 2", "="),
            ("gogui-rules_side_to_move", "= white"),
            ("play w d6", "="),
            ("loadsgf game.sgf 1", "="),
            ("gogui-rules_legal_moves", "= D3 C4 F5 E6"),
        ],
    );
    let answer = engine.answer("loadsgf missing.sgf").expect("a command");
    assert!(answer.starts_with("? cannot load file"), "{answer}");
}

#[test]
fn a_clock_that_has_run_out_still_gets_a_legal_move() {
    fn clock() -> Duration {
        Duration::from_secs(1)
    }
    let searcher = Searcher::with_host(MEMORY, Stop::default(), Some(clock));
    let mut engine = Gtp::new(Player::new(searcher, settings(), 1), |_| Err(io::ErrorKind::NotFound.into()));
    assert_dialogue(
        &mut engine,
        &[
            ("time_settings 60 0 0", "="),
            ("time_left b 0 0", "="),
            ("genmove b", "*"),
            ("time_settings 0 5 1", "="),
            ("time_left w 0.1 1", "="),
            ("genmove w", "*"),
            ("time_settings 0 -5 x", "? expected a number, not \"x\""),
            ("time_left b 1e400 0", "? expected seconds, not inf"),
            ("time_left b nan 0", "? expected seconds, not NaN"),
            ("time_settings 18446744073709549568 1 1", "? expected seconds, not 18446744073709550000"),
            ("time_settings 1000000 1000000 1", "="),
            ("time_left b -1 0", "="),
            ("genmove b", "*"),
        ],
    );
}

#[test]
fn a_level_plays_a_whole_game_the_same_way_every_time() {
    let play = || {
        let level = Level::nth(2).map(|level| Level { playouts: 100, ..level });
        let mut engine =
            Gtp::new(player(Settings { level, ..settings() }), |_| Err(io::ErrorKind::NotFound.into()));
        let mut moves = String::new();
        for turn in 0..130 {
            let color = if turn % 2 == 0 { "b" } else { "w" };
            moves += &engine.answer(&format!("genmove {color}")).expect("a command");
        }
        moves += &engine.answer("gogui-rules_final_result").expect("a command");
        moves
    };
    let moves = play();
    assert!(!moves.contains('?'), "{moves}");
    assert_eq!(moves, play());
}
