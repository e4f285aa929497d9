//! Names that keep their form because something other than the compiler's name resolution reads them.

use std::collections::BTreeSet;

use super::formats;
use crate::error::Result;
use crate::read::attribute::{attributes, split_commas, Attribute};
use crate::read::macros::{inside_macros, inside_own_macros, shown_as_text};
use crate::read::source::Sources;
use crate::read::syntax::{self, Detail, Piece, PieceKind};
use crate::token::{words, Kind, Token};

/// Words with a meaning to the parser in some places only.
const WEAK_KEYWORDS: [&str; 7] = ["union", "auto", "default", "macro_rules", "raw", "safe", "main"];

/// Names of the prelude, which every program has without an import.
const PRELUDE: &str =
    "bool char str u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 Some None Ok Err \
    Option Result Vec String Box ToString ToOwned Iterator IntoIterator Extend DoubleEndedIterator \
    ExactSizeIterator From Into TryFrom TryInto AsRef AsMut Default Clone Copy Drop Fn FnMut FnOnce \
    Eq PartialEq Ord PartialOrd Send Sync";

/// Functions that every program knows without an import.
const PRELUDE_FUNCTIONS: &str = "drop size_of size_of_val align_of align_of_val";

/// Macros that every program knows without an import.
const PRELUDE_MACROS: &str =
    "assert assert_eq assert_ne cfg column compile_error concat dbg debug_assert debug_assert_eq \
    debug_assert_ne env eprint eprintln file format format_args include include_bytes include_str line \
    matches module_path option_env panic print println stringify thread_local todo unimplemented \
    unreachable vec write writeln";

/// Methods of std so common that asking rustc about each would waste time.
const COMMON_IN_STD: &str =
    "abs add all and any as_mut as_ref bits chars clone cmp collect contains count default drop \
    elapsed end expect extend fill filter find first flush fmt fold from get insert into is_empty \
    iter last len lines lock map max min new next parse pop pow push read rem remove rev sort split \
    start sum swap take trim write zip cos";

/// Whether std has many methods of this name.
pub(super) fn is_common_method(name: &str) -> bool {
    COMMON_IN_STD.split(' ').any(|known| known == name)
}

/// Collects the exempt names.
pub(super) fn names(tokens: &[Token], sources: &Sources) -> Result<BTreeSet<String>> {
    let known = WEAK_KEYWORDS.into_iter().chain(PRELUDE.split(' '));
    let mut names: BTreeSet<String> = known.map(str::to_owned).collect();
    let formats = formats::literals(tokens);
    let in_macro = inside_macros(tokens);
    for (at, token) in tokens.iter().enumerate() {
        // A format string is renamed in; any other literal in a macro may become one.
        let rewritten = formats[at] && formats::names(&token.text).is_some();
        if token.kind == Kind::Str && in_macro[at] && !rewritten {
            in_braces(&token.text, &mut names);
        }
        if let Some(raw) = token.text.strip_prefix("r#").filter(|_| token.is_ident()) {
            names.insert(raw.to_owned());
        }
        if let Some(attribute) = Attribute::at(tokens, at) {
            names.extend(
                attribute.content.iter().filter(|token| token.is_ident()).map(|token| token.text.to_string()),
            );
        }
        // `$x:expr`: the last word is the macro language's.
        let fragment = at >= 3 && tokens[at - 1].is(":") && tokens[at - 3].is("$");
        if fragment {
            names.insert(token.text.to_string());
        }
    }
    let mut add_marked = |marked: &[bool]| {
        let shown = tokens.iter().zip(marked).filter(|(token, marked)| **marked && token.is_ident());
        names.extend(shown.map(|(token, _)| token.text.to_string()));
    };
    add_marked(&shown_as_text(tokens, &["stringify"]));
    let inside = inside_own_macros(tokens);
    // Such a macro may write a type with names from anywhere in macros.
    if attributes(tokens).any(|(at, attribute)| inside[at] && shows_names(&attribute)) {
        add_marked(&inside);
    }
    let pieces = syntax::pieces(tokens, Detail::Items, sources)?;
    of_pieces(tokens, &pieces, &mut names);
    Ok(names)
}

