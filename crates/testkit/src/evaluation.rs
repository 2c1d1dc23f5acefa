//! What an evaluation keeps along the line of play.

use crate::Random;
use damier_core::{Evaluate, Rules};

/// What an evaluation says that has just come in.
pub fn fresh_value<R: Rules>(mut evaluator: impl Evaluate<R>, position: &R) -> i32 {
    evaluator.prepare(position);
    evaluator.evaluate(position).value()
}

/// So many weights for a network, from -1/4 to 1/4, the same every time.
pub fn random_weights(count: usize) -> Vec<f32> {
    let mut random = Random::new(1);
    let mut uniform = || (random.next_bits() >> 40) as f32 / (1 << 23) as f32 - 1.0;
    (0..count).map(|_| uniform() / 4.0).collect()
}

/// Both players see the same board from their own side: a position is worth as much as the one
/// that `turned` makes of it, with colours exchanged.
///
/// # Panics
/// If it is not.
pub fn compare_both_sides<R: Rules, E: Evaluate<R>>(
    start: &R,
    make: impl Fn() -> E,
    turned: impl Fn(&R) -> R,
) {
    let mut random = Random::new(3);
    let mut values = Vec::new();
    for _ in 0..200 {
        let plies = random.below(60);
        let Some(position) = random.walk(start.clone(), plies) else { continue };
        let value = fresh_value(make(), &position);
        assert_eq!(value, fresh_value(make(), &turned(&position)), "{}", position.to_fen());
        values.push(value);
    }
    values.sort_unstable();
    values.dedup();
    assert!(values.len() > 100, "positions differ");
}

/// Walks at random, forwards and back, and asks an evaluation that goes along and one that has just
/// come in. `skip` hands over the turn, as searches do, and says whether it could. Returns how
/// often they were asked.
///
/// # Panics
/// If they disagree.
pub fn compare_kept_with_fresh<R: Rules, E: Evaluate<R>>(
    starts: &[&str],
    make: impl Fn() -> E,
    skip: impl Fn(&mut R) -> bool,
) -> usize {
    const WALKS: usize = 60;
    const STEPS: usize = 300;
    const LONGEST: usize = 120;
    let mut random = Random::new(2);
    let mut asked = 0;
    for start in starts.iter().cycle().take(WALKS) {
        let start = R::from_fen(start).unwrap_or_else(|error| panic!("{start}: {error}"));
        let mut evaluator = make();
        evaluator.prepare(&start);
        let mut path = vec![start];
        for _ in 0..STEPS {
            let mut next = path[path.len() - 1].clone();
            let moves = next.legal_moves();
            let goes_back = moves.is_empty() || path.len() == LONGEST || random.below(3) == 0;
            if goes_back && path.len() > 1 {
                path.pop();
                evaluator.leave();
            } else if !moves.is_empty() {
                evaluator.enter();
                let is_skipped = random.below(8) == 0 && skip(&mut next);
                if !is_skipped {
                    next.play_observed(*random.pick(&moves), &mut evaluator);
                }
                path.push(next);
            }
            if random.below(2) == 0 {
                let position = &path[path.len() - 1];
                let kept = evaluator.evaluate(position).value();
                assert_eq!(kept, fresh_value(make(), position), "{}", position.to_fen());
                asked += 1;
            }
        }
    }
    asked
}
