//! Whether two crate roots can share one module without any name changing its meaning.

use std::collections::BTreeSet;

use crate::error::Result;
use crate::read::imports::imports_of;
use crate::read::source::Sources;
use crate::read::syntax::{self, Detail, Piece, PieceKind};
use crate::token::{closing, is_keyword, Token};

/// The names of a crate's root.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// Defined or imported there, and macros wherever they are.
    pub(super) introduced: BTreeSet<String>,
    /// Looked up from there.
    mentioned: BTreeSet<String>,
    /// Whether a glob import may bring more.
    globs: bool,
}

/// A name that one root introduces and the other introduces or looks up, `*` where a glob import may do so;
/// none if both can share one module.
pub(super) fn conflict(lib: &[Token], bin: &[Token], sources: &Sources) -> Result<Option<String>> {
    let (lib, bin) = (names(lib, sources)?, names(bin, sources)?);
    if lib.globs || bin.globs {
        return Ok(Some("*".into()));
    }
    let meets = |one: &Names, other: &Names| {
        let in_other = |name: &&String| other.introduced.contains(*name) || other.mentioned.contains(*name);
        one.introduced.iter().find(in_other).cloned()
    };
    Ok(meets(&lib, &bin).or_else(|| meets(&bin, &lib)))
}

/// Finds the names of a crate's root.
pub(super) fn names(tokens: &[Token], sources: &Sources) -> Result<Names> {
    let mut names = Names::default();
    let pieces = syntax::pieces(tokens, Detail::Items, sources)?;
    for (at, piece) in pieces.iter().enumerate() {
        let at_root = piece.parent.is_none();
        if let Some(name) = piece.name.filter(|_| at_root || piece.kind == PieceKind::MacroRules) {
            names.introduced.insert(tokens[name].text.to_string());
        } else if at_root && piece.kind == PieceKind::Use {
            for import in imports_of(tokens, &pieces, at) {
                names.globs |= import.is_glob;
                names.introduced.extend(import.binding.map(|name| tokens[name].text.to_string()));
            }
        }
    }
    names.add_mentions(tokens, &pieces);
    Ok(names)
}

impl Names {
    fn add_mentions(&mut self, tokens: &[Token], pieces: &[Piece]) {
        let mut at = 0;
        while at < tokens.len() {
            let own = pieces.iter().find(|piece| piece.parent.is_none() && piece.head == at);
            match own.map(|piece| (piece.kind, piece.name)) {
                Some((PieceKind::Mod, Some(name))) if tokens[name + 1].is("{") => {
                    at = closing(tokens, name + 1)
                }
                Some((PieceKind::Use, _)) => {
                    at += tokens[at..].iter().position(|token| token.is(";")).unwrap_or(0);
                }
                _ => {
                    let follows = at
                        .checked_sub(1)
                        .is_some_and(|before| tokens[before].is("::") || tokens[before].is("."));
                    if tokens[at].is_ident() && !follows && !is_keyword(&tokens[at].text) {
                        self.mentioned.insert(tokens[at].text.to_string());
                    }
                }
            }
            at += 1;
        }
    }
}
