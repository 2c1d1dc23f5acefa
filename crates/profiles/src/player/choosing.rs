//! How a move is chosen by a search: with the horizon and the judgement of a level, and with a
//! guard that has the search look again.

use super::{Firewall, Player};
use crate::OpponentGame;
use crate::game::Judgement;
use crate::guard::Guard;
use crate::level::{Basis, Strength};
use crate::profile::{Character, Weights};
use damier_core::random::Random;
use damier_core::{Depth, Game};
use damier_languages::Language;
use damier_reasons::ReasonWords;
use damier_search::{
    Answer, Engine, Event, Limits, LocalEngine, Noise, OptionError, Query, Report, moves_asked,
};
use std::sync::Arc;
use std::time::Duration;

/// Megabytes that are enough for the longest search below full strength: a larger table would take
/// longer to empty than the weaker levels think.
const SHORT_SEARCH_MEMORY: usize = 2;
/// In elementary endings every player looks at so many positions at least.
const ELEMENTARY_NODES: u64 = 60_000;

/// What one move is chosen with.
pub(super) struct Plan {
    strength: Strength,
    judgement: Judgement,
    is_guarded: bool,
    /// Whether another seed may play another move.
    pub(super) has_chance: bool,
}

impl<G: OpponentGame> Player<G> {
    /// How this move is chosen; `None` for any legal move.
    pub(super) fn plan(&self, game: &Game<G>) -> Option<Plan> {
        let mut strength = self.strength(game)?;
        let weights = |weights: Weights| Judgement::Weights(Arc::new(weights));
        let mut judgement = match self.character() {
            Some(Character::Weights(own)) => weights(own.clone()),
            Some(Character::RandomWeights) => {
                weights(G::draw_weights(&mut Random::new(self.game_seed)))
            }
            _ => Judgement::Usual(strength.judgement),
        };
        let asks = self.profile().and_then(|profile| profile.firewall);
        let mut is_guarded = match self.settings.firewall {
            Firewall::Auto => asks.unwrap_or(strength.firewall),
            Firewall::On => true,
            Firewall::Off => false,
        };
        if game.position().is_elementary() {
            let nodes = strength.nodes.map(|nodes| nodes.max(ELEMENTARY_NODES));
            strength = Strength { nodes, ..Strength::FULL };
            judgement = Judgement::Usual(Basis::Learned);
            is_guarded = false;
        }
        let has_chance = !strength.is_full();
        Some(Plan { strength, judgement, is_guarded, has_chance })
    }

    /// Has the engine judge positions as a plan says.
    pub(super) fn judge_by(&mut self, plan: &Plan) -> Result<(), OptionError> {
        let noise = match plan.strength.noise {
            0 => Noise::default(),
            amplitude => Noise { amplitude, seed: self.game_seed },
        };
        G::judge(&mut self.engine, &plan.judgement, noise)
    }

    /// Whether the engine answers for itself.
    fn is_plain(&self, plan: &Plan) -> bool {
        plan.strength.is_full() && !plan.is_guarded && self.profile().is_none()
    }

    /// The question with the horizon of a strength: what was asked for, or less.
    fn limited(&self, query: &Query<G>, plan: &Plan) -> Query<G> {
        let mut query = query.clone();
        let strength = &plan.strength;
        if self.is_plain(plan) {
            return query;
        }
        let limits = &mut query.limits;
        limits.all_nodes = limits.nodes;
        if let Some(depth) = strength.depth {
            limits.depth = Some(limits.depth.unwrap_or(Depth::MAX).min(Depth::new(depth)));
        }
        if let Some(nodes) = strength.nodes {
            limits.nodes = Some(limits.nodes.unwrap_or(u64::MAX).min(nodes));
        }
        let is_timed = query.limits.depth.is_none() && query.limits.nodes.is_none();
        let plays_by_chance = !strength.is_full() || self.profile().is_some() && !is_timed;
        if plays_by_chance && !query.game.position().is_elementary() {
            query.lot = Some(self.lot(&query.game));
        }
        leave_nodes(&mut query, plan.is_guarded);
        query
    }

    /// A table that is emptied before every move should be small, whatever the user has set.
    fn use_table(&mut self, strength: &Strength) {
        let wanted =
            if strength.is_full() { self.memory } else { self.memory.min(SHORT_SEARCH_MEMORY) };
        if wanted != self.engine.memory() {
            // If the system refuses it, the table stays as it is.
            let _ = self.engine.set_memory(wanted);
        }
    }

    /// Searches, and as long as the guard objects to the move found, searches among the others.
    pub(super) fn think(
        &mut self,
        query: &Query<G>,
        plan: &Plan,
        on_event: &mut dyn FnMut(Event<G::Move>),
    ) -> Answer<G::Move> {
        if let Err(error) = self.judge_by(plan) {
            on_event(Event::Remark(format!("playing without level and profile: {error}")));
        }
        self.use_table(&plan.strength);
        if !plan.strength.is_full() {
            // What is remembered of earlier moves would make this one depend on how the game came
            // here: after a move was taken back, say. Short searches lose little by forgetting.
            let Ok(()) = self.engine.new_game();
        }
        let query = self.limited(query, plan);
        if plan.is_guarded {
            return self.think_guarded(query, on_event);
        }
        self.ask(&query, on_event).answer
    }

    /// Whether a guard has something against a move, which is then said.
    pub(super) fn is_refused(
        &mut self,
        guard: &mut Guard<G>,
        game: &Game<G>,
        mv: G::Move,
        on_event: &mut dyn FnMut(Event<G::Move>),
    ) -> bool {
        let report = guard.examine_for_play(game, mv);
        self.statistics.nodes += guard.spent();
        let Some(objection) = report.reasons.first() else { return false };
        let written = game.position().write_move(mv);
        let words = ReasonWords::of(Language::ENGLISH).sentence(objection);
        on_event(Event::Remark(format!("firewall: not {written}. {words}")));
        true
    }

