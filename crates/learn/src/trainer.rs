//! Training: mini-batches over all processors, AdamW, a schedule, a look at games never learnt
//! from.
//!
//! The loss of a position is the squared difference between the chance to win that the network sees
//! and the one it should see, which mixes what a search found with how the game ended.

use crate::file::FileError;
use crate::game::LearnGame;
use crate::lessons::{Feeder, Lessons};
use crate::model::{Model, Scratch};
use crate::samples::{Run, Sample, Samples};
use damier_core::random::Random;
use damier_nnue::FeatureSet;
use damier_nnue::floats::{self, Limits, Pace};

/// How to learn from positions.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingMethod {
    /// How long to learn.
    pub length: Length,
    /// Positions between two steps.
    pub batch: usize,
    /// The largest size of a step.
    pub rate: f32,
    /// The size of the last steps, as a part of the largest.
    pub last_rate: f32,
    /// How fast weights that nothing holds up shrink.
    pub decay: f32,
    /// What the score of the search counts against the result of the game, 0 to 1, when the
    /// training begins and when it ends: the first lessons should be easy, the last ones true.
    pub score_share: [f32; 2],
    /// Decides the first weights and the order of the positions.
    pub seed: u64,
    /// How many threads work on a batch. Their number changes sums in the last digits.
    pub threads: usize,
}

/// How long to learn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// Until every position has been looked at so often.
    Epochs(u32),
    /// Until so many positions have been looked at, or a group more.
    Samples(u64),
    /// The shorter of both: a few positions that are looked at too often are learnt by heart.
    AtMost {
        /// So many positions in all.
        samples: u64,
        /// So many looks at each.
        epochs: u32,
    },
}

impl Length {
    /// How many groups of lessons that is.
    fn groups(self, lessons: &Lessons) -> u64 {
        match self {
            Self::Epochs(epochs) => u64::from(epochs) * lessons.groups(),
            Self::Samples(samples) => {
                let epochs = samples as f64 / lessons.training.max(1) as f64;
                ((epochs * lessons.groups() as f64).ceil() as u64).max(1)
            }
            Self::AtMost { samples, epochs } => {
                Self::Samples(samples).groups(lessons).min(Self::Epochs(epochs).groups(lessons))
            }
        }
    }

    /// How many positions are looked at.
    pub fn samples(self, lessons: &Lessons) -> u64 {
        let per_group = lessons.training as f64 / lessons.groups() as f64;
        (self.groups(lessons) as f64 * per_group).round() as u64
    }

    /// After so many laps, each of which ends with a checkpoint, the training is done.
    pub fn laps(self, lessons: &Lessons) -> u64 {
        self.groups(lessons).div_ceil(lessons.lap())
    }
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
    /// The chance to win that the network should see at a moment of the training, from 0 to 1.
    pub fn target(&self, sample: &Sample, moment: f32) -> f32 {
        let by_score = chance(f32::from(sample.lesson) / self.scale);
        let by_result = sample.result.unwrap_or(by_score);
        let [first, last] = self.method.score_share;
        let share = first + (last - first) * moment;
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

/// What one lap gave: the part of a training between two checkpoints, an epoch if the lessons are
/// few.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lap {
    /// Mean loss while learning.
    pub training: f32,
    /// Mean loss on the other games.
    pub examined: f32,
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
    /// What every lap gave.
    pub laps: Vec<Lap>,
}

impl State {
    /// New weights.
    pub fn new(model: &Model<impl FeatureSet>, seed: u64) -> Self {
        Self::from_weights(model.initial(&mut Random::new(seed)))
    }

    /// Weights from an earlier training, with everything else forgotten.
    pub fn from_weights(weights: Vec<f32>) -> Self {
        let zeros = vec![0.0; weights.len()];
        Self { moments: [zeros.clone(), zeros], weights, steps: 0, laps: Vec::new() }
    }
}

/// How far a training is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The lap under way, from 0.
    pub lap: u64,
    /// Positions learnt from in all laps.
    pub done: u64,
    /// Positions to learn from in all laps.
    pub total: u64,
    /// Positions learnt from in this lap.
    pub done_in_lap: u64,
    /// Mean loss in this lap so far.
    pub loss: f32,
}

/// Trains one lap. `on_batch` is told how far it is; it returns whether to go on. Returns whether
/// the lap was finished; if not, the state is as it was.
pub fn train_lap<G: LearnGame>(
    model: &Model<G::Features>,
    feeder: &mut Feeder<G>,
    plan: &Plan,
    state: &mut State,
    on_batch: &mut dyn FnMut(&Progress) -> bool,
) -> Result<bool, FileError> {
    let method = &plan.method;
    let lessons = feeder.lessons();
    let groups = method.length.groups(lessons);
    let per_group = lessons.training as f64 / lessons.groups() as f64;
    let lap = state.laps.len() as u64;
    let (begin, end) = (lap * lessons.lap(), groups.min((lap + 1) * lessons.lap()));
    let examination = std::sync::Arc::clone(&lessons.examination);
    let before = state.clone();
    let limits: Vec<Limits> = (0..model.parameters())
        .map(|weight| Limits { size: model.limit(weight), caution: model.caution(weight) })
        .collect();
    let threads = method.threads.max(1);
    let mut workspaces: Vec<Workspace> = (0..threads).map(|_| Workspace::new(model)).collect();
    let (mut loss, mut done) = (0.0, 0);
    for group in begin..end {
        let samples = feeder.group(group, group + 1 < groups)?;
        let mut order: Vec<u32> = (0..samples.runs() as u32).collect();
        Random::new(method.seed ^ (group + 1).rotate_left(32)).shuffle(&mut order);
        // Runs differ in length, so a batch is so many runs, of that many positions on average.
        let mean = samples.len() as f64 / order.len().max(1) as f64;
        let runs = ((method.batch as f64 / mean).round() as usize).max(1);
        let batches = order.len().div_ceil(runs).max(1);
        for (index, batch) in order.chunks(runs).enumerate() {
            let way = group as f64 + index as f64 / batches as f64;
            let moment = (way / groups as f64) as f32;
            let (sum, count) = learn_batch::<G>(
                model,
                &samples,
                plan,
                moment,
                &state.weights,
                batch,
                &mut workspaces,
            );
            loss += sum;
            done += count;
            step(state, &mut workspaces, &limits, count, method.rate_at(moment), method.decay);
            let progress = Progress {
                lap,
                done: ((way + 1.0 / batches as f64) * per_group) as u64,
                total: (groups as f64 * per_group) as u64,
                done_in_lap: done as u64,
                loss: (loss / done as f64) as f32,
            };
            if !on_batch(&progress) {
                *state = before;
                return Ok(false);
            }
        }
    }
    let examined = examine(model, &examination, plan, &state.weights);
    state.laps.push(Lap { training: (loss / done.max(1) as f64) as f32, examined });
    Ok(true)
}

