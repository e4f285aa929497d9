//! The files of the page.

use std::fs;
use std::path::Path;

use anyhow::Context;
use sha2::{Digest, Sha256};
use toolkit::files;

/// The largest page, in bytes.
pub(super) const MAX_BYTES: u64 = 64 << 20;

/// The service worker's file.
const SERVICE_WORKER: &str = "sw.js";

/// The placeholder of the hash of all files in the service worker.
const VERSION: &str = "/*VERSION*/ \"\"";

/// The placeholder of the paths of all files but its own in the service worker.
const FILES: &str = "/*FILES*/ []";

/// The placeholder of the links to all modules in the page: they load at once, not one import after the
/// other.
const MODULES: &str = "<!--MODULES-->";

/// The placeholder of what the page says about its own address.
const ADDRESS: &str = "<!--ADDRESS-->";

/// The picture that other sites show beside a link to the page.
const SOCIAL_PICTURE: &str = "social.png";

/// Whether a file is for other sites and search engines, not for visitors.
pub(super) fn is_for_others(path: &str) -> bool {
    path == SOCIAL_PICTURE || path == "robots.txt"
}

/// Scripts that are no modules.
const SCRIPTS: [&str; 2] = [SERVICE_WORKER, "worker.js"];

/// A file by its path in the page's folder, with `/` between folders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct File {
    pub(super) path: String,
    pub(super) bytes: Vec<u8>,
}

/// All files of a folder and those below it, in the order of their paths; hidden files and Markdown are left
/// out.
pub(super) fn read_folder(folder: &Path) -> anyhow::Result<Vec<File>> {
    let is_wanted = |name: &str| !name.starts_with('.') && !name.ends_with(".md");
    let files = files::read_folder(folder, MAX_BYTES, &is_wanted)?;
    Ok(files.into_iter().map(|(path, bytes)| File { path, bytes }).collect())
}

/// Links all modules in the page, so that they load at once. Without the links a browser learns of a module
/// only when the one that imports it has arrived.
pub(super) fn complete_page(files: &mut [File]) {
    let is_module = |path: &str| path.ends_with(".js") && !SCRIPTS.contains(&path);
    let paths = files.iter().map(|file| file.path.as_str()).filter(|path| is_module(path));
    let links: String = paths.map(|path| format!("<link rel=\"modulepreload\" href=\"{path}\">\n")).collect();
    if let Some(page) = files.iter_mut().find(|file| file.path == "index.html") {
        page.bytes = String::from_utf8_lossy(&page.bytes).replace(MODULES, links.trim_end()).into_bytes();
    }
}

/// Writes into the page where it will be found. Other sites show its picture only by a whole address.
pub(super) fn write_address(files: &mut [File], address: Option<&str>) {
    let text = address.map_or(String::new(), |address| {
        let address = address.trim_end_matches('/');
        format!(
            "<link rel=\"canonical\" href=\"{address}/\">\n\
             <meta property=\"og:url\" content=\"{address}/\">\n\
             <meta property=\"og:image\" content=\"{address}/{SOCIAL_PICTURE}\">\n\
             <meta name=\"twitter:card\" content=\"summary_large_image\">"
        )
    });
    if let Some(page) = files.iter_mut().find(|file| file.path == "index.html") {
        let content = String::from_utf8_lossy(&page.bytes);
        page.bytes = content.replace(ADDRESS, &text).into_bytes();
    }
}

/// Reads the address of a page: `http` or `https`, without signs that would end an attribute.
pub(super) fn parse_address(text: &str) -> Result<String, String> {
    let is_address =
        ["https://", "http://"].iter().any(|scheme| text.len() > scheme.len() && text.starts_with(scheme));
    let is_plain = text.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"'<>\\`".contains(&byte));
    if is_address && is_plain {
        Ok(text.to_owned())
    } else {
        Err("expected an address such as https://example.org/board/".to_owned())
    }
}

