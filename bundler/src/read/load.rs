//! One crate as one list of tokens: its modules in place, its configuration resolved, its markers obeyed.

mod files;

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::edit::Edits;
use crate::error::{Error, Result};
use crate::read::attribute::{after_inner_attributes, attributes, Attribute};
use crate::read::cfg::{Cfg, Target};
use crate::read::expand::{expand, string_value};
use crate::read::marker;
use crate::read::project::Unit;
use crate::read::source::Sources;
use crate::read::syntax::{self, Detail, Piece, PieceKind};
use crate::read::wrapper::open_calls;
use crate::token::{closing, Kind, Token};
use files::Folder;

/// Modules may be nested this deep.
const MAX_DEPTH: u16 = 64;

/// Reads the crate `unit`.
///
/// # Errors
/// A file is missing or makes no sense.
pub(crate) fn load(unit: &Unit, resolve_target: bool, sources: &mut Sources) -> Result<Vec<Token>> {
    let target = if resolve_target { Target::Site } else { Target::Open };
    let cfg = Cfg { features: unit.features.clone(), target };
    let mut loader = Loader { cfg: &cfg, sources };
    let Some(file) = loader.file(&unit.root, &unit.name, Folder::of_root(&unit.root), 0)? else {
        return Err(Error::Usage(format!("crate `{}` is configured away", unit.name)));
    };
    let tokens = open_calls(&file.tokens, &cfg, sources)?;
    expand(&tokens, unit, &cfg, sources)
}

struct Loader<'a> {
    cfg: &'a Cfg,
    sources: &'a mut Sources,
}

/// The contents of a file.
struct File {
    tokens: Vec<Token>,
    /// Comments after the last token.
    tail: Rc<str>,
}

/// A file's pieces, and which of them are switched off or skipped.
struct Tree<'a> {
    tokens: &'a [Token],
    pieces: &'a [Piece],
    gone: &'a [bool],
}

/// A file's place in the module tree.
#[derive(Clone, Copy)]
struct Position<'a> {
    module: &'a str,
    folder: &'a Folder,
    depth: u16,
}

