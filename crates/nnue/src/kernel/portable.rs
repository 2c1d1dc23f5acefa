//! Plain loops.

use super::{Arithmetic, KernelLine};
use crate::network::ACTIVATION_ONE;

/// Any processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Portable;

impl Arithmetic for Portable {
    type Sum = KernelLine;

    #[inline(always)]
    fn load(self, line: &KernelLine) -> KernelLine {
        *line
    }

    #[inline(always)]
    fn store(self, sum: KernelLine, line: &mut KernelLine) {
        *line = sum;
    }

    #[inline(always)]
    fn plus(self, mut sum: KernelLine, line: &KernelLine) -> KernelLine {
        for (sum, weight) in sum.0.iter_mut().zip(&line.0) {
            *sum = sum.wrapping_add(*weight);
        }
        sum
    }

    #[inline(always)]
    fn minus(self, mut sum: KernelLine, line: &KernelLine) -> KernelLine {
        for (sum, weight) in sum.0.iter_mut().zip(&line.0) {
            *sum = sum.wrapping_sub(*weight);
        }
        sum
    }

    #[inline(always)]
    fn sum_of_squares(self, neurons: &[KernelLine], weights: &[KernelLine]) -> i32 {
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
