use super::*;
use outflank::rng::Rng;
use outflank::with_cpu;

#[test]
fn children_are_worth_what_the_fit_says() {
    let mut rng = Rng::new(3);
    let mut model = Model::zero(Shape::Yardstick);
    for weight in model.knots[..KNOTS].iter_mut().flatten() {
        *weight = rng.below(64) as f32 / 32.0 - 1.0;
    }
    model.turns = std::array::from_fn(|ply| ply as f32 / 32.0);
    let (yardstick, mut children) = (Yardstick::new(&model), Children::new());
    let mut board = Board::START;
    while board.legal_moves() != 0 {
        with_cpu!(cpu => yardstick.evaluate_children(cpu, board, board.legal_moves(), &mut children));
        for (square, value) in children.iter() {
            let child = board.play(square).unwrap();
            let ply = 60 - child.empty_count() as usize;
            let shares = Shape::Yardstick.shares(ply);
            let mut expected = model.turns[ply];
            for contents in Shape::Yardstick.contents_of(child).iter() {
                expected += (0..KNOTS).map(|knot| shares[knot] * model.knots[knot][contents]).sum::<f32>();
            }
            assert!((value as f32 / DISC as f32 - expected).abs() < 0.02, "{square}: {value}, {expected}");
            assert_eq!(value, yardstick.evaluate(child.pass()));
        }
        let (square, _) = children.iter().nth(rng.below(children.count)).unwrap();
        board = board.play(square).unwrap();
    }
}
