//! The range encoder: the counterpart of the library's decoder.

use outflank::eval::coder::{character, Coder, Probability, MIN_RANGE, RADIX};

/// Writes bits with adaptive probabilities as digits.
pub(super) struct Encoder {
    digits: Vec<u32>,
    /// Lower end of the range, below [`WINDOW`].
    low: u64,
    range: u64,
}

const WINDOW: u64 = MIN_RANGE * RADIX;

impl Encoder {
    /// An encoder that has written nothing.
    pub(super) fn new() -> Self {
        Self { digits: Vec::new(), low: 0, range: WINDOW }
    }

    fn carry(&mut self) {
        if self.low >= WINDOW {
            self.low -= WINDOW;
            for digit in self.digits.iter_mut().rev() {
                *digit += 1;
                if u64::from(*digit) < RADIX {
                    break;
                }
                *digit = 0;
            }
        }
    }

    fn shift(&mut self) {
        self.digits.push((self.low / MIN_RANGE) as u32);
        self.low = self.low % MIN_RANGE * RADIX;
    }

    /// The text that decodes to the bits written.
    pub(super) fn finish(mut self) -> String {
        for _ in 0..3 {
            self.shift();
        }
        self.digits.into_iter().filter_map(character).collect()
    }
}

impl Coder for Encoder {
    fn bit(&mut self, probability: &mut Probability, bit: bool) -> bool {
        let bound = (self.range >> 16) * probability.one();
        if bit {
            self.range = bound;
        } else {
            self.low += bound;
            self.range -= bound;
            self.carry();
        }
        while self.range < MIN_RANGE {
            self.shift();
            self.range *= RADIX;
        }
        probability.learn(bit);
        bit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank::eval::coder::Decoder;
    use outflank::rng::Rng;

    #[test]
    fn bits_of_any_probability_survive_the_round_trip() {
        let mut rng = Rng::new(1);
        let bits: Vec<(usize, bool)> = (0..200_000)
            .map(|_| {
                let context = rng.below(3);
                (context, rng.below(1 << (4 * context + 1)) == 0)
            })
            .collect();
        let (mut encoder, mut probabilities) = (Encoder::new(), [Probability::EVEN; 3]);
        for &(context, bit) in &bits {
            encoder.bit(&mut probabilities[context], bit);
        }
        let text = encoder.finish();
        let (mut decoder, mut probabilities) = (Decoder::new(&text), [Probability::EVEN; 3]);
        for &(context, bit) in &bits {
            assert_eq!(decoder.bit(&mut probabilities[context], false), bit);
        }
    }
}
