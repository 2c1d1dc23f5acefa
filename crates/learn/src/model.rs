//! Networks in floating point, with their derivatives.

use crate::samples::{Sample, SampleRun};
use damier_core::Side;
use damier_core::random::Random;
use damier_nnue::floats::{add, differentiate, subtract, sum_of_squares};
use damier_nnue::{FeatureSet, OUTPUT_ONE, Orientation, Shape, Token};

/// A network of this shape whose weights are learnt; they lie in the order of
/// [`Shape::parameters`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Model<F>(pub Shape<F>);

/// What one thread works with.
pub struct Scratch {
    /// White's and Black's view.
    views: [ModelView; 2],
    /// The pieces of the position before, and what has changed since.
    tokens: Vec<Token>,
    removed: Vec<Token>,
    added: Vec<Token>,
    formations: Vec<(usize, f32)>,
}

/// The board in the eyes of one player.
#[derive(Clone)]
struct ModelView {
    orientation: Orientation,
    /// Before activation.
    hidden: Vec<f32>,
    /// The derivatives by the hidden layer, added up over the positions of the run so far.
    derivatives: Vec<f32>,
}

impl<F: FeatureSet> Model<F> {
    /// Where the output weights for a view begin.
    fn outputs(&self, bucket: usize, view: Side, side_to_move: Side) -> usize {
        let row = 2 * bucket + usize::from(view != side_to_move);
        self.0.outputs() + row * self.0.hidden()
    }

