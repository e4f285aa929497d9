use super::*;
use outflank::eval::handmade::Handmade;
use outflank::game::Game;
use outflank::opening::{standard_orientation, Book as Packed};

/// A store grown with a few playouts of the hand-made evaluation.
fn grown(positions: usize) -> Store {
    let mut search = Search::new(Handmade, Parameters::default(), 4 << 20);
    let mut store = Store::in_memory();
    while store.len() < positions {
        for board in tree::next_positions(&store, 4) {
            search.clear();
            search.advance_to(board);
            search.run(Limits::playouts(60));
            let values = search
                .root_moves()
                .iter()
                .filter_map(|root_move| Some((root_move.played.square()?, search.discs(root_move.minimax))))
                .collect();
            store.add(Searched { board, values }).unwrap();
        }
    }
    store
}

#[test]
fn what_is_packed_is_what_the_store_thinks_best() {
    let store = grown(200);
    let text = pack::pack(&store, 1_000, 0.0);
    let book = Packed::unpack(&text);
    assert!(book.len() > 40, "{} positions", book.len());
    let mut values = tree::Values::new(&store);
    let mut game = Game::new();
    let mut followed = 0;
    while let Some(square) = book.find(game.board()) {
        let (image, symmetry) = standard_orientation(game.board());
        let best = values.of_moves(image)[0].0;
        let expected = tree::standard_child(image, best);
        assert_eq!(tree::standard_child(image, symmetry.apply_to(square)), expected);
        game.play(square).unwrap();
        followed += 1;
        let Some((reply, _)) = game.board().children().find(|(_, child)| book.find(*child).is_some()) else {
            break;
        };
        game.play(reply).unwrap();
    }
    assert!(followed >= 2);
}

#[test]
fn a_book_keeps_to_its_size() {
    let store = grown(150);
    let mut last = 0;
    for characters in [2, 5, 10, 20] {
        let text = pack::pack(&store, characters, 0.05);
        assert!(text.chars().count() <= characters);
        let len = Packed::unpack(&text).len();
        assert!(len >= last);
        last = len;
    }
    assert!(last > 0);
}

#[test]
fn values_come_from_the_leaves() {
    let mut store = Store::in_memory();
    let start = standard_orientation(Board::START).0;
    let square = start.children().next().unwrap().0;
    store.add(Searched { board: start, values: vec![(square, 3.0)] }).unwrap();
    assert_eq!(tree::Values::new(&store).of_moves(start), [(square, 3.0)]);
    let (child, _) = tree::standard_child(start, square).unwrap();
    let reply = child.children().next().unwrap().0;
    store.add(Searched { board: child, values: vec![(reply, 7.0)] }).unwrap();
    assert_eq!(tree::Values::new(&store).of_moves(start), [(square, -7.0)]);
}

#[test]
fn a_store_is_read_again_without_its_torn_last_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.jsonl");
    let provenance = Provenance::new("test".into(), String::new(), 0);
    let mut store = Store::open(&path, &provenance).unwrap();
    let start = standard_orientation(Board::START).0;
    let values: Vec<_> = start.children().map(|(square, _)| (square, 0.5)).collect();
    store.add(Searched { board: start, values }).unwrap();
    let whole = std::fs::read(&path).unwrap();
    std::fs::write(&path, [&whole[..], b"{\"board\":[\"00"].concat()).unwrap();
    assert_eq!(Store::open(&path, &provenance).unwrap().len(), store.len());
    assert_eq!(std::fs::read(&path).unwrap(), whole);
}

#[test]
fn a_store_with_a_mistake_is_refused_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.jsonl");
    for (line, expected) in [("{}", "missing field"), (r#"{"board":["1","1"],"moves":[]}"#, "overlap")] {
        std::fs::write(&path, format!("header\n{line}\n")).unwrap();
        let error = format!("{:#}", Store::read(&path).unwrap_err());
        assert!(error.contains(":2") && error.contains(expected), "{error}");
    }
}
