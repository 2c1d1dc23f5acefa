//! Mates on the back rank, and mates that were threatened.

use super::{found, placed, told};
use crate::reason::{Piece, Reason};

const SCHOLAR: &str = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";

#[test]
fn a_king_behind_its_pawns_is_mated_on_the_back_rank() {
    let fen = "3r2k1/p4ppp/8/8/8/1P6/P4PPP/2R3K1 w - - 0 1";
    assert_eq!(found(fen, "h3", "Rc7"), [Reason::BackRank]);
    let fen = "3R1rk1/pp3rpp/8/2P1pP2/4P3/2Q4P/5qP1/3R3K b - - 0 30";
    assert_eq!(found(fen, "Qf4", "Rxd8").first(), Some(&Reason::BackRank));
}

#[test]
fn mates_elsewhere_are_no_back_rank_mates() {
    // On f7, and by two rooks against a king that no pawn keeps in.
    let reasons = found(SCHOLAR, "g6", "Nf6");
    assert!(!reasons.contains(&Reason::BackRank), "{reasons:?}");
    let reasons = told("6k1/R7/8/8/8/8/8/1R4K1 b - - 0 1", "Kf8 Kf2", "Kh8 Rb8#");
    assert!(!reasons.contains(&Reason::BackRank), "{reasons:?}");
    // Pawns that keep in a king which could not go there anyhow.
    let fen = "6k1/6pp/8/6N1/8/8/1B6/4R1K1 b - - 0 1";
    let reasons = told(fen, "h6 Kf2", "Kh8 Re8#");
    assert!(!reasons.contains(&Reason::BackRank), "{reasons:?}");
    let fen = "6k1/6pp/8/8/8/8/1B6/4R1K1 b - - 0 1";
    let reasons = told(fen, "h6 Kf2", "Kh8 Re8#");
    assert!(reasons.contains(&Reason::BackRank), "{reasons:?}");
}

#[test]
fn a_threat_of_mate_is_ignored() {
    assert_eq!(found(SCHOLAR, "g6", "Nf6"), [Reason::IgnoresMateThreat { moves: 1 }]);
    let fen = "8/p2R1pkp/1p2p1p1/2p1P3/2P2P1P/1P3q1b/P2Q3P/2B3K1 w - - 7 29";
    assert_eq!(found(fen, "Qf2", "f5"), [Reason::IgnoresMateThreat { moves: 1 }]);
}

#[test]
fn a_threat_of_mate_in_two_is_ignored() {
    // Two rooks climb the board, and the knight could have stopped them.
    let fen = "6k1/5ppp/8/1r6/r7/8/7P/5N1K w - - 0 1";
    let reasons = told(fen, "Ng3 Ra1+ Nf1", "h3 Rb1 Kg2 Ra2+ Kf3");
    assert!(!reasons.iter().any(|reason| matches!(reason, Reason::IgnoresMateThreat { .. })));
    let fen = "6k1/5ppp/8/1r6/r6P/8/7K/8 w - - 0 1";
    let reasons = told(fen, "Kg3 Ra3+ Kf4", "h5 Rb3 h6 Ra2+ Kg1 Rb1#");
    assert_eq!(reasons, [], "mate in three of his moves was no threat of mate in two");
    let fen = "6k1/5ppp/8/8/1r6/r7/8/6K1 w - - 0 1";
    let reasons = told(fen, "Kf2 Rb2+ Ke1", "Kh1 Rb1+ Kh2 Ra2+ Kh3 Rh1#");
    assert_eq!(reasons, []);
    let reasons = told(fen, "Kf2 Rb2+ Ke1", "Kh1 Rb2 Kg1 Ra1#");
    assert_eq!(reasons, [Reason::IgnoresMateThreat { moves: 2 }]);
}

#[test]
fn a_mate_that_the_move_itself_allows_was_no_threat() {
    let fen = "3r2k1/p4ppp/8/8/8/1P6/P4PPP/2R3K1 w - - 0 1";
    let reasons = found(fen, "h3", "Rc7");
    assert_eq!(reasons, [Reason::BackRank], "the rook kept watch");
}

#[test]
fn a_mate_other_than_the_one_threatened_was_no_threat() {
    // Mate on f7 was threatened; the move parries it and walks into another one.
    let fen = "rnbqkbnr/pppp1ppp/8/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";
    assert_eq!(told(fen, "g6 Qf3", "Ke7 Qxe5#"), []);
}

#[test]
fn what_a_mate_takes_on_its_way_hangs() {
    let fen = "1r3rk1/p4p2/3p4/2p3qp/2P3bR/1PQB2B1/P5PK/6R1 w - - 0 32";
    let reasons = told(fen, "Re1 Rbe8 b4 f5", "Bxd6 Qxh4#");
    assert_eq!(reasons.first(), Some(&Reason::Hangs { prey: placed(Piece::Rook, "h4") }));
    // The bishop on g3 protects it, so that a mate there would be another matter.
    let fen = "6k1/5ppp/8/8/7q/6B1/5PPP/R5K1 b - - 0 1";
    let reasons = told(fen, "Qd8 h3", "Qg4 Ra8#");
    assert!(!reasons.iter().any(|it| matches!(it, Reason::Hangs { .. })), "{reasons:?}");
}
