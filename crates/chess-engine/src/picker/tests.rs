use super::*;
use crate::histories::ChessPlacement;
use damier_testkit::chess::KIWIPETE;

const TRAIL: Trail = [ChessPlacement::NONE; 3];

fn kiwipete() -> Position {
    Position::from_fen(KIWIPETE).unwrap()
}

fn all(mut picker: ChessPicker, position: &Position) -> Vec<Move> {
    let histories = ChessHistories::new();
    std::iter::from_fn(|| picker.next(position, &histories)).collect()
}

#[test]
fn every_move_comes_once_and_in_the_order_of_the_stages() {
    let position = kiwipete();
    let [hash, killer, capture, losing] =
        ["a2a3", "d2f4", "e2a6", "f3f6"].map(|text| position.read_uci(text).unwrap());
    // A capture is no killer, and is handed out once all the same.
    let killers = Killers([Some(killer), Some(capture)]);
    let moves = all(ChessPicker::new(Some(hash), killers, TRAIL), &position);
    let mut found: Vec<u16> = moves.iter().map(|mv| mv.to_bits()).collect();
    let mut legal: Vec<u16> = position.legal_moves().iter().map(|mv| mv.to_bits()).collect();
    found.sort_unstable();
    legal.sort_unstable();
    assert_eq!(found, legal);
    let place = |wanted: Move| moves.iter().position(|&mv| mv == wanted).unwrap();
    assert_eq!((place(hash), place(capture)), (0, 1), "the hash move, then what wins most");
    let other_quiets = || moves.iter().filter(|mv| mv.is_quiet() && **mv != hash && **mv != killer);
    assert!(other_quiets().all(|&mv| place(killer) < place(mv)), "killers lead the quiet moves");
    assert!(place(capture) < place(killer), "after the captures");
    assert!(other_quiets().all(|&mv| place(mv) < place(losing)), "losing captures are last");
}

#[test]
fn quiet_moves_can_be_skipped_and_losing_captures_stay() {
    let position = kiwipete();
    let losing = position.read_uci("f3f6").unwrap();
    let mut picker = ChessPicker::new(None, Killers::NONE, TRAIL);
    picker.skip_quiets();
    let moves = all(picker, &position);
    assert!(moves.contains(&losing) && moves.iter().all(|mv| !mv.is_quiet()));
}

#[test]
fn what_cannot_wait_is_captures_that_lose_nothing_and_if_wanted_safe_checks() {
    let position = Position::from_fen("4k3/8/8/8/8/8/2Q5/4K2R w K - 0 1").unwrap();
    let pending = |has_checks| all(ChessPicker::pending(None, 0, has_checks, TRAIL), &position);
    assert!(pending(false).is_empty());
    let checks = pending(true);
    assert!(!checks.is_empty() && checks.iter().all(|&mv| position.gives_check(mv)));
    let position = kiwipete();
    let captures = all(ChessPicker::pending(None, 0, false, TRAIL), &position);
    assert!(captures.iter().all(|&mv| !mv.is_quiet() && position.see_at_least(mv, 0)));
    assert!(captures.contains(&position.read_uci("e2a6").unwrap()));
}
