//! What speaks for one of two moves.

use outflank::bits::Squares;
use outflank::board::{Board, Move};
use outflank::bounds::Bounds;
use outflank::game::Color;
use outflank::square::{Square, SquareClass};

use super::features::{are_on_one_edge, Features};
use super::{lines, stage};
use crate::sentence::Sentence;

/// The largest number of sentences about a move.
const MAX_SENTENCES: usize = 3;

/// The least strength of a sentence that is made beside others, in discs, roughly.
const WEAKEST: f32 = 1.0;

/// The last ply of the expected lines after which moves are counted.
const LATER: usize = 8;

/// Strength of a forced pass beside the count of moves, in discs, roughly.
const FORCED_PASS: f32 = 4.0;

/// Two moves of a position, of which the search values one higher.
#[derive(Clone, Copy, Debug)]
pub struct Comparison<'a> {
    /// The position.
    pub board: Board,
    /// The side to move.
    pub color: Color,
    /// The move that the search values less.
    pub worse: Square,
    /// The move that it values more.
    pub better: Square,
    /// What is expected from the worse move on; may be empty.
    pub worse_line: &'a [Move],
    /// What is expected from the better move on; may be empty.
    pub better_line: &'a [Move],
    /// What is proven of the worse move.
    pub worse_bounds: Bounds,
    /// What is proven of the better move or of the position.
    pub better_bounds: Bounds,
}

/// The move that is spoken of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Subject {
    Worse,
    Better,
}

/// Sentences with the strength by which each speaks for the better move, in discs, roughly.
struct Sayings<'a> {
    comparison: &'a Comparison<'a>,
    subject: Subject,
    worse: Features,
    better: Features,
    found: Vec<(f32, Sentence)>,
}

impl Comparison<'_> {
    /// Why the worse move is worse, the strongest reason first.
    pub fn against(&self) -> Vec<Sentence> {
        self.sentences(Subject::Worse)
    }

    /// Why the better move is better, the strongest reason first.
    pub fn in_favour(&self) -> Vec<Sentence> {
        self.sentences(Subject::Better)
    }

    fn sentences(&self, subject: Subject) -> Vec<Sentence> {
        let features = |square| Features::after(self.board, square);
        let (Some(worse), Some(better)) = (features(self.worse), features(self.better)) else {
            return Vec::new();
        };
        let mut sayings = Sayings { comparison: self, subject, worse, better, found: Vec::new() };
        sayings.corners();
        sayings.near_corners();
        sayings.edges();
        sayings.mobility();
        sayings.answers();
        sayings.lines();
        sayings.discs();
        sayings.parity();
        sayings.proofs();
        strongest(sayings.found)
    }
}

/// The strongest sentences; where all are weak, one.
fn strongest(mut found: Vec<(f32, Sentence)>) -> Vec<Sentence> {
    found.retain(|&(strength, _)| strength > 0.0);
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    let strong = found.iter().take_while(|(strength, _)| *strength >= WEAKEST).count();
    found.truncate(strong.clamp(1, MAX_SENTENCES));
    found.into_iter().map(|(_, sentence)| sentence).collect()
}

