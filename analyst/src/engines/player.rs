//! Chooses the moves of an engine by the book, the search and the level.

use std::time::Duration;

use outflank::board::{Board, Move};
use outflank::opening::Book;
use outflank::rng::Rng;

use crate::level::Level;
use crate::search::{Budget, MoveReport, Searcher};

/// The settings of an engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Time a move, unless a GUI's clock says otherwise.
    pub time: Duration,
    /// Playouts a move instead of a time; 0 for none.
    pub playouts: u64,
    /// Full strength, or a weaker level.
    pub level: Option<Level>,
    /// Whether a move of the book needs no search.
    pub book: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { time: Duration::from_secs(1), playouts: 0, level: None, book: true }
    }
}

/// A chosen move.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move with its value, bounds and line.
    pub entry: MoveReport,
    /// Positions visited.
    pub nodes: u64,
}

/// Chooses the moves of an engine by its settings.
pub struct Player {
    /// The settings; any may be changed between moves.
    pub settings: Settings,
    searcher: Searcher,
    book: Book,
    rng: Rng,
}

impl Player {
    /// A player whose levels draw by `seed`.
    pub fn new(searcher: Searcher, settings: Settings, seed: u64) -> Self {
        Self { settings, searcher, book: Book::shipped(), rng: Rng::new(seed) }
    }

    /// The search.
    pub fn searcher(&mut self) -> &mut Searcher {
        &mut self.searcher
    }

    /// The book's move, if the book is in use and knows the position.
    pub fn book_move(&self, board: Board) -> Option<Move> {
        let is_used = self.settings.book && self.settings.level.is_none();
        is_used.then(|| self.book.find(board)).flatten().map(Move::on)
    }

    /// The settings as a budget for every move of a position; `limit` is the time that a clock leaves for it.
    pub fn budget(&self, board: Board, limit: Option<Duration>) -> Budget {
        let mut budget = match self.settings {
            Settings { level: Some(level), .. } => level.budget(board),
            Settings { playouts: 0, time, .. } => Budget::time(limit.unwrap_or(time)),
            Settings { playouts, .. } => Budget::playouts(playouts),
        };
        budget.time = limit.or(budget.time);
        budget
    }

    /// The move to play by the settings; `None` once the game is over.
    pub fn choose(&mut self, board: Board, limit: Option<Duration>) -> Option<Choice> {
        self.choose_within(board, self.budget(board, limit))
    }

    /// The move to play within a budget; `None` once the game is over.
    pub fn choose_within(&mut self, board: Board, mut budget: Budget) -> Option<Choice> {
        let book_move = self.book_move(board);
        let forced = board.legal_moves().count_ones() == 1;
        if book_move.is_some() || forced {
            // The value is only displayed.
            budget = Budget { playouts: budget.playouts.min(1_000), ..budget };
        }
        let level = self.settings.level;
        let report = self.searcher.search(board, if level.is_some() { budget } else { budget.best_only() });
        let entry = match (book_move, level) {
            (Some(mv), _) => report.of(mv),
            (None, Some(level)) => level.choose(&report, &mut self.rng),
            (None, None) => report.best(),
        };
        entry.map(|entry| Choice { entry: entry.clone(), nodes: report.nodes })
    }
}
