//! Results as the formats spell them.

use std::cmp::Ordering;

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

    /// Reads `1-0` (black won), `0-1`, `1/2-1/2`, `*`, and disc counts such as `38-26`. The squares that are
    /// still empty belong to the winner.
    pub(crate) fn of_movetext(text: &str) -> Option<Self> {
        match text {
            "1-0" => return Some(Self::won_by(Color::Black, Ending::Unknown)),
            "0-1" => return Some(Self::won_by(Color::White, Ending::Unknown)),
            "1/2-1/2" | "1/2" | "\u{bd}-\u{bd}" | "\u{bd}\u{2013}\u{bd}" | "\u{bd}" | "0.5-0.5" | "0-0" => {
                return Some(Self::score(0))
            }
            "*" => return Some(Self::UNKNOWN),
            _ => {}
        }
        let dashes = ['-', '\u{2013}', '\u{2014}', '\u{2212}', ':'];
        let (black, white) = text.split_once(dashes)?;
        let count = |text: &str| text.trim().parse::<u8>().ok().filter(|&count| count <= 64);
        let (black, white) = (Score::from(count(black)?), Score::from(count(white)?));
        let empty = 64 - black - white;
        match (black, white) {
            // Other spellings of `1-0`.
            (1, 0) => Some(Self::won_by(Color::Black, Ending::Unknown)),
            (0, 1) => Some(Self::won_by(Color::White, Ending::Unknown)),
            _ => (empty >= 0).then(|| Self::score(black - white + (black - white).signum() * empty)),
        }
    }

    /// Reads the value of `RE` in GGF and SGF and of `Result` in PGN. A difference of discs is what is left
    /// after `komi` was taken off.
    pub(crate) fn with_komi(text: &str, komi: f64) -> Option<Self> {
        let text = text.trim();
        if let Some(result) = Self::of_movetext(text) {
            return Some(result);
        }
        let (text, ending) = match text.split_once(':') {
            Some((text, suffix)) => (text.trim(), ending_of_suffix(suffix.trim())),
            None => (text, Ending::Unknown),
        };
        let lower = text.to_ascii_lowercase().replace(',', ".").replace('\u{2212}', "-");
        let winner = match lower.as_bytes() {
            [b'b', b'+', ..] => Some(Color::Black),
            [b'w', b'+', ..] => Some(Color::White),
            _ => None,
        };
        let parsed = match (winner, lower.as_str()) {
            (Some(color), _) => Self::of_winner(color, &lower[2..])?,
            (None, "" | "?" | "void" | "unknown" | "unfinished") => Self::UNKNOWN,
            (None, "draw" | "jigo" | "=") => Self::score(0),
            (None, "b" | "black" | "black wins" | "black won") => Self::won_by(Color::Black, Ending::Unknown),
            (None, "w" | "white" | "white wins" | "white won") => Self::won_by(Color::White, Ending::Unknown),
            (None, number) => Self::score(rounded(number, komi)?),
        };
        Some(if ending == Ending::Unknown { parsed } else { Self { ending, ..parsed } })
    }

    /// Reads what follows `B+` or `W+`.
    fn of_winner(color: Color, margin: &str) -> Option<Self> {
        Some(match margin {
            "" | "w" | "win" => Self::won_by(color, Ending::Unknown),
            "r" | "res" | "resign" | "resignation" => Self::won_by(color, Ending::Resigned),
            "t" | "time" | "timeout" => Self::won_by(color, Ending::TimedOut),
            "f" | "forfeit" => Self::won_by(color, Ending::Forfeited),
            number => {
                let margin = rounded(number, 0.0)?;
                Self::score(if color == Color::Black { margin } else { -margin })
            }
        })
    }
}

/// The result that a referee's scores give, black's first.
pub(crate) fn by_scores([black, white]: [Option<f64>; 2]) -> Option<GameResult> {
    Some(match black?.partial_cmp(&white?)? {
        Ordering::Greater => GameResult::WonBy(Color::Black),
        Ordering::Less => GameResult::WonBy(Color::White),
        Ordering::Equal => GameResult::Score(0),
    })
}

fn ending_of_suffix(suffix: &str) -> Ending {
    match suffix {
        "r" => Ending::Resigned,
        "t" | "l" => Ending::TimedOut,
        "s" => Ending::Agreed,
        _ => Ending::Unknown,
    }
}

/// A disc difference, the komi added again; servers write it with decimals.
fn rounded(number: &str, komi: f64) -> Option<Score> {
    let discs = (number.trim().parse::<f64>().ok()? + komi).round();
    (-64.0..=64.0).contains(&discs).then_some(discs as Score)
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
            ("35-10", score(44), Unknown),
            ("10\u{2013}35", score(-44), Unknown),
            ("35 - 10", score(44), Unknown),
            ("13:0", score(64), Unknown),
            ("20-20", score(0), Unknown),
            ("1/2", score(0), Unknown),
            ("\u{bd}\u{2013}\u{bd}", score(0), Unknown),
            ("1\u{2013}0", won(Color::Black), Unknown),
            ("+5.0:t", score(5), TimedOut),
            ("+5,0", score(5), Unknown),
            ("+1:z", score(1), Unknown),
            ("B+Res", won(Color::Black), Resigned),
            ("W+Timeout", won(Color::White), TimedOut),
            ("Jigo", score(0), Unknown),
            ("Black wins", won(Color::Black), Unknown),
            ("?", None, Unknown),
            ("Void", None, Unknown),
            ("*", None, Unknown),
        ] {
            assert_eq!(ParsedResult::with_komi(text, 0.0), Some(ParsedResult { result, ending }), "{text}");
        }
        for text in ["+65", "-127.000", "nan", "B+inf", "60-60", "x", "1-2-3"] {
            assert_eq!(ParsedResult::with_komi(text, 0.0), None, "{text}");
        }
    }

    #[test]
    fn komi_is_added_to_differences_alone() {
        let with_komi = |text, komi| ParsedResult::with_komi(text, komi).and_then(|parsed| parsed.result);
        for (text, komi, score) in [
            ("+67.13", -3.133, 64),
            ("-3.5", 3.5, 0),
            ("+2.867:r", -0.867, 2),
            ("-67.2", 3.2, -64),
            ("38-26", 5.0, 12),
            ("0", 0.0, 0),
        ] {
            assert_eq!(with_komi(text, komi), Some(GameResult::Score(score)), "{text}");
        }
        assert_eq!(with_komi("+64", 8.0), None);
    }
}
