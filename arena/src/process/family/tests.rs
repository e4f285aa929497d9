use super::session_in_stat;

#[test]
fn the_session_is_read_behind_a_name_with_blanks_and_brackets() {
    assert_eq!(session_in_stat("71 (a bot) (x) S 1 70 69 0 -1 4194560"), Some(69));
}

#[test]
fn a_session_from_outside_the_namespace_is_zero() {
    assert_eq!(session_in_stat("71 (bot) S 0 0 0 0 -1 4194560"), Some(0));
}

#[test]
fn a_torn_line_has_no_session() {
    assert_eq!(session_in_stat("71 (bot) S 1"), None);
    assert_eq!(session_in_stat(""), None);
}
