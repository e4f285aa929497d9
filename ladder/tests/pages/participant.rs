//! Participants with something to explain: hostile messages, faults, nobody to meet.

use serde_json::{json, Value};

use super::browser::{open_address, Browser};
use super::{run, run_to, Site};

/// A source whose messages try to leave their place: markup, control characters, a direction override, a
/// character without width, and a line that is too long for any screen.
fn hostile_source() -> String {
    format!(
        "#error <script>window.hacked = 1</script><img src=x onerror=window.hacked=1>\n\
         #error </pre></details></td></table><h1 id=injected>gotcha</h1>\n\
         #error \u{1b}[2J\u{7} \u{202e}exe.txt \u{200b}\u{2066}\n\
         #error {}\nint main(void) {{ return 0; }}\n",
        "x".repeat(6_000)
    )
}

/// A program that complains in markup and control characters, and dies.
const HOSTILE_SCRIPT: &str =
    "read line\nprintf '<img src=x onerror=window.hacked=1>\\033[2J\\342\\200\\256evil\\n' >&2\nexit 7\n";

/// The characters that a page must always escape.
const INVISIBLE: &str =
    "/[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2066-\\u2069]/";

/// Opens the compiler's messages on a page, as a visitor does, and returns their text.
fn open_messages(browser: &mut Browser) -> String {
    browser.click("details summary");
    browser.wait_until("document.querySelector('details').open");
    let text = browser.evaluate("document.querySelector('pre.messages').innerText");
    text.as_str().unwrap().to_string()
}

/// Nothing became markup, nothing is invisible, and the page is no wider than the window.
fn assert_plain(browser: &mut Browser) {
    let markup = "document.querySelectorAll('#injected, main img, main script, main h1 ~ h1').length";
    assert_eq!(browser.evaluate(markup), json!(0));
    assert_eq!(browser.evaluate(&format!("{INVISIBLE}.test(document.body.textContent)")), json!(false));
    let excess = browser.evaluate("document.documentElement.scrollWidth - window.innerWidth");
    assert!(excess.as_i64().unwrap() <= 0, "{excess} px too wide");
}

#[test]
fn compile_messages_with_hostile_text_are_shown_as_text() {
    let site = Site::of(&[("Ann", "random")]);
    let source = site.folder.path().join("hostile.c");
    std::fs::write(&source, hostile_source()).unwrap();
    run_to(3, &["submit"], &site.directory(), &["Eve", source.to_str().unwrap()]);
    let Some(mut browser) = site.open_up_to_date("/participants/2") else { return };
    let messages = open_messages(&mut browser);
    for text in [
        "<script>window.hacked = 1</script><img src=x onerror=window.hacked=1>",
        "</pre></details></td></table><h1 id=injected>gotcha</h1>",
        "\\u{202e}exe.txt \\u{200b}\\u{2066}",
        &"x".repeat(6_000),
    ] {
        assert!(messages.contains(text), "{text}: {messages}");
    }
    let height = browser.evaluate("document.querySelector('pre.messages').offsetHeight");
    assert!(height.as_i64().unwrap() < 500, "{height}: long messages scroll in their place");
    assert_plain(&mut browser);
    // The page is fetched again when something happens; what a visitor reads stays open.
    run(&["submit"], &site.directory(), &["Bob", "greedy"]);
    site.wait(&mut browser);
    let others = browser.evaluate("document.querySelector('main').innerText");
    assert!(others.as_str().unwrap().contains("Bob"), "{others}");
    assert_eq!(browser.evaluate("document.querySelector('details').open"), json!(true));
    site.assert_sound(&mut browser);
}