    /// The weights of a piece.
    fn row<'a>(
        &self,
        view: Side,
        orientation: Orientation,
        token: Token,
        weights: &'a [f32],
    ) -> &'a [f32] {
        let hidden = self.0.hidden();
        &weights[F::input(view, orientation, token) * hidden..][..hidden]
    }

    /// The gradients of its weights.
    fn row_mut<'a>(
        &self,
        view: Side,
        orientation: Orientation,
        token: Token,
        gradients: &'a mut [f32],
    ) -> &'a mut [f32] {
        let hidden = self.0.hidden();
        &mut gradients[F::input(view, orientation, token) * hidden..][..hidden]
    }

    /// The hidden layer of a view, made anew.
    fn make_hidden(
        &self,
        weights: &[f32],
        view: Side,
        orientation: Orientation,
        tokens: &[Token],
        hidden: &mut [f32],
    ) {
        hidden.copy_from_slice(&weights[self.0.biases()..self.0.outputs()]);
        for &token in tokens {
            add(hidden, self.row(view, orientation, token, weights));
        }
    }

    /// Hands what was added up over positions with these pieces to the gradients of their weights.
    fn settle(&self, view: Side, of: &mut ModelView, tokens: &[Token], gradients: &mut [f32]) {
        add(&mut gradients[self.0.biases()..self.0.outputs()], &of.derivatives);
        for &token in tokens {
            add(self.row_mut(view, of.orientation, token, gradients), &of.derivatives);
        }
        of.derivatives.fill(0.0);
    }

    /// Brings a view from the position before to one that differs in a few pieces. A piece was
    /// there for the positions up to now, or is there from now on: the first gets what was added up
    /// until now, the second must not get it later.
    fn change(
        &self,
        view: Side,
        of: &mut ModelView,
        (removed, added): (&[Token], &[Token]),
        weights: &[f32],
        gradients: &mut [f32],
    ) {
        for &token in removed {
            subtract(&mut of.hidden, self.row(view, of.orientation, token, weights));
            add(self.row_mut(view, of.orientation, token, gradients), &of.derivatives);
        }
        for &token in added {
            add(&mut of.hidden, self.row(view, of.orientation, token, weights));
            subtract(self.row_mut(view, of.orientation, token, gradients), &of.derivatives);
        }
    }

    /// How many weights there are.
    pub fn parameters(&self) -> usize {
        self.0.parameters()
    }

    /// Weights to begin with.
    pub fn initial(&self, random: &mut Random) -> Vec<f32> {
        // So many inputs are switched on in an ordinary position.
        const USUAL_INPUTS: f32 = 24.0;
        let input_size = (1.0 / USUAL_INPUTS).sqrt() / 2.0;
        let output_size = (1.0 / (2.0 * self.0.hidden() as f32)).sqrt();
        let mut uniform = || (random.next_bits() >> 40) as f32 / (1 << 23) as f32 - 1.0;
        let outputs = self.0.outputs()..self.0.output_biases();
        let size = |weight: usize| match weight {
            weight if weight < self.0.biases() => input_size,
            weight if outputs.contains(&weight) => output_size,
            _ => 0.0,
        };
        (0..self.parameters()).map(|weight| uniform() * size(weight)).collect()
    }

    /// Room to work in.
    pub fn scratch(&self) -> Scratch {
        let zeros = vec![0.0; self.0.hidden()];
        let orientation = Orientation::default();
        let view = ModelView { orientation, hidden: zeros.clone(), derivatives: zeros };
        let views = [view.clone(), view];
        let (tokens, removed, added, formations) = Default::default();
        Scratch { views, tokens, removed, added, formations }
    }

    /// The output for a position. Before a squashing function makes a chance of it, it is without
    /// bounds.
    pub fn output(&self, weights: &[f32], sample: Sample, scratch: &mut Scratch) -> f32 {
        let bucket = F::bucket(sample.tokens.len());
        let mut output = weights[self.0.output_biases() + bucket];
        for (side, view) in Side::ALL.into_iter().zip(&mut scratch.views) {
            let orientation = self.0.features().orientation(side, sample.tokens);
            self.make_hidden(weights, side, orientation, sample.tokens, &mut view.hidden);
            let begin = self.outputs(bucket, side, sample.side);
            output += sum_of_squares(&view.hidden, &weights[begin..]);
        }
        self.list_formations(sample, &mut scratch.formations);
        output + sum_of_formations(weights, &scratch.formations)
    }

    /// Lists the formations of a position: where their weights are, and with which sign they count
    /// for the side to move.
    fn list_formations(&self, sample: Sample, list: &mut Vec<(usize, f32)>) {
        let (shape, features) = (self.0, self.0.features());
        let set = F::formation_set(sample.tokens.len());
        let begin = shape.formations() + set * features.formations();
        list.clear();
        features.each_formation_of(sample.tokens, |view, entry| {
            list.push((begin + entry, if view == sample.side { 1.0 } else { -1.0 }));
        });
    }

    /// Adds to the gradients what a run of positions says. `judge` is shown every position with its
    /// output and returns how fast the loss changes with it.
    pub fn learn(
        &self,
        weights: &[f32],
        run: &SampleRun,
        judge: &mut dyn FnMut(Sample, f32) -> f32,
        scratch: &mut Scratch,
        gradients: &mut [f32],
    ) {
        let Scratch { views, tokens, removed, added, formations } = scratch;
        let hidden = self.0.hidden();
        tokens.clear();
        for sample in run.samples() {
            list_changes::<F>(tokens, sample.tokens, removed, added);
            let bucket = F::bucket(sample.tokens.len());
            let mut output = weights[self.0.output_biases() + bucket];
            for (side, view) in Side::ALL.into_iter().zip(views.iter_mut()) {
                let orientation = self.0.features().orientation(side, sample.tokens);
                let is_near = removed.len() + added.len() < sample.tokens.len();
                if is_near && orientation == view.orientation {
                    self.change(side, view, (removed, added), weights, gradients);
                } else {
                    self.settle(side, view, tokens, gradients);
                    view.orientation = orientation;
                    let tokens = sample.tokens;
                    self.make_hidden(weights, side, orientation, tokens, &mut view.hidden);
                }
                let begin = self.outputs(bucket, side, sample.side);
                output += sum_of_squares(&view.hidden, &weights[begin..]);
            }
            self.list_formations(sample, formations);
            let rate = judge(sample, output + sum_of_formations(weights, formations));
            for &(place, sign) in formations.iter() {
                gradients[place] += rate * sign;
            }
            gradients[self.0.output_biases() + bucket] += rate;
            for (side, view) in Side::ALL.into_iter().zip(views.iter_mut()) {
                let begin = self.outputs(bucket, side, sample.side);
                let outputs = &weights[begin..begin + hidden];
                let output_gradients = &mut gradients[begin..begin + hidden];
                let ModelView { hidden, derivatives, .. } = view;
                differentiate(rate, hidden, outputs, derivatives, output_gradients);
            }
            tokens.clear();
            tokens.extend_from_slice(sample.tokens);
        }
        for (side, view) in Side::ALL.into_iter().zip(views) {
            self.settle(side, view, tokens, gradients);
        }
    }

    /// The largest size that a weight may have, so that it survives rounding.
    pub fn limit(&self, weight: usize) -> f32 {
        // The largest number in eight bits; all others have more room.
        let is_output = (self.0.outputs()..self.0.output_biases()).contains(&weight);
        match weight {
            _ if is_output => 127.0 / OUTPUT_ONE as f32,
            weight if weight >= self.0.formations() => 1.0,
            _ => 64.0,
        }
    }

    /// How large a slope must be to be believed. A formation that is seen once in a batch would
    /// otherwise be believed as much as one that is seen in every position.
    pub fn caution(&self, weight: usize) -> f32 {
        if weight >= self.0.formations() { 1e-5 } else { 1e-8 }
    }
}

fn sum_of_formations(weights: &[f32], formations: &[(usize, f32)]) -> f32 {
    formations.iter().map(|&(place, sign)| sign * weights[place]).sum()
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
