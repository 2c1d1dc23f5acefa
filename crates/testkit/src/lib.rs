//! Tables and tools that the tests of several rooms share.
//!
//! Nothing here knows a rules crate: positions are text, and walks go through
//! [`Rules`]. A dev-dependency only; no program links it.

pub mod chess;
pub mod draughts;
pub mod engines;
pub mod evaluation;
pub mod hostile;
pub mod networks;
pub mod perft;
pub mod textbook;

mod listener;

pub use damier_core::random::Random;
use damier_core::{Ending, Game, Rules};
pub use listener::check_listener;
use proptest::test_runner::Config;
use std::fmt::Debug;

/// So many random cases of a property; one that fails is shown, and not kept in a file.
pub fn random_cases(count: u32) -> Config {
    Config { failure_persistence: None, ..Config::with_cases(count) }
}

/// Plays random moves from `start` until the game is over or `plies` are played, and shows every
/// game state on the way, the first and the last included. A draw that must be claimed, or that
/// repetition gives, does not stop it.
pub fn walk<R: Rules>(
    start: R,
    plies: usize,
    random: &mut Random,
    mut visit: impl FnMut(&Game<R>),
) {
    let mut game = Game::new(start);
    visit(&game);
    for _ in 0..plies {
        if game.position().ending(1).is_some_and(|ending| !ending.needs_claim()) {
            return;
        }
        let mv = *random.pick(&game.position().legal_moves());
        game.play_unchecked(mv);
        visit(&game);
    }
}

/// Asks a position everything that [`Rules`] offers and checks that the answers fit each other.
///
/// # Panics
/// If they do not.
pub fn exercise<R: Rules>(position: &R) {
    let fen = position.to_fen();
    let again = R::from_fen(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert_eq!(&again, position, "{fen}");
    assert_eq!(again.key(), position.key(), "{fen}");
    let moves = position.legal_moves();
    assert_eq!(position.count_legal_moves(), moves.len(), "{fen}");
    assert!(!moves.is_empty() || position.ending(1).is_some(), "no move, but no end: {fen}");
    for &mv in moves.iter() {
        assert!(position.is_legal(mv), "{mv:?} in {fen}");
        assert!(position.find_move(R::hint(mv)).is_some(), "{mv:?} in {fen}");
        let text = position.write_move(mv);
        assert_eq!(position.read_move(&text).ok(), Some(mv), "{text} in {fen}");
        let mut after = position.clone();
        after.play_unchecked(mv);
        assert_eq!(after.side_to_move(), !position.side_to_move(), "{text} in {fen}");
        let text = after.to_fen();
        assert_eq!(R::from_fen(&text).ok(), Some(after), "{text}");
    }
}

/// Plays random moves from `start` and takes them all back: each position, and what its game makes
/// of it, is again what it was on the way there. `rest` is what comparing two positions leaves out.
///
/// # Panics
/// If something else comes back.
pub fn check_taking_back<R: Rules, S: Debug + PartialEq>(
    start: &R,
    plies: usize,
    random: &mut Random,
    rest: impl Fn(&R) -> S,
) {
    let state = |game: &Game<R>| {
        let position = game.position();
        let (key, rest) = (position.key(), rest(position));
        (position.clone(), key, rest, game.occurrences(), game.ending())
    };
    let mut seen = Vec::new();
    let mut last = None;
    walk(start.clone(), plies, random, |game| {
        seen.push(state(game));
        last = Some(game.clone());
    });
    let mut game = last.expect("a walk shows where it begins");
    assert_eq!(seen.pop(), Some(state(&game)));
    while let Some(mv) = game.undo() {
        assert_eq!(seen.pop(), Some(state(&game)));
        assert!(game.position().is_legal(mv));
    }
    assert_eq!(game.position(), start);
    assert!(seen.is_empty());
}
