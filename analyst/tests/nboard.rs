//! Dialogues in NBoard's protocol.

#[cfg(feature = "cli")]
use std::io::{BufRead, BufReader, Write};
#[cfg(feature = "cli")]
use std::process::{Command, Stdio};
#[cfg(feature = "cli")]
use std::thread;

use analyst::engines::nboard::Nboard;
use analyst::engines::player::{Player, Settings};
use analyst::search::{Memory, Searcher, Stop};
use outflank::board::Move;
use outflank::game::{Color, Game};
use outflank::rng::Rng;

const GAME: &str = "set game (;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[a]PW[b]RE[?]TI[15:00]TY[8]\
    BO[8 ---------------------------O*------*O--------------------------- *]\
    B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)";

fn engine(stop: Stop) -> Nboard {
    let searcher = Searcher::with_host(Memory { tree: 1 << 20, solver: 1 << 16 }, stop, None);
    Nboard::new(Player::new(searcher, Settings { playouts: 50, book: false, ..Settings::default() }, 1))
}

fn obey(engine: &mut Nboard, line: &str) -> Vec<String> {
    let mut lines = Vec::new();
    engine.obey(line, &mut |line| lines.push(line.to_string()));
    lines
}

fn moves_made(engine: &Nboard) -> usize {
    engine.game().moves().count()
}

/// The lines that start with `word`.
fn starting<'a>(lines: &'a [String], word: &str) -> Vec<&'a str> {
    lines.iter().map(String::as_str).filter(|line| line.starts_with(word)).collect()
}

#[test]
fn the_dialogue_of_the_specification() {
    let mut engine = engine(Stop::default());
    assert!(obey(&mut engine, "nboard 2").is_empty());
    assert!(obey(&mut engine, GAME).is_empty());
    assert_eq!(moves_made(&engine), 8);
    assert_eq!(obey(&mut engine, "set depth 6"), ["set myname Outflank6"]);
    assert_eq!(obey(&mut engine, "ping 1"), ["pong 1"]);
    let answer = obey(&mut engine, "go");
    let chosen = starting(&answer, "=== ");
    assert_eq!(chosen.len(), 1, "{answer:?}");
    let fields: Vec<&str> = chosen[0]["=== ".len()..].split('/').collect();
    let square = fields[0].parse().expect("a square");
    assert_ne!(engine.game().board().flips(square), 0, "a legal move");
    assert!(fields[1].parse::<f32>().is_ok() && fields[2].parse::<f32>().is_ok(), "{answer:?}");
    assert_eq!(moves_made(&engine), 8, "go does not move");
}

#[test]
fn moves_come_in_every_spelling() {
    for spelling in ["move F5/1.25/0.3", "move F5", "move f5", "move F5//2.449", "  move   F5/-1 "] {
        let mut engine = engine(Stop::default());
        assert!(obey(&mut engine, spelling).is_empty(), "{spelling}");
        assert_eq!(
            engine.game().moves().collect::<Vec<_>>(),
            [(Color::Black, Move::on("f5".parse().unwrap()))]
        );
    }
    let mut engine = engine(Stop::default());
    for illegal in ["move A1", "move", "move F9/1", "move PA"] {
        assert_eq!(starting(&obey(&mut engine, illegal), "status ").len(), 1, "{illegal}");
    }
    assert_eq!(moves_made(&engine), 0);
}

#[test]
fn hints_name_lines_values_and_depths() {
    let mut engine = engine(Stop::default());
    obey(&mut engine, "set depth 8");
    let lines = obey(&mut engine, "hint 3");
    let hints = starting(&lines, "search ");
    assert_eq!(hints.len(), 6, "three at first, three in the end: {lines:?}");
    for hint in hints {
        let fields: Vec<&str> = hint.split(' ').collect();
        assert_eq!((fields.len(), fields[3]), (5, "0"), "{hint}");
        assert!(Game::from_transcript(fields[1]).is_ok(), "{hint}");
        assert!(fields[2].parse::<f32>().is_ok_and(f32::is_finite), "{hint}");
        assert!(fields[4].parse::<u32>().is_ok(), "{hint}");
    }
    assert_eq!(starting(&obey(&mut engine, "hint"), "search ").len(), 2, "one without a number");
}

