//! Games that NBoard and GTP load: the side to move after each of their moves.

use std::cell::RefCell;

use analyst::engines::gtp::Gtp;
use analyst::engines::nboard::Nboard;
use analyst::engines::player::{Player, Settings};
use analyst::search::{Memory, Searcher};
use outflank::board::{Board, Move};
use outflank::game::{Color, Game};
use outflank::rng::Rng;

use super::{obey, starting};

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
    thread_local!(static FILE: RefCell<String> = RefCell::default());
    let settings = Settings { playouts: 2, book: false, ..Settings::default() };
    let player = || Player::new(Searcher::new(Memory { tree: 1 << 20, solver: 1 << 16 }), settings, 1);
    let mut nboard = Nboard::new(player());
    let mut gtp = Gtp::new(player(), |_| Ok(FILE.with_borrow(|file| file.clone().into_bytes())));
    let (mut positions, mut passes) = (0, 0);
    for game in games {
        for (ply, spells_passes) in (0..game.history().len()).flat_map(|ply| [(ply, true), (ply, false)]) {
            let mut text = String::from("(;GM[Othello]");
            let (mut board, mut to_move) = (Board::START, Color::Black);
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
