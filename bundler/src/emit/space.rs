//! The least white space that keeps every token what it is, and the proof that it did.

use std::collections::HashMap;

use crate::read::lex::lex;
use crate::read::macros::stringified;
use crate::token::{Kind, Text, Token};

/// Lines end at the first gap that is needed anyway after this many characters.
const LINE_LENGTH: usize = 120;

/// Prints `tokens` with the least white space. The arguments of `stringify!` keep theirs.
pub(crate) fn spaced(tokens: &[Token]) -> Text {
    let mut gaps = Gaps::default();
    let mut out = Text::default();
    let mut line_start = 0;
    let verbatim = stringified(tokens);
    for (index, token) in tokens.iter().enumerate() {
        if index > 0 {
            let before = &tokens[index - 1];
            let wanted = verbatim[index] && !token.trivia.is_empty();
            if before.is_doc() || wanted || gaps.needed(before, token, tokens.get(index + 1)) {
                let ends = before.is_doc() || !verbatim[index] && out.text.len() - line_start > LINE_LENGTH;
                out.text.push(if ends { '\n' } else { ' ' });
                if ends {
                    line_start = out.text.len();
                }
            }
        }
        out.starts.push(out.text.len());
        out.text.push_str(&token.text);
    }
    out.text.push('\n');
    out
}

/// Whether `text` splits into exactly `tokens` again; if not, the index of the first one that differs.
pub(crate) fn same_tokens(text: &str, tokens: &[Token]) -> Result<(), usize> {
    let Ok(lexed) = lex(text, 0) else { return Err(0) };
    let differs = |(one, other): (&Token, &Token)| one.kind != other.kind || one.text != other.text;
    match lexed.tokens.iter().zip(tokens).position(differs) {
        Some(index) => Err(index),
        None if lexed.tokens.len() != tokens.len() => Err(lexed.tokens.len().min(tokens.len())),
        None => Ok(()),
    }
}

/// Decides whether two tokens would run together, and caches the answers.
#[derive(Default)]
pub(crate) struct Gaps {
    /// By the text of both (and of what follows), where the second starts, and where the third does.
    known: HashMap<(String, usize, Option<usize>), bool>,
}

impl Gaps {
    /// Whether `left` and `right` need something between them, where `next` follows.
    pub(crate) fn needed(&mut self, left: &Token, right: &Token, next: Option<&Token>) -> bool {
        if never_joins(left) || never_joins(right) {
            return false;
        }
        // `0.` is a float, `0.max` is not: what follows the dot decides.
        let next = next.filter(|next| left.kind == Kind::Number && right.is(".") && next.is_ident());
        let mut text = left.text.to_string();
        let middle = text.len();
        text.push_str(&right.text);
        let end = next.map(|next| {
            let end = text.len();
            text.push_str(&next.text);
            end
        });
        *self.known.entry((text, middle, end)).or_insert_with_key(|(text, ..)| {
            let starts = [0, middle].into_iter().chain(end);
            !lex(text, 0).is_ok_and(|lexed| starts.eq(lexed.starts))
        })
    }
}

fn never_joins(token: &Token) -> bool {
    matches!(token.kind, Kind::Open | Kind::Close) || token.is(",") || token.is(";")
}

#[cfg(test)]
mod tests {
    use super::{same_tokens, spaced};
    use crate::read::lex::lex;
    use crate::token::Token;

    fn tokens(text: &str) -> Vec<Token> {
        lex(text, 0).expect("the test's text has tokens").tokens
    }

    /// Spaces `text`, checks that its tokens are the same, and returns the result without the last line end.
    fn tight(text: &str) -> String {
        let tokens = tokens(text);
        let out = spaced(&tokens).text;
        assert_eq!(same_tokens(&out, &tokens), Ok(()), "{text} became {out}");
        out.trim_end().to_owned()
    }

