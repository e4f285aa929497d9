//! Every sentence about weak and strong games, checked by code of its own: a board of 64 cells and the
//! definitions of the terms, nothing of the code that makes the sentences.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use analyst::analysis::words::explain_game;
use analyst::analysis::{judge, positions, Class, Plan, Turn};
use analyst::notation::{read, GameRecord, Item, Position};
use analyst::openings::Openings;
use analyst::search::{Memory, Report, Searcher};
use analyst::sentence::{english, Argument, Sentence, FILES};
use outflank::bits::Symmetry;
use outflank::board::{Board, Move};
use outflank::bounds::Bounds;
use outflank::endgame::Solver;
use outflank::game::{Color, Game};
use outflank::limits::Limits;
use outflank::rng::Rng;
use outflank::square::Square;

/// Each cell: a disc of the first side, of the second, or none.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Grid([Option<bool>; 64]);

const MINE: bool = true;

impl Grid {
    fn of(board: Board) -> Self {
        let has = |set: u64, index: usize| set >> index & 1 == 1;
        Self(std::array::from_fn(|index| match () {
            () if has(board.player(), index) => Some(MINE),
            () if has(board.opponent(), index) => Some(!MINE),
            () => None,
        }))
    }

    fn step(cell: usize, (dx, dy): (i32, i32)) -> Option<usize> {
        let (x, y) = (cell as i32 % 8 + dx, cell as i32 / 8 + dy);
        ((0..8).contains(&x) && (0..8).contains(&y)).then_some((8 * y + x) as usize)
    }

    fn directions() -> impl Iterator<Item = (i32, i32)> {
        (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))).filter(|&step| step != (0, 0))
    }

    fn neighbours(cell: usize) -> impl Iterator<Item = usize> {
        Self::directions().filter_map(move |direction| Self::step(cell, direction))
    }

    fn flips(&self, cell: usize, side: bool) -> Vec<usize> {
        if self.0[cell].is_some() {
            return Vec::new();
        }
        let along = |direction| {
            let mut row = Vec::new();
            let mut at = cell;
            loop {
                at = Self::step(at, direction)?;
                match self.0[at] {
                    Some(owner) if owner == side => return Some(row),
                    Some(_) => row.push(at),
                    None => return None,
                }
            }
        };
        Self::directions().filter_map(along).flatten().collect()
    }

    fn moves(&self, side: bool) -> Vec<usize> {
        (0..64).filter(|&cell| !self.flips(cell, side).is_empty()).collect()
    }

    fn after(&self, cell: usize, side: bool) -> Self {
        let mut next = *self;
        for flipped in self.flips(cell, side) {
            next.0[flipped] = Some(side);
        }
        next.0[cell] = Some(side);
        next
    }

    fn cells(&self, wanted: Option<bool>) -> impl Iterator<Item = usize> + '_ {
        (0..64).filter(move |&cell| self.0[cell] == wanted)
    }

    fn touches(&self, cell: usize, wanted: Option<bool>) -> bool {
        Self::neighbours(cell).any(|near| self.0[near] == wanted)
    }

    fn frontier(&self, side: bool) -> usize {
        self.cells(Some(side)).filter(|&cell| self.touches(cell, None)).count()
    }

    /// Empty squares next to the other side's discs.
    fn potential(&self, side: bool) -> usize {
        self.cells(None).filter(|&cell| self.touches(cell, Some(!side))).count()
    }

    /// Regions of connected empty cells in which a side can move: the first cell's name and the size.
    fn regions(&self, side: bool) -> Vec<String> {
        let moves = self.moves(side);
        let mut seen = [false; 64];
        let mut found = Vec::new();
        for first in self.cells(None) {
            if seen[first] {
                continue;
            }
            let (mut region, mut rest) = (Vec::new(), vec![first]);
            seen[first] = true;
            while let Some(cell) = rest.pop() {
                region.push(cell);
                for near in Self::neighbours(cell).filter(|&near| self.0[near].is_none()) {
                    if !std::mem::replace(&mut seen[near], true) {
                        rest.push(near);
                    }
                }
            }
            if region.iter().any(|cell| moves.contains(cell)) {
                found.push(format!("{} ({})", region.len(), name(first)));
            }
        }
        found
    }

    /// Discs of a side that no random continuation flips: at least the stable ones.
    fn unflipped(&self, side: bool, rng: &mut Rng) -> usize {
        let mut kept: Vec<usize> = self.cells(Some(side)).collect();
        for _ in 0..60 {
            let (mut grid, mut to_move) = (*self, !side);
            for _ in 0..2 * self.cells(None).count() + 2 {
                let moves = grid.moves(to_move);
                if !moves.is_empty() {
                    grid = grid.after(moves[rng.below(moves.len())], to_move);
                }
                kept.retain(|&cell| grid.0[cell] == Some(side));
                to_move = !to_move;
            }
        }
        kept.len()
    }
}

