//! The page of the rules, in the judge's words.

use serde_json::json;

use super::browser::open_address;
use super::Site;

/// Every quotation of the judge that the page must have.
const WORDS: [&str; 11] = [
    "Each game is consisted of two rounds.",
    "All commands which need an output (BEGIN and TURN) must be responded in 1 second.",
    "The output position must be valid.",
    "Or the AI will directly lose the game.",
    "generally scored as if the board were full (64-0)",
    "Every participant has an initial rank as 1500 which will be increased, decreased or kept unchanged",
    "The higher the rank difference, the more amount of rank will be changed.",
    "able to play at least one feasible step",
    "Rank difference is no larger than 100 except one of them has just updated the AI and is of lower rank.",
    "Win game difference is no larger than 1 unless the one with such advantage is of lower rank.",
    "The player whose AI is under a win streak will be set with relatively high priority, ranked by length",
];

#[test]
fn the_rules_are_a_page_in_the_menu_with_the_judges_words() {
    let site = Site::new();
    let Some(mut browser) = open_address(&site.page("/")) else { return };
    let link = browser.evaluate("document.querySelector('nav.site a[href=\"/rules\"]').textContent");
    assert_eq!(link, json!("Rules"));
    browser.go_to(&site.page("/rules"));
    assert_eq!(browser.evaluate("document.querySelector('h1').textContent"), json!("Rules"));
    let current = browser.evaluate("document.querySelector('nav.site [aria-current=page]').textContent");
    assert_eq!(current, json!("Rules"));
    let headings = "[...document.querySelectorAll('h2')].map((heading) => heading.textContent)";
    let expected =
        ["Words on these pages", "Programs", "A game", "Ratings", "Who may meet whom", "Who goes first"];
    assert_eq!(browser.evaluate(headings), json!(expected));
    let text = browser.evaluate("document.querySelector('main').innerText");
    for words in WORDS {
        assert!(text.as_str().unwrap().contains(words), "{words}: {text}");
    }
    site.assert_sound(&mut browser);
}
