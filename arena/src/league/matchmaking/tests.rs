use super::*;

fn member(name: &str, skill: f64, meetings: u64) -> Member {
    let rating = TrueSkillRating { rating: skill, uncertainty: 1.0 };
    Member { name: name.to_string(), rating, is_boss: name == "boss", meetings }
}

const OWN: TrueSkillRating = TrueSkillRating { rating: 25.0, uncertainty: 1.0 };

#[test]
fn every_third_meeting_is_with_the_boss() {
    let members = [member("near", 25.0, 0), member("boss", 40.0, 0)];
    let chosen: Vec<usize> =
        (0..6).filter_map(|meeting| choose(&OWN, meeting, &members)).map(|(i, _)| i).collect();
    assert_eq!(chosen, [1, 0, 0, 1, 0, 0]);
    assert_eq!(choose(&OWN, 0, &members).unwrap().1, Reason::BossesTurn);
}

#[test]
fn close_ones_are_met_first_and_others_once_those_are_known() {
    let members = |near_meetings| {
        [member("boss", 40.0, 0), member("far", 29.0, 0), member("near", 26.0, near_meetings)]
    };
    assert_eq!(choose(&OWN, 1, &members(0)), Some((2, Reason::Close { meetings: 0 })));
    assert_eq!(choose(&OWN, 1, &members(4)), Some((1, Reason::Close { meetings: 0 })));
}

#[test]
fn the_boss_is_an_opponent_like_others_in_between() {
    let members = [member("boss", 25.0, 1), member("near", 25.0, 3)];
    assert_eq!(choose(&OWN, 1, &members), Some((0, Reason::Close { meetings: 1 })));
}

#[test]
fn a_lone_boss_and_an_empty_league() {
    assert_eq!(choose(&OWN, 1, &[member("boss", 25.0, 9)]), Some((0, Reason::OnlyTheBoss)));
    assert_eq!(choose(&OWN, 1, &[]), None);
}
