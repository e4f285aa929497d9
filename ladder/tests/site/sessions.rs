//! Invitations and sessions, and attempts to get at somebody else's.

use super::*;

#[test]
fn a_session_begins_by_a_link_and_ends_with_it() {
    let site = Site::new(&[]);
    let token = site.invite(&["Ann"]);
    let stranger = site.stranger();
    let page = stranger.get(&format!("/sign-in/{token}"));
    assert_eq!(
        (page.status, page.field("set-cookie")),
        (200, None),
        "a link that is only opened does nothing"
    );
    assert!(page.body.contains("Sign in as <bdi>Ann</bdi>"), "{page:?}");
    let answer = stranger.post("/sign-in", &[("token", &token)]);
    let cookie = answer.field("set-cookie").unwrap();
    for attribute in ["HttpOnly", "SameSite=Strict", "Path=/"] {
        assert!(cookie.contains(attribute), "{cookie}");
    }
    let ann = stranger.clone().signed_in(&token);
    let again = stranger.clone().signed_in(&token);
    assert_ne!(ann.cookie, again.cookie);
    assert_eq!((ann.get("/submissions").status, again.get("/submissions").status), (200, 200));
    let out = ann.post("/sign-out", &[("form_token", &ann.form_token("/submissions"))]);
    assert!(out.status == 303 && out.field("set-cookie").unwrap().contains("Max-Age=0"), "{out:?}");
    let renewed = site.invite(&["Ann", "--renew"]);
    assert_eq!(ann.get("/submissions").status, 401, "the link is another now");
    assert_eq!(stranger.post("/sign-in", &[("token", &token)]).status, 403);
    let ann = stranger.clone().signed_in(&renewed);
    site.ladder("invite", &["Ann", "--revoke"]);
    assert_eq!(ann.get("/submissions").status, 401);
    assert_eq!(ann.upload_with(&[], "a.c", PLAYER.as_bytes()).status, 401);
    assert_eq!(stranger.get(&format!("/sign-in/{renewed}")).status, 403);
}

#[test]
fn cookies_that_the_server_did_not_sign_are_strangers() {
    let site = Site::new(&[]);
    let (ann, bob) = (site.member("Ann"), site.member("Bob"));
    let (name, value) = ann.cookie.split_once('=').unwrap();
    let plain = value.rsplit("%3D").next().unwrap();
    for forged in [
        String::new(),
        plain.to_string(),
        value.replace("%3D1.", "%3D2."),
        value.chars().rev().collect(),
        format!("{}x", &value[..value.len() - 1]),
        "1.99999999999999.00".to_string(),
    ] {
        let mut visitor = site.stranger();
        visitor.cookie = format!("{name}={forged}");
        assert_eq!(visitor.get("/submissions").status, 401, "{forged}");
    }
    // A session that was planted is not the one after signing in.
    let mut planted = site.stranger();
    planted.cookie.clone_from(&ann.cookie);
    let cay = planted.signed_in(&site.invite(&["Cay"]));
    assert!(cay.cookie != ann.cookie && cay.get("/submissions").body.contains("<bdi>Cay</bdi>"));
    // Another's form token is none.
    let foreign = bob.form_token("/submissions/new");
    assert_eq!(ann.upload_with(&[("form_token", &foreign)], "a.c", PLAYER.as_bytes()).status, 403);
    assert_eq!(ann.post("/sign-out", &[("form_token", &foreign)]).status, 403);
}

#[test]
fn guesses_are_slowed_down() {
    let site = Site::new(&[]);
    let stranger = site.stranger();
    let guess = |number: u32| stranger.get(&format!("/sign-in/{number:032x}"));
    let statuses: Vec<u16> = (0..600).map(|number| guess(number).status).collect();
    assert!(statuses.iter().all(|status| [403, 429].contains(status)), "{statuses:?}");
    let tried = statuses.iter().filter(|&&status| status == 403).count();
    assert!(tried < 400, "{tried} guesses were tried");
}

#[test]
fn only_the_proxy_says_who_somebody_is() {
    let site = Site::new(&["--user-header", "X-Remote-User", "--from-proxy", "127.0.0.1", "--private"]);
    site.invite(&["Ann"]);
    let mut visitor = site.stranger();
    assert_eq!(visitor.get("/").status, 401, "private");
    assert_eq!(visitor.get("/healthz").status, 200);
    visitor.head = "X-Remote-User: Ann\r\n".to_string();
    assert_eq!(visitor.get("/").status, 200);
    visitor.wait_for_proxy("/submissions", "<bdi>Ann</bdi>");
    visitor.head = "X-Remote-User: Bob\r\n".to_string();
    assert_eq!(visitor.get("/submissions").status, 401, "nobody of that name was invited");
    visitor.head = "X-Remote-User: Ann\r\nX-Remote-User: Bob\r\n".to_string();
    assert_eq!(visitor.get("/submissions").status, 401, "two names");
    let elsewhere = Site::new(&["--user-header", "X-Remote-User", "--from-proxy", "10.1.2.3"]);
    elsewhere.invite(&["Ann"]);
    let mut visitor = elsewhere.stranger();
    visitor.head = "X-Remote-User: Ann\r\nX-Forwarded-For: 10.1.2.3\r\n".to_string();
    assert_eq!(visitor.get("/submissions").status, 401, "not from the proxy");
}

#[test]
fn behind_tls_the_cookie_is_secure() {
    let site = Site::new(&["--https"]);
    let answer = site.stranger().post("/sign-in", &[("token", &site.invite(&["Ann"]))]);
    let cookie = answer.field("set-cookie").unwrap();
    assert!(cookie.starts_with("__Host-session=") && cookie.contains("Secure"), "{cookie}");
}

#[test]
fn a_roster_invites_everybody_once() {
    let site = Site::new(&[]);
    let roster = Path::new(&site.directory).join("names.csv");
    std::fs::write(&roster, "\u{feff}name,mail\nAnn,a@x\n\"Bob, the\" ,b@x\n").unwrap();
    let roster = roster.to_str().unwrap();
    let invited = site.ladder("invite", &["--roster", roster, "--url", "https://x.example/"]);
    assert_eq!(invited.lines().count(), 2, "{invited}");
    assert!(invited.contains("Ann\thttps://x.example/sign-in/"), "{invited}");
    site.ladder("invite", &["Ann", "--revoke"]);
    assert_eq!(site.ladder("invite", &["--roster", roster]), "", "nobody is new");
    assert_eq!(site.ladder("invite", &["--list"]), "Ann\trevoked\nBob, the\tinvited\n");
}

impl Visitor {
    fn wait_for_proxy(&self, page: &str, text: &str) {
        let answer = self.get(page);
        assert!(answer.status == 200 && answer.body.contains(text), "{answer:?}");
    }
}

#[test]
fn strangers_use_up_nothing_of_a_member_of_their_address() {
    let site = Site::new(&[]);
    let member = site.member("Ann");
    let mut forger = site.stranger();
    forger.cookie = format!("{}0", member.cookie);
    assert!((0..10_000).any(|_| forger.get("/healthz").status == 429));
    assert_eq!(member.get("/submissions").status, 200);
}
