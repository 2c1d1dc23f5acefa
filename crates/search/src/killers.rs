//! Quiet moves that refuted a sister node.

/// The last two different ones of a ply, the latest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Killers<M>(pub [Option<M>; 2]);

impl<M: Copy + PartialEq> Killers<M> {
    /// None yet.
    pub const NONE: Self = Self([None; 2]);

    /// This move refuted a node.
    #[inline]
    pub fn remember(&mut self, mv: M) {
        if self.0[0] != Some(mv) {
            self.0 = [Some(mv), self.0[0]];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_two_different_moves_are_kept() {
        let mut killers = Killers::NONE;
        for mv in ['a', 'b', 'b', 'c', 'c'] {
            killers.remember(mv);
        }
        assert_eq!(killers.0, [Some('c'), Some('b')]);
    }
}
