//! Choice of opponents: the boss regularly, otherwise a member close in skill that was rarely met.

use skillratings::trueskill::{match_quality, TrueSkillConfig, TrueSkillRating};

/// One meeting in this many is with the boss, whose score decides the promotion.
const BOSS_EVERY: u64 = 3;

/// A possible opponent.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Member {
    /// Its rating in this league.
    pub(super) rating: TrueSkillRating,
    /// Whether it is the league's boss.
    pub(super) is_boss: bool,
    /// Meetings of the bot with it in this league.
    pub(super) meetings: u64,
}

/// Why an opponent was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Nobody but the boss is in the league.
    OnlyTheBoss,
    /// Every third meeting is with the boss.
    BossesTurn,
    /// Close in skill, after a penalty for earlier meetings.
    Close {
        /// Earlier meetings with it.
        meetings: u64,
    },
}

/// The score that ranks a bot and decides promotions: a lower confidence bound of its skill.
pub fn score(rating: &TrueSkillRating) -> f64 {
    rating.rating - 3.0 * rating.uncertainty
}

/// TrueSkill as the league uses it.
pub(super) fn config() -> TrueSkillConfig {
    TrueSkillConfig { draw_probability: 0.03, ..TrueSkillConfig::default() }
}

/// The index of the opponent for a bot's meeting number `meeting` (from 0) in a league, and why; `None` if
/// nobody is there.
pub(super) fn choose(own: &TrueSkillRating, meeting: u64, others: &[Member]) -> Option<(usize, Reason)> {
    let boss = others.iter().position(|member| member.is_boss);
    let worth =
        |member: &Member| match_quality(own, &member.rating, &config()) / (1 + member.meetings) as f64;
    let best = others.iter().enumerate().max_by(|(_, a), (_, b)| worth(a).total_cmp(&worth(b)));
    match boss {
        Some(boss) if others.len() == 1 => Some((boss, Reason::OnlyTheBoss)),
        Some(boss) if meeting.is_multiple_of(BOSS_EVERY) => Some((boss, Reason::BossesTurn)),
        _ => best.map(|(index, member)| (index, Reason::Close { meetings: member.meetings })),
    }
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::OnlyTheBoss => f.write_str("nobody else is in the league"),
            Self::BossesTurn => f.write_str("every third meeting is with the boss"),
            Self::Close { meetings: 0 } => f.write_str("close in skill, not met yet"),
            Self::Close { meetings: 1 } => f.write_str("close in skill, met once before"),
            Self::Close { meetings } => write!(f, "close in skill, met {meetings} times before"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(name: &str, skill: f64, meetings: u64) -> Member {
        let rating = TrueSkillRating { rating: skill, uncertainty: 1.0 };
        Member { rating, is_boss: name == "boss", meetings }
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
}
