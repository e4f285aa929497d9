//! The packed form of the weights: quantised, predicted from their neighbours, range-coded into characters.
//!
//! [`walk`] visits all weights in one order and with one set of adaptive probabilities; the bot runs it over
//! a [`Decoder`], the trainer over an encoder that chooses the differences.

use super::coder::{character, digit, Chance, Coder, Decoder, RADIX};
use super::patterns::{mirrored_contents, Pattern, CONTENTS, MAX_SQUARES, OFFSETS, PATTERNS};
use super::{Learned, KNOTS, PLIES, WEIGHTS_A_DISC};

/// Quantised weights: for all contents of all patterns, knot by knot, in units of the steps.
pub struct Quantised {
    /// Units of 1/[`WEIGHTS_A_DISC`] disc in a step.
    pub step: i16,
    /// Each [`CONTENTS`] long.
    pub knots: [Vec<i16>; KNOTS],
}

/// Carries the differences between weights and their expectations one way or the other.
pub trait Carrier {
    /// Reads or writes a difference: the decoder's answer is what it reads, the encoder chooses the
    /// difference between the weight of these contents at this knot and `expected`, and writes it.
    fn carry(
        &mut self,
        probabilities: &mut Chances,
        context: Context,
        place: (usize, usize),
        expected: i32,
    ) -> i32;
}

impl Carrier for Decoder<'_> {
    fn carry(&mut self, probabilities: &mut Chances, context: Context, _: (usize, usize), _: i32) -> i32 {
        probabilities.difference(self, context, 0)
    }
}

/// The order in which knots are coded: the middle of the game first, from which the others are predicted.
const KNOT_ORDER: [usize; KNOTS] = [1, 2, 3, 0];

/// Classes of how large differences are expected to be.
const ACTIVITIES: usize = 16;

/// The largest weight in steps: its products fit their types.
const MOST_STEPS: i32 = 255;

/// The largest difference without an escape.
const LARGEST: usize = 14;

/// Combinations of related weights that were surprises or not.
const SURPRISES: usize = 48;

/// What the chances of a difference depend on.
#[derive(Clone, Copy)]
pub struct Context {
    /// How far off the expectation may be.
    activity: usize,
    /// Whether rounding the expectation has gone up (0), hardly anywhere (1) or down (2).
    lean: usize,
    /// Which related weights were not as expected; those of contents that hardly ever occur are as expected.
    surprises: usize,
}

/// The adaptive probabilities of one knot.
pub struct Chances {
    zero: [[[Chance; SURPRISES]; 3]; ACTIVITIES],
    negative: [[Chance; 3]; ACTIVITIES],
    more: [[Chance; LARGEST]; ACTIVITIES],
    escape: [Chance; 16],
}

impl Chances {
    const NEW: Self = Self {
        zero: [[[Chance::EVEN; SURPRISES]; 3]; ACTIVITIES],
        negative: [[Chance::EVEN; 3]; ACTIVITIES],
        more: [[Chance::EVEN; LARGEST]; ACTIVITIES],
        escape: [Chance::EVEN; 16],
    };

    /// Codes a difference in a context.
    pub fn difference<C: Coder>(&mut self, coder: &mut C, context: Context, value: i32) -> i32 {
        let Context { activity, lean, surprises } = context;
        if coder.bit(&mut self.zero[activity][lean][surprises], value == 0) {
            return 0;
        }
        let negative = coder.bit(&mut self.negative[activity][lean], value < 0);
        let target = value.unsigned_abs() as usize;
        let mut size = 1;
        while size <= LARGEST && coder.bit(&mut self.more[activity][size - 1], target > size) {
            size += 1;
        }
        if size > LARGEST {
            let mut beyond = 0;
            for (place, chance) in self.escape.iter_mut().enumerate().take(10) {
                let bit = target.saturating_sub(LARGEST + 1) >> place & 1 == 1;
                beyond |= usize::from(coder.bit(chance, bit)) << place;
            }
            size += beyond;
        }
        if negative {
            -(size as i32)
        } else {
            size as i32
        }
    }

    /// What a difference would cost, in bits.
    pub fn cost(&self, Context { activity, lean, surprises }: Context, value: i32) -> f32 {
        let bits = |chance: &Chance, bit: bool| {
            let one = chance.one() as f32 / 65_536.0;
            -(if bit { one } else { 1.0 - one }).log2()
        };
        let mut cost = bits(&self.zero[activity][lean][surprises], value == 0);
        if value != 0 {
            cost += bits(&self.negative[activity][lean], value < 0);
            let target = value.unsigned_abs() as usize;
            for size in 1..=LARGEST.min(target) {
                cost += bits(&self.more[activity][size - 1], target > size);
            }
            if target > LARGEST {
                cost += 10.0;
            }
        }
        cost
    }
}

