//! What speaks for one of two moves.

use outflank::bits::Squares;
use outflank::board::{Board, Move};
use outflank::bounds::Bounds;
use outflank::game::Color;
use outflank::square::{Square, SquareClass};

use super::features::{are_on_one_edge, stage, Features};
use super::lines;
use crate::search::MoveReport;
use crate::sentence::{Argument, Sentence};

/// The largest number of sentences about a move.
const MAX_SENTENCES: usize = 3;

/// The least strength of a sentence that is made beside others, in discs, roughly.
const WEAKEST: f32 = 1.0;

/// The last ply of the expected lines after which moves are counted.
const LATER: usize = 8;

/// Strength of a forced pass beside the count of moves, in discs, roughly.
const FORCED_PASS: f32 = 4.0;

/// A move that is compared with another.
#[derive(Clone, Copy, Debug)]
pub struct ComparedMove<'a> {
    /// The move.
    pub square: Square,
    /// What is expected from it on; may be empty.
    pub line: &'a [Move],
    /// What is proven of it, or of the position if it is the best.
    pub bounds: Bounds,
}

impl<'a> ComparedMove<'a> {
    /// A move as the search reports it; `None` for a pass.
    pub(super) fn of(entry: &'a MoveReport) -> Option<Self> {
        Some(Self { square: entry.mv.square()?, line: &entry.line, bounds: entry.bounds })
    }
}

