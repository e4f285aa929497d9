//! The organisers' page and `ladder organise`.

use super::*;

#[test]
fn organisers_decide_and_participants_do_not() {
    let site = Site::new(&[]);
    let (ann, organiser) = (site.member("Ann"), site.organiser());
    site.ladder("submit", &["Bob", "random"]);
    site.ladder("submit", &["=Cay", "greedy"]);
    let token = organiser.form_token("/organise");
    let decide = |fields: &[(&str, &str)]| {
        let answer = organiser.post("/organise", &[&[("form_token", &*token)], fields].concat());
        (answer.status, answer.body)
    };
    assert_eq!(decide(&[("action", "pause")]).0, 303);
    assert!(site.ladder("organise", &["--list"]).starts_with("paused"));
    assert_eq!(site.ladder("run", &["--until-stable", "--games", "1"]), "no two may meet\n");
    assert_eq!(decide(&[("action", "resume")]).0, 303);
    assert_eq!(decide(&[("action", "rename"), ("name", "Bob"), ("value", "Bea")]).0, 303);
    assert_eq!(decide(&[("action", "retire"), ("name", "Bea")]).0, 303);
    assert!(site.ladder("standings", &[]).contains("Bea (retired)"));
    assert_eq!(site.ladder("run", &["--until-stable", "--games", "1"]), "no two may meet\n");
    assert_eq!(decide(&[("action", "reinstate"), ("name", "Bea")]).0, 303);
    assert!(site.ladder("run", &["--until-stable", "--games", "1"]).contains("game 1,"));
    site.ladder("submit", &["Bob", "mobility"]);
    let (csv, page) = (site.ladder("standings", &["--csv"]), organiser.get("/organise/standings.csv"));
    assert_eq!(csv, page.body);
    assert!(csv.contains(",Bea,") && csv.contains(",'=Cay,") && !csv.contains("Bob"), "{csv}");
    for (fields, text) in [
        (vec![("action", "retire"), ("name", "Dan")], "no participant Dan"),
        (vec![("action", "rename"), ("name", "Ann"), ("value", "Bob")], "is taken"),
        (vec![("action", "rename"), ("name", "Ann"), ("value", "")], "is empty"),
        (vec![("action", "recheck"), ("name", "Ann")], "has handed in no source"),
        (vec![("action", "deadline"), ("value", "soon")], "the time `soon`"),
        (vec![("action", "explode")], "no such decision"),
    ] {
        let (status, body) = decide(&fields);
        assert!(status == 400 && body.contains(text), "{status} {body}");
    }
    assert_eq!(ann.get("/organise").status, 403);
    assert_eq!(ann.get("/organise/standings.csv").status, 403);
    assert_eq!(ann.post("/organise", &[("form_token", &token), ("action", "pause")]).status, 403);
    assert_eq!(organiser.post("/organise", &[("form_token", "0"), ("action", "pause")]).status, 403);
    assert_eq!(site.stranger().post("/organise", &[("form_token", &token), ("action", "pause")]).status, 401);
    assert_eq!(organiser.get("/submissions").field("location"), Some("/organise"));
    assert!(site.ladder("verify", &[]).contains(" 1 games"));
}

#[test]
fn after_the_deadline_only_trials_are_taken() {
    let site = Site::new(&[]);
    let (ann, organiser) = (site.member("Ann"), site.organiser());
    let token = organiser.form_token("/organise");
    let set = [("form_token", &*token), ("action", "deadline"), ("value", "2026-01-01T00:00")];
    assert_eq!(organiser.post("/organise", &set).status, 303);
    let late = ann.upload("a.c", PLAYER);
    assert!(late.status == 403 && late.body.contains("deadline is over"), "{late:?}");
    let fields = [("form_token", ann.form_token("/submissions/new")), ("kind", "try".to_string())];
    let fields = fields.each_ref().map(|(name, value)| (*name, value.as_str()));
    assert_eq!(ann.upload_with(&fields, "a.c", PLAYER.as_bytes()).status, 303);
    assert_eq!(organiser.post("/organise", &set[..2]).status, 303);
    ann.wait_for(&ann.hand_in("a.c", PLAYER), ">plays<");
}

#[test]
fn a_program_is_checked_anew_without_losing_its_place() {
    let site = Site::new(&[]);
    let (ann, organiser) = (site.member("Ann"), site.organiser());
    ann.wait_for(&ann.hand_in("a.c", PLAYER), ">plays<");
    let token = organiser.form_token("/organise");
    let form = [("form_token", &*token), ("action", "recheck"), ("name", "Ann")];
    assert_eq!(organiser.post("/organise", &form).status, 303);
    let page = ann.wait_for("/submissions/2", ">plays<");
    assert!(page.contains("checked anew by an organiser"), "{page}");
    let history = site.ladder("history", &["Ann"]);
    assert!(history.contains("program 1") && !history.contains("program 2"), "{history}");
}
