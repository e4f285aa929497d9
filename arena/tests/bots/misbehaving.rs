//! A CodinGame bot that plays the first listed action, until a misdeed given by its arguments.
//!
//! `misbehaving-bot [CALL MISDEED [ARGUMENT]]`, calls counted from 1. A proper answer logs `call N` to
//! standard error first. `misbehaving-bot chaos SEED` plays random actions in every valid spelling,
//! occasionally an illegal one, and logs every line read (`< line`) and printed (`> line`). `misbehaving-bot
//! clocked` computes for up to 4 ms a call and logs the microseconds from the first line read to its answer.

use std::io::{self, BufRead, Write};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use outflank::rng::Rng;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["lurk", ..] => lurk(),
        ["busy", ms] => use_cpu_ms(ms.parse().expect("milliseconds")),
        ["clocked"] => play_clocked(),
        ["chaos", seed] => play_chaos(seed.parse().expect("the seed is a number")),
        ["orphan", token] => drop(child(&["lurk", token], true)),
        _ => play(&arguments),
    }
}

fn play(arguments: &[&str]) {
    let bad_call = arguments.first().map_or(usize::MAX, |call| call.parse().expect("the call is a number"));
    for call in 1.. {
        if call == bad_call && arguments[1] == "deaf" {
            lurk();
        }
        let Some(input) = read_call(call == 1) else { return };
        let action = &input[input.len() - 1];
        if call == bad_call {
            misbehave(arguments[1], arguments.get(2).copied().unwrap_or_default(), action);
        } else {
            eprintln!("call {call}");
            print(action);
        }
    }
}

/// Plays the first action after computing for a time that varies by call.
fn play_clocked() {
    for call in 1.. {
        let _ = io::stdin().lock().fill_buf();
        let start = Instant::now();
        let Some(input) = read_call(call == 1) else { return };
        while start.elapsed() < Duration::from_micros(call * 1237 % 4000) {}
        eprintln!("{}", start.elapsed().as_micros());
        print(&input[input.len() - 1]);
    }
}

/// Plays random actions in every valid spelling.
fn play_chaos(seed: u64) {
    let mut rng = Rng::new(seed);
    for call in 1.. {
        let Some(input) = read_call(call == 1) else { return };
        for line in &input {
            eprintln!("< {line}");
        }
        let count = input.iter().rev().position(|line| line.parse::<usize>().is_ok()).expect("a count");
        let action = &input[input.len() - 1 - rng.below(count)];
        let output = chaotic_line(action, &mut rng);
        for line in output.split('\n') {
            eprintln!("> {line}");
        }
        print(&output);
    }
}

/// One spelling of an action; one time in a hundred an error that loses now or at the next call.
fn chaotic_line(action: &str, rng: &mut Rng) -> String {
    let (column, row) = action.split_at(1);
    match rng.below(100) {
        0 => return ["a0", "", "MSG d3", "pass", "expert d3", "i9", "EXPERT"][rng.below(7)].to_string(),
        1 => return format!("{action}\n{}", ["d3", "", "hello"][rng.below(3)]),
        _ => {}
    }
    let plain = [
        action.to_string(),
        action.to_uppercase(),
        format!(" {column} {row}\t"),
        format!("EXPERT {action}"),
        format!("{action} EXPERT"),
        format!("{column}EXPERT{row}"),
    ];
    let message = ["", "", "MSG hi", " MSG +12 d14 and so on", "MSGé\u{1f600}MSGx", " MSG EXPERT", "MSG"];
    format!("{}{}", plain[rng.below(plain.len())], message[rng.below(message.len())])
}

/// Reads the lines of one call; `None` at the end of input.
fn read_call(is_first: bool) -> Option<Vec<String>> {
    let mut lines = io::stdin().lock().lines().map_while(Result::ok);
    let header = if is_first { 10 } else { 8 };
    let mut input: Vec<String> = lines.by_ref().take(header + 1).collect();
    if input.len() == header + 1 && input[header].ends_with(';') {
        input.push(lines.next()?);
    }
    let count: usize = input.get(header..)?.last()?.parse().expect("the number of actions");
    input.extend(lines.take(count));
    Some(input)
}

