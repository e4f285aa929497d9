use super::join;
use crate::lex::lex;
use crate::source::Sources;
use crate::space::spaced;

/// `text` with its imports joined, without spaces.
fn joined(text: &str) -> String {
    let tokens = lex(text, 0).expect("the test's text has tokens").tokens;
    let joined = join(&tokens, &Sources::new("".as_ref())).expect("the test's text is Rust");
    spaced(&joined).text.trim_end().to_owned()
}

#[test]
fn imports_share_what_their_paths_share() {
    for (apart, expected) in [
        ("use a::b;", "use a::b;"),
        ("use a::b; use a::c;", "use a::{b,c};"),
        ("use a::b; use c::d;", "use{a::b,c::d};"),
        ("use a::{b, c::d}; use a::c::{e, f as g};", "use a::{b,c::{d,e,f as g}};"),
        ("use a::b::c; use a::d; use a::b::e;", "use a::{b::{c,e},d};"),
        ("use self::a::b;", "use self::a::b;"),
        ("use a::{b}; use {c::d, a::*};", "use{a::{b,*},c::d};"),
        ("use a::B as _; use a; use a::c;", "use{a::{B as _,c},a};"),
        ("use ::a::b; use a::c;", "use{::a::b,a::c};"),
        (
            "use self::a::b; use super::c; fn f() {} use crate::d;",
            "use{self::a::b,super::c,crate::d};fn f(){}",
        ),
    ] {
        assert_eq!(joined(apart), expected);
    }
}

#[test]
fn a_module_imported_by_self_stays_in_braces() {
    assert_eq!(joined("use a::{self}; use b::c;"), "use{a::{self},b::c};");
    assert_eq!(joined("use a::{self as d}; use a::b;"), "use a::{self as d,b};");
    assert_eq!(joined("use a::b; use a::b::{self as d};"), "use a::{b,b::{self as d}};");
}

#[test]
fn imports_of_other_blocks_and_kinds_stay_apart() {
    for apart in [
        "use a::b;mod m{use a::c;fn f(){use a::d;{use a::e;}}}",
        "use a::b;pub use a::c;pub(super)use a::d;",
        "use a::b;#[cfg(unix)]use a::c;",
        "macro_rules!m{()=>{};}use a::b;pub(crate)use m;use crate::m as n;",
        "use a::b;m!{use a::c;use a::d;}",
    ] {
        assert_eq!(joined(apart), apart);
    }
    assert_eq!(joined("pub use a::b; use c::d; pub use a::e;"), "pub use a::{b,e};use c::d;");
}
