//! The named openings, recognised by position: after any order of moves, under all 8 symmetries.

mod popularity;

use std::collections::HashMap;
use std::sync::OnceLock;

use outflank::board::Board;
use outflank::game::Game;
use outflank::opening::standard_orientation;

use crate::notation::{GameRecord, Position};

pub use popularity::Popularity;

/// Lines and names, a tab between them; the header says where they come from.
const TABLE: &str = include_str!("../data/named-openings.tsv");

/// An opening with its names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedOpening {
    /// One order of its moves, as a transcript that starts with f5.
    pub line: &'static str,
    /// Its names, the most common first.
    pub names: Vec<&'static str>,
}

/// The named openings.
#[derive(Debug)]
pub struct Openings {
    list: Vec<NamedOpening>,
    /// Indices into `list` by position in standard orientation.
    by_position: HashMap<Board, usize>,
}

impl NamedOpening {
    /// All names, the most common first: `Ganglion / Bent Ganglion`.
    pub fn title(&self) -> String {
        self.names.join(" / ")
    }

    /// Moves in the line.
    pub fn plies(&self) -> usize {
        self.line.len() / 2
    }

    /// The line from the start.
    #[expect(clippy::missing_panics_doc, reason = "a test plays every line of the table")]
    pub fn game(&self) -> Game {
        Game::from_transcript(self.line).expect("the table holds legal lines")
    }
}

impl Openings {
    /// The table that comes with the program.
    pub fn shared() -> &'static Self {
        static SHARED: OnceLock<Openings> = OnceLock::new();
        SHARED.get_or_init(Self::load)
    }

    fn load() -> Self {
        let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
        let list: Vec<_> = lines
            .filter_map(|line| line.split_once('\t'))
            .map(|(line, names)| NamedOpening { line, names: names.split(" / ").collect() })
            .collect();
        let positions = list.iter().map(|opening| standard_orientation(opening.game().board()).0);
        let by_position = positions.zip(0..).collect();
        Self { list, by_position }
    }

    /// All openings in the table's order.
    pub fn all(&self) -> &[NamedOpening] {
        &self.list
    }

    /// The opening with this position.
    pub fn at(&self, board: Board) -> Option<&NamedOpening> {
        self.by_position.get(&standard_orientation(board).0).map(|&index| &self.list[index])
    }

    /// The named positions that a game from the start passes through, under any symmetry, each with the
    /// number of moves before it.
    pub fn along(&self, record: &GameRecord) -> Vec<(usize, &NamedOpening)> {
        if record.start != Position::START {
            return Vec::new();
        }
        let named = |(plies, position): (usize, Position)| Some((plies, self.at(position.board)?));
        record.positions().into_iter().enumerate().filter_map(named).collect()
    }

    /// The last named opening of a game, and the number of moves up to it.
    pub fn of_record(&self, record: &GameRecord) -> Option<(usize, &NamedOpening)> {
        self.along(record).pop()
    }

    /// The openings that a text may denote: those with exactly this name, in any case, else those whose names
    /// contain it.
    pub fn named(&self, name: &str) -> Vec<&NamedOpening> {
        let name = name.trim().to_lowercase();
        let matching = |is_match: &dyn Fn(&str) -> bool| -> Vec<_> {
            let has_match = |opening: &&NamedOpening| {
                is_match(&opening.title().to_lowercase())
                    || opening.names.iter().any(|known| is_match(&known.to_lowercase()))
            };
            self.list.iter().filter(has_match).collect()
        };
        let exact = matching(&|known| known == name);
        if exact.is_empty() && !name.is_empty() {
            return matching(&|known| known.contains(&name));
        }
        exact
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank::bits::Symmetry;

    #[test]
    fn the_table_holds_110_names_of_95_positions() {
        let openings = Openings::shared();
        assert_eq!(openings.all().len(), 95);
        assert_eq!(openings.by_position.len(), 95, "no two lines lead to the same position");
        assert_eq!(openings.all().iter().map(|opening| opening.names.len()).sum::<usize>(), 110);
    }

    #[test]
    fn every_opening_is_met_under_every_symmetry() {
        for opening in Openings::shared().all() {
            let board = opening.game().board();
            for symmetry in Symmetry::all() {
                assert_eq!(Openings::shared().at(board.transformed(symmetry)), Some(opening));
            }
        }
    }

    #[test]
    fn an_opening_is_met_by_another_order_of_moves() {
        let tiger = Game::from_transcript("f5d6c3d3c4").unwrap();
        let turned = Game::from_transcript("c4e3f6e6f5").unwrap();
        let other_order = Game::from_transcript("f5d6c4d3c3").unwrap();
        let name = |game: &Game| Openings::shared().at(game.board()).map(NamedOpening::title);
        assert_eq!(name(&tiger).as_deref(), Some("Tiger"));
        assert_eq!(name(&turned).as_deref(), Some("Tiger"));
        assert_eq!(name(&other_order).as_deref(), Some("Tiger"));
        assert_eq!(name(&Game::new()), None);
    }

    #[test]
    fn a_record_names_its_opening_under_every_symmetry() {
        for (transcript, expected) in
            [("f5d6c3d3c4", Some((5, "Tiger"))), ("c4e3f6e6f5", Some((5, "Tiger"))), ("f5", None)]
        {
            let game = Game::from_transcript(transcript).unwrap();
            let record = GameRecord::from_game(Position::START, &game);
            let found = Openings::shared().of_record(&record);
            assert_eq!(found.map(|(plies, opening)| (plies, opening.names[0])), expected, "{transcript}");
        }
    }

    #[test]
    fn a_game_passes_through_several_openings() {
        let game = Game::from_transcript("f5d6c3d3c4b3").unwrap();
        let record = GameRecord::from_game(Position::START, &game);
        let met: Vec<_> =
            Openings::shared().along(&record).into_iter().map(|(n, o)| (n, o.names[0])).collect();
        assert_eq!(met, [(2, "Perpendicular Opening"), (5, "Tiger"), (6, "Aubrey")]);
    }

    #[test]
    fn names_are_found_in_either_case_and_by_part() {
        let lines = |name| Openings::shared().named(name).iter().map(|o| o.line).collect::<Vec<_>>();
        assert_eq!(lines("tiger"), ["f5d6c3d3c4"]);
        assert_eq!(lines("Bent Ganglion"), ["f5d6c3g5"]);
        assert!(lines("rose-b").contains(&"f5d6c3d3c4f4c5b3c2"));
        assert!(lines("no such name").is_empty());
        assert!(lines("").is_empty());
    }
}