fn cell_square(name: &str) -> Square {
    name.parse().expect("a square")
}

fn name(cell: usize) -> String {
    format!("{}{}", char::from(b'a' + (cell % 8) as u8), cell / 8 + 1)
}

fn cell(name: &str) -> usize {
    let bytes = name.as_bytes();
    usize::from(bytes[0] - b'a') + 8 * usize::from(bytes[1] - b'1')
}

const CORNERS: [&str; 4] = ["a1", "h1", "a8", "h8"];
const A_SQUARES: [&str; 8] = ["c1", "f1", "a3", "a6", "h3", "h6", "c8", "f8"];
const B_SQUARES: [&str; 8] = ["d1", "e1", "a4", "a5", "h4", "h5", "d8", "e8"];
/// Each corner's X-square and its two C-squares.
const BESIDE: [[&str; 4]; 4] =
    [["a1", "b2", "b1", "a2"], ["h1", "g2", "g1", "h2"], ["a8", "b7", "b8", "a7"], ["h8", "g7", "h7", "g8"]];

/// What a sentence is about: the two moves that it compares, each with the line expected after it.
struct Case<'a> {
    grid: Grid,
    color: Color,
    lines: BTreeMap<String, Vec<Move>>,
    better: String,
    worse: String,
    turn: &'a Turn,
    /// What is proven of the position, and of the worse move.
    bounds: [Bounds; 2],
}

