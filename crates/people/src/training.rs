//! Fitting a model to games, in floating point.

use crate::features::{GROUPS, MOVE_INPUTS, ON, View};
use crate::games::HumanGame;
use crate::model::{
    BROAD, CEILING, MOVE_ROW, MOVE_ROWS, Model, NARROW, ONE, OUTPUTS, PATH_ROWS, ROW, TARGET_ROWS,
    WEIGHTS,
};
use damier_core::Game;
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

/// Positions with what was played in them, packed.
#[derive(Clone, Debug, Default)]
pub struct Lessons {
    /// Switches of boards, one position after the other.
    board: Vec<(u16, i16)>,
    moves: Vec<PackedMove>,
    inputs: Vec<u16>,
    positions: Vec<Lesson>,
}

#[derive(Clone, Copy, Debug)]
struct PackedMove {
    path: u16,
    target: u16,
    inputs: u32,
    count: u8,
}

#[derive(Clone, Copy, Debug)]
struct Lesson {
    board: u32,
    boards: u8,
    moves: u32,
    count: u8,
    played: u8,
}

impl Lessons {
    /// Looks at all positions of games in which there was a choice.
    pub fn of(games: &[HumanGame], groups: u32, threads: usize) -> Self {
        let part = games.len().div_ceil(threads.max(1)).max(1);
        let parts: Vec<Self> = thread::scope(|scope| {
            let workers: Vec<_> = games
                .chunks(part)
                .map(|games| {
                    scope.spawn(move || {
                        let mut lessons = Self::default();
                        games.iter().for_each(|game| lessons.add(game, groups));
                        lessons
                    })
                })
                .collect();
            workers.into_iter().map(|worker| worker.join().expect("no panic")).collect()
        });
        let mut all = Self::default();
        parts.into_iter().for_each(|part| all.append(part));
        all
    }

    fn append(&mut self, mut other: Self) {
        let (board, moves, inputs) =
            (self.board.len() as u32, self.moves.len() as u32, self.inputs.len() as u32);
        self.board.append(&mut other.board);
        self.inputs.append(&mut other.inputs);
        self.moves
            .extend(other.moves.iter().map(|mv| PackedMove { inputs: mv.inputs + inputs, ..*mv }));
        self.positions.extend(other.positions.iter().map(|lesson| Lesson {
            board: lesson.board + board,
            moves: lesson.moves + moves,
            ..*lesson
        }));
    }

    fn add(&mut self, human: &HumanGame, groups: u32) {
        let mut game = Game::new(human.start.clone());
        for &played in &human.moves {
            let setting = human.setting(game.position().side_to_move());
            if game.position().count_legal_moves() > 1 {
                let (view, moves) = View::of(&game, setting, groups);
                if let Some(place) = moves.iter().position(|&mv| mv == played) {
                    self.add_view(&view, place);
                }
            }
            game.play_unchecked(played);
        }
    }