#[test]
fn standard_error_with_hostile_text_is_shown_as_text() {
    let site = Site::of(&[("Ann", "random")]);
    let script = site.folder.path().join("hostile.sh");
    std::fs::write(&script, HOSTILE_SCRIPT).unwrap();
    run_to(3, &["submit"], &site.directory(), &["Eve", &format!("sh {}", script.display())]);
    let Some(mut browser) = site.open_up_to_date("/participants/2") else { return };
    let messages = open_messages(&mut browser);
    assert_eq!(messages, "stderr: <img src=x onerror=window.hacked=1>\\u{1b}[2J\\u{202e}evil\n");
    assert_plain(&mut browser);
    site.assert_sound(&mut browser);
}

/// A shell script that plays soundly as black, whose first disc is its own, and as white answers nonsense.
const SICK_AS_WHITE: &str = "read start; read place; case $place in *1) exec BOT course;; esac
    while read line; do case $line in DONE) echo OK;; TURN*) echo '<b>hello</b>';; esac; done";

#[test]
fn a_fault_is_told_with_its_round_and_its_command() {
    let site = Site::of(&[]);
    let script = site.folder.path().join("sick.sh");
    std::fs::write(&script, SICK_AS_WHITE.replace("BOT", env!("CARGO_BIN_EXE_course-test-bot"))).unwrap();
    let command = format!("sh {} {}", script.display(), env!("CARGO_BIN_EXE_course-test-bot"));
    run(&["submit"], &site.directory(), &["Ann", &command]);
    run(&["submit"], &site.directory(), &["Bob", "random"]);
    run(&["run"], &site.directory(), &["--games", "1", "--no-affinity"]);
    let Some(mut browser) = site.open_up_to_date("/participants/1") else { return };
    let fault = "white made an illegal move: \"<b>hello</b>\" (after `TURN ";
    let main = "document.querySelector('main').innerText";
    let text = browser.evaluate(main);
    assert!(text.as_str().unwrap().contains(&format!("Game 1, round 2: {fault}")), "{text}");
    assert!(text.as_str().unwrap().contains("lost 0 : 2"), "{text}");
    browser.go_to(&site.page("/games/1"));
    let rounds = "[...document.querySelectorAll('.columns section')].map((round) => round.innerText)";
    let rounds = browser.evaluate(rounds);
    let rounds: Vec<&str> = rounds.as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert_eq!(rounds.len(), 2);
    assert!(rounds[0].contains("neither side can move"), "{rounds:?}");
    assert!(rounds[1].starts_with("Round 2") && rounds[1].contains(fault), "{rounds:?}");
    site.assert_sound(&mut browser);
}

#[test]
fn who_may_meet_nobody_reads_why() {
    let site = Site::of(&[("Ann", "alphabeta:2")]);
    let Some(mut browser) = open_address(&site.page("/participants/1")) else { return };
    let card = "document.querySelector('.isolated')?.innerText ?? null";
    let alone = "May meet nobody: nobody else has an effective program. The rules";
    assert_eq!(browser.evaluate(card), json!(alone));

    // The page follows what happens.
    run(&["submit"], &site.directory(), &["Bob", "random"]);
    site.wait(&mut browser);
    assert_eq!(browser.evaluate(card), Value::Null);
    run(&["run"], &site.directory(), &["--until-stable", "--no-affinity"]);
    site.wait(&mut browser);
    let ahead = "May meet nobody: 1 with a lead of more than 1 game between the two programs (rule 3). \
                 The rules";
    assert_eq!(browser.evaluate(card), json!(ahead));
    assert_eq!(browser.evaluate("document.querySelector('.isolated a').pathname"), json!("/rules"));
    let may_meet = "document.querySelector('td a[href=\"/versus/1/2\"]').textContent";
    assert_eq!(browser.evaluate(may_meet), json!("no"));

    run_to(3, &["submit"], &site.directory(), &["Cay", "sh -c 'read line'"]);
    site.wait(&mut browser);
    browser.go_to(&site.page("/participants/3"));
    let idle = "May meet nobody: it has no effective program: none made a legal move. The rules";
    assert_eq!(browser.evaluate(card), json!(idle));
    site.assert_sound(&mut browser);
}
