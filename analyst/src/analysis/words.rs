//! Why a move is good or bad, in the vocabulary of strategy guides.
//!
//! Every statement compares two moves of the same position by a number: a bad move with the best one, a good
//! move with the best alternative. Nothing is said about moves that the search values nearly alike, and
//! nothing that favours the move that the search likes less, so that no statement contradicts the search.

mod estimate;
mod features;

use std::fmt;

use outflank::bits::Squares;
use outflank::board::{Board, Move};
use outflank::square::{Square, SquareClass};

use super::Turn;
use crate::search::Report;
use estimate::Estimate;
pub use features::Features;

/// The least difference of two moves' values, in discs, that is explained.
pub const WORTH_EXPLAINING: f32 = 2.0;

/// The largest number of statements about a move.
const MAX_STATEMENTS: usize = 3;

/// The least strength of a statement that is made, in discs, roughly.
const WEAKEST: f32 = 1.0;

/// Plies within which a given corner must be taken.
const SOON: usize = 6;

/// Strength of a forced pass beside the count of moves, in discs, roughly.
const FORCED_PASS: f32 = 4.0;

/// The theme of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Theme {
    /// A corner is taken.
    Corner,
    /// A corner is given to the opponent.
    GivenCorner,
    /// A move next to an empty corner, diagonally.
    XSquare,
    /// A move next to an empty corner, on the edge.
    CSquare,
    /// The opponent's number of moves.
    Mobility,
    /// The mover's own number of moves.
    OwnMobility,
    /// Empty squares next to the mover's discs.
    PotentialMobility,
    /// The mover's discs next to empty squares.
    Frontier,
    /// Discs that cannot be flipped any more.
    Stability,
    /// The side that moves last in a region.
    Parity,
    /// Moves that open nothing to the opponent.
    Tempo,
    /// Edges of five discs.
    Edge,
    /// A gap in an edge.
    Wedge,
    /// The loss of all discs.
    WipeOut,
}

/// One reason, by comparison of two moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// Its theme.
    pub theme: Theme,
    /// The weight of the statement, in discs, roughly; above 0 it favours the move.
    pub strength: f32,
    /// The sentence.
    pub text: String,
}

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The strongest reasons for or against a move of a game; none if its value is near the alternative's.
pub fn explain(turn: &Turn, report: &Report) -> Vec<String> {
    let Some(square) = turn.mv.square() else { return Vec::new() };
    let [before, after] = turn.bounds;
    let entry = report.of(turn.mv);
    // The search of a later position knows the move better than a few visits of this one.
    let is_corrected = entry.is_none_or(|entry| entry.value != turn.after);
    let visits = entry.filter(|_| !is_corrected).map_or(u32::MAX, |entry| entry.visits);
    let chosen = Estimate { value: turn.after, bounds: after, visits };
    let statements = if turn.loss >= WORTH_EXPLAINING {
        let best = Estimate { value: turn.before, bounds: before, visits: u32::MAX };
        let is_sure = best.lead_over(chosen) >= WORTH_EXPLAINING;
        let Some(best) = turn.best.square().filter(|_| is_sure) else { return Vec::new() };
        let line = entry.map_or(&[][..], |entry| &entry.line);
        against(turn.board, square, best, turn.after, line)
    } else {
        let rival = report.moves.iter().find(|entry| entry.mv != turn.mv);
        let Some((rival, other)) = rival.and_then(|rival| Some((rival, rival.mv.square()?))) else {
            return Vec::new();
        };
        if chosen.lead_over(Estimate::of(rival)) < WORTH_EXPLAINING {
            return Vec::new();
        }
        in_favour(turn.board, square, other, rival.value, &rival.line)
    };
    statements.iter().map(Statement::to_string).collect()
}

/// The strongest reasons for the best move of a position; none if their values are near.
pub fn explain_best(report: &Report) -> Vec<Statement> {
    let [best, rival, ..] = report.moves.as_slice() else { return Vec::new() };
    let (Some(square), Some(other)) = (best.mv.square(), rival.mv.square()) else {
        return Vec::new();
    };
    if Estimate::of(best).lead_over(Estimate::of(rival)) < WORTH_EXPLAINING {
        return Vec::new();
    }
    in_favour(report.board, square, other, rival.value, &rival.line)
}

