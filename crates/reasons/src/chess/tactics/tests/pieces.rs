//! Forks, pins, skewers, discovered attacks and trapped pieces.

use super::{found, placed, told};
use crate::reason::Piece::{Bishop, King, Knight, Queen, Rook};
use crate::reason::{Piece, Reason};

fn fork(by: (Piece, &str), targets: &[(Piece, &str)]) -> Vec<Reason> {
    let targets = targets.iter().map(|&(piece, square)| placed(piece, square)).collect();
    vec![Reason::Fork { by: placed(by.0, by.1), targets }]
}

fn pin(by: (Piece, &str), prey: (Piece, &str), behind: (Piece, &str)) -> Vec<Reason> {
    let [by, prey, behind] = [by, prey, behind].map(|(piece, square)| placed(piece, square));
    vec![Reason::Pin { by, prey, behind }]
}

fn skewer(by: (Piece, &str), front: (Piece, &str), prey: (Piece, &str)) -> Vec<Reason> {
    let [by, front, prey] = [by, front, prey].map(|(piece, square)| placed(piece, square));
    vec![Reason::Skewer { by, front, prey }]
}

fn discovered(pieces: [(Piece, &str); 4]) -> Vec<Reason> {
    let [by, mover, target, prey] = pieces.map(|(piece, square)| placed(piece, square));
    vec![Reason::DiscoveredAttack { by, mover, target, prey }]
}

fn trapped(piece: Piece, square: &str) -> Vec<Reason> {
    vec![Reason::Trapped { prey: placed(piece, square) }]
}

#[test]
fn a_knight_forks() {
    let fen = "r3k1nr/ppp4p/6p1/q3pp1Q/3n4/3P3P/PPPN1PP1/R3KB1R w KQkq - 0 13";
    let expected = fork((Knight, "c2"), &[(King, "e1"), (Rook, "a1")]);
    assert_eq!(found(fen, "Qd1", "Qg5"), expected);
    let fen = "r3k1r1/p4p2/b3pp2/2pq4/3pN2p/8/PPPQ1PPP/R3R1K1 b q - 1 21";
    let expected = fork((Knight, "f6"), &[(King, "e8"), (Queen, "d5"), (Rook, "g8")]);
    assert_eq!(found(fen, "Rg6", "f5"), expected);
}

#[test]
fn a_queen_and_a_pawn_fork() {
    let fen = "rn1qkb1r/ppp2pp1/3p1n1p/4p3/4P1b1/P1P2N2/1P1PBPPP/RNBQ1RK1 b kq - 0 6";
    let expected = fork((Queen, "a4"), &[(King, "e8"), (Knight, "e4")]);
    assert_eq!(found(fen, "Nbd7", "Nxe4"), expected);
    let fen = "4k3/pp3ppp/3p4/8/8/2N1B3/PP3PPP/4K3 w - - 0 1";
    let expected = fork((Piece::Pawn, "d4"), &[(Bishop, "e3"), (Knight, "c3")]);
    assert_eq!(told(fen, "Nd5 Kd7", "h3 d5 Kd2 d4 Bxd4 b6"), []);
    let fen = "4k3/pp3ppp/4p3/3p4/8/2N1B3/PP3PPP/4K3 w - - 0 1";
    assert_eq!(told(fen, "Bd4 e5", "h3 d4 Bd2 dxc3 Bxc3"), expected);
}

#[test]
fn castling_can_fork() {
    // It is written as the king taking its rook, and the rook that forks stands on d8.
    let fen = "r3k2N/8/8/8/8/8/3K1PPP/8 w q - 0 1";
    let expected = fork((Rook, "d8"), &[(King, "d2"), (Knight, "h8")]);
    assert_eq!(told(fen, "Ng6 Kf7", "h3 O-O-O+ Ke3 Rxh8"), expected);
}

#[test]
fn what_could_be_taken_without_a_fork_is_not_lost_by_one() {
    // The bishop attacks the rook already.
    let fen = "4k3/ppp2pbp/8/8/1n6/8/P1P2PPP/R1B1K3 w Q - 0 1";
    assert_eq!(told(fen, "c3 Nc6", "h3 Nxc2+ Kd1 Nxa1"), []);
}

#[test]
fn a_fork_whose_piece_is_taken_is_none() {
    let fen = "r3k1nr/ppp4p/6p1/q3pp2/3n4/3P3P/PPPN1PP1/R2QKB1R w KQkq - 0 13";
    assert_eq!(told(fen, "c3 Nc6", "a3 Nxc2+ Qxc2 O-O-O"), []);
    assert_eq!(found(fen, "c3", "Be2"), []);
}

