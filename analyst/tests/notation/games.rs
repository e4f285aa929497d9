//! Random games with everything that a record can hold.

use analyst::notation::record::TheoreticalScore;
use analyst::notation::{Ending, GameRecord, GameResult, Note, Player, Position};
use outflank::bits::Squares;
use outflank::game::{Color, Game};
use outflank::rng::Rng;

/// A random position with `discs` discs, of which either side may be to move.
fn random_start(rng: &mut Rng) -> Position {
    loop {
        let plies = rng.below(40);
        let game = random_game(Position::START, plies, rng);
        let position = Position { board: game.board(), to_move: game.to_move() };
        let has_passed = rng.below(4) == 0;
        if game.is_over() {
            continue;
        }
        return if has_passed {
            Position { board: position.board.pass(), to_move: position.to_move.opposite() }
        } else {
            position
        };
    }
}

fn random_game(start: Position, moves: usize, rng: &mut Rng) -> Game {
    let mut game = Game::from_position(start.board, start.to_move);
    for _ in 0..moves {
        let legal: Vec<_> = Squares(game.board().legal_moves()).collect();
        if legal.is_empty() {
            break;
        }
        game.play(legal[rng.below(legal.len())]).unwrap();
    }
    game
}

fn random_text(rng: &mut Rng) -> String {
    const TEXTS: [&str; 10] = [
        "",
        "",
        "Ann",
        "O'Neil \"x\" \\ y",
        "brackets ] [ } {",
        "[%eval 3] ; (;B[f5];)",
        "?",
        "Überzug オセロ",
        "two\nlines",
        "2026-11-22",
    ];
    TEXTS[rng.below(TEXTS.len())].to_owned()
}

fn random_number(rng: &mut Rng) -> Option<f64> {
    match rng.below(4) {
        0 => None,
        1 => Some(0.0),
        2 => Some(rng.below(6_400) as f64 / 100.0),
        _ => Some(rng.below(1 << 30) as f64 / 3.0),
    }
}

/// A game with random moves, from the standard start or another, finished or not, and random remarks.
pub(crate) fn random_record(rng: &mut Rng) -> GameRecord {
    let start = if rng.below(2) == 0 { Position::START } else { random_start(rng) };
    let moves = if rng.below(3) == 0 { 1 + rng.below(50) } else { 64 };
    let game = random_game(start, moves, rng);
    let mut record = GameRecord::from_game(start, &game);
    let colors = [Color::Black, Color::White];
    if !game.is_over() {
        record.ending = [
            Ending::Unfinished,
            Ending::Resigned,
            Ending::TimedOut,
            Ending::Agreed,
            Ending::Adjudicated,
            Ending::Forfeited,
            Ending::IllegalMove("z9".into()),
            Ending::Crashed("signal 11".into()),
        ][rng.below(8)]
        .clone();
        if record.ending != Ending::Unfinished {
            record.result = Some(match rng.below(2) {
                0 => GameResult::WonBy(colors[rng.below(2)]),
                _ => GameResult::Score(rng.below(129) as i32 - 64),
            });
        }
    }
    for player in &mut record.players {
        *player = Player { name: random_text(rng), rating: random_number(rng) };
    }
    for text in [
        &mut record.date,
        &mut record.event,
        &mut record.place,
        &mut record.round,
        &mut record.time_control,
        &mut record.seed,
        &mut record.comment,
    ] {
        *text = random_text(rng);
    }
    if rng.below(3) == 0 {
        record.theoretical = Some(TheoreticalScore { black: rng.below(129) as i32 - 64, empties: 22 });
    }
    record.has_implied_pass &= rng.below(2) == 0;
    let spelled = record.spelled_moves().len();
    for mv in &mut record.moves[..spelled] {
        if rng.below(2) == 0 {
            let value = random_number(rng).map(|value| if rng.below(2) == 0 { value } else { -value });
            let seconds = random_number(rng);
            mv.set_note(Note { value, seconds, comment: random_text(rng), stderr: random_text(rng) });
        }
    }
    record
}
