//! With everything selective switched off, the search must find what a textbook finds.

use damier_core::{Depth, Evaluate, Score};
use damier_draughts::{Move, Position};
use damier_draughts_engine::DraughtsWorker;
use damier_draughts_engine::evaluation::HandEvaluator;
use damier_search::{Limits, Plain, SearchMode};
use damier_testkit::engines::{Tableless, check_tableless_search, found_by};
use damier_testkit::textbook::{self, negamax};
use damier_testkit::{Random, walk};

struct Draughts;

impl textbook::TextbookGame for Draughts {
    type Rules = Position;

    fn evaluate(&mut self, position: &Position) -> Score {
        HandEvaluator.evaluate(position)
    }

    fn pending(&self, position: &Position) -> (Vec<Move>, bool) {
        if position.can_capture(position.side_to_move()) {
            (position.legal_moves().to_vec(), false)
        } else {
            (Vec::new(), true)
        }
    }
}

/// The score that a worker without selectivity finds, deepening from 1.
fn score<M: SearchMode>(position: &Position, depth: u32) -> Score {
    let make = || DraughtsWorker::<_, M>::new(HandEvaluator);
    let found = found_by(make, position, Limits::to_depth(Depth::new(depth as i32)));
    found.roots.best().unwrap().settled.as_ref().unwrap().score
}

#[test]
fn a_search_without_a_table_is_deterministic_too() {
    for (position, _) in positions(5) {
        let make = || DraughtsWorker::<_, Tableless>::new(HandEvaluator);
        check_tableless_search(make, &position, 8);
    }
}

/// Positions of random games, from the opening to bare endings, and the depth they bear.
fn positions(count: usize) -> Vec<(Position, u32)> {
    let mut random = Random::new(2026);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut wanted = random.below(110);
        walk(Position::start(), wanted, &mut random, |game| {
            let position = game.position();
            // Not close to the draw rules: the table knows nothing of what they count.
            let is_fresh = position.clocks().king_moves() < 20
                && position.clocks().two_pieces().is_none()
                && position.clocks().three_pieces().is_none();
            if wanted == 0 && position.ending(1).is_none() && is_fresh {
                let depth = if position.count_legal_moves() <= 12 { 5 } else { 4 };
                // After a move of a king a deeper line may repeat a position, which the search
                // knows to be a draw and the textbook does not.
                let king_has_moved = position.clocks().king_moves() > 0;
                positions.push((position.clone(), if king_has_moved { 3 } else { depth }));
            }
            wanted = wanted.saturating_sub(1);
        });
    }
    positions
}

#[test]
fn without_selectivity_every_score_is_that_of_the_textbook() {
    let mut wins = 0;
    // Without optimisation a few positions have to do.
    let is_fast = !cfg!(debug_assertions);
    let positions = positions(if is_fast { 240 } else { 12 });
    for (position, depth) in &positions {
        let expected = negamax(&mut Draughts, position, *depth);
        let place = format!("{} at depth {depth}", position.to_fen());
        assert_eq!(score::<Plain<false>>(position, *depth), expected, "no table, {place}");
        assert_eq!(score::<Plain<true>>(position, *depth), expected, "with table, {place}");
        wins += usize::from(expected.is_mate());
    }
    assert!(wins > 0 || !is_fast, "won and lost games must be among the scores");
}
