//! The one way to open a file that a user names: whatever is at its path, nothing waits and nothing is
//! endless.

use std::fs::{File, Metadata};
use std::io::Read;
use std::path::Path;

use super::error::{Error, Result};

/// Opens a regular file to read, also through links.
///
/// # Errors
/// If it cannot be opened, or is anything else: a folder, a device, a named pipe, a socket.
pub fn open(path: &Path) -> Result<File> {
    open_as(path, true, false)
}

/// Reads a regular file of at most `limit` bytes, in a folder whose files are shown to others: a link could
/// lead out of it.
///
/// # Errors
/// As [`open`], and if it is larger, or a link.
pub fn read_unlinked(path: &Path, limit: u64) -> Result<Vec<u8>> {
    read_bounded(&open_as(path, false, false)?, path, limit)
}

/// Opens a regular file, or a pipe that this process was started with (`/dev/stdin`, the shell's `<(...)`):
/// its writer is known to be there.
pub(super) fn open_or_pipe(path: &Path) -> Result<File> {
    let is_inherited = ["/dev/fd", "/dev/stdin", "/proc/self/fd"].iter().any(|own| path.starts_with(own));
    open_as(path, true, is_inherited)
}

/// Reads the files of a folder and of those below it, at most `limit` bytes together, in the order of their
/// names; `is_wanted` judges names of files and folders. Paths are relative to the folder, with `/`.
///
/// # Errors
/// If a file cannot be read, is no regular file or is a link, or if the folder is too large or too deep.
pub fn read_folder(
    folder: &Path,
    limit: u64,
    is_wanted: &dyn Fn(&str) -> bool,
) -> Result<Vec<(String, Vec<u8>)>> {
    const DEPTH: usize = 8;
    let too_large = || Error::TooLarge { path: folder.to_owned(), mib: limit >> 20 };
    let (mut left, mut files) = (limit, Vec::new());
    let mut folders = vec![(folder.to_owned(), String::new(), 0)];
    while let Some((path, prefix, depth)) = folders.pop() {
        let unreadable = |error| Error::unreadable(&path, error);
        for entry in std::fs::read_dir(&path).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            if !is_wanted(&name) {
                continue;
            }
            let name = format!("{prefix}{name}");
            if entry.file_type().map_err(unreadable)?.is_dir() {
                if depth == DEPTH {
                    return Err(too_large());
                }
                folders.push((entry.path(), name + "/", depth + 1));
                continue;
            }
            let content = read_unlinked(&entry.path(), left).map_err(|error| match error {
                Error::TooLarge { .. } => too_large(),
                other => other,
            })?;
            // Files without content need memory, too.
            left = left.checked_sub(content.len() as u64 + 1).ok_or_else(too_large)?;
            files.push((name, content));
        }
    }
    files.sort();
    Ok(files)
}

/// The first bytes of a regular file, at most `length`.
///
/// # Errors
/// As [`open`].
pub fn read_start(path: &Path, length: u64) -> Result<Vec<u8>> {
    let mut start = Vec::new();
    let read = open(path)?.take(length).read_to_end(&mut start);
    read.map_err(|error| Error::unreadable(path, error))?;
    Ok(start)
}

fn open_as(path: &Path, follows_links: bool, accepts_pipe: bool) -> Result<File> {
    let unreadable = |error| Error::unreadable(path, error);
    let metadata = if follows_links { path.metadata() } else { path.symlink_metadata() };
    // Looked at first: opening a device or a pipe can have effects of its own.
    let is_pipe = accept(path, &metadata.map_err(unreadable)?, accepts_pipe)?;
    let file = open_at_once(path, follows_links, is_pipe).map_err(unreadable)?;
    // The path may lead elsewhere by now.
    accept(path, &file.metadata().map_err(unreadable)?, accepts_pipe)?;
    Ok(file)
}

