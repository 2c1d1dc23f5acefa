//! A position with its players before its moves are looked at: the switches of the board.

use super::groups::{PHASES, STEPS, THREATS, step};
use super::{Pool, Setting};
use crate::sight;
use damier_chess::{Move, Position, Role, Side, Square, Wing};
use damier_core::Game;

/// The ratings between which the model is interpolated.
const LEAST_KNOT: i32 = 700;
const KNOT_STEP: i32 = 200;
const KNOTS: usize = 10;
/// A switch of the board that is fully on.
pub(crate) const ON: i16 = 16;

const PIECES: usize = 0;
const LAST_FROM: usize = PIECES + 768;
const LAST_TO: usize = LAST_FROM + 64;
const CASTLING: usize = LAST_TO + 64;
const CHECK: usize = CASTLING + 4;
const OWN_RATING: usize = CHECK + 1;
const OTHER_RATING: usize = OWN_RATING + KNOTS;
const POOL: usize = OTHER_RATING + KNOTS;
const SPEED: usize = POOL + 2;
const BIAS: usize = SPEED + 5;
const PHASE: usize = BIAS + 1;
const BALANCE: usize = PHASE + PHASES;
const DANGER: usize = BALANCE + 7;
/// How many switches the board has.
pub(crate) const BOARD_INPUTS: usize = DANGER + STEPS;

fn knots(rating: i32) -> [(usize, i16); 2] {
    let last = (KNOTS - 1) as i32 * KNOT_STEP;
    let above = (rating - LEAST_KNOT).clamp(0, last - 1);
    let share = (above % KNOT_STEP * i32::from(ON) / KNOT_STEP) as i16;
    let knot = (above / KNOT_STEP) as usize;
    [(knot, ON - share), (knot + 1, share)]
}

fn phase(position: &Position) -> usize {
    let plies = 2 * i32::from(position.fullmove_number());
    step(&[8, 16, 30, 50, 80], plies)
}

/// What is known of a position before its moves are looked at.
pub(super) struct Scene<'a> {
    pub(super) game: &'a Game<Position>,
    pub(super) position: &'a Position,
    pub(super) us: Side,
    /// Whether left and right are exchanged: without castling the board has no left and right, and
    /// what is learnt on one wing holds on the other.
    is_mirrored: bool,
    pub(super) last: Option<(Position, Move)>,
    pub(super) own_last: Option<Move>,
    pub(super) enemy_king: Square,
    pub(super) danger: i32,
    pub(super) material: i32,
    pub(super) phase: usize,
}

impl<'a> Scene<'a> {
    pub(super) fn new(game: &'a Game<Position>) -> Self {
        let position = game.position();
        let us = position.side_to_move();
        let last = game.past_positions().last().cloned().zip(game.moves().last());
        Self {
            game,
            position,
            us,
            is_mirrored: position.castling().rooks().is_empty()
                && position.king(us).file() < damier_chess::File::E,
            last,
            own_last: game.moves().rev().nth(1),
            enemy_king: position.king(!us),
            danger: sight::danger(position),
            material: sight::material(position),
            phase: phase(position),
        }
    }

    /// A square as the player sees it, after mirroring.
    pub(super) fn seen(&self, square: Square) -> usize {
        sight::relative(self.us, square) ^ if self.is_mirrored { 7 } else { 0 }
    }

    pub(super) fn board(&self, setting: Setting) -> Vec<(u16, i16)> {
        let mut inputs: Vec<(usize, i16)> = Vec::with_capacity(56);
        for side in Side::ALL {
            for role in Role::ALL {
                for square in self.position.pieces(side, role) {
                    let kind = usize::from(side != self.us) * 6 + role.index();
                    inputs.push((PIECES + kind * 64 + self.seen(square), ON));
                }
            }
        }
        if let Some((_, last)) = &self.last {
            inputs.push((LAST_FROM + self.seen(last.from()), ON));
            inputs.push((LAST_TO + self.seen(last.to()), ON));
        }
        let wings = [Wing::KingSide, Wing::QueenSide];
        let rights =
            [self.us, !self.us].into_iter().flat_map(|side| wings.map(|wing| (side, wing)));
        for (place, (side, wing)) in rights.enumerate() {
            if self.position.castling_rook(side, wing).is_some() {
                inputs.push((CASTLING + place, ON));
            }
        }
        if self.position.is_check() {
            inputs.push((CHECK, ON));
        }
        inputs.extend(knots(setting.rating).map(|(knot, on)| (OWN_RATING + knot, on)));
        inputs.extend(knots(setting.opponent).map(|(knot, on)| (OTHER_RATING + knot, on)));
        inputs.push((POOL + usize::from(setting.pool == Pool::Fics), ON));
        inputs.push((SPEED + step(&[61, 180, 480, 1200], setting.seconds as i32), ON));
        inputs.push((BIAS, ON));
        inputs.push((PHASE + self.phase, ON));
        inputs.push((BALANCE + step(&[-800, -350, -80, 81, 351, 801], self.material), ON));
        inputs.push((DANGER + step(&THREATS, self.danger), ON));
        inputs.into_iter().map(|(input, on)| (input as u16, on)).collect()
    }

    pub(super) fn occurs_again(&self, next: &Position) -> bool {
        let reach = usize::from(next.halfmove_clock());
        self.game.past_positions().rev().take(reach).any(|past| past.key() == next.key())
    }
}
