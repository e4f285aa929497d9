//! The system calls that a bot in the sandbox may not make.
//!
//! A bot is the first process of its namespace, which no signal from inside can end: a signal that ends it
//! came from outside or was raised by its own fault. The filter closes the ways around that, and the one by
//! which a bot could outlive the arena.

use std::fs::File;
use std::io::{Seek, Write};

use rustix::fs::{memfd_create, MemfdFlags};

const LOAD: u16 = 0x20;
const JUMP_IF_EQUAL: u16 = 0x15;
const JUMP_IF_AT_LEAST: u16 = 0x35;
const RETURN: u16 = 0x06;

const ALLOW: u32 = 0x7fff_0000;
const KILL_PROCESS: u32 = 0x8000_0000;
const FAIL: u32 = 0x0005_0000;

/// Offsets in `struct seccomp_data`, in bytes; of an argument, the low half.
const NUMBER: u32 = 0;
const ARCHITECTURE: u32 = 4;
const fn argument(index: u32) -> u32 {
    16 + 8 * index
}

#[cfg(target_arch = "x86_64")]
const NATIVE: Option<u32> = Some(0xc000_003e);
#[cfg(target_arch = "aarch64")]
const NATIVE: Option<u32> = Some(0xc000_00b7);
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const NATIVE: Option<u32> = None;

/// From here on calls belong to the x32 interface.
const X32: u32 = 0x4000_0000;

/// A refused call: its number, and the argument and value by which it is refused, if not always.
type Rule = (libc::c_long, Option<(u32, u32)>);

const RULES: [Rule; 12] = [
    // A tracer's exit may kill its tracee, as if from outside.
    (libc::SYS_ptrace, None),
    // So does the kernel at a hard limit of CPU time.
    (libc::SYS_setrlimit, Some((0, libc::RLIMIT_CPU))),
    (libc::SYS_setrlimit, Some((0, libc::RLIMIT_RTTIME))),
    (libc::SYS_prlimit64, Some((1, libc::RLIMIT_CPU))),
    (libc::SYS_prlimit64, Some((1, libc::RLIMIT_RTTIME))),
    // The bot would survive the arena.
    (libc::SYS_prctl, Some((0, libc::PR_SET_PDEATHSIG as u32))),
    // No bot needs these, and kernels have had many vulnerabilities in them.
    (libc::SYS_bpf, None),
    (libc::SYS_perf_event_open, None),
    (libc::SYS_userfaultfd, None),
    (libc::SYS_add_key, None),
    (libc::SYS_request_key, None),
    (libc::SYS_keyctl, None),
];

/// A file that holds the filter as the kernel reads it; `None` on processors whose numbers of system calls
/// are not known here.
///
/// # Errors
/// If the system has no memory for it.
pub(crate) fn file() -> std::io::Result<Option<File>> {
    let Some(architecture) = NATIVE else { return Ok(None) };
    let mut file = File::from(memfd_create("filter", MemfdFlags::CLOEXEC)?);
    file.write_all(&program(architecture))?;
    file.rewind()?;
    Ok(Some(file))
}

fn program(architecture: u32) -> Vec<u8> {
    let fail = FAIL | libc::EPERM as u32;
    let mut steps = vec![
        (LOAD, 0, 0, ARCHITECTURE),
        (JUMP_IF_EQUAL, 1, 0, architecture),
        // 32-bit programs have other numbers.
        (RETURN, 0, 0, KILL_PROCESS),
        (LOAD, 0, 0, NUMBER),
        (JUMP_IF_AT_LEAST, 0, 1, X32),
        (RETURN, 0, 0, fail),
    ];
    for (number, condition) in RULES {
        steps.push((LOAD, 0, 0, NUMBER));
        match condition {
            None => steps.push((JUMP_IF_EQUAL, 0, 1, number as u32)),
            Some((index, value)) => {
                steps.push((JUMP_IF_EQUAL, 0, 3, number as u32));
                steps.push((LOAD, 0, 0, argument(index)));
                steps.push((JUMP_IF_EQUAL, 0, 1, value));
            }
        }
        steps.push((RETURN, 0, 0, fail));
    }
    steps.push((RETURN, 0, 0, ALLOW));
    let bytes = |(code, if_true, if_false, value): (u16, u8, u8, u32)| {
        let [c0, c1] = code.to_ne_bytes();
        let [v0, v1, v2, v3] = value.to_ne_bytes();
        [c0, c1, if_true, if_false, v0, v1, v2, v3]
    };
    steps.into_iter().flat_map(bytes).collect()
}
