//! Opponents that play like people of some rating: what they choose among, and how likely.
//!
//! The model of [`damier_people`] says what people play. A short look ahead takes away what they
//! hardly ever do, and the floors that every opponent has are kept.

use crate::profile::Weights;
use damier_chess::{Move, MoveList, Position, Role};
use damier_chess_engine::evaluation::{HandEvaluator, Parameters};
use damier_core::{Evaluate, Game};
use damier_people::{Model, Setting, losses, sight};
use std::ops::RangeInclusive;

/// The ratings that can be asked for.
pub(crate) const RATINGS: RangeInclusive<i32> = 600..=2200;
/// From this rating on nothing large is left to be taken and no mate in one is missed.
pub(crate) const CAREFUL: i32 = 1200;
/// What the model gives no more than this is not played if it loses much.
const RARE: f64 = 0.02;
/// A piece that is taken back, and what a large one is worth in exchanges.
const A_PIECE: i32 = 300;
/// How far a profile's judgement of a pawn changes the odds of a move, in powers of e.
const LEANING: f64 = 1.5;

/// A move with its probability.
pub(crate) type Choice = (Move, f64);

/// What a player of this rating may play here, and how likely each move is.
pub(crate) fn choices(
    game: &Game<Position>,
    rating: i32,
    weights: Option<&Parameters>,
) -> Vec<Choice> {
    let position = game.position();
    let setting = Setting::like(rating);
    let mut choices = Model::built_in().probabilities(game, setting);
    if let Some(weights) = weights {
        lean(position, &mut choices, weights);
    }
    if rating >= CAREFUL {
        keep(&mut choices, |&(mv, _)| sight::is_mate(position, mv));
    }
    let moves: Vec<Move> = choices.iter().map(|&(mv, _)| mv).collect();
    let losses = losses(position, &moves);
    let loss_of =
        |mv: Move| moves.iter().position(|&known| known == mv).map_or(0, |place| losses[place]);
    if let Some(square) = recapture_square(game) {
        keep(&mut choices, |&(mv, _)| {
            mv.to() == square && position.see(mv) >= A_PIECE && loss_of(mv) <= 60
        });
    }
    // A player of 600 overlooks more than one of 2200.
    let usual = 380 - (rating - RATINGS.start()) / 7;
    keep(&mut choices, |&(mv, chance)| chance > RARE || loss_of(mv) <= usual);
    if rating >= CAREFUL {
        keep(&mut choices, |&(mv, _)| loss_of(mv) < 150 || !leaves_large_piece(position, mv));
    }
    choices
}

/// Leaves those of which something is true, if there are any.
fn keep(choices: &mut Vec<Choice>, is_wanted: impl Fn(&Choice) -> bool) {
    if choices.iter().any(&is_wanted) {
        choices.retain(&is_wanted);
    }
}

/// The square of a piece that has just been taken, where it can be taken back.
fn recapture_square(game: &Game<Position>) -> Option<damier_chess::Square> {
    let last = game.moves().last()?;
    let before = game.past_positions().last()?;
    let (_, taken) = before.captured(last)?;
    (taken != Role::Pawn).then_some(last.to())
}

/// Whether a queen or a rook can be taken with profit after a move.
fn leaves_large_piece(position: &Position, mv: Move) -> bool {
    let mut next = position.clone();
    next.play_unchecked(mv);
    let mut replies = MoveList::new();
    next.legal_moves_of(damier_chess::Kind::Noisy, &mut replies);
    replies.iter().any(|&reply| {
        let taken = next.captured(reply).map(|(_, role)| role);
        matches!(taken, Some(Role::Queen | Role::Rook)) && next.see_at_least(reply, 150)
    })
}

/// Moves that a profile likes better than others become more likely.
fn lean(position: &Position, choices: &mut [Choice], weights: &Parameters) {
    let mut own = HandEvaluator::new(weights.clone());
    let mut usual = HandEvaluator::new(Parameters::default());
    let likings: Vec<f64> = choices
        .iter()
        .map(|&(mv, _)| {
            let mut next = position.clone();
            next.play_unchecked(mv);
            let judged = |evaluator: &mut HandEvaluator| {
                evaluator.prepare(&next);
                -evaluator.evaluate(&next).value()
            };
            LEANING * f64::from(judged(&mut own) - judged(&mut usual)) / 100.0
        })
        .collect();
    let most = likings.iter().copied().fold(f64::MIN, f64::max);
    for ((_, chance), liking) in choices.iter_mut().zip(likings) {
        *chance *= damier_people::exp(liking - most);
    }
}

/// One of the choices, as the lot falls.
pub(crate) fn draw<M: Copy>(choices: &[(M, f64)], lot: u64) -> Option<M> {
    let sum: f64 = choices.iter().map(|&(_, chance)| chance).sum();
    let mut left = (lot >> 11) as f64 / (1_u64 << 53) as f64 * sum;
    for &(mv, chance) in choices {
        left -= chance;
        if left < 0.0 {
            return Some(mv);
        }
    }
    choices.last().map(|&(mv, _)| mv)
}

/// What weights make of the tuned ones; `None` for none.
pub(crate) fn leaning(weights: Option<&Weights>) -> Option<Parameters> {
    weights.map(crate::chess::parameters)
}