/// Visits all weights: each is predicted from those before it, and the difference is coded.
pub fn walk<C: Carrier>(carrier: &mut C, quantised: &mut Quantised) {
    let mut chances = [Chances::NEW; KNOTS];
    for (pattern, offset) in PATTERNS.iter().zip(OFFSETS) {
        walk_pattern(carrier, quantised, (pattern, offset), &mut chances);
    }
    walk_moves(carrier, quantised);
}

/// The weights of numbers of moves, each predicted from the number before it.
fn walk_moves<C: Carrier>(carrier: &mut C, quantised: &mut Quantised) {
    const CONTEXT: Context = Context { activity: 0, lean: 1, surprises: 0 };
    let mut chances = Chances::NEW;
    for (knot, table) in quantised.knots.iter_mut().enumerate() {
        let mut before = 0;
        for (contents, weight) in table.iter_mut().enumerate().skip(OFFSETS[PATTERNS.len()]) {
            before += carrier.carry(&mut chances, CONTEXT, (contents, knot), before);
            before = before.clamp(-MOST_STEPS, MOST_STEPS);
            *weight = before as i16;
        }
    }
}

fn walk_pattern<C: Carrier>(
    carrier: &mut C,
    quantised: &mut Quantised,
    (pattern, offset): (&Pattern, usize),
    chances: &mut [Chances; KNOTS],
) {
    let mirrored = mirrored_contents(pattern);
    let mut digits = [0u8; MAX_SQUARES];
    // Whether the weight was not as expected, a byte for each knot in the order of coding, so that additions
    // count.
    let mut surprised = vec![0u32; pattern.contents()];
    for contents in 0..pattern.contents() {
        let mirror = usize::from(mirrored[contents]);
        if contents <= mirror {
            let neighbours = Neighbours::of(pattern, contents, &digits, &mirrored, &surprised);
            let mut others = [0; KNOTS];
            let mut surprises = 0;
            for (number, &knot) in KNOT_ORDER.iter().enumerate() {
                let table = &mut quantised.knots[knot][offset..offset + pattern.contents()];
                let Expectation { value: expected, context } =
                    neighbours.expect(table, number, others, surprises);
                let place = (offset + contents, knot);
                let difference = carrier.carry(&mut chances[number], context, place, expected);
                let value = expected + difference;
                surprises |= u32::from(difference != 0) << (8 * number);
                table[contents] = value.clamp(-MOST_STEPS, MOST_STEPS) as i16;
                table[mirror] = table[contents];
                others[number] = value;
            }
            surprised[contents] = surprises;
            surprised[mirror] = surprises;
        }
        // The next contents: the last digit is the lowest.
        for digit in (0..pattern.len()).rev() {
            digits[digit] = (digits[digit] + 1) % 3;
            if digits[digit] != 0 {
                break;
            }
        }
    }
}

/// Weights that are known before others and resemble them.
struct Neighbours {
    /// The contents with one disc taken away, for each disc.
    emptier: [usize; MAX_SQUARES],
    count: usize,
    /// The contents with the sides exchanged, worth about as much to the other side; `None` if not known yet.
    exchanged: Option<usize>,
    /// How many of the emptier ones were surprises, in a byte for each knot in the order of coding.
    emptier_surprises: u32,
    /// Whether the exchanged one was, likewise.
    exchanged_surprises: u32,
}

/// What is expected of a weight.
struct Expectation {
    /// Rounded.
    value: i32,
    context: Context,
}

impl Neighbours {
    #[inline(always)]
    fn of(
        pattern: &Pattern,
        contents: usize,
        digits: &[u8; MAX_SQUARES],
        mirrored: &[u16],
        surprised: &[u32],
    ) -> Self {
        let mut neighbours = Self {
            emptier: [0; MAX_SQUARES],
            count: 0,
            exchanged: None,
            emptier_surprises: 0,
            exchanged_surprises: 0,
        };
        let (mut place, mut exchanged) = (1, 0);
        for digit in (0..pattern.len()).rev() {
            let value = usize::from(digits[digit]);
            if value != 0 {
                let emptier = contents - value * place;
                neighbours.emptier[neighbours.count] = emptier;
                neighbours.emptier_surprises += surprised[emptier];
                neighbours.count += 1;
                exchanged += (3 - value) * place;
            }
            place *= 3;
        }
        if exchanged.min(usize::from(mirrored[exchanged])) < contents {
            neighbours.exchanged = Some(exchanged);
            neighbours.exchanged_surprises = surprised[exchanged];
        }
        neighbours
    }

    /// The combination of related weights that were surprises, for the knot with this number in the order of
    /// coding; `own` are the knots before it.
    #[inline(always)]
    fn surprises(&self, number: usize, own: u32) -> usize {
        let at_knot = |counts: u32| (counts >> (8 * number)) as usize & 255;
        let emptier = 8 * at_knot(self.emptier_surprises) / (self.count + 1);
        own.count_ones().min(2) as usize + 3 * at_knot(self.exchanged_surprises) + 6 * emptier
    }

