//! Plain loops.

use super::{Arithmetic, Line};
use crate::network::ACTIVATION_ONE;

/// Any processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Portable;

impl Arithmetic for Portable {
    #[inline(always)]
    fn update(self, from: &[Line], added: &[Line], removed: &[Line], to: &mut [Line]) {
        // Rows of one length, as the compiler can see.
        let lines = to.len();
        let (from, added, removed) = (&from[..lines], &added[..lines], &removed[..lines]);
        for at in 0..lines {
            let mut sum = from[at];
            add_line(&mut sum, &added[at]);
            subtract_line(&mut sum, &removed[at]);
            to[at] = sum;
        }
    }

    #[inline(always)]
    fn update_and_take(
        self,
        from: &[Line],
        added: &[Line],
        removed: &[Line],
        taken: &[Line],
        to: &mut [Line],
    ) {
        let lines = to.len();
        let (from, added) = (&from[..lines], &added[..lines]);
        let (removed, taken) = (&removed[..lines], &taken[..lines]);
        for at in 0..lines {
            let mut sum = from[at];
            add_line(&mut sum, &added[at]);
            subtract_line(&mut sum, &removed[at]);
            subtract_line(&mut sum, &taken[at]);
            to[at] = sum;
        }
    }

    #[inline(always)]
    fn add(self, layer: &mut [Line], row: &[Line]) {
        let row = &row[..layer.len()];
        for at in 0..layer.len() {
            add_line(&mut layer[at], &row[at]);
        }
    }

    #[inline(always)]
    fn subtract(self, layer: &mut [Line], row: &[Line]) {
        let row = &row[..layer.len()];
        for at in 0..layer.len() {
            subtract_line(&mut layer[at], &row[at]);
        }
    }

    #[inline(always)]
    fn sum_of_squares(self, neurons: &[Line], weights: &[Line]) -> i32 {
        let mut sum = 0i32;
        for (neurons, weights) in neurons.iter().zip(weights) {
            for (&neuron, &weight) in neurons.0.iter().zip(&weights.0) {
                let activation = neuron.clamp(0, ACTIVATION_ONE);
                let term = i32::from(activation.wrapping_mul(weight)) * i32::from(activation);
                sum = sum.wrapping_add(term);
            }
        }
        sum
    }
}

#[inline(always)]
fn add_line(sum: &mut Line, row: &Line) {
    for (sum, weight) in sum.0.iter_mut().zip(&row.0) {
        *sum = sum.wrapping_add(*weight);
    }
}

#[inline(always)]
fn subtract_line(sum: &mut Line, row: &Line) {
    for (sum, weight) in sum.0.iter_mut().zip(&row.0) {
        *sum = sum.wrapping_sub(*weight);
    }
}
