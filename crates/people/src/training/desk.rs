//! Where a thread works: what the model says of a position, and how its weights should change.

use super::lessons::{Lesson, Lessons};
use crate::features::ON;
use crate::model::{
    BROAD, CEILING, MOVE_ROW, MOVE_ROWS, NARROW, OUTPUTS, PATH_ROWS, ROW, TARGET_ROWS, WEIGHTS,
};
use damier_core::random::Random;

/// What a thread works with.
pub(super) struct Desk {
    pub(super) gradients: Vec<f32>,
    row: [f32; ROW],
    by_row: [f32; ROW],
    /// What each broad neuron counts: nothing if it is left out.
    counts: [f32; BROAD],
    neurons: Vec<[f32; NARROW]>,
    logits: Vec<f32>,
    pub(super) loss: f64,
    pub(super) hits: usize,
}

impl Desk {
    pub(super) fn new() -> Self {
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
    pub(super) fn leave_out(&mut self, share: f32, seed: u64) {
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

    pub(super) fn forward(
        &mut self,
        weights: &[f32],
        lessons: &Lessons,
        lesson: Lesson,
        has_board: bool,
    ) {
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

    pub(super) fn backward(
        &mut self,
        weights: &[f32],
        lessons: &Lessons,
        lesson: Lesson,
        has_board: bool,
    ) {
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
