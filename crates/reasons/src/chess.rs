//! The reasons of chess.

pub(crate) mod tactics;

use crate::game::ReasonGame;
use crate::kind::BlunderKind;
use crate::material::Balance;
use crate::reason::{Piece, Reason};
use crate::witness::Witness;
use damier_chess::{Move, Position, Role};
use damier_chess_engine::ChessEngine;
use damier_chess_engine::evaluation::{GROUPS, Judgement, Pair, Parameters};
use damier_core::{Score, Side};
use damier_search::{Noise, OptionError, expectation};
use std::sync::{Arc, LazyLock};

/// Pieces that can be lost, in the order of [`ReasonGame::WORTH`].
const ROLES: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// Less than this, in hundredths of a pawn, is not material: a knight for a bishop.
const LEAST_MATERIAL: i32 = 80;

/// More than all pieces of a side together.
const MOST_MATERIAL: i32 = 100_000;

/// Captures at the end of a line that are looked at, in plies. Positions can be composed in which
/// there is no end of captures.
const LONGEST_EXCHANGE: u32 = 12;

/// A game is as good as won with so many expected points, and as good as lost with so many to one.
const AS_GOOD_AS_WON: f64 = 0.85;

/// Pieces and nothing else.
static COUNTING: LazyLock<Arc<Parameters>> = LazyLock::new(|| {
    let mut parameters = Parameters::default();
    parameters.pairs.iter_mut().for_each(|pair| *pair = Pair::ZERO);
    if let Some(group) = GROUPS.iter().find(|group| group.name == "material") {
        let places = &mut parameters.pairs[group.start..group.start + group.length];
        for (pair, role) in places.iter_mut().zip(ROLES) {
            *pair = Pair::new(role.exchange_value(), role.exchange_value());
        }
    }
    Arc::new(parameters)
});

impl ReasonGame for Position {
    const KINDS: &'static [BlunderKind] = &[
        BlunderKind::AllowedMate,
        BlunderKind::MissedMate,
        BlunderKind::HungQueen,
        BlunderKind::HungRook,
        BlunderKind::HungMinor,
        BlunderKind::HungPawn,
        BlunderKind::AllowedCombination,
        BlunderKind::AllowedPromotion,
        BlunderKind::MissedMaterial,
        BlunderKind::LostWin,
        BlunderKind::LostDraw,
        BlunderKind::Other,
    ];

    const WORTH: &'static [i32] = &{
        let mut worth = [0; ROLES.len()];
        let mut index = 0;
        while index < ROLES.len() {
            worth[index] = ROLES[index].exchange_value();
            index += 1;
        }
        worth
    };

    fn count_pieces(engine: &mut ChessEngine) -> Result<(), OptionError> {
        let terms = Some(Arc::clone(&COUNTING));
        engine.set_judgement(Judgement { terms, noise: Noise::default() })
    }

    fn expected_points(&self, score: Score) -> f64 {
        let [wins, draws, _] = expectation(score).map(f64::from);
        (wins + draws / 2.0) / 1000.0
    }

    fn surplus(&self, side: Side) -> Vec<i32> {
        let material = self.material();
        let count = |side, role| material.count(side, role) as i32;
        ROLES.iter().map(|&role| count(side, role) - count(!side, role)).collect()
    }

    const PIECES: &'static [Piece] =
        &[Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

    const LEAST_MATERIAL: i32 = LEAST_MATERIAL;

    /// The search leaves out captures that cannot matter to it, so a line may end before the last
    /// one is made.
    fn due_captures(&self) -> Vec<Move> {
        play_out(self, -MOST_MATERIAL, MOST_MATERIAL, LONGEST_EXCHANGE).1
    }

    fn has_promotion(&self, line: &[Move]) -> bool {
        line.iter().any(|mv| mv.promotion().is_some())
    }

    fn allows_loss(moves: u32) -> Reason {
        Reason::AllowsMate { moves }
    }

    fn misses_win(moves: u32) -> Reason {
        Reason::MissesMate { moves }
    }

    fn ways(witness: &Witness<Self>) -> Vec<Reason> {
        tactics::ways(witness)
    }

    fn kind(witness: &Witness<Self>) -> BlunderKind {
        if witness.allows_forced_loss() {
            return BlunderKind::AllowedMate;
        }
        if witness.misses_forced_win() {
            return BlunderKind::MissedMate;
        }
        let lost = kind_of_loss(&Balance::of(witness));
        // What the opponent has more than before came from a pawn: nothing was left hanging.
        if lost.is_some() && promotes(witness) {
            return BlunderKind::AllowedPromotion;
        }
        let lost_at_once = kind_of_loss(&Balance::at_once(witness));
        if let (Some(lost), Some(at_once)) = (lost, lost_at_once)
            && at_once <= lost
        {
            return lost;
        }
        let balance = Balance::from_here(witness);
        if balance.is_loss_of(LEAST_MATERIAL) {
            return BlunderKind::AllowedCombination;
        }
        if balance.missed_worth >= LEAST_MATERIAL {
            return BlunderKind::MissedMaterial;
        }
        let points = |score| witness.position.expected_points(score);
        if points(witness.best.score) >= AS_GOOD_AS_WON {
            BlunderKind::LostWin
        } else if points(witness.played.score) <= 1.0 - AS_GOOD_AS_WON {
            BlunderKind::LostDraw
        } else {
            BlunderKind::Other
        }
    }
}

