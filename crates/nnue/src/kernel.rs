//! The arithmetic: sums of rows of weights, and the last layer.
//!
//! Written once in plain loops ([`Portable`]), which compilers make vector code of as far as every
//! processor can do it that the program is built for, and once more with the vectors of better ones
//! (`Avx2`). Which works is decided when the program runs, so that one program serves all. Integer
//! sums do not depend on their order: both find the same score, to the last bit.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod portable;

#[cfg(target_arch = "x86_64")]
pub(crate) use avx2::Avx2;
pub(crate) use portable::Portable;

/// So many numbers are one line of the cache; a layer is some whole lines.
pub const LINE: usize = 32;

/// Numbers of a layer that lie side by side, placed so that whole registers can be loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Line(pub [i16; LINE]);

impl Line {
    /// All zero.
    pub const ZERO: Self = Self([0; LINE]);
}

/// Which instructions work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernel(pub(crate) Kind);

/// A kernel that this processor can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
}

impl Kernel {
    /// Works everywhere.
    pub const PORTABLE: Self = Self(Kind::Portable);

    /// The fastest that this processor can do.
    pub fn best() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = Avx2::detect() {
            return Self(Kind::Avx2(avx2));
        }
        Self::PORTABLE
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self.0 {
            Kind::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(_) => "AVX2",
        }
    }
}

/// What a kernel can do. All of it is to be inlined into functions that are compiled for the
/// instructions; the compiler does not inline closures and iterators there, so there are none.
pub(crate) trait Arithmetic: Copy {
    /// Writes `from` plus one row minus another: a piece has moved.
    fn update(self, from: &[Line], added: &[Line], removed: &[Line], to: &mut [Line]);

    /// The same for a move that takes another piece.
    fn update_and_take(
        self,
        from: &[Line],
        added: &[Line],
        removed: &[Line],
        taken: &[Line],
        to: &mut [Line],
    );

    /// Adds a row.
    fn add(self, layer: &mut [Line], row: &[Line]);

    /// Subtracts a row.
    fn subtract(self, layer: &mut [Line], row: &[Line]);

    /// The sum over all neurons of weight times the square of the activation.
    ///
    /// The activation is the neuron's value held between 0 and
    /// [`ACTIVATION_ONE`](crate::ACTIVATION_ONE). Weights are at most 127 in size, so that a weight
    /// times an activation fits into 16 bits. The sum has 32: room for outputs up to 500, where 5
    /// is already a won game.
    fn sum_of_squares(self, neurons: &[Line], weights: &[Line]) -> i32;
}
