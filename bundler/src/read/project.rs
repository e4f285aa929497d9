//! The crates of the bundle, from cargo's metadata.

mod features;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package, PackageId, Target, TargetKind};
use toml::{Table, Value};

use crate::error::{Error, Result};
use crate::options::Options;
use crate::read::source::read_bytes;

/// One crate of the bundle.
#[derive(Debug)]
pub(crate) struct Unit {
    /// Crate name, with underscores.
    pub name: String,
    /// Its root file.
    pub root: PathBuf,
    /// Its edition's year.
    pub edition: u32,
    /// Features that are on.
    pub features: Vec<String>,
    /// `CARGO_*` variables that its build would see.
    pub env: Vec<(String, String)>,
    /// Folder of its `Cargo.toml`.
    pub folder: PathBuf,
    /// Whether its package has a build script.
    pub build_script: bool,
    /// Crate names it may use.
    pub externs: Vec<(String, Extern)>,
}

/// The meaning of a crate name in a [`Unit`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Extern {
    /// Another unit of the bundle, by index.
    Unit(usize),
    /// A crate from a registry, a procedural macro, or one that the site provides, by its package's id.
    Foreign(String),
}

/// A package, its chosen binary and everything local that it is built from.
#[derive(Debug)]
pub(crate) struct Project {
    /// Crates, dependencies before their users; the binary is last.
    pub units: Vec<Unit>,
    /// Index of the package's own library.
    pub lib: Option<usize>,
    pub package: String,
    pub version: String,
    pub bin: String,
    /// The package's `Cargo.toml`.
    pub manifest: PathBuf,
    /// The `Cargo.toml` files that were read.
    pub manifests: Vec<PathBuf>,
    /// Root folder of the workspace.
    pub workspace: PathBuf,
    /// cargo's target folder.
    pub target: PathBuf,
    /// rustc's lints that the manifests allow.
    pub allowed: BTreeSet<String>,
}

impl Project {
    /// Asks cargo about the package that `options` names.
    ///
    /// # Errors
    /// cargo fails, or there is no such package or binary.
    pub(crate) fn find(options: &Options) -> Result<Self> {
        let mut command = MetadataCommand::new();
        // Its words may become an error of the bundler, whose control characters are escaped.
        command.other_options(["--all-features".to_owned()]).env("CARGO_TERM_COLOR", "never");
        if let Some(path) = &options.manifest_path {
            if !path.is_file() {
                return Err(Error::Usage(format!("{}: there is no such manifest", path.display())));
            }
            command.manifest_path(path);
        }
        let metadata = command.exec().map_err(|error| Error::Usage(error.to_string().trim().to_owned()))?;
        let package = choose_package(&metadata, options)?;
        let bin = choose_bin(package, options)?;
        check_name(bin, package)?;
        Builder {
            metadata: &metadata,
            features: features::resolve(&metadata, package, options)?,
            provided: &options.externs,
            done: Vec::new(),
        }
        .build(package, bin)
    }

    /// The path at which the bundle is written by default.
    pub(crate) fn default_output(&self) -> PathBuf {
        self.target.join("bundle").join(format!("{}.rs", self.bin))
    }
}

fn choose_package<'a>(metadata: &'a Metadata, options: &Options) -> Result<&'a Package> {
    let members = metadata.workspace_packages();
    let names = || members.iter().map(|package| package.name.as_str()).collect::<Vec<_>>().join(", ");
    if let Some(name) = &options.package {
        let found = members.iter().find(|package| package.name.as_str() == name);
        return found.copied().ok_or_else(|| {
            Error::Usage(format!("there is no package `{name}` in this workspace; there are: {}", names()))
        });
    }
    let root_manifest = metadata.workspace_root.join("Cargo.toml");
    members
        .iter()
        .find(|package| package.manifest_path == root_manifest)
        .copied()
        .or_else(|| metadata.root_package())
        .or_else(|| <[&Package; 1]>::try_from(members.clone()).ok().map(|[only]| only))
        .ok_or_else(|| Error::Usage(format!("the workspace has no root package; name one of: {}", names())))
}

