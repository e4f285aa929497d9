//! The state that the engine keeps between requests, and the answers to them.

use std::time::Duration;

use analyst::analysis::{judge_by_report, words};
use analyst::level::Level;
use analyst::notation::{Format, Item, Place, ReadError, WthorNames};
use analyst::search::{Memory, Searcher, Stop};
use outflank::clock::Clock;
use outflank::opening::Book;
use serde_json::{json, Value};

use crate::continuations::Continuations;
use crate::games;
use crate::jobs::{choose_by_level, duration, started, Analysis, Choice, Job, Search};
use crate::reports::{hundredths, to_json, Reports};
use crate::request::Request;
use crate::speed;
use crate::spelling::{self, Failure, State};

/// Memory of the tree by default, in MiB.
const TREE_MIB: u32 = 64;

/// Memory of the solver's table, in bytes.
const SOLVER_BYTES: usize = 16 << 20;

/// The longest slice of a step, in milliseconds.
const MAX_SLICE: f64 = 1_000.0;

/// The engine behind one page.
pub struct App {
    clock: Clock,
    tree_mib: u32,
    /// Made by the first job: it takes memory and time.
    searcher: Option<Searcher>,
    book: Option<Book>,
    items: Vec<Item>,
    /// Names for WTHOR files.
    names: WthorNames,
    /// The moves of the items, made by the first question about them.
    continuations: Option<Continuations>,
    job: Option<Job>,
    reports: Reports,
}

impl App {
    /// An engine that reads the time from `clock`.
    pub fn new(clock: Clock) -> Self {
        Self {
            clock,
            tree_mib: TREE_MIB,
            searcher: None,
            book: None,
            items: Vec::new(),
            names: WthorNames::default(),
            continuations: None,
            job: None,
            reports: Reports::default(),
        }
    }

    /// Answers a request, `{"do": "name", ...}`, in JSON; a failure is `{"error": why}`: a sentence, or one
    /// line of English.
    /// `payload` is the file of a `read`, and ignored otherwise.
    pub fn answer(&mut self, request: &[u8], payload: &[u8]) -> String {
        let answer = serde_json::from_slice(request)
            .map_err(|error| format!("request: {error}").into())
            .and_then(|request| self.run(request, payload));
        match answer {
            Ok(value) => value.to_string(),
            Err(error) => json!({"error": error.json()}).to_string(),
        }
    }

    fn run(&mut self, request: Request, payload: &[u8]) -> Result<Value, Failure> {
        match request {
            Request::Info => Ok(self.info()),
            Request::Read { name } => {
                let (items, answer) = games::read_file(payload, &name, &self.names)?;
                (self.items, self.continuations) = (items, None);
                Ok(answer)
            }
            Request::Names { name } => {
                if self.names.add(payload) {
                    Ok(json!({}))
                } else {
                    Err(ReadError { name, place: Place::Whole, message: "read-no-names".into() }.into())
                }
            }
            Request::Continuations { position, games } => {
                let position = spelling::position(&position)?;
                let continuations = self.continuations.get_or_insert_with(|| Continuations::of(&self.items));
                Ok(continuations.from(position.board, games.as_deref()))
            }
            Request::Item { index } => {
                let item = self.items.get(index);
                item.map(games::item)
                    .ok_or_else(|| format!("item: {index} of {} items", self.items.len()).into())
            }
            Request::States { game } => games::game(&game).map(|record| games::states(&record)),
            Request::State { position } => spelling::position(&position).map(|at| json!(State::of(at))),
            Request::Play { position, mv } => games::play(&position, &mv),
            Request::Opening { line, start } => games::opening(&line, start.as_deref()),
            Request::Openings => Ok(games::openings()),
            Request::Write { game, format } => {
                games::written(&Item::Game(Box::new(games::game(&game)?)), &format)
            }
            Request::WritePosition { position, format, comment } => {
                games::written(&games::position_item(&position, comment)?, &format)
            }
            Request::Words { position, mv } => self.words(&position, &mv),
            Request::Configure { tree_mib } => self.configure(tree_mib),
            Request::Forget => {
                self.job = None;
                self.searcher.iter_mut().for_each(Searcher::clear);
                Ok(json!({}))
            }
            Request::Signature => Ok(json!(outflank::bench::signature())),
            Request::Speed => Ok(speed::measure(self.clock)),
            request => self.run_job(request),
        }
    }

