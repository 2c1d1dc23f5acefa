//! How a match went, for its picture.

use damier_arena::Standing;
use damier_arena::statistics::{Estimate, estimate};
use damier_pictures::CoursePoint;

/// A course keeps no more points than a picture can show.
const MAX_POINTS: usize = 2000;

/// How a match went, game after game.
#[derive(Default)]
pub(crate) struct CourseArguments {
    points: Vec<CoursePoint>,
    /// Every so many pairs there is a point.
    step: u64,
}

impl CourseArguments {
    pub(super) fn points(&self) -> &[CoursePoint] {
        &self.points
    }

    /// Takes note of how the match stands now.
    pub(crate) fn add(&mut self, standing: &Standing) {
        let pairs = standing.encounter(0, 1).pairs;
        let count: u64 = pairs.iter().sum();
        let games_at = |place: usize| self.points.get(place).map_or(0, |point| point.games);
        let length = self.points.len();
        let Some(Estimate { elo, elo_low, elo_high, .. }) = estimate(&pairs) else { return };
        if standing.players.len() != 2 || 2 * count == games_at(length.wrapping_sub(1)) {
            return;
        }
        // The last point is always there; it makes room for the next if it is too near the one
        // before.
        if length > 1 && games_at(length - 1) < games_at(length - 2) + 2 * self.step {
            self.points.pop();
        }
        let llr = standing.sprt.map(|sprt| sprt.log_likelihood_ratio(&pairs));
        self.points.push(CoursePoint { games: 2 * count, llr, elo, elo_low, elo_high });
        if self.points.len() > MAX_POINTS {
            let mut place = 0;
            self.points.retain(|_| {
                place += 1;
                place % 2 == 0
            });
            self.step = self.step.max(1) * 2;
        }
    }
}