/// Whether the opponent has more pieces at the end of the line than when the move was made.
fn promotes(witness: &Witness<Position>) -> bool {
    let them = !witness.position.side_to_move();
    let pieces = |position: &Position| {
        position.side(them).count() - position.pieces(them, Role::Pawn).count()
    };
    pieces(&witness.end_of(&witness.played.line)) > pieces(witness.position)
}

/// Both sides take what they like, or stop, with nothing but material in view; returns what the
/// side to move has then, and the captures. Exchange evaluation alone would not do: it looks at one
/// square, and what takes there may have left something hanging elsewhere. In check too one may
/// take, if it is legal: many a line ends with a check that is only half of an exchange.
fn play_out(position: &Position, alpha: i32, beta: i32, plies: u32) -> (i32, Vec<Move>) {
    let surplus = position.surplus(position.side_to_move());
    let worth = surplus.iter().zip(Position::WORTH).map(|(count, worth)| count * worth).sum();
    let mut best = (worth, Vec::new());
    if plies == 0 {
        return best;
    }
    let moves = position.legal_moves();
    for &mv in moves.iter().filter(|mv| mv.is_capture() && position.see_at_least(**mv, 0)) {
        if best.0 >= beta {
            break;
        }
        let mut next = position.clone();
        next.play_unchecked(mv);
        let (reply, mut line) = play_out(&next, -beta, -alpha.max(best.0), plies - 1);
        if -reply > best.0 {
            line.insert(0, mv);
            best = (-reply, line);
        }
    }
    best
}

/// The dearest piece that is gone without its like in return names the loss, if the whole loss is
/// not much smaller than that piece: a queen for a rook is a queen hung, a queen for two rooks is
/// not. Otherwise the loss is named after the dearest piece that it would pay for.
fn kind_of_loss(balance: &Balance) -> Option<BlunderKind> {
    if !balance.is_loss_of(LEAST_MATERIAL) {
        return None;
    }
    // Two fifths let a queen for a rook pass and keep out a rook for a bishop.
    let is_gone = |index: &usize| {
        balance.lost[*index] > 0 && balance.lost_worth >= ROLES[*index].exchange_value() * 2 / 5
    };
    let is_paid_for = |index: &usize| balance.lost_worth >= ROLES[*index].exchange_value();
    let dearest = |is_named: &dyn Fn(&usize) -> bool| (0..ROLES.len()).rev().find(is_named);
    let index = dearest(&is_gone).or_else(|| dearest(&is_paid_for)).unwrap_or(0);
    Some(match ROLES[index] {
        Role::Queen => BlunderKind::HungQueen,
        Role::Rook => BlunderKind::HungRook,
        Role::Knight | Role::Bishop => BlunderKind::HungMinor,
        Role::Pawn | Role::King => BlunderKind::HungPawn,
    })
}
