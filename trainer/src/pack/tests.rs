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
