//! Training: mini-batches over all processors, AdamW, a schedule, a look at games never learnt
//! from.
//!
//! The loss of a position is the squared difference between the chance to win that the network sees
//! and the one it should see, which mixes what a search found with how the game ended.

use crate::model::Model;
use crate::samples::{Lessons, Sample, Samples};
use damier_core::random::Random;

/// How to learn from positions.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingMethod {
    /// How often every position is looked at.
    pub epochs: u32,
    /// Positions between two steps.
    pub batch: usize,
    /// The largest size of a step.
    pub rate: f32,
    /// The size of the last steps, as a part of the largest.
    pub last_rate: f32,
    /// How fast weights that nothing holds up shrink.
    pub decay: f32,
    /// What the score of the search counts against the result of the game, 0 to 1.
    pub score_share: f32,
    /// Decides the first weights and the order of the positions.
    pub seed: u64,
    /// How many threads work on a batch. Their number changes sums in the last digits.
    pub threads: usize,
}

/// How to train, and what a score stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// How to learn.
    pub method: TrainingMethod,
    /// The score that multiplies the odds by e.
    pub scale: f32,
}

impl TrainingMethod {
    /// The size of the steps at a moment of the training, from 0 to 1: up quickly, down along half
    /// a wave.
    fn rate_at(&self, moment: f32) -> f32 {
        const WARM_UP: f32 = 0.02;
        if moment < WARM_UP {
            return self.rate * (moment / WARM_UP).max(0.01);
        }
        let way = (moment - WARM_UP) / (1.0 - WARM_UP);
        let height = (1.0 + (std::f32::consts::PI * way).cos()) / 2.0;
        self.rate * (self.last_rate + (1.0 - self.last_rate) * height)
    }
}

impl Plan {
    /// The chance to win that the network should see.
    fn target(&self, sample: &Sample) -> f32 {
        let by_score = chance(f32::from(sample.lesson) / self.scale);
        let by_result = sample.result.unwrap_or(by_score);
        let share = self.method.score_share;
        share * by_score + (1.0 - share) * by_result
    }
}

/// The chance to win that an output stands for.
pub fn chance(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}

/// The score that stands for a chance to win, with the one that multiplies the odds by e.
pub fn score_of(chance: f32, scale: f32) -> i16 {
    // No win is quite certain.
    const LEAST: f32 = 1e-4;
    let chance = chance.clamp(LEAST, 1.0 - LEAST);
    (scale * (chance / (1.0 - chance)).ln()).round() as i16
}

/// What one epoch gave.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Mean loss while learning.
    pub training: f32,
    /// Mean loss on the other games.
    pub validation: f32,
}

/// Everything that changes while training: what a checkpoint keeps.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The weights.
    pub weights: Vec<f32>,
    /// Running means of the gradients and of their squares; empty before the first step.
    pub moments: [Vec<f32>; 2],
    /// Steps taken.
    pub steps: u64,
    /// What every epoch gave.
    pub epochs: Vec<Epoch>,
}

impl State {
    /// New weights.
    pub fn new(model: &impl Model, seed: u64) -> Self {
        Self::from_weights(model.initial(&mut Random::new(seed)))
    }

    /// Weights from an earlier training, with everything else forgotten.
    pub fn from_weights(weights: Vec<f32>) -> Self {
        let zeros = vec![0.0; weights.len()];
        Self { moments: [zeros.clone(), zeros], weights, steps: 0, epochs: Vec::new() }
    }
}

/// How far a training is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The epoch under way, from 0.
    pub epoch: u32,
    /// Positions learnt from in it.
    pub done: usize,
    /// Positions to learn from in it.
    pub total: usize,
    /// Mean loss in it so far.
    pub loss: f32,
}

/// Trains one epoch. `on_batch` is told how far it is; it returns whether to go on. Returns whether
/// the epoch was finished; if not, the state is as it was.
pub fn train_epoch<M: Model>(
    model: &M,
    lessons: &Lessons,
    plan: &Plan,
    state: &mut State,
    on_batch: &mut dyn FnMut(&Progress) -> bool,
) -> bool {
    let training = &lessons.training;
    let method = &plan.method;
    let epoch = state.epochs.len() as u32;
    let mut order: Vec<u32> = (0..training.len() as u32).collect();
    Random::new(method.seed ^ u64::from(epoch + 1).rotate_left(32)).shuffle(&mut order);
    let before = state.clone();
    let limits: Vec<f32> = (0..model.parameters()).map(|weight| model.limit(weight)).collect();
    let mut desks: Vec<Desk<M>> = (0..method.threads.max(1)).map(|_| Desk::new(model)).collect();
    let batches = order.len().div_ceil(method.batch).max(1);
    let (mut loss, mut done) = (0.0, 0);
    for (index, batch) in order.chunks(method.batch).enumerate() {
        loss += learn_batch(model, training, plan, &state.weights, batch, &mut desks);
        done += batch.len();
        let way = f64::from(epoch) + index as f64 / batches as f64;
        let rate = method.rate_at((way / f64::from(method.epochs.max(1))) as f32);
        step(state, &mut desks, &limits, batch.len(), rate, method.decay);
        let progress =
            Progress { epoch, done, total: order.len(), loss: (loss / done as f64) as f32 };
        if !on_batch(&progress) {
            *state = before;
            return false;
        }
    }
    let validation = examine(model, &lessons.validation, plan, &state.weights);
    state.epochs.push(Epoch { training: (loss / done.max(1) as f64) as f32, validation });
    true
}

