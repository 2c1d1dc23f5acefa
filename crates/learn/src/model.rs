//! Networks in floating point, with their derivatives.

use crate::samples::{Run, Sample};
use damier_core::Side;
use damier_core::random::Random;
use damier_nnue::{FeatureSet, OUTPUT_ONE, Orientation, Token};
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

    /// Adds to the gradients what a run of positions says. `judge` is shown every position with its
    /// output and returns how fast the loss changes with it.
    fn learn(
        &self,
        weights: &[f32],
        run: &Run,
        judge: &mut dyn FnMut(Sample, f32) -> f32,
        scratch: &mut Self::Scratch,
        gradients: &mut [f32],
    );

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

/// What [`Perspective`] works with.
pub struct Views<const HIDDEN: usize> {
    /// White's and Black's view.
    views: [View<HIDDEN>; 2],
    /// The pieces of the position before, and what has changed since.
    tokens: Vec<Token>,
    removed: Vec<Token>,
    added: Vec<Token>,
}

/// The board in the eyes of one player.
#[derive(Clone)]
struct View<const HIDDEN: usize> {
    orientation: Orientation,
    /// Before activation.
    hidden: [f32; HIDDEN],
    /// The derivatives by the hidden layer, added up over the positions of the run so far.
    derivatives: [f32; HIDDEN],
}

impl<F: FeatureSet, const HIDDEN: usize> Perspective<F, HIDDEN> {
    const BIASES: usize = F::INPUTS * HIDDEN;
    const OUTPUTS: usize = Self::BIASES + HIDDEN;
    const OUTPUT_BIASES: usize = Self::OUTPUTS + 2 * F::BUCKETS * HIDDEN;

    /// Where the output weights for a view begin.
    fn outputs(bucket: usize, view: Side, side_to_move: Side) -> usize {
        Self::OUTPUTS + (2 * bucket + usize::from(view != side_to_move)) * HIDDEN
    }

    /// Where the weights of a piece begin.
    fn row(view: Side, orientation: Orientation, token: Token) -> usize {
        F::input(view, orientation, token) * HIDDEN
    }

    /// The hidden layer of a view, made anew.
    fn hidden(
        weights: &[f32],
        view: Side,
        orientation: Orientation,
        tokens: &[Token],
    ) -> [f32; HIDDEN] {
        let mut hidden = [0.0; HIDDEN];
        hidden.copy_from_slice(&weights[Self::BIASES..Self::OUTPUTS]);
        for &token in tokens {
            add(&mut hidden, &weights[Self::row(view, orientation, token)..][..HIDDEN]);
        }
        hidden
    }

    /// Hands what was added up over positions with these pieces to the gradients of their weights.
    fn settle(view: Side, of: &mut View<HIDDEN>, tokens: &[Token], gradients: &mut [f32]) {
        add(&mut gradients[Self::BIASES..Self::OUTPUTS], &of.derivatives);
        for &token in tokens {
            let row = Self::row(view, of.orientation, token);
            add(&mut gradients[row..row + HIDDEN], &of.derivatives);
        }
        of.derivatives.fill(0.0);
    }

    /// Brings a view from the position before to one that differs in a few pieces. A piece was
    /// there for the positions up to now, or is there from now on: the first gets what was added up
    /// until now, the second must not get it later.
    fn change(
        view: Side,
        of: &mut View<HIDDEN>,
        removed: &[Token],
        added: &[Token],
        weights: &[f32],
        gradients: &mut [f32],
    ) {
        for &token in removed {
            let row = Self::row(view, of.orientation, token);
            subtract(&mut of.hidden, &weights[row..row + HIDDEN]);
            add(&mut gradients[row..row + HIDDEN], &of.derivatives);
        }
        for &token in added {
            let row = Self::row(view, of.orientation, token);
            add(&mut of.hidden, &weights[row..row + HIDDEN]);
            subtract(&mut gradients[row..row + HIDDEN], &of.derivatives);
        }
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
        let view = View {
            orientation: Orientation::default(),
            hidden: [0.0; HIDDEN],
            derivatives: [0.0; HIDDEN],
        };
        let (tokens, removed, added) = Default::default();
        Views { views: [view.clone(), view], tokens, removed, added }
    }

