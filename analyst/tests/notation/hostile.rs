//! Mutated files: no reader panics or hangs, and whatever is accepted is a legal game that survives JSON.

use std::io::Write as _;
use std::ops::ControlFlow;

use analyst::notation::{read, read_each, write, Event, Format, Item, Limits, WthorNames};
use flate2::write::GzEncoder;
use flate2::Compression;
use outflank::rng::Rng;

use super::games::random_record;

/// Well-formed files of every kind.
fn seeds() -> Vec<Vec<u8>> {
    let mut rng = Rng::new(5);
    let mut seeds: Vec<Vec<u8>> = Vec::new();
    for format in Format::ALL {
        for games in 1..=3 {
            let mut text = String::new();
            for _ in 0..games {
                write(&Item::Game(Box::new(random_record(&mut rng))), format, &mut text);
            }
            seeds.push(text.into_bytes());
        }
    }
    let battle = include_str!("battle.json");
    let record = r#"{"schema":1,"bots":[{"name":"a"},{"name":"b"}],"seed":7,"opening":"f5d6",
        "turns":[{"color":"black","move":"c3","clock_ms":1.5,"stderr":"x"},{"color":"white","move":null}],
        "termination":{"reason":"fault","by":"white","fault":"timeout","limit_ms":150},
        "scores":[1,-1],"discs":[5,2]}"#;
    let results = r#"{"schema":1,"bots":[{"name":"a"},{"name":"b"}],"openings":"x"}
        {"pair":0,"opening":"f5d6","games":[{"moves":"c3d3","termination":{"reason":"no_moves"},
        "scores":[1,0],"clock_ms":[[1.0],[2.0]]},{"moves":"c3","termination":{"reason":"wipe_out"},
        "scores":[0,1]}]}"#;
    let runner =
        r#"{"outputs":{"0":["d3 MSG hi\n",null],"1":[null,"c5\n"]},"scores":{"0":-1,"1":0},"errors":{}}"#;
    let referee =
        r#"{"turns":[{"seat":0,"input":"0\n8\n","output":"d3"},{"seat":1,"output":"c5"}],"scores":[0,0]}"#;
    let console = "Standard Output Stream:\nd3 MSG x\nGame Summary:\nx\nStandard Output Stream:\nc5\n";
    let drawn =
        "  a b c d e f g h\n1 . . . . . . . .\n........\n........\n...OX...\n...XO...\n........\n........\n\
                 ........\nblack to move\n\nF5d6c3 pass\n1. f5 f4 2. e3\n";
    let obf =
        "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38; C7:+36; --:-127; % x";
    let sgf = "(;GM[2]AB[e4][d5]AW[d4][e5]PL[B];B[f5]C[a\\]b];W[fd](;B[c3])(;B[e6]))";
    let export = format!(
        r#"{{"id":1,"participants":["a","b"],"ratings_before":[1.0,2.0],"rounds":[{record},{record}]}}"#
    );
    for text in [battle, record, results, runner, referee, console, drawn, obf, sgf, &export] {
        seeds.push(text.as_bytes().to_vec());
    }
    let mut wthor = vec![20, 26, 2, 19, 2, 0, 0, 0, 0, 0, 0xea, 7, 8, 0, 24, 0];
    for _ in 0..2 {
        wthor.extend([1, 0, 0, 0, 1, 0, 64, 32, 65, 46, 35, 66, 57, 64, 75, 56, 53]);
        wthor.resize(wthor.len() + 68 - 17, 0);
    }
    seeds.push(wthor);
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(battle.as_bytes()).unwrap();
    seeds.push(encoder.finish().unwrap());
    seeds
}

/// A piece of any seed, or something that readers may trip over.
fn piece(seeds: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    const TOKENS: [&[u8]; 24] = [
        b"(;",
        b";)",
        b"[",
        b"]",
        b"{",
        b"}",
        b"\"",
        b"\\",
        b"\n",
        b"--",
        b"pass",
        b"MSG",
        b"EXPERT",
        b"null",
        b"-1",
        b"1e999",
        b"NaN",
        b"\xff",
        b"\xc3",
        "●".as_bytes(),
        b"\0",
        b"/",
        b"99999999999999999999",
        b"[%eval ",
    ];
    if rng.below(2) == 0 {
        return TOKENS[rng.below(TOKENS.len())].to_vec();
    }
    let seed = &seeds[rng.below(seeds.len())];
    let start = rng.below(seed.len());
    seed[start..(start + 1 + rng.below(64)).min(seed.len())].to_vec()
}

