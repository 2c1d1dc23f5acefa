//! What a composer wants to know of a position: whether its solution is the only one, where another
//! move does as well, and what stands on the board for nothing.

use crate::game::PuzzleGame;
use crate::prover::{Prover, has_gained};
use damier_core::{Game, Score};
use damier_reasons::{last_lines, write_line};
use damier_search::Limits;
use serde::Serialize;

/// What was found out about a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Composed {
    /// Whether one line wins and no other does.
    pub is_sound: bool,
    /// The line that wins; empty if nothing does.
    pub solution: Vec<String>,
    /// Moves that do as well.
    pub duals: Vec<Dual>,
    /// Pieces without which the solution stays what it is.
    pub superfluous: Vec<String>,
}

/// Another move that wins too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Dual {
    /// At which move of the solver, counted from 1.
    pub at: usize,
    /// The moves, the best one first.
    pub moves: Vec<String>,
}

/// As many moves are compared at each choice.
const LINES: usize = 6;
/// A line is followed for so many moves of the solver.
const MOST_MOVES: usize = 12;
/// From these chances on, of 100, a position is won for people who compose.
const WON: f64 = 88.0;

/// Looks at a composition, with so many positions for each choice.
pub fn composed<G: PuzzleGame>(position: &G, nodes: u64) -> Composed {
    let mut prover = Prover::<G>::default();
    let (solution, duals) = walked(&mut prover, position, nodes);
    let is_sound = !solution.is_empty() && duals.is_empty();
    let mut superfluous = Vec::new();
    if is_sound {
        for (name, fewer) in position.without_each() {
            prover.forget();
            let (line, duals) = walked(&mut prover, &fewer, nodes);
            if duals.is_empty() && line.starts_with(&solution) {
                superfluous.push(name);
            }
        }
    }
    Composed { is_sound, solution, duals, superfluous }
}

/// The line that wins, and where something else does too.
fn walked<G: PuzzleGame>(
    prover: &mut Prover<G>,
    position: &G,
    nodes: u64,
) -> (Vec<String>, Vec<Dual>) {
    let solver = position.side_to_move();
    let mut game = Game::new(position.clone());
    let (mut line, mut duals) = (Vec::new(), Vec::new());
    while line.len() < 2 * MOST_MOVES && game.ending().is_none() {
        let winning = winning_moves(prover, &game, nodes);
        let Some(&mv) = winning.first() else { break };
        if winning.len() > 1 {
            // What is won may be kept in any way.
            if has_gained(position, &line, solver) {
                break;
            }
            let moves = winning.iter().map(|&mv| game.position().write_move(mv)).collect();
            duals.push(Dual { at: line.len() / 2 + 1, moves });
        }
        game.play_unchecked(mv);
        line.push(mv);
        if game.ending().is_some() {
            break;
        }
        let reply = prover.examiner.best(&game, Vec::new(), &Limits::to_nodes(nodes));
        let Some(&reply) = reply.as_ref().and_then(|reply| reply.line.first()) else { break };
        game.play_unchecked(reply);
        line.push(reply);
    }
    if line.len() % 2 == 0 {
        line.pop();
    }
    (write_line(position, &line), duals)
}

/// The moves that win, the best one first. Where the end of the game is in sight and moves are
/// counted, only the shortest way counts.
fn winning_moves<G: PuzzleGame>(
    prover: &mut Prover<G>,
    game: &Game<G>,
    nodes: u64,
) -> Vec<G::Move> {
    let lines = game.position().count_legal_moves().min(LINES);
    let (_, reports) = prover.examiner.search(game, Vec::new(), lines, &Limits::to_nodes(nodes));
    let found = last_lines(&reports);
    let Some(best) = found.first() else { return Vec::new() };
    let is_counted = G::COUNTS_MOVES && best.score.is_mate();
    let does = |score: Score| match is_counted {
        true => score >= best.score && score.is_win(),
        false => score.is_win() || G::CURVE.chances(score) >= WON,
    };
    let winning = found.iter().filter(|found| does(found.score));
    winning.filter_map(|found| found.line.first().copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_chess::Position as Chess;
    use damier_draughts::Position as Draughts;

    fn check<G: PuzzleGame>(fen: &str) -> Composed {
        composed(&G::from_fen(fen).unwrap(), 30_000)
    }

    #[test]
    fn a_sound_mate_is_told_and_what_stands_there_for_nothing() {
        let sound = check::<Chess>("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
        assert_eq!((sound.is_sound, &sound.solution[..]), (true, &["Ra8#".to_owned()][..]));
        assert!(sound.superfluous.is_empty(), "{sound:?}");
        let idle = check::<Chess>("6k1/5ppp/8/8/8/7P/8/R5K1 w - - 0 1");
        assert_eq!(idle.superfluous, ["Ph3"]);
    }

    #[test]
    fn two_ways_to_mate_are_a_dual_and_none_is_no_solution() {
        let dual = check::<Chess>("6k1/5ppp/8/8/8/8/8/RR4K1 w - - 0 1");
        assert!(!dual.is_sound);
        assert_eq!((dual.duals[0].at, dual.duals[0].moves.len()), (1, 2));
        let none = check::<Chess>("6k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1");
        assert!(!none.is_sound && none.solution.is_empty() && none.duals.is_empty());
    }

    #[test]
    fn a_shot_of_draughts_is_sound_has_a_man_too_many_or_a_dual() {
        let sound = check::<Draughts>("W:WK14,23,38,44:B26,35,36");
        assert!(sound.is_sound && sound.superfluous.is_empty(), "{sound:?}");
        assert_eq!(sound.solution[0], "23-18");
        let too_many = check::<Draughts>("W:WK15,30,34,46:B21,36,K48");
        assert_eq!((too_many.is_sound, &too_many.superfluous[..]), (true, &["B36".to_owned()][..]));
        let dual = check::<Draughts>("W:WK47,33:B24,13");
        assert!(!dual.is_sound && dual.duals[0].moves.len() >= 2, "{dual:?}");
    }
}
