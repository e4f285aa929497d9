//! Games of a bot that has the book, as `arena match` records them. They show which replies programs choose,
//! and what the bot makes of a line.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::{ensure, Context, Result};
use outflank::board::Board;
use outflank::game::{Color, Game};
use outflank::opening::standard_orientation;
use serde::Deserialize;

use crate::data::files;
use crate::data::provenance::DataHash;
use crate::options::worth;

/// A lead in discs that is worth a mean result of tanh(1), where a win is 1 and a loss -1.
const SCALE: f32 = 5.0;

/// The weight of a move's value, in games, where it is the search's own.
const SEARCHED_GAMES: f32 = 3.0;

/// The weight of a backed-up value, in games, beyond those of the move: results never outweigh it.
const BACKED_UP_GAMES: f32 = 8.0;

/// The farthest from 0 that a mean result counts: 7.4 discs.
const MAX_RESULT: f32 = 0.9;

/// Games that correct the book: their results show what opponents reply and where lines are bad.
#[derive(Clone, Debug, clap::Args)]
pub struct Corrections {
    /// Results of `arena match`, or folders of them, whose first bot used the book.
    #[arg(long, num_args = 1..)]
    pub games: Vec<PathBuf>,
    /// What a drawn game is worth to the book's side, from -1 (a loss) to 1 (a win): below 0, the book
    /// tries moves beside those that draw.
    #[arg(long, default_value_t = 0.0, value_parser = worth)]
    #[arg(allow_negative_numbers = true, requires = "games")]
    pub draw: f32,
}

/// A move in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Step {
    /// The position before it, in standard orientation.
    pub(super) from: Board,
    /// The position after it, and after a pass if one is forced, in standard orientation.
    pub(super) to: Board,
    /// Whether the side that uses the book makes it.
    pub(super) is_own: bool,
}

/// The results of the games with a move, for the side that makes it.
#[derive(Clone, Copy, Debug, Default)]
struct Results {
    games: f32,
    /// 1 for each win, -1 for each loss.
    sum: f32,
}

/// Games with the book, by the moves in them.
#[derive(Clone, Debug, Default)]
pub(super) struct Games {
    results: HashMap<Step, Results>,
    /// The result of a draw for the side that uses the book.
    draw: f32,
}

/// A line of results with a pair of games; other fields do not matter here.
#[derive(Deserialize)]
struct Pair {
    opening: String,
    games: [Moves; 2],
}

/// A game of a pair: the moves after its opening, and both sides' scores, black's first.
#[derive(Deserialize)]
struct Moves {
    moves: String,
    scores: [i32; 2],
}

/// The first line of a results file.
#[derive(Deserialize)]
struct Header {
    #[serde(rename = "bots")]
    _bots: [serde_json::Value; 2],
}

impl Games {
    /// Reads results of `arena match`, or all `.jsonl` files of a folder, in which the first bot uses the
    /// book, and adds their contents to `hash`.
    pub(super) fn read(corrections: &Corrections, hash: &mut DataHash) -> Result<Self> {
        let mut games = Self { draw: corrections.draw, ..Self::default() };
        for path in files::find(&corrections.games, "jsonl")? {
            games.add_file(&path)?;
            hash.add_file(&path)?;
        }
        Ok(games)
    }

    fn add_file(&mut self, path: &Path) -> Result<()> {
        let text = files::read_text(path)?;
        // A line that an interrupted match has torn has no end.
        let mut lines = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
        let header = lines.next().and_then(|line| serde_json::from_str::<Header>(line).ok());
        ensure!(header.is_some(), "{} has no results of `arena match`", path.display());
        for (index, line) in lines.enumerate() {
            self.add_pair(line).with_context(|| format!("{}: line {}", path.display(), index + 2))?;
        }
        Ok(())
    }

    fn add_pair(&mut self, line: &str) -> Result<()> {
        let Pair { opening, games } = serde_json::from_str(line)?;
        for (game, color) in games.iter().zip([Color::Black, Color::White]) {
            self.add(&Game::from_transcript(&(opening.clone() + &game.moves))?, game.scores, color);
        }
        Ok(())
    }

    fn add(&mut self, game: &Game, [black, white]: [i32; 2], own: Color) {
        let for_black = match (black - white).signum() {
            0 if own == Color::Black => self.draw,
            0 => -self.draw,
            sign => sign as f32,
        };
        let mut replay = Game::new();
        for square in game.history().iter().filter_map(|(_, mv)| mv.square()) {
            let (from, color) = (replay.board(), replay.to_move());
            if replay.play(square).is_err() {
                break;
            }
            let [from, to] = [from, replay.board()].map(|board| standard_orientation(board).0);
            let results = self.results.entry(Step { from, to, is_own: color == own }).or_default();
            results.games += 1.0;
            results.sum += if color == Color::Black { for_black } else { -for_black };
        }
    }

    /// The number of games with a move.
    pub(super) fn with(&self, step: Step) -> f32 {
        self.results.get(&step).map_or(0.0, |results| results.games)
    }