fn choose_bin<'a>(package: &'a Package, options: &Options) -> Result<&'a Target> {
    let bins: Vec<&Target> =
        package.targets.iter().filter(|target| target.kind.contains(&TargetKind::Bin)).collect();
    let by_name = |name: &str| bins.iter().find(|bin| bin.name == name).copied();
    let names = || bins.iter().map(|bin| bin.name.as_str()).collect::<Vec<_>>().join(", ");
    if let Some(name) = &options.bin {
        return by_name(name).ok_or_else(|| {
            Error::Usage(format!("package `{}` has no binary `{name}`; it has: {}", package.name, names()))
        });
    }
    match (&package.default_run, &bins[..]) {
        (_, []) => Err(Error::Usage(format!("package `{}` has no binary", package.name))),
        (_, [only]) => Ok(only),
        (Some(name), _) => {
            by_name(name).ok_or_else(|| Error::Usage(format!("`default-run` names no binary: {name}")))
        }
        (None, _) => by_name(&package.name).ok_or_else(|| {
            Error::Usage(format!(
                "package `{}` has several binaries; choose with --bin: {}",
                package.name,
                names()
            ))
        }),
    }
}

/// Refuses a binary whose name would lead the output out of its folder, or the header out of its comment.
fn check_name(bin: &Target, package: &Package) -> Result<()> {
    if !bin.name.contains(|c: char| std::path::is_separator(c) || c.is_control()) {
        return Ok(());
    }
    let name = bin.name.escape_debug();
    Err(Error::Usage(format!("{}: no file can have the name of the binary `{name}`", package.manifest_path)))
}

struct Builder<'a> {
    metadata: &'a Metadata,
    features: features::Resolved,
    /// Crates that the site provides.
    provided: &'a [String],
    /// Packages whose library is a unit already.
    done: Vec<(PackageId, usize)>,
}

impl Builder<'_> {
    fn build(mut self, package: &Package, bin: &Target) -> Result<Project> {
        let mut units = Vec::new();
        let lib = self.library(package, &mut units)?;
        let mut externs = match lib {
            Some(index) => units[index].externs.clone(),
            None => self.externs(package, &mut units)?,
        };
        if let (Some(index), Some(target)) = (lib, library_target(package)) {
            externs.push((crate_name(&target.name), Extern::Unit(index)));
        }
        units.push(self.unit(package, bin, externs));
        let workspace = self.metadata.workspace_root.clone().into_std_path_buf();
        let mut manifests = vec![workspace.join("Cargo.toml")];
        manifests.extend(units.iter().map(|unit| unit.folder.join("Cargo.toml")));
        manifests.sort();
        manifests.dedup();
        Ok(Project {
            allowed: allowed_lints(&manifests, &workspace.join("Cargo.toml"))?,
            units,
            lib,
            package: package.name.to_string(),
            version: package.version.to_string(),
            bin: bin.name.clone(),
            manifest: package.manifest_path.clone().into_std_path_buf(),
            manifests,
            workspace,
            target: self.metadata.target_directory.clone().into_std_path_buf(),
        })
    }

    /// Adds the package's library and all it needs; its index, if there is one.
    fn library(&mut self, package: &Package, units: &mut Vec<Unit>) -> Result<Option<usize>> {
        if let Some((_, index)) = self.done.iter().find(|(id, _)| *id == package.id) {
            return Ok(Some(*index));
        }
        let Some(target) = library_target(package) else { return Ok(None) };
        let externs = self.externs(package, units)?;
        units.push(self.unit(package, target, externs));
        self.done.push((package.id.clone(), units.len() - 1));
        Ok(Some(units.len() - 1))
    }

    fn externs(&mut self, package: &Package, units: &mut Vec<Unit>) -> Result<Vec<(String, Extern)>> {
        let mut externs = Vec::new();
        let Some(node) = features::node(self.metadata, &package.id) else { return Ok(externs) };
        for dependency in &node.deps {
            let normal = dependency.dep_kinds.iter().any(|info| info.kind == DependencyKind::Normal);
            if !normal || !self.features.uses(&package.id, &dependency.pkg) {
                continue;
            }
            let target = &self.metadata[&dependency.pkg];
            let local = target.source.is_none()
                && library_target(target).is_some()
                && !self.provided.contains(&dependency.name);
            let index = if local { self.library(target, units)? } else { None };
            let meaning = index.map_or_else(|| Extern::Foreign(target.id.repr.clone()), Extern::Unit);
            externs.push((dependency.name.clone(), meaning));
        }
        Ok(externs)
    }

    fn unit(&self, package: &Package, target: &Target, externs: Vec<(String, Extern)>) -> Unit {
        let folder = package
            .manifest_path
            .parent()
            .map_or_else(PathBuf::new, |folder| folder.as_std_path().to_owned());
        Unit {
            name: crate_name(&target.name),
            root: target.src_path.clone().into_std_path_buf(),
            edition: target.edition.as_str().parse().unwrap_or(2021),
            features: self.features.of(&package.id),
            env: environment(package, target, &folder),
            build_script: package.targets.iter().any(|target| target.kind.contains(&TargetKind::CustomBuild)),
            folder,
            externs,
        }
    }
}