/// The mean loss on positions that nothing is learnt from.
pub fn examine<M: Model>(model: &M, samples: &Samples, plan: &Plan, weights: &[f32]) -> f32 {
    let threads = plan.method.threads.max(1);
    let part = samples.len().div_ceil(threads).max(1);
    let losses: Vec<f64> = std::thread::scope(|scope| {
        let parts = (0..threads).map(|thread| {
            let range = part * thread..(part * (thread + 1)).min(samples.len());
            scope.spawn(move || {
                let mut scratch = model.scratch();
                let losses = range.map(|index| {
                    let sample = samples.get(index);
                    let seen = chance(model.output(weights, sample, &mut scratch));
                    f64::from((seen - plan.target(&sample)).powi(2))
                });
                losses.sum::<f64>()
            })
        });
        let parts: Vec<_> = parts.collect();
        parts.into_iter().map(|part| part.join().expect("nothing panics")).collect()
    });
    (losses.iter().sum::<f64>() / samples.len().max(1) as f64) as f32
}

/// What one thread works with.
struct Desk<M: Model> {
    scratch: M::Scratch,
    gradients: Vec<f32>,
}

impl<M: Model> Desk<M> {
    fn new(model: &M) -> Self {
        Self { scratch: model.scratch(), gradients: vec![0.0; model.parameters()] }
    }
}

/// Adds up the gradients of a batch, each thread its part. Returns the sum of the losses.
fn learn_batch<M: Model>(
    model: &M,
    samples: &Samples,
    plan: &Plan,
    weights: &[f32],
    batch: &[u32],
    desks: &mut [Desk<M>],
) -> f64 {
    let part = batch.len().div_ceil(desks.len());
    std::thread::scope(|scope| {
        let parts = desks.iter_mut().zip(batch.chunks(part)).map(|(desk, part)| {
            scope.spawn(move || {
                let mut loss = 0.0;
                for &index in part {
                    let sample = samples.get(index as usize);
                    let seen = chance(model.output(weights, sample, &mut desk.scratch));
                    let error = seen - plan.target(&sample);
                    loss += f64::from(error * error);
                    let rate = 2.0 * error * seen * (1.0 - seen);
                    model.learn(weights, rate, &mut desk.scratch, &mut desk.gradients);
                }
                loss
            })
        });
        let parts: Vec<_> = parts.collect();
        parts.into_iter().map(|part| part.join().expect("nothing panics")).sum()
    })
}

/// One step of AdamW; clears the gradients.
fn step<M: Model>(
    state: &mut State,
    desks: &mut [Desk<M>],
    limits: &[f32],
    batch: usize,
    rate: f32,
    decay: f32,
) {
    const MEAN: f32 = 0.9;
    const SQUARE: f32 = 0.999;
    state.steps += 1;
    let steps = state.steps.min(100_000) as i32;
    let (mean_bias, square_bias) = (1.0 - MEAN.powi(steps), 1.0 - SQUARE.powi(steps));
    let (first, others) = desks.split_first_mut().expect("there is at least one thread");
    for other in others {
        for (sum, gradient) in first.gradients.iter_mut().zip(&mut other.gradients) {
            *sum += *gradient;
            *gradient = 0.0;
        }
    }
    let share = 1.0 / batch as f32;
    let [means, squares] = &mut state.moments;
    let weights = state.weights.iter_mut().zip(&mut first.gradients);
    let moments = means.iter_mut().zip(squares.iter_mut());
    for (((weight, gradient), (mean, square)), limit) in weights.zip(moments).zip(limits) {
        let slope = *gradient * share;
        *gradient = 0.0;
        *mean = MEAN * *mean + (1.0 - MEAN) * slope;
        *square = SQUARE * *square + (1.0 - SQUARE) * slope * slope;
        let direction = (*mean / mean_bias) / ((*square / square_bias).sqrt() + 1e-8);
        *weight = (*weight - rate * (direction + decay * *weight)).clamp(-limit, *limit);
    }
}

/// The scale with which scores predict results best: the chance to win is then
/// `chance(score / scale)`.
pub fn fit_scale(samples: &Samples) -> f32 {
    // A sample of some ten thousand is enough for two digits.
    let stride = (samples.len() / 100_000).max(1);
    let loss = |scale: f32| {
        let losses = (0..samples.len()).step_by(stride).filter_map(|index| {
            let Sample { score, result, .. } = samples.get(index);
            let seen = chance(f32::from(score) / scale).clamp(1e-6, 1.0 - 1e-6);
            result.map(|result| -f64::from(result * seen.ln() + (1.0 - result) * (1.0 - seen).ln()))
        });
        losses.sum::<f64>()
    };
    // One valley: walk down by thirds.
    let (mut low, mut high) = (20.0f32, 2000.0f32);
    while high - low > 1.0 {
        let (left, right) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if loss(left) < loss(right) {
            high = right;
        } else {
            low = left;
        }
    }
    ((low + high) / 2.0).round()
}
