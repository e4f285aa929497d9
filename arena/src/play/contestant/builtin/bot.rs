//! A built-in bot: its name and its calls.

use std::str::FromStr;

use ::outflank::board::Board;
use ::outflank::engine::Choice;
use ::outflank::game::{Color, Game};
use ::outflank::rng::Rng;
use ::outflank::square::Square;

use super::outflank::{number, DynEngine, Settings, MAX_PLAYOUTS};
use super::sparring::Sparring;
use super::{alphabeta, baselines, uct};
use crate::play::contestant::{Answer, Contestant, Epilogue, Reply, Turn};
use crate::play::record::{seat, BotRecord};

/// Default playouts of `uct`.
const UCT_PLAYOUTS: u32 = 1000;
/// More plies than `alphabeta` can search.
const MAX_PLIES: u32 = 20;
/// A bot of the arena.
#[derive(Clone, Debug, PartialEq)]
pub enum Builtin {
    /// `random`: a random legal move.
    Random,
    /// `greedy`: the move that leads to the most discs.
    Greedy,
    /// `positional`: the best square by a fixed table.
    Positional,
    /// `mobility`: fewest opponent moves; moves to corners weigh more, for either side.
    Mobility,
    /// `uct` or `uct:N`: plain UCT with random playouts.
    Uct {
        /// Playouts for each move.
        playouts: u32,
    },
    /// `alphabeta:N`: fixed-depth alpha-beta with a hand-made evaluation.
    Alphabeta {
        /// Depth in plies.
        depth: u32,
    },
    /// `alphabeta:ms=N,...`: selective alpha-beta with the engine's evaluation and solver.
    Sparring(Sparring),
    /// `outflank:KEY=VALUE,...`: the engine.
    Outflank(Settings),
}

/// The reason why a text is not a built-in bot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotBuiltin {
    /// No built-in bot has this name.
    #[error("no built-in bot is called `{0}`")]
    Unknown(String),
    /// The name is a built-in bot's, but its settings are invalid.
    #[error("`{text}`: {why}")]
    BadSetting {
        /// The whole text.
        text: String,
        /// The problem with it.
        why: String,
    },
}

impl FromStr for Builtin {
    type Err = NotBuiltin;

    fn from_str(text: &str) -> Result<Self, NotBuiltin> {
        match text {
            "random" => return Ok(Self::Random),
            "greedy" => return Ok(Self::Greedy),
            "positional" => return Ok(Self::Positional),
            "mobility" => return Ok(Self::Mobility),
            "uct" => return Ok(Self::Uct { playouts: UCT_PLAYOUTS }),
            _ => {}
        }
        let builtin = match text.split_once(':') {
            Some(("uct", playouts)) => {
                number("uct:", playouts, MAX_PLAYOUTS).map(|playouts| Self::Uct { playouts })
            }
            Some(("alphabeta", settings)) if settings.contains('=') => {
                Sparring::parse(settings).map(Self::Sparring)
            }
            Some(("alphabeta", depth)) => {
                number("alphabeta:", depth, MAX_PLIES).map(|depth| Self::Alphabeta { depth })
            }
            Some(("outflank", settings)) => Settings::parse(settings).map(Self::Outflank),
            _ => return Err(NotBuiltin::Unknown(text.to_string())),
        };
        builtin.map_err(|why| NotBuiltin::BadSetting { text: text.to_string(), why })
    }
}

impl Builtin {
    /// For bots that look one ply ahead, the value of a move for its side, and the unit of that value.
    pub(super) fn one_ply(&self) -> Option<(baselines::Worth, &'static str)> {
        Some(match self {
            Self::Random => (|_, _| 0, ""),
            Self::Greedy => (|_, after| -after.disc_difference(), "discs"),
            Self::Positional => (|square, _| baselines::square_worth(square), "points"),
            Self::Mobility => (baselines::mobility_worth, "points"),
            _ => return None,
        })
    }
}

impl std::fmt::Display for Builtin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Greedy => f.write_str("greedy"),
            Self::Positional => f.write_str("positional"),
            Self::Mobility => f.write_str("mobility"),
            Self::Uct { playouts } => write!(f, "uct:{playouts}"),
            Self::Alphabeta { depth } => write!(f, "alphabeta:{depth}"),
            Self::Sparring(settings) => write!(f, "alphabeta:{settings}"),
            Self::Outflank(settings) => write!(f, "outflank:{settings}"),
        }
    }
}

/// A built-in bot in a game.
pub struct BuiltinBot {
    bot: BotRecord,
    pub(super) builtin: Builtin,
    pub(super) rng: Rng,
    /// For `outflank` and its sparring partner only, once needed.
    engine: Option<Box<dyn DynEngine>>,
    remarks: Vec<String>,
}

impl BuiltinBot {
    /// A bot with the name `bot`.
    pub fn new(bot: BotRecord, builtin: Builtin) -> Self {
        Self { bot, builtin, rng: Rng::new(0), engine: None, remarks: Vec::new() }
    }

