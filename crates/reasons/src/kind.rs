//! What sort of blunder a move is.

use serde::Serialize;
use std::fmt;

/// What a blunder did. Each game uses those of its own list,
/// [`ReasonGame::KINDS`](super::ReasonGame::KINDS).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BlunderKind {
    /// The opponent can force mate now, and could not before.
    AllowedMate,
    /// There was a forced mate, and it is gone.
    MissedMate,
    /// A queen is left to be taken for less.
    HungQueen,
    /// A rook is left to be taken for less, or as much as a rook in all.
    HungRook,
    /// A knight or a bishop is left to be taken for less, or as much in all.
    HungMinor,
    /// A pawn is left to be taken, or little more than one in all.
    HungPawn,
    /// Material is lost, but nothing that could be taken at once: to a fork, a skewer or a longer
    /// line.
    AllowedCombination,
    /// A pawn of the opponent becomes a piece.
    AllowedPromotion,
    /// Material was there to be won, and is not won.
    MissedMaterial,
    /// The game was as good as won.
    LostWin,
    /// The game was not lost, and now is as good as lost.
    LostDraw,
    /// The opponent can force the end of the game now, and could not before.
    AllowedLoss,
    /// The end of the game could be forced, and cannot any more.
    MissedWin,
    /// Two men or more are lost, or a king.
    AllowedShot,
    /// A man is lost.
    LostMan,
    /// A man or more could be won, and is not.
    MissedShot,
    /// Nothing that a line proves: a matter of position.
    Other,
}

impl BlunderKind {
    /// How many kinds there are, those of both games together.
    pub const COUNT: usize = Self::Other as usize + 1;

    /// Words for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AllowedMate => "allowed mate",
            Self::MissedMate => "missed mate",
            Self::HungQueen => "hung queen",
            Self::HungRook => "hung rook",
            Self::HungMinor => "hung minor piece",
            Self::HungPawn => "hung pawn",
            Self::AllowedCombination => "allowed a combination",
            Self::AllowedPromotion => "let a pawn through",
            Self::MissedMaterial => "missed material",
            Self::LostWin => "threw away a win",
            Self::LostDraw => "threw away a draw",
            Self::AllowedLoss => "allowed a forced loss",
            Self::MissedWin => "missed a forced win",
            Self::AllowedShot => "allowed shot",
            Self::LostMan => "lost man",
            Self::MissedShot => "missed shot",
            Self::Other => "other",
        }
    }
}

impl fmt::Display for BlunderKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::ReasonGame;
    use crate::material::Balance;
    use crate::samples::verdict;
    use crate::witness::{Witness, end_of};
    use damier_chess::Position as Chess;
    use damier_draughts::Position as Draughts;

    #[test]
    fn a_rook_that_was_given_for_something_else_is_not_hung() {
        // Black has given a rook on d5 and wins one back by e2; nothing that is left could be
        // taken.
        let earlier =
            Chess::from_fen("5rk1/6pp/1p3p2/p2r4/1p1qP3/1P1Pp3/5PPP/R2QKR2 w Q - 0 26").unwrap();
        let mut position = earlier.clone();
        position.play(position.read_move("exd5").unwrap());
        let best = verdict(&position, "Re8 Rc1 e2 Qd2 exf1=Q+ Kxf1 Qxd5");
        let played = verdict(&position, "exf2+ Rxf2 Qe5+ Re2 Qxh2");
        let witness =
            Witness { earlier: Some(&earlier), position: &position, best, played, counted: None };
        assert_eq!(Chess::kind(&witness), BlunderKind::MissedMaterial);
    }

    #[test]
    fn what_hangs_at_the_end_of_a_line_is_settled_on_the_whole_board() {
        // The pawn on g5 may be taken at a profit, but that leaves the rook on e6 to the other one.
        let position =
            Chess::from_fen("5kn1/4n2r/ppr1R2p/3p1ppB/P2P1P2/2P5/2PB2PP/R5K1 w - - 1 25").unwrap();
        assert_eq!(position.due_captures(), []);
        // Without the rook on c6 nothing speaks against it.
        let position =
            Chess::from_fen("5kn1/4n2r/pp2R2p/3p1ppB/P2P1P2/2P5/2PB2PP/R5K1 w - - 1 25").unwrap();
        let [before, after] = [position.clone(), end_of(&position, &position.due_captures())]
            .map(|position| position.surplus(damier_core::Side::White));
        assert!(after[0] > before[0], "{before:?} {after:?}");
    }

    #[test]
    fn what_the_best_move_loses_too_is_not_held_against_the_move_played() {
        // The rook is lost in both lines, the queen in one.
        let position = Chess::from_fen("4k3/8/8/2p1p3/3R4/8/5Q2/4K3 w - - 0 1").unwrap();
        let best = verdict(&position, "Kf1 cxd4");
        let played = verdict(&position, "Qf4 exf4 Kf1 cxd4");
        let balance = Balance::of(&Witness {
            earlier: None,
            position: &position,
            best,
            played,
            counted: None,
        });
        assert_eq!((balance.lost_worth, balance.missed_worth), (900, 0));
    }

    #[test]
    fn expected_points_of_both_sides_add_up_to_one() {
        fn check<G: ReasonGame>() {
            let position = G::start();
            for value in (-2_000..=2_000).step_by(10) {
                let [ours, theirs] = [value, -value]
                    .map(damier_core::Score::from_evaluation)
                    .map(|score| position.expected_points(score));
                assert!((ours + theirs - 1.0).abs() < 1e-9, "{}: {value}", G::NAME);
                assert_eq!(ours > 0.5, value > 0, "{}: {value}", G::NAME);
            }
            assert_eq!(position.expected_points(damier_core::Score::MATE), 1.0);
            assert_eq!(position.expected_points(-damier_core::Score::MATE), 0.0);
        }
        check::<Chess>();
        check::<Draughts>();
    }
}
