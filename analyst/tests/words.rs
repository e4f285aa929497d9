//! The words on moves of real games, and whether a longer search agrees with them.

use std::ops::Range;

use analyst::analysis::judge_by_report;
use analyst::analysis::words::{explain, explain_best, reasons_for_best, ComparedMove, Comparison};
use analyst::level::Level;
use analyst::search::{Budget, Goal, Memory, Searcher};
use analyst::sentence::{english, Sentence};
use outflank::board::{Board, Move};
use outflank::bounds::Bounds;
use outflank::game::{Color, Game};
use outflank::rng::Rng;
use outflank::square::Square;

/// Memory of a search; more than its playouts fill.
const MEMORY: Memory = Memory { tree: 32 << 20, solver: 16 << 20 };

/// Playouts for each move of a game that leads to a position.
const QUICK: u64 = 30;

const TABLE: &str = include_str!("words.tsv");

#[test]
fn every_row_of_the_table_gets_the_words_expected() {
    let mut rows = 0;
    let mut wrong = Vec::new();
    for row in TABLE.lines().filter(|row| !row.starts_with('#')) {
        let [transcript, weak, strong, expected, excluded, _] = row.split('\t').collect::<Vec<_>>()[..]
        else {
            panic!("six columns: {row}")
        };
        let board = Game::from_transcript(transcript).expect("legal").board();
        let [weak, strong] = [weak, strong].map(|name| name.parse().expect("a square"));
        let found: Vec<&str> =
            comparison(board, weak, strong).against().iter().map(|said| said.key).collect();
        let is_found = |key| found.contains(&key);
        if !expected.split(' ').all(is_found) || excluded.split(' ').any(is_found) {
            wrong.push(format!("{row}: {found:?}"));
        }
        rows += 1;
    }
    assert!(rows >= 60, "{rows} rows");
    assert_eq!(wrong, [""; 0]);
}

/// Two moves of which nothing but the board is known.
fn comparison(board: Board, worse: Square, better: Square) -> Comparison<'static> {
    let unknown = |square| ComparedMove { square, line: &[], bounds: Bounds::UNKNOWN };
    Comparison { board, color: Color::Black, worse: unknown(worse), better: unknown(better) }
}

#[test]
fn a_wipe_out_is_said_first() {
    let board = Game::from_transcript("c4c3f5f4c2c6f3g6b7").expect("legal").board();
    let [worse, better] = ["d3", "c5"].map(|name| name.parse().expect("a square"));
    let mut wiped = comparison(board, worse, better);
    (wiped.worse.bounds, wiped.better.bounds) = (Bounds::exact(-64), Bounds { lower: -62, upper: 64 });
    assert_eq!(wiped.against().first().map(|said| said.key), Some("wipe-out"));
}

#[test]
fn nothing_is_said_about_moves_of_like_value() {
    let mut searcher = Searcher::new(Memory { tree: 1 << 20, solver: 1 << 16 });
    let report = searcher.search(outflank::board::Board::START, Budget::playouts(500));
    let said = explain_best(&report, Color::Black);
    let keys: Vec<&str> = said.iter().map(|said| said.key).collect();
    assert_eq!(keys, ["replies", "stage"], "the four first moves are one");
}

/// Positions of games that the engine plays against itself with few playouts and a draw among the better
/// moves, one a game, between 20 and 45 empties; each with the move that was drawn there.
fn midgames(count: usize) -> impl Iterator<Item = (Board, Square)> {
    let mut searcher = Searcher::new(Memory { tree: 1 << 20, solver: 1 << 16 });
    let mut rng = Rng::new(9);
    (0..count).map(move |index| loop {
        let empties = 20 + (index % 26) as u32;
        let mut game = Game::new();
        while !game.is_over() {
            let board = game.board();
            searcher.clear();
            let report = searcher.search(board, Budget::playouts(QUICK));
            let level = Level { number: 0, allowed: 7.5, playouts: QUICK, exact: 0 };
            let drawn = level.choose(&report, &mut rng).and_then(|entry| entry.mv.square());
            let square = drawn.expect("a side that moves has a square");
            if board.empty_count() <= empties {
                return (board, square);
            }
            game.play(square).expect("legal");
        }
    })
}