/// Opens what is at a path without waiting for anyone; reading a pipe then waits for its writer.
#[cfg(unix)]
fn open_at_once(path: &Path, follows_links: bool, is_pipe: bool) -> std::io::Result<File> {
    use rustix::fs::{fcntl_setfl, open, Mode, OFlags};
    let mut flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK | OFlags::NOCTTY;
    flags.set(OFlags::NOFOLLOW, !follows_links);
    let file = open(path, flags, Mode::empty())?;
    if is_pipe {
        fcntl_setfl(&file, OFlags::empty())?;
    }
    Ok(file.into())
}

#[cfg(not(unix))]
fn open_at_once(path: &Path, _: bool, _: bool) -> std::io::Result<File> {
    File::open(path)
}

/// Fails unless the file at a path, with this metadata, is a regular one: for files that others open.
///
/// # Errors
/// If it is anything else; the message says what.
pub fn check(path: &Path, metadata: &Metadata) -> Result<()> {
    accept(path, metadata, false).map(drop)
}

/// Whether an accepted file is a pipe; an error unless it is accepted.
fn accept(path: &Path, metadata: &Metadata, accepts_pipe: bool) -> Result<bool> {
    match what_else(metadata) {
        None => Ok(false),
        Some(PIPE) if accepts_pipe => Ok(true),
        Some(what) => Err(Error::NoFile { path: path.to_owned(), what }),
    }
}

const PIPE: &str = "a pipe";

/// What something is that is no regular file.
fn what_else(metadata: &Metadata) -> Option<&'static str> {
    let kind = metadata.file_type();
    if kind.is_file() {
        return None;
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return Some(PIPE);
        } else if kind.is_socket() {
            return Some("a socket");
        }
    }
    Some(match () {
        () if kind.is_dir() => "a folder",
        () if kind.is_symlink() => "a link",
        () => "a device",
    })
}

