use super::*;

#[test]
fn what_could_drive_a_terminal_is_escaped() {
    let shown = |text| Shown(text).to_string();
    assert_eq!(shown("+12 d14 é 本"), "+12 d14 é 本");
    assert_eq!(shown("\x1b[2J\r\u{202e}x\n"), "\\u{1b}[2J\\u{d}\\u{202e}x\\u{a}");
}
