//! Walks syn's tree and notes each piece's tokens.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Expr, ForeignItem, ImplItem, Item, Stmt, TraitItem, Type};

use super::piece::{Detail, Piece, PieceKind};
use crate::read::attribute::Attribute;
use crate::token::Text;
use crate::token::Token;

pub(super) fn collect(file: &syn::File, tokens: &[Token], text: &Text, detail: Detail) -> Vec<Piece> {
    let mut collector = Collector { tokens, text, detail, out: Vec::new(), around: None };
    collector.visit_file(file);
    collector.out
}

struct Collector<'a> {
    tokens: &'a [Token],
    text: &'a Text,
    detail: Detail,
    out: Vec<Piece>,
    /// The piece that the walk is in.
    around: Option<usize>,
}

impl Collector<'_> {
    fn token(&self, span: Span) -> usize {
        self.text.at(span.byte_range().start)
    }

    /// Notes the piece that `node` is; `walk` visits what is inside.
    fn piece(&mut self, kind: PieceKind, node: &dyn Node, name: Option<Span>, walk: impl FnOnce(&mut Self)) {
        let bytes = node.bytes();
        let start = self.text.at(bytes.start);
        let mut end = self.text.at(bytes.end.saturating_sub(1)) + 1;
        let in_list =
            matches!(kind, PieceKind::Field | PieceKind::Variant | PieceKind::Element | PieceKind::Arm);
        if in_list && self.tokens.get(end).is_some_and(|token| token.is(",")) {
            end += 1;
        }
        let (name, parent) = (name.map(|span| self.token(span)), self.around);
        let head = after_attributes(self.tokens, start, end);
        self.around = Some(self.out.len());
        self.out.push(Piece { kind, range: start..end, head, name, parent, of_trait: None, of_type: None });
        walk(self);
        self.around = parent;
    }

    /// The same for what only [`Detail::Everything`] asks for.
    fn detail(&mut self, kind: PieceKind, node: &dyn Node, walk: impl FnOnce(&mut Self)) {
        match self.detail {
            Detail::Everything => self.piece(kind, node, None, walk),
            Detail::Items => walk(self),
        }
    }
}

/// The index of the first token from `start` that belongs to no attribute or doc comment.
fn after_attributes(tokens: &[Token], start: usize, end: usize) -> usize {
    let mut at = start;
    while at < end {
        match Attribute::at(&tokens[..end], at) {
            Some(attribute) if !attribute.is_inner() => at = attribute.end,
            _ if tokens[at].is_doc() => at += 1,
            _ => break,
        }
    }
    at
}

/// Anything with a place in the text.
trait Node {
    fn bytes(&self) -> std::ops::Range<usize>;
}

impl<T: Spanned> Node for T {
    fn bytes(&self) -> std::ops::Range<usize> {
        self.span().byte_range()
    }
}

fn item_kind(item: &Item) -> (PieceKind, Option<Span>) {
    match item {
        Item::Const(item) => (PieceKind::Const, Some(item.ident.span())),
        Item::Enum(item) => (PieceKind::Enum, Some(item.ident.span())),
        Item::ExternCrate(item) => (PieceKind::ExternCrate, Some(item.ident.span())),
        Item::Fn(item) => (PieceKind::Fn, Some(item.sig.ident.span())),
        Item::ForeignMod(_) => (PieceKind::ExternBlock, None),
        Item::Impl(_) => (PieceKind::Impl, None),
        Item::Macro(item) if item.ident.is_some() => {
            (PieceKind::MacroRules, item.ident.as_ref().map(|name| name.span()))
        }
        Item::Macro(_) => (PieceKind::MacroCall, None),
        Item::Mod(item) => (PieceKind::Mod, Some(item.ident.span())),
        Item::Static(item) => (PieceKind::Static, Some(item.ident.span())),
        Item::Struct(item) => (PieceKind::Struct, Some(item.ident.span())),
        Item::Trait(item) => (PieceKind::Trait, Some(item.ident.span())),
        Item::Type(item) => (PieceKind::Type, Some(item.ident.span())),
        Item::Union(item) => (PieceKind::Struct, Some(item.ident.span())),
        Item::Use(_) => (PieceKind::Use, None),
        _ => (PieceKind::Other, None),
    }
}

fn last_name(path: &syn::Path) -> Option<Span> {
    path.segments.last().map(|segment| segment.ident.span())
}

