//! A listener that keeps a board of its own.

use crate::{Random, walk};
use damier_core::{Listener, Rules};
use std::collections::HashSet;
use std::hash::Hash;

/// Keeps its own set of pieces, by what it is told.
struct Observer<R: Rules> {
    pieces: HashSet<(R::Piece, R::Square)>,
    has_gained: bool,
}

impl<R> Listener<R> for Observer<R>
where
    R: Rules<Piece: Eq + Hash, Square: Eq + Hash>,
{
    fn vanished(&mut self, piece: R::Piece, square: R::Square) {
        assert!(!self.has_gained, "all that vanishes is told first");
        assert!(self.pieces.remove(&(piece, square)), "only what stands there can vanish");
    }
    fn appeared(&mut self, piece: R::Piece, square: R::Square) {
        self.has_gained = true;
        assert!(self.pieces.insert((piece, square)), "only what was away can appear");
    }
}

/// Plays every legal move in the positions of random games and checks that a listener hears of all
/// that changes: the pieces that it was told of are those that `pieces` finds on the board.
///
/// # Panics
/// If they are not.
pub fn check_listener<R>(
    starts: impl Iterator<Item = R>,
    pieces: impl Fn(&R) -> HashSet<(R::Piece, R::Square)>,
) where
    R: Rules<Piece: Eq + Hash, Square: Eq + Hash>,
{
    let mut random = Random::new(6);
    for start in starts {
        for _ in 0..5 {
            walk(start.clone(), 100, &mut random, |game| check_moves(game.position(), &pieces));
        }
    }
}

fn check_moves<R>(position: &R, pieces: &impl Fn(&R) -> HashSet<(R::Piece, R::Square)>)
where
    R: Rules<Piece: Eq + Hash, Square: Eq + Hash>,
{
    for &mv in position.legal_moves().iter() {
        let mut after = position.clone();
        let mut observer = Observer::<R> { pieces: pieces(position), has_gained: false };
        after.play_observed(mv, &mut observer);
        assert_eq!(observer.pieces, pieces(&after), "{mv:?} in {}", position.to_fen());
    }
}
