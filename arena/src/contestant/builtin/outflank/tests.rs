use super::*;

#[test]
fn settings_round_trip() {
    for text in [
        "playouts=10",
        "ms=100,evaluation=handmade",
        "ms=100,weights=a file.rs,exploration=1.5,squash-scale=12",
        "playouts=1,minimax-share=0.5,prior-temperature=6.25",
    ] {
        assert_eq!(Settings::parse(text).unwrap().to_string(), text);
    }
    assert_eq!(
        Settings::parse("exploration=1.5,playouts=7").unwrap().to_string(),
        "playouts=7,exploration=1.5"
    );
}

#[test]
fn settings_that_make_no_sense_say_why() {
    let error = |text: &str| Settings::parse(text).unwrap_err();
    assert_eq!(error("playouts"), "expected KEY=VALUE, got `playouts`");
    assert_eq!(error("playouts=0"), "expected a number from 1 to 10000000 after `playouts=`");
    assert_eq!(error("exploration=1"), "expected `playouts=N` or `ms=N`, one of them");
    assert_eq!(error("ms=5,playouts=5"), "expected `playouts=N` or `ms=N`, one of them");
    assert_eq!(error("ms=5,ms=6"), "`ms` is set twice");
    assert_eq!(error("ms=5,evaluation=none"), "expected `evaluation=handmade`, got `none`");
    assert_eq!(error("ms=5,exploration=NaN"), "expected a number from 0 to 1000 after `exploration=`");
    assert_eq!(error("ms=5,luck=1"), "`luck` cannot be set");
}

#[test]
fn cpu_time_ends_a_turn_and_gives_a_move() {
    let settings = Settings::parse("ms=1,evaluation=handmade").unwrap();
    let choice = settings.engine().unwrap().choose(Board::START, settings.effort.limits());
    assert!(Board::START.play(choice.square).is_some());
}

#[test]
fn a_file_without_weights_is_named() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let path = file.path().to_str().unwrap();
    let settings = Settings::parse(&format!("ms=1,weights={path}")).unwrap();
    let Err(error) = settings.engine() else { panic!("an engine without weights") };
    assert_eq!(error.to_string(), format!("`{path}` holds no packed weights"));
}
