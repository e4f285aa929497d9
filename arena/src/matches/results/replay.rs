//! Checks that results follow from their moves, which finds edited and mixed files.

use anyhow::{ensure, Context};
use outflank::game::Game;

use super::lines::{GameLine, PairLine};
use crate::play::record::{seat, Termination};

impl PairLine {
    /// Replays both games: the moves must be legal from the opening on and lead to the recorded discs,
    /// termination and scores. An adjudicated score is not solved again.
    ///
    /// # Errors
    /// If the line contradicts itself; the message names the game and the contradiction.
    pub fn check(&self) -> anyhow::Result<()> {
        let opening = Game::from_transcript(&self.opening).context("the opening")?;
        for (number, line) in (1..).zip(&self.games) {
            line.check(&opening).with_context(|| format!("game {number}"))?;
        }
        Ok(())
    }

    /// Whether two lines hold the same games, apart from their times.
    pub fn is_same_result(&self, other: &Self) -> bool {
        let are_same = |(own, others): (&GameLine, &GameLine)| {
            own.moves == others.moves
                && own.termination == others.termination
                && own.scores == others.scores
                && own.discs == others.discs
        };
        self.pair == other.pair
            && self.opening == other.opening
            && self.games.iter().zip(&other.games).all(are_same)
    }
}

impl GameLine {
    fn check(&self, opening: &Game) -> anyhow::Result<()> {
        let Self { moves, termination, scores, discs, .. } = self;
        let transcript = format!("{}{moves}", opening.transcript());
        let game = Game::from_transcript(&transcript).context("the moves")?;
        let on_board = game.disc_counts();
        ensure!(*discs == on_board, "{discs:?} discs, but the moves leave {on_board:?}");
        let is_over = |end| game.is_over() && Termination::on_board(&game) == end;
        match termination {
            Termination::NoMoves => {
                ensure!(is_over(Termination::NoMoves), "the moves do not end with two sides unable to move");
            }
            Termination::WipeOut => {
                ensure!(is_over(Termination::WipeOut), "the moves do not end with a wipe-out");
            }
            Termination::Adjudicated { .. } => {
                ensure!(!game.is_over(), "the moves end the game, which needs no adjudication");
            }
            Termination::Fault { by, .. } => {
                // Before 0.2.0, the winner by a fault had a score of 1.
                let mut earlier = [1, 1];
                earlier[seat(*by)] = -1;
                if *scores == earlier {
                    return Ok(());
                }
            }
        }
        let expected = termination.scores(&game);
        ensure!(*scores == expected, "scores {scores:?}, but the moves and the end make them {expected:?}");
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use outflank::game::Color;

    use super::*;
    use crate::matches::results::testing::{pairs, plan};
    use crate::play::record::Fault;

    #[test]
    fn whatever_contradicts_the_moves_is_found() {
        let line = pairs(&plan("greedy", 1), 0..1).remove(0);
        line.check().unwrap();
        let error = |change: &dyn Fn(&mut PairLine)| {
            let mut line = line.clone();
            change(&mut line);
            format!("{:#}", line.check().unwrap_err())
        };
        assert!(error(&|line| line.games[1].discs[0] += 1).starts_with("game 2: ["));
        let reversed = error(&|line| line.games[0].scores.reverse());
        assert!(reversed.contains("but the moves and the end make them"), "{reversed}");
        assert!(error(&|line| line.games[0].moves.truncate(40)).contains("discs, but the moves leave"));
        assert!(error(&|line| line.games[0].moves.push_str("a1")).starts_with("game 1: the moves: move "));
        assert!(error(&|line| line.opening = "a1".into()).starts_with("the opening: "));
        let wipe_out = |line: &mut PairLine| line.games[0].termination = Termination::WipeOut;
        assert_eq!(error(&wipe_out), "game 1: the moves do not end with a wipe-out");
        let adjudicated =
            |line: &mut PairLine| line.games[0].termination = Termination::Adjudicated { black_score: 2 };
        assert!(error(&adjudicated).ends_with("which needs no adjudication"));
    }

    #[test]
    fn a_fault_gives_the_winner_0_or_as_earlier_versions_did_1() {
        let mut line = pairs(&plan("greedy", 1), 0..1).remove(0);
        let fault = Fault::Timeout { limit_ms: 150 };
        line.games[0].termination = Termination::Fault { by: Color::White, fault, command: None };
        for (scores, is_right) in [([0, -1], true), ([1, -1], true), ([-1, 0], false), ([0, 0], false)] {
            line.games[0].scores = scores;
            assert_eq!(line.check().is_ok(), is_right, "{scores:?}");
        }
    }
}
