//! The pages of the project: links lead to files, the lines of `docs/experiments/` keep their form and ids,
//! and the course judge's statements have tests.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The files to download, as the host of the repository shows them beside it.
const RELEASES: &str = "../../releases";

/// The pages of a folder below the repository's root, with their text.
fn pages(folder: &str) -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let pages = paths.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

/// The targets of a page's links outside code blocks, without addresses of the web and anchors.
fn links(text: &str) -> Vec<&str> {
    let prose = text.split("```").step_by(2);
    let targets = prose.flat_map(|prose| prose.split("](").skip(1)).filter_map(|rest| rest.split_once(')'));
    let files = targets.map(|(target, _)| target.split('#').next().unwrap_or(""));
    files.filter(|file| !file.is_empty() && !file.contains("://") && *file != RELEASES).collect()
}

/// The cells of a table's line about an experiment, the id first; `None` for every other line.
fn experiment(line: &str) -> Option<Vec<&str>> {
    let cells: Vec<&str> = line.strip_prefix("| ")?.strip_suffix(" |")?.split(" | ").collect();
    let (letter, number) = cells[0].split_once('-')?;
    // A long experiment has several rows, with a letter behind the number from the second on.
    let number = number.strip_suffix(|c: char| c.is_ascii_lowercase()).unwrap_or(number);
    let is_id = letter.len() == 1 && number.len() == 3 && number.bytes().all(|byte| byte.is_ascii_digit());
    is_id.then_some(cells)
}

#[test]
fn links_lead_to_files() {
    for (page, text) in [pages("."), pages("docs"), pages("docs/experiments")].concat() {
        for link in links(&text) {
            assert!(page.with_file_name(link).exists(), "{}: no file at {link}", page.display());
        }
    }
}

#[test]
fn every_experiment_has_an_id_of_its_own_a_base_figures_and_a_decision() {
    let mut ids = BTreeSet::new();
    for (page, text) in pages("docs/experiments") {
        let is_index = page.ends_with("README.md");
        for cells in text.lines().filter(|_| !is_index).filter_map(experiment) {
            let [id, base, rest @ ..] = cells.as_slice() else { panic!("{}: {cells:?}", page.display()) };
            assert_eq!(rest.len(), 3, "{id}: expected what was tried, conditions and figures, decision");
            assert!(rest.iter().all(|cell| !cell.trim().is_empty()), "{id} has an empty cell");
            let is_commit = base.len() >= 7 && base.bytes().all(|byte| byte.is_ascii_hexdigit());
            assert!(is_commit || base.contains('.'), "{id}: expected a commit or a version, got {base}");
            assert!(ids.insert(id.to_string()), "{id} is given twice");
        }
    }
    assert!(ids.len() >= 231, "lines are never deleted, but only {} are left", ids.len());
}

/// Any page may mention an id, and a line must have that id.
#[test]
fn ids_that_are_mentioned_exist() {
    let experiments = pages("docs/experiments");
    let lines = || experiments.iter().flat_map(|(_, text)| text.lines().filter_map(experiment));
    let ids: BTreeSet<&str> = lines().map(|cells| cells[0]).collect();
    let letters: BTreeSet<&str> = ids.iter().map(|id| &id[..1]).collect();
    for (page, text) in [pages("docs"), experiments.clone()].concat() {
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
        let looks_like_id = |word: &&str| word.len() == 5 && word.is_ascii() && &word[1..2] == "-";
        for word in words.filter(looks_like_id).filter(|word| letters.contains(&word[..1])) {
            let is_number = word[2..].bytes().all(|byte| byte.is_ascii_digit());
            assert!(!is_number || ids.contains(word), "{}: no line {word}", page.display());
        }
    }
}

/// The last cell of each row of a page's tables, without heads.
fn last_cells(text: &str) -> Vec<&str> {
    let is_rule = |line: &str| line.starts_with("|---");
    let lines: Vec<&str> = text.lines().collect();
    let rows = (0..lines.len()).filter(|&index| lines[index].starts_with('|') && !is_rule(lines[index]));
    // The line after a head is the rule.
    let rows = rows.filter(|&index| lines.get(index + 1).is_none_or(|next| !is_rule(next)));
    rows.map(|index| lines[index].trim_end_matches(" |").rsplit(" | ").next().unwrap()).collect()
}

/// Whether a file has a test of this name that `cargo test` runs.
fn has_test(source: &str, name: &str) -> bool {
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    let function = format!("fn {name}() {{");
    lines.windows(2).any(|pair| pair[0] == "#[test]" && pair[1] == function)
}

/// The statements of the course judge, each with the tests that prove it.
#[test]
fn every_statement_of_the_judge_names_tests_that_exist() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/judge.md");
    let text = fs::read_to_string(&page).unwrap();
    let cells = last_cells(&text);
    assert!(cells.len() >= 40, "{} statements", cells.len());
    for cell in cells {
        let tests: Vec<(&str, &str)> = cell
            .split('[')
            .skip(1)
            .map(|link| link.trim_end().strip_suffix(')').and_then(|link| link.split_once("](")).unwrap())
            .collect();
        assert!(!tests.is_empty(), "a statement without a test: {cell}");
        for (name, file) in tests {
            let source = fs::read_to_string(page.with_file_name(file)).unwrap();
            assert!(has_test(&source, name), "{file} has no test {name}");
        }
    }
}
