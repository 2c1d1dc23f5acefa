//! What an evaluation keeps along the line of play.

use crate::Random;
use damier_core::{Evaluate, Rules};

/// What an evaluation says that has just come in.
pub fn fresh_value<R: Rules>(mut evaluator: impl Evaluate<R>, position: &R) -> i32 {
    evaluator.prepare(position);
    evaluator.evaluate(position).value()
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
