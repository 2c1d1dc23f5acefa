//! The trainer's arithmetic, compiled for this processor, against the same formulas one by one.

use damier_core::random::Random;
use damier_nnue::floats::{self, StepPace, WeightLimits};

fn numbers(count: usize, random: &mut Random) -> Vec<f32> {
    (0..count).map(|_| (random.next_bits() >> 40) as f32 / (1 << 22) as f32 - 1.5).collect()
}

#[test]
fn every_result_is_that_of_plain_code_to_the_last_bit() {
    let mut random = Random::new(1);
    for count in [16, 32, 96, 256] {
        let (first, second) = (numbers(count, &mut random), numbers(count, &mut random));
        let mut sums = first.clone();
        floats::add(&mut sums, &second);
        assert!((0..count).all(|at| sums[at] == first[at] + second[at]));
        floats::subtract(&mut sums, &first);
        assert!((0..count).all(|at| sums[at] == first[at] + second[at] - first[at]));

        let mut lanes = [0.0_f32; 16];
        for at in 0..count {
            let activation = first[at].clamp(0.0, 1.0);
            lanes[at % 16] += activation * activation * second[at];
        }
        let all = lanes.iter().fold(0.0, |all, lane| all + lane);
        assert_eq!(floats::sum_of_squares(&first, &second), all);

        let (mut by_neurons, mut by_weights) = (vec![0.5; count], vec![0.25; count]);
        floats::differentiate(0.3, &first, &second, &mut by_neurons, &mut by_weights);
        for at in 0..count {
            let activation = first[at].clamp(0.0, 1.0);
            assert_eq!(by_weights[at], 0.25 + 0.3 * activation * activation);
            let slope = 2.0 * 0.3 * second[at] * activation;
            let is_active = first[at] > 0.0 && first[at] < 1.0;
            assert_eq!(by_neurons[at], if is_active { 0.5 + slope } else { 0.5 });
        }
    }
}

#[test]
fn a_step_goes_down_the_slope_and_no_further_than_the_limit() {
    let limits = [WeightLimits { size: 1.0, caution: 1e-8 }; 3];
    let (mut weights, gradients) = ([0.0, 0.5, 0.999], [4.0, 0.0, -4.0]);
    let (mut means, mut squares) = ([0.0; 3], [0.0; 3]);
    let pace = StepPace::new(1, 0.01, 0.1, 0.25);
    floats::step(&pace, &mut weights, &gradients, &mut means, &mut squares, &limits);
    // The first step has the size of the rate, whatever the slope; decay is a part of the weight.
    assert!((weights[0] + 0.01).abs() < 1e-6, "{}", weights[0]);
    assert!((weights[1] - (0.5 - 0.01 * 0.1 * 0.5)).abs() < 1e-6, "{}", weights[1]);
    assert_eq!(weights[2], 1.0);
    assert!((means[0] - 0.1).abs() < 1e-6 && (squares[0] - 0.001).abs() < 1e-6);
}
