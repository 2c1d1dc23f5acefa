//! A network: the weights, and what they say.

use crate::features::FeatureSet;
use crate::kernel::{Arithmetic, Kernel, KernelLine};
use crate::shape::Shape;

/// The largest activation of a neuron stands for 1.
pub const ACTIVATION_ONE: i16 = 255;
/// A weight of the last layer of this size stands for 1.
pub const OUTPUT_ONE: i32 = 128;

/// Where a network comes from; part of its file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// A fingerprint of the games and settings it was trained with.
    pub training: u64,
    /// A few words for people.
    pub note: String,
}

/// What the numbers of a network mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Units {
    /// The score that an output of 1 stands for, with which the chance of a point is 73 %.
    pub scale: i32,
    /// The score with which one game of two is won.
    pub half: i32,
}

/// A network for the feature set `F`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network<F> {
    shape: Shape<F>,
    /// For every input, what it adds to the hidden layer, row after row.
    pub(crate) inputs: Box<[KernelLine]>,
    /// The hidden layer of an empty board.
    pub(crate) biases: Box<[KernelLine]>,
    /// For every bucket, weights for the view of the player to move and of the other.
    pub(crate) outputs: Box<[KernelLine]>,
    /// For every bucket, in units of `ACTIVATION_ONE * OUTPUT_ONE`.
    pub(crate) output_biases: Box<[i32]>,
    /// For every set of formations the weight of each, in the same units.
    pub(crate) formations: Box<[i16]>,
    pub(crate) units: Units,
    pub(crate) origin: Origin,
    kernel: Kernel,
}

impl<F: FeatureSet> Network<F> {
    /// A network that knows nothing.
    pub fn zeroed(shape: Shape<F>, units: Units) -> Self {
        let rows = |count: usize| vec![KernelLine::ZERO; count * shape.lines()].into();
        Self {
            shape,
            inputs: rows(shape.features().inputs()),
            biases: rows(1),
            outputs: rows(2 * F::BUCKETS),
            output_biases: vec![0; F::BUCKETS].into(),
            formations: vec![0; F::FORMATION_SETS * shape.features().formations()].into(),
            units,
            origin: Origin::default(),
            kernel: Kernel::best(),
        }
    }

    /// The same network, asked with other instructions.
    #[must_use]
    pub fn with_kernel(self, kernel: Kernel) -> Self {
        Self { kernel, ..self }
    }

    /// Rounds trained weights, in the order of [`Shape::parameters`]. What is too large for the
    /// arithmetic is moved to the edge.
    ///
    /// # Panics
    /// If there are more or fewer.
    pub fn from_floats(shape: Shape<F>, weights: &[f32], units: Units, origin: Origin) -> Self {
        assert_eq!(weights.len(), shape.parameters(), "a weight for every connection");
        let mut network = Self { origin, ..Self::zeroed(shape, units) };
        let mut weights = weights.iter();
        let mut next = |one: f32, limit: f32| {
            let weight = weights.next().expect("the number was checked");
            (weight * one).round().clamp(-limit, limit)
        };
        let one = f32::from(ACTIVATION_ONE);
        for line in network.inputs.iter_mut().chain(&mut network.biases) {
            line.0.fill_with(|| next(one, f32::from(i16::MAX)) as i16);
        }
        for line in &mut network.outputs {
            line.0.fill_with(|| next(OUTPUT_ONE as f32, 127.0) as i16);
        }
        network.output_biases.fill_with(|| next(one * OUTPUT_ONE as f32, 1e9) as i32);
        let limit = f32::from(i16::MAX);
        network.formations.fill_with(|| next(one * OUTPUT_ONE as f32, limit) as i16);
        network
    }

    /// The weights as [`Network::from_floats`] takes them: what another training can begin with.
    pub fn to_floats(&self) -> Vec<f32> {
        let one = f32::from(ACTIVATION_ONE);
        let inputs = self.inputs.iter().chain(&self.biases).flat_map(|line| line.0);
        let outputs = self.outputs.iter().flat_map(|line| line.0);
        let inputs = inputs.map(|weight| f32::from(weight) / one);
        let outputs = outputs.map(|weight| f32::from(weight) / OUTPUT_ONE as f32);
        let biases = self.output_biases.iter().map(|&bias| bias as f32 / (one * OUTPUT_ONE as f32));
        let formations = self.formations.iter();
        let formations = formations.map(|&weight| f32::from(weight) / (one * OUTPUT_ONE as f32));
        inputs.chain(outputs).chain(biases).chain(formations).collect()
    }

    /// Its size.
    #[inline]
    pub fn shape(&self) -> Shape<F> {
        self.shape
    }

    /// What its numbers mean.
    pub fn units(&self) -> Units {
        self.units
    }

    /// Where it comes from.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The instructions that work.
    #[inline]
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// The row of an input.
    #[inline]
    pub(crate) fn row(&self, input: usize) -> &[KernelLine] {
        let lines = self.biases.len();
        &self.inputs[input * lines..][..lines]
    }

    /// The hidden layer of an empty board.
    #[inline]
    pub(crate) fn biases(&self) -> &[KernelLine] {
        &self.biases
    }

    /// The weight of a formation in a set.
    #[inline]
    pub(crate) fn formation(&self, set: usize, entry: usize) -> i32 {
        self.formations[set * self.shape.features().formations() + entry].into()
    }

    /// The score for the player to move. `formations` is what they add.
    #[inline(always)]
    pub(crate) fn score(
        &self,
        arithmetic: impl Arithmetic,
        own: &[KernelLine],
        other: &[KernelLine],
        bucket: usize,
        formations: i32,
    ) -> i32 {
        let lines = self.biases.len();
        let (of_own, of_other) = self.outputs[2 * bucket * lines..][..2 * lines].split_at(lines);
        let sum = arithmetic.sum_of_squares(own, of_own);
        let sum = sum.wrapping_add(arithmetic.sum_of_squares(other, of_other));
        // The sum has one factor ACTIVATION_ONE too many, from the square.
        // A file may hold any bias.
        let output =
            i64::from(sum / i32::from(ACTIVATION_ONE)) + i64::from(self.output_biases[bucket]);
        let output = output + i64::from(formations);
        let one = i64::from(ACTIVATION_ONE) * i64::from(OUTPUT_ONE);
        (output * i64::from(self.units.scale) / one) as i32
    }
}
