//! Random games through every pair of formats.

use analyst::notation::{kept, read, write, Format, GameRecord, Item};
use outflank::rng::Rng;

use super::games::random_record;

/// The formats that hold games; OBF holds positions.
const GAME_FORMATS: [Format; 5] = [Format::Transcript, Format::Ggf, Format::Sgf, Format::Pgn, Format::Json];

/// Games a file, so that order and separation are tested, too.
const GAMES_PER_FILE: usize = 50;

fn written(games: &[GameRecord], format: Format) -> String {
    let mut text = String::new();
    for game in games {
        write(&Item::Game(Box::new(game.clone())), format, &mut text);
    }
    text
}

fn read_games(text: &str) -> Vec<GameRecord> {
    let items = read(text.as_bytes(), "test").unwrap_or_else(|error| panic!("{error}\n{text}"));
    let game = |item| match item {
        Item::Game(record) => *record,
        Item::Position(position) => panic!("expected a game, not {position:?}"),
    };
    items.into_iter().map(game).collect()
}

/// Writes and reads games; what comes back is what the format holds of them.
fn through(games: &[GameRecord], format: Format) -> Vec<GameRecord> {
    let text = written(games, format);
    let read_back = read_games(&text);
    assert_eq!(read_back.len(), games.len(), "{}\n{text}", format.name());
    for (game, read_back) in games.iter().zip(&read_back) {
        assert_eq!(
            *read_back,
            kept(game, format),
            "{}: {}",
            format.name(),
            written(std::slice::from_ref(game), format)
        );
    }
    read_back
}

fn round_trips(count: usize) {
    let mut rng = Rng::new(17);
    let (mut passes, mut unfinished, mut other_starts) = (0, 0, 0);
    for _ in 0..count / GAMES_PER_FILE {
        let games: Vec<_> = (0..GAMES_PER_FILE).map(|_| random_record(&mut rng)).collect();
        for game in &games {
            passes += usize::from(game.moves.iter().any(|record| record.mv.square().is_none()));
            unfinished += usize::from(!game.game().unwrap().is_over());
            other_starts += usize::from(game.start != analyst::notation::Position::START);
        }
        for first in GAME_FORMATS {
            let once = through(&games, first);
            for second in GAME_FORMATS {
                through(&once, second);
            }
        }
        positions_come_back(&games);
    }
    println!(
        "{count} games: {passes} with passes, {unfinished} unfinished, {other_starts} from other starts"
    );
    assert!(passes > count / 10 && unfinished > count / 10 && other_starts > count / 10);
}

fn positions_come_back(games: &[GameRecord]) {
    let positions = games.iter().flat_map(GameRecord::positions);
    let expected: Vec<_> = positions.filter(|position| !position.board.is_over()).collect();
    let items = read(written(games, Format::Obf).as_bytes(), "test").unwrap();
    let found = items.into_iter().map(|item| match item {
        Item::Position(record) => record.position,
        Item::Game(game) => panic!("expected a position, not {game:?}"),
    });
    assert!(found.eq(expected));
}

#[test]
fn games_survive_every_pair_of_formats() {
    round_trips(150);
}

#[test]
#[ignore = "minutes: `cargo test --release -p analyst --test all -- --ignored ten_thousand`"]
fn ten_thousand_games_survive_every_pair_of_formats() {
    round_trips(10_000);
}

#[test]
fn json_keeps_everything() {
    let mut rng = Rng::new(3);
    for _ in 0..100 {
        let game = random_record(&mut rng);
        assert_eq!(kept(&game, Format::Json), game);
    }
}
