//! How much shallower late moves are searched.

use damier_core::Depth;

/// Deeper nodes and later moves are treated like these.
const LIMIT: usize = 64;

/// Plies by which a late move is searched shallower, by depth and number of the move: the
/// logarithms say that neither the tenth ply nor the tenth move matters as much as the second.
pub struct Reductions(Box<[[u8; LIMIT]; LIMIT]>);

impl Reductions {
    /// From a reduction before anything else, and a divisor of the product of the logarithms, both
    /// in hundredths.
    pub fn new(base: i32, divisor: i32) -> Self {
        let (base, divisor) = (f64::from(base) / 100.0, f64::from(divisor) / 100.0);
        let mut table = Box::new([[0; LIMIT]; LIMIT]);
        for depth in 1..LIMIT {
            for count in 1..LIMIT {
                let product = f64::from(depth as u32).ln() * f64::from(count as u32).ln();
                table[depth][count] = (base + product / divisor) as u8;
            }
        }
        Self(table)
    }

    /// Plies for the move with this number, counted from 1.
    #[inline]
    pub fn plies(&self, depth: Depth, count: i32) -> i32 {
        let place = |number: i32| number.clamp(0, LIMIT as i32 - 1) as usize;
        self.0[place(depth.plies())][place(count)].into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_moves_and_deeper_nodes_are_reduced_more() {
        let reductions = Reductions::new(70, 225);
        let of = |depth, count| reductions.plies(Depth::new(depth), count);
        assert_eq!((of(0, 5), of(5, 0)), (0, 0), "nothing to reduce");
        assert_eq!((of(1, 1), of(10, 10)), (0, 3));
        assert!(of(10, 30) > of(10, 4) && of(30, 10) > of(4, 10));
        assert_eq!(of(500, 500), of(63, 63));
    }
}
