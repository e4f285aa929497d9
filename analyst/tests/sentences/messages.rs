//! Every sentence and every refusal has a message in every language.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use analyst::sentence::FILES;

#[test]
fn every_sentence_has_a_message_in_every_language() {
    let sources =
        [include_str!("../../src/analysis/words.rs"), include_str!("../../src/analysis/words/comparison.rs")]
            .concat();
    for (language, text) in FILES {
        let keys: Vec<&str> = text
            .lines()
            .filter_map(|line| line.strip_prefix("analyst-")?.split_once(" ="))
            .map(|(key, _)| key)
            .collect();
        let keys: Vec<&str> = keys.into_iter().filter(|key| !is_about_input(key)).collect();
        let unused = |key: &&&str| !key.starts_with("side-") && !sources.contains(&format!("(\"{key}\""));
        assert!(keys.len() > 25, "{language}: {keys:?}");
        assert_eq!(keys.iter().filter(unused).collect::<Vec<_>>(), Vec::<&&str>::new(), "{language}");
        for call in ["own(\"", "opponents(\"", "Sentence::new(\"", "(\"x-square\", ", "(\"c-square\", "] {
            for (at, _) in sources.match_indices(call) {
                let rest = &sources[at + call.find('"').unwrap_or_default() + 1..];
                let key = rest.split('"').next().unwrap_or_default();
                assert!(keys.contains(&key), "{language}: {key}");
            }
        }
    }
}

/// Whether a key is that of a sentence about an input or about what a format cannot hold.
fn is_about_input(key: &str) -> bool {
    key.starts_with("read-") || key.starts_with("lost-")
}

/// The text of all files with code below a folder.
fn code_in(folder: &Path) -> String {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let of_entry = |path: PathBuf| match path.extension() {
        Some(extension) if extension == "rs" => std::fs::read_to_string(path).unwrap(),
        None if path.is_dir() => code_in(&path),
        _ => String::new(),
    };
    entries.map(of_entry).collect()
}

#[test]
fn every_refusal_has_a_message_in_every_language() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let code = ["analyst/src", "web/src"].map(|folder| code_in(&crates.join(folder))).concat();
    let is_key = |text: &&str| text.bytes().all(|byte| byte == b'-' || byte.is_ascii_lowercase());
    let used: BTreeSet<&str> = code.split('"').filter(|text| is_about_input(text)).filter(is_key).collect();
    assert!(used.len() > 90, "{used:?}");
    for (language, text) in FILES {
        let keys = text.lines().filter_map(|line| line.strip_prefix("analyst-")?.split_once(" ="));
        let keys: BTreeSet<&str> = keys.map(|(key, _)| key).filter(|key| is_about_input(key)).collect();
        assert_eq!(keys, used, "{language}");
    }
}
