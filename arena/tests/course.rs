//! The course judge's referee: what it sends, what it accepts, and the total over both rounds that
//! `arena play --protocol course` prints.

use std::process::{Command, Output, Stdio};

use arena::play::bots::BotSpec;
use arena::play::limits::{ClockKind, Limits};
use arena::play::record::{GameRecord, Protocol};
use arena::play::referee::{self, Setup};
use outflank::board::Move;
use outflank::game::{Color, Game};
use outflank::square::Square;
use supervisor::stop::Stop;

/// Plays the first legal move, and logs every line that it receives.
const BOT: &str = env!("CARGO_BIN_EXE_speaking-bot");
const PATIENT: Limits = Limits { first_ms: 60_000, turn_ms: 60_000, margin_ms: 0, clock: ClockKind::Wall };

fn bot(words: &[&str]) -> BotSpec {
    let words = words.iter().map(|word| word.to_string()).collect();
    BotSpec::command("bot".to_string(), words, Protocol::Course)
}

/// A shell script that does this on these commands and is silent on others.
fn script(cases: &str) -> String {
    format!("while read line; do case $line in {cases} esac; done")
}

/// A round of a script as black against a sound program.
fn play_script(cases: &str) -> GameRecord {
    play(&bot(&["sh", "-c", &script(cases)]), &bot(&[BOT, "course"]), 1)
}

fn play(black: &BotSpec, white: &BotSpec, seed: u64) -> GameRecord {
    let stop = Stop::new().unwrap();
    let [mut black, mut white] = [black, white].map(|bot| bot.contestant(None, &stop));
    let setup = Setup::new(Game::new(), seed, PATIENT);
    referee::play([&mut *black, &mut *white], &setup, &mut ()).unwrap()
}

/// Everything that was sent to the bot of a colour.
fn heard(record: &GameRecord, color: Color) -> Vec<String> {
    let turns = record.turns.iter().filter(|turn| turn.color == color);
    turns.flat_map(|turn| turn.stderr.lines()).map(str::to_string).collect()
}

/// The judge's text has `PLACE c 5` for `e 5` and a `TURN` on an occupied square; the referee sends neither,
/// and `START` once a round.
#[test]
fn the_referee_sends_neither_misprint_and_one_start() {
    for seed in 0..10 {
        let random = BotSpec::parse("random").unwrap();
        let record = play(&random, &bot(&[BOT, "course"]), seed);
        assert_eq!(record.fault(), None);
        let heard = heard(&record, Color::White);
        let start = ["START", "PLACE d 5 2", "PLACE e 5 1", "PLACE e 4 2", "PLACE d 4 1", "DONE"];
        assert_eq!(heard[..6], start);
        assert_eq!(heard.iter().filter(|line| *line == "START").count(), 1);
        let mut game = Game::new();
        for line in &heard[6..] {
            let Some(name) = line.strip_prefix("TURN ") else { continue };
            let square: Square = name.replace(' ', "").parse().unwrap();
            while game.to_move() == Color::White {
                game.play(record.turns[game.move_count()].square.unwrap()).unwrap();
            }
            assert_ne!(game.board().empties() & square.bit(), 0, "{line}");
            game.play(square).unwrap();
        }
    }
}

/// "If it is not able to play a valid move as well, the game will end in the next command."
#[test]
fn a_program_that_passes_when_nobody_can_move_hears_end_next() {
    let mut endings = [0; 2];
    for seed in 0..10 {
        let random = BotSpec::parse("random").unwrap();
        let record = play(&random, &bot(&[BOT, "course"]), seed);
        let heard = heard(&record, Color::White);
        let [.., last, end] = heard.as_slice() else { panic!("{heard:?}") };
        assert_eq!(end, "END");
        match record.turns.last().unwrap().color {
            Color::White => assert_eq!(last, "PASS", "its own move was the last one"),
            Color::Black => assert!(last.starts_with("TURN "), "{last}"),
        }
        endings[usize::from(last == "PASS")] += 1;
    }
    assert!(endings.iter().all(|&count| count > 0), "{endings:?}");
}

/// A side that moves twice in a row receives `PASS` in between.
#[test]
fn an_opponent_that_cannot_move_is_a_pass() {
    let mut passes = 0;
    for seed in 0..10 {
        let random = BotSpec::parse("random").unwrap();
        let record = play(&random, &bot(&[BOT, "course"]), seed);
        let game = Game::from_transcript(&record.moves()).unwrap();
        let passed = game.history().iter().filter(|&&turn| turn == (Color::Black, Move::PASS)).count();
        let told = heard(&record, Color::White).iter().filter(|line| *line == "PASS").count();
        let ends_it = record.turns.last().unwrap().color == Color::White;
        assert_eq!(told, passed + usize::from(ends_it), "game {seed}");
        passes += passed;
    }
    assert!(passes > 0);
}