impl Loader<'_> {
    /// A module file; none if a `#![cfg]` at its top switches it off.
    fn file(&mut self, path: &Path, module: &str, folder: Folder, depth: u16) -> Result<Option<File>> {
        let (index, lexed) = self.sources.read(path, module)?;
        if lexed.tail.contains("bundler:") {
            let end = self.sources.file(index).text.len();
            let message = "nothing after this bundler marker can be marked".to_owned();
            return Err(Error::Source { place: self.sources.place_of_byte(index, end), message });
        }
        let mut tokens = lexed.tokens;
        tokens.iter_mut().for_each(|token| token.depth = depth);
        let tokens = self.cfg.resolve(&tokens, self.sources)?;
        if is_off_inside(&tokens, 0) {
            return Ok(None);
        }
        let tokens = self.body(&tokens, Position { module, folder: &folder, depth })?;
        Ok(Some(File { tokens, tail: lexed.tail }))
    }

    fn body(&mut self, tokens: &[Token], position: Position) -> Result<Vec<Token>> {
        let pieces = syntax::pieces(tokens, detail_for(tokens), self.sources)?;
        let mut edits = Edits::default();
        let mut gone: Vec<bool> = pieces.iter().map(|piece| is_off(piece, tokens)).collect();
        if marker::any(tokens) {
            for index in marker::apply(tokens, &pieces, &mut edits, self.sources)? {
                gone[index] = true;
            }
        }
        for (index, piece) in pieces.iter().enumerate() {
            // Pieces come after those around them.
            gone[index] |= piece.parent.is_some_and(|parent| gone[parent]);
            if gone[index] {
                edits.remove(piece.range.clone());
            }
        }
        let tree = Tree { tokens, pieces: &pieces, gone: &gone };
        self.modules(&tree, None, position, &mut edits)?;
        for (piece, _) in
            pieces.iter().zip(&gone).filter(|(piece, gone)| !**gone && is_include(piece, tokens))
        {
            let included = self.include(tokens, piece, position)?;
            edits.replace(piece.range.clone(), included);
        }
        Ok(edits.apply(tokens))
    }

    /// Puts the module files named directly in the module `parent` (none: the file) in place, and those
    /// below.
    fn modules(
        &mut self,
        tree: &Tree,
        parent: Option<usize>,
        position: Position,
        edits: &mut Edits,
    ) -> Result<()> {
        let tokens = tree.tokens;
        for (index, piece) in tree.pieces.iter().enumerate() {
            if tree.gone[index] || enclosing_module(tree.pieces, piece) != parent {
                continue;
            }
            if piece.kind == PieceKind::MacroCall {
                self.modules_in_macro(tokens, piece.range.clone(), position, edits)?;
            }
            let (PieceKind::Mod, Some(name)) = (piece.kind, piece.name) else { continue };
            let module = format!("{}::{}", position.module, tokens[name].text);
            let path = path_attribute(piece.attributes(tokens), edits);
            if tokens[name + 1].is(";") {
                let found = position.folder.find(&tokens[name].text, path.as_deref());
                let found = found.map_err(|message| self.sources.error(tokens[name].origin, message))?;
                let whole = piece.range.clone();
                self.put_in_place(
                    tokens,
                    (name, whole),
                    found,
                    Position { module: &module, ..position },
                    edits,
                )?;
            } else if is_off_inside(tokens, name + 2) {
                edits.remove(piece.range.clone());
            } else {
                let folder = position.folder.inline(&tokens[name].text, path.as_deref());
                let inside = Position { module: &module, folder: &folder, ..position };
                self.modules(tree, Some(index), inside, edits)?;
            }
        }
        Ok(())
    }

    /// Puts the module files in place that the call of a macro names, as far as there are such files: the
    /// macro may write them or not (`cfg_rt! { mod clock; }`).
    fn modules_in_macro(
        &mut self,
        tokens: &[Token],
        range: Range<usize>,
        position: Position,
        edits: &mut Edits,
    ) -> Result<()> {
        let mut at = range.start;
        let mut attributes = Vec::new();
        while at + 2 < range.end {
            if let Some(attribute) = Attribute::at(tokens, at) {
                let end = attribute.end;
                attributes.push((at, attribute));
                at = end;
                continue;
            }
            let is_module = tokens[at].is("mod") && tokens[at + 1].is_ident();
            let name = at + 1;
            if is_module && (tokens[at + 2].is(";") || tokens[at + 2].is("{")) {
                let module = format!("{}::{}", position.module, tokens[name].text);
                let is_off = attributes.iter().any(|(_, attribute)| attribute.is_off());
                let start = attributes.first().map_or(at, |(start, _)| *start);
                let path = path_attribute(std::mem::take(&mut attributes), edits);
                if tokens[at + 2].is("{") {
                    let end = closing(tokens, at + 2);
                    let folder = position.folder.inline(&tokens[name].text, path.as_deref());
                    let inside = Position { module: &module, folder: &folder, ..position };
                    self.modules_in_macro(tokens, at + 3..end, inside, edits)?;
                    at = end;
                } else if let (Ok(found), false) =
                    (position.folder.find(&tokens[name].text, path.as_deref()), is_off)
                {
                    let inside = Position { module: &module, ..position };
                    self.put_in_place(tokens, (name, start..at + 3), found, inside, edits)?;
                }
            } else if !is_visibility(tokens, at) {
                attributes.clear();
            }
            at += 1;
        }
        Ok(())
    }

    /// Puts the module file `found` in place of the `;` after the name, or removes the whole item if the file
    /// switches itself off.
    fn put_in_place(
        &mut self,
        tokens: &[Token],
        (name, whole): (usize, Range<usize>),
        (file, folder): (PathBuf, Folder),
        position: Position,
        edits: &mut Edits,
    ) -> Result<()> {
        if position.depth == MAX_DEPTH {
            return Err(self.sources.error(tokens[name].origin, "modules are nested too deep"));
        }
        match self.file(&file, position.module, folder, position.depth + 1)? {
            Some(inner) => edits.replace(name + 1..name + 2, braced(&tokens[name + 1], inner)),
            None => edits.remove(whole),
        }
        Ok(())
    }

    /// The items of an `include!` in the place of an item.
    fn include(&mut self, tokens: &[Token], piece: &Piece, position: Position) -> Result<Vec<Token>> {
        let origin = tokens[piece.head].origin;
        if position.depth == MAX_DEPTH {
            return Err(self.sources.error(origin, "`include!` goes round in circles"));
        }
        let name = tokens[piece.range.clone()].iter().find_map(string_value);
        let name = name.ok_or_else(|| self.sources.error(origin, "expected a string literal"))?;
        let own = origin.map(|origin| self.sources.file(origin.file).path.clone()).unwrap_or_default();
        let path = own.with_file_name("").join(name);
        if !path.is_file() {
            let message = format!("cannot include {}: no such file", self.sources.shown(&path).display());
            return Err(self.sources.error(origin, message));
        }
        let inner = self.file(&path, position.module, Folder::of_root(&path), position.depth + 1)?;
        let mut inner = inner.map(|file| file.tokens).unwrap_or_default();
        inner.iter_mut().for_each(|token| token.depth -= 1);
        if let Some(first) = inner.first_mut().filter(|first| !first.trivia.starts_with('\n')) {
            first.trivia = format!("\n{}", first.trivia).into();
        }
        Ok(inner)
    }
}

