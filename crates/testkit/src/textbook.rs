//! The search of a textbook: the oracle that the real searches are compared with.
//!
//! Alpha-beta in its plainest form: no table, no ordering, no pruning of its own, no windows but
//! the full one at the root. Whatever is searched here to depth `d` has one true value.

use damier_core::{Ending, Outcome, Ply, Rules, Score};

/// What a textbook needs to know about a game.
pub trait TextbookGame {
    /// The rules.
    type Rules: Rules;

    /// The value of a quiet position for the side to move.
    fn evaluate(&mut self, position: &Self::Rules) -> Score;

    /// The moves that quiescence must follow, and whether the side to move may decline them all.
    fn pending(&self, position: &Self::Rules) -> (Vec<<Self::Rules as Rules>::Move>, bool);
}

/// The value of a position that has not stood on the board before.
pub fn negamax<G: TextbookGame>(game: &mut G, position: &G::Rules, depth: u32) -> Score {
    search(game, position, Score::LOWEST, Score::INFINITE, depth, Ply::ROOT)
}

fn search<G: TextbookGame>(
    game: &mut G,
    position: &G::Rules,
    alpha: Score,
    beta: Score,
    depth: u32,
    ply: Ply,
) -> Score {
    if let Some(score) = end_of_game(position, ply) {
        return score;
    }
    if depth == 0 {
        let (moves, may_decline) = game.pending(position);
        let floor = if may_decline { game.evaluate(position) } else { Score::LOWEST };
        return try_moves(game, position, &moves, alpha, beta, 0, ply, floor);
    }
    let moves = position.legal_moves();
    try_moves(game, position, &moves, alpha, beta, depth - 1, ply, Score::LOWEST)
}

#[allow(clippy::too_many_arguments, reason = "the state of a node, passed to a part of it")]
fn try_moves<G: TextbookGame>(
    game: &mut G,
    position: &G::Rules,
    moves: &[<G::Rules as Rules>::Move],
    alpha: Score,
    beta: Score,
    depth: u32,
    ply: Ply,
    floor: Score,
) -> Score {
    let mut best = floor;
    for &mv in moves {
        if best >= beta {
            break;
        }
        let mut next = position.clone();
        next.play_unchecked(mv);
        best = best.max(-search(game, &next, -beta, -alpha.max(best), depth, ply.next()));
    }
    best
}

/// The value of a game that is over. At the root only what ends it on the board counts.
fn end_of_game<R: Rules>(position: &R, ply: Ply) -> Option<Score> {
    let ending = position.ending(1)?;
    match ending.outcome() {
        Outcome::Win(side) if side == position.side_to_move() => Some(Score::mate_in(ply)),
        Outcome::Win(_) => Some(Score::mated_in(ply)),
        Outcome::Draw => Some(Score::DRAW),
    }
}
