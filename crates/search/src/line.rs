//! Principal variations.

use damier_core::Ply;

/// The best line below each ply of the current path.
#[derive(Clone, Debug)]
pub struct PrincipalLines<M> {
    /// One line a ply; the line of a ply begins with the move to play there.
    lines: Vec<Vec<M>>,
}

impl<M: Copy> PrincipalLines<M> {
    /// Empty lines for every ply.
    pub fn new() -> Self {
        Self { lines: (0..=Ply::MAX.index() + 1).map(|_| Vec::new()).collect() }
    }

    /// A node at this ply begins: no line is known yet.
    #[inline]
    pub fn clear(&mut self, ply: Ply) {
        self.lines[ply.index()].clear();
    }

    /// The move is best at this ply; what follows is the line of the next one.
    #[inline]
    pub fn set(&mut self, ply: Ply, mv: M) {
        let [line, rest] = &mut self.lines[ply.index()..ply.index() + 2] else {
            unreachable!("there is a line for every ply and one more")
        };
        line.clear();
        line.push(mv);
        line.extend_from_slice(rest);
    }

    /// The line at a ply.
    pub fn get(&self, ply: Ply) -> &[M] {
        &self.lines[ply.index()]
    }
}

impl<M: Copy> Default for PrincipalLines<M> {
    fn default() -> Self {
        Self::new()
    }
}