fn mutate(bytes: &mut Vec<u8>, seeds: &[Vec<u8>], rng: &mut Rng) {
    for _ in 0..1 + rng.below(6) {
        let at = rng.below(bytes.len() + 1);
        let end = (at + rng.below(32)).min(bytes.len());
        match rng.below(6) {
            0 if at < bytes.len() => bytes[at] = rng.below(256) as u8,
            1 if at < bytes.len() => bytes[at] ^= 1 << rng.below(8),
            2 => drop(bytes.drain(at..end)),
            3 => bytes.truncate(at),
            4 => {
                let copied = bytes[at..end].to_vec();
                for _ in 0..1 + rng.below(3) {
                    bytes.splice(at..at, copied.iter().copied());
                }
            }
            _ => drop(bytes.splice(at..end, piece(seeds, rng))),
        }
    }
}

/// Reads mutated files; whatever is accepted must be legal and survive JSON.
fn fuzz(count: usize, seed: u64) {
    let seeds = seeds();
    let mut rng = Rng::new(seed);
    let limits = Limits { bytes: 1 << 20, items: 1_000 };
    let (mut accepted, mut refused) = (0_u64, 0_u64);
    for round in 0..count {
        let mut bytes = seeds[rng.below(seeds.len())].clone();
        mutate(&mut bytes, &seeds, &mut rng);
        read_each(&bytes, "fuzz", &WthorNames::default(), &limits, &mut |event| {
            match event {
                Event::Item(item) => {
                    accepted += 1;
                    if round % 16 == 0 {
                        survives_json(item, &bytes);
                    }
                }
                Event::Remark(_) => {}
                Event::Error(_) => refused += 1,
            }
            ControlFlow::Continue(())
        });
    }
    println!("{count} files: {accepted} games and positions accepted, {refused} parts refused");
    assert!(accepted > count as u64 / 20 && refused > count as u64 / 20);
}

fn survives_json(item: Item, bytes: &[u8]) {
    if let Item::Game(record) = &item {
        record.game().unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(bytes)));
    }
    let mut text = String::new();
    assert_eq!(write(&item, Format::Json, &mut text), [""; 0]);
    let read_back = read(text.as_bytes(), "json").unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(read_back, [item], "{}", String::from_utf8_lossy(bytes));
}

#[test]
fn mutated_files_never_panic() {
    fuzz(6_000, 1);
}

#[test]
#[ignore = "a minute: `MUTATIONS=1000000 cargo test --release -p analyst --test all -- --ignored \
    notation::hostile::many`"]
fn many_mutated_files_never_panic_and_take_little_memory() {
    let count =
        std::env::var("MUTATIONS").map_or(1_000_000, |count| count.parse().expect("a number of files"));
    fuzz(count, 2);
    let Some(kib) = peak_memory_kib() else { return };
    println!("{kib} KiB of memory at most");
    assert!(kib < 256 << 10, "{kib} KiB");
}

/// The most memory that this process has had; `None` where the system does not say.
fn peak_memory_kib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse().ok()
}

#[test]
fn long_and_deep_inputs_end_soon() {
    const LENGTH: usize = 1 << 18;
    for pattern in [
        "(;",
        "(;B[",
        "(;GM[Othello]B[f5",
        "[",
        "[[",
        "{\"a\":",
        "{\"a\":[\n",
        "{",
        "{}\n",
        "[\"",
        "[A \"",
        "x",
        "f5",
        "f5\n",
        "--",
        "1",
        "1.",
        "X",
        "........\n",
        "8/8/8/8/8/8/8/8 b\n",
        "{\"frames\":[",
        "{\"frames\":[]}",
        "\\",
        "$",
        "Standard Output Stream:\n",
        "(;GM[2](",
        ";",
        "1. {",
        "[Event \"x\"]\n",
        "\n",
        "%",
        "# \n",
        "\u{feff}",
    ] {
        let text = pattern.repeat(LENGTH / pattern.len());
        let mut events = 0;
        read_each(text.as_bytes(), "long", &WthorNames::default(), &Limits::default(), &mut |_| {
            events += 1;
            ControlFlow::Continue(())
        });
        assert!(events <= LENGTH, "{pattern}");
    }
}
