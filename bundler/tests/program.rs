//! The program as its user sees it: exit codes, reports, proofs, headers and steps.

use std::fs::Permissions;
use std::os::unix::fs::{symlink, PermissionsExt};
use std::process::{Command, Output, Stdio};

use crate::support::{bundler, fixtures, stderr, Package};
use bundler::{bundle, Behaviour, Level, Options};
use serde_json::Value;

fn json(output: &Output) -> Value {
    assert!(output.status.success(), "{}", stderr(output));
    serde_json::from_slice(&output.stdout).expect("a JSON report")
}

#[test]
fn a_bundle_that_behaves_like_its_package_is_proven_by_its_signature() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("bundle.rs");
    let transcript = folder.path().join("input.txt");
    std::fs::write(&transcript, "one\ntwenty-two\n\n").expect("a file can be written");
    let (out_text, transcript) = (out.display().to_string(), transcript.display().to_string());
    let output = bundler(
        "signature",
        &["--bin", "signature", "-o", &out_text, "--transcript", &transcript, "--report", "json"],
    );
    let report = json(&output);
    assert_eq!(report["proof"]["compiled"], true);
    assert_eq!(report["proof"]["behaviour"]["result"], "same");
    assert_eq!(report["proof"]["behaviour"]["signature"], "11609922953949437329");
    assert_eq!(report["proof"]["transcripts"], 1);
    assert_eq!(report["level"], 3);
    let text = std::fs::read_to_string(&out).expect("the bundle is there");
    let header: Vec<&str> = text.lines().take(3).collect();
    assert!(
        header[0].starts_with("// signature 0.3.1, git ") && header[0].ends_with(", level 3"),
        "{header:?}"
    );
    assert_eq!(header[1], "// bench signature 11609922953949437329");
    assert!(!header[2].starts_with("//"), "{header:?}");
}

#[test]
fn a_bundle_that_behaves_differently_is_rejected_and_the_old_file_stays() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("bundle.rs");
    const GOOD: &str = "// bot 1.0.0, git abc, level 3\n// bench signature none\nfn main() {}\n";
    std::fs::write(&out, GOOD).expect("a file can be written");
    let output = bundler("signature", &["--bin", "different", "-o", &out.display().to_string()]);
    assert_eq!(output.status.code(), Some(4), "{}", stderr(&output));
    let said = stderr(&output);
    assert!(
        said.contains("bench: the bundle (-O) behaves differently: line 1 is `signature 9` from the package"),
        "{said}"
    );
    assert_eq!(std::fs::read_to_string(&out).expect("the file is there"), GOOD);
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing else is left behind");
}

