//! A source is handed in, compiled, checked and played, and everything about it is its owner's.

use super::*;

#[test]
fn a_source_is_handed_in_and_all_about_it_is_its_owners() {
    let site = Site::new(&[]);
    let (ann, bob) = (site.member("Ann"), site.member("Bob"));
    let page = ann.hand_in("ann.c", &talkative("the secret of Ann"));
    let shown = ann.wait_for(&page, ">plays<");
    assert!(shown.contains("played d3 as black") && shown.contains("the secret of Ann"), "{shown}");
    let other = bob.hand_in("bob.py", "print('<script>alert(1)</script>', file=__import__('sys').stderr)\n");
    let shown = bob.wait_for(&other, ">refused<");
    assert!(shown.contains("stderr: &lt;script&gt;") && !shown.contains("<script>alert"), "{shown}");
    bob.wait_for(&bob.hand_in("bob.c", &talkative("the secret of Bob")), ">plays<");
    site.ladder("run", &["--games", "1", "--no-affinity"]);
    site.ladder("verify", &[]);
    let outputs = ["/submissions/games/1/rounds/1", "/submissions/games/1/rounds/2"];
    for output in outputs {
        assert!(ann.get(output).body.contains("the secret of Ann"), "{}", ann.get(output).body);
        assert!(bob.get(output).body.contains("the secret of Bob"));
        assert!(!bob.get(output).body.contains("the secret of Ann"));
    }
    assert_eq!(ann.get(&format!("{page}/source")).body, talkative("the secret of Ann"));
    let stranger = site.stranger();
    stranger.wait_on("/events", "/games", "href=\"/games/1\"");
    for own in [page.clone(), format!("{page}/source"), format!("{page}/rounds/1")] {
        assert_eq!(bob.get(&own).status, 404, "{own}");
        assert_eq!(stranger.get(&own).status, 401, "{own}");
    }
    assert_eq!(stranger.get(outputs[0]).status, 401);
    for public in ["/", "/participants/1", "/participants/2", "/games/1", "/games/1/rounds/1"] {
        let answer = stranger.get(public);
        assert_eq!(answer.status, 200, "{public}");
        assert!(!answer.body.contains("the secret of") && !answer.body.contains("alert(1)"), "{public}");
    }
    assert_eq!(ann.get("/submissions").field("cache-control"), Some("no-store"));
}

#[test]
fn a_fault_in_a_game_shows_strangers_no_standard_error() {
    let site = Site::new(&[]);
    let crashing =
        "import sys\nfor line in sys.stdin:\n    if line == 'DONE\\n': print('OK', flush=True)\n    \
                    if line == 'BEGIN\\n': print('d 3', flush=True)\n    \
                    if line[:4] == 'TURN': print('the secret', file=sys.stderr); exit(7)\n";
    let ann = site.member("Ann");
    ann.wait_for(&ann.hand_in("a.py", crashing), ">plays<");
    site.ladder("submit", &["Bob", "random"]);
    site.ladder("run", &["--games", "1", "--no-affinity"]);
    ann.wait_on("/events", "/games", "href=\"/games/1\"");
    let own = ["/submissions/games/1/rounds/1", "/submissions/games/1/rounds/2"];
    assert!(own.iter().any(|page| ann.get(page).body.contains("the secret")));
    for page in ["/participants/1", "/games/1", "/games/1/rounds/1", "/games/1/rounds/1/analyse"] {
        let answer = site.stranger().get(page);
        assert!(!answer.body.contains("the secret") && !answer.head.contains("secret"), "{page}");
    }
}

#[test]
fn a_trial_plays_one_game_that_does_not_count() {
    let site = Site::new(&[]);
    let (ann, bob) = (site.member("Ann"), site.member("Bob"));
    bob.wait_for(&bob.hand_in("bob.c", &talkative("the secret of Bob")), ">plays<");
    let token = ann.form_token("/submissions/new");
    for opponent in ["random", "Bob"] {
        let fields = [("form_token", token.as_str()), ("kind", "try"), ("opponent", opponent)];
        let answer = ann.upload_with(&fields, "a.c", talkative("mine").as_bytes());
        assert_eq!(answer.status, 303, "{answer:?}");
        let page = answer.field("location").unwrap().to_string();
        let shown = ann.wait_for(&page, ">tried<");
        assert!(shown.contains(opponent) && shown.contains("mine"), "{shown}");
        assert!(!shown.contains("the secret of Bob"), "{shown}");
        let replay = ann.get(&format!("{page}/rounds/2"));
        assert!(replay.status == 200 && !replay.body.contains("the secret of Bob"), "{replay:?}");
        assert_eq!(bob.get(&format!("{page}/rounds/1")).status, 404);
    }
    let fields = [("form_token", token.as_str()), ("kind", "try"), ("opponent", "/bin/sh")];
    let page = ann.upload_with(&fields, "a.c", PLAYER.as_bytes()).field("location").unwrap().to_string();
    ann.wait_for(&page, "the opponent has no program to play");
    let standings = site.ladder("standings", &[]);
    assert!(standings.contains("Ann (no effective program)"), "{standings}");
    assert!(site.ladder("verify", &[]).contains(" 0 games"));
}
