//! The imports of `use` declarations, one by one.

use std::ops::Range;

use crate::read::attribute::comma_parts;
use crate::read::syntax::{Piece, PieceKind};
use crate::token::{closing, Token};

/// What one path of a `use` declaration brings in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Import {
    /// Its declaration, by index among the pieces.
    pub piece: usize,
    /// The `use` of the declaration.
    pub keyword: usize,
    /// Its last segment, with `as` and what follows that.
    pub leaf: Range<usize>,
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

impl Import {
    /// The token that says what it brings in: for a glob the module, for `as _` the trait.
    pub(crate) fn named(&self, tokens: &[Token]) -> Option<usize> {
        self.binding.filter(|&name| !tokens[name].is("_")).or(self.path.last().copied())
    }
}

/// All imports, in the order of their places.
pub(crate) fn imports(tokens: &[Token], pieces: &[Piece]) -> Vec<Import> {
    (0..pieces.len()).flat_map(|at| imports_of(tokens, pieces, at)).collect()
}

/// The imports of `pieces[at]`; none if that is no declaration of imports.
pub(crate) fn imports_of(tokens: &[Token], pieces: &[Piece], at: usize) -> Vec<Import> {
    let piece = &pieces[at];
    let mut found = Vec::new();
    let keyword = (piece.head..piece.range.end).find(|&at| tokens[at].is("use"));
    if let (PieceKind::Use, Some(keyword)) = (piece.kind, keyword) {
        let above = Import { piece: at, keyword, ..Import::default() };
        read(tokens, keyword + 1..piece.range.end - 1, &above, &mut found);
    }
    found
}

/// Reads the tree at `range`, below the segments of `above`.
fn read(tokens: &[Token], range: Range<usize>, above: &Import, found: &mut Vec<Import>) {
    let Some(first) = tokens[range.clone()].first() else { return };
    if first.is("::") {
        let above = Import { is_global: true, ..above.clone() };
        read(tokens, range.start + 1..range.end, &above, found);
    } else if first.is("{") {
        for part in comma_parts(tokens, range.start + 1..closing(tokens, range.start)) {
            read(tokens, part, above, found);
        }
    } else if range.len() > 1 && tokens[range.start + 1].is("::") {
        let mut above = above.clone();
        above.path.push(range.start);
        read(tokens, range.start + 2..range.end, &above, found);
    } else {
        let (is_glob, is_renamed) = (first.is("*"), range.len() == 3);
        let mut import = Import { leaf: range.clone(), is_glob, is_renamed, ..above.clone() };
        if !is_glob && (!first.is("self") || above.path.is_empty()) {
            import.path.push(range.start);
        }
        let name = if is_renamed { Some(range.end - 1) } else { import.path.last().copied() };
        import.binding = name.filter(|_| !is_glob);
        found.push(import);
    }
}
