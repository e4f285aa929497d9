//! A small bot that shows what arenas chart: it takes corners first, then the move that leaves the fewest
//! replies.

use std::collections::HashMap;
use std::io::{stdin, BufRead};

const CORNERS: [&str; 4] = ["a1", "h1", "a8", "h8"];

fn main() {
    let mut lines = stdin().lock().lines().map_while(Result::ok);
    let Some(id) = lines.next() else { return };
    lines.next();
    for turn in 1.. {
        let rows: Vec<String> = lines.by_ref().take(8).collect();
        let Some(count) = lines.next().and_then(|count| count.parse().ok()) else { return };
        let moves: Vec<String> = lines.by_ref().take(count).collect();
        let board: HashMap<(i8, i8), char> = rows
            .iter()
            .zip(0i8..)
            .flat_map(|(row, y)| row.chars().zip(0i8..).map(move |(disc, x)| ((x, y), disc)))
            .collect();
        let own = id.chars().next().unwrap_or('0');
        let value = |name: &String| {
            let corner = CORNERS.contains(&name.as_str());
            10 * i32::from(corner) - replies(&board, own, name)
        };
        let Some(best) = moves.iter().max_by_key(|name| value(name)) else { return };
        eprintln!("[TDATA][{turn}] moves = {count}");
        eprintln!("[PDATA][{turn}] value = {}", value(best));
        println!("{best} MSG {}", value(best));
    }
}

/// The opponent's mobility after a move.
fn replies(board: &HashMap<(i8, i8), char>, own: char, name: &str) -> i32 {
    let bytes = name.as_bytes();
    let at = (bytes[0] as i8 - b'a' as i8, bytes[1] as i8 - b'1' as i8);
    let mut after = board.clone();
    for square in turned(board, own, at) {
        after.insert(square, own);
    }
    after.insert(at, own);
    let other = if own == '0' { '1' } else { '0' };
    let is_legal = |&(&at, &disc): &(&(i8, i8), &char)| disc == '.' && !turned(&after, other, at).is_empty();
    after.iter().filter(is_legal).count() as i32
}

/// The discs that turn when `own` plays there.
fn turned(board: &HashMap<(i8, i8), char>, own: char, (x, y): (i8, i8)) -> Vec<(i8, i8)> {
    let directions = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))).filter(|&step| step != (0, 0));
    directions
        .flat_map(|(dx, dy)| {
            let line = (1..8).map(|steps| (x + steps * dx, y + steps * dy));
            let others: Vec<_> = line
                .take_while(|square| board.get(square).is_some_and(|&disc| disc != '.' && disc != own))
                .collect();
            let steps = others.len() as i8 + 1;
            let is_closed = board.get(&(x + steps * dx, y + steps * dy)) == Some(&own);
            if is_closed { others } else { Vec::new() }
        })
        .collect()
}