impl Case<'_> {
    fn after(&self, mv: &str) -> Grid {
        self.grid.after(cell(mv), MINE)
    }

    /// Whether the opponent takes a corner within 6 plies of the line after a move.
    fn falls_in_line(&self, mv: &str, corner: &str) -> bool {
        let line = self.lines.get(mv).into_iter().flatten().take(6);
        line.enumerate().any(|(ply, taken)| ply % 2 == 1 && taken.to_string() == corner)
    }

    /// The position after a move and the answer to it in its line.
    fn answered(&self, mv: &str) -> Option<(String, Grid)> {
        let answer = self.lines.get(mv)?.get(1)?.square()?.to_string();
        let grid = self.after(mv).after(cell(&answer), !MINE);
        Some((answer, grid))
    }

    /// The moves of the side to move after `plies` plies of the line after a move.
    fn moves_in_line(&self, mv: &str, plies: usize) -> Option<usize> {
        let line = self.lines.get(mv)?.get(..plies)?;
        let (mut grid, mut side) = (self.grid, MINE);
        for mv in line {
            if let Some(square) = mv.square() {
                grid = grid.after(cell(&square.to_string()), side);
            }
            side = !side;
        }
        Some(grid.moves(side).len())
    }

    /// Whether a sentence is true, and speaks for the better move.
    fn holds(&self, sentence: &Sentence, rng: &mut Rng) -> bool {
        let text = |name: &str| match sentence.args.get(name) {
            Some(Argument::Count(count)) => count.to_string(),
            Some(Argument::Text(text)) => text.clone(),
            Some(Argument::Sentence(_)) | None => String::new(),
        };
        let (mv, other, corner) = (text("move"), text("other"), text("corner"));
        let is_own = text("color") == self.color.to_string();
        let side = if is_own { MINE } else { !MINE };
        // Counts of both moves, as said and as they are; more is better for the mover or worse.
        let counts = |count: &dyn Fn(&Grid) -> usize, is_more_better: bool| {
            let [here, there] = [&mv, &other].map(|mv| count(&self.after(mv)));
            let is_more = if mv == self.better { here > there } else { there > here };
            let is_less = if mv == self.better { here < there } else { there < here };
            let moves = [&mv, &other];
            moves.contains(&&self.better)
                && moves.contains(&&self.worse)
                && text("count") == here.to_string()
                && text("others") == there.to_string()
                && (if is_more_better { is_more } else { is_less })
        };
        let empties = self.grid.cells(None).count();
        match sentence.key {
            "corner-taken" => mv == self.better && CORNERS.contains(&&*mv) && is_own,
            "corner-missed" => {
                other == self.better && CORNERS.contains(&&*other) && !CORNERS.contains(&&*self.worse)
            }
            "corner-given" => mv == self.worse && !is_own && self.falls(&text("falls"), &corner),
            "x-square" | "c-square" => {
                let here = if sentence.key == "x-square" { 1..2 } else { 2..4 };
                let is_beside =
                    BESIDE.iter().any(|beside| beside[0] == corner && beside[here.clone()].contains(&&*mv));
                let falls = text("falls");
                let is_empty = self.grid.0[cell(&corner)].is_none();
                mv == self.worse
                    && !is_own
                    && is_beside
                    && is_empty
                    && (falls == "no" || self.falls(&falls, &corner))
            }
            "edge-early" => {
                let squares = if text("kind") == "a" { A_SQUARES } else { B_SQUARES };
                let is_on_edge = |name: &str| name.contains(['a', 'h', '1', '8']);
                mv == self.worse && squares.contains(&&*mv) && !is_on_edge(&self.better) && empties >= 44
            }
            "b-square" => {
                let (here, there) = (mv.as_bytes(), other.as_bytes());
                let is_one_edge = (here[0] == there[0] && b"ah".contains(&here[0]))
                    || (here[1] == there[1] && b"18".contains(&here[1]));
                mv == self.worse
                    && other == self.better
                    && is_one_edge
                    && B_SQUARES.contains(&&*mv)
                    && A_SQUARES.contains(&&*other)
            }
            "unbalanced-edge" => {
                mv == self.worse && is_own && self.unbalanced(&mv) > self.unbalanced(&self.better)
            }
            "wedge" => mv == self.better && !is_own && self.is_wedge(&mv, &self.grid, !MINE),
            "hole" => {
                let grid = self.after(&mv);
                let hole = text("hole");
                mv == self.worse
                    && !is_own
                    && !grid.flips(cell(&hole), !MINE).is_empty()
                    && self.is_wedge(&hole, &grid, MINE)
            }
            "mobility" => !is_own && counts(&|grid| grid.moves(!MINE).len(), false),
            "own-mobility" => is_own && counts(&|grid| grid.moves(MINE).len(), true),
            "potential-mobility" => counts(&|grid| grid.potential(side), is_own),
            "frontier" => is_own && counts(&|grid| grid.frontier(MINE), false),
            "many-discs" => {
                let [here, there] = [&mv, &other].map(|mv| self.grid.flips(cell(mv), MINE).len());
                let is_more = if mv == self.worse { here > there } else { there > here };
                let stage = if empties >= 44 { "opening" } else { "middle" };
                is_more
                    && is_own
                    && empties > 20
                    && text("stage") == stage
                    && [text("count"), text("others")] == [here, there].map(|count| count.to_string())
            }
            "quiet-move" => {
                let open = |mv: &str| {
                    let grid = self.after(mv);
                    self.grid.flips(cell(mv), MINE).iter().filter(|&&cell| grid.touches(cell, None)).count()
                };
                mv == self.better
                    && other == self.worse
                    && open(&mv) == 0
                    && text("count") == open(&other).to_string()
                    && open(&other) > 0
            }
            "tempo" => {
                let before = self.grid.moves(!MINE);
                let new = |mv: &str| {
                    self.after(mv).moves(!MINE).iter().filter(|cell| !before.contains(cell)).count()
                };
                mv == self.better
                    && other == self.worse
                    && !is_own
                    && new(&mv) == 0
                    && new(&other) > 0
                    && text("count") == new(&other).to_string()
            }
            "pass" => {
                mv == self.better
                    && !is_own
                    && self.after(&mv).moves(!MINE).is_empty()
                    && !self.after(&self.worse).moves(!MINE).is_empty()
            }
            "pass-after" => self.answered(&mv).is_some_and(|(answer, grid)| {
                mv == self.worse && is_own && answer == text("reply") && grid.moves(MINE).is_empty()
            }),
            "reply-mobility" => match (self.answered(&mv), self.answered(&other)) {
                (Some((reply, here)), Some((answer, there))) => {
                    let [here, there] = [here, there].map(|grid| grid.moves(MINE).len());
                    let is_more = if mv == self.better { here > there } else { there > here };
                    is_own
                        && is_more
                        && [text("reply"), text("answer")] == [reply, answer]
                        && [text("count"), text("others")] == [here, there].map(|count| count.to_string())
                }
                _ => false,
            },
            "later-mobility" => {
                let plies = text("plies").parse::<usize>().unwrap_or_default();
                let [here, there] = [&mv, &other].map(|mv| self.moves_in_line(mv, plies));
                let is_more = if (mv == self.better) == is_own { here > there } else { there > here };
                is_more
                    && (plies % 2 == 0) == is_own
                    && here.is_some_and(|count| text("count") == count.to_string())
                    && there.is_some_and(|count| text("others") == count.to_string())
            }
            "stable-discs" => {
                let said = [("count", &mv), ("others", &other)]
                    .map(|(key, mv)| (text(key).parse::<usize>().unwrap_or(99), self.after(mv)));
                let is_more = if mv == self.better { said[0].0 > said[1].0 } else { said[1].0 > said[0].0 };
                is_own && is_more && said.iter().all(|(count, grid)| *count <= grid.unflipped(MINE, rng))
            }
            "parity" => {
                let [here, there] = [&mv, &other].map(|mv| self.after(mv).regions(!MINE));
                let odd = |mv: &str| {
                    let regions = self.after(mv).regions(!MINE);
                    let sizes =
                        regions.iter().filter_map(|region| region.split(' ').next()?.parse::<usize>().ok());
                    sizes.filter(|size| size % 2 == 1).count()
                };
                !is_own
                    && empties <= 20
                    && odd(&self.worse) > odd(&self.better)
                    && text("regions") == here.join(", ")
                    && text("others") == there.join(", ")
            }
            "wipe-out" => mv == self.worse && is_own && self.bounds[1].upper == -64,
            "opening-entered" => {
                let board = self.turn.board.play(cell_square(&mv)).expect("a legal move");
                let named = Openings::shared().all().iter().find(|opening| opening.title() == text("name"));
                let is_so = named.is_some_and(|opening| {
                    Symmetry::all().any(|symmetry| opening.game().board().transformed(symmetry) == board)
                });
                mv == self.worse && is_own && is_so && empties > 40
            }
            "proven" => {
                let [before, after] = ["before", "after"].map(|name| text(name).parse::<i32>().unwrap_or(99));
                let [position, worse] = self.bounds;
                let is_so = i32::from(position.lower) >= before && i32::from(worse.upper) <= after;
                mv == self.worse && is_own && before > after && is_so && self.is_solved(before, after)
            }
            _ => false,
        }
    }

    /// Whether the solver, asked anew, finds the position worth at least `before` and the worse move at most
    /// `after`; with many empties it is not asked.
    fn is_solved(&self, before: i32, after: i32) -> bool {
        let board = self.turn.board;
        if board.empty_count() > 14 {
            return true;
        }
        let solve = |board| Solver::new(1 << 20).solve(board, -64, 64, Limits::NONE).bounds;
        let child = board.play(cell_square(&self.worse)).expect("a legal move");
        let [whole, worse] = [solve(board), solve(child).negated()];
        i32::from(whole.lower) >= before && i32::from(worse.upper) <= after
    }

    /// Whether a corner falls after the worse move as a sentence says.
    fn falls(&self, how: &str, corner: &str) -> bool {
        match how {
            "now" => !self.after(&self.worse).flips(cell(corner), !MINE).is_empty(),
            _ => self.falls_in_line(&self.worse, corner),
        }
    }

    /// One's edges of five discs between empty corners after a move.
    fn unbalanced(&self, mv: &str) -> usize {
        let grid = self.after(mv);
        let edges = [(0, 1), (56, 1), (0, 8), (7, 8)];
        let discs = |&(start, step): &(usize, usize)| {
            let edge: String = (0..8)
                .map(|at| match grid.0[start + step * at] {
                    Some(MINE) => 'x',
                    Some(_) => 'o',
                    None => '.',
                })
                .collect();
            edge == ".xxxxx.." || edge == "..xxxxx."
        };
        edges.iter().filter(|edge| discs(edge)).count()
    }

    /// Whether an edge square lies between two discs of `side`.
    fn is_wedge(&self, mv: &str, grid: &Grid, side: bool) -> bool {
        let at = cell(mv);
        let is_between = |directions: [(i32, i32); 2]| {
            directions.iter().all(|&step| Grid::step(at, step).is_some_and(|near| grid.0[near] == Some(side)))
        };
        (mv.contains(['1', '8']) && is_between([(-1, 0), (1, 0)]))
            || (mv.contains(['a', 'h']) && is_between([(0, -1), (0, 1)]))
    }
}

