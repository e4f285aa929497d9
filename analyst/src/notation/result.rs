//! Results as the formats spell them.

use outflank::board::Score;
use outflank::game::Color;

use super::record::{Ending, GameResult};

/// A result and the reason that its spelling gives for the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ParsedResult {
    /// `None` if the result is not known.
    pub(crate) result: Option<GameResult>,
    /// Why the game ended.
    pub(crate) ending: Ending,
}

impl ParsedResult {
    const UNKNOWN: Self = Self { result: None, ending: Ending::Unknown };

    fn score(score: Score) -> Self {
        Self { result: Some(GameResult::Score(score)), ending: Ending::Unknown }
    }

    fn won_by(color: Color, ending: Ending) -> Self {
        Self { result: Some(GameResult::WonBy(color)), ending }
    }

    /// Reads `1-0` (black won), `0-1`, `1/2-1/2`, `*`, and disc counts such as `38-26`.
    pub(crate) fn of_movetext(text: &str) -> Option<Self> {
        match text {
            "1-0" => return Some(Self::won_by(Color::Black, Ending::Unknown)),
            "0-1" => return Some(Self::won_by(Color::White, Ending::Unknown)),
            "1/2-1/2" | "0-0" => return Some(Self::score(0)),
            "*" => return Some(Self::UNKNOWN),
            _ => {}
        }
        let (black, white) = text.split_once('-')?;
        let [black, white]: [Score; 2] = [black.parse().ok()?, white.parse().ok()?];
        let is_count = (0..=64).contains(&black) && (0..=64).contains(&white) && black + white <= 64;
        is_count.then(|| Self::score(black - white))
    }

    /// Reads the value of `RE` in GGF and SGF and of `Result` in PGN.
    pub(crate) fn of_tag(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Some(result) = Self::of_movetext(text) {
            return Some(result);
        }
        let (text, ending) = match text.split_once(':') {
            Some((text, suffix)) => (text.trim(), ending_of_suffix(suffix.trim())?),
            None => (text, Ending::Unknown),
        };
        let lower = text.to_ascii_lowercase();
        let winner = match lower.as_bytes() {
            [b'b', b'+', ..] => Some(Color::Black),
            [b'w', b'+', ..] => Some(Color::White),
            _ => None,
        };
        let parsed = match (winner, lower.as_str()) {
            (Some(color), _) => Self::of_winner(color, &lower[2..])?,
            (None, "" | "?" | "void") => Self::UNKNOWN,
            (None, "draw") => Self::score(0),
            (None, number) => Self::score(rounded(number)?),
        };
        Some(if ending == Ending::Unknown { parsed } else { Self { ending, ..parsed } })
    }

    /// Reads what follows `B+` or `W+`.
    fn of_winner(color: Color, margin: &str) -> Option<Self> {
        Some(match margin {
            "" => Self::won_by(color, Ending::Unknown),
            "r" | "resign" => Self::won_by(color, Ending::Resigned),
            "t" | "time" => Self::won_by(color, Ending::TimedOut),
            "f" | "forfeit" => Self::won_by(color, Ending::Forfeited),
            number => {
                let margin = rounded(number)?;
                Self::score(if color == Color::Black { margin } else { -margin })
            }
        })
    }
}

fn ending_of_suffix(suffix: &str) -> Option<Ending> {
    match suffix {
        "r" => Some(Ending::Resigned),
        "t" | "l" => Some(Ending::TimedOut),
        "s" => Some(Ending::Agreed),
        _ => None,
    }
}

/// A disc difference; servers write it with decimals.
fn rounded(number: &str) -> Option<Score> {
    let discs: f64 = number.parse().ok()?;
    (-64.0..=64.0).contains(&discs).then(|| discs.round() as Score)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_in_every_spelling() {
        use Ending::*;
        let score = |score| Some(GameResult::Score(score));
        let won = |color| Some(GameResult::WonBy(color));
        for (text, result, ending) in [
            ("+12.000", score(12), Unknown),
            ("-4", score(-4), Unknown),
            ("+0.000", score(0), Unknown),
            ("-64.000:t", score(-64), TimedOut),
            ("+2:r", score(2), Resigned),
            ("0:s", score(0), Agreed),
            ("B+12", score(12), Unknown),
            ("W+6", score(-6), Unknown),
            ("W+R", won(Color::White), Resigned),
            ("b+time", won(Color::Black), TimedOut),
            ("B+F", won(Color::Black), Forfeited),
            ("1-0", won(Color::Black), Unknown),
            ("0-1", won(Color::White), Unknown),
            ("1/2-1/2", score(0), Unknown),
            ("38-26", score(12), Unknown),
            ("?", None, Unknown),
            ("Void", None, Unknown),
            ("*", None, Unknown),
        ] {
            assert_eq!(ParsedResult::of_tag(text), Some(ParsedResult { result, ending }), "{text}");
        }
        for text in ["+65", "nan", "B+inf", "60-60", "+1:z", "x"] {
            assert_eq!(ParsedResult::of_tag(text), None, "{text}");
        }
    }
}
