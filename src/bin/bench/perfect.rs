//! `bench score FILE.obf` and `bench perfect FILE.obf`: the engine's moves against perfect play.
//!
//! `score` prints each position with the exact score of every legal move. Positions whose moves all have
//! scores are printed unchanged, so an interrupted run continues when it gets its own output followed by the
//! remaining positions.
//!
//! `perfect` has the engine choose a move in each position, with an empty tree and an empty transposition
//! table, within `--ms` of CPU time (126, a later turn on CodinGame) or after `--playouts`. It prints, for
//! each number of empties and for all, the discs that a move loses on average, the share of perfect moves
//! and the share of moves that keep the result, each with its standard error.

use std::cell::Cell;
use std::io::Write;
use std::time::{Duration, Instant};

use outflank::board::{Board, Move, Score};
use outflank::clock::Deadline;
use outflank::endgame::Solver;
use outflank::engine::{Engine, Limits, TREE_BYTES};
use outflank::mcts::Parameters;
use outflank::obf::ObfPosition;

use crate::cpu_time::thread_cpu_time;
use crate::outcome::{Outcome, Problem};
use crate::positions;

/// Memory of the solver that scores, in bytes.
const SCORING_BYTES: usize = 256 << 20;

/// The largest `--ms`, in milliseconds.
const MOST_MS: u64 = 600_000;

pub(crate) fn score(arguments: &[String], _json: bool) -> Result<Outcome, Problem> {
    let [file] = arguments else {
        return Err(Problem::Usage("score: expected one FILE.obf".into()));
    };
    let mut out = std::io::stdout().lock();
    let mut solver = Solver::new(SCORING_BYTES);
    for mut position in positions::read(file)? {
        if !is_complete(&position) {
            position.scores = scores(&mut solver, position.board);
        }
        writeln!(out, "{position}")?;
        out.flush()?;
    }
    Ok(Outcome::Right)
}

/// Whether every legal move has a score.
fn is_complete(position: &ObfPosition) -> bool {
    let moves = position.board.legal_moves();
    moves != 0 && position.scores.len() == moves.count_ones() as usize
}

/// The exact score of every move for the side to move, the best first.
fn scores(solver: &mut Solver, board: Board) -> Vec<(Move, Score)> {
    solver.clear();
    let mut scores: Vec<(Move, Score)> = board
        .children()
        .map(|(square, child)| {
            let solution = solver.solve(child, -64, 64, Deadline::Never);
            (Move::on(square), -Score::from(solution.bounds.lower))
        })
        .collect();
    scores.sort_by_key(|&(_, score)| -score);
    scores
}

/// One position that the engine has played.
struct Played {
    empties: u32,
    /// Discs lost.
    loss: f64,
    /// Whether a win stayed a win and a draw at least a draw.
    keeps: bool,
}

pub(crate) fn run(arguments: &[String], json: bool) -> Result<Outcome, Problem> {
    let (file, effort) = parse(arguments)?;
    let positions = positions::read(file)?;
    if let Some(number) = positions.iter().position(|position| !is_complete(position)) {
        return Err(Problem::Input(format!(
            "{file}: position {}: a move without a score; `bench score` finds them",
            number + 1
        )));
    }
    let mut engine = Engine::with_parameters(Parameters::default(), TREE_BYTES, Solver::DEFAULT_BYTES);
    let mut out = std::io::stdout().lock();
    let mut all = Vec::new();
    for (index, position) in positions.iter().enumerate() {
        engine.new_game();
        let board = position.board;
        let choice = engine.choose(board, board.legal_moves(), effort.limits());
        let score_of = |square| position.scores.iter().find(|(played, _)| *played == Move::on(square));
        let score = score_of(choice.square).map_or(-64, |&(_, score)| score);
        let best = position.best_score().unwrap_or(score);
        let played = Played {
            empties: board.empty_count(),
            loss: f64::from(best - score),
            keeps: score.signum() == best.signum(),
        };
        let (number, empties, square) = (index + 1, played.empties, choice.square);
        if json {
            writeln!(
                out,
                "{{\"position\":{number},\"empties\":{empties},\"move\":\"{square}\",\"score\":{score},\
                 \"best\":{best},\"playouts\":{}}}",
                choice.playouts
            )?;
        } else if best != score {
            writeln!(out, "{number:4}  {empties:2} empties  {square} {score:+} instead of {best:+}")?;
        }
        all.push(played);
    }
    let mut counts: Vec<u32> = all.iter().map(|played| played.empties).collect();
    counts.sort_unstable();
    counts.dedup();
    for empties in counts {
        let group: Vec<&Played> = all.iter().filter(|played| played.empties == empties).collect();
        print(&mut out, Some(empties), &group, json)?;
    }
    print(&mut out, None, &all.iter().collect::<Vec<_>>(), json)?;
    Ok(Outcome::Right)
}

/// The work for a move.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Effort {
    /// Milliseconds of CPU time.
    Ms(u64),
    Playouts(u64),
}

impl Effort {
    /// The limits of a turn that begins now.
    fn limits(self) -> Limits {
        match self {
            Self::Ms(ms) => Limits::until(Deadline::on(cpu_clock, cpu_clock() + Duration::from_millis(ms))),
            Self::Playouts(playouts) => Limits::playouts(playouts),
        }
    }
}

