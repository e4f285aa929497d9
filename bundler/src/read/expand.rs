//! `include!`, `include_str!`, `env!` and `option_env!`: replaced by what cargo's build would have seen.

use std::path::{Path, PathBuf};

use crate::edit::Edits;
use crate::emit::literal::{bytes_expression, string_literal, UNPACK};
use crate::error::{Error, Result};
use crate::read::attribute::split_commas;
use crate::read::cfg::Cfg;
use crate::read::lex::synthesised;
use crate::read::macros::is_macro;
use crate::read::project::Unit;
use crate::read::source::Sources;
use crate::read::syntax::is_closed_expression;
use crate::token::{closing, Kind, Origin, Token};

/// `include!` files may include files this many times over.
const MAX_DEPTH: usize = 16;

/// Replaces those macros in one crate's tokens.
///
/// # Errors
/// A file cannot be read, a path or variable is not known here.
pub(crate) fn expand(tokens: &[Token], unit: &Unit, cfg: &Cfg, sources: &mut Sources) -> Result<Vec<Token>> {
    let mut expander = Expander { unit, cfg, sources, depth: 0, is_packed: false };
    let mut tokens = expander.expand(tokens)?;
    if expander.is_packed {
        tokens.extend(synthesised(&format!("\n{UNPACK}"), None));
    }
    Ok(tokens)
}

struct Expander<'a> {
    unit: &'a Unit,
    cfg: &'a Cfg,
    sources: &'a mut Sources,
    depth: usize,
    /// Whether the crate's root needs [`UNPACK`].
    is_packed: bool,
}

impl Expander<'_> {
    fn expand(&mut self, tokens: &[Token]) -> Result<Vec<Token>> {
        let mut edits = Edits::default();
        let mut at = 0;
        while at < tokens.len() {
            let name = ["include_str", "include_bytes", "include", "env", "option_env"]
                .into_iter()
                .find(|name| is_macro(tokens, at, name) && !is_template(tokens, at));
            let Some(name) = name else {
                at += 1;
                continue;
            };
            let end = closing(tokens, at + 2);
            let (arguments, origin) = (&tokens[at + 3..end], tokens[at].origin);
            let mut expanded = match name {
                "env" => vec![literal(&self.variable(arguments, origin)?, origin)],
                "option_env" => self.optional_variable(arguments, origin)?,
                "include_str" => {
                    let (path, bytes) = self.data(arguments, origin)?;
                    let text = String::from_utf8(bytes).map_err(|_| {
                        self.sources.error(origin, format!("{} is not UTF-8", path.display()))
                    })?;
                    vec![literal(&text, origin)]
                }
                "include_bytes" => {
                    let (_, bytes) = self.data(arguments, origin)?;
                    let helper_cost = if self.is_packed { 0 } else { UNPACK.len() };
                    let (text, is_packed) = bytes_expression(&bytes, helper_cost);
                    self.is_packed |= is_packed;
                    synthesised(&text, origin)
                }
                _ => self.include(arguments, origin)?,
            };
            settle(&mut expanded, &tokens[at]);
            edits.replace(start_of_std_path(tokens, at)..end + 1, expanded);
            at = end + 1;
        }
        Ok(edits.apply(tokens))
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

    /// A file to include: a path written in a file is relative to that file.
    fn path(&mut self, arguments: &[Token], origin: Option<Origin>) -> Result<PathBuf> {
        let path = self.text(arguments, origin)?;
        let folder = origin.and_then(|origin| self.sources.file(origin.file).path.parent());
        Ok(folder.map_or_else(|| PathBuf::from(&path), |folder| folder.join(&path)))
    }

    /// A file to include as data, and its content.
    fn data(&mut self, arguments: &[Token], origin: Option<Origin>) -> Result<(PathBuf, Vec<u8>)> {
        let path = self.path(arguments, origin)?;
        let bytes = self.sources.read_data(&path).map_err(|error| self.read_error(error, &path, origin))?;
        Ok((path, bytes))
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

    fn unknown(&self, variable: &str, origin: Option<Origin>) -> Error {
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

    fn read_error(&self, error: Error, path: &Path, origin: Option<Origin>) -> Error {
        match error {
            Error::Io { error, .. } => self
                .sources
                .error(origin, format!("cannot include {}: {error}", self.sources.shown(path).display())),
            other => other,
        }
    }
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

/// Where the path of the macro of std at `at` starts.
fn start_of_std_path(tokens: &[Token], at: usize) -> usize {
    match &tokens[..at] {
        [.., global, name, colons] if colons.is("::") && (name.is("std") || name.is("core")) => {
            at - 2 - usize::from(global.is("::"))
        }
        _ => at,
    }
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