    fn output(&self, weights: &[f32], sample: Sample, _scratch: &mut Views<HIDDEN>) -> f32 {
        let bucket = F::bucket(sample.tokens.len());
        let of_view = Side::ALL.map(|view| {
            let orientation = F::orientation(view, sample.tokens);
            let hidden = Self::hidden(weights, view, orientation, sample.tokens);
            let begin = Self::outputs(bucket, view, sample.side);
            sum_of_squares(&hidden, &weights[begin..begin + HIDDEN])
        });
        weights[Self::OUTPUT_BIASES + bucket] + of_view[0] + of_view[1]
    }

    fn learn(
        &self,
        weights: &[f32],
        run: &Run,
        judge: &mut dyn FnMut(Sample, f32) -> f32,
        scratch: &mut Views<HIDDEN>,
        gradients: &mut [f32],
    ) {
        let Views { views, tokens, removed, added } = scratch;
        tokens.clear();
        for sample in run.samples() {
            list_changes::<F>(tokens, sample.tokens, removed, added);
            let bucket = F::bucket(sample.tokens.len());
            let mut output = weights[Self::OUTPUT_BIASES + bucket];
            for (side, view) in Side::ALL.into_iter().zip(views.iter_mut()) {
                let orientation = F::orientation(side, sample.tokens);
                let is_near = removed.len() + added.len() < sample.tokens.len();
                if is_near && orientation == view.orientation {
                    Self::change(side, view, removed, added, weights, gradients);
                } else {
                    Self::settle(side, view, tokens, gradients);
                    view.orientation = orientation;
                    view.hidden = Self::hidden(weights, side, orientation, sample.tokens);
                }
                let begin = Self::outputs(bucket, side, sample.side);
                output += sum_of_squares(&view.hidden, &weights[begin..begin + HIDDEN]);
            }
            let rate = judge(sample, output);
            gradients[Self::OUTPUT_BIASES + bucket] += rate;
            for (side, view) in Side::ALL.into_iter().zip(views.iter_mut()) {
                let begin = Self::outputs(bucket, side, sample.side);
                let outputs = &weights[begin..begin + HIDDEN];
                let output_gradients = &mut gradients[begin..begin + HIDDEN];
                differentiate(view, rate, outputs, output_gradients);
            }
            tokens.clear();
            tokens.extend_from_slice(sample.tokens);
        }
        for (side, view) in Side::ALL.into_iter().zip(views) {
            Self::settle(side, view, tokens, gradients);
        }
    }

    fn limit(&self, weight: usize) -> f32 {
        // The largest number in eight bits; all others have more room.
        let is_output = (Self::OUTPUTS..Self::OUTPUT_BIASES).contains(&weight);
        if is_output { 127.0 / OUTPUT_ONE as f32 } else { 64.0 }
    }
}

/// Adds the derivatives of an output that the loss changes with at this rate.
#[inline]
fn differentiate<const HIDDEN: usize>(
    view: &mut View<HIDDEN>,
    rate: f32,
    outputs: &[f32],
    output_gradients: &mut [f32],
) {
    let neurons = view.hidden.iter().zip(&mut view.derivatives);
    for (((&neuron, derivative), weight), gradient) in neurons.zip(outputs).zip(output_gradients) {
        let activation = neuron.clamp(0.0, 1.0);
        *gradient += rate * activation * activation;
        // Outside its range a neuron has no derivative.
        let is_active = neuron > 0.0 && neuron < 1.0;
        *derivative += if is_active { 2.0 * rate * weight * activation } else { 0.0 };
    }
}

/// Lists the pieces of one board that the other does not have, both in the order of their squares.
fn list_changes<F: FeatureSet>(
    before: &[Token],
    after: &[Token],
    removed: &mut Vec<Token>,
    added: &mut Vec<Token>,
) {
    removed.clear();
    added.clear();
    let square = |token: Token| usize::from(token) % F::SQUARES;
    let (mut before, mut after) = (before.iter().peekable(), after.iter().peekable());
    loop {
        match (before.peek(), after.peek()) {
            (Some(&&old), Some(&&new)) if old == new => {
                before.next();
                after.next();
            }
            (Some(&&old), new) if new.is_none_or(|&&new| square(old) <= square(new)) => {
                removed.push(old);
                before.next();
            }
            (_, Some(&&new)) => {
                added.push(new);
                after.next();
            }
            (_, None) => return,
        }
    }
}

#[inline]
fn subtract(sums: &mut [f32], terms: &[f32]) {
    for (sum, term) in sums.iter_mut().zip(terms) {
        *sum -= term;
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
