//! Finds the file of a `mod name;` as rustc does.

use std::path::{Path, PathBuf};

/// The folder that a module's children are looked up from, in rustc's own two parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Folder {
    path: PathBuf,
    /// The name of a `name.rs`, whose children are in `name/`, until a child has been looked up through it.
    own: Option<String>,
}

impl Folder {
    /// For a crate's root, a `mod.rs`, or a file with a `#[path]`: children are beside it.
    pub(super) fn of_root(file: &Path) -> Self {
        Self { path: file.parent().map(Path::to_owned).unwrap_or_default(), own: None }
    }

    /// The file of the child `name`, and the folder for that child's own children.
    pub(super) fn find(&self, name: &str, path_attribute: Option<&str>) -> Result<(PathBuf, Self), String> {
        if let Some(path) = path_attribute {
            let file = self.path.join(path);
            return if file.is_file() {
                Ok((file.clone(), Self::of_root(&file)))
            } else {
                Err(format!("there is no file {}", file.display()))
            };
        }
        let name = name.strip_prefix("r#").unwrap_or(name);
        let folder = self.own.as_ref().map_or(self.path.clone(), |own| self.path.join(own));
        let (flat, nested) = (folder.join(format!("{name}.rs")), folder.join(name).join("mod.rs"));
        match (flat.is_file(), nested.is_file()) {
            (true, false) => Ok((flat, Self { path: folder, own: Some(name.to_owned()) })),
            (false, true) => Ok((nested.clone(), Self::of_root(&nested))),
            (true, true) => Err(format!("both {} and {} exist", flat.display(), nested.display())),
            (false, false) => Err(format!("there is neither {} nor {}", flat.display(), nested.display())),
        }
    }

    /// The folder for the children of the inline module `name`.
    pub(super) fn inline(&self, name: &str, path_attribute: Option<&str>) -> Self {
        if let Some(path) = path_attribute {
            return Self { path: self.path.join(path), own: None };
        }
        let folder = self.own.as_ref().map_or(self.path.clone(), |own| self.path.join(own));
        Self { path: folder.join(name.strip_prefix("r#").unwrap_or(name)), own: None }
    }
}