/// Statements that a search confirms or contradicts.
#[derive(Debug, Default)]
struct Confirmation {
    explained: usize,
    statements: usize,
    /// Statements of pairs in which a search 10 times longer values the move that the words dislike higher
    /// by more than [`MAX_CONTRADICTED`] discs.
    contradicted: usize,
    /// The most by which it does, in discs.
    worst: f32,
    cases: Vec<String>,
}

/// Discs by which a longer search may disagree with the words.
const MAX_CONTRADICTED: f32 = 4.0;

/// From this many empties on the judge solves: a search that proves no more than who wins has no discs.
const SOLVED_EMPTIES: u32 = 24;

/// The least and the greatest value of a move by a search of its own: twice the estimate, or the bounds of a
/// result that is proven without its score.
fn judged(judge: &mut Searcher, board: Board, mv: Move, playouts: u64) -> [f32; 2] {
    let child = mv.square().and_then(|square| board.play(square)).expect("a legal move");
    let budget = if child.empty_count() <= SOLVED_EMPTIES {
        Budget::exact(Goal::Score)
    } else {
        Budget::playouts(playouts)
    };
    judge.clear();
    let report = judge.search(child, budget.best_only());
    let bounds = report.bounds().negated();
    if bounds.lower > 0 || bounds.upper < 0 {
        [bounds.lower, bounds.upper].map(f32::from)
    } else {
        [-report.value(); 2]
    }
}

/// Words compare two moves: the hinted one with the next best, and the one drawn with the best. Both moves
/// are then searched on their own, each with 10 times the playouts of the position's search.
fn judge(positions: Range<usize>, playouts: u64) -> Confirmation {
    let [mut searcher, mut judge] = [(); 2].map(|()| Searcher::new(MEMORY));
    let mut confirmation = Confirmation::default();
    for (board, drawn) in midgames(positions.end).skip(positions.start) {
        searcher.clear();
        let report = searcher.search(board, Budget::playouts(playouts));
        let mut check = |better: Move, worse: Move, said: Vec<Sentence>| {
            if said.is_empty() {
                return;
            }
            let [better_value, worse_value] =
                [better, worse].map(|mv| judged(&mut judge, board, mv, 10 * playouts));
            let contradiction = worse_value[0] - better_value[1];
            confirmation.explained += 1;
            confirmation.statements += said.len();
            confirmation.worst = confirmation.worst.max(contradiction);
            if contradiction > MAX_CONTRADICTED {
                confirmation.contradicted += said.len();
                let values = [better_value, worse_value];
                let said: Vec<String> = said.iter().map(english).collect();
                confirmation.cases.push(format!("{board:?}: {better} over {worse}, {values:?}: {said:?}"));
            }
        };
        if let [best, rival, ..] = report.moves.as_slice() {
            check(best.mv, rival.mv, reasons_for_best(&report, Color::Black));
        }
        let turn = judge_by_report(&report, Color::Black, Move::on(drawn)).expect("a legal move");
        if turn.loss > 0.0 {
            check(turn.best, turn.mv, explain(&turn, &report, None));
        }
    }
    confirmation
}

#[test]
fn no_statement_is_contradicted_by_a_longer_search() {
    let confirmation = judge(41..49, 10_000);
    assert!(confirmation.statements > 0 && confirmation.contradicted == 0, "{confirmation:?}");
}

/// The playouts are those of `outflank-analyst analyse` in its 0.2 s a position, on the slow side.
#[test]
#[ignore = "2 minutes: `cargo test --release -p analyst --test all words -- --ignored --nocapture`"]
fn no_statement_on_500_midgames_is_contradicted_by_a_longer_search() {
    let positions = std::env::var("POSITIONS").map_or(500, |count| count.parse().expect("a number"));
    let confirmation = judge(0..positions, 10_000);
    println!(
        "{positions} positions, {} moves explained by {} statements: {} contradicted, worst case {:.1} discs",
        confirmation.explained, confirmation.statements, confirmation.contradicted, confirmation.worst
    );
    assert!(
        confirmation.statements > 0 && confirmation.contradicted == 0,
        "{}",
        confirmation.cases.join("\n")
    );
}
