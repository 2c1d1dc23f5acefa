//! Fitting a model to games, in floating point.

mod desk;
mod lessons;

pub use self::lessons::Lessons;

use self::desk::Desk;
use crate::features::{GROUPS, MOVE_INPUTS};
use crate::model::{BROAD, MOVE_ROW, MOVE_ROWS, Model, NARROW, ONE, OUTPUTS, PATH_ROWS, WEIGHTS};
use damier_core::random::Random;
use std::thread;

/// How a model is fitted.
#[derive(Clone, Copy, Debug)]
pub struct Method {
    /// How often every position is seen.
    pub epochs: usize,
    /// Positions to a step.
    pub batch: usize,
    /// How large the first steps are.
    pub rate: f32,
    /// How strongly weights are drawn to nothing.
    pub decay: f32,
    /// The share of neurons that is left out at random while learning.
    pub dropout: f32,
    /// Groups of switches that are used, as bits in the order of [`GROUPS`].
    pub groups: u32,
    /// Whether the board meets the paths of moves.
    pub has_board: bool,
    /// Threads that share a batch. Their number changes sums in the last digits.
    pub threads: usize,
    /// Decides the first weights and the order of positions.
    pub seed: u64,
}

impl Default for Method {
    fn default() -> Self {
        Self {
            epochs: 6,
            batch: 512,
            rate: 0.002,
            decay: 0.2,
            dropout: 0.25,
            groups: (1 << GROUPS.len()) - 1,
            has_board: true,
            threads: 2,
            seed: 1,
        }
    }
}

/// What a fit came to on some positions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Fit {
    /// The mean of the negative logarithm of the probability of what was played.
    pub loss: f64,
    /// The share of positions in which the most likely move was played.
    pub agreement: f64,
}

fn initial(seed: u64) -> Vec<f32> {
    let mut random = Random::new(seed);
    let mut uniform = || (random.next_bits() >> 40) as f32 / (1 << 23) as f32 - 1.0;
    let size = |at: usize| match at {
        at if at < PATH_ROWS => 0.15,
        at if at < MOVE_ROWS => 0.03,
        at if at < OUTPUTS => {
            // What moves do has its say from nothing.
            if (at - MOVE_ROWS) % MOVE_ROW == NARROW { 0.0 } else { 0.1 }
        }
        _ => 0.2,
    };
    (0..WEIGHTS).map(|at| uniform() * size(at)).collect()
}

/// Weights that learn: each has steps of its own size, as its gradients were so far (Adam, with
/// the pull to nothing beside it).
struct Weights {
    values: Vec<f32>,
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
}

impl Weights {
    fn new(seed: u64) -> Self {
        let nothing = vec![0.0; WEIGHTS];
        Self { values: initial(seed), means: nothing.clone(), squares: nothing, steps: 0 }
    }

    fn step(&mut self, gradients: &[f32], scale: f32, rate: f32, decay: f32) {
        self.steps += 1;
        let (fast, slow) = (0.9_f32, 0.999_f32);
        let fair_means = 1.0 - fast.powi(self.steps);
        let fair_squares = 1.0 - slow.powi(self.steps);
        let Self { values, means, squares, .. } = self;
        for at in 0..WEIGHTS {
            let gradient = gradients[at] * scale;
            means[at] = fast * means[at] + (1.0 - fast) * gradient;
            squares[at] = slow * squares[at] + (1.0 - slow) * gradient * gradient;
            let pull = means[at] / fair_means / ((squares[at] / fair_squares).sqrt() + 1e-7);
            values[at] -= rate * (pull + decay * values[at]);
        }
    }
}

