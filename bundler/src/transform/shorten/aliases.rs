//! Short names for types of the language and its prelude with long ones: `usize`, `Option`, and `Self` in the
//! impls of a type whose own name is shorter. A name is defined once, in the root, and imported by each
//! module that says it often enough.

use std::collections::{BTreeMap, BTreeSet};

use super::unique_name::UniqueNames;
use crate::edit::Edits;
use crate::emit::budget::Size;
use crate::error::Result;
use crate::options::Names;
use crate::read::attribute::{after_inner_attributes, attributes};
use crate::read::lex::synthesised;
use crate::read::macros::{inside_own_macros, stringified};
use crate::read::source::Sources;
use crate::read::syntax::{self, Detail, Piece, PieceKind};
use crate::token::Token;

/// Types of the language.
const TYPES: &str = "bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize";

/// Types of the prelude with their paths.
const PRELUDE: [&str; 8] = [
    "std::option::Option",
    "std::option::Option::None",
    "std::option::Option::Some",
    "std::result::Result",
    "std::result::Result::Err",
    "std::string::String",
    "std::vec::Vec",
    "std::boxed::Box",
];

/// The units of an import beside others.
const IMPORT_UNITS: usize = 2;

/// The units of a declaration of its own in a module.
const DECLARATION_UNITS: usize = 14;

/// Replaces the names where that makes the program shorter.
///
/// # Errors
/// syn cannot parse the tokens.
pub(super) fn shorten(tokens: &[Token], names: Names, sources: &Sources) -> Result<Vec<Token>> {
    let tokens = own_types(tokens, &syntax::pieces(tokens, Detail::Items, sources)?);
    let pieces = syntax::pieces(&tokens, Detail::Items, sources)?;
    let program = Program::new(&tokens, &pieces);
    let mut short_names = UniqueNames::new(names, &|name| program.known.contains(name));
    let mut edits = Edits::default();
    let mut imports: BTreeMap<Option<usize>, Vec<String>> = BTreeMap::new();
    let mut definitions = String::new();
    for (long, path) in candidates() {
        let Some(short) = short_names.peek().filter(|short| Size::of(short).units == 1) else { break };
        let places = program.places(long);
        let definition = match path {
            Some(path) => format!("use {path} as {short};"),
            None => format!("type {short}={long};"),
        };
        let saved: usize = places.values().map(|(_, saved)| saved).sum();
        if saved <= Size::of(&definition).units {
            continue;
        }
        short_names.take();
        definitions += &definition;
        for (module, (places, _)) in places {
            for at in places {
                let mut token = tokens[at].clone();
                token.text = short.as_str().into();
                edits.replace(at..at + 1, vec![token]);
            }
            imports.entry(module).or_default().push(short.clone());
        }
    }
    for (module, names) in imports {
        let Some(piece) = module.map(|module| &pieces[module]) else { continue };
        let root = if piece.parent.is_none() { "super" } else { "crate" };
        let declaration = format!("use {root}::{{{}}};", names.join(","));
        let start = program.body(piece);
        edits.replace(start..start, synthesised(&declaration, tokens[piece.head].origin));
    }
    let start = after_inner_attributes(&tokens, 0);
    edits.replace(start..start, synthesised(&definitions, None));
    Ok(edits.apply(&tokens))
}

fn candidates() -> impl Iterator<Item = (&'static str, Option<&'static str>)> {
    let prelude = PRELUDE.iter().map(|path| (path.rsplit("::").next().unwrap_or(path), Some(*path)));
    TYPES.split(' ').map(|name| (name, None)).chain(prelude)
}

/// An index of the places where the program uses a name.
struct Program<'a> {
    tokens: &'a [Token],
    pieces: &'a [Piece],
    /// All its words.
    known: BTreeSet<&'a str>,
    /// The module around each token, by its piece; none in the root.
    modules: Vec<Option<usize>>,
    /// Attributes, imports and macros of the program's own, where a name may be something else.
    elsewhere: Vec<bool>,
    /// Names that the program defines or imports itself.
    own: BTreeSet<&'a str>,
}

impl<'a> Program<'a> {
    fn new(tokens: &'a [Token], pieces: &'a [Piece]) -> Self {
        let known = tokens.iter().filter(|token| token.is_ident()).map(|token| &*token.text).collect();
        let mut modules = vec![None; tokens.len()];
        let mut elsewhere = inside_own_macros(tokens);
        elsewhere.iter_mut().zip(stringified(tokens)).for_each(|(one, is_shown)| *one |= is_shown);
        let mut own: BTreeSet<&str> = BTreeSet::new();
        for (index, piece) in pieces.iter().enumerate() {
            own.extend(piece.name.map(|name| &*tokens[name].text));
            match piece.kind {
                PieceKind::Mod => modules[piece.range.clone()].fill(Some(index)),
                PieceKind::Use => {
                    elsewhere[piece.range.clone()].fill(true);
                    own.extend(tokens[piece.range.clone()].iter().map(|token| &*token.text));
                }
                _ => {}
            }
        }
        attributes(tokens).for_each(|(at, attribute)| elsewhere[at..attribute.end].fill(true));
        Self { tokens, pieces, known, modules, elsewhere, own }
    }

