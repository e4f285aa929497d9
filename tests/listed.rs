//! Every test runs: the crates whose tests are one program list each file of `tests/` as a module or a
//! program.

use std::fs;
use std::path::Path;

#[test]
fn each_file_of_tests_is_a_module_or_a_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut crates = 0;
    for folder in fs::read_dir(root).expect("the root").flatten().map(|entry| entry.path()) {
        let Ok(modules) = fs::read_to_string(folder.join("tests/all.rs")) else { continue };
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        crates += 1;
        for path in fs::read_dir(folder.join("tests")).expect("a folder").flatten().map(|entry| entry.path())
        {
            let name = path.file_stem().and_then(|name| name.to_str()).expect("a name in UTF-8");
            let is_source = path.extension().is_some_and(|extension| extension == "rs") && name != "all";
            let is_listed = modules.lines().any(|line| line == format!("mod {name};"))
                || manifest.contains(&format!("path = \"tests/{name}.rs\""));
            assert!(!is_source || is_listed, "{} is neither in all.rs nor in Cargo.toml", path.display());
            let is_program = path.join("main.rs").is_file();
            let runs = manifest.contains(&format!("path = \"tests/{name}/main.rs\""));
            assert!(!is_program || runs, "{} is not in Cargo.toml", path.display());
        }
    }
    assert!(crates >= 5, "{crates} crates");
}
