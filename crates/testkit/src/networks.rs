//! Networks of random weights, of every kind of inputs that a game knows.

use crate::evaluation::{compare_both_sides, compare_kept_with_fresh, random_weights};
use damier_core::Rules as _;
use damier_nnue::{BoardFeatures, FeatureSet, Network, NetworkEvaluator, Origin, Shape, Units};
use std::sync::Arc;

/// What holds for networks of random weights with so many neurons for each view, of every kind of
/// inputs that a game knows: layers kept along random walks from these starts equal
/// layers made anew, both players see the same board from their own side, and a network comes back
/// from its file. `skip` skips a turn where that makes sense and says whether it did; `turn` is the
/// position with the players exchanged.
///
/// # Panics
/// If it does not hold.
pub fn check_networks<F: BoardFeatures>(
    hidden: usize,
    starts: &[&str],
    skip: impl Fn(&mut F::Rules) -> bool,
    turn: impl Fn(&F::Rules) -> F::Rules,
) {
    for network in random_networks::<F>(hidden) {
        let make = || NetworkEvaluator::new(Arc::clone(&network));
        let asked = compare_kept_with_fresh(starts, make, &skip);
        assert!(asked > 5000, "{asked}");
        compare_both_sides(&F::Rules::start(), make, &turn);
        compare_with_its_file(&network);
    }
}

/// One for every kind of inputs, with so many neurons for each view, the same every time.
///
/// # Panics
/// If no network has so many neurons.
fn random_networks<F: FeatureSet>(hidden: usize) -> Vec<Arc<Network<F>>> {
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
fn compare_with_its_file<F: FeatureSet>(network: &Network<F>) {
    let name = network.shape().features().name();
    let read = Network::from_bytes(&network.to_bytes()).expect("a file of a network");
    assert!(read == *network, "{name}");
    let weights = read.to_floats();
    let again = Network::from_floats(read.shape(), &weights, read.units(), Origin::default());
    assert!(again == read, "{name}");
}
