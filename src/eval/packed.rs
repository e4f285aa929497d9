//! The packed form of the weights: quantised, predicted from their neighbours, range-coded into characters.
//!
//! [`walk`] visits all weights in one order and with one set of adaptive probabilities; the bot runs it over
//! a [`Decoder`], the trainer over an encoder that chooses the differences.

use super::coder::{character, digit, Coder, Decoder, Probability, RADIX};
use super::learned::{Learned, ANCHORS, PLIES, STEP};
use super::patterns::{mirrored_configurations, Pattern, CONFIGURATIONS, MAX_SQUARES, OFFSETS, PATTERNS};

/// Quantised weights of all configurations of all patterns, by phase anchor, in steps of [`STEP`].
pub struct Quantised {
    /// Each [`CONFIGURATIONS`] long.
    pub anchors: [Vec<i16>; ANCHORS],
}

/// Encodes or decodes the differences between weights and their predictions.
pub trait Codec {
    /// Codes the difference between a weight and its prediction `expected` and returns it. `place` is the
    /// configuration and the phase anchor, from which an encoder knows the weight; a decoder reads the
    /// difference.
    fn carry(
        &mut self,
        probabilities: &mut Probabilities,
        context: Context,
        place: (usize, usize),
        expected: i32,
    ) -> i32;
}

impl Codec for Decoder<'_> {
    fn carry(
        &mut self,
        probabilities: &mut Probabilities,
        context: Context,
        _: (usize, usize),
        _: i32,
    ) -> i32 {
        probabilities.difference(self, context, 0)
    }
}

/// The coding order of the phase anchors: the midgame first, from which the others are predicted.
const ANCHOR_ORDER: [usize; ANCHORS] = [1, 2, 3, 0];

/// Classes of the expected size of a difference.
const ACTIVITIES: usize = 18;

/// The largest weight in steps; products of weights fit 32 bits.
const MAX_STEPS: i32 = 255;

/// The largest difference without an escape.
const LARGEST: usize = 14;

/// Contexts of which related weights differed from their predictions.
const RESIDUAL_CONTEXTS: usize = 48;

/// The context that selects the probabilities of a difference.
#[derive(Clone, Copy)]
pub struct Context {
    /// The class of the expected size of the difference.
    activity: usize,
    /// Whether the prediction was rounded up (0), by a small amount (1) or down (2).
    lean: usize,
    /// Which related weights differed from their predictions; those of rare configurations do not.
    surprises: usize,
}

/// The adaptive probabilities of one phase anchor.
pub struct Probabilities {
    zero: [[[Probability; RESIDUAL_CONTEXTS]; 3]; ACTIVITIES],
    negative: [[Probability; 3]; ACTIVITIES],
    more: [[Probability; LARGEST]; ACTIVITIES],
    escape: [Probability; 16],
}