    /// Its engine, if it has one.
    pub(super) fn engine(&mut self) -> anyhow::Result<Option<&mut dyn DynEngine>> {
        if self.engine.is_none() {
            self.engine = match &self.builtin {
                Builtin::Outflank(settings) => Some(settings.engine()?),
                Builtin::Sparring(settings) => Some(settings.engine()),
                _ => None,
            };
        }
        Ok(self.engine.as_deref_mut().map(|engine| engine as _))
    }

    /// The move on a board with at least one legal move.
    fn square(&mut self, board: Board) -> Option<Square> {
        let rng = &mut self.rng;
        if let Some((worth, _)) = self.builtin.one_ply() {
            return baselines::best(board, rng, worth);
        }
        match &self.builtin {
            Builtin::Uct { playouts } => uct::choose(board, *playouts, rng),
            Builtin::Alphabeta { depth } => alphabeta::choose(board, *depth, rng),
            Builtin::Sparring(Sparring { effort, .. }) | Builtin::Outflank(Settings { effort, .. }) => {
                let choice = self.engine.as_mut()?.choose(board, effort.limits());
                self.remarks.push(remark(self.remarks.len() + 1, &choice));
                Some(choice.square)
            }
            _ => None,
        }
    }
}

/// The engine's report on its choice, in the form that the bot writes to standard error.
fn remark(turn: usize, choice: &Choice) -> String {
    let Choice { discs, depth, playouts, .. } = choice;
    let attributes =
        [("playouts", playouts.to_string()), ("depth", depth.to_string()), ("value", format!("{discs:.1}"))];
    attributes.iter().map(|(name, value)| format!("[TDATA][{turn}] {name} = {value}\n")).collect()
}

impl Contestant for BuiltinBot {
    fn bot(&self) -> &BotRecord {
        &self.bot
    }

