//! Why a move is good or bad, in the vocabulary of strategy guides.
//!
//! Every sentence states a fact about two moves of one position that speaks for the one which the search
//! values higher: a bad move beside the best one, a good move beside the best alternative. A sentence is a
//! key and arguments; its text is a message `analyst-KEY` of the files in `data/sentences`.

mod comparison;
mod estimate;
mod features;
mod lines;

use outflank::game::Color;

use super::{Class, GameAnalysis, Turn};
use crate::notation::GameRecord;
use crate::openings::Openings;
use crate::search::{value_text, Report};
use crate::sentence::Sentence;
pub use comparison::{ComparedMove, Comparison};
use estimate::Estimate;
use features::stage;
pub use features::Features;

/// The least difference of two moves' values, in discs, that is explained.
pub const WORTH_EXPLAINING: f32 = 2.0;

/// The sentences about each move of a game. The game's opening is named at the first move outside of it.
pub fn explain_game(record: &GameRecord, analysis: &GameAnalysis, reports: &[Report]) -> Vec<Vec<Sentence>> {
    let turns = analysis.turns.iter().zip(reports).enumerate();
    let explain_turn = |(index, (turn, report))| explain(turn, report, reports.get(index + 1));
    let mut sentences: Vec<Vec<Sentence>> = turns.map(explain_turn).collect();
    if let Some((plies, opening)) = Openings::shared().of_record(record) {
        let worth = analysis.curve.get(plies).map(|point| value_text(point.value, point.bounds));
        if let Some((left, worth)) = sentences.get_mut(plies).zip(worth) {
            let sentence = Sentence::new("opening-left").of(Color::Black);
            left.insert(0, sentence.with("name", opening.title()).with("value", worth));
        }
    }
    sentences
}

/// The strongest reasons for or against a move of a game; none if its value is near the alternative's. `next`
/// is the report of the position after it, if there is one.
pub fn explain(turn: &Turn, report: &Report, next: Option<&Report>) -> Vec<Sentence> {
    let Some(square) = turn.mv.square() else { return Vec::new() };
    let entry = report.of(turn.mv);
    // The search of a later position knows the move better than a few visits of this one.
    let is_corrected = entry.is_none_or(|entry| entry.value != turn.after);
    let visits = entry.filter(|_| !is_corrected).map_or(u32::MAX, |entry| entry.visits);
    let chosen = Estimate { value: turn.after, bounds: turn.bounds[1], visits };
    let mut line = vec![turn.mv];
    match next.and_then(Report::best) {
        Some(best) => line.extend(&best.line),
        None => line = entry.map_or(line, |entry| entry.line.clone()),
    }
    let made = ComparedMove { square, line: &line, bounds: turn.bounds[1] };
    let Turn { board, color, .. } = *turn;
    if turn.loss >= WORTH_EXPLAINING {
        let best = Estimate { value: turn.before, bounds: turn.bounds[0], visits: u32::MAX };
        let is_sure = turn.class >= Class::Mistake || best.lead_over(chosen) >= WORTH_EXPLAINING;
        let Some(best) = turn.best.square().filter(|_| is_sure) else { return Vec::new() };
        let better = ComparedMove { square: best, line: &turn.line, bounds: turn.bounds[0] };
        let sentences = Comparison { board, color, worse: made, better }.against();
        return if sentences.is_empty() { opening_entered(turn).into_iter().collect() } else { sentences };
    }
    match report.moves.iter().find(|entry| entry.mv != turn.mv) {
        Some(rival) if chosen.lead_over(Estimate::of(rival)) >= WORTH_EXPLAINING => {
            let worse = ComparedMove::of(rival);
            worse.map_or(Vec::new(), |worse| Comparison { board, color, worse, better: made }.in_favour())
        }
        _ => Vec::new(),
    }
}

/// The named opening that a move leads to, and its worth.
fn opening_entered(turn: &Turn) -> Option<Sentence> {
    let square = turn.mv.square()?;
    let opening = Openings::shared().at(turn.board.play(square)?)?;
    let sentence = Sentence::new("opening-entered").of(turn.color).with("move", square);
    let worth = value_text(turn.after, turn.bounds[1]);
    Some(sentence.with("name", opening.title()).with("value", worth))
}

/// The strongest reasons for the best move of a position; where others are as good, what it leaves the
/// opponent. Then what counts at this stage.
pub fn explain_best(report: &Report, color: Color) -> Vec<Sentence> {
    let Some((square, child)) = report.best().and_then(|best| {
        let square = best.mv.square()?;
        Some((square, report.board.play(square)?))
    }) else {
        return Vec::new();
    };
    let mut sentences = reasons_for_best(report, color);
    if sentences.is_empty() {
        let replies = Sentence::new("replies").of(color.opposite()).with("move", square);
        sentences.push(replies.with("count", child.legal_moves().count_ones()));
    }
    sentences.push(Sentence::new("stage").of(color).with("stage", stage(report.board)));
    sentences
}

/// The strongest reasons for the best move of a position; none if the next one is nearly as good.
pub fn reasons_for_best(report: &Report, color: Color) -> Vec<Sentence> {
    let [best, rival, ..] = report.moves.as_slice() else { return Vec::new() };
    if Estimate::of(best).lead_over(Estimate::of(rival)) < WORTH_EXPLAINING {
        return Vec::new();
    }
    let moves = ComparedMove::of(best).zip(ComparedMove::of(rival));
    moves.map_or(Vec::new(), |(better, worse)| {
        Comparison { board: report.board, color, worse, better }.in_favour()
    })
}
