//! Code that is configured away on this machine still counts as code that uses names.

use std::collections::BTreeSet;

use crate::error::Result;
use crate::read::attribute::{attributes, Attribute};
use crate::read::cfg::{Cfg, Target};
use crate::read::macros::inside_macros;
use crate::read::source::Sources;
use crate::read::syntax::{self, Detail};
use crate::token::{closing, Token};

/// Names in pieces that an attribute switches off on a machine with these cfgs.
pub(crate) fn names(
    tokens: &[Token],
    cfgs: &BTreeSet<String>,
    sources: &Sources,
) -> Result<BTreeSet<String>> {
    let cfg = Cfg { features: Vec::new(), target: Target::Exactly(cfgs.clone()) };
    let mut off = Vec::new();
    for (at, attribute) in attributes(tokens).filter(|(_, attribute)| attribute.name == "cfg") {
        let resolved = cfg.resolve(&tokens[at..attribute.end], sources)?;
        if Attribute::at(&resolved, 0).is_some_and(|attribute| attribute.is_off()) {
            off.push(at);
        }
    }
    let mut names = BTreeSet::new();
    if off.is_empty() {
        return Ok(names);
    }
    let pieces = syntax::pieces(tokens, Detail::Everything, sources)?;
    let in_macro = inside_macros(tokens);
    for at in off {
        let owner = pieces.iter().find(|piece| (piece.range.start..piece.head).contains(&at));
        // `Self` there.
        let of_type = owner.and_then(|piece| pieces[piece.parent?].of_type);
        names.extend(of_type.map(|name| tokens[name].text.to_string()));
        let range = match owner {
            Some(piece) => piece.range.clone(),
            None if in_macro[at] => at..end_in_macro(tokens, at),
            None => at..tokens.len(),
        };
        names.extend(
            tokens[range].iter().filter(|token| token.is_ident()).map(|token| token.text.to_string()),
        );
    }
    Ok(names)
}

/// The end of what the attribute at `at` belongs to, as far as one can tell inside a macro: through the next
/// block, `;` or `,`.
fn end_in_macro(tokens: &[Token], at: usize) -> usize {
    let mut end = Attribute::at(tokens, at).map_or(at + 1, |attribute| attribute.end);
    while end < tokens.len() {
        let token = &tokens[end];
        if token.is("{") {
            return closing(tokens, end) + 1;
        }
        if token.is(";") || token.is(",") || token.is("}") {
            return end + 1;
        }
        end = if token.is("(") || token.is("[") { closing(tokens, end) + 1 } else { end + 1 };
    }
    end
}
