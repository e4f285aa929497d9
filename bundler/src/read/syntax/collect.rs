//! Walks syn's tree and notes each piece's tokens.

use proc_macro2::Span;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Expr, ForeignItem, ImplItem, Item, Stmt, TraitItem, Type};

use super::piece::{Detail, Piece, PieceKind};
use crate::read::attribute::Attribute;
use crate::token::Text;
use crate::token::Token;

pub(super) fn collect(file: &syn::File, tokens: &[Token], text: &Text, detail: Detail) -> Vec<Piece> {
    let mut collector = Collector { tokens, text, detail, out: Vec::new(), around: Vec::new() };
    collector.visit_file(file);
    collector.out
}

struct Collector<'a> {
    tokens: &'a [Token],
    text: &'a Text,
    detail: Detail,
    out: Vec<Piece>,
    /// The pieces that the walk is in.
    around: Vec<usize>,
}

impl Collector<'_> {
    fn token(&self, span: Span) -> usize {
        self.text.at(span.byte_range().start)
    }

    /// Notes the piece that `node` is; the walk is then inside it until [`Self::leave`].
    fn enter(&mut self, kind: PieceKind, node: &dyn Node, name: Option<Span>) -> &mut Piece {
        let bytes = node.bytes();
        let start = self.text.at(bytes.start);
        let mut end = self.text.at(bytes.end.saturating_sub(1)) + 1;
        let in_list =
            matches!(kind, PieceKind::Field | PieceKind::Variant | PieceKind::Element | PieceKind::Arm);
        if in_list && self.tokens.get(end).is_some_and(|token| token.is(",")) {
            end += 1;
        }
        let name = name.map(|span| self.token(span));
        self.around.push(self.out.len());
        let parent = self.around.len().checked_sub(2).map(|index| self.around[index]);
        let head = after_attributes(self.tokens, start, end);
        self.out.push(Piece { kind, range: start..end, head, name, parent, of_trait: None, of_type: None });
        let last = self.out.len() - 1;
        &mut self.out[last]
    }

    fn leave(&mut self) {
        self.around.pop();
    }

    /// Notes those expressions of a list that have attributes.
    fn list<P>(&mut self, list: &Punctuated<Expr, P>) {
        for expression in list {
            if self.detail == Detail::Everything
                && self.tokens[self.text.at(expression.bytes().start)].is("#")
            {
                self.enter(PieceKind::Element, expression, None);
                self.leave();
            }
        }
    }

    fn element(&mut self, node: &dyn Node) {
        if self.detail == Detail::Everything {
            self.enter(PieceKind::Element, node, None);
            self.leave();
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
        self.enter(kind, item, name);
        if let Item::Impl(item) = item {
            let of_trait =
                item.trait_.as_ref().and_then(|(path, _)| last_name(path)).map(|span| self.token(span));
            let of_type = type_name(&item.self_ty).map(|span| self.token(span));
            if let Some(piece) = self.out.last_mut() {
                (piece.of_trait, piece.of_type) = (of_trait, of_type);
            }
        }
        visit::visit_item(self, item);
        self.leave();
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        let (kind, name) = match item {
            ImplItem::Const(item) => (PieceKind::Const, Some(item.ident.span())),
            ImplItem::Fn(item) => (PieceKind::Fn, Some(item.sig.ident.span())),
            ImplItem::Type(item) => (PieceKind::Type, Some(item.ident.span())),
            ImplItem::Macro(_) => (PieceKind::MacroCall, None),
            _ => (PieceKind::Other, None),
        };
        self.enter(kind, item, name);
        visit::visit_impl_item(self, item);
        self.leave();
    }

    fn visit_trait_item(&mut self, item: &'ast TraitItem) {
        let (kind, name) = match item {
            TraitItem::Const(item) => (PieceKind::Const, Some(item.ident.span())),
            TraitItem::Fn(item) => (PieceKind::Fn, Some(item.sig.ident.span())),
            TraitItem::Type(item) => (PieceKind::Type, Some(item.ident.span())),
            TraitItem::Macro(_) => (PieceKind::MacroCall, None),
            _ => (PieceKind::Other, None),
        };
        self.enter(kind, item, name);
        visit::visit_trait_item(self, item);
        self.leave();
    }

    fn visit_foreign_item(&mut self, item: &'ast ForeignItem) {
        let (kind, name) = match item {
            ForeignItem::Fn(item) => (PieceKind::Fn, Some(item.sig.ident.span())),
            ForeignItem::Static(item) => (PieceKind::Static, Some(item.ident.span())),
            ForeignItem::Type(item) => (PieceKind::Type, Some(item.ident.span())),
            ForeignItem::Macro(_) => (PieceKind::MacroCall, None),
            _ => (PieceKind::Other, None),
        };
        self.enter(kind, item, name);
        self.leave();
    }

    fn visit_field(&mut self, field: &'ast syn::Field) {
        self.enter(PieceKind::Field, field, field.ident.as_ref().map(|name| name.span()));
        visit::visit_field(self, field);
        self.leave();
    }

    fn visit_variant(&mut self, variant: &'ast syn::Variant) {
        self.enter(PieceKind::Variant, variant, Some(variant.ident.span()));
        visit::visit_variant(self, variant);
        self.leave();
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        if self.detail == Detail::Everything {
            self.enter(PieceKind::Arm, arm, None);
            visit::visit_arm(self, arm);
            self.leave();
        } else {
            visit::visit_arm(self, arm);
        }
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        if self.detail == Detail::Everything && !matches!(statement, Stmt::Item(_)) {
            self.enter(PieceKind::Statement, statement, None);
            visit::visit_stmt(self, statement);
            self.leave();
        } else {
            visit::visit_stmt(self, statement);
        }
    }

    fn visit_expr_array(&mut self, array: &'ast syn::ExprArray) {
        self.list(&array.elems);
        visit::visit_expr_array(self, array);
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        self.list(&call.args);
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        self.list(&call.args);
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_tuple(&mut self, tuple: &'ast syn::ExprTuple) {
        self.list(&tuple.elems);
        visit::visit_expr_tuple(self, tuple);
    }

    fn visit_field_value(&mut self, value: &'ast syn::FieldValue) {
        self.element(value);
        visit::visit_field_value(self, value);
    }

    fn visit_field_pat(&mut self, pat: &'ast syn::FieldPat) {
        self.element(pat);
        visit::visit_field_pat(self, pat);
    }

    fn visit_fn_arg(&mut self, argument: &'ast syn::FnArg) {
        self.element(argument);
        visit::visit_fn_arg(self, argument);
    }

    fn visit_generic_param(&mut self, parameter: &'ast syn::GenericParam) {
        self.element(parameter);
        visit::visit_generic_param(self, parameter);
    }
}
