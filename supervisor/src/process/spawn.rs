//! Starts a program without copying the arena's page tables.
//! `fork` copies the page tables, which takes milliseconds with an engine's tables in memory. Here the child
//! borrows the memory until `exec`, as in `posix_spawn`, but sets the limits that only the child itself can
//! set. The calling thread is suspended meanwhile, and the child makes system calls only.

use std::ffi::{c_char, c_int, c_void, CString, OsStr, OsString};
use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use rustix::fs::OFlags;
use rustix::io::{retry_on_intr, Errno};
use rustix::pipe::{pipe_with, PipeFlags};
use rustix::process::{waitpid, Pid, Resource, Rlimit, Signal, WaitOptions};
use rustix::thread::CpuSet;

use super::launch::Launch;
use crate::sandbox::Sandbox;

/// The child's stack until `exec`, in bytes.
const STACK_BYTES: usize = 64 * 1024;

/// The arena's ends of a program's pipes.
#[derive(Debug)]
pub(super) struct Pipes {
    pub(super) stdin: OwnedFd,
    pub(super) stdout: OwnedFd,
    pub(super) stderr: OwnedFd,
}

impl Pipes {
    /// The first line that a program which has ended wrote to standard error.
    pub(super) fn last_words(&self) -> String {
        let mut bytes = [0; 1024];
        let flags = rustix::fs::fcntl_getfl(&self.stderr).unwrap_or(OFlags::empty());
        // A descendant may hold the pipe open.
        let _ = rustix::fs::fcntl_setfl(&self.stderr, flags | OFlags::NONBLOCK);
        let length = rustix::io::read(&self.stderr, &mut bytes).unwrap_or(0);
        String::from_utf8_lossy(&bytes[..length]).lines().next().unwrap_or("bwrap").to_string()
    }
}

/// The command to start: a launch's program, or `bwrap` around it.
pub(super) struct Order<'a> {
    /// The launch, for its bounds and variables.
    pub(super) launch: &'a Launch,
    /// The file that is started.
    pub(super) program: &'a Path,
    /// Its name and arguments.
    pub(super) words: Vec<OsString>,
    /// Its working directory; `None` for the arena's.
    pub(super) directory: Option<&'a Path>,
    /// One more environment variable.
    pub(super) variable: (&'a str, &'a str),
    /// Descriptors that it inherits under their own numbers.
    pub(super) inherited: Vec<RawFd>,
    /// Files of control groups that it enters.
    pub(super) cgroup_procs_fds: Vec<RawFd>,
}

/// Starts a program in its own session.
pub(super) fn spawn(order: &Order<'_>) -> io::Result<(Pid, Pipes)> {
    let launch = order.launch;
    let program = c_string(order.program.as_os_str())?;
    let arguments = order.words.iter().map(|word| c_string(word)).collect::<io::Result<Vec<_>>>()?;
    let environment = environment(launch, order.variable)?;
    let directory = order.directory.map(Path::as_os_str).map(c_string).transpose()?;
    let (stdin_child, stdin) = pipe_with(PipeFlags::CLOEXEC)?;
    let (stdout, stdout_child) = pipe_with(PipeFlags::CLOEXEC)?;
    let (stderr, stderr_child) = pipe_with(PipeFlags::CLOEXEC)?;
    let mut plan = ChildPlan {
        program: &program,
        arguments: null_terminated(&arguments),
        environment: null_terminated(&environment),
        directory: directory.as_ref(),
        descriptors: [stdin_child.as_raw_fd(), stdout_child.as_raw_fd(), stderr_child.as_raw_fd()],
        inherited: &order.inherited,
        cgroup_procs_fds: &order.cgroup_procs_fds,
        memory_mib: launch.memory_mib,
        cores: launch.cores,
        error: None,
    };
    let pid = start(&mut plan)?;
    match plan.error {
        None => Ok((pid, Pipes { stdin, stdout, stderr })),
        Some(error) => {
            // It has exited, and no other thread waits for it.
            let _ = retry_on_intr(|| waitpid(Some(pid), WaitOptions::empty()));
            Err(error.into())
        }
    }
}

/// The arena's environment as far as the sandbox lets it through, then the launch's variables and the
/// additional one.
fn environment(launch: &Launch, variable: (&str, &str)) -> io::Result<Vec<CString>> {
    // A sandboxed bot cannot write anywhere else.
    let scratch = match launch.sandbox == Sandbox::default() {
        true => [].as_slice(),
        false => &[("HOME", "/tmp"), ("TMPDIR", "/tmp")],
    };
    let launched = launch.environment.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let mut own: Vec<(&str, &str)> = launched.chain([variable]).collect();
    for &(name, value) in scratch {
        if !own.iter().any(|(other, _)| *other == name) {
            own.push((name, value));
        }
    }
    let is_dropped = |name: &OsString| {
        own.iter().any(|(other, _)| *other == name) || launch.sandbox.drops_variable(&name.to_string_lossy())
    };
    let inherited = std::env::vars_os().filter(|(name, _)| !is_dropped(name));
    let own = own.iter().map(|(name, value)| (OsString::from(name), OsString::from(value)));
    let entry = |(name, value): (OsString, OsString)| c_string(&[name, value].join(OsStr::new("=")));
    inherited.chain(own).map(entry).collect()
}

