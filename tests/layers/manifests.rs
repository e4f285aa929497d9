//! The workspace's crates depend only on those below them.

use std::fs;
use std::path::Path;

/// The crates that each crate may depend on, for its tests too; every member of the workspace is listed, and
/// the fuzz targets, which are a workspace of their own.
const ALLOWED: [(&str, &[&str]); 11] = [
    ("outflank", &[]),
    ("toolkit", &[]),
    ("bundler", &["toolkit"]),
    ("supervisor", &["toolkit"]),
    ("lab", &["outflank", "toolkit"]),
    ("analyst", &["outflank", "toolkit"]),
    ("arena", &["analyst", "lab", "outflank", "supervisor", "toolkit"]),
    ("ladder", &["analyst", "arena", "outflank", "supervisor", "toolkit"]),
    ("trainer", &["lab", "outflank", "toolkit"]),
    ("web", &["analyst", "outflank", "toolkit"]),
    ("outflank-fuzz", &["analyst", "arena", "outflank", "toolkit", "trainer"]),
];

/// The folder of the workspace.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn manifest(member: &str) -> String {
    let path = root().join(member).join("Cargo.toml");
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The folders of the workspace's crates, `.` for the root package.
pub(crate) fn members() -> Vec<String> {
    let manifest = manifest(".");
    let (_, list) = manifest.split_once("members = [").expect("the workspace lists its members");
    let list = list.split(']').next().unwrap_or_default();
    let names = list.split('"').skip(1).step_by(2).map(str::to_owned);
    std::iter::once(".".to_owned()).chain(names).collect()
}

/// The name of the crate that a manifest describes.
fn name(manifest: &str) -> &str {
    let (_, package) = manifest.split_once("[package]").expect("each member is a package");
    let line = package.lines().find_map(|line| line.strip_prefix("name = \""));
    line.and_then(|line| line.strip_suffix('"')).expect("a package has a name")
}

/// The names of all crates that a manifest depends on, in any of its tables.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut is_inside = false;
    for line in manifest.lines().map(str::trim) {
        if let Some(header) = line.strip_prefix('[') {
            let header = header.trim_end_matches(']');
            is_inside = header.ends_with("dependencies") && !header.starts_with("workspace");
            names.extend(header.split_once("dependencies.").map(|(_, name)| name.to_owned()));
        } else if let (true, Some((key, value))) = (is_inside, line.split_once('=')) {
            let renamed = value.split_once("package = \"").and_then(|(_, name)| name.split('"').next());
            let key = key.trim().split('.').next().unwrap_or_default();
            names.push(renamed.unwrap_or(key).to_owned());
        }
    }
    names
}

/// The edges between crates of the workspace that [`ALLOWED`] does not list.
fn forbidden<'a>(manifests: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut found = Vec::new();
    for manifest in manifests {
        let user = name(manifest);
        let allowed = ALLOWED.iter().find(|(listed, _)| *listed == user).map(|(_, allowed)| *allowed);
        let allowed = allowed.unwrap_or_else(|| panic!("ALLOWED does not list the crate {user}"));
        let is_member = |used: &str| ALLOWED.iter().any(|(listed, _)| *listed == used);
        let used = dependencies(manifest);
        let wrong = used.iter().filter(|used| is_member(used) && !allowed.contains(&used.as_str()));
        found.extend(wrong.map(|used| format!("{user} -> {used}")));
    }
    found
}

#[test]
fn crates_use_only_those_below_them() {
    let folders = members().into_iter().chain(["fuzz".to_owned()]);
    let manifests: Vec<String> = folders.map(|folder| manifest(&folder)).collect();
    assert!(manifests.len() > 3, "the workspace's members are read");
    assert_eq!(forbidden(manifests.iter().map(String::as_str)), [""; 0]);
}

#[test]
fn an_edge_is_found_however_it_is_written() {
    for table in [
        "[dependencies]\narena = { path = \"../arena\" }",
        "[dependencies]\narena.workspace = true",
        "[dev-dependencies]\nserde = \"1\"\nmatches = { package = \"arena\", path = \"../arena\" }",
        "[target.'cfg(unix)'.dependencies]\narena = { path = \"../arena\" }",
        "[dependencies.arena]\npath = \"../arena\"",
    ] {
        let manifest = format!("[package]\nname = \"trainer\"\n\n{table}\n\n[lints]\nworkspace = true\n");
        assert_eq!(forbidden([manifest.as_str()].into_iter()), ["trainer -> arena"], "{table}");
    }
}
