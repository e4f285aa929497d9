use std::cell::RefCell;

use super::shorten;
use crate::lex::lex;
use crate::rustc::Diagnostic;
use crate::source::Sources;
use crate::space::spaced;

/// `text` with shorter visibilities, without spaces, where rustc says one of `messages` each time it is asked.
fn shortened(text: &str, messages: &[&str]) -> String {
    let tokens = lex(text, 0).expect("the test's text has tokens").tokens;
    let messages = RefCell::new(messages.iter());
    let complaints = |_: &[_]| {
        let said = messages.borrow_mut().next().map(|message| {
            let json = serde_json::json!({"level": "error", "message": message, "spans": [], "children": []});
            serde_json::from_value::<Diagnostic>(json).expect("a diagnostic")
        });
        Ok(said.into_iter().collect())
    };
    let short = shorten(&tokens, &Sources::new("".as_ref()), complaints).expect("the test's text is Rust");
    spaced(&short).text.trim_end().to_owned()
}

#[test]
fn what_only_its_own_module_names_is_private() {
    for (open, expected) in [
        ("pub fn f(){}", "fn f(){}"),
        (
            "pub mod m{pub fn f(){}pub fn g(){f();}}fn h(){m::g();}",
            "mod m{fn f(){}pub fn g(){f();}}fn h(){m::g();}",
        ),
        ("mod m{pub struct S{pub a:u8,pub(super)b:u8}}use m::S;", "mod m{pub struct S{a:u8,b:u8}}use m::S;"),
        (
            "mod m{impl S{pub const A:u8=1;pub fn f(){}}}fn g(){S::f();}",
            "mod m{impl S{const A:u8=1;pub fn f(){}}}fn g(){S::f();}",
        ),
    ] {
        assert_eq!(shortened(open, &[]), expected);
    }
}

#[test]
fn a_parent_is_named_only_where_that_hides_something() {
    for (open, expected) in [
        ("mod m{pub(super)fn f(){}}use m::f;", "mod m{pub fn f(){}}use m::f;"),
        ("mod a{mod b{pub(super)fn f(){}}use b::f;}", "mod a{mod b{pub fn f(){}}use b::f;}"),
        (
            "mod a{mod b{pub(super)fn f(){}}use b::f;}fn f(){}",
            "mod a{mod b{pub(super)fn f(){}}use b::f;}fn f(){}",
        ),
    ] {
        assert_eq!(shortened(open, &[]), expected);
    }
}

#[test]
fn a_name_elsewhere_counts_if_it_may_be_the_same() {
    let field = |elsewhere: &str| {
        let short = shortened(&format!("mod m{{pub struct S{{pub x:u8}}}}{elsewhere}"), &[]);
        !short.contains("pub x")
    };
    for other in ["fn x(){}", "fn f(x:u8){g(x,S::x);}", "static A:u8=x;"] {
        assert!(field(other), "{other} names no field");
    }
    for same in [
        "fn f(s:S){s.x;}",
        "fn f(){S{x};}",
        "fn f(){S{y:1,x:2};}",
        "fn f(S{y,ref x}:S){}",
        "fn f(){g!(x);}",
        "macro_rules!g{()=>{x};}",
    ] {
        assert!(!field(same), "{same} may name the field");
    }
    let method = |elsewhere: &str| {
        !shortened(&format!("mod m{{impl S{{pub fn x(){{}}}}}}{elsewhere}"), &[]).contains("pub fn")
    };
    assert!(method("fn x(){x()}"));
    assert!(!method("fn f(){S::x()}") && !method("fn f(s:S){s.x()}"));
}

#[test]
fn macros_of_the_program_may_name_anything_anywhere() {
    let text = "mod m{pub fn f(){}macro_rules!g{()=>{$crate::m::f()};}}";
    assert_eq!(shortened(text, &[]), text);
}

#[test]
fn what_rustc_misses_stays_visible() {
    let text = "mod a{mod b{pub(super)struct S;pub fn f()->S{S}pub fn g(){}}fn h(){b::f();}}";
    let expected = "mod a{mod b{pub struct S;pub fn f()->S{S}fn g(){}}fn h(){b::f();}}";
    assert_eq!(shortened(text, &["type `a::b::S` is private"]), expected);
    let twice = ["type `S` is private", "type `a::b::S` is more private than the item `a::b::f`"];
    assert_eq!(shortened(text, &twice), expected.replace("pub struct", "pub(super)struct"));
    assert_eq!(shortened(text, &["type `Unknown` is private"]), text, "nothing can be done about that");
}

#[test]
fn other_visibilities_stay() {
    let text = "mod m{pub(in crate)fn f(){}pub(self)fn g(){}pub use std::fmt;pub trait T{fn t();}}use m::T;";
    assert_eq!(shortened(text, &[]), text);
}
