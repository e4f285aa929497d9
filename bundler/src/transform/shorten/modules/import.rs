//! Imports, one by one.

use crate::read::attribute::split_commas;
use crate::read::syntax::{Piece, PieceKind};
use crate::token::{closing, Token};

/// What one path of a `use` brings in.
pub(super) struct Import {
    /// The piece of its declaration.
    pub piece: usize,
    /// The module in which it is.
    pub module: usize,
    /// Whether it is in a block, of a function say, and not directly in the module.
    pub in_block: bool,
    /// The tokens of its segments; that of `self` at the end of a path is left out.
    pub path: Vec<usize>,
    /// Whether the path starts with `::`.
    pub is_global: bool,
    /// Whether it brings in all that the path leads to.
    pub is_glob: bool,
    /// The token of the name that it gives, `_` included; none for a glob.
    pub binding: Option<usize>,
    /// Whether `as` gives that name.
    pub is_renamed: bool,
}

/// All imports, in the order of their places.
pub(super) fn imports(tokens: &[Token], pieces: &[Piece], of: &[usize]) -> Vec<Import> {
    let mut found = Vec::new();
    for (at, piece) in pieces.iter().enumerate().filter(|(_, piece)| piece.kind == PieceKind::Use) {
        let Some(keyword) = (piece.head..piece.range.end).find(|&at| tokens[at].is("use")) else { continue };
        let in_block = piece.parent.is_some_and(|parent| pieces[parent].kind != PieceKind::Mod);
        let mut reader = Reader { tokens, found: &mut found, piece: at, module: of[keyword], in_block };
        reader.read(keyword + 1..piece.range.end - 1, &[], false);
    }
    found
}

struct Reader<'a> {
    tokens: &'a [Token],
    found: &'a mut Vec<Import>,
    piece: usize,
    module: usize,
    in_block: bool,
}

impl Reader<'_> {
    /// Reads the tree at `range` below the segments in `above`.
    fn read(&mut self, range: std::ops::Range<usize>, above: &[usize], is_global: bool) {
        let Some(first) = self.tokens[range.clone()].first() else { return };
        let next = self.tokens.get(range.start + 1).filter(|_| range.len() > 1);
        if first.is("::") {
            self.read(range.start + 1..range.end, above, true);
        } else if first.is("{") {
            let mut start = range.start + 1;
            for part in split_commas(&self.tokens[start..closing(self.tokens, range.start)]) {
                self.read(start..start + part.len(), above, is_global);
                start += part.len() + 1;
            }
        } else if next.is_some_and(|next| next.is("::")) {
            self.read(range.start + 2..range.end, &[above, &[range.start]].concat(), is_global);
        } else {
            self.leaf(range, above, is_global);
        }
    }

    fn leaf(&mut self, range: std::ops::Range<usize>, above: &[usize], is_global: bool) {
        let first = range.start;
        let is_glob = self.tokens[first].is("*");
        let is_self = self.tokens[first].is("self") && !above.is_empty();
        let mut path = above.to_vec();
        if !is_glob && !is_self {
            path.push(first);
        }
        let is_renamed = range.len() == 3;
        let binding = if is_renamed { Some(range.end - 1) } else { path.last().copied() };
        self.found.push(Import {
            piece: self.piece,
            module: self.module,
            in_block: self.in_block,
            path,
            is_global,
            is_glob,
            binding: binding.filter(|_| !is_glob),
            is_renamed,
        });
    }
}
