//! Text fields between formats: dates, line ends, lengths.

use super::record::{GameRecord, MoveRecord, Note, Player};

/// A text on one line: line ends and control characters become blanks; no blanks around it.
pub(crate) fn one_line(text: &str) -> String {
    let blanked: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    blanked.trim().to_owned()
}

/// A finite number.
pub(crate) fn finite(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

/// The offset of the first line for which something holds.
pub(crate) fn find_line(text: &str, is_it: impl Fn(&str) -> bool) -> Option<usize> {
    let mut offset = 0;
    text.split_inclusive('\n').find_map(|line| {
        offset += line.len();
        is_it(line).then_some(offset - line.len())
    })
}

/// Reads `0:01:02.5`, `1:02` or seconds alone.
pub(crate) fn parse_time(text: &str) -> Option<f64> {
    let parts: Option<Vec<f64>> = text.split(':').take(4).map(finite).collect();
    match parts?[..] {
        [seconds] => Some(seconds),
        [minutes, seconds] => Some(60.0 * minutes + seconds),
        [hours, minutes, seconds] => Some(3600.0 * hours + 60.0 * minutes + seconds),
        _ => None,
    }
}

/// The day of a number of seconds since 1970 (or of milliseconds), or of `20031215`; `None` if the digits are
/// neither.
fn date_of_digits(digits: &str) -> Option<String> {
    let number: i64 = digits.parse().ok()?;
    let (year, month, day) = match digits.len() {
        8 => (number / 10_000, number / 100 % 100, number % 100),
        9 | 10 => civil(number / 86_400),
        13 => civil(number / 86_400_000),
        _ => return None,
    };
    let is_date = (1..=12).contains(&month) && (1..=31).contains(&day);
    is_date.then(|| format!("{year:04}-{month:02}-{day:02}"))
}

/// Year, month and day of a number of days since 1970-01-01, not before it. Counts years from March, so that
/// the leap day is the last.
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let is_new_year = i64::from(month >= 10);
    (year + 400 * era + is_new_year, if month < 10 { month + 3 } else { month - 9 }, day)
}

/// A date as records hold it: `2026.11.22`, `2026/11/22` and seconds since 1970 become `2026-11-22`; what
/// follows the date stays, and unknown parts go.
pub(crate) fn date_from_file(text: &str) -> String {
    let text = text.trim();
    if let Some(date) = text.bytes().all(|byte| byte.is_ascii_digit()).then(|| date_of_digits(text)).flatten()
    {
        return date;
    }
    let known = text.trim_end_matches(['.', '-', '/', '?', ' ']);
    let length = known.len().min(10);
    let is_date = known.is_char_boundary(length)
        && known.bytes().take(4).filter(u8::is_ascii_digit).count() == 4
        && known[..length].bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'/'));
    if !is_date {
        return if known.is_empty() { String::new() } else { text.to_owned() };
    }
    known[..length].replace(['.', '/'], "-") + &known[length..]
}

/// A date as PGN writes it: dots between its parts.
pub(crate) fn date_with_dots(date: &str) -> String {
    let length = (0..=date.len().min(10)).rev().find(|&end| date.is_char_boundary(end)).unwrap_or(0);
    let dotted = date[..length].replace('-', ".") + &date[length..];
    // What does not come back as it was is no date, and stays.
    if date_from_file(&dotted) == date {
        dotted
    } else {
        date.to_owned()
    }
}

/// The part of a record that PGN, SGF and GGF share, without the reason of the end: tags and comments as the
/// format spells them.
pub(crate) fn kept_texts(
    record: &GameRecord,
    tag: impl Fn(&str) -> String,
    comment: impl Fn(&str) -> String,
) -> GameRecord {
    let player = |player: &Player| Player { name: tag(&player.name), rating: player.rating };
    let kept_move = |record: &MoveRecord| {
        let mut kept = MoveRecord::new(record.color, record.mv);
        if let Some(note) = record.note() {
            kept.set_note(Note { comment: comment(&note.comment), stderr: String::new(), ..*note });
        }
        kept
    };
    GameRecord {
        moves: record.moves.iter().map(kept_move).collect(),
        has_implied_pass: record.has_implied_pass,
        players: record.players.each_ref().map(player),
        event: tag(&record.event),
        place: tag(&record.place),
        round: tag(&record.round),
        date: date_from_file(&tag(&record.date)),
        time_control: tag(&record.time_control),
        comment: comment(&record.comment),
        result: record.result,
        ..GameRecord::from_start(record.start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_all_formats_become_one() {
        for (text, date) in [
            ("2026.11.22", "2026-11-22"),
            ("2026-11-22", "2026-11-22"),
            ("2026.??.??", "2026"),
            ("????.??.??", ""),
            ("2003.12.15_12:33:18.MST", "2003-12-15_12:33:18.MST"),
            ("2014-02-21 20:52:27 GMT", "2014-02-21 20:52:27 GMT"),
            ("1977", "1977"),
            ("945277754", "1999-12-15"),
            ("1078055999", "2004-02-29"),
            ("1078056000", "2004-02-29"),
            ("1709251200", "2024-03-01"),
            ("945277754000", "945277754000"),
            ("1709251200000", "2024-03-01"),
            ("20031215", "2003-12-15"),
            ("99999999", "99999999"),
            ("spring", "spring"),
        ] {
            assert_eq!(date_from_file(text), date);
            assert_eq!(date_from_file(&date_with_dots(date)), date);
        }
        assert_eq!(date_with_dots("2026-11-22"), "2026.11.22");
    }

    #[test]
    fn a_text_fits_on_a_line() {
        assert_eq!(one_line(" a\r\nb\tc "), "a  b c");
    }
}
