//! Tables and tools that the tests of several rooms share.
//!
//! Nothing here knows a rules crate: positions are text, and walks go through
//! [`Rules`]. A dev-dependency only; no program links it.

pub mod chess;
pub mod draughts;
pub mod engines;
pub mod evaluation;
pub mod textbook;

mod listener;

pub use damier_core::random::Random;
use damier_core::{Ending, Game, Rules};
pub use listener::check_listener;

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
