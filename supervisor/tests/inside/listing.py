"""Prints what a program can see, has inherited and can reach, one fact a line."""
import ctypes, errno, os, re, resource, socket, stat

libc = ctypes.CDLL(None, use_errno=True)


def say(*words):
    print(*words)


def outcome(number, *arguments):
    ctypes.set_errno(0)
    result = libc.syscall(number, *arguments)
    return "worked" if result >= 0 else errno.errorcode[ctypes.get_errno()]


def attempt(action):
    try:
        return action()
    except OSError as error:
        return errno.errorcode[error.errno]


def read(path):
    return attempt(lambda: open(path, errors="replace").read())


for fd in sorted(os.listdir("/proc/1/fd"), key=int):
    say("descriptor", fd, re.sub(r"\d\d+", "N", attempt(lambda: os.readlink("/proc/1/fd/" + fd))))
for name, value in sorted(os.environ.items()):
    # The shell that prints the first lines adds these two.
    if name not in ("_", "OLDPWD"):
        say("environment", name, value)
initial = attempt(lambda: open("/proc/1/environ", "rb").read()).split(b"\0")
say("environment at first", sorted(entry.split(b"=")[0].decode() for entry in initial if entry))
say("directory", os.getcwd())
say("processes", sorted(int(name) for name in os.listdir("/proc") if name.isdigit() and int(name) != os.getpid()))
say("leads its session", os.getsid(0) == 1 or os.getsid(0) == os.getpid())
say("terminal", attempt(lambda: os.open("/dev/tty", os.O_RDWR)))
for line in read("/proc/1/limits").splitlines()[1:]:
    if not line.startswith("Max processes"):
        say("limit", *re.sub(r"  +", "|", line.strip()).split("|")[:3])
say("cores", len(os.sched_getaffinity(0)))
say("scheduling", os.sched_getscheduler(0), "nice", os.getpriority(os.PRIO_PROCESS, 0))
mode = ctypes.c_int(-1)
say("memory policy", libc.syscall(239, ctypes.byref(mode), 0, 0, 0, 0), mode.value)
say("personality", libc.personality(0xFFFFFFFF))
say("out of memory", read("/proc/1/oom_score_adj").strip(), "dump", read("/proc/1/coredump_filter").strip())
say("parent's death", libc.prctl(2, ctypes.byref(mode), 0, 0, 0), mode.value)
say("keys", read("/proc/keys").count(":"))
say("host", socket.gethostname(), "groups", sorted(set(os.getgroups()) - {0, 65534}))
say("interfaces", [line.split(":")[0].strip() for line in read("/proc/net/dev").splitlines()[2:]])
say("control groups", sorted({line.rsplit(":", 1)[1] for line in read("/proc/self/cgroup").splitlines()}))
for line in read("/proc/self/mountinfo").splitlines():
    fields = line.split(" ")
    kind = line.split(" - ")[1].split(" ")[0]
    source = "its own" if kind in ("tmpfs", "devpts", "proc", "mqueue") else fields[3]
    say("mount", fields[4], fields[5].split(",")[0], source)
for folder in ("/", "/dev", "/etc", "/tmp", "/dev/shm", "/dev/mqueue", "/run", "/sys", "/home", "/root", "/var"):
    for name in sorted(attempt(lambda: os.listdir(folder)) if os.path.isdir(folder) else []):
        say("file", os.path.join(folder, name))
for folder, _, _ in os.walk("/", onerror=None):
    if folder.count("/") > 2 or re.match(r"/(usr|proc)(/|$)", folder):
        continue
    if attempt(lambda: open(os.path.join(folder, "new"), "w").close()) is None:
        os.remove(os.path.join(folder, "new"))
        say("may write in", folder)
for path in ("/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", "/proc/self/oom_score_adj", "/proc/1/mem"):
    say("may write to", path, attempt(lambda: os.close(os.open(path, os.O_WRONLY))))
for kind in ("AF_INET", "AF_INET6", "AF_NETLINK", "AF_PACKET", "AF_VSOCK", "AF_UNIX"):
    say("socket", kind, attempt(lambda: socket.socket(getattr(socket, kind), socket.SOCK_DGRAM).close()))
CALLS = {
    "ptrace": 101, "sched_setaffinity": 203, "sched_setscheduler": 144, "sched_setparam": 142,
    "sched_setattr": 314, "setpriority": 141, "ioprio_set": 251, "set_mempolicy": 238, "mbind": 237,
    "migrate_pages": 256, "move_pages": 279, "set_mempolicy_home_node": 450, "bpf": 321,
    "perf_event_open": 298, "userfaultfd": 323, "io_uring_setup": 425, "io_uring_enter": 426,
    "io_uring_register": 427, "add_key": 248, "request_key": 249, "keyctl": 250, "x32 getpid": 0x40000000 + 39,
    "mount": 165, "umount2": 166, "pivot_root": 155, "chroot": 161, "setns": 308, "swapon": 167, "reboot": 169,
    "sethostname": 170, "init_module": 175, "open_by_handle_at": 304, "kexec_load": 246, "setgroups": 116,
}
for name, number in CALLS.items():
    say("call", name, outcome(number, *([0] * 6)))
say("call unshare of a user namespace", outcome(272, 0x10000000))
say("call setrlimit of CPU time", attempt(lambda: resource.setrlimit(resource.RLIMIT_CPU, (9, 9))))
say("call prctl of the parent's death", outcome(157, 1, 0, 0, 0, 0))
