//! Men that get through, and kings that are caught.

use super::{Lines, MAN, Replay};
use crate::reason::Reason;
use damier_draughts::{Side, Square};

/// A man that becomes a king and still is one at the end of the line: when and where.
fn breakthrough(replay: &Replay, side: Side) -> Option<(usize, Square)> {
    replay.promotions(side).find(|&(ply, square)| replay.taken_at(ply + 1, square).is_none())
}

/// How many more of our men than of theirs become kings.
fn race(replay: &Replay) -> i32 {
    let count = |side| replay.promotions(side).count() as i32;
    count(replay.us()) - count(!replay.us())
}

/// Whether a line goes on to at least this ply without a new king of this side.
fn shows_none(replay: &Replay, side: Side, ply: usize) -> bool {
    replay.reaches(ply) && replay.promotions(side).next().is_none()
}

impl Lines<'_> {
    /// A man of theirs gets through, and none does in the best line as far as that can be compared.
    pub(super) fn allowed_breakthrough(&self) -> Option<Reason> {
        let them = !self.played.us();
        let (ply, square) = breakthrough(&self.played, them)?;
        (shows_none(&self.best, them, ply) && race(&self.played) < race(&self.best))
            .then(|| Reason::AllowsBreakthrough { square: square.to_string() })
    }

    /// A man of ours would have got through.
    pub(super) fn missed_breakthrough(&self) -> Option<Reason> {
        let us = self.best.us();
        let (ply, square) = breakthrough(&self.best, us)?;
        (shows_none(&self.played, us, ply) && race(&self.played) < race(&self.best))
            .then(|| Reason::MissesBreakthrough { square: square.to_string() })
    }

    /// A king of ours is taken, and neither a king nor enough men come in return.
    pub(super) fn lost_king(&self) -> Option<Reason> {
        let us = self.played.us();
        let after = self.played.position(1).kings(us);
        let fates =
            after.into_iter().filter_map(|square| Some((self.played.taken_at(1, square)?, square)));
        let (ply, square) = fates.min()?;
        let kings = |replay: &Replay| replay.end().kings(us).count();
        let is_lost = kings(&self.played) < kings(&self.best);
        let cost = self.best.final_worth() - self.played.final_worth();
        (is_lost && self.best.reaches(ply) && cost >= MAN)
            .then(|| Reason::LosesKing { square: square.to_string() })
    }
}
