//! Why a move is not the best, in typed reasons.

use crate::game::ReviewGame;
use crate::material::{Stakes, completed};
use crate::reason::Reason;
use crate::witness::{Verdict, Witness};

/// What is wrong with the move played, proved: first what it comes to, then how it comes about.
/// Nothing, if nothing can be proved.
pub fn reasons<G: ReviewGame>(witness: &Witness<G>) -> Vec<Reason> {
    let complete = |verdict: &Verdict<G::Move>| Verdict {
        score: verdict.score,
        line: completed(witness.position, &verdict.line),
    };
    let witness = Witness {
        best: complete(&witness.best),
        played: complete(&witness.played),
        ..witness.clone()
    };
    let mut reasons = Vec::new();
    let moves = |verdict: &Verdict<G::Move>| {
        verdict.score.plies_to_mate().map_or(0, |plies| plies.unsigned_abs().div_ceil(2))
    };
    if witness.allows_forced_loss() {
        // Counted from before our move; the opponent's moves are every second ply after it.
        let plies = witness.played.score.plies_to_mate().map_or(0, i32::unsigned_abs);
        reasons.push(G::allows_loss(plies / 2));
    } else if witness.misses_forced_win() {
        reasons.push(G::misses_win(moves(&witness.best)));
    }
    // A line in which a pawn or a man becomes something else does not say what was lost.
    let changes = |line: &[G::Move]| witness.position.has_promotion(line);
    let stakes = Stakes::of(&witness);
    if reasons.is_empty() && !changes(&witness.played.line) {
        reasons.extend(stakes.lost.map(Reason::LosesMaterial));
        if !changes(&witness.best.line) {
            reasons.extend(stakes.missed.map(Reason::MissesMaterial));
        }
    }
    reasons.extend(G::ways(&witness));
    reasons
}
