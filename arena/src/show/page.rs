//! Self-contained HTML pages: one file, no network, nothing that a bot printed is ever markup.
//!
//! A page is fixed markup, style and script, and data as JSON that the script shows as text. Its content security
//! policy admits this style and this script by their hashes, and no way to make markup from strings.

mod game;
mod report;
mod template;

pub use game::game;
pub use report::{report, Player, Report, Version};

/// The style that all pages share.
pub const BASE_STYLE: &str = include_str!("page/base.css");