/// Statements and list elements matter only where something may be removed from them.
fn detail_for(tokens: &[Token]) -> Detail {
    if attributes(tokens).any(|(_, attribute)| attribute.is_off()) || marker::any(tokens) {
        Detail::Everything
    } else {
        Detail::Items
    }
}

fn is_off(piece: &Piece, tokens: &[Token]) -> bool {
    piece.attributes(tokens).iter().any(|(_, attribute)| attribute.is_off())
}

/// Whether one of the inner attributes that start at `at` switches their owner off.
fn is_off_inside(tokens: &[Token], at: usize) -> bool {
    let inner = &tokens[at..after_inner_attributes(tokens, at)];
    attributes(inner).any(|(_, attribute)| attribute.is_off())
}

fn enclosing_module(pieces: &[Piece], piece: &Piece) -> Option<usize> {
    let mut parent = piece.parent;
    while let Some(index) = parent {
        if pieces[index].kind == PieceKind::Mod {
            return parent;
        }
        parent = pieces[index].parent;
    }
    None
}

/// The value of a `#[path]` attribute, which goes.
fn path_attribute(attributes: Vec<(usize, Attribute)>, edits: &mut Edits) -> Option<String> {
    let mut path = None;
    for (start, attribute) in attributes {
        if let ("path", [_, equals, value]) = (attribute.name, attribute.content) {
            if equals.is("=") {
                path = path.or(string_value(value));
                edits.remove(start..attribute.end);
            }
        }
    }
    path
}

/// Whether the token at `at` may stand between an item's attributes and its keyword.
fn is_visibility(tokens: &[Token], at: usize) -> bool {
    let words = ["pub", "(", ")", "crate", "super", "self", "in"];
    tokens[at].is_doc() || words.iter().any(|word| tokens[at].is(word))
}

fn is_include(piece: &Piece, tokens: &[Token]) -> bool {
    piece.kind == PieceKind::MacroCall
        && tokens[piece.range.clone()].windows(2).any(|pair| pair[0].is("include") && pair[1].is("!"))
}

fn braced(semicolon: &Token, file: File) -> Vec<Token> {
    let mut out = vec![Token { trivia: " ".into(), ..Token::new(Kind::Open, "{", semicolon.origin) }];
    let mut close = Token::new(Kind::Close, "}", semicolon.origin);
    close.depth = semicolon.depth;
    if !file.tokens.is_empty() {
        close.trivia = format!("{}\n", file.tail.trim_end()).into();
    }
    out.extend(file.tokens);
    // A module file starts on a line of its own, whatever its first line is.
    if let Some(first) = out.get_mut(1).filter(|first| !first.trivia.starts_with('\n')) {
        first.trivia = format!("\n{}", first.trivia).into();
    }
    out.push(close);
    out
}
