//! The engine as a built-in bot, with all its settings.
//!
//! `outflank:KEY=VALUE,...`: the work for a move (`playouts=`, or `ms=` of CPU time), the evaluation
//! (`evaluation=handmade` or `weights=FILE`), the opening book (`book=FILE`) and the search constants by
//! name.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{ensure, Context};
use outflank::board::Board;
use outflank::clock::Deadline;
use outflank::endgame::Solver;
use outflank::engine::{Choice, Engine, Limits};
use outflank::eval::{packed, Evaluate, Evaluator};
use outflank::handmade::Handmade;
use outflank::mcts::Parameters;
use outflank::opening::Book;
use toolkit::cpu_time;

use crate::files;

/// Memory of the tree, in bytes: enough for 100,000 playouts a move.
const TREE_BYTES: usize = 96 << 20;
/// Memory of the solver, in bytes.
pub(super) const SOLVER_BYTES: usize = Solver::DEFAULT_BYTES;

/// The work for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// `playouts=N`: machine-independent moves.
    Playouts(u32),
    /// `ms=N`: milliseconds of the thread's CPU time, so that load on the machine does not cost strength.
    CpuMs(u32),
}

/// The evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judge {
    /// The default weights.
    Shipped,
    /// `evaluation=handmade`: the hand-made evaluation, from before the first learned weights.
    Handmade,
    /// `weights=FILE`: packed weights in the form of `src/eval/weights.rs`.
    Packed(String),
}

/// All settings of the engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Its work for a move.
    pub effort: Effort,
    /// Its evaluation.
    pub judge: Judge,
    /// `book=FILE`: a packed opening book in the form of `src/opening/book.rs`; no book by default.
    pub book: Option<String>,
    /// The search constants.
    pub parameters: Parameters,
}

impl Settings {
    /// The default engine with this number of playouts a move.
    pub fn playouts(playouts: u32) -> Self {
        let effort = Effort::Playouts(playouts);
        Self { effort, judge: Judge::Shipped, book: None, parameters: Parameters::default() }
    }

    /// Parses `KEY=VALUE,...`; the error describes the problem.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let mut values = BTreeMap::new();
        for setting in text.split(',') {
            let (key, value) =
                setting.split_once('=').ok_or(format!("expected KEY=VALUE, got `{setting}`"))?;
            if values.insert(key, value).is_some() {
                return Err(format!("`{key}` is set twice"));
            }
        }
        let effort = match (values.remove("playouts"), values.remove("ms")) {
            (Some(playouts), None) => Effort::Playouts(number("playouts=", playouts, MAX_PLAYOUTS)?),
            (None, Some(ms)) => Effort::CpuMs(number("ms=", ms, MAX_MS)?),
            _ => return Err("expected `playouts=N` or `ms=N`, one of them".into()),
        };
        let judge = match (values.remove("evaluation"), values.remove("weights")) {
            (None, None) => Judge::Shipped,
            (Some("handmade"), None) => Judge::Handmade,
            (None, Some(file)) => Judge::Packed(file.into()),
            (Some(other), None) => return Err(format!("expected `evaluation=handmade`, got `{other}`")),
            (Some(_), Some(_)) => return Err("`evaluation` and `weights` exclude each other".into()),
        };
        let book = values.remove("book").map(String::from);
        let mut parameters = Parameters::default();
        for (key, value) in values {
            let parameter = parameter(&mut parameters, key)
                .ok_or_else(|| format!("`{key}` cannot be set, only {}", NAMES.join(", ")))?;
            let number = value.parse().ok().filter(|number| (0.0..=1000.0).contains(number));
            *parameter = number.ok_or(format!("expected a number from 0 to 1000 after `{key}=`"))?;
        }
        Ok(Self { effort, judge, book, parameters })
    }

    /// An engine with these settings.
    ///
    /// # Errors
    /// If the file of weights or of the book cannot be read or holds none.
    pub(super) fn engine(&self) -> anyhow::Result<Box<dyn DynEngine>> {
        match &self.judge {
            Judge::Shipped => self.engine_with(Evaluator::shipped()),
            Judge::Handmade => self.engine_with(Handmade),
            Judge::Packed(file) => {
                let weights = read_packed(file, "weights", "WEIGHTS")?;
                ensure!(packed::has_step_of_today(&weights), "`{file}` was packed by another version");
                self.engine_with(Evaluator::from_learned(&packed::unpack(&weights)))
            }
        }
    }

    fn engine_with<E: Evaluate + 'static>(&self, evaluator: E) -> anyhow::Result<Box<dyn DynEngine>> {
        let mut engine =
            Engine::with_evaluator(Arc::new(evaluator), self.parameters, TREE_BYTES, SOLVER_BYTES);
        if let Some(file) = &self.book {
            engine.set_book(Book::unpack(&read_packed(file, "book", "BOOK")?));
        }
        Ok(Box::new(engine))
    }
}