fn misbehave(misdeed: &str, argument: &str, action: &str) {
    match misdeed {
        "late" => {
            std::thread::sleep(Duration::from_millis(argument.parse().expect("milliseconds")));
            print(action);
        }
        "silent" => lurk(),
        "exit" => std::process::exit(argument.parse().expect("an exit code")),
        "abort" => std::process::abort(),
        "say" => print(argument),
        "say-then-exit" => {
            print(action);
            std::process::exit(0);
        }
        "extra-line" => print(&format!("{action}\n{argument}")),
        "bytes" => {
            for byte in format!("{action}\n").bytes() {
                write_all(&[byte]);
            }
        }
        "partial" => {
            write_all(action.as_bytes());
            lurk();
        }
        "partial-then-exit" => write_all(action.as_bytes()),
        "binary" => write_all(b"\xff\xfe\x00\x80\n"),
        "close-output" => {
            // SAFETY: no other code of this program uses this descriptor.
            unsafe { libc::close(1) };
            lurk();
        }
        "close-input" => {
            // SAFETY: no other code of this program uses this descriptor.
            unsafe { libc::close(0) };
            print(action);
            lurk();
        }
        "flood-line" => loop {
            write_all(&[b'x'; 4096]);
        },
        "flood-lines" => loop {
            write_all(b"x\n");
        },
        "flood-stderr" => {
            let megabytes: usize = argument.parse().expect("megabytes");
            for _ in 0..megabytes * 16 {
                let _ = io::stderr().write_all(&[b'e'; 65536]);
            }
            print(action);
        }
        "allocate" => {
            let bytes = argument.parse::<usize>().expect("gigabytes") << 30;
            let mut memory: Vec<u8> = Vec::with_capacity(bytes);
            memory.resize(bytes, 1);
            print(&memory.len().to_string());
        }
        "ignore-sigterm" => {
            // SAFETY: ignoring a signal runs no code.
            unsafe { libc::signal(libc::SIGTERM, libc::SIG_IGN) };
            lurk();
        }
        "leave-child" => {
            drop(child(&["lurk", argument], false));
            print(action);
        }
        "leave-child-and-exit" => drop(child(&["lurk", argument], false)),
        "leave-orphan" => {
            // The middle process leaves the session, starts another in yet another session, and exits.
            let _ = child(&["orphan", argument], true).wait();
            print(action);
        }
        other => panic!("unknown misdeed {other}"),
    }
    if matches!(misdeed, "partial-then-exit" | "leave-child-and-exit") {
        std::process::exit(0);
    }
}

/// Computes until it has used this CPU time.
fn use_cpu_ms(ms: i64) {
    let used_ms = || {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    };
    while used_ms() < ms {}
}

/// Sleeps for longer than any test takes.
fn lurk() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(1000));
    }
}

/// Starts this program again with all its pipes, optionally in its own session.
fn child(arguments: &[&str], own_session: bool) -> std::process::Child {
    let program = std::env::current_exe().expect("this program has a path");
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::inherit());
    if own_session {
        command.env_clear();
        // SAFETY: a single system call that uses neither memory nor locks.
        unsafe {
            command.pre_exec(|| Ok(rustix::process::setsid().map(drop)?));
        }
    }
    command.spawn().expect("a child")
}

fn print(line: &str) {
    write_all(format!("{line}\n").as_bytes());
}

/// Unlike `println!`, survives a closed pipe: the referee must end the bot, not a panic.
fn write_all(bytes: &[u8]) {
    let mut output = io::stdout().lock();
    let _ = output.write_all(bytes).and_then(|()| output.flush());
}