#[test]
fn a_transcript_shows_a_difference_that_no_bench_would() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (out, transcript) = (folder.path().join("bundle.rs"), folder.path().join("input.txt"));
    std::fs::write(&transcript, "where?\n").expect("a file can be written");
    let chatty = ["--bin", "chatty", "-o", &out.display().to_string()];
    let output = bundler("signature", &chatty);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        said.contains("behaviour not compared: no `bench` that prints a signature, no --transcript; next: "),
        "{said}"
    );
    let output =
        bundler("signature", &[&chatty[..], &["--transcript", &transcript.display().to_string()]].concat());
    assert_eq!(output.status.code(), Some(4), "{}", stderr(&output));
    assert!(
        stderr(&output).contains("line 1 is `signature` from the package, `bundle` from the bundle"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn the_budget_is_counted_in_utf_16_units_and_shown_by_module() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("bundle.rs");
    let output = bundler(
        "budget",
        &["--no-verify", "-l", "2", "-o", &out.display().to_string(), "--report", "json", "-m", "50000"],
    );
    let report = json(&output);
    let text = std::fs::read_to_string(&out).expect("the bundle is there");
    assert_eq!(report["size"]["units"], text.encode_utf16().count());
    assert_eq!(report["size"]["scalars"], text.chars().count());
    assert_eq!(report["size"]["bytes"], text.len());
    let modules = report["modules"].as_array().expect("a list");
    let class = |module: &str| {
        let found =
            modules.iter().find(|share| share["module"] == module).expect("the module is in the table");
        (found["class"].as_str().unwrap_or("").to_owned(), found["size"]["units"].as_u64().unwrap_or(0))
    };
    assert_eq!(class("budget::weights").0, "weights");
    assert!(class("budget::weights").1 > 30_000);
    assert_eq!(class("budget::book").0, "book");
    assert_eq!(class("budget").0, "code");
    let total: u64 = modules.iter().map(|share| share["size"]["units"].as_u64().unwrap_or(0)).sum();
    let header = text.lines().take(2).map(|line| line.len() as u64 + 1).sum::<u64>();
    assert!(
        total == text.encode_utf16().count() as u64,
        "{total} of {} with a header of {header}",
        text.len()
    );
}

#[test]
fn a_bundle_over_its_budget_is_written_and_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("bundle.rs");
    let arguments = ["--no-verify", "-l", "2", "-o", &out.display().to_string(), "--max", "30000"];
    let output = bundler("budget", &arguments);
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    let over = std::fs::read_to_string(&out).expect("the bundle is there").encode_utf16().count() - 30_000;
    // A warning comes first where the judge's toolchain is not installed.
    let last = format!("error: the bundle is {over} units over its budget\n");
    assert!(stderr(&output).ends_with(&last), "{}", stderr(&output));
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let package = Package::sample();
    let text = || bundle(&Options { verify: false, ..package.options() }).expect("a bundle").text;
    let first = text();
    assert_eq!(first, text());
    package.write("src/part.rs", "pub fn number() -> u32 {\n    1235\n}\n");
    assert_ne!(first, text());
}

