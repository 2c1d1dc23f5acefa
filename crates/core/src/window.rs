use crate::{Ply, Score};
use std::ops::Neg;

/// The scores that still matter: more than `alpha`, which we have already, and less than `beta`,
/// above which the other side avoids the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    alpha: Score,
    beta: Score,
}

impl Window {
    /// Every score matters.
    pub const FULL: Self = Self { alpha: Score::LOWEST, beta: Score::INFINITE };

    /// The scores between two bounds.
    #[inline]
    pub fn new(alpha: Score, beta: Score) -> Self {
        debug_assert!(alpha < beta, "an empty window: {alpha} to {beta}");
        Self { alpha, beta }
    }

    /// The window that only asks whether a score reaches `beta`.
    #[inline]
    pub fn reaching(beta: Score) -> Self {
        Self { alpha: beta - 1, beta }
    }

    /// The window that only asks whether a score is above `alpha`.
    #[inline]
    pub fn above(alpha: Score) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    /// What we have already.
    #[inline]
    pub const fn alpha(self) -> Score {
        self.alpha
    }

    /// What the other side will not allow.
    #[inline]
    pub const fn beta(self) -> Score {
        self.beta
    }

    /// Whether it only asks a question with the answers yes and no.
    #[inline]
    pub fn is_null(self) -> bool {
        self.beta - self.alpha == 1
    }

    /// Whether the score is too good to be allowed.
    #[inline]
    pub fn fails_high(self, score: Score) -> bool {
        score >= self.beta
    }

    /// Whether the score is no better than what we have.
    #[inline]
    pub fn fails_low(self, score: Score) -> bool {
        score <= self.alpha
    }

    /// Whether the score is exact: inside the window.
    #[inline]
    pub fn contains(self, score: Score) -> bool {
        self.alpha < score && score < self.beta
    }

    /// The window without scores that cannot come about at this ply: the best we can do is win with
    /// our next move, the worst to have lost now. If a shorter win is known elsewhere, nothing is
    /// left, and the error is the score to return.
    #[inline]
    pub fn within_mates(self, ply: Ply) -> Result<Self, Score> {
        let alpha = self.alpha.max(Score::mated_in(ply));
        let beta = self.beta.min(Score::mate_in(ply.next()));
        if alpha < beta { Ok(Self { alpha, beta }) } else { Err(alpha) }
    }

    /// The window above a score that lies inside it.
    #[inline]
    #[must_use]
    pub fn raised_to(self, alpha: Score) -> Self {
        Self::new(alpha, self.beta)
    }
}

/// The same window seen by the other side.
impl Neg for Window {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negating_swaps_the_bounds() {
        let window = Window::new(Score::from_evaluation(-10), Score::from_evaluation(30));
        let negated = -window;
        assert_eq!((negated.alpha().value(), negated.beta().value()), (-30, 10));
        assert!(window.fails_high(window.beta()) && negated.fails_low(-window.beta()));
        assert!(window.contains(Score::DRAW) && negated.contains(Score::DRAW));
    }

    #[test]
    fn null_windows_hold_no_score() {
        let score = Score::from_evaluation(7);
        assert!(Window::reaching(score).is_null() && Window::reaching(score).fails_high(score));
        assert!(Window::above(score).is_null() && Window::above(score).fails_low(score));
    }

    #[test]
    fn a_shorter_mate_elsewhere_leaves_nothing_to_search() {
        let here = Ply::new(5);
        assert_eq!(Window::FULL.within_mates(here).unwrap().alpha(), Score::mated_in(here));
        assert_eq!(Window::FULL.within_mates(here).unwrap().beta(), Score::mate_in(Ply::new(6)));
        let known = Score::mate_in(Ply::new(3));
        let window = Window::new(known, Score::INFINITE);
        assert_eq!(window.within_mates(here), Err(known));
        assert!(window.within_mates(Ply::new(1)).is_ok(), "here a shorter one is possible");
    }
}
