//! Joins the imports of a block: `use a::b;use a::c;use d::e;` becomes `use{a::{b,c},d::e};`.
//!
//! Only declarations of one visibility and without attributes, and none that names one of the program's
//! macros: those may depend on their place. Every path stays as it is, so that it leads where it led.

use std::collections::BTreeMap;

use super::marks::macro_names;
use crate::edit::Edits;
use crate::error::Result;
use crate::read::attribute::split_commas;
use crate::read::source::Sources;
use crate::read::syntax::{self, Detail, PieceKind};
use crate::token::{blocks, closing, Kind, Token};

/// Replaces the first of the declarations of a block that can be joined by one for all of them.
///
/// # Errors
/// syn cannot parse the tokens.
pub(super) fn join(tokens: &[Token], sources: &Sources) -> Result<Vec<Token>> {
    let pieces = syntax::pieces(tokens, Detail::Items, sources)?;
    let (blocks, macros) = (blocks(tokens), macro_names(tokens));
    let mut joined: BTreeMap<(usize, String), Declaration> = BTreeMap::new();
    let mut edits = Edits::default();
    for piece in pieces.iter().filter(|piece| piece.kind == PieceKind::Use && piece.range.start == piece.head)
    {
        let Some(keyword) = piece.range.clone().find(|&at| tokens[at].is("use")) else { continue };
        let tree = &tokens[keyword + 1..piece.range.end - 1];
        if tree.iter().any(|token| macros.contains(&*token.text)) {
            continue;
        }
        let visibility: String = tokens[piece.head..keyword].iter().map(|token| &*token.text).collect();
        let declaration = joined.entry((blocks[keyword], visibility)).or_default();
        declaration.trees.push(keyword + 1..piece.range.end - 1);
        add(tree, &mut declaration.branches);
        if declaration.trees.len() > 1 {
            edits.remove(piece.range.clone());
        }
    }
    for declaration in joined.into_values() {
        let mut tree = Vec::new();
        write(&declaration.branches, &tokens[declaration.trees[0].start], &mut tree);
        edits.replace(declaration.trees[0].clone(), tree);
    }
    Ok(edits.apply(tokens))
}

/// The imports of a block.
#[derive(Default)]
struct Declaration {
    /// The tokens between `use` and `;` of each.
    trees: Vec<std::ops::Range<usize>>,
    branches: Vec<Branch>,
}

/// A segment of a path with what follows it; what an import ends with (`a`, `a as b`, `self`, `*`) has
/// nothing below.
struct Branch {
    tokens: Vec<Token>,
    below: Vec<Branch>,
}

/// Adds the imports of `tree` to `branches`, below the segments that they share.
fn add(tree: &[Token], branches: &mut Vec<Branch>) {
    match tree {
        [] => {}
        [open, ..] if open.is("{") => {
            split_commas(&tree[1..closing(tree, 0)]).into_iter().for_each(|part| add(part, branches));
        }
        [segment, colons, rest @ ..] if colons.is("::") => {
            let shares = |branch: &Branch| !branch.below.is_empty() && branch.tokens[0].text == segment.text;
            let at = branches.iter().position(shares).unwrap_or(branches.len());
            if at == branches.len() {
                branches.push(Branch { tokens: vec![segment.clone()], below: Vec::new() });
            }
            add(rest, &mut branches[at].below);
        }
        leaf => branches.push(Branch { tokens: leaf.to_vec(), below: Vec::new() }),
    }
}

/// Appends `branches`, in braces unless there is only one that needs none.
fn write(branches: &[Branch], near: &Token, out: &mut Vec<Token>) {
    let mark = |kind, text| Token::new(kind, text, near.origin);
    let bare = branches.len() == 1 && !(branches[0].tokens[0].is("self") && branches[0].below.is_empty());
    if !bare {
        out.push(mark(Kind::Open, "{"));
    }
    for (index, branch) in branches.iter().enumerate() {
        if index > 0 {
            out.push(mark(Kind::Punct, ","));
        }
        out.extend_from_slice(&branch.tokens);
        if !branch.below.is_empty() {
            out.push(mark(Kind::Punct, "::"));
            write(&branch.below, &branch.tokens[0], out);
        }
    }
    if !bare {
        out.push(mark(Kind::Close, "}"));
    }
}

#[cfg(test)]
mod tests {
    use super::join;
    use crate::emit::space::spaced;
    use crate::read::lex::lex;
    use crate::read::source::Sources;

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
}
