//! `include!`, `include_str!`, `env!` and `option_env!`: replaced by what cargo's build would have seen.

use std::path::{Path, PathBuf};

use crate::emit::literal::{bytes_expression, string_literal, UNPACK};
use crate::error::Result;
use crate::read::attribute::{is_macro, split_commas};
use crate::read::cfg::Cfg;
use crate::read::lex::lex;
use crate::read::project::Unit;
use crate::read::source::Sources;
use crate::read::syntax::is_closed_expression;
use crate::token::{closing, Kind, Origin, Token};

/// `include!` files may include files this many times over.
const MAX_DEPTH: usize = 16;

/// Replaces those macros in one crate's tokens; an `include_bytes!` is left with a whole path, for
/// [`include_bytes`].
///
/// # Errors
/// A file cannot be read, a path or variable is not known here.
pub(crate) fn expand(tokens: &[Token], unit: &Unit, cfg: &Cfg, sources: &mut Sources) -> Result<Vec<Token>> {
    Expander { unit, cfg, sources, depth: 0 }.expand(tokens)
}

struct Expander<'a> {
    unit: &'a Unit,
    cfg: &'a Cfg,
    sources: &'a mut Sources,
    depth: usize,
}

impl Expander<'_> {
    fn expand(&mut self, tokens: &[Token]) -> Result<Vec<Token>> {
        let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
        let mut at = 0;
        while at < tokens.len() {
            let name = ["include_str", "include_bytes", "include", "env", "option_env"]
                .into_iter()
                .find(|name| is_macro(tokens, at, name) && !is_template(tokens, at));
            let Some(name) = name else {
                out.push(tokens[at].clone());
                at += 1;
                continue;
            };
            let end = closing(tokens, at + 2);
            let arguments = &tokens[at + 3..end];
            drop_std_path(&mut out);
            let first = out.len();
            let origin = tokens[at].origin;
            match name {
                "env" => out.push(literal(&self.variable(arguments, origin)?, origin)),
                "option_env" => out.extend(self.optional_variable(arguments, origin)?),
                "include_str" => {
                    let path = self.path(arguments, origin)?;
                    let bytes = self.read(&path, origin)?;
                    let text = String::from_utf8(bytes).map_err(|_| {
                        self.sources.error(origin, format!("{} is not UTF-8", path.display()))
                    })?;
                    out.push(literal(&text, origin));
                }
                "include_bytes" => {
                    let path = self.path(arguments, origin)?;
                    out.extend(synthesised(
                        &format!("include_bytes!({:?})", path.display().to_string()),
                        origin,
                    ));
                }
                _ => out.extend(self.include(arguments, origin)?),
            }
            settle(&mut out[first..], &tokens[at]);
            at = end + 1;
        }
        Ok(out)
    }

    fn include(&mut self, arguments: &[Token], origin: Option<Origin>) -> Result<Vec<Token>> {
        let path = self.path(arguments, origin)?;
        if self.depth == MAX_DEPTH {
            return Err(self.sources.error(origin, "`include!` goes round in circles"));
        }
        let module = origin.map_or_else(String::new, |origin| self.sources.file(origin.file).module.clone());
        let (_, lexed) =
            self.sources.read(&path, &module).map_err(|error| self.read_error(error, &path, origin))?;
        let tokens = self.cfg.resolve(&lexed.tokens, self.sources)?;
        self.depth += 1;
        let inner = self.expand(&tokens)?;
        self.depth -= 1;
        if is_closed_expression(&inner, self.sources)? {
            return Ok(inner);
        }
        let mut out = vec![Token::new(Kind::Open, "(", origin)];
        out.extend(inner);
        out.push(Token::new(Kind::Close, ")", origin));
        Ok(out)
    }

    fn path(&mut self, arguments: &[Token], origin: Option<Origin>) -> Result<PathBuf> {
        let text = self.text(arguments, origin)?;
        Ok(beside(Path::new(&text), origin, self.sources))
    }

    /// Evaluates a string literal, `concat!` or `env!`.
    fn text(&mut self, tokens: &[Token], origin: Option<Origin>) -> Result<String> {
        let parts = split_commas(tokens);
        match parts[..] {
            [[token]] => string_value(token)
                .ok_or_else(|| self.sources.error(token.origin, "expected a string literal")),
            [[name, bang, open, inner @ .., _]] if bang.is("!") && open.kind == Kind::Open => {
                match &*name.text {
                    "concat" => split_commas(inner).into_iter().map(|part| self.text(part, origin)).collect(),
                    "env" => {
                        let variable = self.text(inner, origin)?;
                        self.lookup(&variable).ok_or_else(|| self.unknown(&variable, origin))
                    }
                    _ => Err(self.sources.error(name.origin, "this macro cannot be evaluated here")),
                }
            }
            _ => Err(self.sources.error(origin, "expected a string literal")),
        }
    }

    fn lookup(&self, variable: &str) -> Option<String> {
        self.unit.env.iter().find(|(name, _)| name == variable).map(|(_, value)| value.clone())
    }

    fn unknown(&self, variable: &str, origin: Option<Origin>) -> crate::error::Error {
        let reason = if self.unit.build_script && variable != "CARGO_MANIFEST_DIR" {
            "may be set by the build script, which the site does not run: write what it makes to a file \
             of the package"
        } else {
            "is not set where a bundle is compiled: write its value into the source"
        };
        self.sources.error(origin, format!("`{variable}` {reason}"))
    }

    fn variable(&mut self, arguments: &[Token], origin: Option<Origin>) -> Result<String> {
        let first = split_commas(arguments).first().copied().unwrap_or_default();
        let name = self.text(first, origin)?;
        match self.lookup(&name) {
            Some(value) if name != "CARGO_MANIFEST_DIR" => Ok(value),
            _ => Err(self.unknown(&name, origin)),
        }
    }

    fn optional_variable(&mut self, arguments: &[Token], origin: Option<Origin>) -> Result<Vec<Token>> {
        let name = self.text(arguments, origin)?;
        let text = match self.lookup(&name) {
            Some(value) if name != "CARGO_MANIFEST_DIR" => {
                format!("::core::option::Option::Some({})", string_literal(&value))
            }
            _ => "::core::option::Option::None::<&'static str>".to_owned(),
        };
        Ok(synthesised(&text, origin))
    }

    fn read(&mut self, path: &Path, origin: Option<Origin>) -> Result<Vec<u8>> {
        self.sources.read_data(path).map_err(|error| self.read_error(error, path, origin))
    }

    fn read_error(
        &self,
        error: crate::error::Error,
        path: &Path,
        origin: Option<Origin>,
    ) -> crate::error::Error {
        match error {
            crate::error::Error::Io { error, .. } => self
                .sources
                .error(origin, format!("cannot include {}: {error}", self.sources.shown(path).display())),
            other => other,
        }
    }
}

