//! Fits the weights of the evaluation to the results of games.
//!
//! ```text
//! cargo run --release -p damier-chess-engine --example tune_evaluation -- positions.txt \
//!     --out crates/chess-engine/src/evaluation/weights.rs
//! ```
//!
//! Each line of the input is `FEN;result`, the result 1.0, 0.5 or 0.0 as White sees it. Positions
//! should be quiet: the evaluation is asked, not a search. Those that special knowledge decides are
//! left out.
//!
//! The chance to win is taken to be `1 / (1 + 10^(-value / scale))`. The scale is fitted once to
//! the initial weights; then Adam, over the whole set each epoch, lowers the mean squared error.
//! Phase and scaling of each position are constants that the initial weights gave, which keeps the
//! problem linear. A pull towards the initial weights holds what the positions say nothing about. A
//! tenth of the input, in blocks so that neighbours from one game stay together, is never learned
//! from: watch its error.
//!
//! Some weights can be exchanged for others without changing any value (a knight's worth, say, and
//! all its squares): at the end the means of the square tables move into the material, and
//! everything is multiplied so that the average pawn of an endgame is worth 100: units stay
//! centipawns.

mod samples;

use damier_chess_engine::evaluation::{FEATURES, GROUPS, Pair, Parameters, TermGroup};
use samples::{Shard, extract};
use std::time::Instant;

/// Middlegame weights first, then endgame weights.
const WEIGHTS: usize = 2 * FEATURES;
/// Lines that are learned from or held out together.
const BLOCK: usize = 500;

fn main() -> Result<(), String> {
    let options = Options::from_arguments(std::env::args().skip(1))?;
    let text = std::fs::read_to_string(&options.input)
        .map_err(|error| format!("{}: {error}", options.input))?;
    let begin = Instant::now();
    let lines: Vec<&str> = text.lines().take(options.limit).collect();
    let shards = extract(&lines, options.threads)?;
    let sizes: Vec<(usize, usize)> =
        shards.iter().map(|shard| (shard.learned.len(), shard.held_out.len())).collect();
    let learned: usize = sizes.iter().map(|&(learned, _)| learned).sum();
    let held_out: usize = sizes.iter().map(|&(_, held_out)| held_out).sum();
    println!("{learned} positions to learn from, {held_out} held out, {:?}", begin.elapsed());
    if learned == 0 || held_out == 0 {
        return Err(format!("too few positions: {} are needed", 10 * BLOCK * options.threads));
    }

    let initial = flatten(&Parameters::default());
    let mut tuner = Tuner::new(&shards, initial, &options);
    println!("scale {:.1}, error {:.6}", tuner.scale, tuner.held_out_error());
    for epoch in 1..=options.epochs {
        let begin = Instant::now();
        let error = tuner.step();
        if epoch % options.report == 0 || epoch == options.epochs {
            let held_out = tuner.held_out_error();
            let elapsed = begin.elapsed();
            println!("epoch {epoch}: learned {error:.6}, held out {held_out:.6}, {elapsed:?}");
        }
    }

    let weights = anchored(&tuner.weights, &shards);
    let source = unflatten(&weights).to_source();
    match &options.output {
        Some(path) => std::fs::write(path, source).map_err(|error| format!("{path}: {error}")),
        None => {
            print!("{source}");
            Ok(())
        }
    }
}

/// What the command line says.
struct Options {
    input: String,
    output: Option<String>,
    epochs: usize,
    /// Epochs between two lines of progress.
    report: usize,
    /// Step of Adam in centipawns, at first; it falls to a tenth.
    rate: f32,
    /// Strength of the pull to the initial weights, per squared centipawn.
    pull: f32,
    threads: usize,
    limit: usize,
}

