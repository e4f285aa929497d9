use super::*;

#[test]
fn a_step_may_be_named() {
    let parameter: Parameter = "exploration=0.3..3@1.0:0.25".parse().unwrap();
    let expected = Parameter { name: "exploration".into(), low: 0.3, high: 3.0, start: 1.0, step: 0.25 };
    assert_eq!(parameter, expected);
    let usual: Parameter = "share=-1..1@0".parse().unwrap();
    assert_eq!(usual.step, 0.2);
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (text, complaint) in [
        ("exploration", "expected NAME=LOW..HIGH@START"),
        ("x=1..2", "expected NAME=LOW..HIGH@START"),
        ("x=1..2@z", "expected NAME=LOW..HIGH@START"),
        ("=1..2@1", "needs a name"),
        ("x=2..1@1", "`x`: the range 2..1 is empty"),
        ("x=1..2@3", "`x`: the start 3 is not within 1..2"),
        ("x=1..2@1:0.6", "`x`: the step 0.6 is not between 0 and half of the range"),
        ("x=1..2@1:0", "`x`: the step 0 is not"),
        ("x=1..inf@1", "must be finite"),
        ("x=1..2@NaN", "must be finite"),
    ] {
        let error = format!("{:#}", text.parse::<Parameter>().unwrap_err());
        assert!(error.contains(complaint), "{text}: {error}");
    }
}
