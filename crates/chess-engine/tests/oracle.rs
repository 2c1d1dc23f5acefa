//! With everything selective switched off, the search must find what a textbook finds.

use damier_chess::{Kind, Move, MoveList, Position};
use damier_chess_engine::ChessWorker;
use damier_chess_engine::evaluation::HandEvaluator;
use damier_core::{Depth, Evaluate, Score};
use damier_search::{Limits, Plain, SearchMode};
use damier_testkit::engines::{Tableless, check_tableless_search, found_by};
use damier_testkit::textbook::{self, negamax};
use damier_testkit::{Random, walk};

struct Chess(HandEvaluator);

impl textbook::TextbookGame for Chess {
    type Rules = Position;

    fn evaluate(&mut self, position: &Position) -> Score {
        self.0.evaluate(position)
    }

    fn pending(&self, position: &Position) -> (Vec<Move>, bool) {
        let mut moves = MoveList::new();
        let kind = if position.is_check() { Kind::All } else { Kind::Noisy };
        position.legal_moves_of(kind, &mut moves);
        // The order changes no value, only the time: the largest victims first.
        moves
            .sort_by_key(|&mv| position.captured(mv).map_or(0, |(_, role)| -role.exchange_value()));
        (moves.to_vec(), !position.is_check())
    }
}

/// The score that a worker without selectivity finds, deepening from 1.
fn score<M: SearchMode>(position: &Position, depth: u32) -> Score {
    let make = || ChessWorker::<_, M>::new(HandEvaluator::default());
    let found = found_by(make, position, Limits::to_depth(Depth::new(depth as i32)));
    found.roots.best().unwrap().settled.as_ref().unwrap().score
}

#[test]
fn a_search_without_a_table_is_deterministic_too() {
    for (position, _) in positions(5) {
        let make = || ChessWorker::<_, Tableless>::new(HandEvaluator::default());
        check_tableless_search(make, &position, 6);
    }
}

/// Positions of random games, from the opening to bare endings, and the depth they bear.
fn positions(count: usize) -> Vec<(Position, u32)> {
    let mut random = Random::new(2026);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut wanted = random.below(160);
        walk(Position::start(), wanted, &mut random, |game| {
            let position = game.position();
            if wanted == 0 && position.ending(1).is_none() && position.halfmove_clock() < 80 {
                // Not deeper: from depth 4 on an evasion in quiescence can repeat a position, which
                // the search knows to be a draw and the textbook does not.
                let depth = if position.count_legal_moves() <= 20 { 3 } else { 2 };
                positions.push((position.clone(), depth));
            }
            wanted = wanted.saturating_sub(1);
        });
    }
    positions
}

#[test]
fn without_selectivity_every_score_is_that_of_the_textbook() {
    let mut chess = Chess(HandEvaluator::default());
    let mut mates = 0;
    // Without optimisation a few positions have to do.
    let is_fast = !cfg!(debug_assertions);
    let positions = positions(if is_fast { 240 } else { 8 });
    for (position, depth) in &positions {
        chess.0.prepare(position);
        let expected = negamax(&mut chess, position, *depth);
        let place = format!("{} at depth {depth}", position.to_fen());
        assert_eq!(score::<Plain<false>>(position, *depth), expected, "no table, {place}");
        assert_eq!(score::<Plain<true>>(position, *depth), expected, "with table, {place}");
        mates += usize::from(expected.is_mate());
    }
    assert!(mates > 0 || !is_fast, "mates must be among the scores");
}
