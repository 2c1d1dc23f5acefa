//! Collects the reasons why a move is not the best.

use crate::game::ReasonGame;
use crate::material::{Stakes, completed};
use crate::reason::Reason;
use crate::witness::{ScoredLine, Witness};

/// What is wrong with the move played, proved: first what it comes to, then how it comes about.
/// Nothing, if nothing can be proved.
pub fn reasons<G: ReasonGame>(witness: &Witness<G>) -> Vec<Reason> {
    let complete = |verdict: &ScoredLine<G::Move>| ScoredLine {
        score: verdict.score,
        line: completed(witness.position, &verdict.line),
    };
    let witness = Witness {
        best: complete(&witness.best),
        played: complete(&witness.played),
        ..witness.clone()
    };
    let mut reasons = Vec::new();
    let moves = |verdict: &ScoredLine<G::Move>| {
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
    // Then what the search that counts pieces says has to do, if it is free of that.
    let is_plain = !changes(&witness.played.line) && !changes(&witness.best.line);
    let is_counted = witness
        .counted
        .as_ref()
        .is_some_and(|counted| !changes(&counted.played.line) && !changes(&counted.best.line));
    if reasons.is_empty() && is_plain {
        reasons.extend(stakes.lost.map(Reason::LosesMaterial));
        reasons.extend(stakes.missed.map(Reason::MissesMaterial));
    } else if reasons.is_empty() && is_counted {
        reasons.extend(Stakes::counted(&witness).lost.map(Reason::LosesMaterial));
    } else if reasons.is_empty() && !changes(&witness.played.line) {
        reasons.extend(stakes.lost.map(Reason::LosesMaterial));
    }
    reasons.extend(G::ways(&witness));
    reasons
}

/// Whether reasons against a move make it unsafe: the game, a piece or a man goes by force, or a
/// piece stays that a plain capture would have won. A chance that takes more than one capture may
/// go by, and a right to castle may be given up.
pub fn makes_unsafe(reasons: &[Reason]) -> bool {
    reasons.iter().any(|reason| {
        matches!(
            reason,
            Reason::AllowsMate { .. }
                | Reason::AllowsLoss { .. }
                | Reason::LosesMaterial(_)
                | Reason::Hangs { .. }
                | Reason::LosingExchange { .. }
                | Reason::LeavesUntaken { .. }
                | Reason::AllowsShot { .. }
                | Reason::LosesKing { .. }
        )
    })
}
