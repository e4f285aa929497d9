//! The decoder of an adaptive binary range coder whose digits are characters; the trainer has the encoder.
//!
//! A digit is one of [`RADIX`] characters of the Basic Multilingual Plane that a Rust string literal and
//! CodinGame's editor leave unchanged: 15.9 bits each. The coder is Schindler's (1998) with a large radix.

/// Digits of the text.
pub const RADIX: u64 = 62_560;

/// Characters from U+0100 up to before U+2000, from U+2070 up to before the surrogates, and from U+E000 on:
/// no quotes, backslashes, control characters, line separators or marks of writing direction.
const RUNS: [(u32, u32); 3] = [(0x100, 0x1f00), (0x2070, 0xb790), (0xe000, 0x1dd0)];

const _: () = assert!(RUNS[0].1 + RUNS[1].1 + RUNS[2].1 == RADIX as u32);

/// The character of a digit below [`RADIX`].
pub fn character(mut digit: u32) -> Option<char> {
    for (start, len) in RUNS {
        if digit < len {
            return char::from_u32(start + digit);
        }
        digit -= len;
    }
    None
}

/// The digit of a character; `None` outside the alphabet.
pub fn digit(character: char) -> Option<u64> {
    let mut before = 0;
    for (start, len) in RUNS {
        let into = (character as u32).wrapping_sub(start);
        if into < len {
            return Some(u64::from(before + into));
        }
        before += len;
    }
    None
}

/// The adaptive probability that a bit is 1: it adapts fast at first, then more slowly.
#[derive(Clone, Copy, Debug)]
pub struct Probability {
    /// In 65536ths.
    one: u16,
    seen: u8,
}

const SLOWEST: u8 = 250;

impl Probability {
    /// Nothing is known.
    pub const EVEN: Self = Self { one: 1 << 15, seen: 0 };

    /// The probability of a 1 in 65536ths, from 32 to 65536 - 32.
    #[inline(always)]
    pub fn one(self) -> u64 {
        u64::from(self.one)
    }

    /// Adapts to a bit.
    #[inline(always)]
    pub fn learn(&mut self, bit: bool) {
        let target = if bit { 65_536 - 32 } else { 32 };
        let slowness = 2 * i32::from(self.seen) + 3;
        let one = i32::from(self.one);
        self.one = (one + (target - one) * 2 / slowness) as u16;
        if self.seen < SLOWEST {
            self.seen += 1;
        }
    }
}

/// Encodes or decodes bits.
pub trait Coder {
    /// An encoder writes `bit` and returns it; a decoder reads a bit and returns that.
    fn bit(&mut self, probability: &mut Probability, bit: bool) -> bool;
}

/// The lower bound of the range.
pub const MIN_RANGE: u64 = RADIX * RADIX;

/// Reads bits from packed text; past its end it reads zeros.
pub struct Decoder<'a> {
    text: std::str::Chars<'a>,
    range: u64,
    code: u64,
}

impl<'a> Decoder<'a> {
    /// A decoder at the start of `text`.
    pub fn new(text: &'a str) -> Self {
        let mut decoder = Self { text: text.chars(), range: MIN_RANGE * RADIX, code: 0 };
        for _ in 0..3 {
            decoder.shift();
        }
        decoder
    }

    fn shift(&mut self) {
        let next = self.text.next().and_then(digit).unwrap_or(0);
        self.code = self.code * RADIX + next;
    }
}

impl Coder for Decoder<'_> {
    #[inline(always)]
    fn bit(&mut self, probability: &mut Probability, _: bool) -> bool {
        let bound = (self.range >> 16) * probability.one();
        let bit = self.code < bound;
        if bit {
            self.range = bound;
        } else {
            // A broken text may hold a code beyond the range: it decodes to nonsense, not to an overflow.
            self.code = (self.code - bound).min(MIN_RANGE * RADIX);
            self.range -= bound;
        }
        while self.range < MIN_RANGE {
            self.code %= MIN_RANGE;
            self.range *= RADIX;
            self.shift();
        }
        probability.learn(bit);
        bit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_digit_has_its_character() {
        for number in 0..RADIX as u32 {
            let character = character(number).unwrap();
            assert_eq!(digit(character), Some(u64::from(number)));
            assert_eq!(character.len_utf16(), 1, "{character:?}");
            assert!(!character.is_control() && !['"', '\\'].contains(&character));
        }
        assert_eq!(character(RADIX as u32), None);
        assert_eq!(digit('\u{2028}'), None);
        assert_eq!(digit('\u{202e}'), None);
    }

    #[test]
    fn chances_stay_inside_their_limits() {
        let mut probability = Probability::EVEN;
        for bit in [true, false] {
            for _ in 0..2000 {
                probability.learn(bit);
                assert!((32..=65_536 - 32).contains(&probability.one()));
            }
        }
    }
}