    /// What is expected at the knot with this number in the order of coding. `table` holds its weights,
    /// `others` this contents' weights at the knots that come before, 0 if none, and `surprises` which of
    /// these were surprises.
    #[inline(always)]
    fn expect(&self, table: &[i16], number: usize, others: [i32; KNOTS], surprises: u32) -> Expectation {
        let coefficients = &COEFFICIENTS[number];
        let (mut sum, mut size) = (0, 0);
        for &contents in &self.emptier[..self.count] {
            let weight = i32::from(table[contents]);
            sum += weight;
            size += weight.abs();
        }
        let count = self.count.max(1) as i32;
        let (mean, mean_size) = (16 * sum / count, 16 * size / count);
        let (shares, opposite) = match self.exchanged {
            Some(exchanged) => (&coefficients[1], -i32::from(table[exchanged])),
            None => (&coefficients[0], 0),
        };
        // In 256ths.
        let same = shares[2] * others[0] + shares[3] * others[1] + shares[4] * others[2];
        let value = 16 * (shares[0] * opposite + same) + shares[1] * mean;
        let rounded = (value + 128) >> 8;
        let rest = value - 256 * rounded;
        let size_of_others: i32 = others.iter().map(|other| other.abs()).sum();
        let spread = match self.exchanged {
            Some(_) => mean_size + 12 * opposite.abs() + 4 * size_of_others,
            None => mean_size + 7 * size_of_others,
        };
        let activity = (i32::BITS - spread.leading_zeros()).min(8) as usize - usize::from(spread > 128);
        let fine = if self.exchanged.is_some() { 8 } else { 0 };
        Expectation {
            value: rounded,
            context: Context {
                activity: activity.min(7) + fine,
                lean: usize::from(rest > -48) + usize::from(rest > 48),
                surprises: self.surprises(number, surprises),
            },
        }
    }
}

/// Shares, in 16ths, of: the exchanged contents' weight with its sign turned, the mean of the emptier ones,
/// this contents' weights at the knots coded before; first without and then with the exchanged one.
type Coefficients = [[i32; 5]; 2];

/// For the knots in the order of coding; found by least squares over fitted weights.
const COEFFICIENTS: [Coefficients; KNOTS] = [
    [[0, 20, 0, 0, 0], [10, 7, 0, 0, 0]],
    [[0, 6, 8, 0, 0], [7, 2, 5, 0, 0]],
    [[0, 3, -2, 8, 0], [11, 2, -2, 4, 0]],
    [[0, 3, 10, 0, 0], [11, 3, 3, 1, 0]],
];

/// The digit of a 0 where a digit stands for a number with a sign.
const ZERO: i32 = RADIX as i32 / 2;

/// The last characters: the step, then what the turns are worth, one digit each.
pub fn tail(step: i16, turns: &[i16; PLIES]) -> String {
    let numbers = std::iter::once(step).chain(turns.iter().copied());
    numbers.filter_map(|number| character((ZERO + i32::from(number)) as u32)).collect()
}

/// Unpacks what was learned.
pub fn unpack(text: &str) -> Learned {
    let mut tail = [0i16; 1 + PLIES];
    for (number, character) in tail.iter_mut().rev().zip(text.chars().rev()) {
        *number = digit(character).map_or(0, |digit| digit as i32 - ZERO) as i16;
    }
    let step = tail[0].clamp(1, 4 * WEIGHTS_A_DISC as i16);
    let mut turns = [0; PLIES];
    turns.copy_from_slice(&tail[1..]);
    let mut quantised = Quantised::zero(step);
    walk(&mut Decoder::new(text), &mut quantised);
    for weight in quantised.knots.iter_mut().flatten() {
        *weight *= step;
    }
    Learned { knots: quantised.knots, turns }
}

impl Quantised {
    /// No weights but zeros.
    pub fn zero(step: i16) -> Self {
        Self { step, knots: std::array::from_fn(|_| vec![0; CONTENTS]) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_weights_are_of_the_alphabet() {
        assert!(super::super::weights::WEIGHTS.chars().all(|character| digit(character).is_some()));
    }

    #[test]
    fn the_tail_holds_step_and_turns() {
        let turns = std::array::from_fn(|ply| 100 * ply as i16 - 3000);
        let learned = unpack(&tail(7, &turns));
        assert_eq!(learned.turns, turns);
    }

    #[test]
    fn nonsense_unpacks_to_some_weights() {
        for text in ["", "a", "\u{d7ff}\u{fdcf}\u{fdcf}\u{fdcf}\u{fdcf}", &"\u{fdcf}".repeat(5000)] {
            let learned = unpack(text);
            assert_eq!(learned.knots[0].len(), CONTENTS);
        }
    }
}
