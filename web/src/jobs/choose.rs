//! The choice of a move to play: by the book, by a level or by the full engine.

use std::time::Duration;

use analyst::level::Level;
use analyst::notation::Position;
use analyst::search::{Budget, Memory, MoveReport, Searcher, Thinking};
use outflank::board::{Board, Move};
use outflank::opening::Book;
use outflank::rng::Rng;
use serde_json::{json, Value};

use crate::reports::{hundredths, mark_exact, report_json, Progress};

/// Playouts for the value of a move of the book or without an alternative.
const FOR_DISPLAY: u64 = 1_000;

/// Memory of a level's search, which is short.
const LEVEL_MEMORY: Memory = Memory { tree: 8 << 20, solver: 4 << 20 };

/// The choice of a move at full strength.
pub(crate) struct Choice {
    position: Position,
    pub(crate) thinking: Thinking,
    /// The move of the book.
    book: Option<Move>,
}

impl Choice {
    /// Begins a choice.
    pub(crate) fn begin(
        searcher: &mut Searcher,
        position: Position,
        time: Duration,
        book: Option<&Book>,
    ) -> Self {
        let board = position.board;
        let book = book.and_then(|book| book.find(board)).map(Move::on);
        let is_forced = board.legal_moves().count_ones() <= 1;
        let budget = if book.is_some() {
            Budget::playouts(FOR_DISPLAY)
        } else if is_forced {
            Budget::playouts(FOR_DISPLAY).best_only()
        } else {
            Budget::time(time).best_only()
        };
        Self { position, thinking: searcher.begin(board, budget), book }
    }

    pub(crate) fn progress(&self, searcher: &Searcher) -> Value {
        let progress = Progress { ms: self.ms(), ..Progress::default() };
        report_json(&searcher.report(&self.thinking), self.position.to_move, progress)
    }

    pub(crate) fn result(&self, searcher: &Searcher, stopped: bool) -> Value {
        let report = searcher.report(&self.thinking);
        let of_book = self.book.and_then(|mv| report.of(mv));
        chosen(of_book.or(report.best()), of_book.is_some(), self.ms(), stopped)
    }

    fn ms(&self) -> f64 {
        self.thinking.spent().as_secs_f64() * 1_000.0
    }
}

/// The move of a level: the same for the same seed and position.
pub(crate) fn choose_by_level(board: Board, level: Level, seed: u64) -> Value {
    let mut searcher = Searcher::new(LEVEL_MEMORY);
    let report = searcher.search(board, level.budget(board));
    // One seed draws differently in each position of a game.
    let position = board.player().rotate_left(32) ^ board.opponent();
    let mut rng = Rng::new(seed ^ position.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    chosen(level.choose(&report, &mut rng), false, 0.0, false)
}

fn chosen(entry: Option<&MoveReport>, book: bool, ms: f64, stopped: bool) -> Value {
    let Some(entry) = entry else {
        return json!({"move": null, "book": false, "ms": ms.round(), "stopped": stopped});
    };
    let mut value = json!({
        "move": entry.mv.to_string(),
        "value": hundredths(entry.value),
        "lower": entry.bounds.lower,
        "upper": entry.bounds.upper,
        "line": analyst::analysis::json::line_text(&entry.line),
        "book": book,
        "ms": ms.round(),
        "stopped": stopped,
    });
    mark_exact(&mut value);
    value
}
