use super::*;

fn parameters(texts: &[&str]) -> Vec<Parameter> {
    texts.iter().map(|text| text.parse().unwrap()).collect()
}

#[test]
fn constants_follow_the_bots_own_settings() {
    let parameters = parameters(&["exploration=0.3..3@1", "squash-scale=8..32@16"]);
    let bot = bot_with("outflank:playouts=10,minimax-share=0.5", &parameters, &[1.25, 16.0]);
    assert_eq!(bot, "outflank:playouts=10,minimax-share=0.5,exploration=1.25,squash-scale=16");
}

#[test]
fn bots_and_parameters_must_fit() {
    check_bot("outflank:ms=20", &parameters(&["exploration=0.3..3@1", "minimax-share=0..1@0.7"])).unwrap();
    check_bot("alphabeta:ms=20", &parameters(&["confidence=0.5..2@1.2"])).unwrap();
    for (bot, texts, complaint) in [
        ("outflank:ms=20", &[][..], "there is no parameter"),
        ("random", &["x=0..1@0"], "`random` has no constants"),
        ("mybot", &["x=0..1@0"], "no built-in bot is called `mybot`"),
        ("outflank:ms=20", &["speed=0..1@0"], "`speed` cannot be set"),
        ("outflank:ms=20", &["exploration=0..1@0", "exploration=0..1@1"], "`exploration` is set twice"),
        ("outflank:ms=20,exploration=2", &["exploration=0..1@0"], "`exploration` is set twice"),
        ("outflank:ms=20", &["exploration=-1..1@0"], "expected a number from 0 to 1000"),
        ("alphabeta:ms=20", &["confidence=0..11@1"], "expected a number from 0 to 10"),
    ] {
        let error = format!("{:#}", check_bot(bot, &parameters(texts)).unwrap_err());
        assert!(error.contains(complaint), "{bot}: {error}");
    }
}

#[test]
fn equal_versions_share_the_points_of_a_pair() {
    let bots = [(); 2].map(|()| "outflank:playouts=20".to_string());
    let contest = Contest { bots, pairs: 3..6, seed: 1 };
    let results = contest.play(&[], &[None, None], &Stop::new().unwrap()).unwrap();
    assert_eq!(results, [2, 2, 2]);
}
