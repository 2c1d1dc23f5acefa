//! Positions of games as the features that count in them.

use super::BLOCK;
use damier_chess::Position;
use damier_chess_engine::evaluation::{Context, FEATURES, HandEvaluator};
use std::ops::Range;

/// Many positions, stored as the features that do not cancel out.
#[derive(Default)]
pub(crate) struct Samples {
    pub(crate) features: Vec<u16>,
    pub(crate) counts: Vec<i8>,
    samples: Vec<Sample>,
}

pub(crate) struct Sample {
    /// Where its features end in the lists; they begin where those of the sample before end.
    end: u32,
    /// Factors of the two halves of the value.
    middlegame: f32,
    endgame: f32,
    result: f32,
}

impl Samples {
    pub(crate) fn len(&self) -> usize {
        self.samples.len()
    }

    pub(crate) fn add(&mut self, evaluator: &HandEvaluator, position: &Position, result: f32) {
        let Some(trace) = evaluator.trace(position) else { return };
        for (feature, &count) in trace.coefficients.counts.iter().enumerate() {
            if count != 0 {
                self.features.push(feature as u16);
                self.counts.push(count.clamp(-127, 127) as i8);
            }
        }
        let (middlegame, endgame) = trace.factors();
        let end = u32::try_from(self.features.len()).expect("a shard holds 4 thousand million");
        self.samples.push(Sample { end, middlegame, endgame, result });
    }

    /// Shows every sample with its features and counts.
    #[inline]
    pub(crate) fn each(&self, mut visit: impl FnMut(&Sample, &[u16], &[i8])) {
        let mut start = 0;
        for sample in &self.samples {
            let range: Range<usize> = start..sample.end as usize;
            visit(sample, &self.features[range.clone()], &self.counts[range]);
            start = sample.end as usize;
        }
    }

    /// Sum of squared errors.
    pub(crate) fn error(&self, weights: &[f32], factor: f32) -> f64 {
        let mut error = 0.0;
        self.each(|sample, features, counts| {
            let value = value(sample, features, counts, weights);
            error += f64::from(chance(value, factor) - sample.result).powi(2);
        });
        error
    }

    /// The same, and the gradient.
    pub(crate) fn gradient(&self, weights: &[f32], factor: f32, gradient: &mut [f32]) -> f64 {
        let mut error = 0.0;
        let (middlegames, endgames) = gradient.split_at_mut(FEATURES);
        self.each(|sample, features, counts| {
            let chance = chance(value(sample, features, counts, weights), factor);
            let miss = chance - sample.result;
            error += f64::from(miss).powi(2);
            let slope = 2.0 * miss * chance * (1.0 - chance) * factor;
            let (middlegame, endgame) = (slope * sample.middlegame, slope * sample.endgame);
            for (&feature, &count) in features.iter().zip(counts) {
                middlegames[usize::from(feature)] += f32::from(count) * middlegame;
                endgames[usize::from(feature)] += f32::from(count) * endgame;
            }
        });
        error
    }
}

#[inline]
pub(crate) fn value(sample: &Sample, features: &[u16], counts: &[i8], weights: &[f32]) -> f32 {
    let (middlegames, endgames) = weights.split_at(FEATURES);
    let (mut middlegame, mut endgame) = (0.0, 0.0);
    for (&feature, &count) in features.iter().zip(counts) {
        middlegame += middlegames[usize::from(feature)] * f32::from(count);
        endgame += endgames[usize::from(feature)] * f32::from(count);
    }
    middlegame * sample.middlegame + endgame * sample.endgame
}

/// Expected result of a value; the factor is ln 10 over the scale.
#[inline]
pub(crate) fn chance(value: f32, factor: f32) -> f32 {
    1.0 / (1.0 + (-value * factor).exp())
}

/// What one thread works on.
#[derive(Default)]
pub(crate) struct Shard {
    pub(crate) learned: Samples,
    pub(crate) held_out: Samples,
}

/// Reads the lines, each thread its share of the blocks.
pub(crate) fn extract(lines: &[&str], threads: usize) -> Result<Vec<Shard>, String> {
    let read_share = |thread: usize| -> Result<Shard, String> {
        let mut evaluator = HandEvaluator::default();
        let mut shard = Shard::default();
        for (number, block) in lines.chunks(BLOCK).enumerate().skip(thread).step_by(threads) {
            // With an even number of threads every thread must see held-out blocks: count by tens.
            let is_held_out = number / threads % 10 == 9;
            let samples = if is_held_out { &mut shard.held_out } else { &mut shard.learned };
            for (place, line) in block.iter().enumerate() {
                let (position, result) = read_line(line)
                    .map_err(|error| format!("line {}: {error}", number * BLOCK + place + 1))?;
                evaluator.set_context(Context::at_root(&position));
                samples.add(&evaluator, &position, result);
            }
        }
        Ok(shard)
    };
    std::thread::scope(|scope| {
        let read_share = &read_share;
        let handles: Vec<_> =
            (0..threads).map(|thread| scope.spawn(move || read_share(thread))).collect();
        handles.into_iter().map(|handle| handle.join().expect("a reader panicked")).collect()
    })
}

pub(crate) fn read_line(line: &str) -> Result<(Position, f32), String> {
    let (fen, result) = line.split_once(';').ok_or("no semicolon")?;
    let position = Position::from_fen(fen.trim()).map_err(|error| error.to_string())?;
    let result: f32 = result.trim().parse().map_err(|_| format!("{result} is not a result"))?;
    if !(0.0..=1.0).contains(&result) {
        return Err(format!("{result} is not between 0 and 1"));
    }
    Ok((position, result))
}