impl Options {
    fn from_arguments(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        const USAGE: &str = "usage: tune_evaluation POSITIONS [--out FILE] [--epochs 400] \
            [--report 10] [--rate 1.0] [--pull 1e-9] [--threads 2] [--limit LINES]";
        let mut options = Self {
            input: String::new(),
            output: None,
            epochs: 400,
            report: 10,
            rate: 1.0,
            pull: 1e-9,
            threads: 2,
            limit: usize::MAX,
        };
        while let Some(argument) = arguments.next() {
            if !argument.starts_with("--") {
                options.input = argument;
                continue;
            }
            let value = arguments.next().ok_or_else(|| USAGE.to_owned())?;
            let wrong = |_| format!("{argument} {value} is not a number");
            match argument.as_str() {
                "--out" => options.output = Some(value),
                "--epochs" => options.epochs = value.parse().map_err(wrong)?,
                "--report" => options.report = value.parse::<usize>().map_err(wrong)?.max(1),
                "--rate" => options.rate = value.parse().map_err(|_| USAGE.to_owned())?,
                "--pull" => options.pull = value.parse().map_err(|_| USAGE.to_owned())?,
                "--threads" => options.threads = value.parse::<usize>().map_err(wrong)?.max(1),
                "--limit" => options.limit = value.parse().map_err(wrong)?,
                _ => return Err(USAGE.to_owned()),
            }
        }
        if options.input.is_empty() { Err(USAGE.to_owned()) } else { Ok(options) }
    }
}

/// The state of Adam.
struct Tuner<'a> {
    shards: &'a [Shard],
    weights: Vec<f32>,
    initial: Vec<f32>,
    /// Running means of the gradient and of its square.
    means: Vec<f32>,
    squares: Vec<f32>,
    /// Centipawns for odds of ten to one.
    scale: f32,
    rate: f32,
    pull: f32,
    epoch: usize,
    epochs: usize,
}

impl<'a> Tuner<'a> {
    fn new(shards: &'a [Shard], initial: Vec<f32>, options: &Options) -> Self {
        let mut tuner = Self {
            shards,
            weights: initial.clone(),
            initial,
            means: vec![0.0; WEIGHTS],
            squares: vec![0.0; WEIGHTS],
            scale: 400.0,
            rate: options.rate,
            pull: options.pull,
            epoch: 0,
            epochs: options.epochs,
        };
        tuner.scale = tuner.fitted_scale();
        tuner
    }

    fn factor(&self) -> f32 {
        std::f32::consts::LN_10 / self.scale
    }

    /// Adds up what `measure` says of each shard, in parallel and in a fixed order.
    fn sum(&self, measure: impl Fn(&Shard) -> (f64, usize) + Sync) -> f64 {
        let measure = &measure;
        let (error, count) = std::thread::scope(|scope| {
            let handles: Vec<_> =
                self.shards.iter().map(|shard| scope.spawn(move || measure(shard))).collect();
            handles
                .into_iter()
                .map(|handle| handle.join().expect("a worker panicked"))
                .fold((0.0, 0), |sum, part| (sum.0 + part.0, sum.1 + part.1))
        });
        error / count as f64
    }

    fn held_out_error(&self) -> f64 {
        self.sum(|shard| (shard.held_out.error(&self.weights, self.factor()), shard.held_out.len()))
    }

    /// The scale with the smallest error, by narrowing an interval in which there is one minimum.
    fn fitted_scale(&self) -> f32 {
        let error = |scale: f32| {
            let factor = std::f32::consts::LN_10 / scale;
            self.sum(|shard| (shard.learned.error(&self.weights, factor), shard.learned.len()))
        };
        let (mut low, mut high) = (50.0_f32, 1500.0_f32);
        while high - low > 1.0 {
            let (left, right) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            if error(left) < error(right) { high = right } else { low = left }
        }
        f32::midpoint(low, high)
    }

