//! `arena play`: games between two bots, shown as they go.

use std::path::{Path, PathBuf};

use anyhow::Context;
use arena::bots::BotSpec;
use arena::limits::{ClockKind, Limits};
use arena::record::{GameRecord, TurnRecord};
use arena::referee::{self, Setup, Watcher};
use arena::stop::Stop;
use outflank::board::Move;
use outflank::game::{Color, Game};
use outflank::square::Square;

use super::{Done, Usage};

/// The arguments of `arena play`.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Plays black: the name of a built-in bot, or a command.
    black: String,
    /// Plays white.
    white: String,
    /// Writes the game's record to this file.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Determines what built-in bots play.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    limits: LimitArguments,
}

/// The limits on the command line.
#[derive(Debug, clap::Args)]
pub(crate) struct LimitArguments {
    /// Time limit of a bot's first call, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = Limits::CODINGAME.first_ms)]
    first_ms: u32,
    /// Time limit of every later call, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = Limits::CODINGAME.turn_ms)]
    turn_ms: u32,
    /// How much later an answer may come without losing the game, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 0)]
    margin: u32,
    /// What the limits measure.
    #[arg(long, value_enum, default_value_t = ClockKind::Wall)]
    clock: ClockKind,
}

impl LimitArguments {
    pub(crate) fn limits(&self) -> Limits {
        let Self { first_ms, turn_ms, margin: margin_ms, clock } = *self;
        Limits { first_ms, turn_ms, margin_ms, clock }
    }
}

/// Plays what the arguments ask for.
pub(crate) fn run(arguments: &Arguments, stop: &Stop) -> anyhow::Result<Done> {
    let mut black = bot(&arguments.black)?.contestant(None, stop);
    let mut white = bot(&arguments.white)?.contestant(None, stop);
    let setup = Setup { opening: Game::new(), seed: arguments.seed, limits: arguments.limits.limits() };
    println!("black {}  white {}  ({})", Shown(&arguments.black), Shown(&arguments.white), setup.limits);
    let record = referee::play([&mut *black, &mut *white], &setup, &mut Printer)?;
    print_result(&record);
    if let Some(path) = &arguments.json {
        write_record(path, &record)?;
    }
    Ok(Done::Well)
}

fn bot(text: &str) -> anyhow::Result<BotSpec> {
    BotSpec::parse(text).map_err(Usage::from_error)
}

/// Prints a game while it is played.
struct Printer;

impl Watcher for Printer {
    fn begun(&mut self, game: &Game) {
        print!("{}", Drawing(game));
    }

    fn turned(&mut self, game: &Game, turn: &TurnRecord) {
        let played = turn.square.map_or("-".to_string(), |square| square.to_string());
        let [black, white] = [Color::Black, Color::White].map(|color| game.discs(color).count_ones());
        print!("{:>3}. {:<5} {played}  {black:>2}:{white:<2}", game.moves_played(), turn.color);
        if let Some(clock_ms) = turn.clock_ms {
            print!("  {clock_ms:>8.2} ms");
        }
        if let Some(message) = &turn.message {
            print!("  {}", Shown(message));
        }
        println!();
        if let Some((color, Move::PASS)) = game.history().last() {
            println!("     {color:<5} passes");
        }
    }
}

fn print_result(record: &GameRecord) {
    let winner = match record.winner() {
        Some(Color::Black) => format!("black ({}) wins", Shown(&record.bots[0].name)),
        Some(Color::White) => format!("white ({}) wins", Shown(&record.bots[1].name)),
        None => "draw".to_string(),
    };
    let [black, white] = record.discs;
    println!("{winner}, {black}:{white} discs: {}", record.termination);
}

fn write_record(path: &Path, record: &GameRecord) -> anyhow::Result<()> {
    let mut json = serde_json::to_string_pretty(record)?;
    json.push('\n');
    std::fs::write(path, json).with_context(|| format!("cannot write {}", path.display()))
}

/// A board as text: `X` black, `O` white, `.` empty.
struct Drawing<'a>(&'a Game);

impl std::fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [black, white] = [Color::Black, Color::White].map(|color| self.0.discs(color));
        writeln!(f, "  a b c d e f g h")?;
        for row in 0..8 {
            write!(f, "{}", row + 1)?;
            for square in (0..8).filter_map(|column| Square::at(column, row)) {
                let disc = match square.bit() {
                    bit if black & bit != 0 => 'X',
                    bit if white & bit != 0 => 'O',
                    _ => '.',
                };
                write!(f, " {disc}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// Text from outside, with everything escaped that could move a terminal's cursor or change its state.
struct Shown<'a>(&'a str);

impl std::fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for c in self.0.chars() {
            if c.is_control() || is_format_character(c) {
                write!(f, "{}", c.escape_unicode())?;
            } else {
                write!(f, "{c}")?;
            }
        }
        Ok(())
    }
}

/// Whether a character is invisible and changes how its neighbours are shown (direction marks and the like).
fn is_format_character(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}
