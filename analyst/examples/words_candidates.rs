//! scratch
use analyst::analysis::words;
use analyst::search::{Budget, Memory, Searcher};
use outflank::board::Board;
use outflank::square::Square;
fn main() {
    let bytes = std::fs::read(std::env::args().nth(1).unwrap()).unwrap();
    let items = analyst::notation::read(&bytes, "w").unwrap();
    let mut s = Searcher::new(Memory { tree: 16 << 20, solver: 1 << 20 });
    let mut n = 0;
    for (i, item) in items.into_iter().enumerate() {
        let analyst::notation::Item::Game(g) = item else { continue };
        let ply = 12 + (i * 7) % 40;
        let Ok(game) = g.game() else { continue };
        let t = game.transcript();
        if t.len() < 2 * ply + 2 {
            continue;
        }
        let part = outflank::game::Game::from_transcript(&t[..2 * ply]).unwrap();
        let b: Board = part.board();
        if b.legal_moves().count_ones() < 3 {
            continue;
        }
        s.clear();
        let r = s.search(b, Budget::playouts(20000));
        let best = r.moves[0].clone();
        // the most tempting bad move: middle
        for bad in [&r.moves[1], r.moves.last().unwrap()] {
            if best.value - bad.value < 3.0 {
                continue;
            }
            let (Some(x), Some(y)) = (bad.played.square(), best.played.square()) else { continue };
            n += 1;
            let st = words::against(b, x, y, bad.value, &bad.line);
            println!(
                "#{n} {} {:?} played {} ({:.1}) best {} ({:.1}) line {}",
                &t[..2 * ply],
                part.to_move(),
                bad.played,
                bad.value,
                best.played,
                best.value,
                analyst::analysis::json::line_text(&bad.line[..bad.line.len().min(5)])
            );
            let [p, o] = [b.player(), b.opponent()];
            for row in 0..8u8 {
                let l: String = (0..8u8)
                    .map(|c| {
                        let q = Square::at(c, row).unwrap();
                        let bit = q.bit();
                        if p & bit != 0 {
                            'X'
                        } else if o & bit != 0 {
                            'O'
                        } else if q == x {
                            '1'
                        } else if q == y {
                            '2'
                        } else {
                            '.'
                        }
                    })
                    .collect();
                println!("   {l}");
            }
            for w in st {
                println!("   - {:?} {:.1} {}", w.theme, w.strength, w.text);
            }
            if n >= 90 {
                return;
            }
        }
    }
}
