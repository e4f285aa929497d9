//! Sources as bots: a file is run as it is, by its interpreter, or as the program compiled from it.
//!
//! Compiled programs are cached by the content of the source, the compiler's version and its options, below
//! `$XDG_CACHE_HOME/outflank/programs`. Nobody else may write to that folder.

use std::fs::DirBuilder;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail, ensure, Context};
use sha2::{Digest, Sha256};
use supervisor::compile::{Compiled, Language, Options, Toolchain, SOURCE_BYTES, WALL_TIME};
use supervisor::sandbox::Level;
use supervisor::stop::Stop;
use toolkit::files;

use crate::play::contestant::ProcessSpec;
use toolkit::text::{hexadecimal, Visible};

/// The interpreter of Python sources.
pub const PYTHON: &str = "python3";

/// What runs a file that is no program, by the end of its name.
const RUNNERS: [(&str, &str); 8] = [
    ("jar", "java -jar"),
    ("java", "java"),
    ("js", "node"),
    ("lua", "lua"),
    ("php", "php"),
    ("pl", "perl"),
    ("rb", "ruby"),
    ("sh", "sh"),
];

/// How a file that is named as a bot is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// As it is.
    Program,
    /// By [`PYTHON`].
    Python,
    /// As the program that it is compiled to.
    Source(Language),
}

impl FileKind {
    /// The kind of a file that is there, `named` so by the user.
    ///
    /// # Errors
    /// If it cannot be run or read; the message says what would run it.
    pub fn of(path: &Path, named: &str) -> anyhow::Result<Self> {
        let metadata = path.metadata().with_context(|| format!("cannot read {}", path.display()))?;
        let checked = files::check(Path::new(named), &metadata);
        checked.map_err(|error| anyhow!("{}", Visible::line(&error.to_string())))?;
        let is_executable = metadata.permissions().mode() & 0o111 != 0;
        if is_executable && is_program(path)? {
            return Ok(Self::Program);
        }
        match Language::of(path) {
            Some(language) => Ok(Self::Source(language)),
            None if is_python(path) => Ok(Self::Python),
            None if is_executable => Ok(Self::Program),
            None => bail!("{}", why_not(path, named)?),
        }
    }
}

/// How sources are compiled.
#[derive(Clone, Copy, Debug)]
pub struct Sources {
    /// The isolation of the compilers.
    pub level: Level,
    /// Receives a line about the compiler, and its messages.
    pub report: fn(&str),
}

impl Default for Sources {
    fn default() -> Self {
        Self { level: Level::None, report: |_| {} }
    }
}

impl Sources {
    /// Makes a command that names a file start a program: a source is compiled, a Python source gets its
    /// interpreter. Commands of the search path, and files that are not there, stay as they are.
    pub(super) fn resolve(&self, process: &mut ProcessSpec, stop: &Stop) -> anyhow::Result<()> {
        let launch = &mut process.launch;
        let named = launch.command[0].clone();
        let is_path = named.contains('/');
        if !is_path && launch.program_path().is_some() {
            return Ok(());
        }
        let path = launch.directory.as_deref().unwrap_or(Path::new("")).join(&named);
        if !path.exists() {
            return Ok(());
        }
        let here = if is_path { named.clone() } else { format!("./{named}") };
        match FileKind::of(&path, &named)? {
            FileKind::Program => launch.command[0] = here,
            FileKind::Python => {
                launch.command.splice(..1, [PYTHON.to_string(), here]);
                ensure!(launch.program_path().is_some(), "{PYTHON}, which runs it, is not installed");
            }
            FileKind::Source(language) => {
                let program = self.compiled(&path, language, stop)?;
                launch.command[0] = program.to_str().context("the cache is not named in UTF-8")?.to_string();
                process.source = Some(named);
            }
        }
        Ok(())
    }

