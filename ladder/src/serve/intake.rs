//! The queue of uploads: each is compiled, checked, and entered into the ladder or tried.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use arena::play::bots::{BotKind, BotSpec};
use arena::play::record::GameRecord;
use outflank::game::Color;
use supervisor::compile::{Language, Toolchain, SOURCE_BYTES, WALL_TIME};
use supervisor::stop::{Stop, Stopped};

use super::app::{log, App};
use super::failure::report;
use super::queue::Stage;
use crate::course::check::Finding;
use crate::course::game::{play_rounds, Setting};
use crate::course::intake::{Candidate, Source};
use crate::course::rules::half_points;
use crate::course::store::{Kind, LadderState, Store, Upload, UploadResult};

/// The number of uploads at work at once, of which one may be a source that has had [`QUICK`].
const WORKERS: usize = 2;
/// A source that takes the compiler longer is compiled anew behind all others.
const QUICK: Duration = Duration::from_secs(10);
/// Interval at which a stop request, and uploads that another process has added, are polled.
const POLL: Duration = Duration::from_millis(500);
/// Time before an upload that the server failed to process is tried again.
const RETRY: Duration = Duration::from_secs(10);

/// The built-in bots that a trial may have as its opponent.
pub(super) const TRIAL_BOTS: [&str; 5] = ["random", "greedy", "mobility", "positional", "alphabeta:3"];

/// Starts the threads that process uploads until a stop is requested.
///
/// # Errors
/// If the system allows no more threads.
pub(super) fn start(app: &Arc<App>, stop: &Stop) -> anyhow::Result<()> {
    for _ in 0..WORKERS {
        let (app, stop) = (app.clone(), stop.part()?);
        let work = move || work(&app, &stop);
        std::thread::Builder::new().name("queue".into()).spawn(work).context("cannot start a thread")?;
    }
    Ok(())
}

fn work(app: &Arc<App>, stop: &Stop) {
    let mut is_well = true;
    while stop.check().is_ok() {
        match process_all(app, stop) {
            Ok(()) => {
                is_well = true;
                app.queue.wait(POLL);
            }
            Err(error) if error.is::<Stopped>() => return,
            Err(error) => {
                if std::mem::replace(&mut is_well, false) {
                    report(&error);
                }
                // One that fails again and again does not hold up the others.
                app.queue.wait(RETRY);
            }
        }
    }
}

fn process_all(app: &App, stop: &Stop) -> anyhow::Result<()> {
    let mut store = Store::open(&app.directory)?;
    let mut failed = None;
    loop {
        let is_new = |upload: &Upload| failed.as_ref().is_none_or(|(id, _)| upload.id > *id);
        let waiting = || anyhow::Ok(store.waiting_uploads()?.into_iter().filter(is_new).collect());
        let Some(taken) = app.queue.take(waiting)? else {
            return failed.map_or(Ok(()), |(_, error)| Err(error));
        };
        let upload = &taken.upload;
        let done = process(app, &mut store, upload, stop);
        match done.with_context(|| format!("upload {}", upload.id)) {
            Err(error) if error.is::<Stopped>() => return Err(error),
            Err(error) => failed = Some((upload.id, error)),
            Ok(outcome) => log(&format!("upload {} of {}: {outcome}", upload.id, upload.name)),
        }
    }
}

