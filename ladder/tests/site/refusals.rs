//! Bad uploads: each gets a page that says what is wrong, a status that fits, and leaves nothing behind.

use super::*;

/// Further fields, the file's name and content, and the status and a part of the page that refuses it.
type Case<'a> = (&'a [(&'a str, &'a str)], &'a str, &'a [u8], u16, &'a str);

#[test]
fn bad_uploads_are_refused_and_leave_nothing() {
    let site = Site::new(&[]);
    let ann = site.member("Ann");
    let token = ann.form_token("/submissions/new");
    let own = [("form_token", token.as_str())];
    let long = vec![b'x'; (1 << 20) + 1];
    let bomb = vec![b'x'; 3 << 20];
    let named = "x".repeat(70) + ".c";
    let with = |name, value| [own[0], (name, value)];
    let cases: [Case<'_>; 15] = [
        (&own, "a.c", &long, 413, "more than 1 MiB"),
        (&own, "a.c", &bomb, 413, "more than 1 MiB"),
        (&own, "a.c", b"int main\xff", 422, "not UTF-8"),
        (&own, "a.c", b"int\0main", 422, "not UTF-8"),
        (&own, "a.txt", b"int main", 415, "must end in .c"),
        (&own, "a", b"int main", 415, "must end in .c"),
        (&own, "../../a.c", b"int main", 400, "letters A to Z"),
        (&own, "<img src=x>.c", b"int main", 400, "letters A to Z"),
        (&own, &named, b"int main", 400, "letters A to Z"),
        (&own, "a.c", b" \n", 400, "is empty"),
        (&own, "", b"", 400, "is empty"),
        (&with("standard", "c++17"), "a.c", b"int main", 400, "not a standard of"),
        (&with("compiler", "<b>icc</b>"), "a.c", b"int main", 400, "is no choice"),
        (&[("form_token", "0123")], "a.c", b"int main", 403, "not sent from this site"),
        (&[], "a.c", b"int main", 403, "not sent from this site"),
    ];
    for (fields, file, content, status, text) in cases {
        let answer = ann.upload_with(fields, file, content);
        assert_eq!(answer.status, status, "{file}: {answer:?}");
        assert!(answer.body.contains(text) && answer.body.contains("<html"), "{file}: {answer:?}");
        assert!(!answer.body.contains("<img src=x>") && !answer.body.contains("<b>icc"), "{answer:?}");
    }
    let answer = ann.post("/submissions", &own);
    assert_eq!(answer.status, 400, "{answer:?}");
    let mut foreign = ann.clone();
    foreign.head = "Origin: http://evil.example\r\n".to_string();
    assert_eq!(foreign.upload_with(&own, "a.c", PLAYER.as_bytes()).status, 403);
    assert_eq!(kept(&site), 0);
    assert!(ann.get("/submissions").body.contains("Nothing yet."));
    assert_eq!(ann.upload_with(&own, "a.c", PLAYER.as_bytes()).status, 303, "the token is still good");
}

#[test]
fn sources_that_do_not_compile_show_their_owner_the_messages() {
    let site = Site::new(&[]);
    let ann = site.member("Ann");
    let page = ann.hand_in("a.cc", "#error <script>alert(1)</script>\n");
    let shown = ann.wait_for(&page, ">refused<");
    assert!(shown.contains("#error &lt;script&gt;alert(1)"), "{shown}");
    // Sixteen GiB of zeros in the program.
    let bomb = ann.hand_in("b.c", "char zeros[1UL << 34] = {1};\nint main(void) { return zeros[0]; }\n");
    ann.wait_for(&bomb, ">refused<");
    let read = ann.hand_in("c.c", "#include \"/etc/passwd\"\n#include \"../course/ladder.db\"\nint main;\n");
    let shown = ann.wait_for(&read, ">refused<");
    assert!(!shown.contains("root:") && !shown.contains("SQLite"), "{shown}");
    let standings = site.stranger().get("/").body;
    assert!(!standings.contains("Ann"), "nothing of it is public: {standings}");
}

#[test]
fn what_plays_or_waits_already_is_a_conflict_and_quotas_hold() {
    let site = Site::new(&["--per-hour", "3"]);
    let ann = site.member("Ann");
    ann.wait_for(&ann.hand_in("a.c", PLAYER), ">plays<");
    let again = ann.upload("b.c", PLAYER);
    assert_eq!(again.status, 409, "{again:?}");
    ann.wait_for(&ann.hand_in("a.c", "int main(void) { return 1; }\n"), ">refused<");
    ann.wait_for(&ann.hand_in("a.c", "int main(void) { return 2; }\n"), ">refused<");
    let more = ann.upload("a.c", "int main(void) { return 3; }\n");
    assert_eq!(more.status, 429, "{more:?}");
    assert!(more.body.contains("3 programs within an hour"), "{more:?}");
    assert_eq!(site.ladder("history", &["Ann"]).matches("program 1").count(), 1);
}

#[test]
fn uploads_at_once_are_counted_one_by_one() {
    let site = Site::new(&["--per-hour", "3"]);
    let ann = site.member("Ann");
    let token = ann.form_token("/submissions/new");
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let send = |number| {
            let (ann, token) = (&ann, &token);
            scope.spawn(move || {
                let source = format!("{PLAYER}/* {number} */\n");
                ann.upload_with(&[("form_token", token)], "a.c", source.as_bytes()).status
            })
        };
        let sent: Vec<_> = (0..8).map(send).collect();
        sent.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let taken = statuses.iter().filter(|&&status| status == 303).count();
    assert!((1..=3).contains(&taken), "{statuses:?}");
    assert!(statuses.iter().all(|status| [303, 429].contains(status)), "{statuses:?}");
    let list = ann.get("/submissions").body;
    assert_eq!(list.matches("href=\"/submissions/").count(), taken + 1, "{list}");
}

#[test]
fn a_disk_quota_refuses_the_next_program() {
    let site = Site::new(&["--disk", "0"]);
    let answer = site.member("Ann").upload("a.c", PLAYER);
    assert_eq!(answer.status, 507, "{answer:?}");
    assert_eq!(kept(&site), 0);
}