/// Words in the braces of a literal that may be a format string: captured variables and named arguments.
fn in_braces(literal: &str, names: &mut BTreeSet<String>) {
    let mut rest = literal;
    while let Some(open) = rest.find('{') {
        rest = &rest[open + 1..];
        let inside = &rest[..rest.find('}').unwrap_or(rest.len())];
        names.extend(words(inside).map(str::to_owned));
    }
}

/// Functions and macros that show the paths of items.
const PATHS_SHOWN: [&str; 3] = ["type_name", "type_name_of_val", "module_path"];

/// Whether the program may show the paths of its items.
pub(super) fn shows_paths(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| PATHS_SHOWN.iter().any(|name| token.is(name)))
}

/// Whether every program knows `name`, that of an item of this kind, without an import.
pub(super) fn is_in_prelude(name: &str, kind: PieceKind) -> bool {
    let names = match kind {
        PieceKind::Fn => PRELUDE_FUNCTIONS,
        PieceKind::MacroRules => PRELUDE_MACROS,
        _ => PRELUDE,
    };
    names.split(' ').any(|known| known == name)
}

/// Names that a derived `Debug` or `type_name` prints, and those the linker sees.
fn of_pieces(tokens: &[Token], pieces: &[Piece], names: &mut BTreeSet<String>) {
    let paths_are_shown = shows_paths(tokens);
    for piece in pieces {
        let Some(name) = piece.name else { continue };
        let printed = is_printed(tokens, piece);
        let parent_printed = piece.parent.is_some_and(|parent| printed_around(tokens, pieces, parent));
        let linked = piece.attributes(tokens).iter().any(|(_, attribute)| {
            attribute.content.iter().any(|token| token.is("no_mangle") || token.is("export_name"))
        }) || piece.parent.is_some_and(|parent| pieces[parent].kind == PieceKind::ExternBlock);
        if printed || parent_printed || linked || paths_are_shown {
            names.insert(tokens[name].text.to_string());
        }
    }
}

fn is_printed(tokens: &[Token], piece: &Piece) -> bool {
    piece.attributes(tokens).iter().any(|(_, attribute)| shows_names(attribute))
}

/// Derives of std that do not depend on names.
const SILENT_DERIVES: &str = "Clone Copy Default Eq Hash Ord PartialEq PartialOrd";

/// Whether a derive may show names: `Debug`, also under another name, or one of a crate of the site.
fn shows_names(attribute: &Attribute) -> bool {
    let silent = |part: &[Token]| {
        let name = part.last();
        name.is_none_or(|name| SILENT_DERIVES.split(' ').any(|known| name.is(known)))
    };
    match attribute.name {
        "derive" => {
            split_commas(attribute.arguments.unwrap_or_default()).into_iter().any(|part| !silent(part))
        }
        "cfg_attr" => attribute.content.iter().any(|token| token.is("Debug")),
        _ => false,
    }
}

/// For fields and variants: whether the type they are in is printed.
fn printed_around(tokens: &[Token], pieces: &[Piece], at: usize) -> bool {
    let around = std::iter::successors(Some(at), |&at| pieces[at].parent).map(|at| &pieces[at]);
    let is_type =
        |piece: &&Piece| matches!(piece.kind, PieceKind::Struct | PieceKind::Enum | PieceKind::Variant);
    around.take_while(is_type).any(|piece| is_printed(tokens, piece))
}

/// The lint to allow for a warning that short names cause, or the loss of a `pub`: unread fields of types
/// that were public.
pub(super) fn allowed_lint(code: &str) -> Option<String> {
    match code {
        "non_snake_case" | "non_camel_case_types" | "non_upper_case_globals" => {
            Some("nonstandard_style".into())
        }
        "mixed_script_confusables" | "confusable_idents" | "uncommon_codepoints" | "dead_code" => {
            Some(code.into())
        }
        _ => None,
    }
}