fn library_target(package: &Package) -> Option<&Target> {
    let library = |kind: &TargetKind| matches!(kind, TargetKind::Lib | TargetKind::RLib);
    package.targets.iter().find(|target| target.kind.iter().any(library))
}

fn crate_name(target: &str) -> String {
    target.replace('-', "_")
}

/// The variables that cargo sets and `env!` can read.
fn environment(package: &Package, target: &Target, folder: &Path) -> Vec<(String, String)> {
    let optional = |text: &Option<String>| text.clone().unwrap_or_default();
    let version = &package.version;
    let mut variables = vec![
        ("CARGO_MANIFEST_DIR".to_owned(), folder.display().to_string()),
        ("CARGO_PKG_NAME".to_owned(), package.name.to_string()),
        ("CARGO_PKG_VERSION".to_owned(), version.to_string()),
        ("CARGO_PKG_VERSION_MAJOR".to_owned(), version.major.to_string()),
        ("CARGO_PKG_VERSION_MINOR".to_owned(), version.minor.to_string()),
        ("CARGO_PKG_VERSION_PATCH".to_owned(), version.patch.to_string()),
        ("CARGO_PKG_VERSION_PRE".to_owned(), version.pre.to_string()),
        ("CARGO_PKG_AUTHORS".to_owned(), package.authors.join(":")),
        ("CARGO_PKG_DESCRIPTION".to_owned(), optional(&package.description)),
        ("CARGO_PKG_HOMEPAGE".to_owned(), optional(&package.homepage)),
        ("CARGO_PKG_REPOSITORY".to_owned(), optional(&package.repository)),
        ("CARGO_PKG_LICENSE".to_owned(), optional(&package.license)),
        ("CARGO_CRATE_NAME".to_owned(), crate_name(&target.name)),
    ];
    if target.kind.contains(&TargetKind::Bin) {
        variables.push(("CARGO_BIN_NAME".to_owned(), target.name.clone()));
    }
    variables
}

/// The lints of rustc that one of `manifests` allows, itself or through the workspace's.
///
/// # Errors
/// A manifest cannot be read.
fn allowed_lints(manifests: &[PathBuf], workspace: &Path) -> Result<BTreeSet<String>> {
    let read = |path: &Path| -> Result<Table> {
        let text = String::from_utf8_lossy(&read_bytes(path)?).into_owned();
        text.parse().map_err(|error| Error::Usage(format!("{}: {error}", path.display())))
    };
    let shared = read(workspace)?.get("workspace").and_then(|table| table.get("lints")).cloned();
    let mut found = BTreeSet::new();
    for manifest in manifests {
        let own = read(manifest)?.remove("lints");
        let inherits = own.as_ref().and_then(|lints| lints.get("workspace")).is_some();
        let lints = if inherits { shared.as_ref() } else { own.as_ref() };
        let rust = lints.and_then(|lints| lints.get("rust")).and_then(Value::as_table);
        let is_allow = |level: &Value| level.get("level").unwrap_or(level).as_str() == Some("allow");
        let names = rust.into_iter().flatten().filter(|(_, level)| is_allow(level));
        found.extend(names.map(|(name, _)| name.replace('-', "_")));
    }
    Ok(found)
}