#[test]
fn the_book_is_named() {
    let searcher = Searcher::new(Memory { tree: 1 << 20, solver: 1 << 16 });
    let mut engine = Nboard::new(Player::new(searcher, Settings { playouts: 50, ..Settings::default() }, 1));
    let lines = obey(&mut engine, "hint 1");
    let book = starting(&lines, "book ");
    assert!(!book.is_empty() && book[0].split(' ').count() >= 5, "{lines:?}");
}

/// A game with this many empties left.
fn late_game(empties: u32, seed: u64) -> Game {
    let mut rng = Rng::new(seed);
    loop {
        let mut game = Game::new();
        while !game.is_over() && game.board().empty_count() > empties {
            let legal: Vec<_> = outflank::bits::Squares(game.board().legal_moves()).collect();
            game.play(legal[rng.below(legal.len())]).expect("legal");
        }
        if !game.is_over() {
            return game;
        }
    }
}

fn play_all(engine: &mut Nboard, game: &Game) {
    for (_, mv) in game.history() {
        let name = mv.square().map_or("PA".to_string(), |square| square.to_string());
        assert!(obey(engine, &format!("move {name}")).is_empty(), "{name}");
    }
}

#[test]
fn depths_are_obeyed_to_the_exact_score() {
    let game = late_game(8, 3);
    let mut engine = engine(Stop::default());
    play_all(&mut engine, &game);
    obey(&mut engine, "set depth 8");
    let lines = obey(&mut engine, "hint 2");
    assert!(starting(&lines, "search ").last().expect("a hint").ends_with(" 100%"), "{lines:?}");
    let mut solver = outflank::endgame::Solver::new(1 << 16);
    let score =
        solver.solve(game.board(), -64, 64, outflank::limits::Limits::NONE).bounds.score().expect("no limit");
    let go = obey(&mut engine, "go");
    let chosen = starting(&go, "=== ")[0];
    assert!(chosen.contains(&format!("/{score}.00/")), "{chosen} {score}");
}

#[test]
fn passes_work_both_ways() {
    let mut seed = 0;
    let game = loop {
        seed += 1;
        let game = late_game(6, seed);
        if game.history().last().is_some_and(|(_, mv)| *mv == Move::PASS) {
            break game;
        }
    };
    // The GUI's way: an explicit pass.
    let mut before = engine(Stop::default());
    let (&(_, pass), rest) = game.history().split_last().expect("moves");
    assert_eq!(pass, Move::PASS);
    for (_, mv) in rest {
        let name = mv.square().map_or("PA".to_string(), |square| square.to_string());
        obey(&mut before, &format!("move {name}"));
    }
    assert!(starting(&obey(&mut before, "go"), "=== PA").len() == 1, "the engine passes");
    let hint = obey(&mut before, "hint 1");
    assert!(starting(&hint, "search PA").len() == 2, "{hint:?}");
    assert!(obey(&mut before, "move PA/0.00/0.1").is_empty());
    assert_eq!(before.game().board(), game.board());
    // A GUI that leaves the pass out.
    let mut implied = engine(Stop::default());
    for (_, mv) in game.history() {
        if let Some(square) = mv.square() {
            assert!(obey(&mut implied, &format!("move {square}")).is_empty());
        }
    }
    let next = outflank::bits::Squares(game.board().legal_moves()).next().expect("a move");
    assert!(obey(&mut implied, &format!("move {next}")).is_empty());
}