impl Effort {
    /// A fraction 1 / `parts` of it, at least the minimum.
    pub(super) fn share(self, parts: usize) -> Self {
        let share = |whole: u32| whole.div_ceil(parts.max(1) as u32);
        match self {
            Self::Playouts(playouts) => Self::Playouts(share(playouts)),
            Self::CpuMs(ms) => Self::CpuMs(share(ms)),
        }
    }

    /// The limit of a turn that begins now.
    pub(super) fn limits(self) -> Limits {
        match self {
            Self::Playouts(playouts) => Limits::playouts(playouts.into()),
            Self::CpuMs(ms) => {
                let end = cpu_time::of_thread() + Duration::from_millis(ms.into());
                Limits::until(Deadline::on(cpu_time::of_thread, end))
            }
        }
    }
}

/// The largest accepted number of playouts a move.
pub(super) const MAX_PLAYOUTS: u32 = 10_000_000;
/// The largest accepted number of milliseconds a move.
pub(super) const MAX_MS: u32 = 600_000;

/// The number from 1 to `most` that follows `prefix` in a bot's name.
pub(super) fn number(prefix: &str, text: &str, most: u32) -> Result<u32, String> {
    let number = text.parse().ok().filter(|number| (1..=most).contains(number));
    number.ok_or(format!("expected a number from 1 to {most} after `{prefix}`"))
}

/// The search constant of this name.
pub(super) fn parameter<'a>(parameters: &'a mut Parameters, name: &str) -> Option<&'a mut f32> {
    Some(match name {
        "exploration" => &mut parameters.exploration,
        "minimax-weight" => &mut parameters.minimax_weight,
        "prior-temperature" => &mut parameters.prior_temperature,
        "tanh-scale" => &mut parameters.tanh_scale,
        _ => return None,
    })
}

/// The names of the search constants.
pub(super) const NAMES: [&str; 4] = ["exploration", "minimax-weight", "prior-temperature", "tanh-scale"];

impl std::fmt::Display for Settings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.effort {
            Effort::Playouts(playouts) => write!(f, "playouts={playouts}")?,
            Effort::CpuMs(ms) => write!(f, "ms={ms}")?,
        }
        match &self.judge {
            Judge::Shipped => {}
            Judge::Handmade => f.write_str(",evaluation=handmade")?,
            Judge::Packed(file) => write!(f, ",weights={file}")?,
        }
        if let Some(file) = &self.book {
            write!(f, ",book={file}")?;
        }
        let (mut usual, mut set) = (Parameters::default(), self.parameters);
        for name in NAMES {
            let (usual, set) = (parameter(&mut usual, name), parameter(&mut set, name));
            if let (true, Some(set)) = (usual != set, set) {
                write!(f, ",{name}={set}")?;
            }
        }
        Ok(())
    }
}

/// The engine with any evaluation.
pub(super) trait DynEngine: Send {
    /// Clears the state of the game so far.
    fn new_game(&mut self);
    /// Chooses a move for a side that has one.
    fn choose(&mut self, board: Board, limits: Limits) -> Choice;
}

impl<E: Evaluate> DynEngine for Engine<E> {
    fn new_game(&mut self) {
        Engine::new_game(self);
    }

    fn choose(&mut self, board: Board, limits: Limits) -> Choice {
        Engine::choose(self, board, board.legal_moves(), limits)
    }
}

/// The text before the checksum in a file of packed weights.
const CHECKSUM: &str = "//! Checksum of the text: ";
/// Hexadecimal digits of the BLAKE3 hash that are the checksum.
const CHECKSUM_DIGITS: usize = 16;

