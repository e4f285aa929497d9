//! The standards of C and C++ that the judge names, and the defaults.

use clap::ValueEnum;
use supervisor::compile::{Compiler, Options, Standard};

use super::check;
use super::table::Expected::Compiles;

/// A source that only a compiler of this standard accepts: the value of `__STDC_VERSION__` or `__cplusplus`.
fn source_of(standard: &str) -> (&'static str, String) {
    let (name, macro_name, value) = match standard {
        "c99" => ("c99.c", "__STDC_VERSION__", "199901L"),
        "c11" => ("c11.c", "__STDC_VERSION__", "201112L"),
        "c++98" => ("c98.cc", "__cplusplus", "199711L"),
        "c++11" => ("c11.cc", "__cplusplus", "201103L"),
        "c++14" => ("c14.cpp", "__cplusplus", "201402L"),
        "c++17" => ("c17.cpp", "__cplusplus", "201703L"),
        other => panic!("a standard without a test: {other}"),
    };
    (name, format!("#if {macro_name} != {value}\n#error wrong\n#endif\nint main(void) {{ return 0; }}\n"))
}

/// Compiles a source of each standard as such, and those of C11 and C++17 by default.
pub(crate) fn check_standards(compiler: Compiler) {
    let mut seen = 0;
    for &standard in Standard::value_variants() {
        let (name, source) = source_of(&standard.to_string());
        let named = Options { compiler, standard: Some(standard) };
        check((name, source.as_bytes(), Compiles, ""), &named);
        if matches!(standard, Standard::C11 | Standard::Cpp17) {
            check((name, source.as_bytes(), Compiles, ""), &Options { compiler, ..Options::default() });
        }
        seen += 1;
    }
    assert_eq!(seen, 6);
}

#[test]
fn gcc_compiles_each_of_the_judges_standards() {
    check_standards(Compiler::Gcc);
}