    /// One epoch; returns the error before it.
    fn step(&mut self) -> f64 {
        const MEAN_DECAY: f32 = 0.9;
        const SQUARE_DECAY: f32 = 0.999;
        let (weights, factor) = (&self.weights, self.factor());
        let parts: Vec<(f64, Vec<f32>)> = std::thread::scope(|scope| {
            let work = |shard: &'a Shard| {
                let mut gradient = vec![0.0; WEIGHTS];
                let error = shard.learned.gradient(weights, factor, &mut gradient);
                (error, gradient)
            };
            let handles: Vec<_> =
                self.shards.iter().map(|shard| scope.spawn(move || work(shard))).collect();
            handles.into_iter().map(|handle| handle.join().expect("a worker panicked")).collect()
        });
        let count = self.shards.iter().map(|shard| shard.learned.len()).sum::<usize>();
        self.epoch += 1;
        // The rate falls evenly to a tenth, so that the end is calm.
        let progress = self.epoch as f32 / self.epochs as f32;
        let rate = self.rate * (1.0 - 0.9 * progress);
        let power = self.epoch.min(10_000) as i32;
        let (mean_bias, square_bias) =
            (1.0 - MEAN_DECAY.powi(power), 1.0 - SQUARE_DECAY.powi(power));
        for place in 0..WEIGHTS {
            let data: f32 = parts.iter().map(|(_, gradient)| gradient[place]).sum();
            let drift = self.weights[place] - self.initial[place];
            let gradient = data / count as f32 + 2.0 * self.pull * drift;
            let mean = &mut self.means[place];
            *mean = MEAN_DECAY * *mean + (1.0 - MEAN_DECAY) * gradient;
            let square = &mut self.squares[place];
            *square = SQUARE_DECAY * *square + (1.0 - SQUARE_DECAY) * gradient * gradient;
            // The least step size keeps weights still that nothing pushes.
            let push = (*mean / mean_bias) / ((*square / square_bias).sqrt() + 1e-9);
            self.weights[place] -= rate * push;
        }
        parts.iter().map(|(error, _)| error).sum::<f64>() / count as f64
    }
}

fn flatten(parameters: &Parameters) -> Vec<f32> {
    let middlegames = parameters.pairs.iter().map(|pair| pair.middlegame() as f32);
    let endgames = parameters.pairs.iter().map(|pair| pair.endgame() as f32);
    middlegames.chain(endgames).collect()
}

fn unflatten(weights: &[f32]) -> Parameters {
    let mut parameters = Parameters::zero();
    for (place, pair) in parameters.pairs.iter_mut().enumerate() {
        let (middlegame, endgame) = (weights[place], weights[FEATURES + place]);
        *pair = Pair::new(middlegame.round() as i32, endgame.round() as i32);
    }
    parameters
}

fn group(name: &str) -> &'static TermGroup {
    GROUPS.iter().find(|group| group.name == name).expect("a group of this name exists")
}

/// The same evaluation up to a factor: square tables with mean 0, no danger worth 0, and an average
/// endgame pawn of 100.
fn anchored(weights: &[f32], shards: &[Shard]) -> Vec<f32> {
    let mut occurrences = vec![0.0_f32; FEATURES];
    for shard in shards {
        for (&feature, &count) in shard.learned.features.iter().zip(&shard.learned.counts) {
            occurrences[usize::from(feature)] += f32::from(count.unsigned_abs());
        }
    }
    let mut weights = weights.to_vec();
    let material = group("material").start;
    let tables = ["pawn", "knight", "bishop", "rook", "queen", "king"];
    for half in [0, FEATURES] {
        for (role, name) in tables.into_iter().enumerate() {
            let table = group(&format!("{name}_squares"));
            let range = table.start..table.start + table.length;
            let total: f32 = occurrences[range.clone()].iter().sum();
            let mean = range.clone().map(|place| occurrences[place] * weights[half + place]);
            let mean = mean.sum::<f32>() / total.max(1.0);
            for place in range.filter(|&place| occurrences[place] > 0.0) {
                weights[half + place] -= mean;
            }
            // Both sides always have a king, so its worth cancels out.
            if name != "king" {
                weights[half + material + role] += mean;
            }
        }
        let danger = group("king_danger");
        let none = weights[half + danger.start];
        for place in danger.start..danger.start + danger.length {
            weights[half + place] -= none;
        }
    }
    let pawn = weights[FEATURES + material];
    println!("an average endgame pawn became {pawn:.1}; it is set to 100");
    if pawn > 20.0 {
        for weight in &mut weights {
            *weight *= 100.0 / pawn;
        }
    } else {
        println!("that is too little to be a unit: nothing is rescaled");
    }
    weights
}