    fn run_job(&mut self, request: Request) -> Result<Value, Failure> {
        match request {
            Request::Search { position, mode, time_ms, playouts } => {
                let position = spelling::position(&position)?;
                let search = Search::begin(self.searcher(), position, mode, time_ms, playouts)?;
                self.job = Some(Job::Search(search));
                Ok(started())
            }
            Request::Choose { position, level: Some(level), seed, .. } => {
                let position = spelling::position(&position)?;
                let known = Level::nth(level);
                let level =
                    known.ok_or_else(|| format!("level: expected 1 to {}, not {level}", Level::COUNT))?;
                self.job = None;
                let start = (self.clock)();
                let mut choice = choose_by_level(position.board, level, seed);
                choice["ms"] = json!((self.clock)().saturating_sub(start).as_millis() as u64);
                Ok(json!({"done": true, "result": choice}))
            }
            Request::Choose { position, time_ms, book, .. } => {
                let (position, time) = (spelling::position(&position)?, duration(time_ms)?);
                let kept = book.then(|| self.book.take().unwrap_or_else(Book::shipped));
                let choice = Choice::begin(self.searcher(), position, time, kept.as_ref());
                self.book = kept.or(self.book.take());
                self.job = Some(Job::Choice(choice));
                Ok(started())
            }
            Request::Analyse { game, time_ms, playouts, exact_empties } => {
                let analysis = Analysis::new(games::game(&game)?, time_ms, playouts, exact_empties)?;
                self.job = Some(Job::Analysis(Box::new(analysis)));
                Ok(started())
            }
            Request::Step { ms, report } => self.step(ms, report),
            _ => self.stop(),
        }
    }

    fn info(&self) -> Value {
        let level = |level: Level| {
            let Level { number, allowed, playouts, exact } = level;
            json!({"number": number, "allowed": to_json(&allowed), "playouts": playouts, "exact": exact})
        };
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "simd": cfg!(target_feature = "simd128"),
            "levels": Level::all().map(level).collect::<Vec<_>>(),
            "formats": Format::ALL.map(Format::name),
            "limits": {"bytes": games::LIMITS.bytes, "items": games::LIMITS.items},
            "tree_mib": self.tree_mib,
        })
    }

    fn searcher(&mut self) -> &mut Searcher {
        let memory = Memory { tree: (self.tree_mib as usize) << 20, solver: SOLVER_BYTES };
        let clock = self.clock;
        self.searcher.get_or_insert_with(|| Searcher::with_host(memory, Stop::default(), Some(clock)))
    }

    fn configure(&mut self, tree_mib: u32) -> Result<Value, Failure> {
        if !(8..=1_024).contains(&tree_mib) {
            return Err(format!("memory: expected 8 to 1024 MiB for the tree, not {tree_mib}").into());
        }
        if tree_mib != self.tree_mib {
            (self.job, self.searcher) = (None, None);
            self.tree_mib = tree_mib;
        }
        Ok(json!({"tree_mib": tree_mib}))
    }

    fn step(&mut self, ms: f64, report: bool) -> Result<Value, Failure> {
        let Some(mut job) = self.job.take() else { return Err("step: nothing is running".into()) };
        let slice = Duration::from_secs_f64(ms.clamp(0.0, MAX_SLICE) / 1_000.0);
        self.searcher();
        let Self { searcher: Some(searcher), reports, .. } = self else { return Err("no searcher".into()) };
        if job.step(searcher, reports, slice) {
            return Ok(json!({"done": true, "result": job.result(searcher, reports, false)}));
        }
        let progress = if report { job.progress(searcher) } else { Value::Null };
        self.job = Some(job);
        Ok(json!({"done": false, "progress": progress}))
    }

    fn stop(&mut self) -> Result<Value, Failure> {
        let Some(mut job) = self.job.take() else { return Err("stop: nothing is running".into()) };
        self.searcher();
        let Self { searcher: Some(searcher), reports, .. } = self else { return Err("no searcher".into()) };
        Ok(json!({"done": true, "result": job.result(searcher, reports, true)}))
    }

    fn words(&self, position: &str, mv: &str) -> Result<Value, Failure> {
        let (position, mv) = (spelling::position(position)?, spelling::mv(mv)?);
        let report = self.reports.find(position.board).ok_or("words: this position has not been searched")?;
        let turn = judge_by_report(report, position.to_move, mv)
            .ok_or_else(|| format!("words: {mv} is no legal move here"))?;
        Ok(json!({
            "sentences": words::explain(&turn, report, None),
            "class": turn.class.name(),
            "loss": hundredths(turn.loss),
            "best": turn.best.to_string(),
            "line": analyst::analysis::json::line_text(&turn.line),
        }))
    }
}
