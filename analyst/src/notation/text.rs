//! Text fields between formats: dates, line ends, lengths.

/// A text on one line: line ends and control characters become blanks; no blanks around it.
pub(crate) fn one_line(text: &str) -> String {
    let blanked: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    blanked.trim().to_owned()
}

/// A date as records hold it: `2026.11.22` and `2026/11/22` become `2026-11-22`; what follows the date stays,
/// and unknown parts go.
pub(crate) fn date_from_file(text: &str) -> String {
    let text = text.trim();
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
