use crate::{Listener, Rules, Score};

/// What a search asks of an evaluation.
///
/// It may listen to what every move changes on the board, and so need not look at all of it each
/// time: the search says when it enters a position and when it leaves it again.
pub trait Evaluate<R: Rules>: Listener<R> {
    /// Told at the start of every search, with the position at its root.
    #[inline]
    fn prepare(&mut self, _root: &R) {}

    /// A move is about to be played, or a turn skipped.
    #[inline]
    fn enter(&mut self) {}

    /// It is taken back.
    #[inline]
    fn leave(&mut self) {}

    /// Advantage of the side to move, inside the evaluation band. It means little in the middle of
    /// a fight: in check, or while a capture is pending.
    fn evaluate(&mut self, position: &R) -> Score;
}

/// An evaluation by named terms or one by a network, chosen while the program runs.
pub enum TermsOrNetwork<T, N> {
    /// Named terms.
    Terms(T),
    /// A network.
    Network(N),
}

impl<R: Rules, T: Listener<R>, N: Listener<R>> Listener<R> for TermsOrNetwork<T, N> {
    #[inline]
    fn vanished(&mut self, piece: R::Piece, square: R::Square) {
        match self {
            Self::Terms(terms) => terms.vanished(piece, square),
            Self::Network(network) => network.vanished(piece, square),
        }
    }

    #[inline]
    fn appeared(&mut self, piece: R::Piece, square: R::Square) {
        match self {
            Self::Terms(terms) => terms.appeared(piece, square),
            Self::Network(network) => network.appeared(piece, square),
        }
    }
}

impl<R: Rules, T: Evaluate<R>, N: Evaluate<R>> Evaluate<R> for TermsOrNetwork<T, N> {
    fn prepare(&mut self, root: &R) {
        match self {
            Self::Terms(terms) => terms.prepare(root),
            Self::Network(network) => network.prepare(root),
        }
    }

    #[inline]
    fn enter(&mut self) {
        match self {
            Self::Terms(terms) => terms.enter(),
            Self::Network(network) => network.enter(),
        }
    }

    #[inline]
    fn leave(&mut self) {
        match self {
            Self::Terms(terms) => terms.leave(),
            Self::Network(network) => network.leave(),
        }
    }

    #[inline]
    fn evaluate(&mut self, position: &R) -> Score {
        match self {
            Self::Terms(terms) => terms.evaluate(position),
            Self::Network(network) => network.evaluate(position),
        }
    }
}
