//! How a move is chosen by games played at random.

use super::{Player, plain_report};
use crate::OpponentGame;
use damier_core::{Rules, Score};
use damier_mcts::Findings;
use damier_search::{Answer, Event, Query, Statistics, moves_asked};
use std::sync::Arc;
use std::time::Duration;

/// A tree takes memory: no search plays more games, whatever time it has.
const MAX_SIMULATIONS: u32 = 200_000;

impl<G: OpponentGame> Player<G> {
    /// The move that did best in random games.
    pub(super) fn simulate(
        &mut self,
        query: &Query<G>,
        simulations: u32,
        on_event: &mut dyn FnMut(Event<G::Move>),
    ) -> Answer<G::Move> {
        let started = self.clock.now();
        let position = query.game.position();
        let time = self.time_for(query);
        // Time for the move is to be used; a clock is only not to be overstepped.
        let wanted = if query.limits.move_time.is_some() { MAX_SIMULATIONS } else { simulations };
        let most = query.limits.nodes.map_or(wanted, |nodes| wanted.min(nodes.min(1 << 30) as u32));
        let clock = Arc::clone(&self.clock);
        let is_forced = query.is_forced();
        let is_over = |elapsed: Duration| {
            let is_late = || time.is_some_and(|time| elapsed >= time);
            query.signals.is_stopped() || !query.signals.is_pondering() && (is_forced || is_late())
        };
        let found = self.monte_carlo.search(&query.game, most.max(1), &mut |_| {
            !is_over(clock.now().saturating_sub(started))
        });
        let Some(found) = found else { return Answer { best: None, ponder: None } };
        // Only some moves may have been asked for.
        let asked = moves_asked(query);
        let best = found.moves.iter().find(|known| asked.contains(&known.mv));
        let Some(best) = best else { return Answer { best: None, ponder: None } };
        let line = match found.line.first() {
            Some(first) if *first == best.mv => found.line.clone(),
            _ => vec![best.mv],
        };
        on_event(Event::Remark(statistics_text(position, &found)));
        let score = expected(best.mean, best.is_proved);
        let ponder = line.get(1).copied();
        let time = self.clock.now().saturating_sub(started);
        on_event(Event::Report(plain_report(score, found.nodes as u64, time, line)));
        self.statistics = Statistics { nodes: found.nodes as u64, ..Statistics::default() };
        Answer { best: Some(best.mv), ponder }
    }
}

/// What random games found, in a line.
fn statistics_text<R: Rules>(position: &R, found: &Findings<R::Move>) -> String {
    let best = found.moves.iter().take(3).filter(|known| known.visits > 0);
    let best: Vec<String> = best
        .map(|known| {
            let name = position.write_move(known.mv);
            format!("{name} {} games {:.0} %", known.visits, 100.0 * known.mean)
        })
        .collect();
    format!(
        "{} random games, {} known before, {} positions, {} plies deep: {}",
        found.simulations,
        found.kept,
        found.nodes,
        found.deepest,
        best.join(", ")
    )
}

/// The score with which so many points are expected.
fn expected(points: f64, is_proved: bool) -> Score {
    /// Of the curve that makes winning chances of scores.
    const SLOPE: f64 = 0.003_682_08;
    match points {
        points if is_proved && points > 0.99 => Score::TABLE_WIN,
        points if is_proved && points < 0.01 => -Score::TABLE_WIN,
        points => {
            let points = points.clamp(0.005, 0.995);
            Score::from_evaluation(((points / (1.0 - points)).ln() / SLOPE) as i32)
        }
    }
}
