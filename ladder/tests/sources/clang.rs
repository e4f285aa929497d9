//! The same with clang and clang++, where they are installed.

use std::io::Write;
use std::path::Path;

use supervisor::compile::{Compiler, Language, Options, Toolchain};

use super::check;
use super::standards::check_standards;
use super::table::Case;
use super::table::Expected::{Compiles, Refused};

const CLANG: Options = Options { compiler: Compiler::Clang, standard: None };

/// Sources with the messages that clang prints about them.
const CASES: &[Case<'_>] = &[
    ("good.c", b"#include <stdio.h>\nint main(void) { puts(\"OK\"); return 0; }\n", Compiles, ""),
    ("good.cc", b"#include <iostream>\nint main() { std::cout << \"OK\\n\"; }\n", Compiles, ""),
    ("warning.c", b"int main(void) { unsigned char c = 300; return !c; }\n", Compiles, "conversion"),
    ("bytes.c", b"// \xff\xfe\xf0\nint main(void) { return 0; }\n", Compiles, ""),
    ("error.c", b"int main(void) { return x; }\n", Refused, "undeclared"),
    ("error.cc", b"int main() { return x; }\n", Refused, "undeclared"),
    ("password.c", b"#include \"/etc/passwd\"\nint main(void) { return 0; }\n", Refused, "file not found"),
    (
        "asm.c",
        b"__asm__(\".incbin \\\"/etc/passwd\\\"\");\nint main(void) { return 0; }\n",
        Refused,
        "passwd",
    ),
    (
        "endless.cc",
        b"template<int N> struct T { static const int v = T<N + 1>::v; };\nint main() { return T<0>::v; }\n",
        Refused,
        "depth",
    ),
    ("big.c", b"char data[200 << 20] = {1};\nint main(void) { return data[5]; }\n", Refused, ""),
    ("empty.cc", b"", Refused, "main"),
];

/// Whether clang is installed. If not, prints that nothing was proven, and checks that clang is refused.
fn is_installed() -> bool {
    let missing = ["clang", "clang++"].into_iter().find(|name| !Path::new("/usr/bin").join(name).is_file());
    let Some(missing) = missing else { return true };
    // Not through `eprintln!`, which the test harness captures.
    let _ = std::io::stderr().write_all(
        b"\n!! NOT PROVEN: clang is not installed, so nothing was compiled by it (Debian: apt-get install \
          clang)\n\n",
    );
    let language = if missing == "clang" { Language::C } else { Language::Cpp };
    let refused = Toolchain::find(language, &CLANG);
    assert_eq!(refused.unwrap_err().to_string(), format!("{missing} is not installed"));
    false
}

#[test]
fn clang_compiles_or_refuses_sources_in_bounds() {
    if is_installed() {
        CASES.iter().for_each(|&case| check(case, &CLANG));
    }
}

#[test]
fn clang_compiles_each_of_the_judges_standards() {
    if is_installed() {
        check_standards(Compiler::Clang);
    }
}