    fn begin(&mut self, _game: &Game, color: Color, seed: u64) -> anyhow::Result<()> {
        // The two sides of a game must not draw the same random numbers.
        let mut seeds = Rng::new(seed);
        let seeds = [seeds.next(), seeds.next()];
        self.rng = Rng::new(seeds[seat(color)]);
        if let Some(engine) = self.engine()? {
            engine.new_game();
        }
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> anyhow::Result<Answer> {
        let square = self.square(turn.game.board());
        let output = square.map(|square| square.to_string()).unwrap_or_default();
        Ok(Answer::untimed(Ok(Reply { square, output, message: None, wants_expert: false })))
    }

    fn end(&mut self, _game: &Game) -> anyhow::Result<Epilogue> {
        Ok(Epilogue { stderr: std::mem::take(&mut self.remarks), fault: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::limits;
    use crate::play::record::{GameRecord, Protocol};
    use crate::play::referee::{play, Setup};

    const ALL: [&str; 7] =
        ["random", "greedy", "positional", "mobility", "uct:20", "alphabeta:2", "outflank:playouts=10"];

    fn contestant(name: &str) -> BuiltinBot {
        let bot = BotRecord { name: name.into(), command: name.into(), protocol: Protocol::Builtin };
        BuiltinBot::new(bot, name.parse().unwrap())
    }

    fn game(bots: [&mut BuiltinBot; 2], seed: u64) -> GameRecord {
        let setup = Setup::new(Game::new(), seed, limits::Limits::CODINGAME);
        let [black, white] = bots;
        play([black, white], &setup, &mut ()).unwrap()
    }

    /// Points of the first bot with alternating colours, 2 for a win; equal strength scores the number of
    /// games.
    fn points(bot: &str, against: &str, games: u64) -> i32 {
        let (mut bot, mut against) = (contestant(bot), contestant(against));
        let mut points_of = |seed| {
            let is_black = seed % 2 == 0;
            let record =
                game(if is_black { [&mut bot, &mut against] } else { [&mut against, &mut bot] }, seed);
            record.scores[usize::from(!is_black)] * 2 + i32::from(record.winner().is_none())
        };
        (0..games).map(&mut points_of).sum()
    }

    #[test]
    fn names_round_trip() {
        for name in ALL {
            assert_eq!(name.parse::<Builtin>().unwrap().to_string(), name);
        }
        assert_eq!("uct".parse::<Builtin>().unwrap().to_string(), "uct:1000");
    }

    #[test]
    fn bad_names_say_what_is_wrong() {
        let error = |text: &str| text.parse::<Builtin>().unwrap_err().to_string();
        assert_eq!(error("Random"), "no built-in bot is called `Random`");
        assert_eq!(error("alphabeta:x"), "`alphabeta:x`: expected a number from 1 to 20 after `alphabeta:`");
        assert_eq!(error("alphabeta:0"), "`alphabeta:0`: expected a number from 1 to 20 after `alphabeta:`");
        assert_eq!(error("uct:-1"), "`uct:-1`: expected a number from 1 to 10000000 after `uct:`");
    }

    #[test]
    fn the_seed_determines_a_game_whatever_came_before() {
        for name in ALL {
            let moves = |bot: &mut BuiltinBot, seed| game([bot, &mut contestant("random")], seed).moves();
            let mut bot = contestant(name);
            let first = moves(&mut bot, 1);
            assert_ne!(moves(&mut bot, 2), first, "{name}");
            assert_eq!(moves(&mut bot, 1), first, "{name}");
            assert_eq!(moves(&mut contestant(name), 1), first, "{name}");
        }
    }

    #[test]
    fn a_board_without_moves_has_no_choice() {
        let board = Board::new(1, 0).unwrap();
        for name in ["random", "uct:5", "alphabeta:1"] {
            assert_eq!(contestant(name).square(board), None, "{name}");
        }
    }

    #[test]
    fn greedy_takes_the_most_discs_and_the_others_a_corner() {
        let board = Game::from_transcript("f5f6e6f4").unwrap().board();
        let most = board.children().map(|(_, after)| -after.disc_difference()).max().unwrap();
        let chosen = contestant("greedy").square(board).unwrap();
        assert_eq!(-board.play(chosen).unwrap().disc_difference(), most);
        // A white disc on b1 between black's on a1 and c1.
        let board = Board::new(0b100 | Board::START.player(), 0b010 | Board::START.opponent()).unwrap();
        for name in ["positional", "mobility", "alphabeta:1"] {
            assert_eq!(contestant(name).square(board).unwrap().to_string(), "a1", "{name}");
        }
    }

    #[test]
    fn searchers_see_a_win_on_the_spot() {
        // c5 captures white's last discs.
        let board = Game::from_transcript("e6f4e3f6g5d6e7f5").unwrap().board();
        for name in ["alphabeta:1", "alphabeta:3", "uct:1000"] {
            assert_eq!(contestant(name).square(board).unwrap().to_string(), "c5", "{name}");
        }
    }

    #[test]
    fn the_engine_remarks_on_every_move() {
        let record = game([&mut contestant("outflank:playouts=10"), &mut contestant("random")], 1);
        let own = record.turns.iter().filter(|turn| turn.color == Color::Black);
        for (index, turn) in own.enumerate() {
            assert!(
                turn.stderr.starts_with(&format!("[TDATA][{}] playouts = ", index + 1)),
                "{}",
                turn.stderr
            );
        }
    }

    #[test]
    fn the_baselines_are_ordered() {
        assert!(points("positional", "random", 200) > 240);
        assert!(points("mobility", "positional", 200) > 220);
        assert!(points("alphabeta:3", "mobility", 40) > 50);
        assert!(points("uct:100", "random", 20) > 25);
        assert!(points("outflank:playouts=50", "mobility", 20) > 25);
    }

    #[test]
    fn appraisals_cover_all_moves_and_agree_with_the_move() {
        let game = Game::from_transcript("f5d6c3d3c4f4f6f3e6e7d7c5").unwrap();
        let board = game.board();
        for name in ["greedy", "positional", "mobility", "alphabeta:3", "uct:2000", "outflank:playouts=2000"]
        {
            let mut bot = contestant(name);
            bot.begin(&game, game.to_move(), 1).unwrap();
            let appraisals = bot.appraise(board);
            let squares = appraisals.iter().fold(0, |squares, appraisal| squares | appraisal.square.bit());
            assert_eq!(squares, board.legal_moves(), "{name}");
            assert!(appraisals.is_sorted_by(|a, b| a.value >= b.value), "{name}");
            // Searches may not choose by value alone.
            if !name.contains("playouts") && !name.starts_with("uct") {
                let mv = bot.square(board).unwrap();
                let worth = appraisals.iter().find(|appraisal| appraisal.square == mv).unwrap().value;
                assert_eq!(worth, appraisals[0].value, "{name} plays {mv}");
            }
        }
        assert!(contestant("random").appraise(board).is_empty());
    }

    #[test]
    fn the_engine_appraises_the_last_moves_exactly() {
        // One empty square is left after each move; its value is exact.
        let mut bot = contestant("outflank:playouts=100");
        let mut game = Game::new();
        let mut rng = Rng::new(3);
        while game.board().empty_count() > 2 {
            let moves: Vec<_> = game.board().children().collect();
            game.play(moves[rng.below(moves.len())].0).unwrap();
        }
        for appraisal in bot.appraise(game.board()) {
            let mut after = game.clone();
            after.play(appraisal.square).unwrap();
            while let Some((square, _)) = after.board().children().next() {
                after.play(square).unwrap();
            }
            let sign = if game.to_move() == Color::Black { 1.0 } else { -1.0 };
            assert_eq!(
                appraisal.value.round(),
                sign * f64::from(after.black_score()),
                "{}",
                appraisal.square
            );
        }
    }
}
