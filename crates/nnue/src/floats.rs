//! Loops over weights in floating point, for the trainer.
//!
//! Written once in plain loops and compiled several times: for every processor that the program is
//! built for, and for those with wider vectors. Which is called is decided when the program runs.
//! The order of additions is the same everywhere, and so is every result to the last bit.
#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "only the processor knows what it can do")
)]

/// Makes of a plain function one that calls itself compiled for this processor. Loops have to run
/// over numbers: iterators and closures are not always inlined into code for other processors.
macro_rules! for_this_processor {
    ($(
        $(#[$about:meta])*
        fn $name:ident($($input:ident: $kind:ty),*) $(-> $output:ty)? $body:block
    )*) => {$(
        $(#[$about])*
        pub fn $name($($input: $kind),*) $(-> $output)? {
            #[inline(always)]
            fn plain($($input: $kind),*) $(-> $output)? $body

            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2")]
                fn avx2($($input: $kind),*) $(-> $output)? {
                    plain($($input),*)
                }

                #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
                fn avx512($($input: $kind),*) $(-> $output)? {
                    plain($($input),*)
                }

                if std::arch::is_x86_feature_detected!("avx512f")
                    && std::arch::is_x86_feature_detected!("avx512bw")
                    && std::arch::is_x86_feature_detected!("avx512dq")
                    && std::arch::is_x86_feature_detected!("avx512vl")
                {
                    // SAFETY: the processor has all of it.
                    return unsafe { avx512($($input),*) };
                }
                if std::arch::is_x86_feature_detected!("avx2") {
                    // SAFETY: the processor has it.
                    return unsafe { avx2($($input),*) };
                }
            }
            plain($($input),*)
        }
    )*};
}

for_this_processor! {
    /// Adds to each sum its term. All slices have one length, here and below.
    fn add(sums: &mut [f32], terms: &[f32]) {
        let terms = &terms[..sums.len()];
        for at in 0..sums.len() {
            sums[at] += terms[at];
        }
    }

    /// Subtracts from each sum its term.
    fn subtract(sums: &mut [f32], terms: &[f32]) {
        let terms = &terms[..sums.len()];
        for at in 0..sums.len() {
            sums[at] -= terms[at];
        }
    }

    /// The sum of weight times squared activation, in sixteen sums side by side: the compiler must
    /// not change the order of additions itself. The number of neurons is a multiple of sixteen.
    fn sum_of_squares(neurons: &[f32], weights: &[f32]) -> f32 {
        const LANES: usize = 16;
        let weights = &weights[..neurons.len()];
        let mut sums = [0.0; LANES];
        for line in 0..neurons.len() / LANES {
            let neurons = &neurons[line * LANES..][..LANES];
            let weights = &weights[line * LANES..][..LANES];
            for lane in 0..LANES {
                let activation = neurons[lane].clamp(0.0, 1.0);
                sums[lane] += activation * activation * weights[lane];
            }
        }
        let mut all = 0.0;
        for sum in sums {
            all += sum;
        }
        all
    }

    /// The derivatives of such a sum, if the loss changes with it at this rate: adds those by the
    /// neurons and those by the weights.
    fn differentiate(
        rate: f32,
        neurons: &[f32],
        weights: &[f32],
        by_neurons: &mut [f32],
        by_weights: &mut [f32]
    ) {
        let (weights, by_neurons) = (&weights[..neurons.len()], &mut by_neurons[..neurons.len()]);
        let by_weights = &mut by_weights[..neurons.len()];
        for at in 0..neurons.len() {
            let neuron = neurons[at];
            let activation = neuron.clamp(0.0, 1.0);
            by_weights[at] += rate * activation * activation;
            // Outside its range a neuron has no derivative.
            let is_active = neuron > 0.0 && neuron < 1.0;
            by_neurons[at] += if is_active { 2.0 * rate * weights[at] * activation } else { 0.0 };
        }
    }

    /// One step of AdamW. The gradients are those of a whole batch.
    fn step(
        pace: &StepPace,
        weights: &mut [f32],
        gradients: &[f32],
        means: &mut [f32],
        squares: &mut [f32],
        limits: &[WeightLimits]
    ) {
        let (gradients, limits) = (&gradients[..weights.len()], &limits[..weights.len()]);
        let (means, squares) = (&mut means[..weights.len()], &mut squares[..weights.len()]);
        let (mean_part, square_part) = (StepPace::MEAN, StepPace::SQUARE);
        for at in 0..weights.len() {
            let slope = gradients[at] * pace.share;
            let mean = mean_part * means[at] + (1.0 - mean_part) * slope;
            let square = square_part * squares[at] + (1.0 - square_part) * slope * slope;
            means[at] = mean;
            squares[at] = square;
            let size = (square / pace.square_bias).sqrt() + limits[at].caution;
            let direction = (mean / pace.mean_bias) / size;
            let change = pace.rate * (direction + pace.decay * weights[at]);
            weights[at] = (weights[at] - change).clamp(-limits[at].size, limits[at].size);
        }
    }
}

/// How a step is made.
#[derive(Clone, Copy, Debug)]
pub struct StepPace {
    /// Its size.
    pub rate: f32,
    /// How fast weights that nothing holds up shrink.
    pub decay: f32,
    /// What one position counts: 1 divided by their number.
    pub share: f32,
    mean_bias: f32,
    square_bias: f32,
}

impl StepPace {
    /// What the running mean of the gradients keeps at a step.
    const MEAN: f32 = 0.9;
    /// And that of their squares.
    const SQUARE: f32 = 0.999;

    /// For the step with this number, from 1: the first running means know little.
    pub fn new(step: u64, rate: f32, decay: f32, share: f32) -> Self {
        let steps = step.min(100_000) as i32;
        let (mean_bias, square_bias) =
            (1.0 - Self::MEAN.powi(steps), 1.0 - Self::SQUARE.powi(steps));
        Self { rate, decay, share, mean_bias, square_bias }
    }
}

/// What holds for one weight.
#[derive(Clone, Copy, Debug)]
pub struct WeightLimits {
    /// It is not larger.
    pub size: f32,
    /// Smaller slopes count less.
    pub caution: f32,
}
