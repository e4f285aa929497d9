//! The system calls that a program in the sandbox may not make.
//!
//! A bot is the first process of its namespace, which no signal from inside can end: a signal that ends it
//! came from outside or was raised by its own fault. The filter closes the ways around that, the one by which
//! a bot could outlive the arena, and those by which it could leave the core, priority and memory policy that
//! were set for it.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Seek, Write};

use rustix::fs::{memfd_create, MemfdFlags};
use seccompiler::{
    sock_filter, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch,
};

/// Calls that fail, whatever their arguments.
const REFUSED: [libc::c_long; 21] = [
    // A tracer's exit may kill its tracee, as if from outside.
    libc::SYS_ptrace,
    // Two threads on two cores think twice as much; and the second core is another game's.
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_setscheduler,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setattr,
    libc::SYS_setpriority,
    libc::SYS_ioprio_set,
    libc::SYS_set_mempolicy,
    libc::SYS_set_mempolicy_home_node,
    libc::SYS_mbind,
    libc::SYS_migrate_pages,
    libc::SYS_move_pages,
    // No bot needs these, and kernels have had many vulnerabilities in them.
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
];

/// Calls that fail if an argument, named by its index, has a value.
const REFUSED_WITH: [(libc::c_long, u8, u64); 5] = [
    // At a hard limit of CPU time the kernel kills, as if from outside.
    (libc::SYS_setrlimit, 0, libc::RLIMIT_CPU as u64),
    (libc::SYS_setrlimit, 0, libc::RLIMIT_RTTIME as u64),
    (libc::SYS_prlimit64, 1, libc::RLIMIT_CPU as u64),
    (libc::SYS_prlimit64, 1, libc::RLIMIT_RTTIME as u64),
    // The bot would survive the arena.
    (libc::SYS_prctl, 0, libc::PR_SET_PDEATHSIG as u64),
];

/// Refuses the x32 interface, whose calls have other numbers, from 2^30 on: load the number, compare, fail.
const NO_X32: [sock_filter; 3] = [
    sock_filter { code: 0x20, jt: 0, jf: 0, k: 0 },
    sock_filter { code: 0x35, jt: 0, jf: 1, k: 0x4000_0000 },
    sock_filter { code: 0x06, jt: 0, jf: 0, k: 0x0005_0000 | libc::EPERM as u32 },
];

/// A file that holds the filter as the kernel reads it; `None` on processors whose numbers of system calls
/// are not known here. Programs of another architecture, such as 32-bit ones, are killed.
///
/// # Errors
/// If the system has no memory for it.
pub(crate) fn file() -> io::Result<Option<File>> {
    let Ok(architecture) = TargetArch::try_from(std::env::consts::ARCH) else { return Ok(None) };
    let program = program(architecture).map_err(io::Error::other)?;
    let mut file = File::from(memfd_create("filter", MemfdFlags::CLOEXEC)?);
    for step in NO_X32.iter().chain(&program) {
        file.write_all(&step.code.to_ne_bytes())?;
        file.write_all(&[step.jt, step.jf])?;
        file.write_all(&step.k.to_ne_bytes())?;
    }
    file.rewind()?;
    Ok(Some(file))
}

fn program(architecture: TargetArch) -> Result<BpfProgram, seccompiler::BackendError> {
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> = REFUSED.map(|number| (number, Vec::new())).into();
    for (number, argument, value) in REFUSED_WITH {
        let is_equal = SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, value)?;
        rules.entry(number).or_default().push(SeccompRule::new(vec![is_equal])?);
    }
    let refuse = SeccompAction::Errno(libc::EPERM as u32);
    SeccompFilter::new(rules, SeccompAction::Allow, refuse, architecture)?.try_into()
}
