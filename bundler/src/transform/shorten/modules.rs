//! One module for all: what modules hold moves to the crate's root, where it needs no paths, imports and
//! visibilities.
//!
//! A module stays, with all that it holds, where its names would meet others or might come to mean something
//! else, and where rustc then finds an error in it.

mod methods;
mod plan;
mod rewrite;
mod safety;
mod tree;

use std::collections::{BTreeMap, BTreeSet};

use super::exempt::allowed_lint;
use crate::emit::print::by_line;
use crate::error::Result;
use crate::prove::rustc::{Diagnostic, Level};
use crate::read::source::Sources;
use crate::read::syntax::{self, Detail};
use crate::token::Text;
use crate::token::{Origin, Token};
use crate::transform::Conflict;
use plan::Kept;
use plan::Plan;
use tree::Tree;

/// rustc is asked at most this often before all modules stay.
const MAX_PASSES: usize = 8;

/// A program with fewer modules.
pub(super) struct Dissolved {
    pub tokens: Vec<Token>,
    /// Names that keep a module.
    pub conflicts: Vec<Conflict>,
}

/// Moves what the modules of `tokens` hold to the root; `ask` asks rustc about a program.
///
/// # Errors
/// The tokens are no Rust that syn knows, or rustc cannot be run.
pub(super) fn dissolve(
    tokens: &[Token],
    sources: &Sources,
    ask: &dyn Fn(&Text) -> Result<Vec<Diagnostic>>,
) -> Result<Dissolved> {
    let whole = || Dissolved { tokens: tokens.to_vec(), conflicts: Vec::new() };
    let pieces = syntax::pieces(tokens, Detail::Items, sources)?;
    let Some(tree) = Tree::new(tokens, &pieces) else { return Ok(whole()) };
    let mut kept = safety::kept(&tree);
    // Asked for only where it matters: that takes rustc seconds.
    let mut known: Option<Vec<String>> = None;
    for _ in 0..MAX_PASSES {
        let plan = Plan::new(&tree, &mut kept);
        let moved = rewrite::rewrite(&plan);
        let text = by_line(&moved);
        let diagnostics = ask(&text)?;
        let matters = |one: &&Diagnostic| one.level == Level::Error || allowed_lint(one.code()).is_none();
        let mut complaints: Vec<&Diagnostic> = diagnostics.iter().filter(matters).collect();
        if known.is_none() && !complaints.is_empty() {
            known = Some(ask(&by_line(tokens))?.iter().map(|one| one.code().to_owned()).collect());
        }
        let is_new = |one: &Diagnostic| !known.iter().flatten().any(|known| known == one.code());
        complaints.retain(|one| one.level == Level::Error || is_new(one));
        if complaints.is_empty() {
            return Ok(Dissolved { tokens: moved, conflicts: plan.conflicts(&kept) });
        }
        let culprits = blame(&plan, &moved, &text, &complaints);
        if culprits.is_empty() {
            break;
        }
        culprits.into_iter().for_each(|module| kept[module] = Some(Kept::Holds));
    }
    Ok(whole())
}

/// The modules that `complaints` are about.
fn blame(plan: &Plan, moved: &[Token], text: &Text, complaints: &[&Diagnostic]) -> BTreeSet<usize> {
    let tree = plan.tree;
    let place = |(token, &module): (&Token, &usize)| Some((token.origin?, module));
    let module_at: BTreeMap<Origin, usize> = tree.tokens.iter().zip(&tree.of).filter_map(place).collect();
    let spans = complaints.iter().flat_map(|one| one.primary());
    let origins = spans.filter_map(|span| moved.get(text.at(span.byte_start))?.origin);
    let modules = origins.filter_map(|origin| module_at.get(&origin));
    // Where a module stays already, the one around it has to stay as well.
    let culprits =
        modules.map(|&module| plan.chain(module).first().map_or(module, |&at| tree.modules[at].parent));
    culprits.filter(|&module| module != tree::ROOT).collect()
}

#[cfg(test)]
mod tests {
    use super::{dissolve, Dissolved};
    use crate::emit::space::spaced;
    use crate::read::lex::lex;
    use crate::read::source::Sources;

    /// `text` with its modules dissolved, without spaces, where rustc has nothing against it.
    fn dissolved(text: &str) -> String {
        spaced(&moved(text).tokens).text.trim_end().to_owned()
    }

