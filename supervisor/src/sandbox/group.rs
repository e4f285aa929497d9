//! Control groups: the CPU time, memory and processes of a bot and of all that it starts, and their freezing.
//!
//! Every group of version 2 counts CPU time and can be frozen; bounds need controllers that were delegated.
//! What is missing comes from version 1, which has a hierarchy for each controller, if it may be written.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rustix::process::{kill_process, Pid, Signal};

/// The most processes and threads of a bot.
pub(crate) const MAX_TASKS: u32 = 256;

/// Attempts to remove a group whose last process is on its way out, a millisecond apart.
const REMOVAL_ROUNDS: u32 = 100;

/// The version of control groups that is used for a purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Version {
    One,
    Two,
}

/// A folder of groups in a hierarchy, or a group in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    folder: PathBuf,
    pub(crate) version: Version,
}

/// Where groups can be made, by purpose; `None` where nothing serves it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Hierarchies {
    pub(crate) cpu_time: Option<Place>,
    pub(crate) freezing: Option<Place>,
    pub(crate) memory: Option<Place>,
    pub(crate) tasks: Option<Place>,
}

impl Hierarchies {
    /// The hierarchies of this machine in which this process may make groups.
    pub(crate) fn find() -> Self {
        let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
        let own = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
        let writable =
            |controller: &str| own_group(&mounts, &own, controller).filter(|path| is_writable(path));
        let unified = writable("").map(|folder| Place { folder, version: Version::Two });
        let mut handed_down = String::new();
        if let Some(Place { folder, .. }) = &unified {
            let control = folder.join("cgroup.subtree_control");
            // Refused where the group holds processes, as it does unless it was made for this.
            let _ = fs::write(&control, "+memory +pids");
            handed_down = fs::read_to_string(control).unwrap_or_default();
        }
        let hands_down = |name| handed_down.split_whitespace().any(|word| word == name);
        let place = |by_unified: bool, controller: &str| {
            let single = || Some(Place { folder: writable(controller)?, version: Version::One });
            unified.clone().filter(|_| by_unified).or_else(single)
        };
        let found = Self {
            cpu_time: place(true, "cpuacct"),
            freezing: place(true, "freezer"),
            memory: place(hands_down("memory"), "memory"),
            tasks: place(hands_down("pids"), "pids"),
        };
        for place in [&found.cpu_time, &found.freezing, &found.memory, &found.tasks].into_iter().flatten() {
            remove_abandoned(&place.folder);
        }
        found
    }
}

/// The folder of this process's own group in a controller's hierarchy of version 1, or of version 2 for "".
fn own_group(mounts: &str, own: &str, controller: &str) -> Option<PathBuf> {
    let path = own.lines().find_map(|line| {
        let (_, rest) = line.split_once(':')?;
        let (controllers, path) = rest.split_once(':')?;
        controllers.split(',').any(|name| name == controller).then_some(path)
    })?;
    mounts.lines().find_map(|line| {
        let (mount, system) = line.split_once(" - ")?;
        let mut fields = mount.split(' ').skip(3);
        let (root, point) = (fields.next()?, fields.next()?);
        let mut system = system.split(' ');
        let kind = system.next()?;
        let options = system.nth(1).unwrap_or_default();
        let is_it = match controller {
            "" => kind == "cgroup2",
            _ => kind == "cgroup" && options.split(',').any(|name| name == controller),
        };
        let below = Path::new(path).strip_prefix(root).ok();
        is_it.then(|| Path::new(point).join(below.unwrap_or(Path::new(""))))
    })
}

fn is_writable(folder: &Path) -> bool {
    let probe = folder.join(new_name());
    fs::create_dir(&probe).and_then(|()| fs::remove_dir(&probe)).is_ok()
}

/// The prefix of all groups' names. It includes this PID namespace, since other namespaces repeat process
/// ids.
fn prefix() -> String {
    let namespace = fs::read_link("/proc/self/ns/pid").unwrap_or_default();
    let digits = namespace.to_string_lossy().chars().filter(char::is_ascii_digit).collect::<String>();
    format!("outflank-{digits}-")
}