/// What is counted over games.
#[derive(Debug, Default)]
struct Tally {
    blunders: [usize; 2],
    mistakes: [usize; 2],
    sentences: BTreeMap<&'static str, usize>,
    wrong: Vec<String>,
    silent: Vec<String>,
    all: Vec<String>,
}

/// The line that is expected after a move of the game: from the next position's search, as pages show it.
fn line_of(turn: &Turn, report: &Report, next: Option<&Report>) -> Vec<Move> {
    let best = next.and_then(Report::best).map(|best| best.line.clone());
    let known = report.of(turn.mv).map(|entry| entry.line.clone());
    best.map_or(known.unwrap_or_default(), |line| [vec![turn.mv], line].concat())
}

fn check(records: &[GameRecord], plan: Plan) -> Tally {
    let mut searcher = Searcher::new(Memory { tree: 16 << 20, solver: 8 << 20 });
    let mut rng = Rng::new(1);
    let mut tally = Tally::default();
    for record in records {
        let boards = positions(record);
        let search = |&(board, _): &(Board, Color)| {
            searcher.clear();
            searcher.search(board, plan.budget(board))
        };
        let reports: Vec<Report> = boards.iter().map(search).collect();
        let analysis = judge(record, &reports);
        let said = explain_game(record, &analysis, &reports);
        for (index, (turn, sentences)) in analysis.turns.iter().zip(&said).enumerate() {
            let (report, next) = (&reports[index], reports.get(index + 1));
            let line = line_of(turn, report, next);
            let rival = report.moves.iter().find(|entry| entry.mv != turn.mv);
            let is_bad = turn.loss >= 2.0;
            let (better, worse, lines, bounds) = match rival {
                _ if is_bad => (turn.best, turn.mv, [turn.line.clone(), line], turn.bounds),
                Some(rival) => {
                    (turn.mv, rival.mv, [line, rival.line.clone()], [turn.bounds[1], rival.bounds])
                }
                None => continue,
            };
            let (better, worse) = (better.to_string(), worse.to_string());
            let [better_line, worse_line] = lines;
            let lines = BTreeMap::from([(better.clone(), better_line), (worse.clone(), worse_line)]);
            let case =
                Case { grid: Grid::of(turn.board), color: turn.color, lines, better, worse, turn, bounds };
            let about: Vec<&Sentence> = sentences.iter().filter(|said| said.key != "opening-left").collect();
            let counted = match turn.class {
                Class::Blunder => Some(&mut tally.blunders),
                Class::Mistake => Some(&mut tally.mistakes),
                _ => None,
            };
            let place = format!("{:?} move {} {}", turn.board, index + 1, turn.mv);
            if let Some(counted) = counted {
                counted[0] += 1;
                counted[1] += usize::from(!about.is_empty());
                if about.is_empty() {
                    tally.silent.push(format!("{place}, best {}, loss {}", turn.best, turn.loss));
                }
            }
            for sentence in about {
                *tally.sentences.entry(sentence.key).or_default() += 1;
                let text = english(sentence);
                if !case.holds(sentence, &mut rng) || text.is_empty() || text.contains('{') {
                    tally.wrong.push(format!("{place}: {text} {:?}", sentence.args));
                }
                tally.all.push(format!("{place} (best {}): {text}", turn.best));
            }
        }
    }
    tally
}

