//! Packs a model into the bot's weights file: quantised so that each bit goes where it saves most error.
//!
//! A weight's importance is how often its contents occur at its knot; each weight is rounded to whatever costs
//! least in `importance * error^2 + price * bits`, given the adaptive coder's state at that moment. The price is
//! found so that the text just fits. The yardstick is packed by the same means, with its own patterns.

use std::path::{Path, PathBuf};

use anyhow::{bail, Context, Result};
use clap::Args;
use outflank::eval::coder::{character, Chance, Coder, Decoder, LEAST_RANGE, RADIX};
use outflank::eval::packed::{tail, walk, walk_patterns, Nothing, Quantised, Source};
use outflank::eval::{KNOTS, WEIGHTS_A_DISC};
use serde::Serialize;

use crate::model::Model;
use crate::provenance::{DataHash, Provenance};
use crate::shape::Shape;

/// Options of `pack`.
#[derive(Args, Clone, Debug, Serialize)]
pub struct Pack {
    /// The fitted model
    #[serde(skip)]
    pub model: PathBuf,
    /// The Rust source file to write; of a yardstick's model, the model that unpacking gives
    #[arg(long)]
    #[serde(skip)]
    pub out: PathBuf,
    /// Most characters of the text
    #[arg(long, default_value_t = 24_000)]
    pub characters: usize,
    /// Size of a quantisation step in 1/32 disc
    #[arg(long, default_value_t = 8)]
    pub step: i16,
}

/// Writes bits as digits; the counterpart of the library's decoder.
pub struct Encoder {
    digits: Vec<u32>,
    /// Lower end of the range, below `RADIX^3`.
    low: u64,
    range: u64,
    /// Bits written, by what they should cost.
    bits: f64,
}

const WINDOW: u64 = LEAST_RANGE * RADIX;

impl Encoder {
    /// An encoder that has written nothing.
    pub fn new() -> Self {
        Self { digits: Vec::new(), low: 0, range: WINDOW, bits: 0.0 }
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
        self.digits.push((self.low / LEAST_RANGE) as u32);
        self.low = self.low % LEAST_RANGE * RADIX;
    }

    /// The text that decodes to the bits written.
    pub fn finish(mut self) -> String {
        for _ in 0..3 {
            self.shift();
        }
        self.digits.into_iter().filter_map(character).collect()
    }
}

impl Default for Encoder {
    fn default() -> Self {
        Self::new()
    }
}

impl Coder for Encoder {
    fn bit(&mut self, chance: &mut Chance, bit: bool) -> bool {
        let bound = (self.range >> 16) * chance.one();
        if bit {
            self.range = bound;
        } else {
            self.low += bound;
            self.range -= bound;
            self.carry();
        }
        while self.range < LEAST_RANGE {
            self.shift();
            self.range *= RADIX;
        }
        let one = chance.one() as f64 / 65_536.0;
        self.bits -= (if bit { one } else { 1.0 - one }).log2();
        chance.learn(bit);
        bit
    }
}

/// Chooses what to write for each weight.
struct Chooser<'a> {
    model: &'a Model,
    /// Discs a step.
    step: f32,
    /// Squared discs, times importance, that one bit may save.
    price: f32,
    /// Sum of importance times squared error.
    distortion: f64,
}

impl Source for Chooser<'_> {
    fn choose(&mut self, contents: usize, knot: usize, predicted: i32, cost: &dyn Fn(i32) -> f32) -> i32 {
        let wanted = self.model.knots[knot][contents] / self.step;
        let importance = self.model.importance[knot][contents] * self.step * self.step;
        let nearest = wanted.round() as i32;
        let towards = nearest + (predicted - nearest).signum();
        let mut best = (f32::INFINITY, predicted, 0.0);
        for candidate in [predicted, nearest, towards, nearest - 1, nearest + 1] {
            let error = importance * (candidate as f32 - wanted) * (candidate as f32 - wanted);
            let total = error + self.price * cost(candidate - predicted);
            if total < best.0 {
                best = (total, candidate, error);
            }
        }
        self.distortion += f64::from(best.2);
        best.1
    }
}