/// Why `mv` is worse than `best`; `value` is its value in discs, `line` what is expected after it.
pub fn against(board: Board, mv: Square, best: Square, value: f32, line: &[Move]) -> Vec<Statement> {
    let mut statements = compare(board, [mv, best], Weaker::First, line);
    if value <= -63.5 {
        statements.push(Statement {
            theme: Theme::WipeOut,
            strength: -64.0,
            text: format!("{mv} lets the opponent flip every disc"),
        });
    }
    strongest(statements, |statement| -statement.strength)
}

/// Why `mv` is better than `other`, whose value and expected line are given.
pub fn in_favour(board: Board, mv: Square, other: Square, value: f32, line: &[Move]) -> Vec<Statement> {
    // A statement against the alternative is one for the move; given corners must occur in the alternative's
    // line.
    let mut statements = compare(board, [mv, other], Weaker::Second, line);
    if value <= -63.5 {
        statements.push(Statement {
            theme: Theme::WipeOut,
            strength: 64.0,
            text: format!("{other} would let the opponent flip every disc"),
        });
    }
    strongest(statements, |statement| statement.strength)
}

fn strongest(mut statements: Vec<Statement>, strength: impl Fn(&Statement) -> f32) -> Vec<Statement> {
    statements.retain(|statement| strength(statement) >= WEAKEST);
    statements.sort_by(|a, b| strength(b).total_cmp(&strength(a)));
    statements.truncate(MAX_STATEMENTS);
    statements
}

/// Which of two moves the search values less.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Weaker {
    First,
    Second,
}

/// Everything that can be said about the first of two moves by comparison with the second. A corner that the
/// weaker move gives counts only if the `line` expected after that move takes it soon; an empty line is no
/// evidence.
fn compare(board: Board, [mv, other]: [Square; 2], weaker: Weaker, line: &[Move]) -> Vec<Statement> {
    let (Some(one), Some(two)) = (Features::after(board, mv), Features::after(board, other)) else {
        return Vec::new();
    };
    let empties = board.empty_count();
    let mut said = Vec::new();
    let mut say = |theme, strength: f32, text: String| said.push(Statement { theme, strength, text });
    if one.takes_corner != two.takes_corner {
        let text = if one.takes_corner {
            format!("takes the corner {mv}")
        } else {
            format!("leaves the corner {other}")
        };
        say(Theme::Corner, if one.takes_corner { 8.0 } else { -8.0 }, text);
    }
    let is_taken =
        |corner: Square| line.is_empty() || line.iter().take(SOON).any(|&mv| mv == Move::on(corner));
    // A corner that both moves leave open speaks against neither.
    let given = |features: &Features, rival: &Features, is_weaker: bool| {
        let mut corners = Squares(features.open_corners & !rival.open_corners);
        corners.find(|&corner| !is_weaker || is_taken(corner))
    };
    match (given(&one, &two, weaker == Weaker::First), given(&two, &one, weaker == Weaker::Second)) {
        (Some(corner), None) => {
            say(Theme::GivenCorner, -9.0, format!("lets the opponent take the corner {corner}"));
        }
        (None, Some(corner)) => {
            say(Theme::GivenCorner, 9.0, format!("{other} would let the opponent take the corner {corner}"));
        }
        _ => {}
    }
    near_corner(&one, &two, &mut say);
    numbers(&one, &two, empties, &mut say);
    shapes(&one, &two, &mut say);
    said
}

/// X and C squares next to empty corners.
fn near_corner(one: &Features, two: &Features, say: &mut impl FnMut(Theme, f32, String)) {
    for (features, sign) in [(one, -1.0), (two, 1.0)] {
        let rival = if sign < 0.0 { two } else { one };
        let Some((corner, class)) = features.near_corner else { continue };
        if rival.near_corner.is_some_and(|(_, rival)| rival == class) {
            continue;
        }
        let square = features.square;
        let (theme, name, weight) = match class {
            SquareClass::X => (Theme::XSquare, "X", 4.0),
            _ => (Theme::CSquare, "C", 2.0),
        };
        say(theme, sign * weight, format!("{square} is the {name} square of the empty corner {corner}"));
    }
}

