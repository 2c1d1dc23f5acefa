//! Plain loops.

use super::{Arithmetic, Line};
use crate::network::ACTIVATION_ONE;

/// Any processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Portable;

impl Arithmetic for Portable {
    type Sum = Line;

    #[inline(always)]
    fn load(self, line: &Line) -> Line {
        *line
    }

    #[inline(always)]
    fn store(self, sum: Line, line: &mut Line) {
        *line = sum;
    }

    #[inline(always)]
    fn plus(self, mut sum: Line, line: &Line) -> Line {
        for (sum, weight) in sum.0.iter_mut().zip(&line.0) {
            *sum = sum.wrapping_add(*weight);
        }
        sum
    }

    #[inline(always)]
    fn minus(self, mut sum: Line, line: &Line) -> Line {
        for (sum, weight) in sum.0.iter_mut().zip(&line.0) {
            *sum = sum.wrapping_sub(*weight);
        }
        sum
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
