//! What the program may need, by names alone: an item counts as needed if code that is needed has its name.
//!
//! Equal names keep too much. Too little remains only where inference picks an impl that nothing names: an
//! error or the comparison of meanings puts it back. Most of a large library goes before rustc sees it.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::chunk::{owner_of_impl, plain};
use super::plan::{names_in, parameters};
use super::pruner::{Pruner, View};
use super::{imports, speculate};
use crate::read::imports::{imports, Import};
use crate::read::macros::inside_macros;
use crate::read::syntax::{Piece, PieceKind};
use crate::token::{is_keyword, is_word, Kind, Token};

/// How a name is used: on its own, behind `::`, behind a dot, or before `::`.
const PLAIN: u8 = 1;
const IN_PATH: u8 = 2;
const METHOD: u8 = 4;
const PREFIX: u8 = 8;
const ANY: u8 = PLAIN | IN_PATH | METHOD | PREFIX;

/// Attributes that make an item needed although nothing names it.
const EXPORTS: [&str; 6] =
    ["no_mangle", "export_name", "link_section", "used", "global_allocator", "panic_handler"];

/// Removes the items and imports that no needed code names.
pub(super) fn remove_unnamed(pruner: &mut Pruner, view: &View) {
    let imports = imports(&view.tokens, &view.pieces);
    let mut reach = Reach::new(view, &imports);
    reach.name("main", PLAIN);
    reach.run();
    let mut end = 0;
    for (at, piece) in view.pieces.iter().enumerate() {
        if !reach.is_node[at] || piece.range.start < end {
            continue;
        }
        if piece.kind == PieceKind::Use {
            let stays = |import: &&Import| import.piece == at && reach.keeps(import);
            let goes = |part: &Range<usize>| {
                !imports.iter().filter(stays).any(|import| part.contains(&import.leaf.start))
            };
            imports::remove(pruner, view, at, &goes);
        } else if !reach.needed[at] {
            end = piece.range.end;
            pruner.remove(view, piece.range.clone(), names_in(view, &piece.range));
        }
    }
}

struct Reach<'a> {
    view: &'a View,
    imports: &'a [Import],
    in_macro: Vec<bool>,
    /// The pieces that stay or go on their own: items in modules, and members of inherent impls.
    is_node: Vec<bool>,
    needed: Vec<bool>,
    /// The innermost such piece around each token.
    owner: Vec<Option<usize>>,
    /// Tokens that define a name.
    defining: HashSet<usize>,
    /// The names that make each piece needed, and how they must be used.
    reasons: Vec<Vec<(&'a str, u8)>>,
    /// Pieces that nothing has to name.
    stays: Vec<bool>,
    /// Pieces that no path has to reach.
    ungated: Vec<bool>,
    /// By impl of a trait: the names among the trait's arguments. Code that names no value of a type seldom
    /// has one, so `From<Unneeded> for Needed` goes.
    arguments: Vec<Vec<usize>>,
    /// Structs, enums, unions and traits: impls need theirs.
    types: HashSet<&'a str>,
    /// The members of each trait: a call of one needs the import of the trait.
    members: HashMap<&'a str, Vec<&'a str>>,
    /// Everything that a piece defines.
    defined: HashSet<&'a str>,
    /// How each name is used in needed code.
    named: HashMap<&'a str, u8>,
    /// The names of needed pieces.
    kept: HashSet<&'a str>,
    /// Whether a name or a use of one was new.
    changed: bool,
}

impl<'a> Reach<'a> {
    fn new(view: &'a View, imports: &'a [Import]) -> Self {
        let count = view.pieces.len();
        let mut reach = Self {
            view,
            imports,
            in_macro: inside_macros(&view.tokens),
            is_node: vec![false; count],
            needed: vec![false; count],
            owner: vec![None; view.tokens.len()],
            defining: view.pieces.iter().filter_map(|piece| piece.name).collect(),
            reasons: vec![Vec::new(); count],
            stays: vec![false; count],
            ungated: vec![false; count],
            arguments: vec![Vec::new(); count],
            types: HashSet::new(),
            members: HashMap::new(),
            defined: HashSet::new(),
            named: HashMap::new(),
            kept: HashSet::new(),
            changed: true,
        };
        for (at, piece) in view.pieces.iter().enumerate() {
            let splits = |parent: usize| {
                let of_trait = view.pieces[parent].of_trait.is_some();
                let kind = view.pieces[parent].kind;
                reach.is_node[parent] && (kind == PieceKind::Mod || kind == PieceKind::Impl && !of_trait)
            };
            if piece.parent.is_none_or(splits) {
                reach.is_node[at] = true;
                reach.owner[piece.range.clone()].fill(Some(at));
            }
            reach.define(at, piece);
        }
        // An alias means a type of another name.
        for (at, piece) in view.pieces.iter().enumerate() {
            let in_module = piece.parent.is_none_or(|parent| view.pieces[parent].kind == PieceKind::Mod);
            if piece.kind == PieceKind::Type && reach.is_node[at] && in_module {
                reach.types.remove(reach.text(piece.name));
            }
        }
        reach.define_calls();
        for at in 0..view.tokens.len() {
            if reach.owner[at].is_none() {
                reach.mention(at);
            }
        }
        reach
    }

