//! Good, bad and hostile sources with their expected outcomes.

/// The expected outcome of a source.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Expected {
    Compiles,
    Refused,
}
use Expected::{Compiles, Refused};

/// The file's name, the source, the expected outcome, and a part of the compiler's messages.
pub(crate) type Case<'a> = (&'a str, &'a [u8], Expected, &'a str);

/// Enough for every commit; the others are in [`MORE`].
pub(crate) const FEW: &[Case<'_>] = &[
    ("good.c", b"#include <stdio.h>\nint main(void) { puts(\"OK\"); return 0; }\n", Compiles, ""),
    ("good.cc", b"#include <iostream>\nint main() { std::cout << \"OK\\n\"; }\n", Compiles, ""),
    ("error.c", b"int main(void) { return x; }\n", Refused, "undeclared"),
    ("password.c", b"#include \"/etc/passwd\"\nint main(void) { return 0; }\n", Refused, "No such file"),
    (
        "endless.cc",
        b"template<int N> struct T { static const int v = T<N + 1>::v; };\nint main() { return T<0>::v; }\n",
        Refused,
        "depth",
    ),
    ("big.c", b"char data[200 << 20] = {1};\nint main(void) { return data[5]; }\n", Refused, ""),
    ("bytes.c", b"// \xff\xfe\xf0\nint main(void) { return 0; }\n", Compiles, ""),
    ("empty.c", b"", Refused, "main"),
];

/// Too slow for every commit.
pub(crate) const MORE: &[Case<'_>] = &[
    (
        "warning.c",
        b"int main(void) { return f(); }\nint f(void) { return 0; }\n",
        Compiles,
        "implicit declaration",
    ),
    ("unused.cc", b"static int f() { return 1; }\nint main() { return 0; }\n", Compiles, ""),
    ("good.cpp", b"int main() { return 0; }\n", Compiles, ""),
    ("math.c", b"#include <math.h>\nint main(int n, char **v) { return (int)sin(n); }\n", Compiles, ""),
    ("c99.c", b"int main(void) { for (int i = 0; i < 3; i++) {} return 0; }\n", Compiles, ""),
    (
        "c17.cc",
        b"#include <optional>\nint main() { std::optional<int> x; return x.value_or(0); }\n",
        Compiles,
        "",
    ),
    ("lambda.cc", b"int main() { auto f = [](auto x) { return x; }; return f(0); }\n", Compiles, ""),
    (
        "structured.cc",
        b"#include <utility>\nint main() { auto [a, b] = std::pair(0, 1); return a * b; }\n",
        Compiles,
        "",
    ),
    (
        "constructor.cc",
        b"struct S { S() { for (;;) { asm(\"\"); } } } s;\nint main() { return 0; }\n",
        Compiles,
        "",
    ),
    ("zeros.c", b"char data[200 << 20];\nint main(void) { return data[5]; }\n", Compiles, ""),
    ("bytes.cc", b"const char *s = \"\xff\xfe\";\nint main() { return s[0] == 1; }\n", Compiles, ""),
    ("crlf.c", b"int main(void)\r\n{\r\n  return 0;\r\n}\r\n", Compiles, ""),
    ("utf8.c", "// \u{fe}\u{1f600}\nint main(void) { return 0; }\n".as_bytes(), Compiles, ""),
    ("semicolon.c", b"int main(void) { return 0 }\n", Refused, "expected"),
    ("brace.c", b"int main(void) { return 0;\n", Refused, "expected"),
    ("types.cc", b"int main() { int *p = 1.5; return *p; }\n", Refused, "error"),
    ("missing.c", b"#include \"board.h\"\nint main(void) { return 0; }\n", Refused, "board.h"),
    ("shadow.c", b"#include \"/etc/shadow\"\nint main(void) { return 0; }\n", Refused, "No such file"),
    ("home.c", b"#include \"/root/.bashrc\"\nint main(void) { return 0; }\n", Refused, "root"),
    ("up.c", b"#include \"../../etc/passwd\"\nint main(void) { return 0; }\n", Refused, "No such file"),
    (
        "asm.c",
        b"__asm__(\".incbin \\\"/etc/passwd\\\"\");\nint main(void) { return 0; }\n",
        Refused,
        "passwd",
    ),
    ("zero.c", b"#include \"/dev/zero\"\nint main(void) { return 0; }\n", Refused, ""),
    ("random.c", b"#include \"/dev/random\"\nint main(void) { return 0; }\n", Refused, ""),
    ("itself.c", b"#include __FILE__\nint main(void) { return 0; }\n", Refused, "nested"),
    ("twice.c", b"int main(void) { return 0; }\nint main(void) { return 1; }\n", Refused, "redefinition"),
    ("nomain.c", b"int f(void) { return 0; }\n", Refused, "main"),
    ("link.c", b"int f(void);\nint main(void) { return f(); }\n", Refused, "undefined reference"),
    (
        "macro.c",
        b"#define A B B B B B B B B B B\n#define B C C C C C C C C C C\n#define C D D D D D D D D D D\n\
          #define D E E E E E E E E E E\n#define E F F F F F F F F F F\n#define F G G G G G G G G G G\n\
          #define G H H H H H H H H H H\n#define H I I I I I I I I I I\n#define I 1,1,1,1,1,1,1,1,1,1\n\
          int x[] = { A };\nint main(void) { return 0; }\n",
        Refused,
        "",
    ),
    (
        "constexpr.cc",
        b"constexpr int f(int n) { return n < 1 ? f(n + 1) : f(n - 1); }\nconstexpr int x = f(0);\n\
          int main() { return x; }\n",
        Refused,
        "constexpr",
    ),
    (
        "messages.cc",
        b"#define E(n) int n = \"a very long message\";\n#define F(n) E(n##0) E(n##1) E(n##2) E(n##3)\n\
          #define G(n) F(n##0) F(n##1) F(n##2) F(n##3)\n#define H(n) G(n##0) G(n##1) G(n##2) G(n##3)\n\
          H(a) H(b) H(c)\nint main() {}\n",
        Refused,
        "[the rest is cut]",
    ),
    ("text.c", b"<script>alert(1)</script>\n", Refused, "<script>"),
    ("good.rs", b"fn main() { println!(\"OK\"); }\n", Compiles, ""),
    (
        "include.rs",
        b"fn main() { print!(\"{}\", include_str!(\"/etc/passwd\")); }\n",
        Refused,
        "couldn't read",
    ),
];