/// Visits all weights of a shape; the yardstick's missing fourth knot costs next to nothing.
fn walk_shape<C: Coder, S: Source>(shape: Shape, coder: &mut C, source: &mut S, quantised: &mut Quantised) {
    match shape {
        Shape::Shipped => walk(coder, source, quantised),
        Shape::Yardstick => walk_patterns(coder, source, quantised, shape.patterns(), shape.offsets()),
    }
}

/// What unpacking gives instead of `model`.
fn unpacked(model: &Model, text: &str, step: i16) -> Model {
    let mut quantised = Quantised::zero(step);
    walk_shape(model.shape, &mut Decoder::new(text), &mut Nothing, &mut quantised);
    let mut unpacked = model.clone();
    let knots = model.shape.knot_plies().len();
    for (knot, steps) in unpacked.knots.iter_mut().zip(&quantised.knots).take(knots) {
        for (weight, &steps) in knot.iter_mut().zip(steps) {
            *weight = f32::from(steps * step) / WEIGHTS_A_DISC as f32;
        }
    }
    unpacked.turns = model.rounded_turns().map(|turn| f32::from(turn) / WEIGHTS_A_DISC as f32);
    unpacked
}

/// A packed model.
pub struct Packed {
    /// The text.
    pub text: String,
    /// Sum of importance times squared rounding error, in squared discs.
    pub distortion: f64,
}

/// Packs at a price of a bit in squared discs.
pub fn pack_at(model: &Model, step: i16, price: f32) -> Packed {
    let mut encoder = Encoder::new();
    let step_in_discs = f32::from(step) / WEIGHTS_A_DISC as f32;
    let mut chooser = Chooser { model, step: step_in_discs, price, distortion: 0.0 };
    walk_shape(model.shape, &mut encoder, &mut chooser, &mut Quantised::zero(step));
    let mut text = encoder.finish();
    text.push_str(&tail(step, &model.rounded_turns()));
    Packed { text, distortion: chooser.distortion }
}

/// Packs into at most `characters`, as precisely as that allows.
pub fn pack_within(model: &Model, step: i16, characters: usize) -> Result<Packed> {
    // The text gets shorter with the price, but for a little noise; the search is over the price's logarithm.
    let (mut low, mut high) = (1e-3f32.ln(), 1e6f32.ln());
    let mut best: Option<Packed> = None;
    let mut length = 0;
    while high - low > 2e-3 {
        let middle = (low + high) / 2.0;
        let packed = pack_at(model, step, middle.exp());
        let count = packed.text.chars().count();
        if count > characters {
            low = middle;
            continue;
        }
        high = middle;
        if count >= length {
            length = count;
            best = Some(packed);
        }
    }
    best.with_context(|| format!("{characters} characters are too few"))
}

/// The packed text in a weights file.
pub fn text_of(path: &Path) -> Result<String> {
    let source = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    match source.rsplit('"').nth(1) {
        Some(text) => Ok(text.to_owned()),
        None => bail!("{}: no packed weights in it", path.display()),
    }
}

impl Pack {
    /// Packs and writes the file.
    pub fn run(&self) -> Result<()> {
        let model = Model::read(&self.model)?;
        let packed = pack_within(&model, self.step, self.characters)?;
        let mut hash = DataHash::default();
        hash.add_file(&self.model)?;
        let provenance = Provenance::new(format!("pack {}", serde_json::to_string(self)?), hash.finish(), 0);
        let unpacked = unpacked(&model, &packed.text, self.step);
        match model.shape {
            Shape::Shipped => write_source(&self.out, &packed.text, &provenance)?,
            Shape::Yardstick => unpacked.write(&self.out, &provenance)?,
        }
        let nonzero: [usize; KNOTS] =
            unpacked.knots.each_ref().map(|knot| knot.iter().filter(|&&weight| weight != 0.0).count());
        println!(
            "{} characters, weights that are not 0: {nonzero:?}, expected growth of the squared error {:.3}",
            packed.text.chars().count(),
            packed.distortion / model.positions.max(1.0)
        );
        Ok(())
    }
}

