//! Networks of random weights, of every kind of inputs that a game knows.

use crate::evaluation::random_weights;
use damier_nnue::{FeatureSet, Network, Origin, Shape, Units};
use std::sync::Arc;

/// One for every kind of inputs, with so many neurons for each view, the same every time.
///
/// # Panics
/// If no network has so many neurons.
pub fn random_networks<F: FeatureSet>(hidden: usize) -> Vec<Arc<Network<F>>> {
    let make = |&features| {
        let shape = Shape::new(features, hidden).expect("a number of neurons that networks have");
        let weights = random_weights(shape.parameters());
        let units = Units { scale: 400, half: 100 };
        Arc::new(Network::from_floats(shape, &weights, units, Origin::default()))
    };
    F::ALL.iter().map(make).collect()
}

/// A network is the same after it was written to a file and read, and after its weights were made
/// numbers with fractions, as the trainer has them.
///
/// # Panics
/// If it is not.
pub fn compare_with_its_file<F: FeatureSet>(network: &Network<F>) {
    let name = network.shape().features().name();
    let read = Network::from_bytes(&network.to_bytes()).expect("a file of a network");
    assert!(read == *network, "{name}");
    let weights = read.to_floats();
    let again = Network::from_floats(read.shape(), &weights, read.units(), Origin::default());
    assert!(again == read, "{name}");
}