pub(super) fn read_bounded(file: &File, path: &Path, limit: u64) -> Result<Vec<u8>> {
    let unreadable = |error| Error::unreadable(path, error);
    let too_large = || Error::TooLarge { path: path.to_owned(), mib: limit >> 20 };
    if file.metadata().map_err(unreadable)?.len() > limit {
        return Err(too_large());
    }
    let mut content = Vec::new();
    file.take(limit + 1).read_to_end(&mut content).map_err(unreadable)?;
    if content.len() as u64 > limit {
        return Err(too_large());
    }
    Ok(content)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    use super::*;
    use crate::files::{read, read_text};

    /// A folder with one of everything, and what each is.
    fn everything() -> (tempfile::TempDir, Vec<(std::path::PathBuf, &'static str)>) {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("file"), "text").unwrap();
        std::fs::create_dir(at("directory")).unwrap();
        rustix::fs::mknodat(
            rustix::fs::CWD,
            at("pipe"),
            rustix::fs::FileType::Fifo,
            rustix::fs::Mode::RWXU,
            0,
        )
        .unwrap();
        UnixListener::bind(at("socket")).unwrap();
        symlink("pipe", at("link to a pipe")).unwrap();
        symlink("/dev/zero", at("link to a device")).unwrap();
        let others = [
            ("directory", "a folder"),
            ("pipe", "a pipe"),
            ("socket", "a socket"),
            ("link to a pipe", "a pipe"),
            ("link to a device", "a device"),
            ("/dev/zero", "a device"),
            ("/dev/null", "a device"),
        ];
        let others = others.map(|(name, what)| (at(name), what)).to_vec();
        (folder, others)
    }

    #[test]
    fn only_regular_files_are_opened_and_nothing_waits() {
        let (folder, others) = everything();
        for (path, what) in &others {
            let expected = format!("{} is {what}", path.display());
            for error in [
                open(path).unwrap_err(),
                read_start(path, 9).unwrap_err(),
                read(path, 9).unwrap_err(),
                read_text(path, 9).unwrap_err(),
            ] {
                assert_eq!(error.to_string(), expected);
                assert!(error.is_usage(), "{error}");
            }
        }
        assert_eq!(read_start(&folder.path().join("file"), 2).unwrap(), b"te");
        let missing = open(&folder.path().join("missing")).unwrap_err();
        assert!(missing.to_string().starts_with("cannot read") && missing.is_usage(), "{missing}");
    }

    #[test]
    fn links_are_followed_where_the_user_named_them_only() {
        let (folder, _) = everything();
        let link = folder.path().join("link");
        symlink("file", &link).unwrap();
        assert_eq!(read(&link, 9).unwrap(), b"text");
        let error = read_unlinked(&link, 9).unwrap_err().to_string();
        assert_eq!(error, format!("{} is a link", link.display()));
        symlink("nowhere", folder.path().join("dangling")).unwrap();
        assert!(read_unlinked(&folder.path().join("dangling"), 9).is_err());
        assert!(read_unlinked(&folder.path().join("file"), 9).is_ok());
    }

    #[test]
    fn a_pipe_that_the_process_was_started_with_is_read_to_its_end() {
        use std::os::fd::AsRawFd;
        let (reader, mut writer) = std::io::pipe().unwrap();
        std::io::Write::write_all(&mut writer, b"text").unwrap();
        drop(writer);
        let path = format!("/dev/fd/{}", reader.as_raw_fd());
        assert_eq!(read(Path::new(&path), 9).unwrap(), b"text");
        assert!(open(Path::new(&path)).is_err());
    }

    #[test]
    fn a_folder_is_read_within_its_bounds_and_leads_nowhere_else() {
        let read = |folder: &Path, limit| read_folder(folder, limit, &|name| !name.starts_with('.'));
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir(at("a")).unwrap();
        std::fs::write(at("a/1"), "one").unwrap();
        std::fs::write(at("b"), "two").unwrap();
        symlink("/etc/passwd", at(".hidden")).unwrap();
        let expected = [("a/1".to_string(), b"one".to_vec()), ("b".to_string(), b"two".to_vec())];
        assert_eq!(read(folder.path(), 8).unwrap(), expected);
        assert!(matches!(read(folder.path(), 5).unwrap_err(), Error::TooLarge { .. }));
        for target in ["/etc/passwd", "b", "a", "/", ".."] {
            symlink(target, at("link")).unwrap();
            let error = read(folder.path(), 8).unwrap_err().to_string();
            assert!(error.ends_with("link is a link"), "{error}");
            std::fs::remove_file(at("link")).unwrap();
        }
        std::fs::create_dir_all(at("1/2/3/4/5/6/7/8/9")).unwrap();
        assert!(read(folder.path(), 8).is_err());
    }

    #[test]
    fn tools_open_files_in_no_other_way() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let calls = ["File::open(", "fs::read(", "fs::read_to_string(", " File::create(", "fs::write("];
        // This file and its neighbours, files of the system, and files in folders that only the tool writes
        // to.
        let exempt = [
            "toolkit/src/files",
            "supervisor/src/sandbox/group.rs",
            "supervisor/src/process/tree.rs",
            "supervisor/src/compile.rs",
            "arena/src/play/bots/source.rs",
            "bundler/src/prove/rustc.rs",
            "web/src/cli/site.rs",
        ];
        let mut git = std::process::Command::new("git");
        let listed = git.arg("-C").arg(&root).args(["ls-files", "*/src/*.rs"]).output().unwrap();
        let mut found = Vec::new();
        for file in String::from_utf8(listed.stdout).unwrap().lines() {
            let Ok(text) = std::fs::read_to_string(root.join(file)) else { continue };
            let is_test =
                file.ends_with("tests.rs") || file.contains("/tests/") || file.contains("mutations");
            if is_test || exempt.iter().any(|exempt| file.starts_with(exempt)) {
                continue;
            }
            let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
            let opens = |line: &&str| calls.iter().any(|call| line.contains(call));
            let lines = code.lines().filter(opens).filter(|line| !line.contains("/proc/"));
            found.extend(lines.map(|line| format!("{file}: {}", line.trim())));
        }
        assert_eq!(found, [""; 0]);
    }
}
