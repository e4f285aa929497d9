//! The page that explains games, ratings and pairings: the judge's words, and the decisions where they leave
//! something open.

use axum::extract::State;
use maud::{html, Markup, PreEscaped};

use super::leagues;
use crate::course::rating::{K, START};
use crate::league::Leagues;
use crate::serve::app::SharedApp;
use crate::serve::layout::Page;
use supervisor::compile::{Language, Options};

/// The rules of the course, with names in braces for what follows from the code.
const COURSE: &str = include_str!("../../../web/rules.html");

/// The page of the rules.
pub(in crate::serve) async fn show(State(app): SharedApp) -> Markup {
    let page = Page::still("Rules", "/rules");
    if let Some(Leagues { rules, .. }) = app.ladder_state().ladder.leagues() {
        return page.show(leagues::rules(rules));
    }
    let command = |language| Options::default().command(language).unwrap_or_default().join(" ");
    let [c, cpp, rust] = [Language::C, Language::Cpp, Language::Rust].map(command);
    let values = [
        ("{C}", c),
        ("{C++}", cpp),
        ("{Rust}", rust),
        ("{START}", START.to_string()),
        ("{K}", K.to_string()),
    ];
    let text = values
        .iter()
        .fold(COURSE.to_string(), |text, (name, value)| text.replace(name, &html! { (value) }.into_string()));
    page.show(PreEscaped(text))
}
