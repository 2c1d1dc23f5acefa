//! The size of a network.

use crate::features::FeatureSet;
use crate::kernel::LINE;
use std::fmt;

/// What the inputs of a network mean, and how many neurons there are. The file of a network names
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape<F> {
    features: F,
    hidden: usize,
}

/// A size that no network has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{hidden} neurons: it must be a multiple of {LINE}, at most {most}", most = MOST_HIDDEN)]
pub struct ShapeError {
    /// The neurons that were asked for.
    pub hidden: usize,
}

/// No larger layer would pay on any machine of today.
const MOST_HIDDEN: usize = 4096;

impl<F: FeatureSet> Shape<F> {
    /// With so many neurons for each view.
    pub fn new(features: F, hidden: usize) -> Result<Self, ShapeError> {
        let is_possible = hidden > 0 && hidden.is_multiple_of(LINE) && hidden <= MOST_HIDDEN;
        if is_possible { Ok(Self { features, hidden }) } else { Err(ShapeError { hidden }) }
    }

    /// The shape that has so many weights.
    pub fn with_parameters(features: F, parameters: usize) -> Option<Self> {
        let per_neuron = features.inputs() + 1 + 2 * F::BUCKETS;
        let others = F::BUCKETS + F::FORMATION_SETS * features.formations();
        let shape = Self::new(features, parameters.checked_sub(others)? / per_neuron).ok()?;
        (shape.parameters() == parameters).then_some(shape)
    }

    /// What the inputs mean.
    #[inline]
    pub fn features(&self) -> F {
        self.features
    }

    /// Neurons of the hidden layer for one view.
    #[inline]
    pub fn hidden(&self) -> usize {
        self.hidden
    }

    /// Lines of the cache that a layer takes.
    #[inline]
    pub(crate) fn lines(&self) -> usize {
        self.hidden / LINE
    }

    /// How many weights there are. They lie one after the other: for every input its row, the
    /// biases, for every bucket its row for the player to move and the one for the other, the
    /// biases of the buckets, and for every set of formations a weight for each.
    pub fn parameters(&self) -> usize {
        self.formations() + F::FORMATION_SETS * self.features.formations()
    }

    /// Where the biases of the hidden layer begin.
    pub fn biases(&self) -> usize {
        self.features.inputs() * self.hidden
    }

    /// Where the weights of the buckets begin.
    pub fn outputs(&self) -> usize {
        self.biases() + self.hidden
    }

    /// Where the biases of the buckets begin.
    pub fn output_biases(&self) -> usize {
        self.outputs() + 2 * F::BUCKETS * self.hidden
    }

    /// Where the weights of formations begin.
    pub fn formations(&self) -> usize {
        self.output_biases() + F::BUCKETS
    }
}

impl<F: FeatureSet> fmt::Display for Shape<F> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} x {}", self.features.name(), self.hidden)
    }
}
