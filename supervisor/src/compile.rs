//! Compiles sources in a sandbox: participants are strangers, and so are their sources.
//!
//! The compiler sees the system's programs and libraries read-only, the source, and nothing else: no network,
//! no home directories, no password file, `/tmp` of its own. Time, memory and output are bounded, also
//! without a sandbox. In it the source goes in by a descriptor, and the program comes out on standard output:
//! no file of them is outside.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{bail, Context};
use clap::ValueEnum;

use crate::process::{Job, JobFiles};
use crate::sandbox::{Level, Sandbox};
use crate::stop::Stop;

/// The usual wall-clock limit of a compiler.
pub const WALL_TIME: Duration = Duration::from_secs(60);
/// The largest source, in bytes.
pub const SOURCE_BYTES: u64 = 1 << 20;
/// CodinGame's Rust compiler; used where rustup has it.
const RUST_TOOLCHAIN: &str = "1.90.0";
/// Kept bytes of the compiler's messages.
const MESSAGE_BYTES: usize = 16 * 1024;
/// The largest compiled program, in bytes.
const PROGRAM_BYTES: usize = 64 << 20;
/// The size of the compiler's `/tmp`, in bytes.
const SCRATCH_BYTES: u64 = 256 << 20;
/// The program that the compiler writes, in its working directory.
const PROGRAM: &str = "program";

/// Becomes the compiler with its messages on standard error, and then prints the program.
const COMPILE: &str = "\"$@\" </dev/null >&2 && exec cat program";

/// A compiled language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C.
    C,
    /// C++.
    Cpp,
    /// Rust.
    Rust,
}

/// A family of C and C++ compilers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Compiler {
    /// `gcc` and `g++`.
    #[default]
    Gcc,
    /// `clang` and `clang++`.
    Clang,
}

/// A standard of C or C++ that the judge knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Standard {
    /// C99.
    #[value(name = "c99")]
    C99,
    /// C11, C's default.
    #[value(name = "c11")]
    C11,
    /// C++98.
    #[value(name = "c++98")]
    Cpp98,
    /// C++11.
    #[value(name = "c++11")]
    Cpp11,
    /// C++14.
    #[value(name = "c++14")]
    Cpp14,
    /// C++17, C++'s default.
    #[value(name = "c++17")]
    Cpp17,
}

/// How sources are compiled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct Options {
    /// The compiler of C and C++ sources.
    #[arg(long, value_enum, default_value_t = Compiler::Gcc)]
    pub compiler: Compiler,
    /// The standard of C and C++ sources; by default C11 and C++17. In a folder it holds for the sources of
    /// its language.
    #[arg(long = "std", value_enum, value_name = "STANDARD")]
    pub standard: Option<Standard>,
}

/// The result of compiling a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiled {
    /// The program, or why there is none.
    pub program: Result<Vec<u8>, String>,
    /// The compiler's messages, cut to 16 KiB.
    pub messages: String,
    /// Whether the compiler was stopped at its wall-clock limit.
    pub is_late: bool,
}

/// A compiler that is there, and how it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toolchain {
    /// Its version as text: `rustc 1.90.0`, `g++ (Debian 14.2.0-19) 14.2.0`.
    pub version: String,
    language: Language,
    options: Options,
    program: String,
    /// The folder that it reads, if that is none of the system's.
    folder: Option<String>,
}

impl Language {
    /// The language of a file, by its extension; `.C` is C++, as for the compilers.
    pub fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()? {
            "c" => Some(Self::C),
            "C" => Some(Self::Cpp),
            other => match other.to_ascii_lowercase().as_str() {
                "cc" | "cpp" | "cxx" => Some(Self::Cpp),
                "rs" => Some(Self::Rust),
                _ => None,
            },
        }
    }

    /// The name of the source where it is compiled, which the compiler's messages quote.
    pub fn file_name(self) -> &'static str {
        match self {
            Self::C => "program.c",
            Self::Cpp => "program.cc",
            Self::Rust => "program.rs",
        }
    }
}

impl Standard {
    fn language(self) -> Language {
        match self {
            Self::C99 | Self::C11 => Language::C,
            Self::Cpp98 | Self::Cpp11 | Self::Cpp14 | Self::Cpp17 => Language::Cpp,
        }
    }
}

