//! How a loss comes about in draughts: shots, breakthroughs, kings that are caught, moves that run
//! out.
//!
//! Everything is read off the two lines as they stand on the board; nothing is searched here. A
//! contrast is claimed only if both lines bear it out: what happens in the line of the move played
//! and also in the best one was not brought about by the move, and a line that ends too early to
//! show it proves nothing.
//!
//! That a man or the game goes has been said already. Start at [`ways`]; [`Replay`] walks through a
//! line, [`shot`] and [`crowns`] know what to look for.

mod burdens;
mod crowns;
mod named;
mod replay;
mod shot;
#[cfg(test)]
mod tests;

use crate::reason::Reason;
use crate::witness::Witness;
use damier_draughts::Position;
use replay::Replay;
use shot::Shot;

/// What is a reason to speak: less than a man is no material.
const MAN: i32 = super::MAN;

/// More would hide the one that matters.
const MOST_REASONS: usize = 2;

/// Both lines, on the board.
struct Lines<'a> {
    best: Replay<'a>,
    played: Replay<'a>,
}

pub(super) fn ways(witness: &Witness<Position>) -> Vec<Reason> {
    let lines = Lines {
        best: Replay::of(witness.position, &witness.best.line),
        played: Replay::of(witness.position, &witness.played.line),
    };
    // What has not been taken yet is not counted, and there is no telling what comes of it.
    if [&lines.best, &lines.played].into_iter().any(Replay::ends_in_an_exchange) {
        return Vec::new();
    }
    let allowed = [
        lines.allowed_shot(),
        lines.lost_king(),
        lines.runs_out_of_moves(),
        lines.allowed_breakthrough(),
    ];
    let missed = [lines.missed_shot(), lines.missed_breakthrough()];
    // What weighs more comes first.
    let mut ways: Vec<Reason> = if lines.missed_worth() > lines.lost_worth() {
        missed.into_iter().chain(allowed).flatten().collect()
    } else {
        allowed.into_iter().chain(missed).flatten().collect()
    };
    if ways.is_empty() {
        ways.extend(lines.forced_to_give());
        ways.extend(lines.man_that_falls());
    }
    ways.truncate(MOST_REASONS);
    ways
}

impl Lines<'_> {
    /// What we have less at the end of the line played than we have now, or could have kept of it.
    fn lost_worth(&self) -> i32 {
        self.best.final_worth().min(self.played.worth(0)) - self.played.final_worth()
    }

    /// What we have more at the end of the best line than we have now, and than in the other.
    fn missed_worth(&self) -> i32 {
        self.best.final_worth() - self.best.worth(0).max(self.played.final_worth())
    }

    /// The opponent strikes before we have had a free choice again, and it costs us what it seems
    /// to cost. A shot that the best move allows too is no fault of this one.
    fn allowed_shot(&self) -> Option<Reason> {
        let first = |replay: &Replay| Shot::first_against(replay, replay.us());
        let Shot { start, given, taken, name, .. } = first(&self.played)?;
        let is_avoided = self.best.reaches(start) && first(&self.best).is_none();
        (is_avoided && self.lost_worth() >= MAN).then_some(Reason::AllowsShot {
            given,
            taken,
            name,
        })
    }

    /// The best move begins a shot, and nothing like it comes in the line played.
    fn missed_shot(&self) -> Option<Reason> {
        let them = !self.best.us();
        let Shot { start, given, taken, name, .. } = Shot::first_against(&self.best, them)?;
        let is_let_go = self.played.reaches(start) && !Shot::is_any_against(&self.played, them);
        (is_let_go && self.missed_worth() >= MAN).then_some(Reason::MissesShot {
            given,
            taken,
            name,
        })
    }

    /// It is our turn at the end of the line, there are pieces of ours, and none can move.
    fn runs_out_of_moves(&self) -> Option<Reason> {
        let is_blocked = |replay: &Replay| {
            let end = replay.end();
            end.side_to_move() == replay.us()
                && !end.side(replay.us()).is_empty()
                && !end.has_legal_move()
        };
        let is_lost = |replay: &Replay| replay.end().side(replay.us()).is_empty();
        (is_blocked(&self.played) && !is_blocked(&self.best) && !is_lost(&self.best))
            .then_some(Reason::RunsOutOfMoves)
    }
}
