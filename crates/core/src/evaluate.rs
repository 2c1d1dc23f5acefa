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

/// One of two evaluations, chosen while the program runs.
pub enum Either<A, B> {
    /// The one.
    First(A),
    /// The other.
    Second(B),
}

impl<R: Rules, A: Listener<R>, B: Listener<R>> Listener<R> for Either<A, B> {
    #[inline]
    fn vanished(&mut self, piece: R::Piece, square: R::Square) {
        match self {
            Self::First(first) => first.vanished(piece, square),
            Self::Second(second) => second.vanished(piece, square),
        }
    }

    #[inline]
    fn appeared(&mut self, piece: R::Piece, square: R::Square) {
        match self {
            Self::First(first) => first.appeared(piece, square),
            Self::Second(second) => second.appeared(piece, square),
        }
    }
}

impl<R: Rules, A: Evaluate<R>, B: Evaluate<R>> Evaluate<R> for Either<A, B> {
    fn prepare(&mut self, root: &R) {
        match self {
            Self::First(first) => first.prepare(root),
            Self::Second(second) => second.prepare(root),
        }
    }

    #[inline]
    fn enter(&mut self) {
        match self {
            Self::First(first) => first.enter(),
            Self::Second(second) => second.enter(),
        }
    }

    #[inline]
    fn leave(&mut self) {
        match self {
            Self::First(first) => first.leave(),
            Self::Second(second) => second.leave(),
        }
    }

    #[inline]
    fn evaluate(&mut self, position: &R) -> Score {
        match self {
            Self::First(first) => first.evaluate(position),
            Self::Second(second) => second.evaluate(position),
        }
    }
}
