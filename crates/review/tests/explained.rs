//! Errors that were explained wrongly once, or not at all.

use damier_chess::Position;
use damier_core::{Game, Rules};
use damier_reasons::reason::{Piece, Placed, Reason};
use damier_review::judging::Judgement;
use damier_review::review::MoveReview;
use damier_review::{Analyst, Budget, Settings};

/// Enough for what a person sees, and quick without optimisation.
const NODES: u64 = 20_000;

fn judged(game: &Game<Position>, mv: &str, nodes: u64) -> MoveReview {
    let settings = Settings { budget: Budget::Nodes(nodes), lines: 1, tables: None };
    let mut analyst = Analyst::new(settings).expect("an analyst");
    let mv = game.position().read_move(mv).expect("a legal move");
    let review = analyst.judge(game, mv).expect("nothing stops it");
    println!("{} {:?}", review.played, review.reasons);
    review
}

fn explained(fen: &str, mv: &str) -> MoveReview {
    judged(&Game::new(Position::from_fen(fen).expect("a position")), mv, NODES)
}

fn explained_after(moves: &str, mv: &str) -> MoveReview {
    let mut game = Game::new(Position::start());
    for text in moves.split_whitespace() {
        let mv = game.position().read_move(text).expect("a legal move");
        game.play_unchecked(mv);
    }
    judged(&game, mv, NODES)
}

fn placed(piece: Piece, square: &str) -> Placed {
    Placed { piece, square: square.to_owned() }
}

fn speaks_of_material(review: &MoveReview) -> bool {
    review.reasons.iter().any(|reason| reason.stake().is_some())
}

fn misses_material(review: &MoveReview) -> bool {
    review.reasons.iter().any(|reason| matches!(reason, Reason::MissesMaterial(_)))
}

/// What is said besides what it comes to.
fn hows(review: &MoveReview) -> Vec<&Reason> {
    let comes_to = |reason: &&Reason| {
        reason.stake().is_some()
            || matches!(reason, Reason::AllowsMate { .. } | Reason::MissesMate { .. })
    };
    review.reasons.iter().filter(|reason| !comes_to(reason)).collect()
}

#[test]
fn nothing_is_won_where_the_better_move_only_holds_the_draw() {
    let opposition = explained("8/8/4k3/8/4PK2/8/8/8 b - - 0 1", "Kd6");
    assert!(opposition.reasons.contains(&Reason::LosesOpposition), "{:?}", opposition.reasons);
    assert!(!speaks_of_material(&opposition));
    assert!(!speaks_of_material(&explained("8/7B/8/8/1K6/7P/8/7k b - - 0 1", "Kg1")));
    // Here the pawn would have lived: the rook alone wins afterwards, and not before.
    assert!(!misses_material(&explained("8/2K5/8/4p3/8/8/2R5/5k2 b - - 0 1", "Ke1")));
}

#[test]
fn what_comes_back_by_force_is_not_lost() {
    // A quiet move in the line takes more to see.
    let fen = "2r2kn1/1q5p/4RB2/pp4Q1/1n4P1/7P/1P3P2/6K1 w - - 1 31";
    let game = Game::new(Position::from_fen(fen).expect("a position"));
    let review = judged(&game, "Bg7+", 5 * NODES);
    assert!(!speaks_of_material(&review), "{:?}", review.reasons);
    let is_exchange = |reason: &&Reason| matches!(reason, Reason::LosingExchange { .. });
    assert_eq!(hows(&review).into_iter().find(is_exchange), None);
}

#[test]
fn what_is_not_won_was_not_missed() {
    let fen = "r1bq1rk1/ppp4p/2n1p3/1B1pBp2/3Pn1p1/2P1P3/PP1N1PPP/R2QK2R w KQ - 1 12";
    assert!(!speaks_of_material(&explained(fen, "h3")));
    assert!(!misses_material(&explained_after("e4 d5", "Qh5")));
}

#[test]
fn a_stalemate_is_told() {
    let review = explained("7k/8/8/3K1Q2/8/8/8/8 w - - 0 1", "Qg6");
    assert_eq!(review.judgement, Some(Judgement::Blunder));
    assert!(review.reasons.contains(&Reason::Stalemate), "{:?}", review.reasons);
}

#[test]
fn forks_are_told_with_the_piece_that_forks() {
    let forks_by = |review: &MoveReview, piece: Piece, square: &str| {
        let by_it =
            |it: &Reason| matches!(it, Reason::Fork { by, .. } if *by == placed(piece, square));
        review.reasons.iter().any(by_it)
    };
    let review = explained("8/KP1k4/2qBn3/P3P1p1/6P1/8/8/8 b - - 2 70", "e6c5");
    assert!(forks_by(&review, Piece::Knight, "b8"), "{:?}", review.reasons);
    let fen = "r1r3k1/pQ2bppp/2p1pnq1/4n3/7R/1BN1B2P/PPP2PP1/5RK1 w - - 1 18";
    let review = explained(fen, "b7e7");
    assert!(forks_by(&review, Piece::Knight, "f3"), "{:?}", review.reasons);
}

#[test]
fn a_queen_that_is_lost_or_left_is_told() {
    let fen = "r3r1k1/6P1/p6Q/2p4p/P1Pp2bP/1B4R1/2P3PK/4q3 b - - 3 31";
    let review = explained(fen, "e1e5");
    assert!(!hows(&review).is_empty(), "{:?}", review.reasons);
    let fen = "rnb1kbnr/ppp1pp1p/6p1/8/2Pq4/7Q/PP1P1PPP/RNB1KBNR b KQkq - 1 5";
    let review = explained(fen, "Qe4+");
    let untaken = Reason::LeavesUntaken { prey: placed(Piece::Queen, "h3") };
    assert!(review.reasons.contains(&untaken), "{:?}", review.reasons);
    let pieces = |reason: &Reason| reason.stake().map_or(0, |it| it.lost.len() + it.gained.len());
    assert!(review.reasons.iter().all(|reason| pieces(reason) < 4), "{:?}", review.reasons);
}

#[test]
fn what_is_simply_taken_is_told() {
    let review = explained("r1bk2r1/ppp4p/4p3/2n5/1b6/6P1/PBP2PBP/R4RK1 w - - 3 16", "Rae1");
    let prey = placed(Piece::Rook, "e1");
    let expected = Reason::LosingExchange { prey };
    assert!(review.reasons.contains(&expected), "{:?}", review.reasons);
    let fen = "rn3rk1/pp1qbppp/5n2/8/3p1B2/2NP1N2/PPP1QPPP/R3K2R w KQ - 0 12";
    assert!(!hows(&explained(fen, "Ne5")).is_empty());
    let review = explained_after("e4 e5 Nf3 Nc6 Bc4 Nd4 Nxe5 Qg5", "Nxf7");
    assert!(!hows(&review).is_empty());
}

#[test]
fn castling_that_could_have_been_taken_away_is_told() {
    let review = explained_after("e4 d5 d3 dxe4 dxe4", "Nf6");
    assert!(review.reasons.contains(&Reason::LeavesCastling), "{:?}", review.reasons);
}
