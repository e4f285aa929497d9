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
use crate::read::macros::inside_macros;
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

/// A file's tokens on the way into the crate.
struct Body<'a> {
    tokens: &'a [Token],
    /// Which of them are switched off or skipped.
    is_gone: Vec<bool>,
    in_macro: Vec<bool>,
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
        let skipped = if marker::any(tokens) {
            marker::apply(tokens, &pieces, &mut edits, self.sources)?
        } else {
            vec![]
        };
        let mut is_gone = vec![false; tokens.len()];
        for (index, piece) in pieces.iter().enumerate() {
            if skipped.contains(&index) || is_off(piece, tokens) {
                is_gone[piece.range.clone()].fill(true);
                edits.remove(piece.range.clone());
            }
        }
        for piece in pieces.iter().filter(|piece| !is_gone[piece.head] && is_include(piece, tokens)) {
            edits.replace(piece.range.clone(), self.include(tokens, piece, position)?);
        }
        let body = Body { tokens, is_gone, in_macro: inside_macros(tokens) };
        self.modules(&body, 0..tokens.len(), position, &mut edits)?;
        Ok(edits.apply(tokens))
    }

    /// Puts the module files in place that a range of a file names; those that the call of a macro names as
    /// far as there are such files: the macro may write them or not (`cfg_rt! { mod clock; }`).
    fn modules(
        &mut self,
        body: &Body,
        range: Range<usize>,
        position: Position,
        edits: &mut Edits,
    ) -> Result<()> {
        let tokens = body.tokens;
        // Of what may be a module: where it starts, and its attributes.
        let (mut start, mut attributes) = (None, Vec::new());
        let mut at = range.start;
        while at + 2 < range.end {
            if let Some(attribute) = Attribute::at(tokens, at).filter(|attribute| !attribute.is_inner()) {
                start = start.or(Some(at));
                let end = attribute.end;
                attributes.push((at, attribute));
                at = end;
                continue;
            }
            let (name, mark) = (&tokens[at + 1], &tokens[at + 2]);
            let is_module = tokens[at].is("mod") && name.is_ident() && !body.is_gone[at];
            if is_module && (mark.is(";") || mark.is("{")) {
                let first = start.unwrap_or(at);
                let module = format!("{}::{}", position.module, name.text);
                let is_off = attributes.iter().any(|(_, attribute)| attribute.is_off());
                let path = path_attribute(std::mem::take(&mut attributes), edits);
                if mark.is(";") && !is_off {
                    let inside = Position { module: &module, ..position };
                    match position.folder.find(&name.text, path.as_deref()) {
                        Ok(found) => {
                            self.put_in_place(tokens, (at + 1, first..at + 3), found, inside, edits)?
                        }
                        Err(_) if body.in_macro[at] => {}
                        Err(message) => return Err(self.sources.error(name.origin, message)),
                    }
                } else if mark.is("{") {
                    let end = closing(tokens, at + 2);
                    if is_off_inside(tokens, at + 3) {
                        edits.remove(first..end + 1);
                    } else {
                        let folder = position.folder.inline(&name.text, path.as_deref());
                        let inside = Position { module: &module, folder: &folder, ..position };
                        self.modules(body, at + 3..end, inside, edits)?;
                    }
                    at = end;
                }
            }
            if tokens[at].is_doc() || tokens[at].is("pub") {
                start = start.or(Some(at));
            } else if start.is_none() || !is_restriction(&tokens[at]) {
                start = None;
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

/// Whether a token may be in `pub(..)`.
fn is_restriction(token: &Token) -> bool {
    ["(", ")", "crate", "super", "self", "in"].iter().any(|word| token.is(word))
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
