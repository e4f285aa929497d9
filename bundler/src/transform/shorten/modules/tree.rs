//! The modules of a program and what they hold.

use std::ops::Range;
use std::rc::Rc;

use crate::read::imports::{imports, Import};
use crate::read::macros::inside_own_macros;
use crate::read::syntax::{Piece, PieceKind};
use crate::token::{closing, Kind, Token};

/// The crate's root among the modules.
pub(super) const ROOT: usize = 0;

/// A module.
pub(super) struct Module {
    /// Its name; empty for the root.
    pub name: Rc<str>,
    /// The module around it; the root's is the root.
    pub parent: usize,
    /// Its piece; none for the root.
    pub piece: Option<usize>,
    /// Its tokens up to the opening brace.
    pub opening: Range<usize>,
    /// Its closing brace; the list's length for the root.
    pub close: usize,
}

/// All modules of a program.
pub(super) struct Tree<'a> {
    pub tokens: &'a [Token],
    pub pieces: &'a [Piece],
    pub modules: Vec<Module>,
    /// The innermost module around each token.
    pub of: Vec<usize>,
    pub imports: Vec<Import>,
    /// Which tokens macros of the program may give any meaning.
    pub in_macro: Vec<bool>,
    /// Modules by the name that an import gives them.
    bound: Vec<(usize, Rc<str>, usize)>,
    /// Modules that import all of another one.
    globs: Vec<(usize, usize)>,
}

impl<'a> Tree<'a> {
    /// None if a module is in a function or a file of its own.
    pub(super) fn new(tokens: &'a [Token], pieces: &'a [Piece]) -> Option<Self> {
        let root = Module { name: "".into(), parent: ROOT, piece: None, opening: 0..0, close: tokens.len() };
        let mut modules = vec![root];
        let mut of = vec![ROOT; tokens.len()];
        for (at, piece) in pieces.iter().enumerate().filter(|(_, piece)| piece.kind == PieceKind::Mod) {
            let name = piece.name?;
            let parent = match piece.parent {
                None => ROOT,
                Some(parent) => modules.iter().position(|module| module.piece == Some(parent))?,
            };
            let (open, close) = (name + 1, piece.range.end - 1);
            if !tokens.get(open)?.is("{") {
                return None;
            }
            of[open + 1..close].fill(modules.len());
            let (name, opening) = (tokens[name].text.clone(), piece.range.start..open + 1);
            modules.push(Module { name, parent, piece: Some(at), opening, close });
        }
        let in_macro = inside_own_macros(tokens);
        let imports = imports(tokens, pieces);
        let mut tree =
            Self { tokens, pieces, modules, of, imports, in_macro, bound: Vec::new(), globs: Vec::new() };
        tree.bind();
        Some(tree)
    }

    /// The module in which an import is.
    pub(super) fn module(&self, import: &Import) -> usize {
        self.of[import.keyword]
    }

    /// Whether an import is in a block, of a function say, and not directly in a module.
    pub(super) fn is_in_block(&self, import: &Import) -> bool {
        self.pieces[import.piece].parent.is_some_and(|parent| self.pieces[parent].kind != PieceKind::Mod)
    }

    /// Notes which imports are modules; an import may lead through another one.
    fn bind(&mut self) {
        loop {
            let before = self.bound.len() + self.globs.len();
            for import in &self.imports {
                let Some((target, used)) = self.resolve(self.module(import), &import.path) else { continue };
                if used < import.path.len() {
                    continue;
                }
                let bound =
                    import.binding.map(|name| (self.module(import), self.tokens[name].text.clone(), target));
                let glob = (self.module(import), target);
                match bound {
                    Some(bound) if !self.bound.contains(&bound) => self.bound.push(bound),
                    None if import.is_glob && !self.globs.contains(&glob) => self.globs.push(glob),
                    _ => {}
                }
            }
            if self.bound.len() + self.globs.len() == before {
                return;
            }
        }
    }

    /// A module's path from the root.
    pub(super) fn path(&self, module: usize) -> String {
        let Module { name, parent, .. } = &self.modules[module];
        match *parent {
            ROOT => name.to_string(),
            parent => format!("{}::{name}", self.path(parent)),
        }
    }

