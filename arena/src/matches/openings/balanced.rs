//! Generates openings: random moves from the start, kept if the engine sees no advantage, without symmetric
//! duplicates.
//!
//! Two disjoint sets are made by generating the second one with the first one as `except`.

use std::collections::HashSet;

use outflank::bits::Squares;
use outflank::board::Board;
use outflank::engine::{Engine, Limits};
use outflank::game::Game;
use outflank::mcts::Parameters;
use outflank::opening::standard_orientation;
use outflank::rng::Rng;

use supervisor::stop::{Stop, Stopped};

/// Memory of the engine's tree, in bytes.
const TREE_BYTES: usize = 64 << 20;
/// Memory of the engine's solver, in bytes.
const SOLVER_BYTES: usize = 1 << 20;
/// Attempts for each opening.
const MAX_TRIALS_PER_OPENING: usize = 1000;

/// The recipe of generated openings; the engine's version matters as well.
#[derive(Clone, Copy, Debug, PartialEq, clap::Args)]
pub struct Recipe {
    /// Number of openings.
    #[arg(long, default_value_t = 1000)]
    pub count: u16,
    /// Random moves of each opening.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u8).range(0..=50))]
    pub plies: u8,
    /// The engine's playouts to evaluate an opening.
    #[arg(long, default_value_t = 3000)]
    pub playouts: u32,
    /// Largest accepted advantage of either side, in discs.
    #[arg(long, default_value_t = 1.0)]
    pub within: f32,
    /// Seed of the random moves.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// Generates openings that reach none of the positions of `except`; calls `progress` after each.
///
/// # Errors
/// [`Stopped`]. Returns fewer openings than requested if the attempts run out.
pub fn generate(
    recipe: &Recipe,
    except: &[Game],
    stop: &Stop,
    progress: &mut dyn FnMut(),
) -> Result<Vec<Game>, Stopped> {
    let mut engine = Engine::with_parameters(Parameters::default(), TREE_BYTES, SOLVER_BYTES);
    let mut rng = Rng::new(recipe.seed);
    let mut seen = positions(except);
    let count = usize::from(recipe.count);
    let mut openings = Vec::with_capacity(count);
    for _ in 0..count * MAX_TRIALS_PER_OPENING {
        if openings.len() == count {
            break;
        }
        stop.check()?;
        let Some(game) = random_game(recipe.plies.into(), &mut rng) else { continue };
        if seen.insert(standard_orientation(game.board()).0) && is_balanced(&mut engine, game.board(), recipe)
        {
            openings.push(game);
            progress();
        }
    }
    Ok(openings)
}

/// A game of `plies` random moves; `None` if it ends early or contains a pass.
fn random_game(plies: usize, rng: &mut Rng) -> Option<Game> {
    let mut game = Game::new();
    for _ in 0..plies {
        let moves = game.board().legal_moves();
        let index = rng.below(moves.count_ones().max(1) as usize);
        game.play(Squares(moves).nth(index)?).ok()?;
    }
    let has_passes = game.history().len() != plies;
    (!has_passes && !game.is_over()).then_some(game)
}

fn is_balanced(engine: &mut Engine, board: Board, recipe: &Recipe) -> bool {
    engine.new_game();
    let choice = engine.choose(board, board.legal_moves(), Limits::playouts(recipe.playouts.into()));
    choice.discs.abs() <= recipe.within
}

/// The positions that openings reach, one for each symmetry class.
fn positions(openings: &[Game]) -> HashSet<Board> {
    openings.iter().map(|opening| standard_orientation(opening.board()).0).collect()
}

/// The first of these openings that reaches a position of `others`, up to symmetry.
pub fn first_shared<'a>(openings: &'a [Game], others: &[Game]) -> Option<&'a Game> {
    let others = positions(others);
    openings.iter().find(|opening| others.contains(&standard_orientation(opening.board()).0))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECIPE: Recipe = Recipe { count: 5, plies: 6, playouts: 20, within: 4.0, seed: 3 };

    fn made(recipe: Recipe) -> Vec<Game> {
        generate(&recipe, &[], &Stop::new().unwrap(), &mut || ()).unwrap()
    }

    #[test]
    fn openings_are_as_ordered() {
        let openings = made(RECIPE);
        assert_eq!(openings.len(), 5);
        assert!(openings.iter().all(|game| game.move_count() == 6 && game.history().len() == 6));
        let positions: HashSet<_> =
            openings.iter().map(|game| standard_orientation(game.board()).0).collect();
        assert_eq!(positions.len(), 5, "openings are distinct up to symmetry");
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
        // The 4 openings of one move are equal up to symmetry.
        assert_eq!(made(Recipe { plies: 1, count: 3, within: 64.0, ..RECIPE }).len(), 1);
    }

    #[test]
    fn a_stop_ends_the_search() {
        let stop = Stop::new().unwrap();
        stop.request(None);
        assert_eq!(generate(&RECIPE, &[], &stop, &mut || ()), Err(Stopped));
    }
}