/// Games between beginners: a side that moves at random, one that flips as much as it can, and one that
/// does so every other move.
fn weak_games(count: u64) -> Vec<GameRecord> {
    let play = |seed| {
        let mut rng = Rng::new(seed);
        let mut game = Game::new();
        while !game.is_over() {
            let board = game.board();
            let moves: Vec<Square> = board.children().map(|(square, _)| square).collect();
            let is_greedy = match (seed + u64::from(game.to_move() == Color::White)) % 3 {
                0 => false,
                1 => true,
                _ => rng.below(2) == 0,
            };
            let greediest = moves.iter().max_by_key(|&&square| board.flips(square).count_ones());
            let drawn = moves[rng.below(moves.len())];
            let square = if is_greedy { *greediest.expect("a move") } else { drawn };
            game.play(square).expect("legal");
        }
        GameRecord::from_game(Position::START, &game)
    };
    (1..=count).map(play).collect()
}

#[test]
fn every_sentence_of_weak_games_is_true() {
    let tally = check(&weak_games(4), Plan { time: None, playouts: 100, exact_empties: 10 });
    assert_eq!(tally.wrong, [""; 0]);
    assert!(tally.blunders[0] >= 20 && tally.silent.len() <= 1, "{tally:?}");
}

/// The share of blunders and of mistakes that get a sentence, and every sentence, of two sets of games.
/// Strong games are those of the WTHOR file that `WTHOR_FILE` names; `WEAK_GAMES` is another number than 100.
#[test]
#[ignore = "5 minutes: `cargo test --release -p analyst --test all sentences:: -- --ignored --nocapture`"]
fn sentences_of_200_games_are_true_and_few_faults_have_none() {
    let plan = Plan { time: None, playouts: 1_000, exact_empties: 12 };
    let weak = std::env::var("WEAK_GAMES").map_or(100, |text| text.parse().expect("a number of games"));
    check_and_print("weak", &weak_games(weak), plan);
    match std::env::var("WTHOR_FILE") {
        Ok(path) => check_and_print("strong", &strong_games(&std::fs::read(&path).expect(&path)), plan),
        Err(_) => println!("WTHOR_FILE names no file: strong games are left out"),
    }
}