    /// The module to which the segments of a path written in `module` lead, and how many of them; none if the
    /// path starts elsewhere.
    pub(super) fn resolve(&self, module: usize, path: &[usize]) -> Option<(usize, usize)> {
        let word = |at: usize| path.get(at).map(|&at| &self.tokens[at]);
        let (mut target, mut used) = match word(0)? {
            head if head.is("crate") => (ROOT, 1),
            head if head.is("self") => (module, 1),
            head if head.is("super") => (self.modules[module].parent, 1),
            head => (self.find(module, &head.text)?, 1),
        };
        while let Some(next) = word(used) {
            target = match self.find(target, &next.text) {
                _ if next.is("super") => self.modules[target].parent,
                Some(inner) => inner,
                None => break,
            };
            used += 1;
        }
        Some((target, used))
    }

    /// The module that `name` means in `module`.
    fn find(&self, module: usize, name: &str) -> Option<usize> {
        let child = |module: usize| {
            (1..self.modules.len())
                .find(|&at| self.modules[at].parent == module && &*self.modules[at].name == name)
        };
        let bound = |module: usize| {
            self.bound.iter().find(|(of, known, _)| *of == module && &**known == name).map(|bound| bound.2)
        };
        let glob = || {
            let targets = self.globs.iter().filter(|(of, _)| *of == module).map(|glob| glob.1);
            targets
                .filter(|&target| target != module)
                .find_map(|target| child(target).or_else(|| bound(target)))
        };
        child(module).or_else(|| bound(module)).or_else(glob)
    }

    /// The pieces directly in a module.
    pub(super) fn items(&self, module: usize) -> impl Iterator<Item = &'a Piece> + '_ {
        let around = self.modules[module].piece;
        self.pieces.iter().filter(move |piece| piece.parent == around)
    }

    /// The names of the items directly in a module, modules not among them.
    pub(super) fn names(&self, module: usize) -> impl Iterator<Item = (&'a str, PieceKind)> + '_ {
        let items = self.items(module).filter(|piece| piece.kind != PieceKind::Mod);
        items.filter_map(|piece| Some((&*self.tokens[piece.name?].text, piece.kind)))
    }

    /// Whether an item is a call of a macro that the program defines.
    pub(super) fn calls_own_macro(&self, item: &Piece) -> bool {
        let mut macros = self.pieces.iter().filter(|piece| piece.kind == PieceKind::MacroRules);
        let name = &self.tokens[item.head].text;
        item.kind == PieceKind::MacroCall && macros.any(|own| own.is_called(self.tokens, name))
    }

    /// The names that the calls of the program's macros in a module declare, as far as the arguments
    /// contain them.
    pub(super) fn names_in_calls(&self, module: usize) -> impl Iterator<Item = (&'a str, PieceKind)> + '_ {
        let calls = self.items(module).filter(|item| self.calls_own_macro(item));
        calls.flat_map(|item| self.outer_tokens(item)).filter_map(|at| {
            let kind = match &*self.tokens[at - 1].text {
                "fn" => PieceKind::Fn,
                "const" => PieceKind::Const,
                "static" => PieceKind::Static,
                "struct" | "union" => PieceKind::Struct,
                "enum" => PieceKind::Enum,
                "trait" => PieceKind::Trait,
                "type" => PieceKind::Type,
                _ => return None,
            };
            self.tokens[at].is_ident().then(|| (&*self.tokens[at].text, kind))
        })
    }

    /// The arguments of a macro call outside their own delimiters.
    fn outer_tokens(&self, call: &Piece) -> Vec<usize> {
        let mut found = Vec::new();
        let mut at = call.head + 3;
        while at < call.range.end {
            found.push(at);
            at = if self.tokens[at].kind == Kind::Open { closing(self.tokens, at) } else { at + 1 };
        }
        found
    }

    /// Whether an item of this name, no module, is directly in a module.
    pub(super) fn has(&self, module: usize, name: &str) -> bool {
        self.names(module).chain(self.names_in_calls(module)).any(|(known, _)| known == name)
    }

    /// Whether a module imports all of a module that has an item of this name.
    pub(super) fn imports_all_with(&self, module: usize, name: &str) -> bool {
        self.globs.iter().any(|&(of, target)| of == module && self.has(target, name))
    }
}