/// Two moves of a position, of which the search values one higher.
#[derive(Clone, Copy, Debug)]
pub struct Comparison<'a> {
    /// The position.
    pub board: Board,
    /// The side to move.
    pub color: Color,
    /// The move that the search values less.
    pub worse: ComparedMove<'a>,
    /// The move that it values more.
    pub better: ComparedMove<'a>,
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
        let (Some(worse), Some(better)) = (features(self.worse.square), features(self.better.square)) else {
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

    /// A sentence with something of both moves, that of the one that is spoken of first.
    fn both<A: Into<Argument>>(
        &self,
        sentence: Sentence,
        name: &'static str,
        [worse, better]: [A; 2],
    ) -> Sentence {
        let Comparison { worse: bad, better: good, .. } = self.comparison;
        let (mv, first, other, second) = match self.subject {
            Subject::Worse => (bad, worse, good, better),
            Subject::Better => (good, better, bad, worse),
        };
        sentence.with("move", mv.square).with(name, first).with("other", other.square).with("others", second)
    }

    /// Adds a count of both moves, of which each that the better one has more speaks for it by `weight`.
    fn count(&mut self, weight: f32, sentence: Sentence, of: fn(&Features) -> u32) {
        let [worse, better] = [&self.worse, &self.better].map(of);
        let sentence = self.both(sentence, "count", [worse, better]);
        self.say(weight * (better as f32 - worse as f32), sentence);
    }

    fn corners(&mut self) {
        let Comparison { board, worse, better, .. } = *self.comparison;
        if self.better.takes_corner && !self.worse.takes_corner {
            let sentence = match self.subject {
                Subject::Worse => self.own("corner-missed").with("other", better.square),
                Subject::Better => self.own("corner-taken").with("move", better.square),
            };
            self.say(8.0, sentence);
        }
        // A corner that both moves leave open speaks against neither, nor does one that the opponent is not
        // expected to take.
        let given = self.worse.open_corners & !self.better.open_corners;
        let at_once = Squares(given)
            .find(|&corner| worse.line.len() < 2 || lines::loses(board, worse.line, corner))
            .map(|corner| (corner, "now", 9.0));
        let later = || {
            let is_lost = |&corner: &Square| {
                lines::loses(board, worse.line, corner) && !lines::loses(board, better.line, corner)
            };
            let may_fall = outflank::bits::CORNERS & !self.worse.open_corners & !self.better.open_corners;
            let is_known = better.line.len() > 1;
            Squares(may_fall).filter(|_| is_known).find(is_lost).map(|corner| (corner, "line", 6.0))
        };
        if let Some((corner, falls, strength)) = at_once.or_else(later) {
            let sentence = self.opponents("corner-given").with("move", worse.square).with("corner", corner);
            self.say(strength, sentence.with("falls", falls));
        }
    }

    /// X- and C-squares of empty corners.
    fn near_corners(&mut self) {
        let Comparison { board, worse, .. } = *self.comparison;
        let Some((corner, class)) = self.worse.near_corner else { return };
        if self.better.near_corner.is_some_and(|(_, better)| better == class) {
            return;
        }
        let falls = match () {
            () if self.worse.open_corners & corner.bit() != 0 => "now",
            () if lines::loses(board, worse.line, corner) => "line",
            () => "no",
        };
        let (key, strength) = if class == SquareClass::X { ("x-square", 4.0) } else { ("c-square", 2.0) };
        let sentence = self.opponents(key).with("move", worse.square).with("corner", corner);
        self.say(strength, sentence.with("falls", falls));
    }

    fn edges(&mut self) {
        let [worse, better] = [self.comparison.worse.square, self.comparison.better.square];
        let kind = match worse.class() {
            SquareClass::A => Some("a"),
            SquareClass::B => Some("b"),
            _ => None,
        };
        let is_inside =
            !matches!(better.class(), SquareClass::A | SquareClass::B | SquareClass::C | SquareClass::Corner);
        if let (Some(kind), true, "opening") = (kind, is_inside, stage(self.comparison.board)) {
            self.say(1.5, self.own("edge-early").with("move", worse).with("kind", kind));
        }
        if kind == Some("b") && better.class() == SquareClass::A && are_on_one_edge(worse, better) {
            self.say(1.2, self.own("b-square").with("move", worse).with("other", better));
        }
        if self.worse.unbalanced_edges > self.better.unbalanced_edges {
            self.say(2.0, self.own("unbalanced-edge").with("move", worse));
        }
        if self.better.is_wedge && !self.worse.is_wedge {
            self.say(3.0, self.opponents("wedge").with("move", better));
        }
        if let (Some(hole), 0) = (Squares(self.worse.holes).next(), self.better.holes) {
            self.say(3.0, self.opponents("hole").with("move", worse).with("hole", hole));
        }
    }

    /// Counts of moves. Mobility decides the midgame; near the end few moves are left to be counted.
    fn mobility(&mut self) {
        let empties = self.comparison.board.empty_count();
        let weight = if empties >= 12 { 1.0 } else { 0.5 };
        if self.worse.opponent_moves > 0 && self.better.opponent_moves == 0 {
            let strength = 0.7 * weight * self.worse.opponent_moves as f32;
            let sentence = self.opponents("pass").with("move", self.comparison.better.square);
            self.say(strength + FORCED_PASS, sentence);
        } else {
            self.count(-0.7 * weight, self.opponents("mobility"), |move_of| move_of.opponent_moves);
        }
        self.count(0.35 * weight, self.own("own-mobility"), |move_of| move_of.own_moves);
        if empties >= 16 {
            self.count(-0.25, self.opponents("potential-mobility"), |move_of| move_of.opponent_potential);
            self.count(0.15, self.own("potential-mobility"), |move_of| move_of.own_potential);
            self.count(-0.3, self.own("frontier"), |move_of| move_of.frontier);
            self.quiet_moves();
        }
    }

    /// Moves that open nothing to the opponent.
    fn quiet_moves(&mut self) {
        let Comparison { board, worse, better, .. } = *self.comparison;
        let new = self.worse.new_moves;
        if self.better.new_moves == 0 && new > 0 {
            let sentence = self.opponents("tempo").with("move", better.square).with("other", worse.square);
            self.say(0.8 * new.min(3) as f32, sentence.with("count", new));
        }
        let flips = self.worse.frontier_flips;
        if self.better.frontier_flips == 0 && flips > 0 {
            let sentence = self.own("quiet-move").with("move", better.square).with("other", worse.square);
            self.say(1.0 + 0.3 * flips as f32, sentence.with("count", flips));
        }
        if stage(board) != "end" && self.worse.flips >= self.better.flips + 2 {
            let sentence = self.own("many-discs").with("stage", stage(board));
            self.count(-0.35, sentence, |move_of| move_of.flips);
        }
    }

    /// One's own moves after the expected answers.
    fn answers(&mut self) {
        let Comparison { board, worse, better, .. } = *self.comparison;
        let Some((reply, worse_moves)) = lines::answer(board, worse.line) else { return };
        let answered = lines::answer(board, better.line);
        if worse_moves == 0 {
            let sentence = self.own("pass-after").with("move", worse.square).with("reply", reply);
            let is_forced_anyway = answered.is_none_or(|(_, moves)| moves == 0);
            self.say(if is_forced_anyway { 0.0 } else { FORCED_PASS }, sentence);
            return;
        }
        let Some((answer, better_moves)) = answered else { return };
        let sentence = self.both(self.own("reply-mobility"), "count", [worse_moves, better_moves]);
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
        let Comparison { board, worse, better, .. } = *self.comparison;
        // After an even number of plies it is one's own turn.
        let is_own = |plies: usize| plies.is_multiple_of(2);
        let later = (3..=LATER).filter_map(|plies| {
            let count = |line| lines::moves_after(board, line, plies);
            let counts = [count(worse.line)?, count(better.line)?];
            let more = counts[1] as i32 - counts[0] as i32;
            Some((if is_own(plies) { more } else { -more }, plies, counts))
        });
        let Some((gain, plies, counts)) = later.max_by_key(|&(gain, ..)| gain) else { return };
        let color = self.comparison.color;
        let side = if is_own(plies) { color } else { color.opposite() };
        let sentence = Sentence::new("later-mobility").of(side);
        let sentence = self.both(sentence, "count", counts);
        self.say((0.05 * gain as f32).min(0.5), sentence.with("plies", plies as u32));
    }

    fn discs(&mut self) {
        self.count(0.8, self.own("stable-discs"), |move_of| move_of.stable);
    }

    /// Odd regions in which the opponent can play.
    fn parity(&mut self) {
        if stage(self.comparison.board) != "end" || self.better.regions.is_empty() {
            return;
        }
        let regions = |features: &Features| {
            let names = features.regions.iter().map(|(square, size)| format!("{size} ({square})"));
            names.collect::<Vec<_>>().join(", ")
        };
        let both = [&self.worse, &self.better];
        let sentence = self.both(self.opponents("parity"), "regions", both.map(regions));
        let [bad, good] = both.map(Features::odd_regions);
        self.say(1.5 * (bad as f32 - good as f32), sentence);
    }

    /// What is proven: the loss of all discs, and where nothing else is known, the scores.
    fn proofs(&mut self) {
        let Comparison { worse, better, .. } = *self.comparison;
        let (after, before) = (worse.bounds.upper, better.bounds.lower);
        if after == -64 && before > -64 {
            self.say(64.0, self.own("wipe-out").with("move", worse.square));
        }
        if after < before {
            let sentence = self.own("proven").with("move", worse.square);
            self.say(
                0.01,
                sentence.with("before", format!("{before:+}")).with("after", format!("{after:+}")),
            );
        }
    }
}