    fn add_view(&mut self, view: &View, played: usize) {
        self.positions.push(Lesson {
            board: self.board.len() as u32,
            boards: view.board.len() as u8,
            moves: self.moves.len() as u32,
            count: view.moves.len() as u8,
            played: played as u8,
        });
        self.board.extend_from_slice(&view.board);
        for mv in &view.moves {
            self.moves.push(PackedMove {
                path: mv.path,
                target: mv.target,
                inputs: self.inputs.len() as u32,
                count: mv.inputs.len() as u8,
            });
            self.inputs.extend_from_slice(&mv.inputs);
        }
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    fn board(&self, lesson: Lesson) -> &[(u16, i16)] {
        &self.board[lesson.board as usize..][..usize::from(lesson.boards)]
    }

    fn moves(&self, lesson: Lesson) -> &[PackedMove] {
        &self.moves[lesson.moves as usize..][..usize::from(lesson.count)]
    }

    fn inputs(&self, mv: PackedMove) -> &[u16] {
        &self.inputs[mv.inputs as usize..][..usize::from(mv.count)]
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

/// What a thread works with.
struct Desk {
    gradients: Vec<f32>,
    row: [f32; ROW],
    by_row: [f32; ROW],
    /// What each broad neuron counts: nothing if it is left out.
    counts: [f32; BROAD],
    neurons: Vec<[f32; NARROW]>,
    logits: Vec<f32>,
    loss: f64,
    hits: usize,
}

impl Desk {
    fn new() -> Self {
        Self {
            gradients: vec![0.0; WEIGHTS],
            row: [0.0; ROW],
            by_row: [0.0; ROW],
            counts: [1.0; BROAD],
            neurons: Vec::new(),
            logits: Vec::new(),
            loss: 0.0,
            hits: 0,
        }
    }

    /// Leaves some of the broad neurons out of the next position, as its number and a seed say.
    fn leave_out(&mut self, share: f32, seed: u64) {
        let mut random = Random::new(seed);
        let limit = (share * 65_536.0) as u64;
        let kept = 1.0 / (1.0 - share);
        for counts in self.counts.chunks_mut(4) {
            let bits = random.next_bits();
            for (at, count) in counts.iter_mut().enumerate() {
                *count = if bits >> (16 * at) & 0xFFFF < limit { 0.0 } else { kept };
            }
        }
    }

    fn forward(&mut self, weights: &[f32], lessons: &Lessons, lesson: Lesson, has_board: bool) {
        self.row.fill(0.0);
        for &(input, on) in lessons.board(lesson) {
            let share = f32::from(on) / f32::from(ON);
            let weights = &weights[usize::from(input) * ROW..][..ROW];
            for (sum, weight) in self.row.iter_mut().zip(weights) {
                *sum += share * weight;
            }
        }
        self.neurons.clear();
        self.logits.clear();
        let outputs = &weights[OUTPUTS..][..NARROW];
        for &mv in lessons.moves(lesson) {
            let mut logit = 0.0;
            if has_board {
                let path = &weights[PATH_ROWS + usize::from(mv.path) * BROAD..][..BROAD];
                let target = &weights[TARGET_ROWS + usize::from(mv.target) * BROAD..][..BROAD];
                let mut sums = [0.0_f32; 16];
                for line in 0..BROAD / 16 {
                    for (lane, sum) in sums.iter_mut().enumerate() {
                        let at = line * 16 + lane;
                        let neuron = self.row[at].clamp(0.0, CEILING as f32) * self.counts[at];
                        *sum += neuron * (path[at] + target[at]);
                    }
                }
                logit += sums.iter().sum::<f32>();
            }
            let mut neurons = [0.0; NARROW];
            neurons.copy_from_slice(&self.row[BROAD..]);
            for &input in lessons.inputs(mv) {
                let weights = &weights[MOVE_ROWS + usize::from(input) * MOVE_ROW..][..MOVE_ROW];
                for (neuron, weight) in neurons.iter_mut().zip(weights) {
                    *neuron += weight;
                }
                logit += weights[NARROW];
            }
            for (neuron, output) in neurons.iter().zip(outputs) {
                logit += neuron.clamp(0.0, CEILING as f32) * output;
            }
            self.neurons.push(neurons);
            self.logits.push(logit);
        }
        // Probabilities in place of what they are made of.
        let largest = self.logits.iter().copied().fold(f32::MIN, f32::max);
        let hit = self.logits[usize::from(lesson.played)] >= largest;
        self.hits += usize::from(hit);
        let mut sum = 0.0;
        for logit in &mut self.logits {
            *logit = (*logit - largest).exp();
            sum += *logit;
        }
        self.logits.iter_mut().for_each(|logit| *logit /= sum);
        self.loss -= f64::from(self.logits[usize::from(lesson.played)].max(1e-12).ln());
    }

    fn backward(&mut self, weights: &[f32], lessons: &Lessons, lesson: Lesson, has_board: bool) {
        self.by_row.fill(0.0);
        self.logits[usize::from(lesson.played)] -= 1.0;
        let Self { gradients, row, by_row, counts, neurons, logits, .. } = self;
        let mut broad = [0.0; BROAD];
        for at in 0..BROAD {
            broad[at] = row[at].clamp(0.0, CEILING as f32) * counts[at];
        }
        for (at, &mv) in lessons.moves(lesson).iter().enumerate() {
            let rate = logits[at];
            if rate.abs() < 1e-5 {
                continue;
            }
            if has_board {
                let path = PATH_ROWS + usize::from(mv.path) * BROAD;
                let target = TARGET_ROWS + usize::from(mv.target) * BROAD;
                let (path_weights, target_weights) =
                    (&weights[path..][..BROAD], &weights[target..][..BROAD]);
                for at in 0..BROAD {
                    by_row[at] += rate * (path_weights[at] + target_weights[at]);
                }
                for (gradient, neuron) in gradients[path..][..BROAD].iter_mut().zip(&broad) {
                    *gradient += rate * neuron;
                }
                for (gradient, neuron) in gradients[target..][..BROAD].iter_mut().zip(&broad) {
                    *gradient += rate * neuron;
                }
            }
            let mut by_neurons = [0.0; NARROW];
            for neuron in 0..NARROW {
                let sum = neurons[at][neuron];
                gradients[OUTPUTS + neuron] += rate * sum.clamp(0.0, CEILING as f32);
                if sum > 0.0 && sum < CEILING as f32 {
                    by_neurons[neuron] = rate * weights[OUTPUTS + neuron];
                }
            }
            for &input in lessons.inputs(mv) {
                let row = &mut gradients[MOVE_ROWS + usize::from(input) * MOVE_ROW..][..MOVE_ROW];
                for (gradient, by_neuron) in row.iter_mut().zip(&by_neurons) {
                    *gradient += by_neuron;
                }
                row[NARROW] += rate;
            }
            for (sum, by_neuron) in by_row[BROAD..].iter_mut().zip(&by_neurons) {
                *sum += by_neuron;
            }
        }
        for at in 0..BROAD {
            if row[at] <= 0.0 || row[at] >= CEILING as f32 {
                by_row[at] = 0.0;
            }
            by_row[at] *= counts[at];
        }
        for &(input, on) in lessons.board(lesson) {
            let share = f32::from(on) / f32::from(ON);
            let row = &mut gradients[usize::from(input) * ROW..][..ROW];
            for (gradient, by) in row.iter_mut().zip(by_row.iter()) {
                *gradient += share * by;
            }
        }
    }
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

/// Fits weights to lessons; after every epoch `on_epoch` is told how well it went.
pub fn train(
    lessons: &Lessons,
    method: &Method,
    on_epoch: &mut dyn FnMut(usize, Fit, &Model),
) -> Model {
    let threads = method.threads.max(1);
    let mut weights = initial(method.seed);
    let (mut means, mut squares) = (vec![0.0_f32; WEIGHTS], vec![0.0_f32; WEIGHTS]);
    let mut desks: Vec<Desk> = (0..threads).map(|_| Desk::new()).collect();
    let mut random = Random::new(method.seed ^ 0x5EED);
    let mut order: Vec<u32> = (0..lessons.len() as u32).collect();
    let steps = method.epochs * lessons.len().div_ceil(method.batch);
    let mut step = 0;
    let mut model = rounded(&weights, method.groups);
    for epoch in 1..=method.epochs {
        random.shuffle(&mut order);
        desks.iter_mut().for_each(|desk| (desk.loss, desk.hits) = (0.0, 0));
        for batch in order.chunks(method.batch) {
            step += 1;
            let part = batch.len().div_ceil(threads);
            thread::scope(|scope| {
                for (desk, part) in desks.iter_mut().zip(batch.chunks(part)) {
                    let weights = &weights;
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
            let scale = 1.0 / batch.len() as f32;
            let (fast, slow) = (0.9_f32, 0.999_f32);
            let fair_means = 1.0 - fast.powi(step);
            let fair_squares = 1.0 - slow.powi(step);
            let gradients = &first[0].gradients;
            for at in 0..WEIGHTS {
                let gradient = gradients[at] * scale;
                means[at] = fast * means[at] + (1.0 - fast) * gradient;
                squares[at] = slow * squares[at] + (1.0 - slow) * gradient * gradient;
                let pull = means[at] / fair_means / ((squares[at] / fair_squares).sqrt() + 1e-7);
                weights[at] -= rate * (pull + method.decay * weights[at]);
            }
        }
        let sum = |of: &dyn Fn(&Desk) -> f64| desks.iter().map(of).sum::<f64>();
        let fit = Fit {
            loss: sum(&|desk| desk.loss) / lessons.len() as f64,
            agreement: sum(&|desk| desk.hits as f64) / lessons.len() as f64,
        };
        model = rounded(&weights, method.groups);
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