fn write_source(path: &Path, text: &str, provenance: &Provenance) -> Result<()> {
    let source = format!(
        "//! Generated by `cargo trainer pack`; never edited by hand.\n//!\n//! {}\n\n\
         /// The packed weights: see `packed`.\npub(super) const WEIGHTS: &str = \"{text}\";\n",
        serde_json::to_string(provenance)?,
    );
    std::fs::write(path, source).with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank::eval::packed::unpack;
    use outflank::eval::patterns::{mirrored_contents, PATTERNS};
    use outflank::rng::Rng;

    #[test]
    fn bits_survive_the_round_trip_whatever_their_chances() {
        let mut rng = Rng::new(1);
        let bits: Vec<(usize, bool)> = (0..200_000)
            .map(|_| {
                let context = rng.below(3);
                (context, rng.below(1 << (4 * context + 1)) == 0)
            })
            .collect();
        let (mut encoder, mut chances) = (Encoder::new(), [Chance::EVEN; 3]);
        for &(context, bit) in &bits {
            encoder.bit(&mut chances[context], bit);
        }
        let text = encoder.finish();
        let (mut decoder, mut chances) = (Decoder::new(&text), [Chance::EVEN; 3]);
        for &(context, bit) in &bits {
            assert_eq!(decoder.bit(&mut chances[context], false), bit);
        }
    }

    /// A model with some large, many small and many missing weights, mirror images alike.
    fn model() -> Model {
        let mut rng = Rng::new(2);
        let mut model = Model::zero(Shape::Shipped);
        model.positions = 1e6;
        let mut start = 0;
        for pattern in &PATTERNS {
            for (contents, mirrored) in mirrored_contents(pattern).into_iter().enumerate() {
                for knot in 0..KNOTS {
                    let same = usize::from(mirrored).min(contents);
                    let weight = if same < contents {
                        model.knots[knot][start + same]
                    } else {
                        (rng.below(2000) as f32 / 1000.0 - 1.0).powi(9) * 20.0
                    };
                    model.knots[knot][start + contents] = weight;
                    model.importance[knot][start + contents] = if same % 3 == 0 { 0.0 } else { 1e3 };
                }
            }
            start += pattern.contents();
        }
        model
    }

    #[test]
    fn weights_that_matter_survive_within_half_a_step() {
        let model = model();
        let packed = pack_at(&model, 8, 0.0);
        let unpacked = unpack(&packed.text).knots;
        for (knot, unpacked) in unpacked.iter().enumerate() {
            for (contents, &unpacked) in unpacked.iter().enumerate() {
                if model.importance[knot][contents] > 0.0 {
                    let weight = model.knots[knot][contents] * WEIGHTS_A_DISC as f32;
                    let error = (f32::from(unpacked) - weight).abs();
                    assert!(error <= 4.01, "knot {knot}, contents {contents}: off by {error}/32 disc");
                }
            }
        }
    }

    #[test]
    fn a_text_is_as_short_as_asked() {
        let packed = pack_within(&model(), 16, 9_000).unwrap();
        assert!(packed.text.chars().count() <= 9_000);
        assert!(pack_within(&model(), 16, 10).is_err());
    }

    #[test]
    fn the_yardstick_survives_within_half_a_step() {
        let mut rng = Rng::new(4);
        let mut model = Model::zero(Shape::Yardstick);
        let mut start = 0;
        for pattern in Shape::Yardstick.patterns() {
            for (contents, mirrored) in mirrored_contents(pattern).into_iter().enumerate() {
                let same = usize::from(mirrored).min(contents);
                for knot in 0..3 {
                    let fresh = rng.below(200) as f32 / 20.0 - 5.0;
                    let known = model.knots[knot][start + same];
                    model.knots[knot][start + contents] = if same < contents { known } else { fresh };
                    model.importance[knot][start + contents] = 1e3;
                }
            }
            start += pattern.contents();
        }
        let unpacked = unpacked(&model, &pack_at(&model, 8, 0.0).text, 8);
        for (weight, unpacked) in model.knots.iter().flatten().zip(unpacked.knots.iter().flatten()) {
            assert!((weight - unpacked).abs() <= 0.126, "{weight} became {unpacked}");
        }
    }
}