#[test]
fn a_finished_game_gives_no_numbers_that_are_none() {
    let mut engine = engine(Stop::default());
    play_all(&mut engine, &Game::from_transcript("e6f4e3f6g5d6e7f5c5").expect("legal"));
    for command in ["hint 3", "go", "analyze"] {
        let lines = obey(&mut engine, command);
        assert!(lines.iter().all(|line| !line.to_lowercase().contains("nan")), "{lines:?}");
        assert!(starting(&lines, "search ").is_empty());
    }
    assert_eq!(starting(&obey(&mut engine, "go"), "=== PA").len(), 1);
    assert_eq!(starting(&obey(&mut engine, "analyze"), "analysis ").last(), Some(&"analysis 9 64.00"));
}

#[test]
fn analysis_names_every_position() {
    let mut engine = engine(Stop::default());
    obey(&mut engine, GAME);
    obey(&mut engine, "set depth 2");
    let lines = obey(&mut engine, "analyze");
    let analysis = starting(&lines, "analysis ");
    assert_eq!(analysis.len(), 9);
    for (index, line) in analysis.iter().enumerate() {
        let fields: Vec<&str> = line.split(' ').collect();
        assert_eq!(fields[1], index.to_string());
        assert!(fields[2].parse::<f32>().is_ok_and(f32::is_finite), "{line}");
    }
}

#[test]
fn what_else_a_gui_says() {
    let mut engine = engine(Stop::default());
    assert_eq!(obey(&mut engine, "learn"), ["learned"]);
    assert_eq!(obey(&mut engine, "ping 7"), ["pong 7"]);
    for line in ["set contempt 10", "set", "fly me", "", " ", "nboard", "set depth x", "set depth"] {
        assert!(obey(&mut engine, line).is_empty(), "{line:?}");
    }
    assert_eq!(starting(&obey(&mut engine, "set game nonsense"), "status ").len(), 1);
    assert_eq!(moves_made(&engine), 0, "an unreadable game changes nothing");
    assert!(!engine.is_over());
    assert!(obey(&mut engine, "quit").is_empty() && engine.is_over());
}

#[test]
fn a_raised_stop_ends_hint_go_and_analysis_at_once() {
    let stop = Stop::default();
    let mut engine = engine(stop.clone());
    obey(&mut engine, "set depth 60");
    stop.raise();
    assert!(!starting(&obey(&mut engine, "hint 2"), "search ").is_empty());
    assert_eq!(starting(&obey(&mut engine, "go"), "=== ").len(), 1);
    assert!(starting(&obey(&mut engine, "analyze"), "analysis ").len() <= 1);
    stop.settle();
    assert_eq!(obey(&mut engine, "ping 3"), ["pong 3"]);
}

/// The lines that mutations start from.
const LINES: [&str; 14] = [
    "nboard 2",
    GAME,
    "set depth 2",
    "ping 1",
    "hint 2",
    "go",
    "move F5/1.2/0.1",
    "move PA",
    "learn",
    "analyze",
    "set contempt 4",
    "move d6",
    "status",
    "set game (;GM[Othello]BO[8 * *];)",
];

/// A dialogue of damaged lines, each followed by a `ping` with a number of its own.
fn damaged_dialogue(rng: &mut Rng, next_ping: &mut usize) -> Vec<String> {
    let mut dialogue = Vec::new();
    for _ in 0..4 + rng.below(6) {
        dialogue.push(crate::mutated::line(rng, &LINES));
        dialogue.push(format!("ping {next_ping}"));
        *next_ping += 1;
    }
    // Depths of any size are legal, but a test has no time for them.
    dialogue.retain(|line| !line.contains("depth") || line == "set depth 2");
    dialogue
}

/// The answer that a line is owed if it is a `ping`.
fn owed_pong(line: &str) -> Option<String> {
    let rest = line.trim().strip_prefix("ping")?;
    let is_ping = rest.is_empty() || rest.starts_with(char::is_whitespace);
    is_ping.then(|| format!("pong {}", rest.trim()).trim_end().to_string())
}

