//! Random openings: a few random moves, kept if the game is open, calm and balanced after them.
//!
//! Matches, games for learning and lists of openings all make theirs here. A short search says what
//! a position is worth; whose search that is, the caller decides.

use crate::EngineGame;
use damier_core::random::Random;
use damier_core::{Game, Score};
use damier_search::{Bound, Engine, Event, Limits, LocalEngine, Query};
use std::collections::HashSet;

/// How random openings are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomOpenings {
    /// Random moves from the start; every other opening has one more, so that both sides come to
    /// move.
    pub plies: usize,
    /// The largest advantage of either side, in hundredths of a pawn or a man.
    pub balance: i32,
}

/// Attempts in a row without a fair opening after which there is no more to be hoped for: from the
/// usual start one or two are enough.
const ATTEMPTS: usize = 1000;

impl RandomOpenings {
    /// Plays random moves from a start. Returns the game if it is open and calm and if, by the
    /// score that `judge` gives it for the side to move, it is balanced.
    pub fn attempt<G: EngineGame>(
        &self,
        start: &G,
        random: &mut Random,
        judge: &mut dyn FnMut(&Game<G>) -> Score,
    ) -> Option<Game<G>> {
        let mut game = Game::new(start.clone());
        for _ in 0..self.plies + random.below(2) {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                return None;
            }
            game.play_unchecked(*random.pick(&moves));
        }
        let is_fair = game.position().ending(1).is_none()
            && game.position().is_calm()
            && judge(&game).value().abs() <= self.balance;
        is_fair.then_some(game)
    }

    /// The first fair opening of many attempts, each from one of the starts; `None` if there is
    /// none.
    ///
    /// # Panics
    /// If there are no starts.
    pub fn draw<G: EngineGame>(
        &self,
        starts: &[G],
        random: &mut Random,
        judge: &mut dyn FnMut(&Game<G>) -> Score,
    ) -> Option<Game<G>> {
        (0..ATTEMPTS).find_map(|_| {
            let start = match starts {
                [only] => only,
                starts => random.pick(starts),
            };
            self.attempt(start, random, judge)
        })
    }

    /// Different fair openings from the usual start. `on_found` is shown each and returns whether
    /// to go on. Returns how many were found: fewer than wanted if there seem to be no more.
    pub fn list<G: EngineGame>(
        &self,
        count: usize,
        random: &mut Random,
        judge: &mut dyn FnMut(&Game<G>) -> Score,
        on_found: &mut dyn FnMut(&G) -> bool,
    ) -> usize {
        let mut known = HashSet::new();
        let mut failures = 0;
        while known.len() < count && failures < ATTEMPTS {
            let found = self.attempt(&G::start(), random, judge);
            match found.filter(|game| known.insert(game.position().key())) {
                None => failures += 1,
                Some(game) if on_found(game.position()) => failures = 0,
                Some(_) => break,
            }
        }
        known.len()
    }
}

/// What a short search of an engine thinks of a position, for the side to move. Everything is
/// forgotten first, so that on one thread it depends on the position alone. An engine that fails
/// or says nothing has no objection.
pub fn quick_score<E: Engine>(engine: &mut E, game: &Game<E::Rules>, nodes: u64) -> Score {
    let mut score = Score::DRAW;
    let query = Query::new(game.clone(), Limits::to_nodes(nodes));
    if engine.new_game().is_ok() {
        let _ = engine.search(&query, &mut |event| {
            if let Event::Report(report) = event
                && report.rank == 1
                && report.bound == Bound::Exact
            {
                score = report.score;
            }
        });
    }
    score
}

/// Damier's own engine as a judge of openings, started when it is first asked: the same seed gives
/// the same openings, whichever engines play them.
pub struct OpeningJudge<G: EngineGame> {
    engine: Option<G::Engine>,
}

impl<G: EngineGame> Default for OpeningJudge<G> {
    fn default() -> Self {
        Self { engine: None }
    }
}

impl<G: EngineGame> OpeningJudge<G> {
    /// The score of a game for the side to move, by a search of so many nodes.
    pub fn score(&mut self, game: &Game<G>, nodes: u64) -> Score {
        let engine = self.engine.get_or_insert_with(|| {
            let mut engine = G::engine();
            // A small table is quickly emptied before each search.
            let _ = engine.set_memory(1);
            engine
        });
        quick_score(engine, game, nodes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Chess, Draughts};

    const USUAL: RandomOpenings = RandomOpenings { plies: 8, balance: 30 };

    #[test]
    fn random_openings_are_repeatable_varied_calm_and_balanced() {
        fn check<G: EngineGame>() {
            let (mut judge, mut fens) = (OpeningJudge::default(), HashSet::new());
            for seed in 0..20 {
                let mut score = |game: &Game<G>| judge.score(game, 2000);
                let starts = [G::start()];
                let game = USUAL.draw(&starts, &mut Random::new(seed), &mut score).unwrap();
                assert!((8..=9).contains(&game.moves().len()));
                assert!(game.position().is_calm() && score(&game).value().abs() <= 30);
                let again = USUAL.draw(&starts, &mut Random::new(seed), &mut score).unwrap();
                assert_eq!(game.position(), again.position());
                fens.insert(game.position().to_fen());
            }
            assert!(fens.len() > 18, "{}", fens.len());
        }
        check::<Chess>();
        check::<Draughts>();
    }

    #[test]
    fn unbalanced_openings_are_passed_over() {
        let starts = [Chess::start()];
        let draw = |judge: &mut dyn FnMut(&Game<Chess>) -> Score| {
            USUAL.draw(&starts, &mut Random::new(3), judge)
        };
        let first = draw(&mut |_| Score::DRAW).unwrap();
        let other = draw(&mut |game| {
            let is_first = game.position() == first.position();
            Score::from_evaluation(if is_first { -31 } else { 30 })
        });
        assert_ne!(other.unwrap().position(), first.position());
        assert!(draw(&mut |_| Score::from_evaluation(31)).is_none());
    }

    #[test]
    fn starts_without_a_continuation_give_none_and_the_search_for_one_ends() {
        let stalemate = Chess::from_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").unwrap();
        let mut calm = |_: &Game<Chess>| Score::DRAW;
        assert!(USUAL.draw(&[stalemate], &mut Random::new(1), &mut calm).is_none());
    }

    #[test]
    fn a_list_has_no_opening_twice() {
        let mut fens = Vec::new();
        let mut keep = |position: &Draughts| {
            fens.push(position.to_fen());
            true
        };
        let short = RandomOpenings { plies: 1, balance: 0 };
        let found = short.list(100, &mut Random::new(1), &mut |_| Score::DRAW, &mut keep);
        // Nine first moves, and of the 81 pairs those after which nothing is to be taken.
        assert_eq!(fens.iter().collect::<HashSet<_>>().len(), fens.len());
        assert_eq!((found, fens.len()), (75, 75));
    }

    #[test]
    fn a_list_goes_on_as_long_as_openings_are_found() {
        let mut judged = 0;
        let mut rarely_fair = |_: &Game<Chess>| {
            judged += 1;
            Score::from_evaluation(if judged % 300 == 0 { 0 } else { 31 })
        };
        let found = USUAL.list(6, &mut Random::new(1), &mut rarely_fair, &mut |_| true);
        assert_eq!(found, 6);
    }
}