/// A name that no other arena uses at the same time.
fn new_name() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    format!("{}{}-{}", prefix(), std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}

/// Ends and removes the groups of arenas that were killed.
fn remove_abandoned(place: &Path) {
    let prefix = prefix();
    for entry in fs::read_dir(place).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let owner = name.strip_prefix(&prefix).and_then(|rest| rest.split('-').next());
        if owner.is_some_and(|pid| !Path::new("/proc").join(pid).exists()) {
            // A bot that was being started when its arena was killed would wait for it for ever.
            let members = fs::read_to_string(entry.path().join("cgroup.procs")).unwrap_or_default();
            for pid in members.lines().filter_map(|pid| Pid::from_raw(pid.parse().ok()?)) {
                let _ = kill_process(pid, Signal::KILL);
            }
            // Another arena may be faster; what has just been killed is removed the next time.
            let _ = fs::remove_dir(entry.path());
        }
    }
}

/// A bot's group. Dropping it removes it.
#[derive(Debug)]
pub(crate) struct Group {
    folders: Vec<PathBuf>,
    usage: Option<(File, Version)>,
    freezer: Option<(PathBuf, Version)>,
    /// The file that counts processes killed for the memory bound.
    oom: Option<PathBuf>,
    /// Whether the number of processes is bounded.
    pub(crate) bounds_tasks: bool,
}

impl Group {
    /// Makes a group with these bounds; memory in MiB.
    ///
    /// # Errors
    /// If a hierarchy is no longer writable.
    pub(crate) fn new(places: &Hierarchies, memory_mib: Option<u32>) -> io::Result<Self> {
        let name = new_name();
        let mut group =
            Self { folders: Vec::new(), usage: None, freezer: None, oom: None, bounds_tasks: false };
        if let Some((folder, version)) = group.folder(&places.cpu_time, &name)? {
            let file = if version == Version::One { "cpuacct.usage" } else { "cpu.stat" };
            group.usage = Some((File::open(folder.join(file))?, version));
        }
        if let Some((folder, version)) = group.folder(&places.freezing, &name)? {
            let file = if version == Version::One { "freezer.state" } else { "cgroup.freeze" };
            group.freezer = Some((folder.join(file), version));
        }
        if let Some(mib) = memory_mib {
            if let Some((folder, version)) = group.folder(&places.memory, &name)? {
                group.oom = Some(bound_memory(&folder, version, u64::from(mib) << 20)?);
            }
        }
        if let Some((folder, _)) = group.folder(&places.tasks, &name)? {
            fs::write(folder.join("pids.max"), MAX_TASKS.to_string())?;
            group.bounds_tasks = true;
        }
        Ok(group)
    }

    /// The group's folder in a hierarchy, made if it is not there.
    fn folder(&mut self, place: &Option<Place>, name: &str) -> io::Result<Option<(PathBuf, Version)>> {
        let Some(Place { folder, version }) = place else { return Ok(None) };
        let folder = folder.join(name);
        // One hierarchy may serve several purposes.
        if !self.folders.contains(&folder) {
            fs::create_dir(&folder)?;
            self.folders.push(folder.clone());
        }
        Ok(Some((folder, *version)))
    }

    /// Files by which a process enters the group: it writes "0" to each.
    ///
    /// # Errors
    /// If they cannot be opened.
    pub(crate) fn cgroup_procs_fds(&self) -> io::Result<Vec<File>> {
        let open = |folder: &PathBuf| File::options().write(true).open(folder.join("cgroup.procs"));
        self.folders.iter().map(open).collect()
    }

    /// The CPU time of all its processes so far, dead ones included; `None` if nothing counts it.
    pub(crate) fn cpu_time(&self) -> Option<Duration> {
        let (file, version) = self.usage.as_ref()?;
        let mut text = [0; 512];
        let length = file.read_at(&mut text, 0).ok()?;
        let text = std::str::from_utf8(&text[..length]).ok()?;
        match version {
            Version::One => Some(Duration::from_nanos(text.trim().parse().ok()?)),
            Version::Two => {
                let usage = text.lines().find_map(|line| line.strip_prefix("usage_usec "))?;
                Some(Duration::from_micros(usage.parse().ok()?))
            }
        }
    }

