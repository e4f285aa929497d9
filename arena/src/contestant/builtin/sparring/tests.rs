use super::*;

#[test]
fn settings_round_trip() {
    for text in ["ms=100", "ms=30,confidence=0.75"] {
        assert_eq!(Sparring::parse(text).unwrap().to_string(), text);
    }
}

#[test]
fn settings_that_make_no_sense_say_why() {
    let error = |text: &str| Sparring::parse(text).unwrap_err();
    assert_eq!(error("confidence=1"), "expected `ms=N` first");
    assert_eq!(error("ms=x"), "expected a number from 1 to 600000 after `ms=`");
    assert_eq!(error("ms=5,luck=1"), "expected `confidence=X` after the time");
    assert_eq!(error("ms=5,confidence=-1"), "expected a number from 0 to 10 after `confidence=`");
}

#[test]
fn a_millisecond_gives_a_legal_move() {
    let mut partner = Sparring::parse("ms=1").unwrap().engine();
    let limits = Effort::CpuMs(1).limits();
    assert!(Board::START.play(partner.choose(Board::START, limits).square).is_some());
}
