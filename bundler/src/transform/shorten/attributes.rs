//! Attributes that many items share, written once: a macro puts them before each item that it is given.
//!
//! `#[inline(always)]` before a hundred functions becomes one `macro_rules!` and a pair of braces around the
//! functions of each block. Items of a block move behind one another, which changes nothing that they mean.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::rc::Rc;

use super::unique_name::UniqueNames;
use crate::edit::Edits;
use crate::emit::budget::Size;
use crate::emit::space::spaced;
use crate::error::Result;
use crate::options::Names;
use crate::read::attribute::after_inner_attributes;
use crate::read::lex::synthesised;
use crate::read::source::Sources;
use crate::read::syntax::{self, Detail, Piece, PieceKind};
use crate::token::{blocks, Token};

/// Attributes that mean the same wherever a macro writes them.
const MOVABLE: [&str; 4] = ["cold", "derive", "inline", "target_feature"];

/// The units of `a!{}` around the items of a block.
const CALL_UNITS: usize = 4;

/// Gathers the items that share an attribute, block by block, where that saves units.
///
/// # Errors
/// syn cannot parse the tokens.
pub(super) fn gather(tokens: &[Token], names: Names, sources: &Sources) -> Result<Vec<Token>> {
    let pieces = syntax::pieces(tokens, Detail::Items, sources)?;
    let known: BTreeSet<&str> =
        tokens.iter().filter(|token| token.is_ident()).map(|token| &*token.text).collect();
    let mut short_names = UniqueNames::new(names, &|name| known.contains(name));
    let mut shared = shared(tokens, &pieces);
    let mut definitions = Vec::new();
    let mut edits = Edits::default();
    let mut done: BTreeSet<usize> = BTreeSet::new();
    loop {
        shared.values_mut().for_each(|uses| uses.retain(|one| !done.contains(&one.item.start)));
        let best = shared.iter().max_by_key(|(attribute, uses)| (saved(attribute, uses), *attribute));
        let Some((attribute, uses)) = best.filter(|(attribute, uses)| saved(attribute, uses) > 0) else {
            break;
        };
        let Some(name) = short_names.peek() else { break };
        short_names.take();
        definitions.extend(synthesised(&definition(&name, attribute), None));
        for block in by_block(uses).values() {
            replace(tokens, block, &name, &mut edits);
        }
        done.extend(uses.iter().map(|one| one.item.start));
    }
    let start = after_inner_attributes(tokens, 0);
    edits.replace(start..start, definitions);
    Ok(edits.apply(tokens))
}

/// An attribute before an item.
struct Use {
    /// The delimiter that opens the block around the item.
    block: usize,
    /// The item with all its attributes.
    item: Range<usize>,
    attribute: Range<usize>,
}

/// The attributes that may be shared, by their text, with the items that have them.
fn shared(tokens: &[Token], pieces: &[Piece]) -> BTreeMap<Rc<str>, Vec<Use>> {
    let blocks = blocks(tokens);
    let mut found: BTreeMap<Rc<str>, Vec<Use>> = BTreeMap::new();
    for piece in pieces {
        let parent = piece.parent.map(|parent| pieces[parent].kind);
        let fits = match piece.kind {
            PieceKind::Fn => matches!(parent, None | Some(PieceKind::Mod | PieceKind::Impl)),
            PieceKind::Struct | PieceKind::Enum => matches!(parent, None | Some(PieceKind::Mod)),
            _ => false,
        };
        for (start, attribute) in piece.attributes(tokens) {
            if fits && MOVABLE.contains(&attribute.name) {
                let range = start..attribute.end;
                let text = spaced(&tokens[range.clone()]).text;
                let one = Use { block: blocks[start], item: piece.range.clone(), attribute: range };
                found.entry(text.trim_end().into()).or_default().push(one);
            }
        }
    }
    found
}

fn by_block(uses: &[Use]) -> BTreeMap<usize, Vec<&Use>> {
    let mut blocks: BTreeMap<usize, Vec<&Use>> = BTreeMap::new();
    uses.iter().for_each(|one| blocks.entry(one.block).or_default().push(one));
    blocks
}

/// The units that sharing an attribute saves.
fn saved(attribute: &str, uses: &[Use]) -> usize {
    let calls = CALL_UNITS * by_block(uses).len() + Size::of(&definition("a", attribute)).units;
    (uses.len() * Size::of(attribute).units).saturating_sub(calls)
}

fn definition(name: &str, attribute: &str) -> String {
    format!("macro_rules!{name}{{($(${name}:item)*)=>{{$({attribute}${name})*}}}}")
}

/// Moves the items of a block to the place of the last, behind one another in the braces of one call.
fn replace(tokens: &[Token], uses: &[&Use], name: &str, edits: &mut Edits) {
    let Some((last, others)) = uses.split_last() else { return };
    let near = tokens[last.item.start].origin;
    let mut call = synthesised(&format!("{name}!{{"), near);
    for one in uses {
        call.extend_from_slice(&tokens[one.item.start..one.attribute.start]);
        call.extend_from_slice(&tokens[one.attribute.end..one.item.end]);
    }
    call.extend(synthesised("}", near));
    others.iter().for_each(|one| edits.remove(one.item.clone()));
    edits.replace(last.item.clone(), call);
}

#[cfg(test)]
mod tests {
    use super::gather;
    use crate::emit::space::spaced;
    use crate::options::Names;
    use crate::read::lex::lex;
    use crate::read::source::Sources;

    fn gathered(text: &str) -> String {
        let tokens = lex(text, 0).expect("the test's text has tokens").tokens;
        let short =
            gather(&tokens, Names::Ascii, &Sources::new("".as_ref())).expect("the test's text is Rust");
        spaced(&short).text.trim_end().replace('\n', " ")
    }

    #[test]
    fn functions_of_a_block_share_their_attribute() {
        let functions: String = (0..5).map(|index| format!("#[inline(always)]fn f{index}(){{}}")).collect();
        let bare = functions.replace("#[inline(always)]", "");
        let expected = "macro_rules!a{($($a:item)*)=>{$(#[inline(always)]$a)*}}";
        assert_eq!(gathered(&functions), format!("{expected}a!{{{bare}}}"));
        let members = format!("struct S;impl S{{const A:u8=1;{functions}fn last(){{}}}}");
        let expected = format!("{expected}struct S;impl S{{const A:u8=1;a!{{{bare}}}fn last(){{}}}}");
        assert_eq!(gathered(&members), expected);
    }

    #[test]
    fn what_would_save_nothing_stays() {
        for text in [
            "#[inline(always)]fn f(){}",
            "#![allow(dead_code)]#[cfg(unix)]fn f(){}#[cfg(unix)]fn g(){}#[cfg(unix)]fn h(){}",
            "fn f(){#[inline(always)]fn g(){}#[inline(always)]fn h(){}#[inline(always)]fn i(){}}",
        ] {
            assert_eq!(gathered(text), text);
        }
    }
}