fn c_string(text: &OsStr) -> io::Result<CString> {
    Ok(CString::new(text.as_bytes())?)
}

fn null_terminated(strings: &[CString]) -> Vec<*const c_char> {
    strings.iter().map(|string| string.as_ptr()).chain([std::ptr::null()]).collect()
}

/// All data of the child, prepared before it exists.
struct ChildPlan<'a> {
    program: &'a CString,
    /// Both end with a null pointer.
    arguments: Vec<*const c_char>,
    environment: Vec<*const c_char>,
    directory: Option<&'a CString>,
    /// Its standard input, output and error; none of them is 0, 1 or 2.
    descriptors: [RawFd; 3],
    inherited: &'a [RawFd],
    cgroup_procs_fds: &'a [RawFd],
    memory_mib: Option<u32>,
    cores: Option<CpuSet>,
    /// The error that prevented `exec`; written by the child.
    error: Option<Errno>,
}

/// Runs [`run_child`] as a child process; returns once it has called `exec` or exited.
fn start(plan: &mut ChildPlan<'_>) -> io::Result<Pid> {
    let mut stack = vec![0u128; STACK_BYTES / size_of::<u128>()];
    let top = stack.as_mut_ptr_range().end;
    let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD;
    // A signal must not run this process's handlers in the child, on shared memory.
    let mut all = std::mem::MaybeUninit::<libc::sigset_t>::uninit();
    let mut before = std::mem::MaybeUninit::<libc::sigset_t>::uninit();
    // SAFETY: the sets are written before they are read. The stack is aligned, larger than the child needs,
    // and outlives it, as does the plan, since CLONE_VFORK suspends this thread until the child has exited or
    // called `exec`. No other thread has access to the plan or the stack.
    let pid = unsafe {
        libc::sigfillset(all.as_mut_ptr());
        libc::pthread_sigmask(libc::SIG_SETMASK, all.as_ptr(), before.as_mut_ptr());
        let pid = libc::clone(run_child, top.cast(), flags, std::ptr::from_mut(plan).cast());
        let error = io::Error::last_os_error();
        libc::pthread_sigmask(libc::SIG_SETMASK, before.as_ptr(), std::ptr::null_mut());
        if pid < 0 {
            return Err(error);
        }
        pid
    };
    Pid::from_raw(pid).ok_or(io::Error::other("a child without a process id"))
}

/// The child: sets its limits and calls `exec`. Makes system calls only.
extern "C" fn run_child(plan: *mut c_void) -> c_int {
    // SAFETY: `start` passes a plan that no other code accesses while this child exists.
    let plan = unsafe { &mut *plan.cast::<ChildPlan<'_>>() };
    if let Err(error) = become_program(plan) {
        plan.error = Some(error);
    }
    // SAFETY: ends this child alone, without the exit handlers of the parent.
    unsafe { libc::_exit(127) }
}

fn become_program(plan: &ChildPlan<'_>) -> rustix::io::Result<()> {
    rustix::process::setsid()?;
    // If the arena is killed, its bots are killed as well.
    rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
    for &cgroup_procs_fd in plan.cgroup_procs_fds {
        // SAFETY: the parent keeps its files open while this child borrows its memory; "0" is the writer
        // itself.
        if unsafe { libc::write(cgroup_procs_fd, c"0".as_ptr().cast(), 1) } != 1 {
            return Err(last_error());
        }
    }
    let at_most = |limit: u64| Rlimit { current: Some(limit), maximum: Some(limit) };
    rustix::process::setrlimit(Resource::Core, at_most(0))?;
    if let Some(memory_mib) = plan.memory_mib {
        rustix::process::setrlimit(Resource::Data, at_most(u64::from(memory_mib) << 20))?;
    }
    if let Some(cores) = &plan.cores {
        rustix::thread::sched_setaffinity(None, cores)?;
    }
    if let Some(directory) = plan.directory {
        rustix::process::chdir(directory.as_c_str())?;
    }
    // SAFETY: the child has its own descriptors, signal handlers and signal mask; all pointers are to the
    // plan's strings, and both lists end with a null pointer.
    unsafe {
        for (standard, &descriptor) in (0..).zip(&plan.descriptors) {
            if libc::dup2(descriptor, standard) < 0 {
                return Err(last_error());
            }
        }
        for &descriptor in plan.inherited {
            if libc::fcntl(descriptor, libc::F_SETFD, 0) < 0 {
                return Err(last_error());
            }
        }
        // Rust ignores SIGPIPE, and programs would inherit that.
        libc::signal(libc::SIGPIPE, libc::SIG_DFL);
        let mut none = std::mem::MaybeUninit::<libc::sigset_t>::uninit();
        libc::sigemptyset(none.as_mut_ptr());
        libc::sigprocmask(libc::SIG_SETMASK, none.as_ptr(), std::ptr::null_mut());
        libc::execve(plan.program.as_ptr(), plan.arguments.as_ptr(), plan.environment.as_ptr());
    }
    Err(last_error())
}

fn last_error() -> Errno {
    // SAFETY: reads this thread's error number.
    Errno::from_raw_os_error(unsafe { *libc::__errno_location() })
}