impl Sayings<'_> {
    /// Adds a sentence that speaks for the better move by `strength`.
    fn say(&mut self, strength: f32, sentence: Sentence) {
        self.found.push((strength, sentence));
    }

    fn own(&self, key: &'static str) -> Sentence {
        Sentence::new(key).of(self.comparison.color)
    }

    fn opponents(&self, key: &'static str) -> Sentence {
        Sentence::new(key).of(self.comparison.color.opposite())
    }

    /// A sentence with a count of both moves, the one that is spoken of first.
    fn counts(&self, sentence: Sentence, worse: u32, better: u32) -> Sentence {
        let Comparison { worse: bad, better: good, .. } = *self.comparison;
        let (mv, count, other, others) = match self.subject {
            Subject::Worse => (bad, worse, good, better),
            Subject::Better => (good, better, bad, worse),
        };
        sentence.with("move", mv).with("count", count).with("other", other).with("others", others)
    }

    fn corners(&mut self) {
        let Comparison { board, worse, better, worse_line, better_line, .. } = *self.comparison;
        if self.better.takes_corner && !self.worse.takes_corner {
            let sentence = match self.subject {
                Subject::Worse => self.own("corner-missed").with("other", better),
                Subject::Better => self.own("corner-taken").with("move", better),
            };
            self.say(8.0, sentence);
        }
        // A corner that both moves leave open speaks against neither, nor does one that the opponent is not
        // expected to take.
        let given = self.worse.open_corners & !self.better.open_corners;
        let at_once = Squares(given)
            .find(|&corner| worse_line.len() < 2 || lines::loses(board, worse_line, corner))
            .map(|corner| (corner, "now", 9.0));
        let later = || {
            let is_lost = |&corner: &Square| {
                lines::loses(board, worse_line, corner) && !lines::loses(board, better_line, corner)
            };
            let may_fall = outflank::bits::CORNERS & !self.worse.open_corners & !self.better.open_corners;
            let is_known = better_line.len() > 1;
            Squares(may_fall).filter(|_| is_known).find(is_lost).map(|corner| (corner, "line", 6.0))
        };
        if let Some((corner, falls, strength)) = at_once.or_else(later) {
            let sentence = self.opponents("corner-given").with("move", worse).with("corner", corner);
            self.say(strength, sentence.with("falls", falls));
        }
    }

    /// X- and C-squares of empty corners.
    fn near_corners(&mut self) {
        let Comparison { board, worse, worse_line, .. } = *self.comparison;
        let Some((corner, class)) = self.worse.near_corner else { return };
        if self.better.near_corner.is_some_and(|(_, better)| better == class) {
            return;
        }
        let falls = match () {
            () if self.worse.open_corners & corner.bit() != 0 => "now",
            () if lines::loses(board, worse_line, corner) => "line",
            () => "no",
        };
        let (key, strength) = if class == SquareClass::X { ("x-square", 4.0) } else { ("c-square", 2.0) };
        let sentence = self.opponents(key).with("move", worse).with("corner", corner);
        self.say(strength, sentence.with("falls", falls));
    }

    fn edges(&mut self) {
        let Comparison { board, worse, better, .. } = *self.comparison;
        let kind = match worse.class() {
            SquareClass::A => Some("a"),
            SquareClass::B => Some("b"),
            _ => None,
        };
        let is_inside =
            !matches!(better.class(), SquareClass::A | SquareClass::B | SquareClass::C | SquareClass::Corner);
        if let (Some(kind), true, "opening") = (kind, is_inside, stage(board)) {
            let sentence = self.own("edge-early").with("move", worse).with("kind", kind);
            self.say(1.5, sentence);
        }
        if kind == Some("b") && better.class() == SquareClass::A && are_on_one_edge(worse, better) {
            let sentence = self.own("b-square").with("move", worse).with("other", better);
            self.say(1.2, sentence);
        }
        if self.worse.unbalanced_edges > self.better.unbalanced_edges {
            let sentence = self.own("unbalanced-edge").with("move", worse);
            self.say(2.0, sentence);
        }
        if self.better.is_wedge && !self.worse.is_wedge {
            let sentence = self.opponents("wedge").with("move", better);
            self.say(3.0, sentence);
        }
        if let (Some(hole), 0) = (Squares(self.worse.holes).next(), self.better.holes) {
            let sentence = self.opponents("hole").with("move", worse).with("hole", hole);
            self.say(3.0, sentence);
        }
    }

    /// Counts of moves. Mobility decides the midgame; near the end few moves are left to be counted.
    fn mobility(&mut self) {
        let Comparison { board, better, .. } = *self.comparison;
        let empties = board.empty_count();
        let weight = if empties >= 12 { 1.0 } else { 0.5 };
        let more = |a: u32, b: u32| a as f32 - b as f32;
        let (worse, better_count) = (self.worse.opponent_moves, self.better.opponent_moves);
        let strength = 0.7 * weight * more(worse, better_count);
        if worse > 0 && better_count == 0 {
            let sentence = self.opponents("pass").with("move", better);
            self.say(strength + FORCED_PASS, sentence);
        } else {
            let sentence = self.counts(self.opponents("mobility"), worse, better_count);
            self.say(strength, sentence);
        }
        let (worse, better_count) = (self.worse.own_moves, self.better.own_moves);
        let sentence = self.counts(self.own("own-mobility"), worse, better_count);
        self.say(0.35 * weight * more(better_count, worse), sentence);
        if empties < 16 {
            return;
        }
        let (worse, better_count) = (self.worse.opponent_potential, self.better.opponent_potential);
        let sentence = self.counts(self.opponents("potential-mobility"), worse, better_count);
        self.say(0.25 * more(worse, better_count), sentence);
        let (worse, better_count) = (self.worse.own_potential, self.better.own_potential);
        let sentence = self.counts(self.own("potential-mobility"), worse, better_count);
        self.say(0.15 * more(better_count, worse), sentence);
        let (worse, better_count) = (self.worse.frontier, self.better.frontier);
        let sentence = self.counts(self.own("frontier"), worse, better_count);
        self.say(0.3 * more(worse, better_count), sentence);
        self.quiet_moves(board, better);
    }

    /// Moves that open nothing to the opponent.
    fn quiet_moves(&mut self, board: Board, better: Square) {
        let other = self.comparison.worse;
        let new = self.worse.new_moves;
        if self.better.new_moves == 0 && new > 0 {
            let sentence = self.opponents("tempo").with("move", better).with("other", other);
            self.say(0.8 * new.min(3) as f32, sentence.with("count", new));
        }
        let flips = self.worse.frontier_flips;
        if self.better.frontier_flips == 0 && flips > 0 {
            let sentence = self.own("quiet-move").with("move", better).with("other", other);
            self.say(1.0 + 0.3 * flips as f32, sentence.with("count", flips));
        }
        let (worse, better_flips) = (self.worse.flips, self.better.flips);
        if stage(board) != "end" && worse >= better_flips + 2 {
            let sentence = self.counts(self.own("many-discs"), worse, better_flips);
            self.say(0.35 * (worse - better_flips) as f32, sentence.with("stage", stage(board)));
        }
    }

    /// One's own moves after the expected answers.
    fn answers(&mut self) {
        let Comparison { board, worse, worse_line, better_line, color, .. } = *self.comparison;
        let Some((reply, worse_moves)) = lines::answer(board, worse_line) else { return };
        if worse_moves == 0 {
            let sentence = self.own("pass-after").with("move", worse).with("reply", reply);
            let is_forced_anyway = lines::answer(board, better_line).is_none_or(|(_, moves)| moves == 0);
            self.say(if is_forced_anyway { 0.0 } else { FORCED_PASS }, sentence);
            return;
        }
        let Some((answer, better_moves)) = lines::answer(board, better_line) else { return };
        let sentence = self.counts(Sentence::new("reply-mobility").of(color), worse_moves, better_moves);
        let (first, second) = match self.subject {
            Subject::Worse => (reply, answer),
            Subject::Better => (answer, reply),
        };
        let strength = 0.35 * (better_moves as f32 - worse_moves as f32);
        self.say(strength, sentence.with("reply", first).with("answer", second));
    }

    /// The moves of either side some plies later in the expected lines, where they differ most: for moves of
    /// which nothing can be said at once.
    fn lines(&mut self) {
        let Comparison { board, worse_line, better_line, color, .. } = *self.comparison;
        let later = (3..=LATER).filter_map(|plies| {
            let count = |line| lines::moves_after(board, line, plies);
            Some((plies, count(worse_line)?, count(better_line)?))
        });
        // After an even number of plies it is one's own turn.
        let gain = |&(plies, worse, better): &(usize, u32, u32)| {
            let more = better as i32 - worse as i32;
            if plies % 2 == 0 {
                more
            } else {
                -more
            }
        };
        let Some(found) = later.max_by_key(gain) else { return };
        let (plies, worse, better) = found;
        let side = if plies % 2 == 0 { color } else { color.opposite() };
        let sentence = self.counts(Sentence::new("later-mobility").of(side), worse, better);
        self.say((0.05 * gain(&found) as f32).min(0.5), sentence.with("plies", plies as u32));
    }

    fn discs(&mut self) {
        let (worse, better) = (self.worse.stable, self.better.stable);
        let sentence = self.counts(self.own("stable-discs"), worse, better);
        self.say(0.8 * (better as f32 - worse as f32), sentence);
    }

    /// Odd regions in which the opponent can play.
    fn parity(&mut self) {
        let Comparison { board, worse, better, .. } = *self.comparison;
        let (bad, good) = (self.worse.odd_regions(), self.better.odd_regions());
        if stage(board) != "end" || self.better.regions.is_empty() {
            return;
        }
        let regions = |features: &Features| {
            let names = features.regions.iter().map(|(square, size)| format!("{size} ({square})"));
            names.collect::<Vec<_>>().join(", ")
        };
        let (worse_regions, better_regions) = (regions(&self.worse), regions(&self.better));
        let (mv, regions, other, others) = match self.subject {
            Subject::Worse => (worse, worse_regions, better, better_regions),
            Subject::Better => (better, better_regions, worse, worse_regions),
        };
        let sentence = self.opponents("parity").with("move", mv).with("regions", regions);
        let strength = 1.5 * (bad as f32 - good as f32);
        self.say(strength, sentence.with("other", other).with("others", others));
    }

    /// What is proven: the loss of all discs, and where nothing else is known, the scores.
    fn proofs(&mut self) {
        let Comparison { worse, worse_bounds, better_bounds, .. } = *self.comparison;
        if worse_bounds.upper == -64 && better_bounds.lower > -64 {
            let sentence = self.own("wipe-out").with("move", worse);
            self.say(64.0, sentence);
        }
        if worse_bounds.upper < better_bounds.lower {
            let sentence = self
                .own("proven")
                .with("move", worse)
                .with("before", format!("{:+}", better_bounds.lower))
                .with("after", format!("{:+}", worse_bounds.upper));
            self.say(0.01, sentence);
        }
    }
}
