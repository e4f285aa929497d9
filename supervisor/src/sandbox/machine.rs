//! The means of isolation that this machine offers.

use std::process::{Command, Stdio};
use std::sync::OnceLock;

use super::bwrap_args::{BwrapArgs, BWRAP};
use super::group::{Hierarchies, Version};

/// The means of isolation of this machine, detected once.
#[derive(Debug)]
pub(crate) struct Machine {
    /// Why there are no namespaces, if there are none.
    pub(crate) namespaces: Result<(), String>,
    /// Whether `bwrap` can keep programs from making namespaces of their own.
    pub(crate) can_bar_namespaces: bool,
    pub(crate) groups: Hierarchies,
}

pub(crate) fn machine() -> &'static Machine {
    static MACHINE: OnceLock<Machine> = OnceLock::new();
    MACHINE.get_or_init(|| {
        let can_bar_namespaces = try_namespaces(true).is_ok();
        let namespaces = if can_bar_namespaces { Ok(()) } else { try_namespaces(false) };
        Machine { namespaces, can_bar_namespaces, groups: Hierarchies::find() }
    })
}

/// Runs a program that does nothing in namespaces.
fn try_namespaces(bars_namespaces: bool) -> Result<(), String> {
    if !std::path::Path::new(BWRAP).is_file() {
        return Err("bwrap is not installed (package bubblewrap)".to_string());
    }
    let mut args = BwrapArgs::new(None);
    if bars_namespaces {
        args.add(["--disable-userns"]);
    }
    let (words, _) = args.around(["/bin/true"]);
    let output = Command::new(&words[0]).args(&words[1..]).env_clear().stdin(Stdio::null()).output();
    match output {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => {
            let text = String::from_utf8_lossy(&output.stderr);
            let reason = text.lines().next().unwrap_or("bwrap fails").trim_start_matches("bwrap: ");
            Err(format!("bwrap cannot make namespaces: {reason}"))
        }
        Err(error) => Err(format!("bwrap cannot be started: {error}")),
    }
}

impl Machine {
    /// Describes what bounds, counts and freezes a bot's processes, and what the machine lacks for that.
    pub(crate) fn resources(&self, uses_groups: bool) -> String {
        let none = Hierarchies::default();
        let groups = if uses_groups { &self.groups } else { &none };
        let purposes = [
            ("memory", &groups.memory, "rlimits and samples of /proc"),
            ("processes", &groups.tasks, "rlimits and samples of /proc"),
            ("CPU time", &groups.cpu_time, "/proc"),
            ("freezing", &groups.freezing, "signals"),
        ];
        let mut means: Vec<(String, Vec<&str>)> = Vec::new();
        for (purpose, place, otherwise) in purposes {
            let by = match place.as_ref().map(|place| place.version) {
                Some(Version::One) => "cgroup v1".to_string(),
                Some(Version::Two) => "cgroup v2".to_string(),
                None => format!("{otherwise} (no cgroup can be written)"),
            };
            match means.iter_mut().find(|(known, _)| *known == by) {
                Some((_, purposes)) => purposes.push(purpose),
                None => means.push((by, vec![purpose])),
            }
        }
        let parts = means.into_iter().map(|(by, purposes)| format!("{} by {by}", purposes.join(" and ")));
        parts.collect::<Vec<_>>().join(", ")
    }
}
