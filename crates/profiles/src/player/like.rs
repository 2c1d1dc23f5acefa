//! How a move is drawn as people of a rating play it.

use super::{Firewall, Player, plain_report};
use crate::OpponentGame;
use crate::people::{CAREFUL, draw};
use crate::profile::{Character, Weights};
use damier_core::random::{Random, nth_bits};
use damier_core::{Game, Score};
use damier_search::{Answer, Event, Query, moves_asked};
use std::time::Duration;

/// An exchange that wins so much has a rook or a queen in it.
const LARGE: i32 = 350;
/// Sets the lot of the time that a move takes apart from that of the move.
const TIME: u64 = 0x71_4E;

impl<G: OpponentGame> Player<G> {
    /// The rating of people that it plays like.
    pub fn like(&self) -> Option<i32> {
        self.settings.like
    }

    /// How likely each move is that a player like this may play, in any unit, and the lot of this
    /// move: by these a person's time is measured. Nothing if it does not play like people.
    pub fn odds(&self, game: &Game<G>) -> Option<(Vec<f64>, u64)> {
        let choices = G::human_choices(game, self.settings.like?, None);
        let odds = choices.into_iter().map(|(_, odds)| odds).collect();
        Some((odds, nth_bits(self.lot(game) ^ TIME)))
    }

    /// Draws a move among those that people of this rating play. With a firewall what it refuses is
    /// drawn again, as long as there is something else.
    pub(super) fn play_like(
        &mut self,
        query: &Query<G>,
        rating: i32,
        on_event: &mut dyn FnMut(Event<G::Move>),
    ) -> Answer<G::Move> {
        let drawn: Weights;
        let weights = match self.character() {
            Some(Character::Weights(own)) => Some(own),
            Some(Character::RandomWeights) => {
                drawn = G::draw_weights(&mut Random::new(self.game_seed));
                Some(&drawn)
            }
            _ => None,
        };
        let mut choices = G::human_choices(&query.game, rating, weights);
        let asked = moves_asked(query);
        choices.retain(|(mv, _)| asked.contains(mv));
        if choices.is_empty() {
            return self.pick(query, on_event);
        }
        let is_guarded = match self.settings.firewall {
            Firewall::On => true,
            Firewall::Off => false,
            Firewall::Auto => self.profile().and_then(|profile| profile.firewall) == Some(true),
        };
        let mut lot = nth_bits(self.lot(&query.game));
        let mut best = draw(&choices, lot);
        // What leaves something large to be taken is looked at by a guard too: three plies do not
        // see all that comes after.
        let needs_look = |mv: Option<G::Move>| {
            let Some(mv) = mv else { return false };
            let mut next = query.game.position().clone();
            next.play_unchecked(mv);
            is_guarded || rating >= CAREFUL && next.plain_gain() >= LARGE
        };
        let guard = if needs_look(best) { self.take_guard(on_event) } else { None };
        if let Some(mut guard) = guard {
            guard.obey(&query.signals);
            let first = best;
            while let Some(mv) = best.filter(|&mv| needs_look(Some(mv))) {
                if !self.is_refused(&mut guard, &query.game, mv, on_event) {
                    break;
                }
                choices.retain(|&(other, _)| other != mv);
                lot = nth_bits(lot);
                best = draw(&choices, lot);
            }
            best = best.or(first);
            self.guard = Some(guard);
        }
        let line = best.into_iter().collect();
        on_event(Event::Report(plain_report(Score::DRAW, 0, Duration::ZERO, line)));
        Answer { best, ponder: None }
    }
}