impl fmt::Display for Standard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_possible_value().map_or(Ok(()), |value| f.write_str(value.get_name()))
    }
}

impl Options {
    /// These options for one of a folder's sources: without a standard of another language.
    pub fn in_a_folder(self, language: Language) -> Self {
        Self { standard: self.standard.filter(|standard| standard.language() == language), ..self }
    }

    /// The command that compiles `program.c` and the like to `program`, without the folder of the compiler.
    ///
    /// # Errors
    /// If the standard is not one of the language.
    pub fn command(&self, language: Language) -> anyhow::Result<Vec<String>> {
        if let Some(standard) = self.standard.filter(|standard| standard.language() != language) {
            bail!("{standard} is not a standard of {}", language.file_name());
        }
        let words = match (language, self.compiler) {
            (Language::Rust, _) => vec!["rustc", "--edition=2021", "-O", "--color=never"],
            (Language::C, Compiler::Gcc) => vec!["gcc", "-O2"],
            (Language::C, Compiler::Clang) => vec!["clang", "-O2"],
            (Language::Cpp, Compiler::Gcc) => vec!["g++", "-O2"],
            (Language::Cpp, Compiler::Clang) => vec!["clang++", "-O2"],
        };
        let mut words: Vec<String> = words.into_iter().map(String::from).collect();
        let standard = match language {
            Language::C => self.standard.or(Some(Standard::C11)),
            Language::Cpp => self.standard.or(Some(Standard::Cpp17)),
            Language::Rust => None,
        };
        words.extend(standard.map(|standard| format!("-std={standard}")));
        words.extend(["-o", PROGRAM, language.file_name()].map(String::from));
        if language != Language::Rust {
            words.push("-lm".to_string());
        }
        Ok(words)
    }
}

impl Toolchain {
    /// The compiler of a language. Rust's is CodinGame's where rustup has it, else the default one.
    ///
    /// # Errors
    /// If there is none.
    pub fn find(language: Language, options: &Options) -> anyhow::Result<Self> {
        let name = options.command(language)?.swap_remove(0);
        let folder = match language {
            Language::Rust => Some(rust_folder()?),
            _ => None,
        };
        let program = match &folder {
            Some(folder) => format!("{folder}/bin/{name}"),
            None => format!("/usr/bin/{name}"),
        };
        if !Path::new(&program).is_file() {
            bail!("{name} is not installed");
        }
        let version = output_of(Command::new(&program).arg("--version"));
        let version = version.with_context(|| format!("cannot run {program}"))?;
        let version = version.lines().next().unwrap_or_default();
        // Without the hash and the date of the build.
        let version = if language == Language::Rust { version.split(" (").next() } else { Some(version) };
        let version = version.unwrap_or_default().to_string();
        Ok(Self { version, language, options: *options, program, folder })
    }

    /// Whether it is the Rust compiler of CodinGame.
    pub fn is_codingames(&self) -> bool {
        self.version.strip_prefix("rustc ") == Some(RUST_TOOLCHAIN)
    }

    /// Compiles a source within `wall_time`; `level` is how far the compiler is isolated.
    ///
    /// # Errors
    /// If the sandbox is missing, or on a stop; never because of the source's content.
    pub fn compile(
        &self,
        source: &[u8],
        level: Level,
        wall_time: Duration,
        stop: &Stop,
    ) -> anyhow::Result<Compiled> {
        let name = self.language.file_name();
        let mut command = self.options.command(self.language)?;
        command[0].clone_from(&self.program);
        let words = ["/bin/sh", "-c", COMPILE, "sh"].map(String::from);
        let folder = match Sandbox::new(level, &[]).has_namespaces()? {
            true => None,
            false => Some(tempfile::Builder::new().prefix("compile-").tempdir()),
        };
        let folder = folder.transpose().context("cannot make a folder to compile in")?;
        if let Some(folder) = &folder {
            std::fs::write(folder.path().join(name), source).context("cannot copy the source")?;
        }
        let folders: Vec<PathBuf> = self.folder.iter().map(PathBuf::from).collect();
        let job = Job {
            command: &words.into_iter().chain(command).collect::<Vec<_>>(),
            files: match &folder {
                Some(folder) => JobFiles::Open(folder.path()),
                None => JobFiles::Sandboxed {
                    folders: &folders,
                    contents: &[(name, source)],
                    scratch_bytes: SCRATCH_BYTES,
                },
            },
            memory_mib: 4096,
            address_space: 3 << 30,
            cpu_seconds: 30,
            file_bytes: 64 << 20,
            wall_time,
            kept_bytes: [PROGRAM_BYTES, MESSAGE_BYTES],
        };
        let end = job.run(stop)?;
        let [program, messages] = end.output;
        let program = match end.status {
            None => Err(format!("the compiler took more than {} s", wall_time.as_secs())),
            Some(status) if !status.success() => Err("not compiled".to_string()),
            Some(_) if program.is_empty() => Err("the compiler made no program".to_string()),
            Some(_) if program.len() > PROGRAM_BYTES => {
                Err(format!("the program has more than {} MiB", PROGRAM_BYTES >> 20))
            }
            Some(_) => Ok(program),
        };
        Ok(Compiled { program, messages: text(&messages), is_late: end.status.is_none() })
    }

