use super::*;

#[test]
fn what_could_deceive_is_escaped() {
    let text = "a\u{1b}[2Jb\u{202e}c\r\n\u{200b}d\te\u{e0041}";
    let line = Visible::line(text).to_string();
    assert_eq!(line, r"a\u{1b}[2Jb\u{202e}c\u{d}\u{a}\u{200b}d\u{9}e\u{e0041}");
    let lines = Visible::lines(text).to_string();
    assert_eq!(lines, "a\\u{1b}[2Jb\\u{202e}c\\u{d}\n\\u{200b}d\te\\u{e0041}");
}

#[test]
fn ordinary_text_stays() {
    let text = "Überzug <script> \u{1f600} オセロ";
    assert_eq!(Visible::line(text).to_string(), text);
}
