//! The arithmetic: sums of rows of weights, and the last layer.
//!
//! Written once in plain loops ([`Portable`]), which compilers make vector code of as far as every
//! processor can do it that the program is built for, and once more with the vectors of better ones
//! (`Avx2`, `Avx512`). Which works is decided when the program runs, so that one serves all.
//! Integer sums do not depend on their order: all find the same score, to the last bit. ARM needs
//! no code of its own: what every such processor can do is what the plain loops are compiled for.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;

pub(crate) use portable::Portable;
#[cfg(target_arch = "x86_64")]
pub(crate) use {avx2::Avx2, avx512::Avx512};

/// So many numbers are one line of the cache; a layer is some whole lines.
pub const LINE: usize = 32;

/// Numbers of a layer that lie side by side, placed so that whole registers can be loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct KernelLine(pub [i16; LINE]);

impl KernelLine {
    /// All zero.
    pub const ZERO: Self = Self([0; LINE]);
}

/// Which instructions work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernel(pub(crate) KernelKind);

/// A kernel that this processor can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KernelKind {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl Kernel {
    /// Works everywhere.
    pub const PORTABLE: Self = Self(KernelKind::Portable);

    /// All that this processor can do, the fastest first.
    pub fn all() -> impl Iterator<Item = Self> {
        #[cfg(target_arch = "x86_64")]
        let vectors =
            [Avx512::detect().map(KernelKind::Avx512), Avx2::detect().map(KernelKind::Avx2)];
        #[cfg(not(target_arch = "x86_64"))]
        let vectors: [Option<KernelKind>; 0] = [];
        vectors.into_iter().flatten().map(Self).chain([Self::PORTABLE])
    }

    /// The fastest that this processor can do.
    pub fn best() -> Self {
        Self::all().next().expect("there is always a portable one")
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self.0 {
            KernelKind::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            KernelKind::Avx2(_) => "AVX2",
            #[cfg(target_arch = "x86_64")]
            KernelKind::Avx512(_) => "AVX-512",
        }
    }
}

/// What a kernel can do. All of it is to be inlined into functions that are compiled for the
/// instructions; the compiler does not inline closures and iterators there, so there are none.
pub(crate) trait Arithmetic: Copy {
    /// A line in registers.
    type Sum: Copy;

    /// Takes a line into registers.
    fn load(self, line: &KernelLine) -> Self::Sum;

    /// Writes it back.
    fn store(self, sum: Self::Sum, line: &mut KernelLine);

    /// Adds a line.
    fn plus(self, sum: Self::Sum, line: &KernelLine) -> Self::Sum;

    /// Subtracts a line.
    fn minus(self, sum: Self::Sum, line: &KernelLine) -> Self::Sum;

    /// The sum over all neurons of weight times the square of the activation.
    ///
    /// The activation is the neuron's value held between 0 and
    /// [`ACTIVATION_ONE`](crate::ACTIVATION_ONE). Weights are at most 127 in size, so that a weight
    /// times an activation fits into 16 bits. The sum has 32: room for outputs up to 500, where 5
    /// is already a won game.
    fn sum_of_squares(self, neurons: &[KernelLine], weights: &[KernelLine]) -> i32;

    /// Writes `from` plus one row minus another: a piece has moved.
    #[inline(always)]
    fn update(
        self,
        from: &[KernelLine],
        added: &[KernelLine],
        removed: &[KernelLine],
        to: &mut [KernelLine],
    ) {
        // Rows of one length, as the compiler can see.
        let lines = to.len();
        let (from, added, removed) = (&from[..lines], &added[..lines], &removed[..lines]);
        for at in 0..lines {
            let sum = self.plus(self.load(&from[at]), &added[at]);
            self.store(self.minus(sum, &removed[at]), &mut to[at]);
        }
    }

    /// The same for a move that takes another piece.
    #[inline(always)]
    fn update_and_take(
        self,
        from: &[KernelLine],
        added: &[KernelLine],
        removed: &[KernelLine],
        taken: &[KernelLine],
        to: &mut [KernelLine],
    ) {
        let lines = to.len();
        let (from, added) = (&from[..lines], &added[..lines]);
        let (removed, taken) = (&removed[..lines], &taken[..lines]);
        for at in 0..lines {
            let sum = self.plus(self.load(&from[at]), &added[at]);
            let sum = self.minus(sum, &removed[at]);
            self.store(self.minus(sum, &taken[at]), &mut to[at]);
        }
    }

    /// Adds a row.
    #[inline(always)]
    fn add(self, layer: &mut [KernelLine], row: &[KernelLine]) {
        let row = &row[..layer.len()];
        for at in 0..layer.len() {
            self.store(self.plus(self.load(&layer[at]), &row[at]), &mut layer[at]);
        }
    }

    /// Subtracts a row.
    #[inline(always)]
    fn subtract(self, layer: &mut [KernelLine], row: &[KernelLine]) {
        let row = &row[..layer.len()];
        for at in 0..layer.len() {
            self.store(self.minus(self.load(&layer[at]), &row[at]), &mut layer[at]);
        }
    }
}