/// Fits weights to lessons; after every epoch `on_epoch` is told how well it went.
pub fn train(
    lessons: &Lessons,
    method: &Method,
    on_epoch: &mut dyn FnMut(usize, Fit, &Model),
) -> Model {
    let threads = method.threads.max(1);
    let mut weights = Weights::new(method.seed);
    let mut desks: Vec<Desk> = (0..threads).map(|_| Desk::new()).collect();
    let mut random = Random::new(method.seed ^ 0x5EED);
    let mut order: Vec<u32> = (0..lessons.len() as u32).collect();
    let steps = method.epochs * lessons.len().div_ceil(method.batch);
    let mut step = 0;
    let mut model = rounded(&weights.values, method.groups);
    for epoch in 1..=method.epochs {
        random.shuffle(&mut order);
        desks.iter_mut().for_each(|desk| (desk.loss, desk.hits) = (0.0, 0));
        for batch in order.chunks(method.batch) {
            step += 1;
            let part = batch.len().div_ceil(threads);
            thread::scope(|scope| {
                for (desk, part) in desks.iter_mut().zip(batch.chunks(part)) {
                    let weights = &weights.values;
                    scope.spawn(move || {
                        desk.gradients.fill(0.0);
                        for &place in part {
                            let lesson = lessons.positions[place as usize];
                            let lot = method.seed ^ (epoch as u64) << 40 ^ u64::from(place);
                            desk.leave_out(method.dropout, lot);
                            desk.forward(weights, lessons, lesson, method.has_board);
                            desk.backward(weights, lessons, lesson, method.has_board);
                        }
                    });
                }
            });
            let (first, others) = desks.split_at_mut(1);
            for other in others.iter() {
                for (sum, term) in first[0].gradients.iter_mut().zip(&other.gradients) {
                    *sum += term;
                }
            }
            // Small steps at first, then large ones, then ever smaller ones.
            let way = step as f32 / steps as f32;
            let warm = (step as f32 / 200.0).min(1.0);
            let rate = method.rate * warm * (0.02 + 0.98 * (1.0 - way));
            weights.step(&first[0].gradients, 1.0 / batch.len() as f32, rate, method.decay);
        }
        let sum = |of: &dyn Fn(&Desk) -> f64| desks.iter().map(of).sum::<f64>();
        let fit = Fit {
            loss: sum(&|desk| desk.loss) / lessons.len() as f64,
            agreement: sum(&|desk| desk.hits as f64) / lessons.len() as f64,
        };
        model = rounded(&weights.values, method.groups);
        on_epoch(epoch, fit, &model);
    }
    model
}

/// The weights as they are kept.
fn rounded(weights: &[f32], groups: u32) -> Model {
    let round = |weight: &f32| {
        (weight * ONE as f32).round().clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16
    };
    Model::from_weights(weights.iter().map(round).collect(), groups)
}

const _: () = assert!(MOVE_INPUTS > 0 && BROAD.is_multiple_of(16), "lanes of sixteen");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::Setting;
    use damier_chess::Position;
    use damier_core::Game;

    #[test]
    fn what_is_shown_often_becomes_likely() {
        let text = "[Event \"lichess\"]\n[WhiteElo \"1500\"]\n[BlackElo \"1500\"]\n\
            [TimeControl \"300+0\"]\n\n1. a4 h5 2. Ra3 Rh6 *\n\n";
        let games = crate::games::read(text.repeat(40).as_bytes()).unwrap();
        let method = Method { epochs: 8, batch: 8, rate: 0.01, threads: 1, ..Method::default() };
        let lessons = Lessons::of(&games, method.groups, 1);
        assert_eq!(lessons.len(), 160);
        let mut losses = Vec::new();
        let model = train(&lessons, &method, &mut |_, fit, _| losses.push(fit.loss));
        assert!(losses[7] < 0.3 && losses[7] < losses[0] / 3.0, "{losses:?}");
        let game = Game::new(Position::start());
        let said = model.probabilities(&game, Setting::like(1500));
        let a4 = Position::start().read_san("a4").unwrap();
        assert!(said.iter().any(|&(mv, chance)| mv == a4 && chance > 0.5));
        // The same games, the same model.
        let again = train(&lessons, &method, &mut |_, _, _| {});
        assert_eq!(model, again);
    }
}
