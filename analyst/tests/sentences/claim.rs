//! Whether a sentence is true of the two moves that it compares.

use analyst::openings::Openings;
use analyst::sentence::{Argument, Sentence};
use outflank::bits::Symmetry;
use outflank::rng::Rng;

use super::case::Case;
use super::grid::{cell, cell_square, Grid, A_SQUARES, BESIDE, B_SQUARES, CORNERS, MINE};

/// A sentence about the two moves, and what it names.
pub(super) struct Claim<'a> {
    case: &'a Case<'a>,
    sentence: &'a Sentence,
    mv: String,
    other: String,
    corner: String,
    /// Whether it speaks of the side that moved.
    is_own: bool,
    side: bool,
    empties: usize,
}

impl<'a> Claim<'a> {
    pub(super) fn new(case: &'a Case<'a>, sentence: &'a Sentence) -> Self {
        let text = |name| text(sentence, name);
        let is_own = text("color") == case.color.to_string();
        Self {
            case,
            sentence,
            mv: text("move"),
            other: text("other"),
            corner: text("corner"),
            is_own,
            side: if is_own { MINE } else { !MINE },
            empties: case.grid.cells(None).count(),
        }
    }

    /// Whether the sentence is true, and speaks for the better move.
    pub(super) fn holds(&self, rng: &mut Rng) -> bool {
        let results = [self.corners(), self.edges(), self.moves(), self.discs(), self.lines()];
        results.into_iter().flatten().next().or_else(|| self.endings(rng)).unwrap_or(false)
    }

    fn text(&self, name: &str) -> String {
        text(self.sentence, name)
    }

    /// Whether counts of both moves are as said, and speak for the better one; more is better for the mover
    /// or worse.
    fn counts(&self, count: &dyn Fn(&Grid) -> usize, is_more_better: bool) -> bool {
        let Case { better, worse, .. } = self.case;
        let [here, there] = [&self.mv, &self.other].map(|mv| count(&self.case.after(mv)));
        let is_more = if self.mv == *better { here > there } else { there > here };
        let is_less = if self.mv == *better { here < there } else { there < here };
        let moves = [&self.mv, &self.other];
        moves.contains(&better)
            && moves.contains(&worse)
            && self.text("count") == here.to_string()
            && self.text("others") == there.to_string()
            && (if is_more_better { is_more } else { is_less })
    }

    /// A corner, and squares beside it.
    fn corners(&self) -> Option<bool> {
        let case = self.case;
        Some(match self.sentence.key {
            "corner-taken" => self.mv == case.better && CORNERS.contains(&&*self.mv) && self.is_own,
            "corner-missed" => {
                self.other == case.better
                    && CORNERS.contains(&&*self.other)
                    && !CORNERS.contains(&&*case.worse)
            }
            "corner-given" => {
                self.mv == case.worse && !self.is_own && case.falls(&self.text("falls"), &self.corner)
            }
            "x-square" | "c-square" => {
                let here = if self.sentence.key == "x-square" { 1..2 } else { 2..4 };
                let is_beside = BESIDE
                    .iter()
                    .any(|beside| beside[0] == self.corner && beside[here.clone()].contains(&&*self.mv));
                let falls = self.text("falls");
                let is_empty = case.grid.0[cell(&self.corner)].is_none();
                self.mv == case.worse
                    && !self.is_own
                    && is_beside
                    && is_empty
                    && (falls == "no" || case.falls(&falls, &self.corner))
            }
            _ => return None,
        })
    }

    /// Edges.
    fn edges(&self) -> Option<bool> {
        let case = self.case;
        Some(match self.sentence.key {
            "edge-early" => {
                let squares = if self.text("kind") == "a" { A_SQUARES } else { B_SQUARES };
                let is_on_edge = |name: &str| name.contains(['a', 'h', '1', '8']);
                self.mv == case.worse
                    && squares.contains(&&*self.mv)
                    && !is_on_edge(&case.better)
                    && self.empties >= 44
            }
            "b-square" => {
                let (here, there) = (self.mv.as_bytes(), self.other.as_bytes());
                let is_one_edge = (here[0] == there[0] && b"ah".contains(&here[0]))
                    || (here[1] == there[1] && b"18".contains(&here[1]));
                self.mv == case.worse
                    && self.other == case.better
                    && is_one_edge
                    && B_SQUARES.contains(&&*self.mv)
                    && A_SQUARES.contains(&&*self.other)
            }
            "unbalanced-edge" => {
                self.mv == case.worse
                    && self.is_own
                    && case.unbalanced(&self.mv) > case.unbalanced(&case.better)
            }
            "wedge" => self.mv == case.better && !self.is_own && case.is_wedge(&self.mv, &case.grid, !MINE),
            "hole" => {
                let grid = case.after(&self.mv);
                let hole = self.text("hole");
                self.mv == case.worse
                    && !self.is_own
                    && !grid.flips(cell(&hole), !MINE).is_empty()
                    && case.is_wedge(&hole, &grid, MINE)
            }
            _ => return None,
        })
    }

    /// Moves that sides have, now and later.
    fn moves(&self) -> Option<bool> {
        Some(match self.sentence.key {
            "mobility" => !self.is_own && self.counts(&|grid| grid.moves(!MINE).len(), false),
            "own-mobility" => self.is_own && self.counts(&|grid| grid.moves(MINE).len(), true),
            "potential-mobility" => self.counts(&|grid| grid.potential(self.side), self.is_own),
            "frontier" => self.is_own && self.counts(&|grid| grid.frontier(MINE), false),
            _ => return None,
        })
    }