    #[test]
    fn only_needed_spaces_are_left() {
        for (loose, expected) in [
            ("a & &b", "a& &b"),
            ("a && b", "a&&b"),
            ("a - -b", "a--b"),
            ("a - > b", "a- >b"),
            ("a -> b", "a->b"),
            ("a < -b", "a< -b"),
            ("a <- b", "a<-b"),
            ("1. .max(2)", "1. .max(2)"),
            ("1.0 .max(2)", "1.0.max(2)"),
            ("1 .max(2)", "1.max(2)"),
            ("1 . 5", "1 .5"),
            ("1 .. 5", "1..5"),
            ("1. .. 5.", "1. ..5."),
            ("x ..= y", "x..=y"),
            ("x .. = y", "x.. =y"),
            ("0 .. .5", "0.. .5"),
            ("t . 0 . 1", "t.0 .1"),
            ("t . 0 . len", "t.0.len"),
            ("'a' 'b'", "'a''b'"),
            ("'a 'b'", "'a 'b'"),
            ("& 'a mut x", "&'a mut x"),
            ("'a + 'b", "'a+'b"),
            ("break 'a 1", "break 'a 1"),
            ("r#type . r#fn", "r#type.r#fn"),
            ("r # x", "r #x"),
            ("match \"x\" {}", "match \"x\"{}"),
            ("b 'x'", "b 'x'"),
            ("r \"x\"", "r \"x\""),
            ("\"x\" y", "\"x\" y"),
            ("\"x\" 1", "\"x\"1"),
            ("1 u8", "1 u8"),
            ("1 e5", "1 e5"),
            ("0 x1", "0 x1"),
            ("1 _x", "1 _x"),
            ("a << 1 >> 2", "a<<1>>2"),
            ("a < < b", "a< <b"),
            ("Vec < Vec < u8 >>", "Vec<Vec<u8>>"),
            ("Vec < Vec < u8 > >", "Vec<Vec<u8> >"),
            ("let x: V<u8> = y", "let x:V<u8> =y"),
            ("a = = b", "a= =b"),
            ("a == b", "a==b"),
            ("! = x", "! =x"),
            ("! ! x", "!!x"),
            ("_ => x", "_=>x"),
            ("= > x", "= >x"),
            ("|| ||", "||||"),
            ("| | x", "| |x"),
            ("| x | | y | z", "|x| |y|z"),
            ("a :: < B > :: c", "a::<B>::c"),
            ("a : : b", "a: :b"),
            ("a / * b", "a/ *b"),
            ("a / / b", "a/ /b"),
            ("* / x", "*/x"),
            ("$ crate :: x", "$crate::x"),
            ("# [ a ] # ! [ b ]", "#[a]#![b]"),
            ("dyn Fn ( u8 ) + 'a", "dyn Fn(u8)+'a"),
            ("& mut * x", "&mut*x"),
            ("as * const u8", "as*const u8"),
            ("r\"\\\" r##\"\"#\"##", "r\"\\\" r##\"\"#\"##"),
            ("b\"x\" b'x' c\"x\"", "b\"x\" b'x' c\"x\""),
            ("x /* gone */ y // gone\n z", "x y z"),
        ] {
            assert_eq!(tight(loose), expected, "{loose}");
        }
    }

    #[test]
    fn docs_that_stay_end_their_line() {
        assert_eq!(tight("/// one\n/** two */ fn a() {}"), "/// one\n/** two */\nfn a(){}");
        assert_eq!(tight("#[doc = \"text\"] fn a() {}"), "#[doc=\"text\"]fn a(){}");
    }

    #[test]
    fn stringify_keeps_its_spaces() {
        assert_eq!(tight("f ( stringify! ( a + b , c ) + d )"), "f(stringify!( a + b , c)+d)");
    }

    #[test]
    fn long_lines_end_where_a_space_is_needed_anyway() {
        let text = tight(&"let abc = abc ; ".repeat(100));
        assert!(text.lines().all(|line| line.len() < 140), "{text}");
        assert_eq!(text.len(), "let abc=abc;".len() * 100);
    }

    /// Any sequence of these, in any order, must survive.
    const PARTS: [&str; 62] = [
        "a", "r", "b", "c", "br", "_", "fn", "r#type", "'a", "'_", "'x'", "b'x'", "\"s\"", "r\"s\"",
        "r#\"s\"#", "b\"s\"", "c\"s\"", "1", "0", "1.", "1.5", "1e3", "0xf", "1u8", "1_f32", "+", "-", "*",
        "/", "%", "^", "!", "&", "|", "=", "<", ">", "@", ".", ",", ";", ":", "#", "$", "?", "~", "==", "!=",
        "<=", ">=", "=>", "->", "<-", "&&", "||", "::", "..", "...", "..=", "<<", ">>", ">>=",
    ];

    /// All pairs, and random sequences.
    #[test]
    fn any_sequence_of_tokens_survives() {
        for one in PARTS {
            for other in PARTS {
                tight(&format!("{one} {other}"));
            }
        }
        let mut state = 0x2545_F491_4F6C_DD1D_u64;
        for _ in 0..1000 {
            let mut text = String::new();
            for _ in 0..20 {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                text.push_str(PARTS[(state >> 20) as usize % PARTS.len()]);
                text.push(' ');
            }
            tight(&text);
        }
    }

    #[test]
    fn a_changed_token_is_noticed() {
        let original = tokens("let a = b & & c ;");
        assert_eq!(same_tokens("let a=b& &c;", &original), Ok(()));
        assert_eq!(same_tokens("let a=b&&c;", &original), Err(4));
        assert_eq!(same_tokens("let a=b& &d;", &original), Err(6));
        assert_eq!(same_tokens("let a=b& &c", &original), Err(7));
        assert_eq!(same_tokens("let a=b& &c;;", &original), Err(8));
        assert_eq!(same_tokens("let a=b& &c;\"", &original), Err(0));
    }
}