/// The file and the work for a move.
fn parse(arguments: &[String]) -> Result<(&str, Effort), Problem> {
    let number = |flag: &str, value: &str, most: u64| match value.parse() {
        Ok(number) if (1..=most).contains(&number) => Ok(number),
        _ => Err(Problem::Usage(format!("perfect: {flag} cannot be `{value}`"))),
    };
    match arguments {
        [file] => Ok((file, Effort::Ms(126))),
        [file, flag, value] if flag == "--ms" => Ok((file, Effort::Ms(number(flag, value, MOST_MS)?))),
        [file, flag, value] if flag == "--playouts" => {
            Ok((file, Effort::Playouts(number(flag, value, u64::MAX)?)))
        }
        _ => {
            Err(Problem::Usage("perfect: expected FILE.obf, then nothing, `--ms N` or `--playouts N`".into()))
        }
    }
}

thread_local! {
    /// When the CPU time was last read, and what it was.
    static LAST_READ: Cell<Option<(Instant, Duration)>> = const { Cell::new(None) };
}

/// The thread's CPU time, or wall-clock time since the first call where the system reports none. Reading it
/// takes far longer than a playout, so it is read once a millisecond, and the wall clock counts in between.
fn cpu_clock() -> Duration {
    let now = Instant::now();
    LAST_READ.with(|last| match last.get() {
        Some((at, time)) if now - at < Duration::from_millis(1) => time + (now - at),
        before => {
            let wall = before.map_or(Duration::ZERO, |(at, time)| time + (now - at));
            let time = thread_cpu_time().unwrap_or(wall);
            last.set(Some((now, time)));
            time
        }
    })
}

/// Prints the means of a group, with their standard errors.
fn print(out: &mut impl Write, empties: Option<u32>, group: &[&Played], json: bool) -> Result<(), Problem> {
    let count = group.len() as f64;
    let mean = |value: &dyn Fn(&Played) -> f64| {
        let mean = group.iter().map(|played| value(played)).sum::<f64>() / count;
        let squares: f64 = group.iter().map(|played| (value(played) - mean).powi(2)).sum();
        (mean, (squares / count / (count - 1.0).max(1.0)).sqrt())
    };
    let (loss, loss_error) = mean(&|played| played.loss);
    let (perfect, perfect_error) = mean(&|played| f64::from(u8::from(played.loss == 0.0)));
    let (kept, kept_error) = mean(&|played| f64::from(u8::from(played.keeps)));
    let count = group.len();
    if json {
        let empties = empties.map_or("null".into(), |empties| empties.to_string());
        writeln!(
            out,
            "{{\"empties\":{empties},\"positions\":{count},\"discs_lost\":{loss:.4},\
             \"perfect\":{perfect:.4},\"kept\":{kept:.4}}}"
        )?;
    } else {
        let of = empties.map_or("all".into(), |empties| format!("{empties} empties"));
        writeln!(
            out,
            "{of}: {count} positions, {loss:.3} +- {loss_error:.3} discs lost a move, \
             {:.1} +- {:.1} % perfect, result kept in {:.1} +- {:.1} %",
            100.0 * perfect,
            100.0 * perfect_error,
            100.0 * kept,
            100.0 * kept_error
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank::game::Color;

    /// A position near the end of a game of first moves.
    fn late_position(empties: u32) -> ObfPosition {
        let mut board = Board::START;
        while board.empty_count() > empties || board.legal_moves() == 0 {
            board = board.children().next().map_or(board.pass(), |(_, child)| child);
        }
        ObfPosition { board, to_move: Color::Black, scores: Vec::new() }
    }

    #[test]
    fn every_move_has_its_score_and_the_best_is_the_positions() {
        let mut solver = Solver::new(1 << 16);
        let mut position = late_position(9);
        assert!(!is_complete(&position));
        position.scores = scores(&mut solver, position.board);
        assert!(is_complete(&position), "{position}");
        let best = solver.solve(position.board, -64, 64, Deadline::Never).bounds.score();
        assert_eq!(position.best_score(), best, "{position}");
        assert!(position.scores.is_sorted_by_key(|&(_, score)| -score), "{position}");
    }

    #[test]
    fn means_have_standard_errors() {
        let played = |loss, keeps| Played { empties: 9, loss, keeps };
        let all = [played(0.0, true), played(2.0, true), played(0.0, false), played(2.0, true)];
        let mut out = Vec::new();
        let _ = print(&mut out, None, &all.iter().collect::<Vec<_>>(), false);
        let expected = "all: 4 positions, 1.000 +- 0.577 discs lost a move, 50.0 +- 28.9 % perfect, \
                        result kept in 75.0 +- 25.0 %\n";
        assert_eq!(String::from_utf8_lossy(&out), expected);
    }

    #[test]
    fn limits_are_a_time_or_a_number_of_playouts() {
        let effort = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
            parse(&words).map(|(_, effort)| effort).ok()
        };
        assert_eq!(effort(&["a.obf"]), Some(Effort::Ms(126)));
        assert_eq!(effort(&["a.obf", "--playouts", "7"]), Some(Effort::Playouts(7)));
        assert_eq!(effort(&["a.obf", "--ms", "0"]), None);
        assert_eq!(effort(&[]), None);
        assert!(Effort::Ms(1_000).limits().deadline.remaining().is_some());
        assert_eq!(Effort::Playouts(7).limits().playouts, 7);
    }
}
