//! Plain loops, in a form that compilers make vector code of.

use super::Neurons;
use crate::network::ACTIVATION_ONE;

/// Writes `from` plus the added rows minus the removed ones.
pub fn update<const HIDDEN: usize>(
    from: &Neurons<HIDDEN>,
    added: &[&Neurons<HIDDEN>],
    removed: &[&Neurons<HIDDEN>],
    to: &mut Neurons<HIDDEN>,
) {
    *to = *from;
    for row in added {
        for (sum, weight) in to.0.iter_mut().zip(&row.0) {
            *sum = sum.wrapping_add(*weight);
        }
    }
    for row in removed {
        for (sum, weight) in to.0.iter_mut().zip(&row.0) {
            *sum = sum.wrapping_sub(*weight);
        }
    }
}

/// The sum over all neurons of weight times the square of the activation.
///
/// The activation is the neuron's value held between 0 and [`ACTIVATION_ONE`]. Weights are at most
/// 127 in size, so that a weight times an activation fits into 16 bits. The sum has 32: room for
/// outputs up to 500, where 5 is already a won game.
pub fn sum_of_squares<const HIDDEN: usize>(
    neurons: &Neurons<HIDDEN>,
    weights: &Neurons<HIDDEN>,
) -> i32 {
    let terms = neurons.0.iter().zip(&weights.0).map(|(&neuron, &weight)| {
        let activation = neuron.clamp(0, ACTIVATION_ONE);
        i32::from(activation.wrapping_mul(weight)) * i32::from(activation)
    });
    terms.fold(0, i32::wrapping_add)
}
