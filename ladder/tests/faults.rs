//! Every kind of fault loses the whole game, in either round, and ratings change accordingly.

use arena::matches::pairs::course_half_points;
use arena::play::bots::BotSpec;
use arena::play::limits::{ClockKind, Limits};
use arena::play::record::{GameRecord, Protocol};
use arena::play::referee::{self, Setup};
use ladder::course::rating::{Outcome, K};
use ladder::course::state::Ladder;
use outflank::game::Game;
use supervisor::stop::Stop;

const BOT: &str = env!("CARGO_BIN_EXE_course-test-bot");
/// CPU time, so that a busy machine makes nobody late; what is late here computes for several times as long.
const LIMITS: Limits = Limits { first_ms: 100, turn_ms: 100, margin_ms: 0, clock: ClockKind::Cpu };

/// By kind of fault: its name, the script's action when it is to move, and the record's text.
const FAULTS: [(&str, &str, &str); 10] = [
    ("an illegal move", "echo 'a 1'", "made an illegal move: \"a 1\""),
    ("capitals", "echo 'D 3'", "made an illegal move: \"D 3\""),
    ("no blank", "echo d3", "made an illegal move: \"d3\""),
    ("two blanks", "echo 'd  3'", "made an illegal move: \"d  3\""),
    ("a pass that is not due", "echo PASS", "made an illegal move: \"PASS\""),
    ("a late answer", "while [ $((i+=1)) -lt 999999 ]; do :; done; echo 'd 3'", "no answer within 100 ms"),
    ("a crash", "exit 3", "crashed: exit code 3"),
    ("an endless line", "head -c 40000 /dev/zero | tr '\\0' d", "printed a line over 16384 bytes"),
    ("a closed output", "exec >&-", "crashed: closed its output"),
    ("a signal", "kill -SEGV $$", "crashed: signal 11"),
];

fn bot(words: &[&str]) -> BotSpec {
    BotSpec::command("bot".to_string(), words.iter().map(|word| word.to_string()).collect(), Protocol::Course)
}

fn script(action: &str) -> BotSpec {
    let script = format!(
        "while read line; do case $line in DONE) echo OK;; BEGIN|TURN*) {action};; END) exit 0;; esac; done"
    );
    bot(&["sh", "-c", &script])
}

/// Plays a round, and the other one unless a fault has decided the game.
fn play(first: &BotSpec, second: &BotSpec) -> Vec<GameRecord> {
    let stop = Stop::new().unwrap();
    let [mut first, mut second] = [first, second].map(|bot| bot.contestant(None, &stop));
    let setup = Setup::new(Game::new(), 1, LIMITS);
    let mut rounds = vec![referee::play([&mut *first, &mut *second], &setup, &mut ()).unwrap()];
    if rounds[0].fault().is_none() {
        rounds.push(referee::play([&mut *second, &mut *first], &setup, &mut ()).unwrap());
    }
    rounds
}

#[test]
fn each_kind_of_fault_loses_the_game_and_says_after_which_command() {
    // At the same time: they mostly wait.
    std::thread::scope(|scope| {
        for (kind, action, text) in FAULTS {
            scope.spawn(move || fault_loses(kind, action, text));
        }
    });
}

fn fault_loses(kind: &str, action: &str, text: &str) {
    let sound = bot(&[BOT, "course"]);
    let rounds = play(&script(action), &sound);
    assert_eq!((rounds.len(), course_half_points(&rounds)), (1, 0), "{kind}: as black");
    let termination = rounds[0].termination.to_string();
    assert!(termination.contains(text) && termination.contains("(after `BEGIN`)"), "{kind}: {termination}");
    let rounds = play(&sound, &script(action));
    assert_eq!((rounds.len(), course_half_points(&rounds)), (1, 4), "{kind}: as white");
    let termination = rounds[0].termination.to_string();
    assert!(termination.contains("(after `TURN "), "{kind}: {termination}");
}

#[test]
fn an_exit_code_after_the_end_loses_a_game_that_was_played_out() {
    let rounds = play(&bot(&[BOT, "course", "fails-at-end"]), &bot(&[BOT, "course"]));
    assert_eq!((rounds.len(), course_half_points(&rounds)), (1, 0));
    assert_eq!(rounds[0].termination.to_string(), "black crashed: exit code 3 (after `END`)");
    assert!(rounds[0].turns.len() > 50);
}

#[test]
fn a_fault_in_the_second_round_takes_the_first_one_away() {
    // Sound as black, not as white.
    let script = format!(
        "read a; read line; case $line in *1) exec {BOT} course relay;; esac; \
         while read line; do case $line in DONE) echo OK;; TURN*) echo hello;; esac; done"
    );
    let rounds = play(&bot(&["sh", "-c", &script]), &bot(&[BOT, "course"]));
    assert_eq!((rounds.len(), course_half_points(&rounds)), (2, 0));
    assert!(rounds[0].fault().is_none() && rounds[1].fault().is_some());
}

#[test]
fn two_hundred_games_against_a_faulty_program_rate_as_computed_by_hand() {
    let (faulty, sound) = (script("echo hello"), bot(&[BOT, "course"]));
    let mut ladder = Ladder::default();
    for name in ["faulty", "sound"] {
        let participant = ladder.add(name.to_string());
        ladder.submit(participant);
    }
    let [mut low, mut high] = [1500.0_f64; 2];
    for game in 1..=200 {
        // By turns black first, the faulty one and the sound one.
        let seats = if game % 2 == 0 { [0, 1] } else { [1, 0] };
        let bots = [&faulty, &sound];
        let rounds = play(bots[seats[0]], bots[seats[1]]);
        let pairing = ladder.start(seats, game);
        ladder.finish(&pairing, Outcome::of_half_points(course_half_points(&rounds)));
        let change = K * (1.0 - 1.0 / (1.0 + 10f64.powf((low - high) / 400.0)));
        (low, high) = (low - change, high + change);
    }
    let [faulty, sound] = [0, 1].map(|index: usize| ladder.participants[index].rating);
    assert!((faulty - low).abs() < 1e-9 && (sound - high).abs() < 1e-9, "{faulty} {sound}: {low} {high}");
    assert_eq!(ladder.participants[0].results.losses, 200);
    // Computed by another program.
    assert!(
        (faulty - 1_255.426_933).abs() < 1e-6 && (sound - 1_744.573_067).abs() < 1e-6,
        "{faulty} {sound}"
    );
}
