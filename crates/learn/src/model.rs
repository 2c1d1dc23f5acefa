//! Networks in floating point, with their derivatives.

use crate::samples::Sample;
use damier_core::random::Random;
use damier_nnue::{FeatureSet, OUTPUT_ONE};
use std::marker::PhantomData;

/// A function of positions with weights that can be learnt.
pub trait Model: Sync {
    /// What one thread works with.
    type Scratch: Send;

    /// How many weights there are.
    fn parameters(&self) -> usize;

    /// Weights to begin with.
    fn initial(&self, random: &mut Random) -> Vec<f32>;

    /// Room to work in.
    fn scratch(&self) -> Self::Scratch;

    /// The output for a position. Before a squashing function makes a chance of it, it is without
    /// bounds.
    fn output(&self, weights: &[f32], sample: Sample, scratch: &mut Self::Scratch) -> f32;

    /// Adds to the gradients what this position says, when the loss changes with the output at this
    /// rate. Comes right after [`Model::output`] for the same position.
    fn learn(&self, weights: &[f32], rate: f32, scratch: &mut Self::Scratch, gradients: &mut [f32]);

    /// The largest size that a weight may have, so that it survives rounding.
    fn limit(&self, weight: usize) -> f32;
}

/// The network of `damier-nnue`, its weights in the order of
/// [`Network::from_floats`](damier_nnue::Network::from_floats).
pub struct Perspective<F, const HIDDEN: usize>(PhantomData<F>);

impl<F, const HIDDEN: usize> Default for Perspective<F, HIDDEN> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

/// What [`Perspective`] remembers between an output and its derivatives.
pub struct Views<const HIDDEN: usize> {
    /// The player to move first.
    inputs: [Vec<u16>; 2],
    hidden: [[f32; HIDDEN]; 2],
    bucket: usize,
}

impl<F: FeatureSet, const HIDDEN: usize> Perspective<F, HIDDEN> {
    const BIASES: usize = F::INPUTS * HIDDEN;
    const OUTPUTS: usize = Self::BIASES + HIDDEN;
    const OUTPUT_BIASES: usize = Self::OUTPUTS + 2 * F::BUCKETS * HIDDEN;

    /// Where the output weights of a view begin: 0 is the player to move.
    fn outputs(bucket: usize, view: usize) -> usize {
        Self::OUTPUTS + (2 * bucket + view) * HIDDEN
    }
}

impl<F: FeatureSet, const HIDDEN: usize> Model for Perspective<F, HIDDEN> {
    type Scratch = Views<HIDDEN>;

    fn parameters(&self) -> usize {
        Self::OUTPUT_BIASES + F::BUCKETS
    }

    fn initial(&self, random: &mut Random) -> Vec<f32> {
        // So many inputs are switched on in an ordinary position.
        const USUAL_INPUTS: f32 = 24.0;
        let input_size = (1.0 / USUAL_INPUTS).sqrt() / 2.0;
        let output_size = (1.0 / (2.0 * HIDDEN as f32)).sqrt();
        let mut uniform = || (random.next_bits() >> 40) as f32 / (1 << 23) as f32 - 1.0;
        let size = |weight: usize| match weight {
            weight if weight < Self::BIASES => input_size,
            weight if (Self::OUTPUTS..Self::OUTPUT_BIASES).contains(&weight) => output_size,
            _ => 0.0,
        };
        (0..self.parameters()).map(|weight| uniform() * size(weight)).collect()
    }

    fn scratch(&self) -> Views<HIDDEN> {
        Views { inputs: Default::default(), hidden: [[0.0; HIDDEN]; 2], bucket: 0 }
    }

    fn output(&self, weights: &[f32], sample: Sample, scratch: &mut Views<HIDDEN>) -> f32 {
        scratch.bucket = F::bucket(sample.tokens.len());
        let mut output = weights[Self::OUTPUT_BIASES + scratch.bucket];
        for (index, view) in [sample.side, !sample.side].into_iter().enumerate() {
            let orientation = F::orientation(view, sample.tokens);
            let inputs = &mut scratch.inputs[index];
            inputs.clear();
            inputs.extend(
                sample.tokens.iter().map(|&token| F::input(view, orientation, token) as u16),
            );
            let hidden = &mut scratch.hidden[index];
            hidden.copy_from_slice(&weights[Self::BIASES..Self::OUTPUTS]);
            for &input in inputs.iter() {
                add(hidden, &weights[usize::from(input) * HIDDEN..][..HIDDEN]);
            }
            let begin = Self::outputs(scratch.bucket, index);
            output += sum_of_squares(hidden, &weights[begin..begin + HIDDEN]);
        }
        output
    }

    fn learn(
        &self,
        weights: &[f32],
        rate: f32,
        scratch: &mut Views<HIDDEN>,
        gradients: &mut [f32],
    ) {
        let Views { inputs, hidden, bucket } = scratch;
        gradients[Self::OUTPUT_BIASES + *bucket] += rate;
        for (index, hidden) in hidden.iter_mut().enumerate() {
            let begin = Self::outputs(*bucket, index);
            let outputs = &weights[begin..begin + HIDDEN];
            let output_gradients = &mut gradients[begin..begin + HIDDEN];
            for ((neuron, weight), gradient) in hidden.iter_mut().zip(outputs).zip(output_gradients)
            {
                let activation = neuron.clamp(0.0, 1.0);
                *gradient += rate * activation * activation;
                // From here on the neuron holds its own derivative; outside its range it has none.
                let is_active = *neuron > 0.0 && *neuron < 1.0;
                *neuron = if is_active { 2.0 * rate * weight * activation } else { 0.0 };
            }
            add(&mut gradients[Self::BIASES..Self::OUTPUTS], hidden);
            for &input in &inputs[index] {
                add(&mut gradients[usize::from(input) * HIDDEN..][..HIDDEN], hidden);
            }
        }
    }

    fn limit(&self, weight: usize) -> f32 {
        // The largest number in eight bits; all others have more room.
        let is_output = (Self::OUTPUTS..Self::OUTPUT_BIASES).contains(&weight);
        if is_output { 127.0 / OUTPUT_ONE as f32 } else { 64.0 }
    }
}

#[inline]
fn add(sums: &mut [f32], terms: &[f32]) {
    for (sum, term) in sums.iter_mut().zip(terms) {
        *sum += term;
    }
}

/// The sum of weight times squared activation, in sixteen sums side by side: the compiler must not
/// change the order of additions itself.
#[inline]
fn sum_of_squares(neurons: &[f32], weights: &[f32]) -> f32 {
    const LANES: usize = 16;
    let mut sums = [0.0; LANES];
    for (neurons, weights) in neurons.chunks_exact(LANES).zip(weights.chunks_exact(LANES)) {
        for lane in 0..LANES {
            let activation = neurons[lane].clamp(0.0, 1.0);
            sums[lane] += activation * activation * weights[lane];
        }
    }
    sums.iter().sum()
}
