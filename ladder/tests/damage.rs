//! Damaged, full and read-only disks, and machines without memory: damage is found before a game is played,
//! and what can be saved is saved.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::FileExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use ladder::course::store::{LadderState, Store};
use outflank::rng::Rng;
use rusqlite::Connection;
use tempfile::TempDir;

const LADDER: &str = env!("CARGO_BIN_EXE_outflank-ladder");
const GAMES: usize = 40;
/// The size of a sector of a disk, and of a page of the database, in bytes.
const SECTOR: u64 = 512;
const PAGE: u64 = 4096;

fn ladder(arguments: &[&str]) -> Output {
    Command::new(LADDER).args(arguments).output().unwrap()
}

#[track_caller]
fn succeed(arguments: &[&str]) -> String {
    let output = ladder(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A ladder of built-in bots that has played some games.
struct Played {
    folder: TempDir,
    export: String,
}

impl Played {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let directory = folder.path().join("original");
        let path = directory.to_str().unwrap();
        succeed(&["init", path]);
        for (number, bot) in
            ["random", "greedy", "random", "positional", "random", "greedy"].iter().enumerate()
        {
            succeed(&["submit", path, &format!("bot {number}"), bot]);
        }
        succeed(&["run", path, "--games", &GAMES.to_string(), "--no-affinity"]);
        let export = succeed(&["export", path]);
        Self { folder, export }
    }

    fn original(&self) -> PathBuf {
        self.folder.path().join("original")
    }

    /// A copy in a directory of this name.
    fn copy(&self, name: &str) -> PathBuf {
        let to = self.folder.path().join(name);
        fs::create_dir_all(to.join("programs")).unwrap();
        fs::copy(self.original().join("ladder.db"), to.join("ladder.db")).unwrap();
        to
    }
}

/// Damages a database in one of eight ways and returns a description.
fn damage(path: &Path, kind: u64, rng: &mut Rng) -> String {
    let size = fs::metadata(path).unwrap().len();
    let file = fs::File::options().read(true).write(true).open(path).unwrap();
    let place = |unit: u64, rng: &mut Rng| unit * rng.below((size / unit) as usize) as u64;
    let sql = |statement: &str| {
        let connection = Connection::open(path).unwrap();
        connection.pragma_update(None, "foreign_keys", false).unwrap();
        connection.execute_batch(statement).unwrap();
        statement.to_string()
    };
    let id = 1 + rng.below(GAMES);
    match kind {
        0 => {
            let at = place(SECTOR, rng);
            let noise: Vec<u8> = (0..SECTOR).map(|_| rng.below(256) as u8).collect();
            file.write_all_at(&noise, at).unwrap();
            format!("noise at {at}")
        }
        1 => {
            let at = place(PAGE, rng);
            file.write_all_at(&[0; PAGE as usize], at).unwrap();
            format!("zeros at {at}")
        }
        2 => {
            let length = rng.below(size as usize) as u64;
            file.set_len(length).unwrap();
            format!("cut at {length}")
        }
        3 => {
            let (from, to) = (place(PAGE, rng), place(PAGE, rng));
            let mut page = [0; PAGE as usize];
            file.read_exact_at(&mut page, from).unwrap();
            file.write_all_at(&page, to).unwrap();
            format!("the page at {from} copied to {to}")
        }
        4 => {
            let table = ["games", "rounds", "moves"][rng.below(3)];
            let column = if table == "games" { "id" } else { "game" };
            sql(&format!("DELETE FROM {table} WHERE {column} = {id}"))
        }
        5 => {
            let change = [
                "games SET first_after = first_after + 1 WHERE id",
                "games SET first_points = 2 - first_points + (first_points = 1) WHERE id",
                "rounds SET black_discs = black_discs + 1 WHERE game",
                "rounds SET black_score = 1 - white_score, white_score = 1 WHERE game",
                "moves SET square = 'a1' WHERE ply = 3 AND game",
            ][rng.below(5)];
            sql(&format!("UPDATE {change} = {id}"))
        }
        6 => sql([
            "DROP INDEX games_by_first",
            "DROP TABLE moves",
            "ALTER TABLE versions DROP COLUMN messages",
            "DELETE FROM ladder",
        ][rng.below(4)]),
        _ => {
            let at = rng.below(100) as u64;
            let mut byte = [0];
            file.read_exact_at(&mut byte, at).unwrap();
            file.write_all_at(&[byte[0] ^ (1 << rng.below(8))], at).unwrap();
            format!("a bit of the header at {at}")
        }
    }
}

/// Damages a ladder this many times, and runs and repairs it each time.
fn damage_is_found_and_repaired(times: u64) {
    let mv = Played::new();
    let mut rng = Rng::new(3);
    let (mut found, mut repaired) = (0, 0);
    for number in 0..times {
        let directory = mv.copy(&number.to_string());
        let path = directory.to_str().unwrap();
        let how = damage(&directory.join("ladder.db"), number % 8, &mut rng);
        let run = ladder(&["run", path, "--games", "1", "--no-affinity"]);
        let complaint = String::from_utf8_lossy(&run.stderr).into_owned();
        if run.status.success() {
            // The damage hit unused bytes: every game is unchanged.
            assert!(succeed(&["export", path]).starts_with(&mv.export), "{how}");
            continue;
        }
        found += 1;
        assert!(run.stdout.is_empty(), "{how}: a game was played");
        assert!([1, 2].contains(&run.status.code().unwrap()), "{how}: {complaint}");
        assert!(!complaint.contains("panicked"), "{how}: {complaint}");
        let repair = ladder(&["repair", path]);
        let complaint = String::from_utf8_lossy(&repair.stderr).into_owned();
        if !repair.status.success() {
            assert!(complaint.contains("outflank-ladder backup"), "{how}: {complaint}");
            continue;
        }
        repaired += 1;
        let text = String::from_utf8(repair.stdout).unwrap();
        assert!(text.contains("ladder.db.damaged-1"), "{how}: {text}");
        succeed(&["verify", path]);
        succeed(&["run", path, "--games", "1", "--no-affinity"]);
        fs::remove_dir_all(&directory).unwrap();
    }
    println!("{times} damaged: {found} found and refused, {repaired} of them repaired; others unharmed");
    assert!(found * 2 > times && repaired * 2 > found);
}

#[test]
fn damage_is_found_before_a_game_is_played() {
    damage_is_found_and_repaired(24);
}

#[test]
#[ignore = "a minute: cargo test -p ladder --test all -- --ignored --nocapture two_hundred_damaged"]
fn two_hundred_damaged_databases_are_found_before_a_game_is_played() {
    damage_is_found_and_repaired(200);
}

#[test]
fn the_refusal_names_the_command_that_helps_and_it_saves_all_that_is_sound() {
    let mv = Played::new();
    let directory = mv.copy("one game");
    let path = directory.to_str().unwrap();
    let connection = Connection::open(directory.join("ladder.db")).unwrap();
    connection
        .execute_batch("UPDATE moves SET square = 'a1' WHERE game = 7 AND round = 1 AND ply = 5")
        .unwrap();
    drop(connection);
    let run = ladder(&["run", path, "--games", "1"]);
    let complaint = String::from_utf8(run.stderr).unwrap();
    assert!(
        complaint.contains("is damaged: `outflank-ladder repair") && complaint.contains("game 7"),
        "{complaint}"
    );
    let text = succeed(&["repair", path]);
    assert!(
        text.starts_with(&format!("{} games rated anew, 1 games and 0 submissions lost", GAMES - 1)),
        "{text}"
    );
    let store = Store::open_read_only(&directory).unwrap();
    assert_eq!(store.verify().unwrap().games, GAMES - 1);
    assert_eq!(LadderState::load(&store).unwrap().ladder.participants.len(), 6);
}

#[test]
fn repair_changes_nothing_that_is_sound() {
    let mv = Played::new();
    let directory = mv.copy("sound");
    succeed(&["repair", directory.to_str().unwrap()]);
    assert_eq!(succeed(&["export", directory.to_str().unwrap()]), mv.export);
}

#[test]
fn a_backup_is_a_ladder_and_overwrites_nothing() {
    let mv = Played::new();
    let [from, to] = [mv.original(), mv.folder.path().join("copy")];
    let (from, to) = (from.to_str().unwrap(), to.to_str().unwrap());
    fs::write(mv.original().join("programs/0123"), "a program").unwrap();
    // While a connection is open and has written.
    let mut writer = Store::open(&mv.original()).unwrap();
    let program = ladder::course::programs::Program::Builtin { bot: "random".to_string() };
    let submission = ladder::course::store::Submission {
        name: "late",
        program: &program,
        sha256: "00",
        is_effective: true,
        finding: "",
        messages: "",
    };
    writer.submit(&submission).unwrap();
    succeed(&["backup", from, to]);
    assert_eq!(succeed(&["export", to]), mv.export);
    assert!(succeed(&["standings", to]).contains("late"));
    assert!(Path::new(to).join("programs/0123").is_file());
    succeed(&["run", to, "--games", "1", "--no-affinity"]);
    let again = ladder(&["backup", from, to]);
    assert!(String::from_utf8_lossy(&again.stderr).contains("exists: name a directory that does not"));
    assert_eq!(again.status.code(), Some(2));
}

#[test]
fn a_read_only_ladder_can_be_read() {
    let mv = Played::new();
    let directory = mv.original();
    let path = directory.to_str().unwrap();
    let read = |command: &str| {
        let mut bwrap = Command::new("/usr/bin/bwrap");
        bwrap.args(["--ro-bind", "/", "/", "--", LADDER, command, path]);
        bwrap.output().unwrap()
    };
    for command in ["standings", "export", "verify"] {
        let output = read(command);
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(String::from_utf8(read("export").stdout).unwrap(), mv.export);
    assert!(!read("run").status.success());
}

/// Fills a disk this many times, of another size each time, while a ladder plays.
fn a_full_disk_loses_no_finished_game(times: u64) {
    let mv = Played::new();
    let mut rng = Rng::new(9);
    let used = fs::metadata(mv.original().join("ladder.db")).unwrap().len() / 1024;
    let mut filled = 0;
    for number in 0..times {
        let out = mv.folder.path().join(format!("full-{number}"));
        let mount = out.join("mount");
        fs::create_dir_all(&mount).unwrap();
        let size = used + 60 + rng.below(400) as u64;
        let script = format!(
            "mount -t tmpfs -o size={size}k tmpfs {mount} && cp -r {from}/. {mount} && \
             {{ {LADDER} run {mount} --games 300 -j 2 --no-affinity >{out}/log 2>{out}/err; \
             echo $? >{out}/code; \
             cp -r {mount} {out}/after; }}",
            mount = mount.display(),
            from = mv.original().display(),
            out = out.display(),
        );
        let status = Command::new("unshare").args(["-Urm", "sh", "-c", &script]).status().unwrap();
        assert!(status.success());
        let read = |name: &str| fs::read_to_string(out.join(name)).unwrap();
        let (log, err, code) = (read("log"), read("err"), read("code"));
        match code.trim() {
            "0" => {}
            "1" => {
                filled += 1;
                assert!(err.contains("full") || err.contains("disk I/O error"), "{err}");
            }
            other => panic!("exit code {other}: {err}"),
        }
        let store = Store::open(&out.join("after")).unwrap();
        let games = store.verify().unwrap().games;
        let reported = log.lines().filter(|line| line.starts_with("game ")).count();
        assert!((reported..=reported + 1).contains(&(games - GAMES)), "{games}: {reported}");
        fs::remove_dir_all(&out).unwrap();
    }
    println!("{times} runs on small disks: {filled} filled theirs, no finished game lost");
    assert!(filled * 2 > times);
}

#[test]
fn a_run_on_a_full_disk_loses_no_finished_game() {
    a_full_disk_loses_no_finished_game(4);
}

#[test]
#[ignore = "minutes: cargo test -p ladder --test all -- --ignored --nocapture two_hundred_runs"]
fn two_hundred_runs_on_full_disks_lose_no_finished_game() {
    a_full_disk_loses_no_finished_game(200);
}

#[test]
#[ignore = "a minute: cargo test -p ladder --test all -- --ignored --nocapture out_of_memory"]
fn a_run_out_of_memory_loses_no_finished_game() {
    let mv = Played::new();
    let original = mv.original();
    for number in 0..2 {
        succeed(&["submit", original.to_str().unwrap(), &format!("large {number}"), "outflank:playouts=10"]);
    }
    let mut endings = BTreeMap::new();
    // With less the program itself is not loaded.
    for mib in (16..=408).step_by(8) {
        let directory = mv.copy(&format!("memory-{mib}"));
        let path = directory.to_str().unwrap();
        let script =
            format!("ulimit -v {}; exec {LADDER} run {path} --games 20 -j 2 --no-affinity", mib * 1024);
        let output = Command::new("sh").args(["-c", &script]).env_remove("RUST_BACKTRACE").output().unwrap();
        let [log, complaint] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        let ending = match (output.status.code(), output.status.signal()) {
            (Some(0), None) => "played",
            (Some(1), None)
                if complaint.starts_with("outflank-ladder: ") && complaint.lines().count() == 1 =>
            {
                "refused"
            }
            (None, Some(6)) if complaint.starts_with("memory allocation of ") => "aborted",
            other => panic!("{mib} MiB: {other:?}: {complaint}"),
        };
        *endings.entry(ending).or_insert(0) += 1;
        let reported = log.lines().filter(|line| line.starts_with("game ")).count();
        let games = Store::open(&directory).unwrap().verify().unwrap().games - GAMES;
        assert!((reported..=reported + 1).contains(&games), "{mib} MiB: {games} of {reported}");
        succeed(&["run", path, "--games", "1", "--no-affinity"]);
    }
    println!("{endings:?}");
}
