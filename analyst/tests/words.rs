//! The words on moves of real games, and whether a longer search agrees with them.

use analyst::analysis::words::{against, explain_best, Theme, WORTH_EXPLAINING};
use analyst::search::{Budget, Memory, Searcher};
use outflank::bits::Squares;
use outflank::game::Game;
use outflank::rng::Rng;

const TABLE: &str = include_str!("words.tsv");

#[test]
fn every_row_of_the_table_gets_the_words_expected() {
    let mut rows = 0;
    let mut wrong = Vec::new();
    for row in TABLE.lines().filter(|row| !row.starts_with('#')) {
        let [transcript, weak, strong, themes] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("four columns: {row}")
        };
        let board = Game::from_transcript(transcript).expect("legal").board();
        let [weak, strong] = [weak, strong].map(|name| name.parse().expect("a square"));
        let said = against(board, weak, strong, 0.0, &[]);
        let found: Vec<String> = said.iter().map(|statement| format!("{:?}", statement.theme)).collect();
        assert!(said.iter().all(|statement| statement.strength < 0.0 && !statement.text.is_empty()));
        if found.join(" ") != themes {
            wrong.push(format!("{row}: {found:?}"));
        }
        rows += 1;
    }
    assert!(rows >= 60, "{rows} rows");
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn a_wipe_out_is_said_first() {
    let board = Game::from_transcript("c4c3f5f4c2c6f3g6b7").expect("legal").board();
    let said = against(board, "d3".parse().unwrap(), "c5".parse().unwrap(), -64.0, &[]);
    assert_eq!(said.first().map(|statement| statement.theme), Some(Theme::WipeOut));
}

#[test]
fn nothing_is_said_about_moves_of_like_value() {
    let mut searcher = Searcher::new(Memory { tree: 1 << 20, solver: 1 << 16 });
    let report = searcher.search(outflank::board::Board::START, Budget::playouts(500));
    assert!(explain_best(&report).is_empty(), "the four first moves are one");
}

/// Positions between 20 and 50 empties.
fn midgames(count: usize) -> impl Iterator<Item = outflank::board::Board> {
    let mut rng = Rng::new(9);
    (0..count).map(move |index| loop {
        let empties = 20 + (index % 31) as u32;
        let mut game = Game::new();
        while !game.is_over() && game.board().empty_count() > empties {
            let legal: Vec<_> = Squares(game.board().legal_moves()).collect();
            game.play(legal[rng.below(legal.len())]).expect("legal");
        }
        if !game.is_over() {
            return game.board();
        }
    })
}

/// Words compare two moves: a search 20 times longer must not find the praised one worse by more than 4
/// discs.
fn judge(count: usize, playouts: u64) -> (usize, usize) {
    let [mut searcher, mut judge] =
        [(); 2].map(|()| Searcher::new(Memory { tree: 16 << 20, solver: 1 << 20 }));
    let (mut said, mut contradicted) = (0, 0);
    for board in midgames(count) {
        searcher.clear();
        let report = searcher.search(board, Budget::playouts(playouts));
        let [best, rival, ..] = report.moves.as_slice() else { continue };
        let statements = explain_best(&report);
        if statements.is_empty() {
            continue;
        }
        assert!(best.value - rival.value >= WORTH_EXPLAINING);
        said += statements.len();
        let mut value = |played: outflank::board::Move| {
            let child = played.square().and_then(|square| board.play(square)).expect("a legal move");
            judge.clear();
            -judge.search(child, Budget::playouts(20 * playouts).best_only()).value()
        };
        if value(best.played) < value(rival.played) - 4.0 {
            contradicted += statements.len();
        }
    }
    (said, contradicted)
}

#[test]
fn no_statement_is_contradicted_by_a_longer_search() {
    let (said, contradicted) = judge(12, 300);
    assert!(said > 0 && contradicted == 0, "{contradicted} of {said}");
}

#[test]
#[ignore = "minutes in a release build: the full form of the test above"]
fn no_statement_on_500_midgames_is_contradicted_by_a_longer_search() {
    let (said, contradicted) = judge(500, 10_000);
    println!("{said} statements on 500 positions, {contradicted} contradicted");
    assert!(said > 0 && contradicted == 0, "{contradicted} of {said}");
}
