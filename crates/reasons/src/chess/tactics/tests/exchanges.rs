//! Pieces that are taken at once, or could have been.

use super::{found, placed, told};
use crate::reason::{Piece, Reason};

fn hangs(piece: Piece, square: &str) -> Vec<Reason> {
    vec![Reason::Hangs { prey: placed(piece, square) }]
}

fn losing_exchange(piece: Piece, square: &str) -> Vec<Reason> {
    vec![Reason::LosingExchange { prey: placed(piece, square) }]
}

fn untaken(piece: Piece, square: &str) -> Vec<Reason> {
    vec![Reason::LeavesUntaken { prey: placed(piece, square) }]
}

#[test]
fn what_nothing_protects_hangs() {
    let rook = found("6k1/5ppp/8/3b4/8/8/5PPP/R5K1 w - - 0 1", "Rd1", "Ra2");
    assert_eq!(rook, hangs(Piece::Rook, "a2"));
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    assert_eq!(found(fen, "Bb5", "Ba6"), hangs(Piece::Bishop, "a6"));
    // It need not be what moved.
    let fen = "4r1k1/1p2r1bp/pq4p1/3pPp2/8/1P2B2P/P2Q1PP1/3RR1K1 b - - 0 29";
    assert_eq!(found(fen, "Qb5", "Rxe5"), hangs(Piece::Queen, "b6"));
}

#[test]
fn a_pawn_that_is_taken_in_passing_hangs() {
    let fen = "6k1/5ppp/8/8/1p6/8/P4PPP/6K1 w - - 0 1";
    assert_eq!(told(fen, "h3 h6", "a4 bxa3"), hangs(Piece::Pawn, "a4"));
}

#[test]
fn what_is_protected_does_not_hang() {
    let fen = "6k1/5ppp/8/8/1b6/2N5/1P3PPP/R5K1 w - - 0 1";
    assert_eq!(told(fen, "Nd5 Bd6", "h3 Bxc3 bxc3"), []);
    assert_eq!(found(fen, "Nd5", "h3"), []);
}

#[test]
fn what_cannot_be_taken_for_fear_of_mate_does_not_hang() {
    // The queen may take the knight, and is wanted on e7.
    let fen = "6k1/5ppp/8/8/N6q/8/5PPP/4R1K1 w - - 0 1";
    assert_eq!(found(fen, "g3", "h3"), []);
}

#[test]
fn what_goes_in_the_better_line_too_is_not_the_point() {
    // The pawn on e4 falls either way.
    let fen = "r1b2rk1/p5pp/2nb4/3P2B1/4p3/6P1/PP3PBP/R4RK1 b - - 0 20";
    let best = "Nd4 Bxe4 Rb8 Be3 Ne2+ Kg2 Rxb2 Rfb1 Rxb1 Bxb1 Nc3 Bxa7 Nxd5";
    let played = "Ne5 Bxe4 Nf3+ Bxf3 Rxf3 Be3 Rf8 b3 Bf5 Rfc1 a5";
    assert_eq!(told(fen, best, played), []);
    // If it need not fall, it is.
    assert_eq!(told(fen, "Bf5 Rac1 Nd4", played), hangs(Piece::Pawn, "e4"));
}

#[test]
fn a_pawn_is_not_the_point_where_a_rook_could_be_won() {
    let fen = "7r/3k4/2r1p3/P2pP3/4p3/2q5/6QN/R6K w - - 6 43";
    let played = "Rg1 Qxe5 Qe2 Ke7";
    let reasons = told(fen, "Qg7+ Kc8 Qxh8+ Kd7 Qg7+ Kc8 Rb1", played);
    assert!(matches!(&reasons[..], [Reason::Misses { .. }]), "{reasons:?}");
    assert_eq!(told(fen, "Qg7+ Kc8 Qg4 Kd7", played), hangs(Piece::Pawn, "e5"));
}

#[test]
fn a_loss_that_the_end_of_the_line_does_not_show_is_not_stated() {
    // The rook is taken, and the queen that took it is lost.
    let fen = "3q2k1/5ppp/8/8/8/5B2/5PPP/3R2K1 w - - 0 1";
    assert_eq!(told(fen, "Re1 h6", "h3 Qxd1+ Bxd1"), []);
}

#[test]
fn a_capture_that_costs_more_than_it_takes_is_a_losing_exchange() {
    let fen = "6k1/3p1ppp/4p3/8/8/8/4RPPP/6K1 w - - 0 1";
    assert_eq!(found(fen, "h3", "Rxe6"), losing_exchange(Piece::Rook, "e6"));
    let fen = "r2qkbnr/ppp2ppp/3p4/4p3/2BnP1b1/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 1 6";
    assert_eq!(found(fen, "Be3", "Bxf7+"), losing_exchange(Piece::Bishop, "f7"));
}

#[test]
fn what_is_not_protected_enough_is_lost_by_exchanges() {
    // Attacked twice, protected once.
    let fen = "4r1k1/5ppp/3b4/4N3/8/8/5PPP/4R1K1 w - - 0 1";
    assert_eq!(found(fen, "Nd3", "h3"), losing_exchange(Piece::Knight, "e5"));
}

#[test]
fn an_even_exchange_is_not_a_losing_one() {
    let fen = "4r1k1/5ppp/3b4/4N3/5P2/8/6PP/4R1K1 w - - 0 1";
    assert_eq!(found(fen, "Nd3", "h3"), []);
    assert_eq!(told(fen, "Nd3 Rxe1+ Nxe1", "h3 Bxe5 fxe5"), []);
}

#[test]
fn a_capture_that_wins_is_no_exchange() {
    assert_eq!(found("6k1/6pp/4p3/8/8/8/4RPPP/6K1 w - - 0 1", "h3", "Rxe6"), []);
}

#[test]
fn what_could_be_taken_is_named() {
    let fen = "6k1/5ppp/8/3q4/4P3/8/5PPP/R5K1 w - - 0 1";
    assert_eq!(told(fen, "exd5 h6 h3", "h3 Qd8"), untaken(Piece::Queen, "d5"));
    let fen = "r1bqk2r/pppp1ppp/2n2n2/8/1b1NP3/2N2Q2/PPP2PPP/R1B1KB1R b KQkq - 4 6";
    assert_eq!(found(fen, "Nxd4", "d6"), untaken(Piece::Knight, "d4"));
    let fen = "r3r1k1/pp4p1/2p4p/q1Pppb2/7B/P3P2P/2Q2PP1/R4RK1 b - - 1 20";
    assert_eq!(found(fen, "Bxc2", "e4"), untaken(Piece::Queen, "c2"));
}

#[test]
fn an_exchange_that_was_not_made_left_nothing_untaken() {
    let fen = "6k1/5ppp/4p3/3n4/4B3/8/5PPP/6K1 w - - 0 1";
    assert_eq!(told(fen, "Bxd5 exd5", "h3 Nc3"), []);
    // Nor is the exchange of a bishop for a rook simply something to be taken.
    let fen = "6k1/5p2/3p3p/4r3/8/8/1B3PPP/6K1 w - - 0 1";
    assert_eq!(told(fen, "Bxe5 dxe5", "h3 Re1+ Kh2"), []);
}

#[test]
fn what_is_taken_a_move_later_was_not_left() {
    // The knight has no good square.
    let fen = "n3k3/5ppp/3P4/8/4B3/4B3/5PPP/6K1 w - - 0 1";
    assert_eq!(found(fen, "Bxa8", "h3"), []);
    assert_eq!(told(fen, "Bxa8 h6", "h3 Nc7 dxc7"), []);
}
