//! The NBoard protocol, version 2: NBoard and every GUI that drives NTest or Edax.

use outflank::board::{Board, Move};
use outflank::game::Color;

use super::dialogue_game::{DialogueGame, ILLEGAL_MOVE};
use super::player::Player;
use crate::notation::{parse_move, Position};
use crate::search::{Budget, Goal, MoveReport, Report};

/// Moves that a hint may ask for.
const MAX_HINTS: usize = 64;

/// An engine that speaks NBoard's protocol.
pub struct Nboard {
    player: Player,
    game: DialogueGame,
    /// The depth that `set depth` sets; `None` leaves the effort to the player's settings.
    depth: Option<u32>,
    is_over: bool,
}

/// Receives the engine's lines; each is flushed at once.
pub type Out<'a> = dyn FnMut(&str) + 'a;

impl Nboard {
    /// An engine at the start of a game.
    pub fn new(player: Player) -> Self {
        Self { player, game: DialogueGame::default(), depth: None, is_over: false }
    }

    /// Whether `quit` has been read.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// The position that the next command is about, for tests.
    pub fn game(&self) -> &DialogueGame {
        &self.game
    }

    /// Executes a line. Unknown commands are ignored, as the protocol requires.
    pub fn obey(&mut self, line: &str, out: &mut Out<'_>) {
        let (command, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        let rest = rest.trim();
        match command {
            "set" => self.set(rest, out),
            "move" => self.play(rest, out),
            "hint" => self.hint(rest.parse().unwrap_or(1).clamp(1, MAX_HINTS), out),
            "go" => self.go(out),
            "ping" => out(format!("pong {rest}").trim_end()),
            "learn" => out("learned"),
            "analyze" => self.analyze(out),
            "quit" => self.is_over = true,
            _ => {}
        }
    }

    fn set(&mut self, rest: &str, out: &mut Out<'_>) {
        let (name, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        match name {
            "depth" => {
                if let Ok(depth) = value.trim().parse::<u32>() {
                    self.depth = Some(depth.clamp(1, 60));
                    out(&format!("set myname Outflank{depth}"));
                }
            }
            "game" => match DialogueGame::load(value.as_bytes(), usize::MAX) {
                Ok(game) => self.game = game,
                Err(error) => out(&format!("status {error}")),
            },
            // Book draws count as draws here.
            _ => {}
        }
    }

    /// `F5`, `F5/1.25`, `F5//2.4`, `PA`: only the move matters.
    fn play(&mut self, rest: &str, out: &mut Out<'_>) {
        let name = rest.split('/').next().unwrap_or("").trim();
        let color = self.game.to_move();
        let done = match parse_move(name) {
            // A GUI that leaves out a forced pass means the other side's move.
            Some(mv) if mv != Move::PASS && self.game.must_pass() => self.game.play(color.opposite(), mv),
            Some(mv) => self.game.play(color, mv),
            None => Err(ILLEGAL_MOVE),
        };
        if done.is_err() {
            let shown: String = name.chars().filter(|c| !c.is_control()).take(12).collect();
            out(&format!("status {shown} is no legal move"));
        }
    }

    /// The effort for one position: `2^(depth / 2)` hundred playouts, and the exact score from `depth`
    /// empties on.
    fn budget(&self, board: Board, every_move: bool) -> Budget {
        let Some(depth) = self.depth else { return self.player.budget(board, None) };
        if self.player.settings.level.is_some() {
            return self.player.budget(board, None);
        }
        let playouts = 100.0 * 2f64.powf(f64::from(depth) / 2.0);
        let goal = match (board.empty_count() <= depth, every_move) {
            (false, _) => Goal::Estimate,
            (true, false) => Goal::Score,
            (true, true) => Goal::EveryScore,
        };
        Budget { playouts: playouts as u64, time: None, goal, every_move }
    }

    fn hint(&mut self, count: usize, out: &mut Out<'_>) {
        let board = self.game.board();
        if board.is_over() {
            out("status the game is over");
            return;
        }
        out("status thinking");
        let full = self.budget(board, count > 1);
        let book_move = self.player.book_move(board);
        let first = Budget {
            playouts: (full.playouts / 16).clamp(1, 5_000),
            goal: Goal::Estimate,
            every_move: true,
            ..full
        };
        let time = full.time.map(|time| time / 4);
        for budget in [Budget { time, ..first }, full] {
            let is_stopped = self.player.searcher().stop().is_raised();
            if is_stopped && budget.goal != Goal::Estimate {
                break;
            }
            let report = self.player.searcher().search(board, Budget { every_move: true, ..budget });
            if let Some(entry) = book_move.and_then(|mv| report.of(mv)) {
                out(&format!("book {} {} 1 {} book", name(entry.mv), decimal(entry.value), report.depth));
            }
            for entry in report.moves.iter().take(count) {
                let line: String = entry.line.iter().map(|&mv| name(mv)).collect();
                out(&format!("search {line} {} 0 {}", decimal(entry.value), depth(entry, &report)));
            }
            out(&format!("nodestats {} 0.00", report.nodes));
            if is_stopped {
                break;
            }
        }
        out("status");
    }

    /// The engine's move; the GUI sends it back with `move` to play it.
    fn go(&mut self, out: &mut Out<'_>) {
        if self.game.must_pass() {
            out("=== PA");
            return;
        }
        let board = self.game.board();
        out("status thinking");
        let start = self.player.searcher().now();
        let choice = if self.depth.is_some() {
            let budget = self.budget(board, false);
            self.player.choose_within(board, budget)
        } else {
            self.player.choose(board, None)
        };
        let seconds = self.player.searcher().now().saturating_sub(start).as_secs_f64();
        match choice {
            Some(choice) => {
                out(&format!("nodestats {} {seconds:.2}", choice.nodes));
                let entry = &choice.entry;
                out(&format!("=== {}/{}/{seconds:.2}", name(entry.mv), decimal(entry.value)));
            }
            None => out("=== PA"),
        }
        out("status");
    }

    /// One line a position of the game, in black's view, so that a mistake moves the curve against its side.
    fn analyze(&mut self, out: &mut Out<'_>) {
        let positions: Vec<Position> = self.game.positions().collect();
        out("status thinking");
        for (index, Position { board, to_move }) in positions.into_iter().enumerate() {
            let budget = self.budget(board, false);
            let budget = Budget { playouts: budget.playouts / 4 + 1, ..budget };
            let value = self.player.searcher().search(board, budget.best_only()).value();
            let value = if to_move == Color::Black { value } else { -value };
            out(&format!("analysis {index} {}", decimal(value)));
            if self.player.searcher().stop().is_raised() {
                break;
            }
        }
        out("status");
    }
}

/// A move as NBoard spells it.
fn name(mv: Move) -> String {
    mv.square().map_or_else(|| "PA".to_string(), |square| square.to_string().to_uppercase())
}

/// Two decimals, never `-0.00`.
fn decimal(value: f32) -> String {
    let mut text = format!("{value:.2}");
    if text == "-0.00" {
        text.remove(0);
    }
    text
}

/// NBoard's depth field: `100%` if exact, `100%W` if won, drawn or lost for certain, else plies.
fn depth(entry: &MoveReport, report: &Report) -> String {
    let bounds = entry.bounds;
    if entry.is_exact() {
        "100%".to_string()
    } else if bounds.lower > 0 || bounds.upper < 0 {
        "100%W".to_string()
    } else {
        report.depth.max(1).to_string()
    }
}