    /// The program that a source is compiled to, from the cache if it is there.
    fn compiled(&self, path: &Path, language: Language, stop: &Stop) -> anyhow::Result<PathBuf> {
        let source = files::read(path, SOURCE_BYTES)?;
        let toolchain = Toolchain::find(language, &Options::default())?;
        let key = Sha256::new()
            .chain_update(format!("{}\n{}\n", toolchain.version, toolchain.command_line()))
            .chain_update(&source);
        // A folder of its own: a bot sees the folder of its program.
        let folder = private_folder(&cache()?.join(hexadecimal(&key.finalize())))?;
        let program = folder.join("program");
        let is_known = program.is_file();
        let note = match language == Language::Rust && !toolchain.is_codingames() {
            true => " (CodinGame's rustc 1.90.0 is not installed)",
            false => "",
        };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let how = if is_known { "was compiled" } else { "is compiled" };
        (self.report)(&format!("{} {how} by {}{note}", Visible::line(&name), toolchain.version));
        if is_known {
            return Ok(program);
        }
        let Compiled { program: made, messages, .. } =
            toolchain.compile(&source, self.level, WALL_TIME, stop)?;
        let messages = messages.replace(&format!("{}:", language.file_name()), &format!("{name}:"));
        let messages = Visible::lines(messages.trim_end()).to_string();
        match made {
            Ok(made) => {
                if !messages.is_empty() {
                    (self.report)(&messages);
                }
                keep(&program, &made)?;
                Ok(program)
            }
            Err(why) => bail!("{why}\n{messages}"),
        }
    }
}

/// Whether the system starts a file by itself: a binary, or a script that names its interpreter. Other files
/// may be executable by accident, as all files of some file systems are.
fn is_program(path: &Path) -> anyhow::Result<bool> {
    let start = files::read_start(path, 256)?;
    let line = start.split(|&byte| byte == b'\n').next().unwrap_or_default();
    // A script with Windows line ends names an interpreter that is nowhere.
    Ok(start.starts_with(b"\x7fELF") || line.starts_with(b"#!") && !line.ends_with(b"\r"))
}

fn is_python(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("py"))
}

/// Why a file that is there cannot be run, and what would run it.
fn why_not(path: &Path, named: &str) -> anyhow::Result<String> {
    let named = shell_words::quote(named);
    let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
    if let Some((_, runner)) = RUNNERS.iter().find(|(end, _)| extension == **end) {
        return Ok(format!("{named} is no program, but the command `{runner} {named}` runs it"));
    }
    Ok(match is_program(path)? {
        true => format!("{named} is not executable: `chmod +x {named}`"),
        false => format!(
            "{named} is neither executable nor a source (.rs, .c, .cc, .cpp, .cxx, .py): if it is a program, \
             `chmod +x {named}`"
        ),
    })
}

/// The folder of the cache.
fn cache() -> anyhow::Result<PathBuf> {
    let cache = files::user_cache().context("no folder for compiled programs: set XDG_CACHE_HOME")?;
    private_folder(&cache)?;
    private_folder(&cache.join("programs"))
}

/// Makes a folder that only this user may write to, or checks that it is one.
fn private_folder(path: &Path) -> anyhow::Result<PathBuf> {
    let unusable = || format!("cannot use the folder of compiled programs {}", path.display());
    DirBuilder::new().recursive(true).mode(0o700).create(path).with_context(unusable)?;
    let metadata = path.symlink_metadata().with_context(unusable)?;
    ensure!(metadata.is_dir(), "{}: it is a link", unusable());
    ensure!(metadata.uid() == rustix::process::geteuid().as_raw(), "{}: it is somebody else's", unusable());
    ensure!(metadata.mode() & 0o022 == 0, "{}: others may write to it", unusable());
    Ok(path.to_path_buf())
}

/// Writes a program that appears under its name once it is whole.
fn keep(program: &Path, content: &[u8]) -> anyhow::Result<()> {
    let unfinished = program.with_extension(std::process::id().to_string());
    let write = || {
        std::fs::write(&unfinished, content)?;
        std::fs::set_permissions(&unfinished, PermissionsExt::from_mode(0o500))?;
        std::fs::rename(&unfinished, program)
    };
    write().with_context(|| format!("cannot write {}", program.display()))
}
