//! Protectors lured away, taken or held fast; pieces drawn to a bad square; patterns of mate.

use super::{placed, told, told_in_full};
use crate::reason::Piece::{Bishop, King, Knight, Pawn, Queen, Rook};
use crate::reason::Reason;

#[test]
fn a_protector_that_must_take_is_deflected() {
    // The rook on b5 keeps watch over b1 through the pawn that wants to go there.
    let fen = "6k1/7p/6p1/PR6/r3K3/7P/1p4P1/8 w - - 1 50";
    let reasons = told(fen, "Kd3 Rxa5 Rxb2", "Ke5 Rxa5 Rxa5 b1=Q");
    let expected = Reason::Deflection { defender: placed(Rook, "b5"), square: "b1".to_owned() };
    assert_eq!(reasons.first(), Some(&expected));
    // Without the exchange nobody is lured: the pawn falls.
    let reasons = told(fen, "Kd3 Rxa5 Rxb2", "Ke5 h6 Rxb2");
    assert_eq!(reasons, []);
}

#[test]
fn a_king_that_takes_is_drawn_to_where_it_is_hit() {
    let fen = "3r4/p5pp/1p6/3nk3/1P1R4/P3p1P1/7P/3R2K1 w - - 0 32";
    let reasons = told(fen, "R1d3 h5 h4 Rd6", "Kf1 e2+ Kxe2 Nc3+ Kf3 Rxd4 Re1+ Re4");
    let expected = Reason::Attraction { prey: placed(King, "e2") };
    assert_eq!(reasons.first(), Some(&expected));
    // If he does not take, nobody is drawn anywhere.
    let reasons = told(fen, "R1d3 h5 h4 Rd6", "Kf1 e2+ Ke1 Nc3 Rxd8 Nxd1 Rxd1 exd1=Q+ Kxd1");
    assert!(!reasons.contains(&expected), "{reasons:?}");
}

#[test]
fn a_king_is_drawn_to_where_it_is_mated() {
    let fen = "4q3/5Ppk/3Q3p/4p1p1/1p4P1/3PP3/1Pr5/3K1R2 b - - 2 39";
    let best = "Qc8 f8=N+ Kh8 Ng6+ Kh7 Nf8+";
    let reasons = told(fen, best, "Qa4 Qg6+ Kxg6 f8=N#");
    assert_eq!(reasons.first(), Some(&Reason::Attraction { prey: placed(King, "g6") }));
}

#[test]
fn a_pawn_that_may_not_take_is_pinned() {
    // Bf3 attacks the queen, and the pawn on g2 stands before its king.
    let fen = "Q7/2p1kr1p/p5p1/3p4/6b1/NP2P1q1/P2P2P1/2R3K1 w - - 0 29";
    let best = "Qb7 Qf2+ Kh2 Qh4+ Kg1 Kf8 Rxc7 Qf2+ Kh2 Qh4+ Kg1";
    let played = "Qxd5 Bf3 Rxc7+ Qxc7 gxf3 Qc1+ Kg2 Qxa3";
    let [by, prey, behind] = [placed(Queen, "g3"), placed(Pawn, "g2"), placed(King, "g1")];
    let pin = Reason::Pin { by, prey, behind };
    assert!(told(fen, best, played).contains(&pin));
    // On h1 the king stands beside the line.
    let fen = "Q7/2p1kr1p/p5p1/3p4/6b1/NP2P1q1/P2P2P1/2R4K w - - 0 29";
    let reasons = told(fen, "Rg1 Bf3 Qb7", "Qxd5 Bf3 Qxf3 Rxf3");
    assert!(!reasons.iter().any(|reason| matches!(reason, Reason::Pin { .. })), "{reasons:?}");
}

#[test]
fn like_for_like_draws_nobody_anywhere() {
    let fen = "rnb1kbnr/ppp1pp1p/6p1/8/2Pq4/7Q/PP1P1PPP/RNB1KBNR b KQkq - 1 5";
    let reasons = told(fen, "Bxh3 Nxh3 Nc6", "Qe4+ Qe3 Qxe3+ fxe3 Nc6");
    assert_eq!(reasons, [Reason::LeavesUntaken { prey: placed(Queen, "h3") }]);
}

