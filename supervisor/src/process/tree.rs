//! The tree of processes, as `/proc` shows it.

use rustix::process::Pid;

use crate::sandbox::MAX_TASKS;

/// All descendants of `root`, unordered.
pub(super) fn descendants(root: Pid) -> Vec<Pid> {
    let mut found = children(root);
    let mut next = 0;
    while next < found.len() {
        found.extend(children(found[next]));
        next += 1;
    }
    found
}

/// The children of all threads of a process, unordered; empty if the process has exited.
pub(super) fn children(parent: Pid) -> Vec<Pid> {
    let Ok(threads) = std::fs::read_dir(format!("/proc/{}/task", parent.as_raw_pid())) else {
        return Vec::new();
    };
    let lists =
        threads.flatten().filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok());
    lists.flat_map(|list| list.split_whitespace().filter_map(parse_pid).collect::<Vec<_>>()).collect()
}

fn parse_pid(text: &str) -> Option<Pid> {
    Pid::from_raw(text.parse().ok()?)
}

/// The fields of `/proc/PID/stat` from the state of the process on; `None` if it has exited.
pub(super) fn stat(pid: Pid) -> Option<String> {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_pid())).ok()?;
    fields_in_stat(&stat).map(str::to_string)
}

/// The fields after the name, which may contain blanks and brackets.
fn fields_in_stat(stat: &str) -> Option<&str> {
    stat.rsplit_once(')').map(|(_, fields)| fields.trim_start())
}

/// Whether a bot and its descendants use more memory than this, or more processes than they may. Pages that
/// they share count once.
pub(super) fn is_over(head: Pid, memory_mib: u32) -> bool {
    let family: Vec<Pid> = std::iter::once(head).chain(descendants(head)).collect();
    let bound = u64::from(memory_mib) << 20;
    let resident = |pid: &Pid| {
        let text = std::fs::read_to_string(format!("/proc/{}/statm", pid.as_raw_pid())).ok()?;
        Some(text.split(' ').nth(1)?.parse::<u64>().ok()? * rustix::param::page_size() as u64)
    };
    let share = |pid: &Pid| {
        let text = std::fs::read_to_string(format!("/proc/{}/smaps_rollup", pid.as_raw_pid())).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
        Some(line.split_whitespace().next()?.parse::<u64>().ok()? << 10)
    };
    family.len() > MAX_TASKS as usize
        || family.iter().filter_map(resident).sum::<u64>() > bound
            && family.iter().filter_map(share).sum::<u64>() > bound
}

#[cfg(test)]
mod tests {
    use super::fields_in_stat;

    #[test]
    fn the_fields_are_read_behind_a_name_with_blanks_and_brackets() {
        assert_eq!(fields_in_stat("71 (a bot) (x) S 1 70 69 0 -1"), Some("S 1 70 69 0 -1"));
        assert_eq!(fields_in_stat("71 (bot) S 1"), Some("S 1"));
        assert_eq!(fields_in_stat(""), None);
    }
}
