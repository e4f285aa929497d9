//! Attributes and values that bots report: on standard error and in messages.
//! An attribute is a line in the form of CG Arena and psyleague: `[TDATA][turn] name = value`, `[PDATA][turn]
//! name = value` or `[PDATA+][turn] name = value`, with the turn optional. All other lines are free text.

/// A named value that a bot wrote to standard error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute<'a> {
    /// Its subject.
    pub about: About,
    /// The turn that the bot named, by the bot's own count.
    pub turn: Option<u16>,
    /// Its name: letters, digits and underscores.
    pub name: &'a str,
    /// Its value: the rest of the line.
    pub value: &'a str,
}

/// The subject of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// The game: `[TDATA]`.
    Game,
    /// The bot that wrote it: `[PDATA]`.
    Player,
    /// The bot that wrote it; values are summed over the game: `[PDATA+]`.
    PlayerSum,
}

/// A bot's evaluation of its move, from its own side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// Expected result, in discs.
    Discs(f64),
    /// Expected score, from 0 (lost) to 1 (won).
    Share(f64),
    /// A proven result of unknown size: 1 for a win, 0 for a draw, -1 for a loss. An estimate beside it says
    /// less.
    Proven(i8),
}

/// The attributes in a text.
pub fn attributes(stderr: &str) -> impl Iterator<Item = Attribute<'_>> {
    stderr.lines().filter_map(attribute)
}

fn attribute(line: &str) -> Option<Attribute<'_>> {
    let line = line.trim();
    let (tag, rest) = line.strip_prefix('[')?.split_once(']')?;
    let about = match tag.to_ascii_uppercase().as_str() {
        "TDATA" => About::Game,
        "PDATA" => About::Player,
        "PDATA+" => About::PlayerSum,
        _ => return None,
    };
    let rest = rest.trim_start();
    let (turn, rest) = match rest.strip_prefix('[') {
        Some(rest) => {
            let (turn, rest) = rest.split_once(']')?;
            (Some(turn.trim().parse().ok()?), rest)
        }
        None => (None, rest),
    };
    let (name, value) = rest.split_once('=')?;
    let (name, value) = (name.trim(), value.trim());
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    is_name.then_some(Attribute { about, turn, name, value })
}

/// The bot's evaluation of its move, by what it wrote to standard error, else by its message. The last
/// attribute `value` counts, unless the last attribute `solved` is `win`, `draw` or `loss`; a message counts
/// if it starts with a number or says `win d14`. A number with `%` is a share, any other is in discs.
pub fn value(stderr: &str, message: &str) -> Option<Value> {
    let mut found = None;
    let mut proven = None;
    for Attribute { name, value, .. } in attributes(stderr) {
        if name.eq_ignore_ascii_case("value") {
            found = number(value).or(found);
        } else if name.eq_ignore_ascii_case("solved") {
            proven = result(value);
        }
    }
    proven.or(found).or_else(|| number(message.trim_start_matches(['=', ' ']))).or_else(|| by_depth(message))
}

/// A result in the words of this project's bots.
fn result(text: &str) -> Option<Value> {
    match text {
        "win" => Some(Value::Proven(1)),
        "draw" => Some(Value::Proven(0)),
        "loss" => Some(Value::Proven(-1)),
        _ => None,
    }
}

/// A proven result with the depth of its search, such as `win d14`.
fn by_depth(message: &str) -> Option<Value> {
    let (word, depth) = message.trim().split_once(" d")?;
    let is_depth = !depth.is_empty() && depth.bytes().all(|byte| byte.is_ascii_digit());
    is_depth.then(|| result(word))?
}

/// The number at the start of a text.
fn number(text: &str) -> Option<Value> {
    let end = text.find(|c: char| !matches!(c, '0'..='9' | '.' | '+' | '-')).unwrap_or(text.len());
    let number: f64 = text[..end].parse().ok()?;
    let is_share = text[end..].trim_start().starts_with('%');
    if is_share {
        (0.0..=100.0).contains(&number).then_some(Value::Share(number / 100.0))
    } else {
        (-64.0..=64.0).contains(&number).then_some(Value::Discs(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_read_as_cg_arena_reads_them() {
        let stderr = "hello\n[TDATA][12] map_size = 16\r\n  [pdata] final = a = b \n\
                  [TDATA][x] n = 1\n[TDATA][1] a b = 1\n[TDATA][70000] n = 1\n[TDATA] = 1\n[TDATA][3]\n\
                  [TDATA\u{e9}\n[PDATA+][2] n = 3\n[PDATA][ 4 ]größe=";
        let found: Vec<_> = attributes(stderr).collect();
        let attribute = |about, turn, name, value| Attribute { about, turn, name, value };
        assert_eq!(
            found,
            [
                attribute(About::Game, Some(12), "map_size", "16"),
                attribute(About::Player, None, "final", "a = b"),
                attribute(About::PlayerSum, Some(2), "n", "3"),
                attribute(About::Player, Some(4), "größe", ""),
            ]
        );
    }

    #[test]
    fn values_come_from_standard_error_first() {
        let stderr = "[TDATA][5] value = -3.5\n[TDATA][5] depth = 9\n[TDATA][6] value = +2\n";
        assert_eq!(value(stderr, "9"), Some(Value::Discs(2.0)));
        assert_eq!(value("[PDATA] value = 62.5 %", ""), Some(Value::Share(0.625)));
    }

    #[test]
    fn a_proven_result_is_no_estimate() {
        let solved = |word: &str| value(&format!("[TDATA] value = 30.0\n[TDATA] solved = {word}\n"), "");
        assert_eq!(solved("win"), Some(Value::Proven(1)));
        assert_eq!(solved("draw"), Some(Value::Proven(0)));
        assert_eq!(solved("loss"), Some(Value::Proven(-1)));
        for other in ["no", "exact", "maybe"] {
            assert_eq!(solved(other), Some(Value::Discs(30.0)), "{other}");
        }
    }

    #[test]
    fn messages_give_values_where_they_start_with_one() {
        for (message, expected) in [
            ("+3 d20", Some(Value::Discs(3.0))),
            ("=-12 solved", Some(Value::Discs(-12.0))),
            (" 54.2% 12k", Some(Value::Share(0.542))),
            ("win d20", Some(Value::Proven(1))),
            ("loss d9", Some(Value::Proven(-1))),
            ("win", None),
            ("win dx", None),
            ("winner d20", None),
            ("-", None),
            ("1e9", Some(Value::Discs(1.0))),
            ("777", None),
            ("101%", None),
            ("", None),
        ] {
            assert_eq!(value("", message), expected, "{message:?}");
        }
        assert_eq!(value("value = 3", ""), None);
    }
}