impl Probabilities {
    const NEW: Self = Self {
        zero: [[[Probability::EVEN; RESIDUAL_CONTEXTS]; 3]; ACTIVITIES],
        negative: [[Probability::EVEN; 3]; ACTIVITIES],
        more: [[Probability::EVEN; LARGEST]; ACTIVITIES],
        escape: [Probability::EVEN; 16],
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
            for (place, probability) in self.escape.iter_mut().enumerate().take(10) {
                let bit = target.saturating_sub(LARGEST + 1) >> place & 1 == 1;
                beyond |= usize::from(coder.bit(probability, bit)) << place;
            }
            size += beyond;
        }
        if negative {
            -(size as i32)
        } else {
            size as i32
        }
    }

    /// The cost of coding a difference, in bits.
    pub fn cost(&self, Context { activity, lean, surprises }: Context, value: i32) -> f32 {
        let bits = |probability: &Probability, bit: bool| {
            let one = probability.one() as f32 / 65_536.0;
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

/// Visits all weights in coding order: each is predicted from earlier ones, and the difference is coded.
pub fn walk<C: Codec>(carrier: &mut C, quantised: &mut Quantised) {
    let mut probabilities = [Probabilities::NEW; ANCHORS];
    for (pattern, offset) in PATTERNS.iter().zip(OFFSETS) {
        walk_pattern(carrier, quantised, (pattern, offset), &mut probabilities);
    }
    walk_moves(carrier, quantised);
}

/// The weights of the numbers of moves, each predicted from that of one move less.
fn walk_moves<C: Codec>(carrier: &mut C, quantised: &mut Quantised) {
    const CONTEXT: Context = Context { activity: 0, lean: 1, surprises: 0 };
    let mut probabilities = Probabilities::NEW;
    for (anchor, table) in quantised.anchors.iter_mut().enumerate() {
        let mut before = 0;
        for (configuration, weight) in table.iter_mut().enumerate().skip(OFFSETS[PATTERNS.len()]) {
            before += carrier.carry(&mut probabilities, CONTEXT, (configuration, anchor), before);
            before = before.clamp(-MAX_STEPS, MAX_STEPS);
            *weight = before as i16;
        }
    }
}

fn walk_pattern<C: Codec>(
    carrier: &mut C,
    quantised: &mut Quantised,
    (pattern, offset): (&Pattern, usize),
    probabilities: &mut [Probabilities; ANCHORS],
) {
    let mirrored = mirrored_configurations(pattern);
    let mut digits = [0u8; MAX_SQUARES];
    // Whether the weight differed from its prediction, one byte for each anchor in coding order, so that sums
    // count the anchors separately.
    let mut surprised = vec![0u32; pattern.configurations()];
    for configuration in 0..pattern.configurations() {
        let mirror = usize::from(mirrored[configuration]);
        if configuration <= mirror {
            let neighbours = Neighbours::of(pattern, configuration, &digits, &mirrored, &surprised);
            let mut others = [0; ANCHORS];
            let mut surprises = 0;
            for (number, &anchor) in ANCHOR_ORDER.iter().enumerate() {
                let table = &mut quantised.anchors[anchor][offset..offset + pattern.configurations()];
                let Expectation { value: expected, context } =
                    neighbours.expect(table, number, others, surprises);
                let place = (offset + configuration, anchor);
                let difference = carrier.carry(&mut probabilities[number], context, place, expected);
                let value = expected + difference;
                surprises |= u32::from(difference != 0) << (8 * number);
                table[configuration] = value.clamp(-MAX_STEPS, MAX_STEPS) as i16;
                table[mirror] = table[configuration];
                others[number] = value;
            }
            surprised[configuration] = surprises;
            surprised[mirror] = surprises;
        }
        // The next configuration: the last digit is the lowest.
        for digit in (0..pattern.len()).rev() {
            digits[digit] = (digits[digit] + 1) % 3;
            if digits[digit] != 0 {
                break;
            }
        }
    }
}

/// Related weights that are coded before a weight and predict it.
struct Neighbours {
    /// The configurations with one disc removed.
    emptier: [usize; MAX_SQUARES],
    count: usize,
    /// The configuration with the sides exchanged, whose weight is about the negative; `None` if coded later.
    exchanged: Option<usize>,
    /// How many of the emptier ones differed from their predictions, one byte for each anchor in coding
    /// order.
    emptier_surprises: u32,
    /// Whether the exchanged one did, in the same bytes.
    exchanged_surprises: u32,
}

/// The prediction of a weight.
struct Expectation {
    /// The predicted weight in steps, rounded.
    value: i32,
    context: Context,
}

impl Neighbours {
    #[inline(always)]
    fn of(
        pattern: &Pattern,
        configuration: usize,
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
                let emptier = configuration - value * place;
                neighbours.emptier[neighbours.count] = emptier;
                neighbours.emptier_surprises += surprised[emptier];
                neighbours.count += 1;
                exchanged += (3 - value) * place;
            }
            place *= 3;
        }
        if exchanged.min(usize::from(mirrored[exchanged])) < configuration {
            neighbours.exchanged = Some(exchanged);
            neighbours.exchanged_surprises = surprised[exchanged];
        }
        neighbours
    }

    /// The surprise context of the anchor with index `number` in coding order; `own` are the surprises at the
    /// anchors before it.
    #[inline(always)]
    fn surprises(&self, number: usize, own: u32) -> usize {
        let at_anchor = |counts: u32| (counts >> (8 * number)) as usize & 255;
        let emptier = 8 * at_anchor(self.emptier_surprises) / (self.count + 1);
        own.count_ones().min(2) as usize + 3 * at_anchor(self.exchanged_surprises) + 6 * emptier
    }

    /// Predicts the weight at the anchor with index `number` in coding order. `table` holds the weights of
    /// the anchor, `others` the weights of this configuration at the anchors before it, else 0, and
    /// `surprises` which of these differed from their predictions.
    #[inline(always)]
    fn expect(&self, table: &[i16], number: usize, others: [i32; ANCHORS], surprises: u32) -> Expectation {
        let coefficients = &COEFFICIENTS[number];
        let (mut sum, mut size) = (0, 0);
        for &configuration in &self.emptier[..self.count] {
            let weight = i32::from(table[configuration]);
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
        let activity = (i32::BITS - spread.leading_zeros()).min(8) as usize;
        let known = if self.exchanged.is_some() { ACTIVITIES / 2 } else { 0 };
        Expectation {
            value: rounded,
            context: Context {
                activity: activity + known,
                lean: usize::from(rest > -48) + usize::from(rest > 48),
                surprises: self.surprises(number, surprises),
            },
        }
    }
}

/// Coefficients, in 16ths, of the negated weight of the exchanged configuration, the mean of the emptier
/// ones, and the weights of this configuration at the anchors coded before; without and with the exchanged
/// one.
type Coefficients = [[i32; 5]; 2];

/// For the anchors in coding order; by least squares over fitted weights.
const COEFFICIENTS: [Coefficients; ANCHORS] = [
    [[0, 20, 0, 0, 0], [10, 7, 0, 0, 0]],
    [[0, 6, 8, 0, 0], [7, 2, 5, 0, 0]],
    [[0, 3, -2, 8, 0], [11, 2, -2, 4, 0]],
    [[0, 3, 10, 0, 0], [11, 3, 3, 1, 0]],
];

/// The digit that stands for 0 in [`tail`]; smaller digits are negative numbers.
const ZERO: i32 = RADIX as i32 / 2;

/// The last characters: the step, as a mark of the format, then the bias of each ply, one digit each.
pub fn tail(ply_biases: &[i16; PLIES]) -> String {
    let numbers = std::iter::once(STEP).chain(ply_biases.iter().copied());
    numbers.filter_map(|number| character((ZERO + i32::from(number)) as u32)).collect()
}

/// Whether a text is packed in steps of today's size; one of an earlier version unpacks to nonsense.
pub fn has_step_of_today(text: &str) -> bool {
    text.chars().nth_back(PLIES).and_then(digit) == Some((ZERO + i32::from(STEP)) as u64)
}

/// Unpacks the learned weights.
pub fn unpack(text: &str) -> Learned {
    let mut ply_biases = [0; PLIES];
    for (bias, character) in ply_biases.iter_mut().rev().zip(text.chars().rev()) {
        *bias = digit(character).map_or(0, |digit| digit as i32 - ZERO) as i16;
    }
    let mut quantised = Quantised::zero();
    walk(&mut Decoder::new(text), &mut quantised);
    for weight in quantised.anchors.iter_mut().flatten() {
        *weight *= STEP;
    }
    Learned { anchors: quantised.anchors, ply_biases }
}

impl Quantised {
    /// All weights 0.
    pub fn zero() -> Self {
        Self { anchors: std::array::from_fn(|_| vec![0; CONFIGURATIONS]) }
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
    fn the_tail_holds_step_and_biases() {
        let ply_biases = std::array::from_fn(|ply| 100 * ply as i16 - 3000);
        let text = tail(&ply_biases);
        assert_eq!(unpack(&text).ply_biases, ply_biases);
        assert!(has_step_of_today(&text));
        assert!(!has_step_of_today(&text.replacen(|_| true, "\u{8000}", 1)));
        assert!(!has_step_of_today(""));
    }

    #[test]
    fn nonsense_unpacks_to_some_weights() {
        for text in ["", "a", "\u{d7ff}\u{fdcf}\u{fdcf}\u{fdcf}\u{fdcf}", &"\u{fdcf}".repeat(5000)] {
            let learned = unpack(text);
            assert_eq!(learned.anchors[0].len(), CONFIGURATIONS);
        }
    }
}