/// Replaces each `include_bytes!` that [`expand`] left by data; true if the bundle's root then needs
/// [`UNPACK`].
///
/// # Errors
/// A file cannot be read.
pub(crate) fn include_bytes(tokens: &[Token], sources: &mut Sources) -> Result<(Vec<Token>, bool)> {
    let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
    let (mut at, mut packed) = (0, false);
    while at < tokens.len() {
        if !is_macro(tokens, at, "include_bytes") || is_template(tokens, at) {
            out.push(tokens[at].clone());
            at += 1;
            continue;
        }
        let origin = tokens[at].origin;
        let end = closing(tokens, at + 2);
        let path = match split_commas(&tokens[at + 3..end])[..] {
            [[token]] => string_value(token),
            _ => None,
        };
        let path = path.ok_or_else(|| sources.error(origin, "expected a string literal"))?;
        let path = beside(Path::new(&path), origin, sources);
        let bytes = sources.read_data(&path).map_err(|error| {
            sources.error(origin, format!("cannot include {}: {error}", sources.shown(&path).display()))
        })?;
        let (text, needs_helper) = bytes_expression(&bytes, if packed { 0 } else { UNPACK.len() });
        packed |= needs_helper;
        drop_std_path(&mut out);
        let first = out.len();
        out.extend(synthesised(&text, origin));
        settle(&mut out[first..], &tokens[at]);
        at = end + 1;
    }
    Ok((out, packed))
}

/// Gives new tokens the place of the token they replace.
fn settle(tokens: &mut [Token], place: &Token) {
    tokens.iter_mut().for_each(|token| token.depth = place.depth);
    if let Some(first) = tokens.first_mut() {
        first.trivia = place.trivia.clone();
    }
}

/// Whether the macro's arguments hold a macro parameter: then it is in the body of a `macro_rules!`.
fn is_template(tokens: &[Token], at: usize) -> bool {
    tokens[at + 3..closing(tokens, at + 2)].iter().any(|token| token.is("$"))
}

/// Removes a trailing `std::` or `core::`, the path of a macro that was replaced.
fn drop_std_path(out: &mut Vec<Token>) {
    let [.., name, colons] = &out[..] else { return };
    if colons.is("::") && (name.is("std") || name.is("core")) {
        out.truncate(out.len() - 2);
        if out.last().is_some_and(|token| token.is("::")) {
            out.pop();
        }
    }
}

/// A path written in a file, relative to that file.
fn beside(path: &Path, origin: Option<Origin>, sources: &Sources) -> PathBuf {
    let folder = origin.and_then(|origin| sources.file(origin.file).path.parent());
    folder.map_or_else(|| path.to_owned(), |folder| folder.join(path))
}

/// The value of a string literal.
pub(crate) fn string_value(token: &Token) -> Option<String> {
    match syn::parse_str(&token.text) {
        Ok(syn::Lit::Str(literal)) if token.kind == Kind::Str => Some(literal.value()),
        _ => None,
    }
}

fn literal(text: &str, origin: Option<Origin>) -> Token {
    Token::new(Kind::Str, &string_literal(text), origin)
}

/// The bundler's own text as tokens with the place `origin`.
pub(crate) fn synthesised(text: &str, origin: Option<Origin>) -> Vec<Token> {
    let mut tokens = lex(text, 0).map(|lexed| lexed.tokens).unwrap_or_default();
    tokens.iter_mut().for_each(|token| token.origin = origin);
    tokens
}
