//! A network: the weights, and what they say.

use crate::features::FeatureSet;
use crate::kernel::{self, Neurons};
use std::marker::PhantomData;

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

/// A network for the feature set `F`, with `HIDDEN` neurons for each view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network<F, const HIDDEN: usize> {
    /// For every input, what it adds to the hidden layer.
    pub(crate) inputs: Box<[Neurons<HIDDEN>]>,
    /// The hidden layer of an empty board.
    pub(crate) biases: Neurons<HIDDEN>,
    /// For every bucket, weights for the view of the player to move and of the other.
    pub(crate) outputs: Box<[[Neurons<HIDDEN>; 2]]>,
    /// For every bucket, in units of `ACTIVATION_ONE * OUTPUT_ONE`.
    pub(crate) output_biases: Box<[i32]>,
    pub(crate) units: Units,
    pub(crate) origin: Origin,
    features: PhantomData<F>,
}

impl<F: FeatureSet, const HIDDEN: usize> Network<F, HIDDEN> {
    /// A network that knows nothing.
    pub fn zeroed(units: Units) -> Self {
        const { assert!(HIDDEN == F::HIDDEN, "the feature set decides the size") };
        Self {
            inputs: vec![Neurons::ZERO; F::INPUTS].into(),
            biases: Neurons::ZERO,
            outputs: vec![[Neurons::ZERO; 2]; F::BUCKETS].into(),
            output_biases: vec![0; F::BUCKETS].into(),
            units,
            origin: Origin::default(),
            features: PhantomData,
        }
    }

    /// Rounds trained weights. They lie one after the other: for every input its row, the biases,
    /// for every bucket its row for the player to move and the one for the other, the biases of the
    /// buckets. What is too large for the arithmetic is moved to the edge.
    ///
    /// # Panics
    /// If there are more or fewer than [`Network::parameters`].
    pub fn from_floats(weights: &[f32], units: Units, origin: Origin) -> Self {
        assert_eq!(weights.len(), Self::parameters(), "a weight for every connection");
        let mut network = Self { origin, ..Self::zeroed(units) };
        let mut weights = weights.iter();
        let mut next = |one: f32, limit: f32| {
            let weight = weights.next().expect("the number was checked");
            (weight * one).round().clamp(-limit, limit)
        };
        let one = f32::from(ACTIVATION_ONE);
        for row in network.inputs.iter_mut().chain([&mut network.biases]) {
            row.0.fill_with(|| next(one, f32::from(i16::MAX)) as i16);
        }
        for row in network.outputs.iter_mut().flatten() {
            row.0.fill_with(|| next(OUTPUT_ONE as f32, 127.0) as i16);
        }
        network.output_biases.fill_with(|| next(one * OUTPUT_ONE as f32, 1e9) as i32);
        network
    }

    /// The weights as [`Network::from_floats`] takes them: what another training can begin with.
    pub fn to_floats(&self) -> Vec<f32> {
        let one = f32::from(ACTIVATION_ONE);
        let inputs = self.inputs.iter().chain([&self.biases]).flat_map(|row| row.0);
        let outputs = self.outputs.iter().flatten().flat_map(|row| row.0);
        let inputs = inputs.map(|weight| f32::from(weight) / one);
        let outputs = outputs.map(|weight| f32::from(weight) / OUTPUT_ONE as f32);
        let biases = self.output_biases.iter().map(|&bias| bias as f32 / (one * OUTPUT_ONE as f32));
        inputs.chain(outputs).chain(biases).collect()
    }

    /// How many weights there are.
    pub const fn parameters() -> usize {
        (F::INPUTS + 1 + 2 * F::BUCKETS) * HIDDEN + F::BUCKETS
    }

    /// What its numbers mean.
    pub fn units(&self) -> Units {
        self.units
    }

    /// Where it comes from.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The row of an input.
    #[inline]
    pub(crate) fn row(&self, input: usize) -> &Neurons<HIDDEN> {
        &self.inputs[input]
    }

    /// The hidden layer of an empty board.
    #[inline]
    pub(crate) fn biases(&self) -> &Neurons<HIDDEN> {
        &self.biases
    }

    /// The score for the player to move.
    #[inline]
    pub fn score(&self, own: &Neurons<HIDDEN>, other: &Neurons<HIDDEN>, bucket: usize) -> i32 {
        let [of_own, of_other] = &self.outputs[bucket];
        let sum = kernel::sum_of_squares(own, of_own)
            .wrapping_add(kernel::sum_of_squares(other, of_other));
        self.finish(sum, bucket)
    }

    /// [`Network::score`] by the portable kernel, for comparison.
    pub fn score_portably(
        &self,
        own: &Neurons<HIDDEN>,
        other: &Neurons<HIDDEN>,
        bucket: usize,
    ) -> i32 {
        let [of_own, of_other] = &self.outputs[bucket];
        let sum = kernel::portable::sum_of_squares(own, of_own)
            .wrapping_add(kernel::portable::sum_of_squares(other, of_other));
        self.finish(sum, bucket)
    }

    #[inline]
    fn finish(&self, sum: i32, bucket: usize) -> i32 {
        // The sum has one factor ACTIVATION_ONE too many, from the square.
        // A file may hold any bias.
        let output =
            i64::from(sum / i32::from(ACTIVATION_ONE)) + i64::from(self.output_biases[bucket]);
        let one = i64::from(ACTIVATION_ONE) * i64::from(OUTPUT_ONE);
        (output * i64::from(self.units.scale) / one) as i32
    }
}