    fn text(&self, at: Option<usize>) -> &'a str {
        at.map_or("", |at| plain(&self.view.tokens[at]))
    }

    /// Notes what `piece` defines, and what makes it needed.
    fn define(&mut self, at: usize, piece: &Piece) {
        let name = self.text(piece.name);
        let parent = piece.parent.map(|parent| (parent, self.view.pieces[parent].kind));
        let (named, how) = match (piece.kind, parent) {
            (PieceKind::Variant, Some((parent, PieceKind::Enum))) => (parent, PLAIN | IN_PATH),
            (PieceKind::Type, Some((parent, PieceKind::Trait))) => (parent, IN_PATH | PREFIX),
            (_, Some((parent, PieceKind::Trait))) => (parent, IN_PATH | METHOD),
            (_, Some((parent, PieceKind::ExternBlock))) => (parent, PLAIN | IN_PATH),
            (_, Some((_, PieceKind::Impl))) => (at, IN_PATH | METHOD),
            (PieceKind::Fn | PieceKind::Const | PieceKind::Static, _) => (at, PLAIN | IN_PATH),
            _ => (at, PLAIN | IN_PATH | PREFIX),
        };
        if let Some((of_trait, PieceKind::Trait)) = parent {
            self.members.entry(self.text(self.view.pieces[of_trait].name)).or_default().push(name);
        }
        if !self.is_node[named] {
            return;
        }
        if !name.is_empty() && name != "_" {
            self.defined.insert(name);
            self.reasons[named].push((name, how));
        }
        if named != at {
            return;
        }
        match piece.kind {
            PieceKind::Struct | PieceKind::Enum | PieceKind::Trait => drop(self.types.insert(name)),
            // Needed with their members, and with what they import.
            PieceKind::MacroCall | PieceKind::Use | PieceKind::ExternBlock => {}
            PieceKind::Impl if piece.of_trait.is_none() => {}
            PieceKind::Impl => {
                self.arguments[at] = arguments_of_trait(self.view, piece);
                self.stays[at] = true;
            }
            _ => self.stays[at] |= name.is_empty() || name == "_",
        }
        let exports =
            |token: &Token| EXPORTS.iter().any(|word| token.is(word)) || token.trivia.contains("bundler:");
        let is_marked = self.view.tokens[piece.range.start..piece.head].iter().any(exports);
        self.stays[at] |= is_marked;
        self.ungated[at] = is_marked || piece.kind == PieceKind::MacroRules;
    }

    /// Notes what makes macro calls needed: a name that the call or the macro holds, as far as the macro may
    /// define it; and the traits of the impls that it writes.
    fn define_calls(&mut self) {
        for (at, piece) in self.view.pieces.iter().enumerate() {
            if piece.kind != PieceKind::MacroCall || !self.is_node[at] {
                continue;
            }
            let tokens = &self.view.tokens;
            let Some(written) = speculate::written_by(self.view, piece) else {
                self.stays[at] = true;
                continue;
            };
            let impls = || written.iter().cloned().flatten().filter(|&at| tokens[at].is("impl"));
            if impls().next().is_none() {
                let words = written.iter().cloned().flatten().map(|at| &tokens[at]);
                let names = words.filter(|token| token.is_ident() && !is_keyword(&token.text));
                self.reasons[at].extend(names.map(|token| (plain(token), ANY)));
            } else {
                self.ungated[at] = true;
                let owners: Option<Vec<&str>> = impls().map(|at| owner_of_impl(tokens, at)).collect();
                match owners.filter(|owners| owners.iter().all(|name| self.types.contains(name))) {
                    Some(owners) => self.reasons[at].extend(owners.into_iter().map(|name| (name, ANY))),
                    None => self.stays[at] = true,
                }
            }
        }
    }

    /// Adds one use of a name.
    fn name(&mut self, name: &'a str, how: u8) {
        let known = self.named.entry(name).or_default();
        if *known | how != *known {
            *known |= how;
            self.changed = true;
        }
    }

    /// Whether a needed piece has the name, or none.
    fn is_open(&self, name: Option<usize>) -> bool {
        let name = self.text(name);
        !self.types.contains(name) || self.kept.contains(name)
    }

    /// Whether the type and the trait of an impl are needed; for what only a path through modules reaches,
    /// whether those are named.
    fn may_be_needed(&self, at: usize) -> bool {
        let piece = &self.view.pieces[at];
        let is_open = |piece: &Piece| self.is_open(piece.of_trait) && self.is_open(piece.of_type);
        let parent = piece.parent.map(|parent| &self.view.pieces[parent]);
        is_open(piece)
            && self.arguments[at].iter().all(|&argument| self.is_open(Some(argument)))
            && parent.is_none_or(is_open)
            && (self.ungated[at] || piece.kind == PieceKind::Impl || self.is_reachable(piece))
    }

    /// Whether the modules around `piece` are named or needed.
    fn is_reachable(&self, piece: &Piece) -> bool {
        piece.parent.is_none_or(|parent| {
            let around = &self.view.pieces[parent];
            around.kind != PieceKind::Mod
                || (self.needed[parent] || self.named.contains_key(self.text(around.name)))
                    && self.is_reachable(around)
        })
    }

    /// Follows names to what they name until that finds nothing new.
    fn run(&mut self) {
        while std::mem::take(&mut self.changed) {
            for at in 0..self.view.pieces.len() {
                let uses =
                    |(name, how): &(&str, u8)| self.named.get(name).is_some_and(|used| used & how != 0);
                if !self.needed[at]
                    && (self.stays[at] || self.reasons[at].iter().any(uses))
                    && self.may_be_needed(at)
                {
                    self.need(at);
                }
            }
            self.follow_imports();
        }
    }

    fn need(&mut self, at: usize) {
        self.needed[at] = true;
        self.changed = true;
        let piece = &self.view.pieces[at];
        if let Some(parent) = piece.parent {
            if !self.needed[parent] {
                self.need(parent);
            }
        }
        self.kept.insert(self.text(piece.name));
        for token in piece.range.clone() {
            if self.owner[token] == Some(at) {
                self.mention(token);
            }
        }
    }

    /// Notes the use of a name that the token `at` may be.
    fn mention(&mut self, at: usize) {
        let tokens = &self.view.tokens;
        let token = &tokens[at];
        if token.kind == Kind::Str {
            for part in token.text.split('{').skip(1) {
                let end = part.find(|character| !is_word(character)).unwrap_or(part.len());
                self.name(&part[..end], PLAIN);
            }
        }
        if !token.is_ident() || self.defining.contains(&at) {
            return;
        }
        let before = at.checked_sub(1).map(|before| &tokens[before]);
        let next = |text: &str| tokens.get(at + 1).is_some_and(|next| next.is(text));
        let how = match before {
            _ if self.in_macro[at] => ANY,
            Some(dot) if dot.is(".") && !next("(") && !next("::") => return,
            Some(dot) if dot.is(".") => METHOD,
            _ if next("::") && !tokens.get(at + 2).is_some_and(|after| after.is("<")) => PREFIX,
            Some(path) if path.is("::") => IN_PATH,
            _ if next(":") => return,
            _ => PLAIN,
        };
        self.name(plain(token), how);
    }

    /// What imports that stay lead through and rename.
    fn follow_imports(&mut self) {
        for import in self.imports {
            let piece = &self.view.pieces[import.piece];
            let may_stay = self.is_node[import.piece] && self.is_reachable(piece);
            if !may_stay || !import.is_glob && !self.keeps(import) {
                continue;
            }
            import.path.iter().chain(&import.binding).for_each(|&at| self.mention(at));
            if let Some(parent) = piece.parent.filter(|&parent| !self.needed[parent]) {
                self.need(parent);
            }
        }
    }

    /// Whether what an import brings in is needed or of another crate.
    fn keeps(&self, import: &Import) -> bool {
        let name = self.text(import.named(&self.view.tokens));
        let is_open = !import.is_renamed && !self.defined.contains(name) || is_keyword(name);
        let is_used = self.named.contains_key(name) || self.kept.contains(name);
        let is_called = |name: &&str| self.named.get(name).is_some_and(|how| how & METHOD != 0);
        is_open || is_used || self.members.get(name).is_some_and(|all| all.iter().any(is_called))
    }
}

/// The names in `<..>` behind the trait of an impl, without the impl's own parameters.
fn arguments_of_trait(view: &View, piece: &Piece) -> Vec<usize> {
    let tokens = &view.tokens;
    let open = piece.of_trait.map_or(piece.head, |of_trait| of_trait + 1);
    let end = (open..piece.range.end).find(|&at| tokens[at].is("for") || tokens[at].is("{")).unwrap_or(open);
    let own = parameters(&tokens[piece.head..end]);
    (open..end).filter(|&at| tokens[at].is_ident() && !own.contains(plain(&tokens[at]))).collect()
}
