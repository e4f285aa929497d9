use super::*;
use std::fs;

const COURSE: Protocol = Protocol::Course;

fn write_program(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, PermissionsExt::from_mode(0o755)).unwrap();
}

#[test]
fn a_text_is_a_built_in_bot_a_file_or_a_command() {
    let folder = tempfile::tempdir().unwrap();
    let parse = |text: &str| Program::parse(text, COURSE, folder.path());
    write_program(&folder.path().join("my bot"), "#!/bin/sh\n");
    fs::write(folder.path().join("bot.py"), "print()\n").unwrap();
    assert_eq!(parse("alphabeta:3").unwrap(), Program::Builtin { bot: "alphabeta:3".into() });
    assert_eq!(parse("my bot").unwrap(), Program::File { protocol: COURSE, name: "my bot".into() });
    let command = parse("python3 'bot.py' -v").unwrap();
    assert_eq!(command.to_string(), "python3 bot.py -v");
    assert_eq!(command.protocol(), COURSE);
    for (text, expected) in [
        ("bot.py", "is not executable"),
        ("alphabeta:0", "expected a number"),
        ("", "empty command"),
        ("'", "command `'`"),
    ] {
        let error = format!("{:#}", parse(text).unwrap_err());
        assert!(error.contains(expected), "{text}: {error}");
    }
}

#[test]
fn a_kept_file_is_named_by_its_content_and_can_be_run() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("../../etc".replace('/', "_"));
    write_program(&file, "abc");
    let sha256 = keep(&file, folder.path()).unwrap();
    // FIPS 180-2's example.
    assert_eq!(sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_eq!(keep(&file, folder.path()).unwrap(), sha256, "the same again");
    let copy = folder.path().join(&sha256);
    assert_eq!(fs::metadata(&copy).unwrap().permissions().mode() & 0o777, 0o555);
    let program = Program::File { protocol: COURSE, name: "etc".into() };
    assert_eq!(program.sha256(&sha256, folder.path()).unwrap(), sha256);
    let bot = program.bot("Ann", &sha256, folder.path()).unwrap();
    assert_eq!((bot.name.as_str(), bot.program()), ("Ann", Some(copy)));
}

#[test]
fn a_command_is_known_by_its_words_and_the_files_they_name() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("bot.py");
    fs::write(&script, "one").unwrap();
    let sha256 =
        |text: &str| Program::parse(text, COURSE, folder.path()).unwrap().sha256("", folder.path()).unwrap();
    let first = sha256("sh bot.py");
    assert_eq!(sha256("sh  'bot.py'"), first);
    assert_ne!(sha256("sh bot.py -v"), first);
    assert_ne!(sha256("shbot.py"), first);
    fs::write(&script, "two").unwrap();
    assert_ne!(sha256("sh bot.py"), first);
}

#[test]
fn a_program_that_has_changed_is_not_what_was_submitted() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("bot.py");
    fs::write(&script, "one").unwrap();
    let program = Program::parse("sh bot.py", COURSE, folder.path()).unwrap();
    let sha256 = program.sha256("", folder.path()).unwrap();
    let mut seal = Seal::default();
    seal.check(&program, &sha256, folder.path()).unwrap();
    seal.check(&program, &sha256, folder.path()).unwrap();
    fs::write(&script, "other").unwrap();
    let error = seal.check(&program, &sha256, folder.path()).unwrap_err().to_string();
    assert!(error.contains("have changed since they were submitted"), "{error}");
    fs::write(&script, "one").unwrap();
    seal.check(&program, &sha256, folder.path()).unwrap();
    fs::remove_file(&script).unwrap();
    assert!(seal.check(&program, &sha256, folder.path()).is_err());
}

#[test]
fn programs_survive_the_database() {
    let command = Program::Command {
        protocol: Protocol::Gtp,
        words: vec!["a b".into(), "\"'".into()],
        directory: "/tmp/x y".into(),
    };
    for program in [command, Program::File { protocol: COURSE, name: "x".into() }] {
        let json = serde_json::to_string(&program).unwrap();
        assert_eq!(serde_json::from_str::<Program>(&json).unwrap(), program, "{json}");
    }
}