/// Processes an upload and returns its outcome in words.
fn process(app: &App, store: &mut Store, upload: &Upload, stop: &Stop) -> anyhow::Result<String> {
    let plays_already = store.plays_already(&upload.name, &upload.new.sha256)?;
    if plays_already && upload.new.kind == Kind::Submit {
        return refuse(store, upload, "this very program plays already", String::new());
    }
    let language = Language::of(Path::new(&upload.new.file));
    let toolchain = language.map(|language| Toolchain::find(language, &upload.new.options));
    if let Some(Err(error)) = toolchain {
        return refuse(store, upload, &format!("{error:#}"), String::new());
    }
    let (candidate, finding) = check(app, store, upload, stop)?;
    let messages = &candidate.messages;
    if candidate.is_late && app.queue.put_behind(upload) {
        return Ok(format!("waits behind the others: {}", finding.text));
    }
    if candidate.failure.is_some() {
        return refuse(store, upload, &finding.text, messages.clone());
    }
    let mut result = UploadResult {
        is_refused: !finding.is_effective,
        finding: finding.text.clone(),
        messages: messages.clone(),
        ..UploadResult::default()
    };
    if let (Kind::Try(opponent), true) = (&upload.new.kind, finding.is_effective) {
        app.queue.set(upload, Stage::Playing);
        let Some(opponent) = find_opponent(store, opponent)? else {
            return refuse(store, upload, "the opponent has no program to play", String::new());
        };
        result.rounds = play(app, store, &candidate, upload, opponent, stop)?;
        let own: u8 = half_points(&result.rounds, store.leagues.is_some()).into_iter().sum();
        result.finding = format!("{} : {}", f64::from(own) / 2.0, f64::from(4 - own) / 2.0);
    }
    // The number, streak and results of a program that is checked anew stay.
    let is_submitted = !plays_already && !matches!(upload.new.kind, Kind::Try(_));
    // The messages quote the source, so they are the owner's.
    let submission = is_submitted.then(|| candidate.submission(&upload.name, &finding, ""));
    store.finish_upload(upload.id, &result, submission.as_ref())?;
    Ok(result.finding)
}

fn refuse(store: &mut Store, upload: &Upload, finding: &str, messages: String) -> anyhow::Result<String> {
    let finding = finding.to_string();
    let result = UploadResult { is_refused: true, finding, messages, ..UploadResult::default() };
    store.finish_upload(upload.id, &result, None)?;
    Ok(format!("refused: {}", result.finding))
}

fn check(app: &App, store: &Store, upload: &Upload, stop: &Stop) -> anyhow::Result<(Candidate, Finding)> {
    let content = toolkit::files::read(&store.programs().join(&upload.new.sha256), SOURCE_BYTES)?;
    let source = Source {
        file: &upload.new.file,
        content: &content,
        options: upload.new.options,
        protocol: store.protocol(),
        time: if app.queue.is_slow(upload) { WALL_TIME } else { QUICK },
    };
    let mut candidate = Candidate::of_source(&source, &store.programs(), app.sandbox.level(), stop)?;
    app.queue.set(upload, Stage::Checking);
    let too_slow = ", this ladder's limit of a call";
    let finding = candidate.check(&upload.name, store, &app.sandbox, too_slow, stop)?;
    Ok((candidate, finding))
}

/// A participant's current program, or a built-in bot.
fn find_opponent(store: &Store, name: &str) -> anyhow::Result<Option<BotSpec>> {
    let state = LadderState::load(store)?;
    let Some(index) = state.ladder.find(name) else {
        let builtin = TRIAL_BOTS.contains(&name).then(|| name.parse().ok()).flatten();
        return Ok(builtin.map(|bot| BotSpec { name: name.to_string(), kind: BotKind::Builtin(bot) }));
    };
    let number = state.ladder.participants[index].versions;
    if number == 0 {
        return Ok(None);
    }
    let version = store.version(index, number)?;
    Ok(Some(version.program.bot(name, &version.sha256, &store.programs())?))
}

/// Plays a trial's game and returns its rounds without the opponent's standard error.
fn play(
    app: &App,
    store: &Store,
    candidate: &Candidate,
    upload: &Upload,
    opponent: BotSpec,
    stop: &Stop,
) -> anyhow::Result<Vec<GameRecord>> {
    let Candidate { program, sha256, .. } = candidate;
    let own = program.bot(&upload.name, sha256, &store.programs())?;
    let bots = [own, opponent].map(|bot| bot.frozen_between_turns().sandboxed(&app.sandbox));
    let setting = Setting::new(store, upload.id.cast_unsigned(), &bots)?;
    let mut rounds = play_rounds(&bots, &setting, None, stop)?;
    for (own, round) in [Color::Black, Color::White].into_iter().zip(&mut rounds) {
        round.turns.iter_mut().filter(|turn| turn.color != own).for_each(|turn| turn.stderr.clear());
        round.bots.iter_mut().for_each(|bot| bot.command = bot.protocol.name().to_string());
    }
    Ok(rounds)
}