#[test]
fn a_fork_that_attacks_something_protected_is_none() {
    let fen = "4k3/ppp2ppp/8/8/1n6/8/PPP2PPP/R1B1K3 w Q - 0 1";
    assert_eq!(found(fen, "Kd1", "h3"), fork((Knight, "c2"), &[(King, "e1"), (Rook, "a1")]));
    // The same leap with one target only, or with two of which one is protected and no dearer than
    // the knight.
    let fen = "4k3/ppp2ppp/8/8/1n6/8/PPP2PPP/R1B2K2 w - - 0 1";
    assert_eq!(told(fen, "Bd2 Nc6", "h3 Nxc2 g3 Nxa1"), []);
    let fen = "4k3/ppp2ppp/8/8/1n6/4N3/PPP2PPP/R4K2 w - - 0 1";
    assert_eq!(told(fen, "c3 Nc6", "h3 Nxc2 g3 Nxa1"), []);
}

#[test]
fn a_pinned_piece_is_lost() {
    let fen = "rn1q1rk1/1pp2pbp/3pbnp1/p5B1/4P3/2N2N2/PPP1QPPP/2KR1B1R b - - 3 9";
    let expected = pin((Bishop, "g5"), (Knight, "f6"), (Queen, "d8"));
    assert_eq!(found(fen, "Nbd7", "Na6"), expected);
    let fen = "r1bqr1k1/pp3pp1/5b1p/2p1n2P/3pP3/1P3PQ1/PBPPB3/1R2K1NR w K - 0 17";
    let expected = pin((Bishop, "h4"), (Queen, "g3"), (King, "e1"));
    assert_eq!(found(fen, "Kd1", "Nh3"), expected);
}

#[test]
fn a_pinned_piece_that_is_protected_is_not_lost() {
    // The knight on c6 is pinned, and two pawns protect it.
    let fen = "r1bqkbnr/pp3ppp/2np4/1B2p3/3PP3/5N2/PPP2PPP/RNBQK2R b KQkq - 0 5";
    assert_eq!(found(fen, "exd4", "Bd7"), []);
}

#[test]
fn a_piece_that_may_leave_is_not_pinned() {
    // What stands behind the knight is protected, and worth no more than the rook that would take
    // it.
    let fen = "5k2/4bppp/3p4/4n3/8/8/5PPP/4R1K1 b - - 0 1";
    assert_eq!(told(fen, "Nc6 Kf1", "h6 f4 g6 fxe5 dxe5"), []);
}

#[test]
fn a_pinned_piece_that_is_taken_at_once_is_lost_by_exchanges() {
    // There was no time to move it, pinned or not.
    let fen = "4r1k1/5ppp/8/8/4N3/8/5PPP/4K3 w - - 0 1";
    let reasons = told(fen, "f3 h6 Kf2", "h3 Rxe4+ Kf1");
    assert_eq!(reasons, [Reason::Hangs { prey: placed(Knight, "e4") }]);
}

#[test]
fn a_king_in_front_of_a_rook_is_skewered() {
    let fen = "6k1/r4ppp/8/8/1K6/8/5PPP/2R5 w - - 0 1";
    assert_eq!(found(fen, "Kb3", "Kc4"), skewer((Rook, "c7"), (King, "c4"), (Rook, "c1")));
}

#[test]
fn a_queen_in_front_of_a_rook_is_skewered() {
    let fen = "2b3k1/2q2ppp/8/8/6Q1/8/5P1P/6KR w - - 0 1";
    let expected = skewer((Bishop, "b7"), (Queen, "e4"), (Rook, "h1"));
    assert_eq!(told(fen, "Qg2 h6", "Qe4 Bb7 Qd3 Bxh1 Kxh1"), expected);
}

#[test]
fn a_skewer_of_something_protected_wins_nothing() {
    let fen = "6k1/r4ppp/8/8/1K6/8/3B1PPP/2R5 w - - 0 1";
    assert_eq!(told(fen, "Kb3 Rb7+", "Kc4 Rc7+ Kd3 Rxc1 Bxc1"), []);
    // The king protects what is behind it.
    let fen = "6k1/r4ppp/8/8/1K6/8/2R2PPP/8 w - - 0 1";
    assert_eq!(found(fen, "Kb3", "Kc4"), []);
}

#[test]
fn a_piece_that_need_not_go_is_not_skewered() {
    // The bishop on d3 is protected; it went of its own accord.
    let fen = "2b3k1/5ppp/8/8/8/3B4/2P1NPPP/6K1 w - - 0 1";
    assert_eq!(told(fen, "Nd4 h6", "h3 Ba6 Bf5 Bxe2"), []);
}

