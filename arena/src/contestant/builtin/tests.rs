use super::*;
use crate::limits::Limits;
use crate::record::{GameRecord, Protocol};
use crate::referee::{play, Setup};

fn contestant(builtin: Builtin) -> BuiltinBot {
    let name = builtin.to_string();
    BuiltinBot::new(BotRecord { name: name.clone(), command: name, protocol: Protocol::Builtin }, builtin)
}

fn game(builtins: [Builtin; 2], seed: u64) -> GameRecord {
    let [mut black, mut white] = builtins.map(contestant);
    let setup = Setup { opening: Game::new(), seed, limits: Limits::CODINGAME };
    play([&mut black, &mut white], &setup, &mut ()).unwrap()
}

/// Points of the first bot over `games` games, colours in turn.
fn points(bot: Builtin, against: Builtin, games: u64) -> i32 {
    let points_of = |seed| {
        let is_black = seed % 2 == 0;
        let record = game(if is_black { [bot, against] } else { [against, bot] }, seed);
        record.scores[usize::from(!is_black)] * 2 + i32::from(record.winner().is_none())
    };
    (0..games).map(points_of).sum()
}

#[test]
fn names_round_trip() {
    for name in ["random", "greedy", "positional", "mobility"] {
        assert_eq!(name.parse::<Builtin>().unwrap().to_string(), name);
    }
    assert!("Random".parse::<Builtin>().is_err());
}

#[test]
fn the_seed_determines_a_game() {
    for builtin in [Builtin::Random, Builtin::Greedy, Builtin::Positional, Builtin::Mobility] {
        let moves = |seed| game([builtin, Builtin::Random], seed).moves();
        assert_eq!(moves(1), moves(1));
        assert_ne!(moves(1), moves(2));
    }
}

#[test]
fn a_board_without_moves_has_no_choice() {
    let board = Board::new(1, 0).unwrap();
    assert_eq!(Builtin::Random.choose(board, &mut Rng::new(1)), None);
}

#[test]
fn greedy_takes_the_most_discs_and_positional_takes_corners() {
    // Black: a2 turns b2..f2 on the way to g2; h8 turns one.
    let board = Game::from_transcript("f5f6e6f4").unwrap().board();
    let most = board.children().map(|(_, after)| -after.disc_difference()).max().unwrap();
    let chosen = Builtin::Greedy.choose(board, &mut Rng::new(3)).unwrap();
    assert_eq!(-board.play(chosen).unwrap().disc_difference(), most);
    // White on b1, black to play either a1 or the centre.
    let board = Board::new(0b100 | Board::START.player, 0b010 | Board::START.opponent).unwrap();
    assert_eq!(Builtin::Positional.choose(board, &mut Rng::new(3)).unwrap().to_string(), "a1");
    assert_eq!(Builtin::Mobility.choose(board, &mut Rng::new(3)).unwrap().to_string(), "a1");
}

#[test]
fn the_yardsticks_are_ordered() {
    // Of 200 games each, 2 points a win; 200 would be equal strength.
    assert!(points(Builtin::Positional, Builtin::Random, 200) > 240);
    assert!(points(Builtin::Mobility, Builtin::Positional, 200) > 220);
}