    /// Where `long` may become a name of one unit, by module, with the units that this saves.
    fn places(&self, long: &str) -> BTreeMap<Option<usize>, (Vec<usize>, usize)> {
        let mut found: BTreeMap<Option<usize>, (Vec<usize>, usize)> = BTreeMap::new();
        if self.own.contains(long) {
            return found;
        }
        let is_path_end = |at: usize| at > 0 && [".", "::"].iter().any(|mark| self.tokens[at - 1].is(mark));
        let places = (0..self.tokens.len())
            .filter(|&at| self.tokens[at].is(long) && !self.elsewhere[at] && !is_path_end(at));
        for at in places {
            found.entry(self.modules[at]).or_default().0.push(at);
        }
        found.retain(|module, (places, saved)| {
            let whole = places.len() * (long.len() - 1);
            *saved = whole.saturating_sub(module.map_or(0, |module| self.import_units(module)));
            *saved > 0
        });
        found
    }

    /// The units of one more import in a module.
    fn import_units(&self, module: usize) -> usize {
        let is_import = |piece: &Piece| piece.kind == PieceKind::Use && piece.parent == Some(module);
        let has_imports = self.pieces.iter().any(is_import);
        if has_imports {
            IMPORT_UNITS
        } else {
            DECLARATION_UNITS
        }
    }

    /// The index at which the first item of a module starts.
    fn body(&self, module: &Piece) -> usize {
        let open = module.range.clone().find(|&at| self.tokens[at].is("{"));
        open.map_or(module.range.end, |open| after_inner_attributes(self.tokens, open + 1))
    }
}

/// `Self` replaced by the type's own name where that is shorter and means the same.
fn own_types(tokens: &[Token], pieces: &[Piece]) -> Vec<Token> {
    let mut out = tokens.to_vec();
    let own_macros = inside_own_macros(tokens);
    for piece in pieces.iter().filter(|piece| piece.kind == PieceKind::Impl) {
        let Some(name) = piece.of_type else { continue };
        let follows = |text: &str| tokens[name - 1].is(text);
        let is_bare = (follows("impl") || follows("for")) && tokens[name + 1].is("{");
        if !is_bare || Size::of(&tokens[name].text).units >= "Self".len() {
            continue;
        }
        for at in name + 2..piece.range.end {
            let of_trait = piece.of_trait.is_some() && tokens.get(at + 1).is_some_and(|next| next.is("::"));
            if tokens[at].is("Self") && !of_trait && !own_macros[at] {
                out[at].text = tokens[name].text.clone();
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::shorten;
    use crate::emit::space::spaced;
    use crate::options::Names;
    use crate::read::lex::lex;
    use crate::read::source::Sources;

    fn shortened(text: &str) -> String {
        let tokens = lex(text, 0).expect("the test's text has tokens").tokens;
        let short =
            shorten(&tokens, Names::Ascii, &Sources::new("".as_ref())).expect("the test's text is Rust");
        spaced(&short).text.trim_end().replace('\n', " ")
    }

    #[test]
    fn a_type_said_often_gets_a_short_name() {
        let often = "fn f(g:usize,h:usize,i:usize,j:usize)->usize{g}";
        let short = "fn f(g:a,h:a,i:a,j:a)->a{g}";
        assert_eq!(shortened(often), format!("type a=usize;{short}"));
        let both = format!("{often}mod m{{use b::c;{often}}}");
        assert_eq!(
            shortened(&both),
            format!("type a=usize;{short}mod m{{use super::{{a}};use b::c;{short}}}")
        );
    }

    #[test]
    fn a_name_that_may_be_another_stays() {
        for text in [
            "fn f(g:usize)->usize{g}",
            "type Option=u8;fn f(g:Option,h:Option,i:Option,j:Option,k:Option,l:Option,m:Option)->Option{g}",
            "macro_rules!m{()=>{usize+usize+usize+usize+usize+usize+usize}}",
            "fn f(){g.usize;g.usize;g.usize;g.usize;g.usize;g.usize;g.usize}",
        ] {
            assert_eq!(shortened(text), text);
        }
    }

    #[test]
    fn a_type_says_its_own_name() {
        assert_eq!(shortened("impl A{fn b(self)->Self{Self::c()}}"), "impl A{fn b(self)->A{A::c()}}");
        assert_eq!(
            shortened("impl B for A{fn b(self)->Self::C{Self{}}}"),
            "impl B for A{fn b(self)->Self::C{A{}}}"
        );
        assert_eq!(shortened("impl<T>A<T>{fn b(self)->Self{}}"), "impl<T>A<T>{fn b(self)->Self{}}");
    }
}