#[test]
fn a_check_is_discovered_and_the_queen_falls() {
    let fen = "rnbqkb1r/pppp1ppp/8/4N3/4n3/8/PPPPQPPP/RNB1KB1R b KQkq - 1 4";
    let expected = discovered([(Queen, "e2"), (Knight, "c6"), (King, "e8"), (Queen, "d8")]);
    assert_eq!(told(fen, "Qe7 Qxe4 d6 d4", "Nf6 Nc6+ Be7 Nxd8 Kxd8 d4 h6"), expected);
}

#[test]
fn an_attack_is_discovered_and_the_queen_falls() {
    let fen = "r1b1kbnr/pp3ppp/1q2p3/3pP3/3N4/3B4/PP3PPP/RNBQK2R b KQkq - 0 8";
    let expected = discovered([(Queen, "d1"), (Bishop, "b5"), (Queen, "d4"), (Queen, "d4")]);
    assert_eq!(found(fen, "Bb4+", "Qxd4"), expected);
}

#[test]
fn an_attack_that_can_be_answered_is_not_discovered() {
    // With the bishop on d7 there is no check, and queen takes queen.
    let fen = "r3kbnr/pp1b1ppp/1q2p3/3pP3/3N4/3B4/PP3PPP/RNBQK2R b KQkq - 0 8";
    assert_eq!(found(fen, "Bc5", "Qxd4"), []);
    assert_eq!(told(fen, "Bc5 Be3", "Qxd4 Bb5 Qxd1+ Kxd1"), []);
    // Nothing stands behind the knight.
    let fen = "rnbqkb1r/pppp1ppp/8/4N3/4n3/8/PPPP1PPP/RNBQKB1R b KQkq - 1 4";
    assert_eq!(found(fen, "Qe7", "Nf6"), []);
}

#[test]
fn a_piece_without_squares_is_trapped() {
    let fen = "r1bqk2r/pp1pppbp/2n3p1/4P2n/3P4/2N2N2/PP2BPPP/R1BQK2R b KQkq - 2 8";
    assert_eq!(told(fen, "d6 O-O", "O-O g4 f6 gxh5 fxe5"), trapped(Knight, "h5"));
    let fen = "2k5/pp3ppp/8/8/8/4B3/5PPP/6K1 w - - 0 1";
    assert_eq!(told(fen, "Bd4 f6", "Bxa7 b6 Kf1 Kb7 Ke2 Kxa7"), trapped(Bishop, "a7"));
}

#[test]
fn a_piece_with_one_square_is_not_trapped() {
    let fen = "r1bqk2r/pp1pppbp/2n3p1/7n/3P4/2N2N2/PP2BPPP/R1BQK2R b KQkq - 2 8";
    assert_eq!(found(fen, "d6", "O-O"), []);
    // The pawn on a5 makes a way out.
    let fen = "2k5/pp3ppp/8/P7/8/4B3/5PPP/6K1 w - - 0 1";
    assert_eq!(found(fen, "Bd4", "Bxa7"), []);
    // Here the bishop simply stays away too long: it could have gone to b8.
    let fen = "8/pp1k1ppp/8/8/8/4B3/5PPP/6K1 w - - 0 1";
    let reasons = told(fen, "Bd4 f6", "Bxa7 b6 Kf1 Kc6 Ke2 Kb7 Kd2 Kxa7");
    assert_eq!(reasons, []);
}

#[test]
fn what_only_help_that_is_lost_itself_could_save_is_trapped() {
    // Rxd6 takes the pawn that attacks the other rook, and is taken.
    let fen = "1k1r4/1pp1rB2/p3P2p/P2P2p1/1P1R4/7P/6P1/6K1 b - - 0 38";
    let (best, played) = ("Rd6 Kf2 c6 Ke3 cxd5", "c6 d6 Rxf7 exf7 Kc8 d7+ Kc7");
    assert_eq!(told(fen, best, played), [Reason::Trapped { prey: placed(Piece::Rook, "e7") }]);
    // Without the rook on d4 it would be saved.
    let fen = "1k1r4/1pp1rB2/p3P2p/P2P2p1/1P6/7P/6P1/6K1 b - - 0 38";
    let reasons = told(fen, best, "c6 d6 Rxf7 exf7 Kc8");
    assert!(!reasons.iter().any(|it| matches!(it, Reason::Trapped { .. })), "{reasons:?}");
}
