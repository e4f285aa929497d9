//! What the program refuses, with which exit code and message, and what it leaves on the disk then.

use crate::support::{stderr, Package};

/// Bundles the sample with one file replaced; standard error of the refusal.
fn refusal(path: &str, text: &[u8]) -> String {
    let package = Package::sample();
    package.write(path, text);
    let output = package.run(&["--no-verify"]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(!package.path("target/bundle").exists(), "nothing is written");
    stderr(&output)
}

#[test]
fn bad_source_is_refused_with_file_line_and_column() {
    let part = |text: &str| refusal("src/part.rs", text.as_bytes());
    assert_eq!(
        part("fn a() {\n  let x = \"never ends;\n"),
        "error: src/part.rs:2:11: unterminated literal\n"
    );
    assert_eq!(part("fn a() {\n    (\n}\n"), "error: src/part.rs:3:1: `}` closes nothing\n");
    assert_eq!(part("fn a( {}\n"), "error: src/part.rs:1:5: `(` is never closed\n");
    assert!(part("fn a() -> {}\n").starts_with("error: src/part.rs:1:11: "));
    assert!(part("\nmod gone;\n").starts_with("error: src/part.rs:2:5: there is neither "));
    assert!(part("const A: &str = include_str!(\"gone.txt\");\n")
        .starts_with("error: src/part.rs:1:17: cannot include src/gone.txt: "));
    assert!(part("const A: &str = env!(\"SURELY_NOT_SET\");\n")
        .starts_with("error: src/part.rs:1:17: `SURELY_NOT_SET` is not set"));
    assert!(part("#[cfg(all(]\nfn a() {}").starts_with("error: src/part.rs:1:"));
    assert_eq!(
        part("#[cfg(feature)]\nfn a() {}\n"),
        "error: src/part.rs:1:7: this cfg predicate makes no sense\n"
    );
    assert!(part("// bundler: drop\nfn a() {}\n")
        .starts_with("error: src/part.rs:2:1: `bundler: drop`: the markers are"));
    let escape = part("// bundler: \x1b[31mred\nfn a() {}\n");
    assert!(escape.contains("`bundler: \\u{1b}[31mred`") && !escape.contains('\x1b'), "{escape}");
    assert!(part("fn a(x: u8) -> u8 {\n    x +\n    // bundler: skip\n    1\n}\n")
        .contains("nothing after this bundler marker can be marked"));
    assert_eq!(
        refusal("src/part.rs", b"fn a() {}\nconst A: &str = \"\xff\";\n"),
        "error: src/part.rs:2:18: the file is not valid UTF-8\n"
    );
}

#[test]
fn files_that_include_themselves_are_refused() {
    let said = refusal("src/part.rs", b"include!(\"part.rs\");\n");
    assert!(said.starts_with("error: src/part.rs:1:1: `include!` goes round in circles"), "{said}");
    let said = refusal("src/part.rs", b"#[path = \"part.rs\"]\nmod part;\n");
    assert!(said.starts_with("error: src/part.rs:2:5: modules are nested too deep"), "{said}");
}

#[test]
fn an_output_that_cannot_be_written_leaves_nothing_behind() {
    let package = Package::sample();
    package.write("occupied/file", "");
    for path in ["occupied", "src/part.rs"] {
        let output = package.run(&["--no-verify", "-o", path]);
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert_eq!(stderr(&output), format!("error: {path} is not a bundle; it was left as it is\n"));
    }
    let left: Vec<_> = std::fs::read_dir(package.path("."))
        .expect("a folder")
        .flatten()
        .map(|entry| entry.file_name())
        .collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().starts_with(".bundle-")), "{left:?}");
    let output = package.run(&["--no-verify", "-o", "src/part.rs/bundle.rs"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
}

/// Runs the bundler on a sample that cannot be bundled; the code and the message of a refusal that comes
/// before any work.
fn refused_at_once(package: &Package, arguments: &[&str]) -> (Option<i32>, String) {
    package.write("src/part.rs", "this is no Rust");
    let output = package.run(arguments);
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn an_output_that_cannot_be_written_is_found_before_the_work() {
    let package = Package::sample();
    let (code, said) = refused_at_once(&package, &["-o", "/proc/bundle.rs"]);
    assert!(said.starts_with("error: /proc/bundle.rs: ") && said.lines().count() == 1, "{said}");
    assert_eq!(code, Some(1));
    package.write("target/bundle/sample.rs", "fn main() {}\n");
    let (code, said) = refused_at_once(&package, &[]);
    assert!(said.starts_with("error: /") && said.lines().count() == 1, "{said}");
    assert!(said.ends_with("target/bundle/sample.rs is not a bundle; it was left as it is\n"), "{said}");
    assert_eq!(code, Some(2));
}

#[test]
fn a_foreign_default_output_is_no_obstacle_to_another() {
    let package = Package::sample();
    package.write("target/bundle/sample.rs", "fn main() {}\n");
    let output = package.run(&["--no-verify", "-o", "new/bundle.rs"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(package.path("new/bundle.rs").is_file());
}

#[test]
fn a_transcript_that_cannot_be_read_is_found_before_the_work() {
    let package = Package::sample();
    for (path, reason) in [("absent.txt", "No such file"), ("src", "not a regular file of at most 64 MiB")] {
        let (code, said) = refused_at_once(&package, &["--transcript", path]);
        assert!(said.starts_with(&format!("error: transcript {path}: {reason}")), "{said}");
        assert_eq!((code, said.lines().count()), (Some(2), 1), "{said}");
    }
}

#[test]
fn a_binary_whose_name_leads_out_of_the_folder_is_refused() {
    let package = Package::sample();
    let manifest = std::fs::read_to_string(package.path("Cargo.toml")).expect("the manifest");
    for (name, shown) in [("../../evil", "../../evil"), ("a\\nb", "a\\nb")] {
        let bin = format!("[[bin]]\nname = \"{name}\"\npath = \"src/main.rs\"\n");
        package.write("Cargo.toml", format!("{manifest}{bin}"));
        let (code, said) = refused_at_once(&package, &["--no-verify"]);
        let reason = format!("Cargo.toml: no file can have the name of the binary `{shown}`\n");
        assert!(said.ends_with(&reason) && said.lines().count() == 1, "{said}");
        assert_eq!(code, Some(2));
    }
}

#[test]
fn a_rejected_bundle_is_kept_under_a_name_of_its_own() {
    let package = Package::sample();
    package.write("tmp/readme", "");
    // Names that anyone can foresee, and links at them.
    let victim = package.path("victim");
    std::fs::write(&victim, "// a, level 2\n// bench signature 1\n").expect("a file can be written");
    std::os::unix::fs::symlink(&victim, package.path("tmp/bundle.rejected.rs")).expect("a link");
    for name in ["first_error", "second_error"] {
        let part = format!("pub fn number() -> u32 {{\n    let {name} = \"\";\n    {name}\n}}\n");
        package.write("src/part.rs", part);
        let mut bundler = package.bundler(&["--no-verify"]);
        let output = bundler.env("TMPDIR", package.path("tmp")).output().expect("the bundler runs");
        assert_eq!(output.status.code(), Some(4), "{}", stderr(&output));
        let said = stderr(&output);
        let kept = said.lines().last().and_then(|line| line.strip_prefix("the rejected bundle is in "));
        let kept = kept.unwrap_or_else(|| panic!("{said}"));
        let text = std::fs::read_to_string(kept).expect("the rejected bundle is there");
        let header = "// sample 1.2.3, no git, level 2\n// bench signature rejected\n";
        assert!(text.starts_with(header) && text.contains(name), "{text}");
    }
    let unchanged = std::fs::read_to_string(&victim).expect("the other file");
    assert_eq!(unchanged, "// a, level 2\n// bench signature 1\n");
}

#[test]
fn usage_errors_exit_with_2() {
    let package = Package::sample();
    for arguments in
        [&["--level", "4"][..], &["--bin", "other"], &["--manifest-path", "nowhere/Cargo.toml"], &["stray"]]
    {
        let output = package.run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stderr(&output));
    }
}
