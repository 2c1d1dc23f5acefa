//! The arithmetic: sums of rows of weights, and the last layer.
//!
//! Two implementations with identical results: `avx2` for processors that have it, [`portable`] for
//! all. Integer sums do not depend on their order, so identical means to the last bit.

#[cfg(target_feature = "avx2")]
mod avx2;
pub mod portable;

#[cfg(target_feature = "avx2")]
pub(crate) use avx2::{sum_of_squares, update};
#[cfg(not(target_feature = "avx2"))]
pub(crate) use portable::{sum_of_squares, update};

/// One number for each neuron of a hidden layer, placed so that whole registers can be loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Neurons<const HIDDEN: usize>(pub [i16; HIDDEN]);

impl<const HIDDEN: usize> Neurons<HIDDEN> {
    /// All zero.
    pub const ZERO: Self = {
        assert!(HIDDEN > 0 && HIDDEN.is_multiple_of(32), "rows are whole lines of the cache");
        Self([0; HIDDEN])
    };
}