/// The packed text in a file written by `trainer pack` or `trainer book pack`; `content` names it in errors.
fn read_packed(file: &str, content: &str, constant: &str) -> anyhow::Result<String> {
    let text = files::read_text(Path::new(file)).with_context(|| format!("{content} `{file}`"))?;
    let start = text.split_once(&format!("{constant}: &str =")).map(|(_, rest)| rest.trim_start());
    let packed = start.and_then(|rest| rest.strip_prefix('"')?.split_once('"'));
    let (packed, _) = packed.with_context(|| format!("`{file}` holds no packed {content}"))?;
    let checksum = text.lines().find_map(|line| line.strip_prefix(CHECKSUM));
    let checksum = checksum.with_context(|| format!("`{file}` holds no checksum"))?;
    let is_whole = blake3::hash(packed.as_bytes()).to_hex()[..CHECKSUM_DIGITS] == *checksum;
    ensure!(is_whole, "`{file}` is damaged: the checksum of the {content} does not match");
    Ok(packed.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_round_trip() {
        for text in [
            "playouts=10",
            "ms=100,evaluation=handmade",
            "ms=100,weights=a file.rs,book=another.rs,exploration=1.5,tanh-scale=12",
            "playouts=1,minimax-weight=0.5,prior-temperature=6.25",
        ] {
            assert_eq!(Settings::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(
            Settings::parse("exploration=1.5,playouts=7").unwrap().to_string(),
            "playouts=7,exploration=1.5"
        );
    }

    #[test]
    fn settings_that_make_no_sense_say_why() {
        let error = |text: &str| Settings::parse(text).unwrap_err();
        assert_eq!(error("playouts"), "expected KEY=VALUE, got `playouts`");
        assert_eq!(error("playouts=0"), "expected a number from 1 to 10000000 after `playouts=`");
        assert_eq!(error("exploration=1"), "expected `playouts=N` or `ms=N`, one of them");
        assert_eq!(error("ms=5,playouts=5"), "expected `playouts=N` or `ms=N`, one of them");
        assert_eq!(error("ms=5,ms=6"), "`ms` is set twice");
        assert_eq!(error("ms=5,evaluation=none"), "expected `evaluation=handmade`, got `none`");
        assert_eq!(error("ms=5,exploration=NaN"), "expected a number from 0 to 1000 after `exploration=`");
        assert_eq!(
            error("ms=5,luck=1"),
            "`luck` cannot be set, only exploration, minimax-weight, prior-temperature, tanh-scale"
        );
    }

    #[test]
    fn cpu_time_ends_a_turn_and_gives_a_move() {
        let settings = Settings::parse("ms=1,evaluation=handmade").unwrap();
        let choice = settings.engine().unwrap().choose(Board::START, settings.effort.limits());
        assert!(Board::START.play(choice.square).is_some());
    }

    #[test]
    fn a_file_without_weights_is_named() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let path = file.path().to_str().unwrap();
        let settings = Settings::parse(&format!("ms=1,weights={path}")).unwrap();
        let Err(error) = settings.engine() else { panic!("an engine without weights") };
        assert_eq!(error.to_string(), format!("`{path}` holds no packed weights"));
        let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../src/eval/weights.rs");
        assert!(read_packed(shipped, "weights", "WEIGHTS").is_ok());
        let text = std::fs::read_to_string(shipped).unwrap();
        let damaged = text.replacen("WEIGHTS: &str = \"", "WEIGHTS: &str = \"x", 1);
        std::fs::write(path, damaged).unwrap();
        let Err(error) = settings.engine() else { panic!("an engine with damaged weights") };
        assert!(error.to_string().contains("is damaged"), "{error}");
    }

    #[test]
    fn a_book_answers_at_once() {
        let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../src/opening/book.rs");
        let settings = Settings::parse(&format!("playouts=1,evaluation=handmade,book={shipped}")).unwrap();
        let mut engine = settings.engine().unwrap();
        let book = Book::unpack(&read_packed(shipped, "book", "BOOK").unwrap());
        let board = Board::START.children().next().unwrap().1;
        assert_eq!(Some(engine.choose(board, settings.effort.limits()).square), book.find(board));
        let settings = Settings { book: Some(shipped.replace("opening/book", "eval/weights")), ..settings };
        let Err(error) = settings.engine() else { panic!("an engine without its book") };
        assert!(error.to_string().ends_with("weights.rs` holds no packed book"), "{error}");
    }
}