    fn moved(text: &str) -> Dissolved {
        let tokens = lex(text, 0).expect("the test's text has tokens").tokens;
        let sources = Sources::new("".as_ref());
        dissolve(&tokens, &sources, &|_| Ok(Vec::new())).expect("the test's text is Rust")
    }

    #[test]
    fn a_module_that_only_a_name_keeps_is_reported_with_that_name() {
        for (text, expected) in [
            ("mod m{pub fn f(){}}fn f(){m::f();}", &[("m", "f")] as &[_]),
            ("mod a{pub mod m{pub fn f(){}}}mod n{fn f(){}}", &[("n", "f")]),
            ("mod a{pub mod m{pub fn f(){}}fn f(){}}", &[("a::m", "f")]),
            ("mod a{mod m{fn f(){}}fn f(){}}fn f(){}", &[("a", "f")]),
            ("mod m{pub const X:u8=1;}fn f(y:u8)->u8{match y{X=>X}}", &[("m", "X")]),
            ("mod m{trait T{fn f(&self){}}impl<P>T for P{}}struct S;impl S{fn f(&self){}}", &[("m", "f")]),
            ("#[cfg(unix)]mod m{pub fn f(){}}fn f(){}", &[]),
            ("mod m{pub fn g(){}}fn f(){m::g();}", &[]),
        ] {
            let conflicts = moved(text).conflicts;
            let found: Vec<_> = conflicts.iter().map(|one| (&*one.module, &*one.name)).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn what_a_module_holds_needs_no_path_in_the_root() {
        for (apart, expected) in [
            ("mod m{pub fn f(){}}fn g(){m::f();}", "fn f(){}fn g(){f();}"),
            ("mod m{pub mod n{pub struct S;}}use m::n::S;fn g()->S{S}", "struct S;fn g()->S{S}"),
            (
                "mod m{use super::f;pub(super)fn g(){f();self::h();crate::f();}fn h(){}}fn f(){m::g()}",
                "fn g(){f();h();f();}fn h(){}fn f(){g()}",
            ),
            (
                "mod m{pub(crate)struct S{pub(super)x:u8,pub y:u8}}fn f(s:m::S){}",
                "struct S{x:u8,y:u8}fn f(s:S){}",
            ),
            (
                "mod m{pub mod n{pub fn f(){}}}use m::{self,n};fn g(){m::n::f();n::f();}",
                "fn f(){}fn g(){f();f();}",
            ),
            (
                "mod m{pub mod n{pub struct S;pub fn f(){}}fn h(){}}\
                 fn h(){}use m::n::{self,S};fn g(){n::f();}",
                "mod m{pub mod n{pub struct S;pub fn f(){}}fn h(){}}fn h(){}use m::n::S;fn g(){m::n::f();}",
            ),
            ("mod m{pub enum E{A}}use m::E::A;fn f()->m::E{A}", "enum E{A}use E::A;fn f()->E{A}"),
            ("mod m{pub fn f(){}}use m::f as g;fn h(){g();}", "fn f(){}use f as g;fn h(){g();}"),
            (
                "mod m{use std::fmt;fn f(e:fmt::Error){}}mod n{use std::fmt;fn g(e:fmt::Error){}}",
                "use std::fmt;fn f(e:fmt::Error){}fn g(e:fmt::Error){}",
            ),
            ("mod m{pub trait T{}}use m::T as _;fn g(){}", "trait T{}fn g(){}"),
            ("mod m{pub trait T{}impl T for u8{}}", "trait T{}impl T for u8{}"),
            (
                "mod m{pub trait T{fn f(&self){}}impl<P:std::ops::Deref>T for P{}}",
                "trait T{fn f(&self){}}impl<P:std::ops::Deref>T for P{}",
            ),
            (
                "mod m{pub trait T{fn f(&self){}}impl T for u8{}}use m::T;fn g(x:u8){x.f();}",
                "trait T{fn f(&self){}}impl T for u8{}fn g(x:u8){x.f();}",
            ),
            ("mod m{const _:()=();}fn f(_:u8){}", "const _:()=();fn f(_:u8){}"),
            ("mod m{use super::*;pub fn f(){g();}}fn g(){m::f();}", "fn f(){g();}fn g(){f();}"),
        ] {
            assert_eq!(dissolved(apart), expected);
        }
    }

    #[test]
    fn what_would_meet_its_name_stays() {
        for (apart, expected) in [
            ("mod m{pub fn f(){}}fn f(){m::f();}", "mod m{pub fn f(){}}fn f(){m::f();}"),
            (
                "mod m{pub struct S;}mod n{pub struct S;pub fn f(){super::m::S;S;crate::m::S;}}use n::f;",
                "struct S;mod n{pub struct S;pub fn f(){crate::S;S;crate::S;}}use n::f;",
            ),
            (
                "mod m{use std::fmt::Write;}mod n{use std::io::Write;}",
                "use std::fmt::Write;mod n{use std::io::Write;}",
            ),
            (
                "mod a{pub mod m{pub fn f(){super::g();}}fn g(){}}fn f(){a::m::f();}",
                "mod m{pub fn f(){crate::g();}}fn g(){}fn f(){m::f();}",
            ),
            (
                "mod a{pub mod m{pub fn f(){super::super::a::g();}}pub fn g(){}}fn f(){a::m::f();}",
                "mod m{pub fn f(){crate::g();}}fn g(){}fn f(){m::f();}",
            ),
            ("mod m{pub struct Vec;}fn f(v:Vec<m::Vec>){}", "mod m{pub struct Vec;}fn f(v:Vec<m::Vec>){}"),
        ] {
            assert_eq!(dissolved(apart), expected);
        }
    }

    #[test]
    fn what_would_come_to_mean_something_else_stays() {
        for apart in [
            "mod m{pub const X:u8=1;}fn f(y:u8)->u8{match y{X=>X}}",
            "mod m{trait T{fn len(self)->u8;}impl T for&str{fn len(self)->u8{1}}}fn f(s:&str){s.len();}",
            "mod m{trait T{fn f(&self){}}impl<P>T for P{}}struct S;impl S{fn f(&mut self){}}",
            "mod m{trait T{fn is_sorted(&self){}}impl T for Vec<u8>{}}fn f(v:Vec<u8>){v.is_sorted();}",
            "mod m{pub struct S;impl S{fn clone(&self){}}}fn f(s:m::S){s.clone();}",
            "mod m{pub fn f()->&'static str{module_path!()}}fn g(){m::f();}",
            "mod m{use std::arch::x86_64::*;pub fn f(){}}fn g(){m::f();}",
            "#[cfg(unix)]mod m{pub fn f(){}}fn g(){m::f();}",
        ] {
            assert_eq!(dissolved(apart), apart);
        }
    }

    #[test]
    fn a_local_hides_no_function_that_was_behind_a_path() {
        assert_eq!(
            dissolved("mod m{pub fn f()->u8{1}}fn g(){let f=m::f();h(f,m::f());}"),
            "fn f()->u8{1}fn g(){let f=crate::f();h(f,crate::f());}"
        );
    }

    #[test]
    fn macros_are_read_wherever_they_are_called() {
        assert_eq!(
            dissolved(
                "mod m{pub fn f(){}macro_rules!d{()=>{$crate::m::f()};}pub(crate)use d;}use m::d;d!();"
            ),
            "fn f(){}macro_rules!d{()=>{$crate::f()};}d!();"
        );
    }

    #[test]
    fn a_macro_keeps_its_import_where_its_definition_does_not_reach() {
        for (apart, expected) in [
            (
                "use m::d;d!();mod m{macro_rules!d{()=>{};}pub(crate)use d;}",
                "use d;d!();macro_rules!d{()=>{};}",
            ),
            (
                "mod m{macro_rules!d{()=>{};}pub(crate)use d;}macro_rules!e{()=>{$crate::m::d!();};}e!();",
                "macro_rules!d{()=>{};}use d;macro_rules!e{()=>{$crate::d!();};}e!();",
            ),
            (
                "d!();use m::d;mod m{macro_rules!d{()=>{};}pub(crate)use d;}",
                "d!();use d;macro_rules!d{()=>{};}",
            ),
            (
                "mod m{macro_rules!d{()=>{};}d!();}mod n{use std::arch::x86_64::*;use std::d;d!();}",
                "macro_rules!d{()=>{};}d!();mod n{use std::arch::x86_64::*;use std::d;d!();}",
            ),
        ] {
            assert_eq!(dissolved(apart), expected);
        }
    }
}