/// Checks a set of games; prints what was counted, 200 sentences drawn at random, and what is wrong or
/// silent.
fn check_and_print(name: &str, records: &[GameRecord], plan: Plan) {
    let tally = check(records, plan);
    let share = |[all, said]: [usize; 2]| 100.0 * said as f64 / all.max(1) as f64;
    let ([blunders, _], [mistakes, _]) = (tally.blunders, tally.mistakes);
    let shares = [tally.blunders, tally.mistakes].map(share);
    println!("{} {name} games: {} sentences, {} wrong", records.len(), tally.all.len(), tally.wrong.len());
    println!(
        "{:.1} % of {blunders} blunders, {:.1} % of {mistakes} mistakes explained",
        shares[0], shares[1]
    );
    println!("{:?}", tally.sentences);
    let mut rng = Rng::new(200);
    for _ in 0..200.min(tally.all.len()) {
        println!("{}", tally.all[rng.below(tally.all.len())]);
    }
    for line in tally.wrong.iter().chain(&tally.silent) {
        println!("wrong or silent: {line}");
    }
    assert!(tally.wrong.is_empty() && shares[0] >= 97.0 && shares[1] >= 85.0);
}

/// 100 games of a WTHOR file, evenly spread.
fn strong_games(bytes: &[u8]) -> Vec<GameRecord> {
    let games: Vec<GameRecord> = read(bytes, "games")
        .expect("a file of games")
        .into_iter()
        .filter_map(|item| match item {
            Item::Game(record) => Some(*record),
            Item::Position(_) => None,
        })
        .collect();
    games.iter().step_by(games.len() / 100).take(100).cloned().collect()
}

