//! Selective alpha-beta with the engine's evaluation, solver and endgame hand-over: an opponent of a
//! different kind for the tree search.

use ::outflank::board::Board;
use ::outflank::bounds::Bounds;
use ::outflank::endgame::Solver;
use ::outflank::engine::{solve, Choice, Limits, Source};
use ::outflank::eval::{Evaluator, DISC};
use analyst::alphabeta::{AlphaBeta, Selectivity};

use super::outflank::{number, DynEngine, Effort, MAX_MS, SOLVER_BYTES};

/// Log2 of the number of entries of its table: 48 MiB.
const TABLE_BITS: u32 = 21;

/// Default ProbCut confidence, in standard errors.
pub(super) const CONFIDENCE: f32 = 1.2;

/// The settings of the bot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sparring {
    /// Its time for a move; always `ms=N`.
    pub effort: Effort,
    /// `confidence=X`: ProbCut confidence, in standard errors.
    pub confidence: f32,
}

impl Sparring {
    /// Parses `ms=N` or `ms=N,confidence=X`; the error describes the problem.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let (effort, confidence) = text.split_once(',').unwrap_or((text, ""));
        let ms = effort.strip_prefix("ms=").ok_or("expected `ms=N` first")?;
        let effort = Effort::CpuMs(number("ms=", ms, MAX_MS)?);
        if confidence.is_empty() {
            return Ok(Self { effort, confidence: CONFIDENCE });
        }
        let text = confidence.strip_prefix("confidence=").ok_or("expected `confidence=X` after the time")?;
        let confidence = text.parse().ok().filter(|number| (0.0..=10.0).contains(number));
        Ok(Self {
            effort,
            confidence: confidence.ok_or("expected a number from 0 to 10 after `confidence=`")?,
        })
    }

    pub(super) fn engine(&self) -> Box<dyn DynEngine> {
        let selectivity = Selectivity::at(self.confidence);
        let search = AlphaBeta::selective(Evaluator::shipped(), TABLE_BITS, selectivity);
        Box::new(Partner { search, solver: Solver::new(SOLVER_BYTES), is_solved: false })
    }
}

impl std::fmt::Display for Sparring {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Effort::CpuMs(ms) = self.effort {
            write!(f, "ms={ms}")?;
        }
        if self.confidence != CONFIDENCE {
            write!(f, ",confidence={}", self.confidence)?;
        }
        Ok(())
    }
}

struct Partner {
    search: AlphaBeta<&'static Evaluator>,
    solver: Solver,
    /// Whether the solver proved the winner on the last turn.
    is_solved: bool,
}

impl DynEngine for Partner {
    fn new_game(&mut self) {
        self.search.clear();
        self.solver.clear();
        self.is_solved = false;
    }

    fn choose(&mut self, board: Board, limits: Limits) -> Choice {
        let (solved, _) = solve(&mut self.solver, board, self.is_solved, &limits);
        self.is_solved = solved.is_some();
        if let Some(choice) = solved {
            return choice;
        }
        let (found, depth) = self.search.search_until(board, limits.deadline);
        let any = board.children().next().map(|(square, _)| square);
        Choice {
            // The side to move has a move, and depth 1 takes microseconds.
            square: found.best.square().or(any).unwrap_or(::outflank::square::Square::new(0)),
            discs: found.value as f32 / DISC as f32,
            depth,
            playouts: self.search.nodes(),
            bounds: Bounds::UNKNOWN,
            source: Source::Search,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_round_trip() {
        for text in ["ms=100", "ms=30,confidence=0.75"] {
            assert_eq!(Sparring::parse(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn settings_that_make_no_sense_say_why() {
        let error = |text: &str| Sparring::parse(text).unwrap_err();
        assert_eq!(error("confidence=1"), "expected `ms=N` first");
        assert_eq!(error("ms=x"), "expected a number from 1 to 600000 after `ms=`");
        assert_eq!(error("ms=5,luck=1"), "expected `confidence=X` after the time");
        assert_eq!(error("ms=5,confidence=-1"), "expected a number from 0 to 10 after `confidence=`");
    }

    #[test]
    fn a_millisecond_gives_a_legal_move() {
        let mut partner = Sparring::parse("ms=1").unwrap().engine();
        let limits = Effort::CpuMs(1).limits();
        assert!(Board::START.play(partner.choose(Board::START, limits).square).is_some());
    }
}