/// Asserts that the engine, whatever it has been told, hints at legal moves and plays one.
fn assert_sane(engine: &mut Nboard) {
    assert!(obey(engine, GAME).is_empty());
    let board = engine.game().board();
    let lines = [obey(engine, "hint 2"), obey(engine, "go")].concat();
    let named = lines.iter().filter_map(|line| line.strip_prefix("search ").or(line.strip_prefix("=== ")));
    let squares: Vec<_> = named.map(|rest| rest[..2].parse().expect("a square")).collect();
    assert!(squares.len() >= 2 && squares.iter().all(|&square| board.flips(square) != 0), "{lines:?}");
}

fn fuzz(count: usize) {
    let mut rng = Rng::new(2026);
    let stop = Stop::default();
    let mut engine = engine(stop.clone());
    let mut next_ping = 0;
    for number in 0..count {
        // Only the dialogue is tested here: most searches end at once.
        let is_stopped = number % 16 != 0;
        if is_stopped {
            stop.raise();
        }
        for line in damaged_dialogue(&mut rng, &mut next_ping) {
            let answer = obey(&mut engine, &line);
            let pongs = starting(&answer, "pong");
            assert_eq!(pongs, owed_pong(&line).as_deref().into_iter().collect::<Vec<_>>(), "{line:?}");
            assert!(
                answer.iter().all(|line| !line.contains("NaN") && !line.contains('\n')),
                "{line}: {answer:?}"
            );
        }
        if engine.is_over() {
            engine = self::engine(stop.clone());
        }
        assert_sane(&mut engine);
        if is_stopped {
            stop.settle();
        }
    }
}

#[test]
fn mutated_dialogues_neither_panic_nor_get_a_wrong_pong() {
    fuzz(150);
}

#[test]
#[ignore = "a minute: `MUTATIONS=10000 cargo test --release -p analyst --test all -- --ignored nboard::many`"]
fn many_mutated_dialogues_neither_panic_nor_get_a_wrong_pong() {
    fuzz(crate::mutated::dialogues());
}