#[test]
fn every_sentence_has_a_message_in_every_language() {
    let sources =
        [include_str!("../src/analysis/words.rs"), include_str!("../src/analysis/words/comparison.rs")]
            .concat();
    for (language, text) in FILES {
        let keys: Vec<&str> = text
            .lines()
            .filter_map(|line| line.strip_prefix("analyst-")?.split_once(" ="))
            .map(|(key, _)| key)
            .collect();
        let keys: Vec<&str> = keys.into_iter().filter(|key| !is_about_input(key)).collect();
        let unused = |key: &&&str| !key.starts_with("side-") && !sources.contains(&format!("(\"{key}\""));
        assert!(keys.len() > 25, "{language}: {keys:?}");
        assert_eq!(keys.iter().filter(unused).collect::<Vec<_>>(), Vec::<&&str>::new(), "{language}");
        for call in ["own(\"", "opponents(\"", "Sentence::new(\"", "(\"x-square\", ", "(\"c-square\", "] {
            for (at, _) in sources.match_indices(call) {
                let rest = &sources[at + call.find('"').unwrap_or_default() + 1..];
                let key = rest.split('"').next().unwrap_or_default();
                assert!(keys.contains(&key), "{language}: {key}");
            }
        }
    }
}

/// Whether a key is that of a sentence about an input or about what a format cannot hold.
fn is_about_input(key: &str) -> bool {
    key.starts_with("read-") || key.starts_with("lost-")
}

/// The text of all files with code below a folder.
fn code_in(folder: &Path) -> String {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let of_entry = |path: PathBuf| match path.extension() {
        Some(extension) if extension == "rs" => std::fs::read_to_string(path).unwrap(),
        None if path.is_dir() => code_in(&path),
        _ => String::new(),
    };
    entries.map(of_entry).collect()
}

#[test]
fn every_refusal_has_a_message_in_every_language() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let code = ["analyst/src", "web/src"].map(|folder| code_in(&crates.join(folder))).concat();
    let is_key = |text: &&str| text.bytes().all(|byte| byte == b'-' || byte.is_ascii_lowercase());
    let used: BTreeSet<&str> = code.split('"').filter(|text| is_about_input(text)).filter(is_key).collect();
    assert!(used.len() > 90, "{used:?}");
    for (language, text) in FILES {
        let keys = text.lines().filter_map(|line| line.strip_prefix("analyst-")?.split_once(" ="));
        let keys: BTreeSet<&str> = keys.map(|(key, _)| key).filter(|key| is_about_input(key)).collect();
        assert_eq!(keys, used, "{language}");
    }
}
