//! The summary of a run of pairs: results, faults and times of calls.

use std::collections::BTreeMap;

use outflank::game::Color;

use crate::matches::pairs::Pair;
use crate::matches::results::{GameLine, PairLine};
use crate::matches::tally::{SeenPairs, Tally};
use crate::play::limits::Limits;
use crate::play::record::{seat, Fault, Termination};

/// Accumulates finished pairs.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    limits: Limits,
    /// The first bot's results, without pairs that repeat earlier ones.
    pub tally: Tally,
    /// Number of pairs that repeat an earlier one, move by move.
    pub repeated: u64,
    seen: SeenPairs,
    /// Each bot's faults and times, in the order of the plan.
    pub bots: [BotSummary; 2],
    /// The games that ended by a fault, at most [`MAX_FAULTY_GAMES`].
    pub faulty_games: Vec<FaultyGame>,
}

/// Number of faulty games that a summary lists.
const MAX_FAULTY_GAMES: usize = 20;

/// A game that ended by a fault.
#[derive(Clone, Debug, PartialEq)]
pub struct FaultyGame {
    /// The index of its pair.
    pub pair: u64,
    /// Its number in the pair, 1 or 2.
    pub game: usize,
    /// The number of the move, as `arena show` prints it.
    pub turn: usize,
    /// The faulty bot's index in the plan.
    pub bot: usize,
    /// The faulty bot's colour.
    pub color: Color,
    /// The fault: `timeout: 850.2 ms over its 150 ms`.
    pub fault: String,
}

/// One bot's faults and the times of its calls.
#[derive(Clone, Debug, Default)]
pub struct BotSummary {
    /// Number of losses by each kind of fault.
    pub faults: BTreeMap<&'static str, u64>,
    /// Times of first calls, in milliseconds; their limit differs.
    first: Vec<f64>,
    /// Times of later calls, in milliseconds.
    later: Vec<f64>,
    /// Longest later call without a stall of the host.
    longest_undisturbed: f64,
    /// The host's stalls during calls, first or later, in milliseconds; none of them is 0.
    stalls: Vec<f64>,
}

/// A summary of many times, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The median, in milliseconds.
    pub median: f64,
    /// The 99th percentile, in milliseconds.
    pub percentile_99: f64,
    /// The maximum, in milliseconds.
    pub maximum: f64,
}

impl Summary {
    /// A summary of no pairs of a run with these limits.
    pub fn new(limits: Limits) -> Self {
        Self { limits, ..Self::default() }
    }

    /// Counts a pair.
    pub fn add(&mut self, pair: &PairLine) {
        match self.seen.is_new(pair) {
            true => self.tally.add_pair(pair.half_points()),
            false => self.repeated += 1,
        }
        for (index, game) in pair.games.iter().enumerate() {
            let first = Pair::FIRST_BOTS_COLORS[index];
            if let (Some((color, fault)), true) =
                (game.fault_text(&self.limits), self.faulty_games.len() < MAX_FAULTY_GAMES)
            {
                self.faulty_games.push(FaultyGame {
                    pair: pair.pair,
                    game: index + 1,
                    // Two characters a move.
                    turn: (pair.opening.len() + game.moves.len()) / 2 + 1,
                    bot: usize::from(color != first),
                    color,
                    fault,
                });
            }
            self.bots[0].add(game, first);
            self.bots[1].add(game, first.opposite());
        }
    }

    /// Number of games that ended by a fault.
    pub fn faults(&self) -> u64 {
        self.bots.iter().flat_map(|bot| bot.faults.values()).sum()
    }
}

impl BotSummary {
    /// Counts a game of this bot as `color`.
    pub fn add(&mut self, game: &GameLine, color: Color) {
        match &game.termination {
            Termination::Fault { by, fault, .. } if *by == color => {
                *self.faults.entry(fault_name(fault)).or_default() += 1;
            }
            _ => {}
        }
        for (call, &clock_ms) in game.clock_ms[seat(color)].iter().enumerate() {
            let stall_ms = game.stall_ms(color, call);
            if stall_ms > 0.0 {
                self.stalls.push(stall_ms);
            } else if call > 0 {
                self.longest_undisturbed = self.longest_undisturbed.max(clock_ms);
            }
            let times = if call == 0 { &mut self.first } else { &mut self.later };
            times.push(clock_ms);
        }
    }
}

/// The spread of times; `None` without any.
fn spread(times: &[f64]) -> Option<Spread> {
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().checked_sub(1)?;
    // The nearest-rank quantile: this share of all times is at most the result.
    let at = |share: f64| sorted[((share * sorted.len() as f64).ceil() as usize).saturating_sub(1).min(last)];
    Some(Spread { median: at(0.5), percentile_99: at(0.99), maximum: sorted[last] })
}

