//! Larger networks out of smaller ones, so that a training need not begin from nothing.

use crate::model::Model;
use damier_core::random::Random;
use damier_nnue::FeatureSet;

/// Weights of a larger network that says what the smaller one says. Every region begins with the
/// weights of the whole board. New neurons look at the board somehow, and nothing is made of what
/// they see until it is learnt. `None` if the other network is not larger in these ways.
pub(crate) fn grow<F: FeatureSet>(
    from: &Model<F>,
    weights: &[f32],
    to: &Model<F>,
    random: &mut Random,
) -> Option<Vec<f32>> {
    let (old, new) = (from.0, to.0);
    let is_same = old.features() == new.features();
    let is_plain = old.features().regions() == 1 && old.features().formations() == 0;
    if old.hidden() > new.hidden() || !is_same && !is_plain {
        return None;
    }
    let mut grown = to.initial(random);
    grown[new.outputs()..].fill(0.0);
    let mut copy = |old_row: usize, new_row: usize| {
        let row = &weights[old_row * old.hidden()..][..old.hidden()];
        grown[new_row * new.hidden()..][..old.hidden()].copy_from_slice(row);
    };
    let (old_inputs, new_inputs) = (old.features().inputs(), new.features().inputs());
    for input in 0..new_inputs {
        copy(input % old_inputs, input);
    }
    // The biases of the hidden layer and the weights of the buckets are rows as well.
    for row in 0..1 + 2 * F::BUCKETS {
        copy(old_inputs + row, new_inputs + row);
    }
    // Formations that are new are worth nothing yet.
    let last = &weights[old.output_biases()..];
    grown[new.output_biases()..][..last.len()].copy_from_slice(last);
    Some(grown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::Sample;
    use damier_chess::Position as Chess;
    use damier_chess_engine::evaluation::network::Features;
    use damier_nnue::{BoardFeatures as _, Shape, Token};

    fn model(features: Features, hidden: usize) -> Model<Features> {
        Model(Shape::new(features, hidden).unwrap())
    }

    #[test]
    fn a_grown_network_says_what_the_small_one_says_and_can_learn_more() {
        let mut random = Random::new(4);
        let small = model(Features::Mirrored, 32);
        let weights = small.initial(&mut random);
        for large in [
            model(Features::Mirrored, 64),
            model(Features::EightRegions, 32),
            model(Features::FourRegions, 96),
        ] {
            let grown = grow(&small, &weights, &large, &mut random).unwrap();
            for _ in 0..50 {
                let position = random.walk(Chess::start(), 40).unwrap_or_else(Chess::start);
                let tokens: Vec<Token> = Features::tokens(&position).collect();
                let side = position.side_to_move();
                let sample = Sample { tokens: &tokens, side, lesson: 0, result: None };
                let before = small.output(&weights, sample, &mut small.scratch());
                let after = large.output(&grown, sample, &mut large.scratch());
                assert!((before - after).abs() < 1e-4, "{before} {after}");
            }
            // New neurons see something: otherwise nothing could ever be made of it.
            let last = large.0.hidden() - 1;
            assert!(large.0.hidden() == 32 || grown[last] != 0.0);
        }
        let back = grow(&model(Features::FourRegions, 96), &[], &small, &mut random);
        assert_eq!(back, None, "a network does not shrink");
    }
}