/// The mean loss on positions that nothing is learnt from, as a finished training sees them.
pub fn examine<F: FeatureSet>(
    model: &Model<F>,
    samples: &Samples,
    plan: &Plan,
    weights: &[f32],
) -> f32 {
    let threads = plan.method.threads.max(1);
    let part = samples.runs().div_ceil(threads).max(1);
    let losses: Vec<f64> = std::thread::scope(|scope| {
        let parts = (0..threads).map(|thread| {
            let range = part * thread..(part * (thread + 1)).min(samples.runs());
            scope.spawn(move || {
                let (mut scratch, mut run) = (model.scratch(), Run::default());
                let mut loss = 0.0;
                for index in range {
                    samples.unpack(index, &mut run);
                    for sample in run.samples() {
                        let seen = chance(model.output(weights, sample, &mut scratch));
                        loss += f64::from((seen - plan.target(&sample, 1.0)).powi(2));
                    }
                }
                loss
            })
        });
        let parts: Vec<_> = parts.collect();
        parts.into_iter().map(|part| part.join().expect("nothing panics")).collect()
    });
    (losses.iter().sum::<f64>() / samples.len().max(1) as f64) as f32
}

/// What one thread works with.
struct Workspace {
    scratch: Scratch,
    run: Run,
    gradients: Vec<f32>,
}

impl Workspace {
    fn new(model: &Model<impl FeatureSet>) -> Self {
        let gradients = vec![0.0; model.parameters()];
        Self { scratch: model.scratch(), run: Run::default(), gradients }
    }
}

/// Adds up the gradients of a batch of runs, each thread its part. Returns the sum of the losses
/// and the number of positions.
fn learn_batch<G: LearnGame>(
    model: &Model<G::Features>,
    samples: &Samples,
    plan: &Plan,
    moment: f32,
    weights: &[f32],
    batch: &[u32],
    workspaces: &mut [Workspace],
) -> (f64, usize) {
    let part = batch.len().div_ceil(workspaces.len());
    std::thread::scope(|scope| {
        let parts = workspaces.iter_mut().zip(batch.chunks(part)).map(|(workspace, part)| {
            scope.spawn(move || {
                let Workspace { scratch, run, gradients } = workspace;
                let (mut loss, mut count) = (0.0, 0);
                for &index in part {
                    samples.unpack(index as usize, run);
                    let mut judge = |sample: Sample, output: f32| {
                        let seen = chance(output);
                        let error = seen - plan.target(&sample, moment);
                        loss += f64::from(error * error);
                        count += 1;
                        2.0 * error * seen * (1.0 - seen)
                    };
                    model.learn(weights, run, &mut judge, scratch, gradients);
                }
                (loss, count)
            })
        });
        let parts: Vec<_> = parts.collect();
        let parts = parts.into_iter().map(|part| part.join().expect("nothing panics"));
        parts.fold((0.0, 0), |(loss, count), (more, others)| (loss + more, count + others))
    })
}

/// One step of AdamW, each thread its part of the weights; clears the gradients.
fn step(
    state: &mut State,
    workspaces: &mut [Workspace],
    limits: &[Limits],
    batch: usize,
    rate: f32,
    decay: f32,
) {
    state.steps += 1;
    let pace = Pace::new(state.steps, rate, decay, 1.0 / batch.max(1) as f32);
    let part = state.weights.len().div_ceil(workspaces.len()).max(1);
    let mut gradients: Vec<_> =
        workspaces.iter_mut().map(|workspace| workspace.gradients.chunks_mut(part)).collect();
    let [means, squares] = &mut state.moments;
    let moments = means.chunks_mut(part).zip(squares.chunks_mut(part));
    let weights = state.weights.chunks_mut(part).zip(limits.chunks(part));
    std::thread::scope(|scope| {
        for ((weights, limits), (means, squares)) in weights.zip(moments) {
            let of_threads: Vec<&mut [f32]> =
                gradients.iter_mut().filter_map(Iterator::next).collect();
            scope.spawn(move || {
                let mut of_threads = of_threads.into_iter();
                let gradients = of_threads.next().expect("there is at least one thread");
                for others in of_threads {
                    floats::add(gradients, others);
                    others.fill(0.0);
                }
                floats::step(&pace, weights, gradients, means, squares, limits);
                gradients.fill(0.0);
            });
        }
    });
}
