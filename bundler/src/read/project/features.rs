//! cargo's features for one binary: metadata only knows those of the whole workspace, tests included.

use std::collections::{BTreeMap, BTreeSet};

use cargo_metadata::{Dependency, DependencyKind, Metadata, Node, Package, PackageId};

use crate::error::{Error, Result};
use crate::options::Options;

/// Features and optional dependencies that are on, by package.
#[derive(Debug, Default)]
pub(super) struct Resolved {
    features: BTreeMap<PackageId, BTreeSet<String>>,
    /// Pairs of a package and one of its dependencies in use.
    edges: BTreeSet<(PackageId, PackageId)>,
}

impl Resolved {
    /// The features of one package, sorted.
    pub(super) fn of(&self, id: &PackageId) -> Vec<String> {
        self.features.get(id).map(|set| set.iter().cloned().collect()).unwrap_or_default()
    }

    /// Whether `user` is built with `dependency`: always for plain ones, by feature for optional ones.
    pub(super) fn uses(&self, user: &PackageId, dependency: &PackageId) -> bool {
        self.edges.contains(&(user.clone(), dependency.clone()))
    }
}

/// Follows the chosen features of `root` through its normal dependencies.
pub(super) fn resolve(metadata: &Metadata, root: &Package, options: &Options) -> Result<Resolved> {
    let mut wanted: Vec<String> = options.features.clone();
    if options.all_features {
        wanted.extend(root.features.keys().cloned());
    }
    for name in &wanted {
        let known = root.features.contains_key(name) || name.contains('/');
        if !known {
            return Err(Error::Usage(format!("package `{}` has no feature `{name}`", root.name)));
        }
    }
    if !options.no_default_features {
        wanted.push("default".into());
    }
    let mut walk = Walk { metadata, out: Resolved::default() };
    // A feature may switch on another package's after that was walked: repeat until nothing changes.
    loop {
        let before = (walk.out.features.values().map(BTreeSet::len).sum::<usize>(), walk.out.edges.len());
        walk.package(root, &wanted);
        if before == (walk.out.features.values().map(BTreeSet::len).sum::<usize>(), walk.out.edges.len()) {
            return Ok(walk.out);
        }
    }
}

struct Walk<'a> {
    metadata: &'a Metadata,
    out: Resolved,
}

impl<'a> Walk<'a> {
    fn package(&mut self, package: &Package, wanted: &[String]) {
        let mut queue = wanted.to_vec();
        let mut optional = BTreeSet::new();
        let mut passed_on: Vec<(String, String)> = Vec::new();
        let known = self.out.features.entry(package.id.clone()).or_default();
        queue.extend(known.iter().cloned());
        let mut seen = BTreeSet::new();
        while let Some(feature) = queue.pop() {
            if !seen.insert(feature.clone()) {
                continue;
            }
            if let Some(name) = feature.strip_prefix("dep:") {
                optional.insert(name.to_owned());
            } else if let Some((name, feature)) = feature.split_once('/') {
                let weak = name.strip_suffix('?');
                if weak.is_none() {
                    optional.insert(name.to_owned());
                }
                passed_on.push((weak.unwrap_or(name).to_owned(), feature.to_owned()));
            } else if let Some(implied) = package.features.get(&feature) {
                known.insert(feature);
                queue.extend(implied.iter().cloned());
            }
        }
        self.dependencies(package, &optional, &passed_on);
    }

    fn dependencies(
        &mut self,
        package: &Package,
        optional: &BTreeSet<String>,
        passed_on: &[(String, String)],
    ) {
        for dependency in package.dependencies.iter().filter(|one| one.kind == DependencyKind::Normal) {
            let name = dependency.rename.as_ref().unwrap_or(&dependency.name);
            if dependency.optional && !optional.contains(name) {
                continue;
            }
            let Some(target) = self.target(package, dependency) else { continue };
            self.out.edges.insert((package.id.clone(), target.id.clone()));
            if target.source.is_some() {
                continue;
            }
            let mut wanted = dependency.features.clone();
            if dependency.uses_default_features {
                wanted.push("default".into());
            }
            wanted.extend(passed_on.iter().filter(|(to, _)| to == name).map(|(_, feature)| feature.clone()));
            self.package(target, &wanted);
        }
    }

    fn target(&self, package: &Package, dependency: &Dependency) -> Option<&'a Package> {
        let node = node(self.metadata, &package.id)?;
        let packages = node.deps.iter().map(|dep| &self.metadata[&dep.pkg]);
        packages.into_iter().find(|candidate| candidate.name.as_str() == dependency.name)
    }
}

/// Cargo's resolution of one package.
pub(super) fn node<'a>(metadata: &'a Metadata, id: &PackageId) -> Option<&'a Node> {
    metadata.resolve.as_ref()?.nodes.iter().find(|node| node.id == *id)
}