    /// Searches with a guard. All searches together have the time and the nodes of one.
    fn think_guarded(
        &mut self,
        mut query: Query<G>,
        on_event: &mut dyn FnMut(Event<G::Move>),
    ) -> Answer<G::Move> {
        let started = self.clock.now();
        let time = self.time_for(&query);
        leave_time_for_guard(&mut query.limits);
        let first = self.ask(&query, on_event);
        if query.is_forced() {
            return first.answer;
        }
        let clock = Arc::clone(&self.clock);
        let left = || time.map(|time| (started + time).saturating_sub(clock.now()));
        let all_nodes = query.limits.all_nodes;
        let Some(mut guard) = self.take_guard(on_event) else { return first.answer };
        guard.obey(&query.signals);
        let (mut found, mut refused) = (first.clone(), Vec::new());
        while let Some(mv) = found.answer.best {
            // What is proved to win needs no guard.
            if found.report.as_ref().is_some_and(|report| report.score.is_win()) {
                break;
            }
            let nodes_left = |player: &Self| {
                all_nodes.map_or(u64::MAX, |all| all.saturating_sub(player.statistics.nodes))
            };
            let in_time = |left: Duration| left.as_millis() as u64 * GUARD_NODES_A_MILLISECOND;
            let allowance = nodes_left(self).min(left().map_or(u64::MAX, in_time));
            if allowance < LEAST_LOOK {
                break;
            }
            guard.allow(allowance);
            if !self.is_refused(&mut guard, &query.game, mv, on_event) {
                break;
            }
            refused.push(mv);
            let mut rest = moves_asked(&query);
            rest.retain(|mv| !refused.contains(mv));
            let left = left();
            let nodes_left = nodes_left(self);
            let is_over = query.signals.is_stopped()
                || left.is_some_and(|left| left.is_zero())
                || nodes_left < LEAST_LOOK;
            if rest.is_empty() || is_over {
                let words =
                    if is_over { "no time to look for another" } else { "no other is better" };
                on_event(Event::Remark(format!("firewall: {words}")));
                first.report.into_iter().for_each(|report| on_event(Event::Report(report)));
                found.answer = first.answer;
                break;
            }
            if left.is_some() {
                query.limits.move_time = left;
                query.limits.clocks = [None; 2];
            }
            if all_nodes.is_some() {
                query.limits.all_nodes = Some(nodes_left);
                leave_nodes(&mut query, true);
            }
            query.among = rest;
            found = self.ask(&query, on_event);
        }
        self.guard = Some(guard);
        found.answer
    }

    /// One search of the engine.
    fn ask(
        &mut self,
        query: &Query<G>,
        on_event: &mut dyn FnMut(Event<G::Move>),
    ) -> SearchResult<G::Move> {
        let mut last = None;
        let Ok(answer) = self.engine.search(query, &mut |event| {
            if let Event::Report(report) = &event
                && report.rank == 1
            {
                last = Some(report.clone());
            }
            on_event(event);
        });
        self.statistics += self.engine.statistics();
        SearchResult { answer, report: last }
    }

    pub(super) fn take_guard(
        &mut self,
        on_event: &mut dyn FnMut(Event<G::Move>),
    ) -> Option<Guard<G>> {
        if let Some(guard) = self.guard.take() {
            return Some(guard);
        }
        match Guard::quick() {
            Ok(guard) => Some(guard),
            Err(error) => {
                on_event(Event::Remark(format!("playing without firewall: {error}")));
                None
            }
        }
    }
}

/// An answer with the last report of its line.
#[derive(Clone)]
struct SearchResult<M> {
    answer: Answer<M>,
    report: Option<Report<M>>,
}

/// Fewer nodes than these are not worth a look.
const LEAST_LOOK: u64 = 100;
/// Less than a guard, which only counts pieces, does on a slow machine.
const GUARD_NODES_A_MILLISECOND: u64 = 200;

/// Keeps some of the nodes that the user allows for what comes after the search: drawing lots among
/// equal moves takes about as much again, a look of the guard much less.
fn leave_nodes<G: OpponentGame>(query: &mut Query<G>, is_guarded: bool) {
    let Some(all) = query.limits.all_nodes else { return };
    let share = match query.lot {
        Some(_) => all / 2,
        None if is_guarded => all - all / 4,
        None => all,
    };
    let share = share.max(1);
    query.limits.nodes = Some(query.limits.nodes.map_or(share, |nodes| nodes.min(share)));
}

/// Takes an eighth off the time of a move: the guard needs some too.
fn leave_time_for_guard(limits: &mut Limits) {
    let shorten = |time: Duration| time * 7 / 8;
    limits.move_time = limits.move_time.map(shorten);
    for clock in limits.clocks.iter_mut().flatten() {
        clock.remaining = shorten(clock.remaining);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_search::PlayerClock;

    #[test]
    fn the_guard_gets_an_eighth_of_the_time_on_a_clock_too() {
        let (whole, rest) = (Duration::from_secs(8), Duration::from_secs(7));
        let clock =
            |remaining| Some(PlayerClock { remaining, increment: whole, moves_to_go: None });
        let mut limits = Limits { clocks: [clock(whole); 2], ..Limits::to_time(whole) };
        leave_time_for_guard(&mut limits);
        assert_eq!(limits.move_time, Some(rest));
        assert_eq!(limits.clocks, [clock(rest); 2]);
    }
}
