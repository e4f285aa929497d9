use super::*;

fn entrant(rating: f64) -> Entrant {
    Entrant { is_effective: true, has_just_updated: false, rating }
}

fn updated(rating: f64) -> Entrant {
    Entrant { has_just_updated: true, ..entrant(rating) }
}

fn text(verdict: &Verdict) -> String {
    verdict.explain([&"Ann", &"Bob"]).to_string()
}

/// The verdict is the same whoever stands first.
#[track_caller]
fn verdict(entrants: [Entrant; 2], wins: [u32; 2]) -> Verdict {
    let verdict = Verdict::new(entrants, wins);
    let swapped = Verdict::new([entrants[1], entrants[0]], [wins[1], wins[0]]);
    assert_eq!(verdict.rulings(), swapped.rulings());
    verdict
}

#[test]
fn both_need_an_effective_program() {
    let idle = Entrant { is_effective: false, ..entrant(1500.0) };
    let verdict = verdict([idle, entrant(1500.0)], [0, 0]);
    assert_eq!(verdict.rulings(), [Ruling::Broken, Ruling::Holds, Ruling::Holds]);
    assert!(!verdict.allows());
    assert!(text(&verdict).starts_with("rule 1: NO  Ann has no effective program"), "{}", text(&verdict));
    let both = Verdict::new([idle, idle], [0, 0]);
    assert!(text(&both).contains("Ann has no") && text(&both).contains("Bob has no"));
}

#[test]
fn a_hundred_points_apart_is_near_enough() {
    assert_eq!(verdict([entrant(1500.0), entrant(1600.0)], [0, 0]).window, Ruling::Holds);
    let broken = verdict([entrant(1500.0), entrant(1600.5)], [0, 0]);
    assert_eq!(broken.window, Ruling::Broken);
    let expected =
        "rule 2: NO  the ratings differ by 100.5, more than 100, and Ann, rated below Bob, has not just \
                    updated its program\n";
    assert!(text(&broken).contains(expected), "{}", text(&broken));
}

#[test]
fn only_the_lower_rated_update_opens_the_window() {
    let excepted = verdict([updated(1200.0), entrant(1600.0)], [0, 0]);
    assert_eq!(excepted.window, Ruling::Excepted);
    assert!(excepted.allows());
    let expected = "400.0, more than 100, but Ann, the lower-rated, has just updated its program\n";
    assert!(text(&excepted).contains(expected), "{}", text(&excepted));
    assert_eq!(verdict([entrant(1200.0), updated(1600.0)], [0, 0]).window, Ruling::Broken);
}

#[test]
fn whoever_leads_and_is_rated_above_has_shown_enough() {
    // The specification's example: A leads B 3-1, they are not paired again while A is rated above B.
    let broken = verdict([entrant(1510.0), entrant(1500.0)], [3, 1]);
    assert_eq!(broken.head_to_head, Ruling::Broken);
    let expected = "rule 3: NO  Ann leads Bob 3-1 in games won, by more than 1, and is not the lower-rated\n";
    assert!(text(&broken).ends_with(expected), "{}", text(&broken));
    let excepted = verdict([entrant(1490.0), entrant(1500.0)], [3, 1]);
    assert_eq!(excepted.head_to_head, Ruling::Excepted);
    assert!(text(&excepted).ends_with("Ann leads Bob 3-1 in games won, but is the lower-rated\n"));
    assert_eq!(verdict([entrant(1500.0), entrant(1500.0)], [3, 1]).head_to_head, Ruling::Broken);
    for wins in [[2, 1], [1, 2], [0, 0], [7, 7]] {
        assert_eq!(verdict([entrant(1510.0), entrant(1500.0)], wins).head_to_head, Ruling::Holds, "{wins:?}");
    }
}
