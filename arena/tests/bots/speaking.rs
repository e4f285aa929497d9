//! A bot that plays the first legal move in GTP (`speaking-bot gtp`) or in the course judge's protocol
//! (`speaking-bot course`), and logs every input line to standard error.
//!
//! `gtp pass-by-itself` refuses to be told of passes, as some engines do; `course never-passes` plays `a 1`
//! when it has to pass, `course fails-at-end` exits with code 3 and `course stays-after-end` not at all;
//! `gtp stubborn` answers `clear_board` with an error.

use std::io::{self, BufRead, Write};

use outflank::bits::Squares;
use outflank::board::Move;
use outflank::game::{Color, Game};
use outflank::square::Square;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["gtp", ..] => speak_gtp(arguments.get(1).copied().unwrap_or_default()),
        ["course", ..] => speak_course(arguments.get(1).copied().unwrap_or_default()),
        _ => panic!("gtp or course"),
    }
}

fn lines() -> impl Iterator<Item = String> {
    io::stdin().lock().lines().map_while(Result::ok).inspect(|line| eprintln!("{line}"))
}

fn print(line: &str) {
    let mut output = io::stdout().lock();
    let _ = writeln!(output, "{line}").and_then(|()| output.flush());
}

fn first_move(game: &Game) -> Option<Square> {
    Squares(game.board().legal_moves()).next()
}

fn speak_gtp(quirk: &str) {
    let mut game = Game::new();
    print("a chatty engine");
    for line in lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let response = match words[..] {
            ["list_commands"] => "= list_commands\nclear_board\nset_game\ntime_settings".to_string(),
            ["clear_board"] if quirk == "stubborn" => "? no".to_string(),
            ["clear_board"] => {
                game = Game::new();
                "=".to_string()
            }
            ["play", _, "pass"] if quirk == "pass-by-itself" => "? syntax error".to_string(),
            ["play", color, "pass"] => {
                let passed =
                    game.history().iter().any(|(mover, mv)| mover.to_string() == color && *mv == Move::PASS);
                if passed { "=" } else { "? not passing" }.to_string()
            }
            ["play", color, square] => {
                assert_eq!(color, game.to_move().to_string(), "the side to move");
                game.play(square.parse().expect("a square")).expect("a legal move");
                "=".to_string()
            }
            ["genmove", color] => {
                assert_eq!(color, game.to_move().to_string(), "the side to move");
                let square = first_move(&game).expect("a legal move");
                game.play(square).expect("a legal move");
                format!("= {}", square.to_string().to_uppercase())
            }
            _ => "=".to_string(),
        };
        print(&format!("{response}\n"));
    }
}

fn speak_course(quirk: &str) {
    let mut game = Game::new();
    let mut own = Color::Black;
    for line in lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["START"] => game = Game::new(),
            ["PLACE", column, row, whose] => {
                let square: Square = format!("{column}{row}").parse().expect("a square");
                let is_black = game.discs(Color::Black) & square.bit() != 0;
                let color = if is_black { Color::Black } else { Color::White };
                own = if whose == "1" { color } else { color.opposite() };
            }
            ["DONE"] => print("OK"),
            ["BEGIN"] | ["PASS"] => answer(&mut game, own, quirk),
            ["TURN", column, row] => {
                game.play(format!("{column}{row}").parse().expect("a square")).expect("a legal move");
                answer(&mut game, own, quirk);
            }
            ["END"] if quirk == "fails-at-end" => std::process::exit(3),
            ["END"] if quirk == "stays-after-end" => loop {
                std::thread::park();
            },
            ["END"] => return,
            _ => panic!("unknown command {line}"),
        }
    }
}

fn answer(game: &mut Game, own: Color, quirk: &str) {
    let square = first_move(game).filter(|_| game.to_move() == own);
    match square {
        Some(square) => {
            game.play(square).expect("a legal move");
            let name = square.to_string();
            print(&format!("{} {}", &name[..1], &name[1..]));
        }
        None if quirk == "never-passes" => print("a 1"),
        None => print("PASS"),
    }
}
