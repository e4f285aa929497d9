//! Dialogues in NBoard's protocol.

mod fuzz;
mod loaded;

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
