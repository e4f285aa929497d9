//! What several targets share.

use std::cell::RefCell;

use analyst::engines::player::{Player, Settings};
use analyst::search::{Memory, Searcher, Stop};
use outflank::engine::Engine;
use outflank::mcts::Parameters;
use outflank::protocol::{ProtocolError, Streams};

/// The streams of a dialogue in memory.
pub type InMemory<'a> = Streams<&'a [u8], &'a mut Vec<u8>, &'a mut Vec<u8>>;

thread_local! {
    /// An engine with little memory; every dialogue resets it.
    static ENGINE: RefCell<Engine> =
        RefCell::new(Engine::with_parameters(Parameters::default(), 1 << 16, 1 << 12));
}

/// Has a bot `play` a dialogue: it ends with answers, of at most `most` bytes for each byte of the input, or
/// with one readable line.
pub fn dialogue(
    input: &[u8],
    most: usize,
    play: impl FnOnce(&mut InMemory<'_>, &mut Engine) -> Result<(), ProtocolError>,
) {
    let (mut answers, mut remarks) = (Vec::new(), Vec::new());
    let mut streams = Streams::new(input, &mut answers, &mut remarks);
    let result = ENGINE.with_borrow_mut(|engine| play(&mut streams, engine));
    assert!(answers.is_ascii() && answers.len() <= most * (input.len() + 1));
    if let Err(error) = result {
        let line = error.to_string();
        assert!(line.len() <= 300 && line.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "{line}");
    }
}

/// A player with little memory, and what ends its searches once it is raised.
pub fn player() -> (Player, Stop) {
    let stop = Stop::default();
    let searcher = Searcher::with_host(Memory { tree: 1 << 16, solver: 1 << 12 }, stop.clone(), None);
    (Player::new(searcher, Settings { playouts: 20, book: false, ..Settings::default() }, 1), stop)
}