fn type_name(ty: &Type) -> Option<Span> {
    match ty {
        Type::Path(path) => last_name(&path.path),
        Type::Reference(reference) => type_name(&reference.elem),
        _ => None,
    }
}

impl<'ast> Visit<'ast> for Collector<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let (kind, name) = item_kind(item);
        self.piece(kind, item, name, |walk| {
            if let (Item::Impl(item), Some(at)) = (item, walk.around) {
                let of_trait = item.trait_.as_ref().and_then(|(path, _)| last_name(path));
                walk.out[at].of_trait = of_trait.map(|span| walk.token(span));
                walk.out[at].of_type = type_name(&item.self_ty).map(|span| walk.token(span));
            }
            visit::visit_item(walk, item);
        });
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        let (kind, name) = match item {
            ImplItem::Const(item) => (PieceKind::Const, Some(item.ident.span())),
            ImplItem::Fn(item) => (PieceKind::Fn, Some(item.sig.ident.span())),
            ImplItem::Type(item) => (PieceKind::Type, Some(item.ident.span())),
            ImplItem::Macro(_) => (PieceKind::MacroCall, None),
            _ => (PieceKind::Other, None),
        };
        self.piece(kind, item, name, |walk| visit::visit_impl_item(walk, item));
    }

    fn visit_trait_item(&mut self, item: &'ast TraitItem) {
        let (kind, name) = match item {
            TraitItem::Const(item) => (PieceKind::Const, Some(item.ident.span())),
            TraitItem::Fn(item) => (PieceKind::Fn, Some(item.sig.ident.span())),
            TraitItem::Type(item) => (PieceKind::Type, Some(item.ident.span())),
            TraitItem::Macro(_) => (PieceKind::MacroCall, None),
            _ => (PieceKind::Other, None),
        };
        self.piece(kind, item, name, |walk| visit::visit_trait_item(walk, item));
    }

    fn visit_foreign_item(&mut self, item: &'ast ForeignItem) {
        let (kind, name) = match item {
            ForeignItem::Fn(item) => (PieceKind::Fn, Some(item.sig.ident.span())),
            ForeignItem::Static(item) => (PieceKind::Static, Some(item.ident.span())),
            ForeignItem::Type(item) => (PieceKind::Type, Some(item.ident.span())),
            ForeignItem::Macro(_) => (PieceKind::MacroCall, None),
            _ => (PieceKind::Other, None),
        };
        self.piece(kind, item, name, |_| {});
    }

    fn visit_field(&mut self, field: &'ast syn::Field) {
        let name = field.ident.as_ref().map(|name| name.span());
        self.piece(PieceKind::Field, field, name, |walk| visit::visit_field(walk, field));
    }

    fn visit_variant(&mut self, variant: &'ast syn::Variant) {
        let name = Some(variant.ident.span());
        self.piece(PieceKind::Variant, variant, name, |walk| visit::visit_variant(walk, variant));
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        self.detail(PieceKind::Arm, arm, |walk| visit::visit_arm(walk, arm));
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        match statement {
            Stmt::Item(item) => self.visit_item(item),
            _ => self.detail(PieceKind::Statement, statement, |walk| visit::visit_stmt(walk, statement)),
        }
    }

    fn visit_expr(&mut self, expression: &'ast Expr) {
        // In a list; of a statement they are attributes, too.
        if self.tokens[self.text.at(expression.bytes().start)].is("#") {
            self.detail(PieceKind::Element, expression, |walk| visit::visit_expr(walk, expression));
        } else {
            visit::visit_expr(self, expression);
        }
    }

    fn visit_field_value(&mut self, value: &'ast syn::FieldValue) {
        self.detail(PieceKind::Element, value, |walk| visit::visit_field_value(walk, value));
    }

    fn visit_field_pat(&mut self, pat: &'ast syn::FieldPat) {
        self.detail(PieceKind::Element, pat, |walk| visit::visit_field_pat(walk, pat));
    }

    fn visit_fn_arg(&mut self, argument: &'ast syn::FnArg) {
        self.detail(PieceKind::Element, argument, |walk| visit::visit_fn_arg(walk, argument));
    }

    fn visit_generic_param(&mut self, parameter: &'ast syn::GenericParam) {
        self.detail(PieceKind::Element, parameter, |walk| visit::visit_generic_param(walk, parameter));
    }
}
