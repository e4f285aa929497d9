use super::*;
use crate::bits::Squares;
use crate::game::Game;

fn small_engine() -> Engine {
    Engine::with_parameters(Parameters::default(), 8 << 20, 1 << 20)
}

#[test]
fn plays_whole_games_of_legal_moves() {
    let mut engine = small_engine();
    let mut game = Game::new();
    while !game.is_over() {
        let choice = engine.choose(game.board(), game.board().legal_moves(), Limits::playouts(30));
        game.play(choice.square).unwrap();
    }
    assert!(game.move_count() > 8);
}

#[test]
fn only_allowed_squares_are_chosen() {
    let mut engine = small_engine();
    for square in Squares(Board::START.legal_moves()) {
        let choice = engine.choose(Board::START, square.bit(), Limits::playouts(100));
        assert_eq!(choice.square, square);
    }
    let illegal = Square::new(0);
    assert_eq!(engine.choose(Board::START, illegal.bit(), Limits::playouts(100)).square, illegal);
}

#[test]
fn no_playouts_still_give_a_move() {
    let mut engine = small_engine();
    let legal = Board::START.legal_moves();
    let choice = engine.choose(Board::START, legal, Limits::playouts(0));
    assert_ne!(choice.square.bit() & legal, 0);
}

#[test]
fn a_win_in_one_is_seen_and_proven() {
    // Black's c5 wipes white out.
    let game = Game::from_transcript("e6f4e3f6g5d6e7f5").unwrap();
    let choice = small_engine().choose(game.board(), game.board().legal_moves(), Limits::playouts(2_000));
    assert_eq!(choice.square.to_string(), "c5");
    assert_eq!((choice.bounds, choice.source), (Bounds::exact(64), Source::Search));
}
