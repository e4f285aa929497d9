//! Games of bots that use every valid spelling of a line. Both log their input and output; the twin gets the
//! output, and derives the input and the result.

use std::collections::VecDeque;

use arena::play::bots::BotSpec;
use arena::play::limits::{ClockKind, Limits};
use arena::play::record::{Fault, GameRecord, Termination};
use arena::play::referee::{self, Setup};
use outflank::game::{Color, Game};
use outflank::rng::Rng;
use supervisor::stop::Stop;

use super::twin::Twin;

const BOT: &str = env!("CARGO_BIN_EXE_misbehaving-bot");
const GAMES: u64 = 150;
const PATIENT: Limits = Limits { first_ms: 60_000, turn_ms: 60_000, margin_ms: 0, clock: ClockKind::Wall };

/// The inputs of a player's calls from its bot's log; an incomplete last one is dropped.
fn logged_inputs(record: &GameRecord, color: Color) -> Vec<Vec<String>> {
    let mut lines = log_lines(record, color, "< ");
    let mut inputs = Vec::new();
    while let Some(input) = next_input(&mut lines, inputs.is_empty()) {
        inputs.push(input);
    }
    inputs
}

fn next_input(lines: &mut VecDeque<String>, is_first: bool) -> Option<Vec<String>> {
    let rows_end = if is_first { 10 } else { 8 };
    let count_at = rows_end + usize::from(lines.get(rows_end)?.ends_with(';'));
    let count: usize = lines.get(count_at)?.parse().expect("a count");
    let end = count_at + 1 + count;
    if lines.len() < end {
        return None;
    }
    Some(lines.drain(..end).collect())
}

/// The lines with this prefix in a bot's log of a game. The last line of a killed bot's log may be
/// incomplete.
fn log_lines(record: &GameRecord, color: Color, prefix: &str) -> VecDeque<String> {
    let turns = record.turns.iter().filter(|turn| turn.color == color);
    let log: String = turns.map(|turn| turn.stderr.as_str()).collect();
    let complete = log.rsplit_once('\n').map_or("", |(complete, _)| complete);
    complete.split('\n').filter_map(|line| Some(line.strip_prefix(prefix)?.to_string())).collect()
}

fn random_opening(rng: &mut Rng) -> Game {
    let mut game = Game::new();
    for _ in 0..rng.below(12) {
        let actions: Vec<_> = outflank::bits::Squares(game.board().legal_moves()).collect();
        if !actions.is_empty() {
            game.play(actions[rng.below(actions.len())]).unwrap();
        }
    }
    game
}

#[test]
fn chaotic_games_go_as_the_twin_says() {
    let stop = Stop::new().unwrap();
    let mut rng = Rng::new(1);
    let (mut faults, mut experts) = (0, 0);
    for seed in 0..GAMES {
        let bot = |seed| BotSpec::parse(&format!("{BOT} chaos {seed}")).unwrap().contestant(None, &stop);
        let (mut black, mut white) = (bot(2 * seed), bot(2 * seed + 1));
        let opening = random_opening(&mut rng);
        let setup = Setup::new(opening.clone(), seed, PATIENT);
        let record = referee::play([&mut *black, &mut *white], &setup, &mut ()).unwrap();
        let printed = [Color::Black, Color::White].map(|color| log_lines(&record, color, "> "));
        let (calls, scores) = Twin::new().play(printed.clone(), &opening);
        for color in [Color::Black, Color::White] {
            let player = arena::play::record::seat(color);
            let logged = logged_inputs(&record, color);
            let expected: Vec<_> =
                calls.iter().filter(|call| call.player == player).map(|call| &call.input).collect();
            let is_in_step = printed[player].len() == logged.len();
            // A bot whose second line answered a call may be killed before it reads that call.
            let compared = if is_in_step { expected.len() } else { logged.len() };
            assert_eq!(logged.iter().collect::<Vec<_>>(), expected[..compared], "game {seed}, {color}");
        }
        let messages = record.turns.iter().map(|turn| turn.message.clone());
        assert!(messages.eq(calls.iter().map(|call| call.message.clone())), "game {seed}");
        assert_eq!(record.scores, scores, "game {seed}");
        if let Termination::Fault { fault, .. } = &record.termination {
            assert!(matches!(fault, Fault::IllegalMove { .. }), "game {seed}: {fault}");
            faults += 1;
        }
        experts += calls.iter().filter(|call| call.input.iter().any(|line| line == "pass;")).count();
    }
    assert!((10..GAMES).contains(&faults), "games ended in either way: {faults} faults");
    assert!(experts > 10, "passes were sent: {experts}");
}