    /// How it is called, without folders: `g++ -O2 -std=c++17 -o program program.cc -lm`.
    pub fn command_line(&self) -> String {
        self.options.command(self.language).unwrap_or_default().join(" ")
    }
}

fn text(printed: &[u8]) -> String {
    let shown = &printed[..printed.len().min(MESSAGE_BYTES)];
    let mut text = String::from_utf8_lossy(shown).into_owned();
    if printed.len() > MESSAGE_BYTES {
        text.push_str("\n[the rest is cut]");
    }
    text
}

/// The folder of the Rust toolchain, which may be in somebody's home.
fn rust_folder() -> anyhow::Result<String> {
    let folder = |toolchain: Option<String>| {
        output_of(Command::new("rustc").args(toolchain).args(["--print", "sysroot"]))
    };
    // Naming a toolchain that is not installed would make rustup download it.
    let installed = output_of(Command::new("rustup").args(["toolchain", "list"])).unwrap_or_default();
    let has_codingames = installed.lines().any(|line| line.starts_with(&format!("{RUST_TOOLCHAIN}-")));
    // One whose installation was interrupted is listed, too.
    let codingames = has_codingames.then(|| folder(Some(format!("+{RUST_TOOLCHAIN}"))).ok()).flatten();
    let found = codingames.map_or_else(|| folder(None).context("rustc is not installed"), Ok)?;
    Ok(found.trim().to_string())
}

fn output_of(command: &mut Command) -> anyhow::Result<String> {
    let output = command.output()?;
    if !output.status.success() {
        bail!("{}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8(output.stdout)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(language: Language, options: Options) -> String {
        options.command(language).unwrap().join(" ")
    }

    #[test]
    fn the_end_of_a_name_is_its_language() {
        let of = |name: &str| Language::of(Path::new(name));
        assert_eq!(of("a.c"), Some(Language::C));
        for name in ["a.cc", "x/a.b.cpp", "a.cxx", "a.C", "a.CPP", "a.Cxx"] {
            assert_eq!(of(name), Some(Language::Cpp), "{name}");
        }
        assert_eq!([of("a.rs"), of("A.RS")], [Some(Language::Rust); 2]);
        assert_eq!([of("a.py"), of("c"), of(".c"), of("a.h")], [None; 4]);
    }

    #[test]
    fn each_compiler_is_told_the_standard() {
        let plain = Options::default();
        assert_eq!(words(Language::C, plain), "gcc -O2 -std=c11 -o program program.c -lm");
        assert_eq!(words(Language::Cpp, plain), "g++ -O2 -std=c++17 -o program program.cc -lm");
        let clang = Options { compiler: Compiler::Clang, standard: Some(Standard::Cpp98) };
        assert_eq!(words(Language::Cpp, clang), "clang++ -O2 -std=c++98 -o program program.cc -lm");
        assert!(words(Language::Rust, plain).starts_with("rustc --edition=2021 -O "));
        let error = clang.command(Language::C).unwrap_err().to_string();
        assert_eq!(error, "c++98 is not a standard of program.c");
        assert!(clang.command(Language::Rust).is_err());
        assert_eq!(clang.in_a_folder(Language::Cpp), clang);
        assert_eq!(clang.in_a_folder(Language::C).command(Language::C).unwrap()[2], "-std=c11");
    }
}
