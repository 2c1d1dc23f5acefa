//! Pawns that become pieces, and the right to castle.

use super::{found, placed, told};
use crate::reason::{Piece, Reason};

fn runs(square: &str) -> Vec<Reason> {
    vec![Reason::PassedPawnRuns { pawn: placed(Piece::Pawn, square) }]
}

fn allows(square: &str) -> Vec<Reason> {
    vec![Reason::AllowsPromotion { square: square.to_owned() }]
}

fn misses(square: &str) -> Vec<Reason> {
    vec![Reason::MissesPromotion { square: square.to_owned() }]
}

#[test]
fn a_passed_pawn_that_is_let_go_runs() {
    let reasons = found("8/8/8/8/p7/4K1N1/2k5/8 w - - 0 77", "Ne2", "Kd4");
    assert_eq!(reasons, runs("a4"));
    // With kings and pawns alone it is a matter of the square.
    let pawn = placed(Piece::Pawn, "a4");
    let reasons = found("8/8/8/8/p3K3/8/8/7k w - - 0 1", "Kd3", "Kf3");
    assert_eq!(reasons, [Reason::LeavesSquare { pawn }]);
}

#[test]
fn a_passed_pawn_that_is_caught_does_not_run() {
    assert_eq!(found("8/8/8/8/p3K3/8/8/7k w - - 0 1", "Kd3", "Kd4"), []);
    // The new queen is taken at once.
    let fen = "6k1/8/8/8/8/8/p4PPP/1R4K1 w - - 0 1";
    assert_eq!(told(fen, "Ra1 Kf7 Rxa2", "Rf1 a1=Q Rxa1"), []);
}

#[test]
fn a_pawn_that_gets_through_is_allowed_to_promote() {
    let fen = "r3r1k1/p5p1/1Pp4p/q2p1b2/4p3/P3P1BP/2Q2PP1/R4RK1 b - - 0 22";
    let reasons = found(fen, "axb6", "Rec8");
    assert_eq!(reasons[1..], allows("a8"));
    // It attacks both rooks on its way.
    let targets = [placed(Piece::Rook, "a8"), placed(Piece::Rook, "c8")].to_vec();
    assert_eq!(reasons[0], Reason::Fork { by: placed(Piece::Pawn, "b7"), targets });
    // Three against three: the middle one breaks through.
    let fen = "8/ppp5/8/PPP5/8/6k1/8/3K4 b - - 0 1";
    let better = "b6 axb6 axb6 cxb6 cxb6 Kd2 Kf4 Kd3 Ke5 Kc4 Kd6";
    let reasons = told(fen, better, "Kf3 b6 axb6 c6 bxc6 a6 Kf4 a7 Kf3 a8=Q");
    assert_eq!(reasons, allows("a8"));
}

#[test]
fn a_promotion_in_both_lines_is_not_allowed_by_one() {
    let fen = "8/1P6/8/8/8/7k/p7/5K2 w - - 0 1";
    assert_eq!(told(fen, "b8=Q a1=Q+ Ke2 Qa6+", "Kf2 a1=Q Kf3"), misses("b8"));
    let fen = "7k/8/8/8/8/p7/8/5K2 w - - 0 1";
    assert_eq!(told(fen, "Ke2 a2 Kd2 a1=Q", "Kf2 a2 Ke2 a1=Q"), []);
}

#[test]
fn a_line_that_breaks_off_proves_no_promotion_away() {
    let fen = "8/8/8/8/p3K3/8/8/7k w - - 0 1";
    let played = "Kf3 a3 Ke2 a2 Kd2 a1=Q";
    assert_eq!(told(fen, "Kd3 a3", played), []);
    let leaves = [Reason::LeavesSquare { pawn: placed(Piece::Pawn, "a4") }];
    assert_eq!(told(fen, "Kd3 a3 Kc2 a2 Kb2 Kg2", played), leaves);
    assert_eq!(told(fen, "Kd3 a3 Kc2 a2 Kb2 a1=N Kxa1", played), leaves, "no more than a pawn");
}

#[test]
fn a_pawn_that_could_promote_is_missed() {
    assert_eq!(found("8/P6k/8/8/8/8/1r6/6K1 w - - 0 1", "a8=Q", "Kf1"), misses("a8"));
    let fen = "r5k1/1P3ppp/8/8/8/8/5PPP/6K1 w - - 0 1";
    assert_eq!(found(fen, "bxa8=Q#", "h3"), []);
    let fen = "r6k/1P4pp/8/8/8/8/5PPP/6K1 w - - 0 1";
    assert_eq!(told(fen, "b8=Q+ Rxb8", "h3 Rb8"), []);
    let fen = "r7/1P3kpp/8/8/8/8/5PPP/6K1 w - - 0 1";
    assert_eq!(found(fen, "bxa8=Q", "h3"), misses("a8"));
}

#[test]
fn a_pawn_that_promotes_a_move_later_is_not_missed() {
    assert_eq!(found("8/P5k1/8/8/8/8/6K1/8 w - - 0 1", "a8=Q", "Kg3"), []);
}

const ITALIAN: &str = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";

#[test]
fn a_king_that_moves_loses_the_right_to_castle() {
    assert_eq!(told(ITALIAN, "O-O Nf6 d3", "Kf1 Nf6 d3"), [Reason::LosesCastling]);
    assert_eq!(found(ITALIAN, "O-O", "Ke2"), [Reason::LosesCastling]);
    assert_eq!(found(ITALIAN, "d3", "Kf1"), [Reason::LosesCastling]);
}

#[test]
fn a_rook_that_moves_loses_the_last_right_to_castle() {
    let last = ITALIAN.replace("KQkq", "Kkq");
    assert_eq!(told(&last, "O-O Nf6 d3", "Rg1 Nf6 d3"), [Reason::LosesCastling]);
    assert_eq!(told(ITALIAN, "O-O Nf6 d3", "Rg1 Nf6 d3"), [], "the other rook may still");
}

#[test]
fn the_right_to_castle_counts_where_there_is_a_queen_to_fear() {
    let queenless = ITALIAN.replace("r1bqk1nr", "r1b1k1nr").replace("RNBQK2R", "RNB1K2R");
    assert_eq!(told(&queenless, "O-O Nf6 d3", "Kf1 Nf6 d3"), []);
}

#[test]
fn the_right_to_castle_does_not_count_where_it_is_lost_anyhow_or_something_else_is() {
    assert_eq!(told(ITALIAN, "Rg1 Nf6 d3", "Kf1 Nf6 d3"), [Reason::LosesCastling]);
    let last = ITALIAN.replace("KQkq", "Kkq");
    assert_eq!(told(&last, "Rg1 Nf6 d3", "Kf1 Nf6 d3"), []);
    assert_eq!(told(ITALIAN, "O-O Nf6 d3", "Kf1 Nf6 Nxe5 Nxe5 d3"), []);
}

#[test]
fn castling_of_chess960_is_told_apart_from_moves_of_king_and_rook() {
    // The king stands on b1 and its rook on c1.
    let fen = "1kr4q/ppp5/8/8/8/Q7/PPP5/1KR5 w Cc - 0 1";
    assert_eq!(told(fen, "a3b3 a7a6", "b1c1 a7a6"), []);
    assert_eq!(told(fen, "Qb3 a6", "Rd1 a6"), [Reason::LosesCastling]);
}