/// Counts of moves and discs: before and after are those of the two moves.
fn numbers(one: &Features, two: &Features, empties: u32, say: &mut impl FnMut(Theme, f32, String)) {
    let (square, other) = (one.square, two.square);
    let less = |a: u32, b: u32| b as f32 - a as f32;
    // Mobility decides the midgame; near the end few moves are left to be counted.
    let weight = if empties >= 12 { 1.0 } else { 0.5 };
    let mobility = 0.7 * weight * less(one.opponent_moves, two.opponent_moves);
    let (mobility, text) = match (one.opponent_moves, two.opponent_moves) {
        (0, 1..) => (mobility + FORCED_PASS, format!("{square} leaves the opponent no move: it must pass")),
        (1.., 0) => (mobility - FORCED_PASS, format!("{other} would leave the opponent no move")),
        (left, others) => {
            (mobility, format!("{square} leaves the opponent {}, {other} {others}", moves(left)))
        }
    };
    say(Theme::Mobility, mobility, text);
    let own = -less(one.own_moves, two.own_moves);
    say(
        Theme::OwnMobility,
        0.35 * weight * own,
        format!("{square} keeps {} of its own, {other} {}", moves(one.own_moves), two.own_moves),
    );
    if empties >= 16 {
        say(
            Theme::PotentialMobility,
            0.25 * less(one.potential_moves, two.potential_moves),
            format!(
                "{square} leaves {} empty squares next to its discs (potential mobility), {other} {}",
                one.potential_moves, two.potential_moves
            ),
        );
        say(
            Theme::Frontier,
            0.3 * less(one.frontier, two.frontier),
            format!("{square} has {} discs on the frontier, {other} {}", one.frontier, two.frontier),
        );
        let tempo = less(one.new_moves.min(3), two.new_moves.min(3));
        if one.new_moves == 0 || two.new_moves == 0 {
            let text = if one.new_moves == 0 {
                format!(
                    "{square} gains a tempo: it opens no new move to the opponent, {other} {}",
                    two.new_moves
                )
            } else {
                format!(
                    "{square} opens {} to the opponent; {other} would gain a tempo",
                    new_moves(one.new_moves)
                )
            };
            say(Theme::Tempo, 0.8 * tempo, text);
        }
    }
    say(
        Theme::Stability,
        0.8 * (one.stable_gain - two.stable_gain) as f32,
        format!("{square} makes {} discs stable, {other} {}", one.stable_gain, two.stable_gain),
    );
    if let (Some(here), Some(there)) = (one.region, two.region) {
        if here % 2 != there % 2 {
            let (sign, who) = if here % 2 == 0 { (1.5, "its own side") } else { (-1.5, "the opponent") };
            let text = format!(
                "{square} leaves {here} empties in its region: parity gives {who} the last move there"
            );
            say(Theme::Parity, sign, text);
        }
    }
}

/// Shapes on the edges.
fn shapes(one: &Features, two: &Features, say: &mut impl FnMut(Theme, f32, String)) {
    let (square, other) = (one.square, two.square);
    if one.unbalanced_edges != two.unbalanced_edges {
        let text = if one.unbalanced_edges > two.unbalanced_edges {
            format!("{square} leaves an unbalanced edge of five discs")
        } else {
            format!("{other} would leave an unbalanced edge of five discs")
        };
        say(Theme::Edge, 2.0 * (two.unbalanced_edges as f32 - one.unbalanced_edges as f32), text);
    }
    if one.is_wedge != two.is_wedge {
        let (strength, square) = if one.is_wedge { (3.0, square) } else { (-3.0, other) };
        say(Theme::Wedge, strength, format!("{square} is a wedge between the opponent's discs on the edge"));
    }
    match (Squares(one.holes).next(), Squares(two.holes).next()) {
        (Some(hole), None) => {
            say(Theme::Wedge, -3.0, format!("{square} leaves a hole at {hole} for the opponent's wedge"));
        }
        (None, Some(hole)) => {
            say(Theme::Wedge, 3.0, format!("{other} would leave a hole at {hole} for the opponent's wedge"));
        }
        _ => {}
    }
}

fn moves(count: u32) -> String {
    if count == 1 {
        "1 move".to_string()
    } else {
        format!("{count} moves")
    }
}

fn new_moves(count: u32) -> String {
    format!("{count} new move{}", if count == 1 { "" } else { "s" })
}