    /// Discs that are flipped, and moves that they open.
    fn discs(&self) -> Option<bool> {
        let case = self.case;
        Some(match self.sentence.key {
            "many-discs" => {
                let [here, there] = [&self.mv, &self.other].map(|mv| case.grid.flips(cell(mv), MINE).len());
                let is_more = if self.mv == case.worse { here > there } else { there > here };
                let stage = if self.empties >= 44 { "opening" } else { "middle" };
                is_more
                    && self.is_own
                    && self.empties > 20
                    && self.text("stage") == stage
                    && [self.text("count"), self.text("others")]
                        == [here, there].map(|count| count.to_string())
            }
            "quiet-move" => {
                let open = |mv: &str| {
                    let grid = case.after(mv);
                    case.grid.flips(cell(mv), MINE).iter().filter(|&&cell| grid.touches(cell, None)).count()
                };
                self.mv == case.better
                    && self.other == case.worse
                    && open(&self.mv) == 0
                    && self.text("count") == open(&self.other).to_string()
                    && open(&self.other) > 0
            }
            "tempo" => {
                let before = case.grid.moves(!MINE);
                let new = |mv: &str| {
                    case.after(mv).moves(!MINE).iter().filter(|cell| !before.contains(cell)).count()
                };
                self.mv == case.better
                    && self.other == case.worse
                    && !self.is_own
                    && new(&self.mv) == 0
                    && new(&self.other) > 0
                    && self.text("count") == new(&self.other).to_string()
            }
            _ => return None,
        })
    }

    /// What follows in the line.
    fn lines(&self) -> Option<bool> {
        let case = self.case;
        Some(match self.sentence.key {
            "pass" => {
                self.mv == case.better
                    && !self.is_own
                    && case.after(&self.mv).moves(!MINE).is_empty()
                    && !case.after(&case.worse).moves(!MINE).is_empty()
            }
            "pass-after" => case.answered(&self.mv).is_some_and(|(answer, grid)| {
                self.mv == case.worse
                    && self.is_own
                    && answer == self.text("reply")
                    && grid.moves(MINE).is_empty()
            }),
            "reply-mobility" => match (case.answered(&self.mv), case.answered(&self.other)) {
                (Some((reply, here)), Some((answer, there))) => {
                    let [here, there] = [here, there].map(|grid| grid.moves(MINE).len());
                    let is_more = if self.mv == case.better { here > there } else { there > here };
                    self.is_own
                        && is_more
                        && [self.text("reply"), self.text("answer")] == [reply, answer]
                        && [self.text("count"), self.text("others")]
                            == [here, there].map(|count| count.to_string())
                }
                _ => false,
            },
            "later-mobility" => {
                let plies = self.text("plies").parse::<usize>().unwrap_or_default();
                let [here, there] = [&self.mv, &self.other].map(|mv| case.moves_in_line(mv, plies));
                let is_more =
                    if (self.mv == case.better) == self.is_own { here > there } else { there > here };
                is_more
                    && (plies % 2 == 0) == self.is_own
                    && here.is_some_and(|count| self.text("count") == count.to_string())
                    && there.is_some_and(|count| self.text("others") == count.to_string())
            }
            _ => return None,
        })
    }

    /// Stable discs, regions, openings and results.
    fn endings(&self, rng: &mut Rng) -> Option<bool> {
        let case = self.case;
        Some(match self.sentence.key {
            "stable-discs" => {
                let said = [("count", &self.mv), ("others", &self.other)]
                    .map(|(key, mv)| (self.text(key).parse::<usize>().unwrap_or(99), case.after(mv)));
                let is_more =
                    if self.mv == case.better { said[0].0 > said[1].0 } else { said[1].0 > said[0].0 };
                self.is_own && is_more && said.iter().all(|(count, grid)| *count <= grid.unflipped(MINE, rng))
            }
            "parity" => {
                let [here, there] = [&self.mv, &self.other].map(|mv| case.after(mv).regions(!MINE));
                let odd = |mv: &str| {
                    let regions = case.after(mv).regions(!MINE);
                    let sizes =
                        regions.iter().filter_map(|region| region.split(' ').next()?.parse::<usize>().ok());
                    sizes.filter(|size| size % 2 == 1).count()
                };
                !self.is_own
                    && self.empties <= 20
                    && odd(&case.worse) > odd(&case.better)
                    && self.text("regions") == here.join(", ")
                    && self.text("others") == there.join(", ")
            }
            "wipe-out" => self.mv == case.worse && self.is_own && case.bounds[1].upper == -64,
            "opening-entered" => {
                let board = case.turn.board.play(cell_square(&self.mv)).expect("a legal move");
                let named =
                    Openings::shared().all().iter().find(|opening| opening.title() == self.text("name"));
                let is_so = named.is_some_and(|opening| {
                    Symmetry::all().any(|symmetry| opening.game().board().transformed(symmetry) == board)
                });
                self.mv == case.worse && self.is_own && is_so && self.empties > 40
            }
            "proven" => {
                let [before, after] =
                    ["before", "after"].map(|name| self.text(name).parse::<i32>().unwrap_or(99));
                let [position, worse] = case.bounds;
                let is_so = i32::from(position.lower) >= before && i32::from(worse.upper) <= after;
                self.mv == case.worse
                    && self.is_own
                    && before > after
                    && is_so
                    && case.is_solved(before, after)
            }
            _ => return None,
        })
    }
}

/// An argument of a sentence, as it is read.
fn text(sentence: &Sentence, name: &str) -> String {
    match sentence.args.get(name) {
        Some(Argument::Count(count)) => count.to_string(),
        Some(Argument::Text(text)) => text.clone(),
        Some(Argument::Sentence(_)) | None => String::new(),
    }
}
