use super::*;

fn class_of(name: &str) -> SquareClass {
    name.parse::<Square>().unwrap().class()
}

#[test]
fn names_round_trip_in_either_case() {
    for square in Square::all() {
        assert_eq!(square.to_string().parse(), Ok(square));
        assert_eq!(square.to_string().to_uppercase().parse(), Ok(square));
    }
    assert_eq!("a1".parse(), Ok(Square::new(0)));
    assert_eq!("h1".parse(), Ok(Square::new(7)));
    assert_eq!("a8".parse(), Ok(Square::new(56)));
}

#[test]
fn text_that_names_no_square_is_refused() {
    for text in ["", "a", "a0", "a9", "i1", "aa1", "a1 ", "1a", "é", "`1", "{1"] {
        assert_eq!(text.parse::<Square>(), Err(NotASquare), "{text:?}");
    }
}

#[test]
fn classes_carry_their_traditional_names() {
    use SquareClass::*;
    for (class, names) in [
        (Corner, "a1 h1 a8 h8"),
        (X, "b2 g2 b7 g7"),
        (C, "b1 a2 g1 h2 a7 b8 g8 h7"),
        (A, "c1 f1 a3 a6 h3 h6 c8 f8"),
        (B, "d1 e1 a4 a5 h4 h5 d8 e8"),
        (Inner, "c2 b3 d3 e4 g5 f7"),
    ] {
        for name in names.split(' ') {
            assert_eq!(class_of(name), class, "{name}");
        }
    }
}
