//! Asks a position everything; shared by the tests and the fuzz target.

use damier_chess::{MoveKind, Position, Role, Side};

/// Uses all that a position offers and checks that the answers fit each other.
pub(crate) fn exercise(position: &Position) {
    damier_testkit::exercise(position);
    for mv in position.legal_moves() {
        let value = position.see(mv);
        assert!(position.see_at_least(mv, value) && !position.see_at_least(mv, value + 1));
        assert_eq!(position.captured(mv).is_some(), mv.is_capture());
        if let Some(score) = position.classic_score(mv) {
            assert!(mv.is_capture() || mv.promotion().is_some(), "{score:?} for a quiet move");
        }
        let mut after = position.clone();
        after.play(mv);
        assert_eq!(after.is_check(), position.gives_check(mv), "{mv:?} in {position}");
        let is_ordinary = matches!(mv.kind(), MoveKind::Quiet | MoveKind::Capture)
            && after.castling() == position.castling();
        let is_foreseen = position.likely_key_after(mv) == after.key();
        assert!(is_foreseen || !is_ordinary, "the key after {mv:?} in {position}");
    }
    for side in Side::ALL {
        let is_askable = side != position.side_to_move() || !position.is_check();
        assert_eq!(position.hanging(side).is_some(), is_askable);
        for role in Role::ALL {
            let count = position.pieces(side, role).count();
            assert_eq!(position.material().count(side, role), count, "{role:?} in {position}");
        }
    }
}