#[test]
fn a_knight_mates_a_king_among_its_own_pieces() {
    let fen = "5rrk/6pp/8/6N1/8/8/8/6K1 b - - 0 1";
    assert_eq!(told(fen, "h6 Ne6", "Ra8 Nf7#"), [Reason::Smothered]);
    // With a free square beside the king it is another mate, and this is none at all.
    let fen = "5rrk/6p1/7p/6N1/8/8/8/6K1 b - - 0 1";
    assert!(!told(fen, "hxg5 Kg2", "Ra8 Nf7+ Kh7").contains(&Reason::Smothered));
}

#[test]
fn a_mate_without_a_mark_says_which_piece_mates() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";
    let reasons = told_in_full(fen, "g6 Qf3", "a6 Qxf7#");
    assert!(!reasons.is_empty(), "the threat stood already");
    let fen = "8/8/8/8/8/5k2/7q/5K2 w - - 0 1";
    assert_eq!(
        told_in_full(fen, "Ke1 Ke3", "Ke1 Qe2#"),
        [Reason::Mates { by: placed(Queen, "e2") }]
    );
}

#[test]
fn a_stalemate_is_named() {
    let fen = "7k/8/8/3K1Q2/8/8/8/8 w - - 0 1";
    assert_eq!(told_from(fen, "Ke6 Kg7", "Qg6"), [Reason::Stalemate]);
    assert_eq!(told_from(fen, "Ke6 Kg7", "Qg5 Kh7"), []);
}

/// The same with a better move that wins.
fn told_from(fen: &str, best: &str, played: &str) -> Vec<Reason> {
    super::told_with(fen, best, played, 900)
}

#[test]
fn what_falls_within_two_moves_is_said() {
    let fen = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    let reasons = told_in_full(fen, "exd5 Qxd5 Nc3 Qa5", "Qh5 Nf6 Qh4 Nxe4 Nc3 Nf6");
    assert_eq!(reasons, [Reason::Falls { by: placed(Knight, "f6"), prey: placed(Pawn, "e4") }]);
    // What takes back wins nothing.
    let fen = "6k1/5ppp/8/3b4/8/2N5/5PPP/6K1 w - - 0 1";
    assert_eq!(
        told_in_full(fen, "Nxd5 h6", "h3 Bc6"),
        [Reason::LeavesUntaken { prey: placed(Bishop, "d5") }]
    );
}

#[test]
fn a_tactic_that_is_let_go_is_named_as_missed() {
    let fen = "4k3/ppp2ppp/8/8/1n6/8/PPP2PPP/R1B1K3 b Q - 0 1";
    let reasons = told(fen, "Nxc2+ Kd1 Nxa1 b3", "h6 Kd1 Nd5");
    assert!(matches!(&reasons[..], [Reason::Misses { .. }]), "{reasons:?}");
    // With nothing to win nothing was missed.
    assert_eq!(told(fen, "Nd5 Kd1", "h6 Kd1 Nd5"), []);
}

#[test]
fn castling_that_could_be_taken_away_is_named() {
    let fen = "rnbqkbnr/ppp1pppp/8/8/4P3/8/PPP2PPP/RNBQKBNR b KQkq - 0 3";
    assert_eq!(told(fen, "Qxd1+ Kxd1 Nc6", "Nf6 Nc3 Nc6"), [Reason::LeavesCastling]);
    assert_eq!(told(fen, "Nc6 Nf3 Nf6", "Nf6 Nc3 Nc6"), []);
}

/// The check is named whatever the answer to it is.
#[test]
fn a_discovered_check_is_named_whatever_the_answer() {
    let fen = "rnbqkb1r/pppp1ppp/8/4N3/4n3/8/PPPPQPPP/RNB1KB1R b KQkq - 1 4";
    for played in ["Nf6 Nc6+ Be7 Nxd8 Kxd8", "Nf6 Nc6+ Qe7 Nxe7 Bxe7"] {
        let reasons = told(fen, "Qe7 Qxe4 d6 d4", played);
        let is_named = matches!(&reasons[..], [Reason::DiscoveredAttack { prey, .. }, ..]
            if *prey == placed(Queen, "d8"));
        assert!(is_named, "{played}: {reasons:?}");
    }
}