#[test]
fn the_header_names_the_commit_and_whether_the_sources_differ_from_it() {
    let package = Package::sample();
    let git = |arguments: &[&str]| {
        let mut git = Command::new("git");
        git.arg("-C").arg(package.path(".")).args(["-c", "user.name=A", "-c", "user.email=a@example.org"]);
        let output = git.args(arguments).output().expect("git runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    };
    let first_line = || {
        let text = bundle(&Options { verify: false, ..package.options() }).expect("a bundle").text;
        text.lines().next().unwrap_or("").to_owned()
    };
    assert_eq!(first_line(), "// sample 1.2.3, no git, level 3");
    git(&["init", "--quiet"]);
    git(&["add", "."]);
    git(&["commit", "--quiet", "-m", "first"]);
    let hash = git(&["rev-parse", "--short=12", "HEAD"]);
    package.write("notes.txt", "not part of the bundle");
    assert_eq!(first_line(), format!("// sample 1.2.3, git {hash}, level 3"));
    package.write("src/part.rs", "pub fn number() -> u32 {\n    4321\n}\n");
    assert_eq!(first_line(), format!("// sample 1.2.3, git {hash}+dirty, level 3"));
}

#[test]
fn the_report_lists_the_modules_that_only_a_name_keeps() {
    let package = Package::new()
        .file("src/lib.rs", "pub mod m;\npub mod n {\n    pub fn f() -> u32 {\n        2\n    }\n}\n")
        .file("src/m.rs", "pub fn f() -> u32 {\n    1\n}\n")
        .file("src/main.rs", "use sample::{m, n};\nfn main() {\n    println!(\"{}\", m::f() + n::f());\n}\n");
    let output = package.run(&["--no-verify"]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let expected = "modules that stay for a name with other meanings elsewhere: n (`f`), program (`m`)\n";
    assert!(said.contains(expected), "{said}");
    let report = json(&package.run(&["--no-verify", "--report", "json"]));
    assert_eq!(report["conflicts"][0], serde_json::json!({"module": "n", "name": "f"}));
    let report = json(&package.run(&["--no-verify", "--report", "json", "--level", "2"]));
    assert_eq!(report["conflicts"], serde_json::json!([]));
}

#[test]
fn an_absent_toolchain_is_said_loudly_and_replaced() {
    let package = Package::sample();
    let output = package.run(&["--toolchain", "1.0.99", "--report", "json"]);
    let report = json(&output);
    assert!(stderr(&output)
        .starts_with("warning: toolchain 1.0.99 is not installed: everything was checked with rustc "));
    assert!(stderr(&output).contains("whether 1.0.99 compiles the bundle,"), "{}", stderr(&output));
    assert_eq!(report["proof"]["exact"], false);
    assert_eq!(report["proof"]["toolchain"], "1.0.99");
    assert_eq!(
        report["output"].as_str().map(std::path::PathBuf::from),
        Some(package.path("target/bundle/sample.rs"))
    );
    assert!(package.path("target/bundle/sample.rs").is_file());
    let output = package.run(&["--toolchain", "./no/rustc"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(stderr(&output), "error: ./no/rustc is no rustc that runs\n");
}

/// A `PATH` with `cargo` and `rustc`, and no `rustup` but that of `script`, if there is one.
fn path_with_rustup(package: &Package, script: Option<&str>) -> String {
    let folder = package.path("path");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir(&folder).expect("a folder");
    let path = std::env::var_os("PATH").expect("a PATH");
    for program in ["cargo", "rustc"] {
        let found =
            std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.exists());
        symlink(found.expect("it is installed"), folder.join(program)).expect("a link");
    }
    if let Some(script) = script {
        package.write("path/rustup", script);
        std::fs::set_permissions(folder.join("rustup"), Permissions::from_mode(0o755)).expect("a mode");
    }
    format!("{}:/usr/bin:/bin", folder.display())
}

/// A `rustup` whose installation of a toolchain does `install`, and makes it the default one if that works.
fn rustup(package: &Package, install: &str) -> String {
    let fetched = package.path("fetched").display().to_string();
    format!(
        "#!/bin/sh\ncase \"$1 $2\" in\n\"toolchain install\") {{ {install}; }} && echo \"$*\" >>{fetched};;\n\
         \"run 1.0.99\") [ -e {fetched} ] && rustc --print sysroot;;\nesac\n"
    )
}

#[test]
fn a_missing_toolchain_is_fetched_once_by_rustup() {
    let package = Package::sample();
    let path = path_with_rustup(&package, Some(&rustup(&package, "true")));
    for lines in [1, 0] {
        let mut bundler = package.bundler(&["--toolchain", "1.0.99", "--report", "json"]);
        let output = bundler.env("PATH", &path).env_remove("RUSTUP_AUTO_INSTALL").output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let line = "outflank-bundler: fetching Rust 1.0.99 through rustup, once, for the proof\n";
        assert_eq!(said.matches(line).count(), lines, "{said}");
        assert_eq!(json(&output)["proof"]["exact"], true, "{said}");
    }
    let asked = std::fs::read_to_string(package.path("fetched")).expect("rustup was asked");
    assert_eq!(asked, "toolchain install 1.0.99 --profile minimal --no-self-update\n");
}

#[test]
fn a_toolchain_that_cannot_be_fetched_leaves_a_question() {
    let package = Package::sample();
    let offline = rustup(&package, "echo 'info: syncing' >&2; echo 'error: no network' >&2; false");
    for (script, reason) in [
        (Some(&*offline), "cannot be fetched: rustup: error: no network"),
        (None, "is not installed, and there is no rustup that could fetch it"),
    ] {
        let path = path_with_rustup(&package, script);
        let mut bundler = package.bundler(&["--toolchain", "1.0.99", "--report", "json"]);
        let output = bundler.env("PATH", &path).env_remove("RUSTUP_AUTO_INSTALL").output().expect("it runs");
        let expected = format!("warning: toolchain 1.0.99 {reason}: everything was checked with rustc ");
        assert!(stderr(&output).starts_with(&expected), "{}", stderr(&output));
        assert_eq!((output.status.code(), &json(&output)["proof"]["exact"]), (Some(0), &false.into()));
    }
}

#[test]
fn compiler_errors_are_shown_where_the_source_was_written() {
    let package = Package::sample();
    package.write(
        "src/part.rs",
        "//! A part.\n\npub fn number() -> u32 {\n    let text = \"one\";\n    text + 1\n}\n",
    );
    let output = package.run(&["--no-verify"]);
    assert_eq!(output.status.code(), Some(4));
    let said = stderr(&output);
    assert!(said.contains("error[E0369]: cannot add `{integer}` to `&str`"), "{said}");
    assert!(said.contains("  --> src/part.rs:5:10\n   |     text + 1\n   |          ^"), "{said}");
}

#[test]
fn a_warning_about_the_source_has_its_place_at_level_3_too() {
    let package = Package::sample();
    package
        .write("src/part.rs", "pub fn number() -> u32 {\n    let unused_local_variable = 3;\n    1234\n}\n");
    // Silent in cargo's build: the bundle's compiler says of the whole source what it says of the bundle.
    let output =
        package.bundler(&[]).env("RUSTFLAGS", "-Aunused_variables").output().expect("the bundler runs");
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(0), "{said}");
    let place = "warning: src/part.rs:2:9: unused variable";
    assert!(
        said.contains(place) && said.contains("(unused_variables), as the bundle's compiler says"),
        "{said}"
    );
    assert!(package.path("target/bundle/sample.rs").exists());
}

#[test]
fn a_shebang_is_no_docs() {
    let package = Package::sample();
    let main = std::fs::read_to_string(package.path("src/main.rs")).expect("the program");
    package.write("src/main.rs", format!("#!/usr/bin/env run\n#![allow(unused)]\n{main}"));
    for level in Level::ALL {
        let found = bundle(&Options { level: Some(level), verify: false, ..package.options() });
        found.unwrap_or_else(|error| panic!("{level:?}: {error}"));
    }
}

#[test]
fn the_library_gives_tests_a_proven_bundle() {
    let package = Package::sample();
    let cargo_target = package.path("target");
    let found = bundle(&Options { level: Some(Level::Spaced), verify: false, ..package.options() })
        .expect("a bundle");
    assert_eq!((found.bin.as_str(), found.level), ("sample", Level::Spaced));
    assert_eq!(found.proof.behaviour, Behaviour::Unverified);
    assert_eq!(found.package, ("sample".to_owned(), "1.2.3".to_owned()));
    assert!(found.files.iter().any(|file| file.ends_with("src/part.rs")), "{:?}", found.files);
    assert!(!cargo_target.exists(), "a bundle in memory leaves nothing on the disk");
}

/// The lines of standard error that name a numbered step.
fn steps(output: &Output) -> Vec<String> {
    let text = String::from_utf8_lossy(&output.stderr);
    text.lines()
        .filter_map(|line| line.strip_prefix("outflank-bundler: "))
        .filter(|line| line.contains(" of "))
        .map(str::to_owned)
        .collect()
}

#[test]
fn steps_total_and_next_step_are_named() {
    let package = Package::sample();
    let output = package.run(&["--no-verify"]);
    assert_eq!(
        steps(&output),
        ["1 of 3: reading the sources", "2 of 3: removing unused code", "3 of 3: shortening names"]
    );
    let output = package.run(&["--level", "0"]);
    let last = steps(&output).pop();
    assert_eq!(last.as_deref(), Some("4 of 4: compiling and running the bundle (debug)"));
    let report = String::from_utf8_lossy(&output.stdout);
    let last = report.lines().next_back().unwrap_or("");
    assert!(last.ends_with(" s; next: paste that file into the site's editor"), "{report}");
    let output = package.run(&["--no-verify", "--quiet"]);
    assert_eq!(steps(&output), [""; 0]);
}

/// Scanners that never end without input: a program waits for a token that does not come.
fn waiting(known: &str) -> Package {
    let wait = "let mut line = String::new();\n    while line.trim().is_empty() {\n        \
                line.clear();\n        let _ = std::io::stdin().read_line(&mut line);\n    }\n";
    Package::new().file("src/main.rs", format!("fn main() {{\n    {known}\n    {wait}}}\n"))
}

/// The last line of a report at a level.
fn last_line(package: &Package, arguments: &[&str]) -> String {
    let output = package.run(arguments);
    assert!(output.status.success(), "{}", stderr(&output));
    String::from_utf8_lossy(&output.stdout).lines().next_back().unwrap_or("").to_owned()
}

#[test]
fn a_program_without_a_bench_is_not_run() {
    let hints = ["", "// bench", "let _bench = 1;", "let _ = \"benches\";", "let _ = \"a bench\";"];
    for (level, hint) in hints.iter().enumerate() {
        let level = level.min(3).to_string();
        let last = last_line(&waiting(hint), &["--quiet", "--level", &level]);
        assert!(last.contains("behaviour not compared: no `bench`"), "{hint}: {last}");
    }
    let last = last_line(&waiting("let _ = \"bench\";"), &["--quiet", "--no-bench"]);
    assert!(last.contains("behaviour not compared: --no-bench and no --transcript"), "{last}");
}

#[test]
#[ignore = "waits 5 s for a program that does not answer"]
fn a_bench_without_an_answer_is_not_waited_for() {
    let package = waiting("let _ = \"bench\";");
    let last = last_line(&package, &["--quiet"]);
    assert!(last.contains("did not answer `bench` within 5 s; behaviour not compared"), "{last}");
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let package = Package::sample();
    for arguments in [&["--no-verify"][..], &["--no-verify", "--report", "json"], &["--help"]] {
        let mut command = package.bundler(arguments);
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the bundler runs");
        drop((child.stdout.take(), child.stderr.take()));
        let status = child.wait().expect("the bundler ends");
        assert_eq!(status.code(), Some(0), "{arguments:?}");
    }
}

#[test]
fn the_rule_for_exit_codes_is_in_the_help() {
    let package = Package::sample();
    let output = package.run(&["--help"]);
    let help = String::from_utf8_lossy(&output.stdout);
    let documented = std::fs::read_to_string(fixtures().join("../../../docs/bundler.md")).expect("the page");
    for code in 0..=4 {
        assert!(help.contains(&format!("\n  {code}  ")), "{code} is missing: {help}");
        assert!(documented.contains(&format!("\n| {code} | ")), "{code} is missing in docs/bundler.md");
    }
    let version = package.run(&["--version"]);
    assert!(String::from_utf8_lossy(&version.stdout).starts_with("outflank-bundler "), "{version:?}");
}

#[test]
fn an_included_expression_is_no_fault_at_level_0() {
    for body in ["include!(\"num.in\")", "let x = include!(\"num.in\"); x", "1 + include!(\"num.in\")"] {
        let main = format!("fn f() -> u32 {{ {body} }}\nfn main() {{ println!(\"{{}}\", f()); }}\n");
        let package = Package::new().file("src/main.rs", main).file("src/num.in", "40 + 2\n");
        last_line(&package, &["--quiet", "--level", "0"]);
    }
}

#[test]
fn a_time_limit_keeps_what_was_reached() {
    let package = Package::sample();
    let last = last_line(&package, &["--quiet", "--time-limit", "0"]);
    assert!(last.contains("next: paste"), "{last}");
    let text = std::fs::read_to_string(package.path("target/bundle/sample.rs")).expect("a bundle");
    assert!(text.starts_with("// sample 1.2.3") && text.contains(", level 2\n"), "{text}");
}