/// Writes the list of files, and a version that changes with any of them, into the service worker, if there
/// is one.
pub(super) fn complete_service_worker(files: &mut [File]) {
    let others = || files.iter().filter(|file| file.path != SERVICE_WORKER);
    let paths: Vec<&str> = others().map(|file| file.path.as_str()).collect();
    let paths = serde_json::json!(paths).to_string();
    let mut hash = Sha256::new();
    for file in files.iter() {
        hash.update((file.path.len() as u64).to_le_bytes());
        hash.update(&file.path);
        hash.update((file.bytes.len() as u64).to_le_bytes());
        hash.update(&file.bytes);
    }
    let version: String = hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    if let Some(worker) = files.iter_mut().find(|file| file.path == SERVICE_WORKER) {
        let text = String::from_utf8_lossy(&worker.bytes);
        let text = text.replace(VERSION, &format!("\"{version}\"")).replace(FILES, &paths);
        worker.bytes = text.into_bytes();
    }
}

/// Replaces a folder by these files.
pub(super) fn write_folder(files: &[File], folder: &Path) -> anyhow::Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    for file in files {
        let path = folder.join(&file.path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).with_context(|| parent.display().to_string())?;
        }
        fs::write(&path, &file.bytes).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn file(path: &str, text: &str) -> File {
        File { path: path.into(), bytes: text.into() }
    }

    #[test]
    fn the_service_worker_learns_all_files_and_a_version_that_changes_with_each() {
        let worker = |page: &str| {
            let source = format!("const V = {VERSION}; const F = {FILES};");
            let mut files = vec![file("index.html", page), file("sw.js", &source)];
            complete_service_worker(&mut files);
            String::from_utf8(files.remove(1).bytes).unwrap()
        };
        assert!(worker("a").contains("const F = [\"index.html\"];"), "{}", worker("a"));
        assert!(!worker("a").contains("VERSION"));
        assert_eq!(worker("a"), worker("a"));
        assert_ne!(worker("a"), worker("b"));
    }

    #[test]
    fn the_pages_own_files_have_the_placeholders() {
        let page = crate::cli::folders::home().join("page");
        let text = |name: &str| fs::read_to_string(page.join(name)).unwrap();
        for placeholder in [VERSION, FILES] {
            assert_eq!(text(SERVICE_WORKER).matches(placeholder).count(), 1, "{placeholder}");
        }
        for placeholder in [MODULES, ADDRESS] {
            assert_eq!(text("index.html").matches(placeholder).count(), 1, "{placeholder}");
        }
        assert!(page.join(SOCIAL_PICTURE).exists());
    }

    #[test]
    fn the_page_names_its_picture_by_a_whole_address() {
        let page = |address| {
            let mut files = [file("index.html", "<head>\n<!--ADDRESS-->\n</head>")];
            write_address(&mut files, address);
            String::from_utf8_lossy(&files[0].bytes).into_owned()
        };
        assert_eq!(page(None), "<head>\n\n</head>");
        let found = page(Some("https://example.org/board/"));
        assert!(found.contains("content=\"https://example.org/board/social.png\""), "{found}");
        assert_eq!(parse_address("https://a.org/b").as_deref(), Ok("https://a.org/b"));
        for wrong in ["", "a.org", "https://", "javascript:x", "https://a.org/\"><script>", "https://a b"] {
            assert!(parse_address(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_page_loads_its_modules_at_once() {
        let mut files = [
            file("app.js", ""),
            file("components/a.js", ""),
            file("index.html", "<head>\n<!--MODULES-->\n</head>"),
            file("sw.js", ""),
            file("worker.js", ""),
        ];
        complete_page(&mut files);
        let page = String::from_utf8_lossy(&files[2].bytes).into_owned();
        let link = |path: &str| format!("<link rel=\"modulepreload\" href=\"{path}\">\n");
        assert_eq!(page, format!("<head>\n{}{}</head>", link("app.js"), link("components/a.js")));
    }

    #[test]
    fn a_folder_is_copied_without_hidden_files_and_notes() {
        let [from, to] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let files = [file("a.js", "1"), file("data/b.json", "[]"), file(".hidden", ""), file("notes.md", "")];
        write_folder(&files, from.path()).unwrap();
        let read = read_folder(from.path()).unwrap();
        assert_eq!(read, files[..2]);
        fs::write(to.path().join("old.js"), "old").unwrap();
        write_folder(&read, to.path()).unwrap();
        assert_eq!(read_folder(to.path()).unwrap(), files[..2]);
    }
}