fn fault_name(fault: &Fault) -> &'static str {
    match fault {
        Fault::IllegalMove { .. } => "illegal move",
        Fault::Timeout { .. } => "timeout",
        Fault::Crash { .. } => "crash",
        Fault::OutputTooLong { .. } => "output too long",
    }
}

impl std::fmt::Display for BotSummary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.faults.is_empty() {
            write!(f, "no faults")?;
        }
        for (index, (name, count)) in self.faults.iter().enumerate() {
            write!(f, "{}{name} x {count}", if index == 0 { "" } else { ", " })?;
        }
        if let Some(first) = spread(&self.first) {
            write!(f, "; first turns median {:.1} ms, max {:.1} ms", first.median, first.maximum)?;
        }
        if let Some(Spread { median, percentile_99, maximum }) = spread(&self.later) {
            write!(
                f,
                "; later turns median {median:.1} ms, 99 % {percentile_99:.1} ms, max {maximum:.1} ms"
            )?;
        }
        let Self { stalls, longest_undisturbed, .. } = self;
        if let Some(Spread { maximum, .. }) = spread(stalls) {
            let turns = if stalls.len() == 1 { "turn" } else { "turns" };
            write!(
                f,
                "; the machine stalled during {} {turns}, for up to {maximum:.1} ms; other later turns max \
                 {longest_undisturbed:.1} ms",
                stalls.len()
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game of two calls a side that white loses by timeout.
    fn timeout_of_white(black_ms: [f64; 2], white_ms: [f64; 2]) -> GameLine {
        GameLine {
            moves: "f5d6c3".into(),
            termination: Termination::Fault {
                by: Color::White,
                fault: Fault::Timeout { limit_ms: 150 },
                command: None,
            },
            scores: [0, -1],
            discs: [5, 2],
            clock_ms: [black_ms.to_vec(), white_ms.to_vec()],
            stall_ms: Default::default(),
            expert_from: [None; 2],
            last_words: Vec::new(),
        }
    }

    #[test]
    fn faults_and_times_go_to_the_bot_behind_the_colour() {
        let games =
            [timeout_of_white([100.0, 1.0], [2.0, 200.0]), timeout_of_white([100.5, 1.5], [2.5, 200.5])];
        let mut summary = Summary::new(Limits::CODINGAME);
        summary.add(&PairLine { pair: 7, opening: "f5d6".to_string(), games });
        assert_eq!(summary.tally.to_string(), "+1 =0 -1");
        assert_eq!(summary.faults(), 2);
        let FaultyGame { pair, game, turn, bot, color, fault } = &summary.faulty_games[0];
        assert_eq!((*pair, *game, *turn, *bot, *color), (7, 1, 6, 1, Color::White));
        assert_eq!(fault, "timeout: 50.0 ms over its 150 ms");
        assert_eq!((summary.faulty_games[1].game, summary.faulty_games[1].bot), (2, 0));
        for bot in &summary.bots {
            assert_eq!(bot.faults["timeout"], 1);
        }
        // The first bot is black in the first game: 100 and 1 ms, then white: 2.5 and 200.5 ms.
        let times = &summary.bots[0];
        assert_eq!(
            spread(&times.first).unwrap(),
            Spread { median: 2.5, percentile_99: 100.0, maximum: 100.0 }
        );
        assert_eq!(
            spread(&times.later).unwrap(),
            Spread { median: 1.0, percentile_99: 200.5, maximum: 200.5 }
        );
        assert_eq!(
            summary.bots[1].to_string(),
            "timeout x 1; first turns median 2.0 ms, max 100.5 ms; later turns median 1.5 ms, 99 % 200.0 ms, \
             max 200.0 ms"
    );
    }

    #[test]
    fn the_percentile_leaves_one_in_a_hundred_above() {
        let times: Vec<f64> = (1..=200).map(f64::from).collect();
        assert_eq!(spread(&times).unwrap(), Spread { median: 100.0, percentile_99: 198.0, maximum: 200.0 });
        assert_eq!(spread(&[]), None);
        assert_eq!(BotSummary::default().to_string(), "no faults");
    }

    #[test]
    fn stalled_turns_are_counted_apart() {
        let mut game = timeout_of_white([100.0, 1.0], [110.0, 190.0]);
        game.stall_ms = [vec![0.0, 0.0], vec![0.0, 60.25]];
        let mut white = BotSummary::default();
        white.add(&game, Color::White);
        white.add(&timeout_of_white([0.0; 2], [120.0, 2.0]), Color::White);
        assert_eq!(
        white.to_string(),
        "timeout x 2; first turns median 110.0 ms, max 120.0 ms; later turns median 2.0 ms, 99 % 190.0 ms, \
         max 190.0 ms; the machine stalled during 1 turn, for up to 60.2 ms; other later turns max 2.0 ms"
    );
        let mut black = BotSummary::default();
        black.add(&game, Color::Black);
        assert!(!black.to_string().contains("stalled"));
    }
}