    /// Freezes or thaws all its processes; `false` if nothing can.
    pub(crate) fn set_frozen(&self, is_frozen: bool) -> bool {
        let Some((path, version)) = &self.freezer else { return false };
        let word = match (version, is_frozen) {
            (Version::One, true) => "FROZEN",
            (Version::One, false) => "THAWED",
            (Version::Two, true) => "1",
            (Version::Two, false) => "0",
        };
        fs::write(path, word).is_ok()
    }

    /// Whether the kernel has killed a process of the group because it passed its memory bound.
    pub(crate) fn has_run_out_of_memory(&self) -> bool {
        let Some(path) = &self.oom else { return false };
        let text = fs::read_to_string(path).unwrap_or_default();
        let kills = text.lines().find_map(|line| line.strip_prefix("oom_kill ")).map(str::trim);
        kills.is_some_and(|kills| kills != "0")
    }

    /// Whether memory is bounded.
    pub(crate) fn bounds_memory(&self) -> bool {
        self.oom.is_some()
    }
}

/// Bounds the memory of a group, and returns the file that counts processes killed for it.
fn bound_memory(folder: &Path, version: Version, bytes: u64) -> io::Result<PathBuf> {
    let bytes = bytes.to_string();
    if version == Version::One {
        fs::write(folder.join("memory.limit_in_bytes"), &bytes)?;
        let _ = fs::write(folder.join("memory.memsw.limit_in_bytes"), &bytes);
        return Ok(folder.join("memory.oom_control"));
    }
    fs::write(folder.join("memory.max"), &bytes)?;
    // Without swap there is no such file; before Linux 4.19 the other one does not exist.
    let _ = fs::write(folder.join("memory.swap.max"), "0");
    let _ = fs::write(folder.join("memory.oom.group"), "1");
    Ok(folder.join("memory.events"))
}

impl Drop for Group {
    fn drop(&mut self) {
        for folder in &self.folders {
            for _ in 0..REMOVAL_ROUNDS {
                match fs::remove_dir(folder) {
                    Err(error) if error.kind() == io::ErrorKind::ResourceBusy => {
                        std::thread::sleep(Duration::from_millis(1));
                    }
                    _ => break,
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &str = "\
30 25 0:26 / /sys/fs/cgroup ro - tmpfs tmpfs ro,mode=755
31 30 0:27 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct
32 30 0:28 /docker/7 /sys/fs/cgroup/memory rw,relatime shared:9 - cgroup cgroup rw,memory
33 30 0:29 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw";
    const OWN: &str = "5:memory:/docker/7/job\n4:cpu,cpuacct:/\n1:name=systemd:/\n0::/user.slice";

    #[test]
    fn the_own_group_is_found_in_hierarchies_of_both_versions() {
        let group = |controller| own_group(MOUNTS, OWN, controller);
        assert_eq!(group("cpuacct"), Some("/sys/fs/cgroup/cpu,cpuacct/".into()));
        assert_eq!(group("memory"), Some("/sys/fs/cgroup/memory/job".into()));
        assert_eq!(group(""), Some("/sys/fs/cgroup/unified/user.slice".into()));
        assert_eq!(group("freezer"), None);
    }

    #[test]
    fn a_group_goes_with_its_owner() {
        let places = Hierarchies::find();
        let group = Group::new(&places, Some(64)).unwrap();
        let folders = group.folders.clone();
        assert!(folders.iter().all(|folder| folder.is_dir()));
        assert_eq!(group.cpu_time().is_some(), places.cpu_time.is_some());
        assert!(!group.has_run_out_of_memory());
        drop(group);
        assert!(!folders.iter().any(|folder| folder.exists()));
    }
}
