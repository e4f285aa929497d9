//! Every sentence about weak and strong games, checked by code of its own: a board of 64 cells and the
//! definitions of the terms, nothing of the code that makes the sentences.

mod case;
mod claim;
mod grid;
mod messages;

use std::collections::BTreeMap;

use analyst::analysis::words::explain_game;
use analyst::analysis::{judge, Class, Plan, Turn};
use analyst::notation::{read, GameRecord, Item, Position};
use analyst::search::{Memory, Report, Searcher};
use analyst::sentence::{english, Sentence};
use outflank::board::Move;
use outflank::game::{Color, Game};
use outflank::rng::Rng;
use outflank::square::Square;

use self::case::Case;
use self::claim::Claim;
use self::grid::Grid;

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
        let search = |Position { board, .. }| {
            searcher.clear();
            searcher.search(board, plan.budget(board))
        };
        let reports: Vec<Report> = record.positions().into_iter().map(search).collect();
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
                if !Claim::new(&case, sentence).holds(&mut rng) || text.is_empty() || text.contains('{') {
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