#[test]
fn any_line_before_ok_or_beside_an_answer_loses() {
    for (cases, expected) in [
        (
            "START) echo READY;; DONE) echo OK;;",
            "made an illegal move: \"`READY` instead of `OK`\" (after `DONE`)",
        ),
        ("DONE) echo ok;;", "made an illegal move: \"`ok` instead of `OK`\" (after `DONE`)"),
        ("DONE) echo OK;; BEGIN) echo; echo 'd 3';;", "made an illegal move: \"\" (after `BEGIN`)"),
        ("DONE) echo OK;; BEGIN) echo '> d 3';;", "made an illegal move: \"> d 3\" (after `BEGIN`)"),
    ] {
        let record = play_script(cases);
        assert_eq!(record.termination.to_string(), format!("black {expected}"));
        assert_eq!(record.scores, [-1, 0]);
    }
    // What comes after an answer is read as the next one.
    let record = play_script("DONE) echo OK;; BEGIN) echo 'd 3'; echo 'my move was d 3';;");
    let termination = record.termination.to_string();
    assert!(
        termination.starts_with("black made an illegal move: \"my move was d 3\" (after `TURN "),
        "{termination}"
    );
}

#[test]
fn a_program_that_does_not_exit_after_end_loses() {
    let record = play(&bot(&[BOT, "course", "stays-after-end"]), &bot(&[BOT, "course"]), 1);
    let termination = record.termination.to_string();
    assert_eq!(termination, "black crashed: did not exit within 5000 ms (after `END`)");
}

/// What `arena play --protocol course` prints about a game of these bots. CPU time, so that a busy machine
/// makes nobody late.
fn play_course(bots: [&str; 2]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_outflank-arena"));
    command.args(["play", "--protocol", "course", "--sandbox", "none", "--clock", "cpu"]).args(bots);
    command.stdin(Stdio::null());
    let Output { status, stdout, stderr } = command.output().unwrap();
    assert_eq!(status.code(), Some(0), "{}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).unwrap()
}

/// A script in a file, whose name is the bot's.
struct Script(tempfile::TempDir, &'static str);

impl Script {
    fn new(name: &'static str, text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(name), text).unwrap();
        Self(folder, name)
    }

    fn command(&self) -> String {
        format!("sh {}", self.0.path().join(self.1).display())
    }
}

#[test]
fn both_rounds_are_shown_and_summed() {
    let said = play_course([&format!("{BOT} course"), "greedy"]);
    assert_eq!(said.matches("(1000 ms first, 1000 ms a turn, CPU time)\n").count(), 2, "{said}");
    let rounds: Vec<&str> = said.lines().filter(|line| line.ends_with("; neither side can move")).collect();
    assert_eq!(rounds.len(), 2, "{said}");
    let points = |line: &&str| match line.split(", ").next().unwrap() {
        "draw" => 0.5,
        winner => f64::from(u8::from(winner.contains("speaking-bot"))),
    };
    let own: f64 = rounds.iter().map(points).sum();
    assert_eq!(said.lines().last().unwrap(), format!("total: speaking-bot {own} : {} greedy", 2.0 - own));
}

#[test]
fn a_fault_in_the_first_round_is_a_total_of_0_to_2() {
    let faulty = Script::new("faulty", &script("DONE) echo OK;; BEGIN|TURN*) echo D3;;"));
    let said = play_course([&faulty.command(), "greedy"]);
    let last = "total: faulty 0 : 2 greedy; the fault in round 1 loses the game";
    assert_eq!(said.lines().last(), Some(last), "{said}");
    assert!(said.contains("black made an illegal move: \"D3\" (after `BEGIN`)\n"), "{said}");
    assert_eq!(said.matches("black X ").count(), 1, "there is no second round: {said}");
    let said = play_course(["greedy", &faulty.command()]);
    let last = "total: greedy 2 : 0 faulty; the fault in round 1 loses the game";
    assert_eq!(said.lines().last(), Some(last), "{said}");
    assert!(said.contains("white made an illegal move: \"D3\" (after `TURN "), "{said}");
}

#[test]
fn a_fault_in_the_second_round_is_a_total_of_0_to_2_as_well() {
    // Sound as black, whose first disc is its own; as white it never answers properly.
    let sick = format!(
        "read start; read place; case $place in *1) exec {BOT} course;; esac\n{}",
        script("DONE) echo OK;; TURN*) echo hello;;")
    );
    let script = Script::new("sick", &sick);
    let said = play_course([&script.command(), "random"]);
    let last = "total: sick 0 : 2 random; the fault in round 2 loses the game";
    assert_eq!(said.lines().last(), Some(last), "{said}");
    assert_eq!(said.matches("; neither side can move\n").count(), 1, "round 1 reached its end: {said}");
    assert!(said.contains("white made an illegal move: \"hello\" (after `TURN "), "{said}");
}

/// Both play the shortest game that wipes white out, whichever colour they have.
#[test]
fn a_wipe_out_is_64_to_0_with_the_discs_beside_it() {
    let moves = "set -- 'f 4' 'f 6' 'd 6' 'f 5' PASS
        while read line; do case $line in
            DONE) echo OK;;
            BEGIN) set -- 'e 6' 'e 3' 'g 5' 'e 7' 'c 5' PASS; echo \"$1\"; shift;;
            TURN*|PASS) echo \"$1\"; shift;;
            END) exit 0;;
        esac; done";
    let (one, two) = (Script::new("one", moves), Script::new("two", moves));
    let said = play_course([&one.command(), &two.command()]);
    for winner in ["one", "two"] {
        let line = format!("black ({winner}) wins, 64:0 (13:0 on the board); one side is wiped out\n");
        assert!(said.contains(&line), "{said}");
    }
    assert_eq!(said.lines().last(), Some("total: one 1 : 1 two"), "{said}");
}
