//! Past versions of this project's bot, built once for each commit.
//! A version is built from a clean checkout of its commit under `target/arena/git/<commit>/`; only the
//! program is kept there.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{anyhow, bail, Context};
use toolkit::text::Visible;

/// The program's name in its package.
const PROGRAM: &str = "outflank";

/// What the program is made of.
const SOURCES: [&str; 3] = ["src", "Cargo.toml", "Cargo.lock"];

/// The program of a revision of the repository that contains the working directory; builds it if necessary.
/// `report` learns of a build, and of changes of the bot that no commit holds yet.
///
/// # Errors
/// If there is no such revision or it does not build; the message contains the tools' output.
pub(super) fn build(revision: &str, report: fn(&str)) -> anyhow::Result<String> {
    let root = PathBuf::from(output_of(Command::new("git").args(["rev-parse", "--show-toplevel"]))?);
    let git = || {
        let mut git = Command::new("git");
        git.current_dir(&root);
        git
    };
    let commit_of = |revision: &str| {
        let name = format!("{revision}^{{commit}}");
        let arguments = ["rev-parse", "--verify", "--quiet", "--end-of-options", &name];
        output_of(git().args(arguments))
    };
    let unknown = |_| anyhow!("{} has no revision `{}`", root.display(), Visible::line(revision));
    let commit = commit_of(revision).map_err(unknown)?;
    let is_head = commit_of("HEAD").is_ok_and(|head| head == commit);
    let changed =
        output_of(git().args(["status", "--porcelain", "--untracked-files=no", "--"]).args(SOURCES))?;
    if is_head && !changed.is_empty() {
        report(&format!("git:{revision}: plays without the changes that are not committed:\n{changed}"));
    }
    let directory = root.join("target/arena/git").join(&commit);
    std::fs::create_dir_all(&directory)?;
    let lock = std::fs::File::create(directory.join("lock"))?;
    lock.lock().context("cannot lock the directory of this commit")?;
    let program = directory.join(PROGRAM);
    if !program.is_file() {
        report(&format!("git:{revision}: building commit {}", &commit[..commit.len().min(10)]));
        build_commit(&root, &commit, &directory, &program)?;
    }
    Ok(program.to_string_lossy().into_owned())
}

/// Builds in a directory of the commit's own: in a shared one, the dates of archived files would mislead
/// cargo.
fn build_commit(root: &Path, commit: &str, directory: &Path, program: &Path) -> anyhow::Result<()> {
    let source = directory.join("source");
    let _ = std::fs::remove_dir_all(&source);
    std::fs::create_dir_all(&source)?;
    let archive = directory.join("source.tar");
    output_of(Command::new("git").current_dir(root).args(["archive", "--output"]).arg(&archive).arg(commit))?;
    output_of(
        Command::new("tar").arg("--extract").arg("--file").arg(&archive).arg("--directory").arg(&source),
    )?;
    let target = source.join("target");
    let mut cargo = Command::new("cargo");
    cargo
        .current_dir(&source)
        .args(["build", "--release", "--package", PROGRAM, "--bin", PROGRAM])
        .arg("--target-dir")
        .arg(&target);
    // A person sees cargo's own progress.
    if std::io::stderr().is_terminal() {
        let status = cargo.stdin(Stdio::null()).status().context("cannot run cargo")?;
        anyhow::ensure!(status.success(), "commit {commit} does not build");
    } else {
        output_of(cargo.arg("--quiet"))?;
    }
    let built = target.join("release").join(PROGRAM);
    std::fs::rename(&built, program).with_context(|| format!("cannot keep {}", built.display()))?;
    std::fs::remove_dir_all(&source)?;
    std::fs::remove_file(&archive)?;
    Ok(())
}

/// A tool's output without its final line end.
fn output_of(command: &mut Command) -> anyhow::Result<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).output().with_context(|| format!("cannot run {name}"))?;
    if !output.status.success() {
        bail!("{name}: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_string())
}
