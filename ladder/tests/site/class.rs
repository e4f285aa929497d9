//! A class hands in within a minute, plays, and watches, all from one address.

use std::time::{Duration, Instant};

use super::*;

const STUDENTS: usize = 60;
const GAMES: usize = 600;
/// Takes the compiler's time.
const TIME_BOMB: &str = "template<int N> struct A { static const long v = A<N - 1>::v + A<N - 2>::v; };\n\
    template<> struct A<0> { static const long v = 1; };\ntemplate<int N, int M> struct B {\n\
    static const long v = B<N - 1, 2 * M>::v + B<N - 1, 2 * M + 1>::v; };\n\
    template<int M> struct B<0, M> { static const long v = 1; };\nint main() { return B<28, 1>::v; }\n";
/// Takes its disk.
const DISK_BOMB: &str = "char zeros[1UL << 34] = {1};\nint main(void) { return zeros[0]; }\n";
/// Takes its memory.
const INCLUDE_BOMB: &str = "#include __FILE__\n#include __FILE__\nint main(void) { return 0; }\n";

/// The source of a student, and the outcome that its page must show.
fn source(number: usize) -> (&'static str, String, &'static str) {
    match number {
        0..5 => ("a.cc", format!("#error number {number}\n"), "refused"),
        5 => ("a.cc", TIME_BOMB.to_string(), "refused"),
        6 => ("a.c", DISK_BOMB.to_string(), "refused"),
        7 => ("a.c", INCLUDE_BOMB.to_string(), "refused"),
        _ => ("a.c", format!("{PLAYER}/* of student {number} */\n"), "plays"),
    }
}

/// A student signs in, uploads, and waits for the outcome; returns its browser and the time of the upload.
fn take_part(site: &Site, number: usize, token: &str) -> (Visitor, Duration) {
    let browser = site.stranger();
    assert_eq!(browser.get(&format!("/sign-in/{token}")).status, 200);
    let browser = browser.signed_in(token);
    let form = browser.form_token("/submissions/new");
    let (file, content, outcome) = source(number);
    let start = Instant::now();
    let answer = browser.upload_with(&[("form_token", &form)], file, content.as_bytes());
    let time = start.elapsed();
    assert_eq!(answer.status, 303, "student {number}: {answer:?}");
    let page = answer.field("location").unwrap();
    if number == STUDENTS - 1 {
        // One student hands in another program at the same time.
        let second = browser.upload_with(&[("form_token", &form)], "b.c", format!("{content}//").as_bytes());
        assert_eq!(second.status, 303, "{second:?}");
        browser.wait_for(second.field("location").unwrap(), ">plays<");
    }
    browser.wait_for(page, &format!(">{outcome}<"));
    (browser, time)
}

#[test]
#[ignore = "minutes: cargo test -p ladder --test all site::class -- --ignored"]
fn sources_that_take_the_compilers_time_wait_behind_others() {
    let site = Site::new(&[]);
    let bombs = ["Ann", "Bob", "Cay"].map(|name| site.member(name));
    let pages = bombs.each_ref().map(|browser| browser.hand_in("a.cc", TIME_BOMB));
    let dan = site.member("Dan");
    dan.wait_for(&dan.hand_in("a.c", PLAYER), ">plays<");
    for (browser, page) in bombs.iter().zip(&pages) {
        assert!(!browser.get(page).body.contains(">refused<"), "it was compiled to its end before");
    }
    for (browser, page) in bombs.iter().zip(&pages) {
        browser.wait_for(page, ">refused<");
    }
}

/// Keeps the standings open until all games are played; returns how often they were fetched.
fn watch(browser: &Visitor) -> usize {
    let mut fetched = 0;
    for answer in browser.live_page("/events", "/") {
        fetched += 1;
        assert_eq!(answer.status, 200, "{answer:?}");
        if answer.body.contains(&format!(" {GAMES} games")) {
            return fetched;
        }
    }
    panic!("the server has ended");
}

#[test]
#[ignore = "two minutes: cargo test -p ladder --test all site::class -- --ignored --nocapture"]
fn a_class_of_sixty_hands_in_and_plays() {
    let site = Site::new(&[]);
    let roster = Path::new(&site.directory).join("names.csv");
    let names: Vec<String> = (0..STUDENTS).map(|number| format!("Student {number}")).collect();
    std::fs::write(&roster, names.join("\n")).unwrap();
    let links = site.ladder("invite", &["--roster", roster.to_str().unwrap()]);
    let tokens: Vec<&str> = links.lines().map(|line| line.rsplit('/').next().unwrap()).collect();
    assert_eq!(tokens.len(), STUDENTS);
    let start = Instant::now();
    let taken: Vec<(Visitor, Duration)> = std::thread::scope(|scope| {
        let site = &site;
        let students: Vec<_> = (0..)
            .zip(&tokens)
            .map(|(number, &token)| scope.spawn(move || take_part(site, number, token)))
            .collect();
        students.into_iter().map(|student| student.join().unwrap()).collect()
    });
    let (browsers, mut times): (Vec<Visitor>, Vec<Duration>) = taken.into_iter().unzip();
    times.sort();
    println!(
        "{STUDENTS} students saw their outcome within {:.0?}; uploads: median {:.0?}, at most {:.0?}",
        start.elapsed(),
        times[STUDENTS / 2],
        times[STUDENTS - 1]
    );
    let start = Instant::now();
    let fetched: usize = std::thread::scope(|scope| {
        let watchers: Vec<_> = browsers.iter().map(|browser| scope.spawn(|| watch(browser))).collect();
        site.ladder("run", &["--games", &GAMES.to_string(), "--no-affinity", "-j", "2"]);
        watchers.into_iter().map(|watcher| watcher.join().unwrap()).sum()
    });
    println!("{GAMES} games in {:.0?}; {STUDENTS} open pages fetched {fetched} times", start.elapsed());
    let verified = site.ladder("verify", &[]);
    assert_eq!(verified, format!("{STUDENTS} participants, {GAMES} games: all is well\n"));
    let csv = site.ladder("standings", &["--csv"]);
    assert_eq!(csv.matches("no effective program").count(), 8, "{csv}");
    assert!(site.ladder("history", &[&names[STUDENTS - 1]]).contains("program 2"));
}
