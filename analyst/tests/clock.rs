//! Whole games by GTP's clocks: sudden death is never overdrawn, and most of it is used.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use analyst::engines::gtp::Gtp;
use analyst::engines::player::{Player, Settings};
use analyst::search::{Memory, Searcher, Stop};
use outflank::bits::Squares;
use outflank::clock::Clock;
use outflank::game::{Color, Game};
use outflank::rng::Rng;

/// The main time, and all there is.
const MAIN: Duration = Duration::from_secs(60);

/// The share of it that a game must use on average.
const MIN_USED: f64 = 0.7;

/// A clock that advances by 5 ms on every read: the same game on every machine.
fn ticking() -> Duration {
    static LOOKS: AtomicU64 = AtomicU64::new(0);
    Duration::from_millis(5 * LOOKS.fetch_add(1, Ordering::Relaxed))
}

/// The wall clock.
fn wall() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// The engine that is timed and an opponent that answers at once.
struct Match {
    engine: Gtp,
    opponent: Gtp,
    clock: Clock,
}

impl Match {
    fn new(memory: Memory, clock: Clock) -> Self {
        let gtp = |memory, settings| {
            let searcher = Searcher::with_host(memory, Stop::default(), Some(clock));
            Gtp::new(Player::new(searcher, settings, 1), |_| Err(io::ErrorKind::NotFound.into()))
        };
        let fast = Settings { playouts: 30, book: false, ..Settings::default() };
        Self {
            engine: gtp(memory, Settings::default()),
            opponent: gtp(Memory { tree: 1 << 20, solver: 1 << 18 }, fast),
            clock,
        }
    }

    /// Plays a game of sudden death after four random moves; what is left on the engine's clock. GTP gives
    /// the time in whole seconds. `None` once the clock has run out.
    fn play(&mut self, seed: u64) -> Option<Duration> {
        let color = if seed.is_multiple_of(2) { Color::Black } else { Color::White };
        let mut game = Game::new();
        for line in ["clear_board".to_string(), format!("time_settings {} 0 0", MAIN.as_secs())] {
            command(&mut self.engine, &line);
            command(&mut self.opponent, &line);
        }
        let mut rng = Rng::new(seed);
        let mut left = MAIN;
        while !game.is_over() {
            let to_move = game.to_move();
            let legal: Vec<_> = Squares(game.board().legal_moves()).collect();
            let [engine, opponent] = [&mut self.engine, &mut self.opponent];
            let answer = if game.board().empty_count() > 56 {
                let answer = legal[rng.below(legal.len())].to_string();
                command(engine, &format!("play {to_move} {answer}"));
                command(opponent, &format!("play {to_move} {answer}"));
                answer
            } else if to_move == color {
                command(engine, &format!("time_left {color} {} 0", left.as_secs()));
                let start = (self.clock)();
                let answer = command(engine, &format!("genmove {color}"));
                left = left.checked_sub((self.clock)() - start)?;
                command(opponent, &format!("play {to_move} {answer}"));
                answer
            } else {
                let answer = command(opponent, &format!("genmove {to_move}"));
                command(engine, &format!("play {to_move} {answer}"));
                answer
            };
            game.play(answer.to_lowercase().parse().expect("a square")).expect("a legal move");
        }
        Some(left)
    }
}

/// The text of a successful answer.
fn command(gtp: &mut Gtp, line: &str) -> String {
    let answer = gtp.answer(line).expect("a command");
    answer.strip_prefix('=').unwrap_or_else(|| panic!("{line}: {answer}")).trim().to_string()
}

#[test]
fn sudden_death_is_kept_by_a_clock_that_ticks_when_looked_at() {
    let mut players = Match::new(Memory { tree: 4 << 20, solver: 1 << 20 }, ticking);
    for seed in 0..2 {
        let left = players.play(seed).expect("a game that is not lost on time");
        assert!(left < MAIN.mul_f64(1.0 - MIN_USED), "{left:?} left");
    }
}

/// `GAMES` games, of which the first has the seed `FIRST`: two processes may share the work.
#[test]
#[ignore = "40 minutes: `GAMES=50 cargo test --release -p analyst --test all clock -- --ignored --nocapture`"]
fn fifty_games_of_60_s_sudden_death_lose_none_on_time() {
    let number = |name, default| {
        std::env::var(name).map_or(default, |text: String| text.parse::<u64>().expect("a number"))
    };
    let (games, first) = (number("GAMES", 50), number("FIRST", 0));
    // The memory of `outflank-analyst gtp`.
    let mut players = Match::new(Memory { tree: 256 << 20, ..Memory::default() }, wall);
    let (mut least, mut used, mut lost) = (MAIN, Vec::new(), 0);
    for seed in first..first + games {
        match players.play(seed) {
            Some(left) => {
                least = least.min(left);
                used.push(1.0 - left.as_secs_f64() / MAIN.as_secs_f64());
                println!("game {seed}: {:.2} s left", left.as_secs_f64());
            }
            None => {
                lost += 1;
                println!("game {seed}: lost on time");
            }
        }
    }
    let mean = used.iter().sum::<f64>() / used.len().max(1) as f64;
    let fewest = used.iter().copied().fold(1.0, f64::min);
    println!("{lost} of {games} games lost on time");
    println!(
        "{:.2} s left at least, {:.1} % of the time used, {:.1} % at least",
        least.as_secs_f64(),
        100.0 * mean,
        100.0 * fewest
    );
    assert!(lost == 0 && mean >= MIN_USED);
}