/// Sends damaged dialogues to one process, as fast as it reads them: pings overtake searches there, and yet
/// each gets its own pong, in order.
#[cfg(feature = "cli")]
fn fuzz_process(count: usize) {
    let mut engine = Command::new(env!("CARGO_BIN_EXE_outflank-analyst"))
        .args(["nboard", "--playouts", "50", "--no-book", "--memory", "4"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut rng = Rng::new(2027);
    let mut next_ping = 0;
    let lines: Vec<String> = (0..count).flat_map(|_| damaged_dialogue(&mut rng, &mut next_ping)).collect();
    let owed: Vec<String> = lines.iter().filter_map(|line| owed_pong(line)).collect();
    let mut input = engine.stdin.take().expect("a pipe");
    let writer = thread::spawn(move || {
        let text: String = lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
        input.write_all(text.as_bytes()).expect("the engine reads to the end of input");
    });
    let output = BufReader::new(engine.stdout.take().expect("a pipe"));
    let said = output.lines().map(|line| line.expect("text"));
    let pongs: Vec<String> = said.filter(|line| line.starts_with("pong")).collect();
    writer.join().expect("all is written");
    assert!(engine.wait().expect("an exit code").success());
    assert_eq!(pongs.len(), owed.len());
    for (pong, owed) in pongs.iter().zip(&owed) {
        assert_eq!(pong, owed);
    }
}

#[cfg(feature = "cli")]
#[test]
fn a_process_answers_every_ping_of_mutated_dialogues_in_order() {
    fuzz_process(150);
}

#[cfg(feature = "cli")]
#[test]
#[ignore = "a minute: `MUTATIONS=10000 cargo test --release -p analyst --test all -- --ignored nboard::many`"]
fn a_process_answers_every_ping_of_many_mutated_dialogues_in_order() {
    fuzz_process(crate::mutated::dialogues());
}

/// Games of random moves in which a side has to pass.
fn games_with_passes(count: usize, seed: u64) -> Vec<Game> {
    let mut rng = Rng::new(seed);
    let mut games = Vec::new();
    while games.len() < count {
        let mut game = Game::new();
        while !game.is_over() {
            let legal: Vec<_> = outflank::bits::Squares(game.board().legal_moves()).collect();
            game.play(legal[rng.below(legal.len())]).expect("legal");
        }
        if game.history().iter().any(|(_, mv)| *mv == Move::PASS) {
            games.push(game);
        }
    }
    games
}

/// Loads games after each of their moves, passes spelled or not, into both engines: each answers with a legal
/// move, or a pass that is due, of the side to move. Returns the number of positions and of passes.
fn load_at_every_ply(games: &[Game]) -> (usize, usize) {
    use analyst::engines::gtp::Gtp;
    use std::cell::RefCell;
    thread_local!(static FILE: RefCell<String> = RefCell::default());
    let settings = Settings { playouts: 2, book: false, ..Settings::default() };
    let player = || Player::new(Searcher::new(Memory { tree: 1 << 20, solver: 1 << 16 }), settings, 1);
    let mut nboard = Nboard::new(player());
    let mut gtp = Gtp::new(player(), |_| Ok(FILE.with_borrow(|file| file.clone().into_bytes())));
    let (mut positions, mut passes) = (0, 0);
    for game in games {
        for (ply, spells_passes) in (0..game.history().len()).flat_map(|ply| [(ply, true), (ply, false)]) {
            let mut text = String::from("(;GM[Othello]");
            let (mut board, mut to_move) = (outflank::board::Board::START, Color::Black);
            for &(color, mv) in &game.history()[..ply] {
                let name = mv.square().map_or("PA".to_string(), |square| square.to_string());
                if spells_passes || mv != Move::PASS {
                    text += if color == Color::Black { "B[" } else { "W[" };
                    text += &format!("{name}]");
                }
                board = mv.square().map_or(Some(board.pass()), |square| board.play(square)).expect("legal");
                to_move = color.opposite();
            }
            if !spells_passes && ply > 0 && game.history()[ply - 1].1 == Move::PASS {
                // The same text as before the pass.
                continue;
            }
            let is_due = |name: &str| match name.parse() {
                Ok(square) => board.flips(square) != 0,
                Err(_) => name.eq_ignore_ascii_case("pa") && board.legal_moves() == 0,
            };
            text += ";)";
            assert_eq!(obey(&mut nboard, &format!("set game {text}")), [""; 0], "{text}");
            let lines = obey(&mut nboard, "go");
            let name = starting(&lines, "=== ")[0]["=== ".len()..].split('/').next().unwrap();
            assert!(is_due(name), "{text}: {lines:?}");
            passes += usize::from(name == "PA");
            FILE.with_borrow_mut(|file| file.clone_from(&text));
            assert_eq!(gtp.answer("loadsgf game.ggf").unwrap(), "=\n\n", "{text}");
            let answer = gtp.answer(&format!("reg_genmove {to_move}")).unwrap();
            let name = answer.trim_start_matches("= ").trim().replace("pass", "pa");
            assert!(is_due(&name), "{text}: {answer}");
            positions += 1;
        }
    }
    (positions, passes)
}

#[test]
fn a_loaded_game_is_answered_for_the_right_side() {
    let (positions, passes) = load_at_every_ply(&games_with_passes(3, 1));
    assert!(positions > 300 && passes > 5, "{positions} {passes}");
}

#[test]
#[ignore = "minutes: `cargo test --release -p analyst --test all -- --ignored thousand_loaded`"]
fn a_thousand_loaded_games_are_answered_for_the_right_side() {
    let (positions, passes) = load_at_every_ply(&games_with_passes(1_000, 2));
    println!("{positions} positions, {passes} passes");
}