    /// The value in discs of a move whose backed-up value, or else its search's, is `value`.
    pub(super) fn corrected(&self, step: Step, value: f32, is_backed_up: bool) -> f32 {
        let Some(Results { games, sum }) = self.results.get(&step) else { return value };
        let weight = if is_backed_up { games + BACKED_UP_GAMES } else { SEARCHED_GAMES };
        let mean = (weight * (value / SCALE).tanh() + sum) / (weight + games);
        SCALE * mean.clamp(-MAX_RESULT, MAX_RESULT).atanh()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::store::{Searched, Store};
    use crate::book::tree::Values;
    use outflank::square::Square;

    /// Results of a match in which both games of the only pair are those moves, with these scores.
    fn results(moves: &str, scores: [i32; 2]) -> String {
        let game = format!(r#"{{"moves":"{moves}","scores":{scores:?}}}"#);
        let pair = format!(r#"{{"pair":0,"opening":"f5","games":[{game},{game}]}}"#);
        format!("{{\"bots\":[1,2]}}\n{pair}\n")
    }

    fn read(text: &str) -> Result<Games> {
        read_with(text, 0.0)
    }

    fn read_with(text: &str, draw: f32) -> Result<Games> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.jsonl");
        std::fs::write(&path, text).unwrap();
        Games::read(&Corrections { games: vec![path], draw }, &mut DataHash::default())
    }

    /// Black is to move, in standard orientation, after f5 and one of White's replies.
    fn after(reply: &str) -> Board {
        standard_orientation(Game::from_transcript(&format!("f5{reply}")).unwrap().board()).0
    }

    fn all_equal(board: Board, choice: Option<Square>) -> Searched {
        Searched {
            board,
            values: board.children().map(|(square, _)| (square, 0.0)).collect(),
            choices: choice.into_iter().collect(),
        }
    }

    /// A store of the start and of White's first move, with these games.
    fn store_of(games: Games) -> Store {
        let mut store = Store::default();
        let start = standard_orientation(Board::START).0;
        store.insert(all_equal(start, None));
        let (_, child) = start.children().next().unwrap();
        store.insert(all_equal(standard_orientation(child).0, None));
        store.games = games;
        store
    }

    fn white_to_move() -> Board {
        standard_orientation(Game::from_transcript("f5").unwrap().board()).0
    }

    /// White's replies to f5 by the positions that they lead to: their value and share.
    fn replies(store: &Store, is_own: bool) -> HashMap<Board, (f32, f32)> {
        let board = white_to_move();
        let moves = Values::new(store).moves(board, is_own);
        let child = |square| standard_orientation(board.play(square).unwrap()).0;
        moves.into_iter().map(|found| (child(found.square), (found.value, found.share))).collect()
    }

    #[test]
    fn replies_in_games_count_as_those_of_programs() {
        let store = store_of(read(&results("d6c3", [64, 0])).unwrap());
        let shares = replies(&store, false);
        let share = |reply| shares[&after(reply)].1;
        assert!(share("d6") > 0.5 && share("f4") < 0.3, "{shares:?}");
        assert!((shares.values().map(|(_, share)| share).sum::<f32>() - 1.0).abs() < 1e-6);
    }

    #[test]
    fn results_correct_values() {
        // In the first game of a pair the book has black, in the second white; both are the same.
        for (scores, for_white) in [([40, 24], -1.0), ([24, 40], 1.0), ([32, 32], 0.0)] {
            let store = store_of(read(&results("d6c3", scores)).unwrap());
            let expected = SCALE * (for_white / (SEARCHED_GAMES + 1.0)).atanh();
            for is_own in [false, true] {
                let values = replies(&store, is_own);
                assert!((values[&after("d6")].0 - expected).abs() < 1e-5, "{values:?}");
                assert_eq!(values[&after("f4")].0, 0.0);
            }
        }
        let mut store = store_of(read(&results("d6c3", [64, 0])).unwrap());
        store.insert(all_equal(after("d6"), None));
        let searched = 1.0 / (SEARCHED_GAMES + 1.0);
        let value = Values::new(&store).moves(after("d6"), true)[0].value;
        assert!((value - SCALE * searched.atanh()).abs() < 1e-5);
        let backed_up = ((1.0 + BACKED_UP_GAMES) * searched + 1.0) / (2.0 + BACKED_UP_GAMES);
        let value = replies(&store, false)[&after("d6")].0;
        assert!((value + SCALE * backed_up.atanh()).abs() < 1e-5, "{value}");
    }

    #[test]
    fn a_draw_counts_for_the_side_with_the_book() {
        let store = store_of(read_with(&results("d6c3", [32, 32]), -0.5).unwrap());
        for (is_own, for_white) in [(true, -0.5), (false, 0.5)] {
            let expected = SCALE * (for_white / (SEARCHED_GAMES + 1.0_f32)).atanh();
            let value = replies(&store, is_own)[&after("d6")].0;
            assert!((value - expected).abs() < 1e-5, "{value}");
        }
    }

    #[test]
    fn only_whole_lines_of_a_match_are_read() {
        let whole = results("d6c3", [64, 0]);
        let torn = &whole[..whole.len() - 3];
        assert_eq!(read(&whole).unwrap().results.len(), 6);
        assert_eq!(read(torn).unwrap().results.len(), 0);
        for foreign in ["", "f5d6\n", "{}\n", "{\"command\":\"book grow\"}\n"] {
            let error = read(foreign).unwrap_err().to_string();
            assert!(error.ends_with("results.jsonl has no results of `arena match`"), "{error}");
        }
        for (line, expected) in [("{}", "missing field"), (&results("d6d6", [1, 0]), "black may not play d6")]
        {
            let line = line.lines().last().unwrap();
            let error = format!("{:#}", read(&format!("{{\"bots\":[1,2]}}\n{line}\n")).unwrap_err());
            assert!(error.contains("results.jsonl: line 2: ") && error.contains(expected), "{error}");
        }
    }
}
