//! How far lines may be extended.

use damier_core::Ply;

/// Extensions together make an iteration at most so many times as deep.
const MOST_TIMES: usize = 2;

/// The longest extension, in plies: below it a line has no room to grow.
const LONGEST: usize = 2;

/// Whether a line may still be extended at this ply, in an iteration of this depth. Without a limit
/// lines of checks or of single replies would never end.
#[inline]
pub fn may_extend(ply: Ply, iteration_depth: usize) -> bool {
    ply.index() < MOST_TIMES * iteration_depth && ply.index() + LONGEST < Ply::MAX.index()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_at_most_double_an_iteration_and_end_before_the_last_ply() {
        assert!(may_extend(Ply::new(9), 5) && !may_extend(Ply::new(10), 5));
        let near_the_end = Ply::new((Ply::MAX.index() - LONGEST) as u16);
        assert!(!may_extend(near_the_end, 1_000));
    }
}
