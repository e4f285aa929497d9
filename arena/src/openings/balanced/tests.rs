use super::*;

const RECIPE: Recipe = Recipe { count: 5, plies: 6, playouts: 20, within: 4.0, seed: 3 };

fn made(recipe: Recipe) -> Vec<Game> {
    generate(&recipe, &[], &Stop::new().unwrap(), &mut || ()).unwrap()
}

#[test]
fn openings_are_as_ordered() {
    let openings = made(RECIPE);
    assert_eq!(openings.len(), 5);
    assert!(openings.iter().all(|game| game.moves_played() == 6 && game.history().len() == 6));
    let positions: HashSet<_> = openings.iter().map(|game| canonical(game.board())).collect();
    assert_eq!(positions.len(), 5, "no two are the same up to symmetry");
    assert_eq!(made(RECIPE), openings, "the recipe determines them");
    assert_ne!(made(Recipe { seed: 4, ..RECIPE }), openings);
}

#[test]
fn what_is_excepted_is_left_out() {
    let openings = made(RECIPE);
    let others = generate(&RECIPE, &openings, &Stop::new().unwrap(), &mut || ()).unwrap();
    assert_eq!(others.len(), 5);
    assert_eq!(first_shared(&others, &openings), None);
    let mirrored = [Game::from_transcript("f5d6").unwrap()];
    let both = [others[0].clone(), Game::from_transcript("c4e3").unwrap()];
    assert_eq!(first_shared(&both, &mirrored), Some(&both[1]));
}

#[test]
fn too_few_openings_are_no_endless_search() {
    // There are 4 openings of one move, all the same up to symmetry.
    assert_eq!(made(Recipe { plies: 1, count: 3, within: 64.0, ..RECIPE }).len(), 1);
}

#[test]
fn a_stop_ends_the_search() {
    let stop = Stop::new().unwrap();
    stop.request(None);
    assert_eq!(generate(&RECIPE, &[], &stop, &mut || ()), Err(Stopped));
}

#[test]
fn the_canonical_position_is_the_same_for_all_symmetries() {
    let board = Game::from_transcript("f5d6c3d3c4").unwrap().board();
    let images: HashSet<_> = Symmetry::all().map(|symmetry| canonical(board.transformed(symmetry))).collect();
    assert_eq!(images.len(), 1);
}
