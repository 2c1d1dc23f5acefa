//! What endings are decided by, draws, and moves whose time is the point.

use super::{placed, said_in_full, told, told_in_full, told_with};
use crate::reason::Piece::{Bishop, Knight, Pawn, Rook};
use crate::reason::Reason;
use crate::samples::verdict;
use crate::witness::Witness;
use damier_chess::Position;

#[test]
fn the_opposition_that_is_given_up_is_named() {
    let fen = "8/8/4k3/8/4PK2/8/8/8 b - - 0 1";
    let better = "Kf6 Ke3 Ke5 Kd3";
    assert_eq!(told(fen, better, "Kd6 Kf5 Ke7 Ke5"), [Reason::LosesOpposition]);
    // Nobody takes it, or there is more on the board than kings and pawns.
    assert_eq!(told(fen, better, "Kd6 Ke3 Ke7 Kd3"), []);
    let fen = "8/8/4k3/8/r3PK2/8/8/R7 b - - 0 1";
    assert_eq!(told(fen, "Kf6 Kg3 Ke5", "Kd6 Kf5 Ke7 Ke5"), []);
}

#[test]
fn a_king_that_leaves_the_square_of_a_pawn_is_named() {
    let fen = "8/8/8/8/p3K3/8/8/7k w - - 0 1";
    let better = "Kd3 a3 Kc2 a2 Kb2 a1=Q+ Kxa1";
    let reasons = told(fen, better, "Kf3 a3 Ke2 a2 Kd2 a1=Q");
    assert_eq!(reasons, [Reason::LeavesSquare { pawn: placed(Pawn, "a4") }]);
    // From d4 it is near enough; who lets the pawn go all the same has not left the square.
    let reasons = told(fen, better, "Kd4 a3 Ke3 a2 Kd2 a1=Q");
    assert!(!reasons.contains(&Reason::LeavesSquare { pawn: placed(Pawn, "a4") }), "{reasons:?}");
    // A pawn from its first square has a move less to make.
    let fen = "7k/p7/8/8/8/6K1/8/8 w - - 0 1";
    let better = "Kf3 a5 Ke3 a4 Kd3 a3 Kc2 a2 Kb2 a1=Q+ Kxa1";
    let reasons = told(fen, better, "Kh3 a5 Kg3 a4 Kf3 a3 Ke2 a2 Kd2 a1=Q");
    assert!(reasons.contains(&Reason::LeavesSquare { pawn: placed(Pawn, "a7") }), "{reasons:?}");
}

#[test]
fn a_bishop_of_the_wrong_colour_is_named() {
    let wrong = Reason::WrongBishop { corner: "h8".to_owned() };
    let better = "Kg2 Bf5 Kg3 Be6 Kf4 h4 Ke5 Bf7 Kf6 Bb3 Kg7 h5";
    let played = "Kg1 h4 Kf2 h5 Ke3 h6 Kd4 Bf5 Ke5 h7 Kxf5 h8=Q";
    let reasons = told("8/7B/8/8/1K6/7P/8/7k b - - 0 1", better, played);
    assert_eq!(reasons.first(), Some(&wrong));
    // This bishop controls the corner.
    let better = "Kg2 Kc5 Kxh3";
    let reasons = told("8/6B1/8/8/1K6/7P/8/7k b - - 0 1", better, "Kg1 h4 Kg2 h5 Kg3 h6");
    assert!(!reasons.contains(&wrong), "{reasons:?}");
    // The exchange leaves a pawn on the rim; the other one keeps the pawn beside it.
    let fen = "6k1/7p/6P1/7P/6B1/6K1/8/8 w - - 0 1";
    let better = "Kf4 hxg6 hxg6 Kg7";
    assert_eq!(told(fen, better, "gxh7+ Kxh7 Kf4 Kh8"), [wrong]);
    assert_eq!(told(fen, better, "Kh4 hxg6 hxg6 Kg7"), []);
}

const QUEENS: &str = "6k1/5p2/6p1/8/7q/Q7/6P1/6K1 w - - 0 1";

#[test]
fn checks_without_end_are_named() {
    let perpetual = "Qb2 Qe1+ Kh2 Qh4+ Kg1 Qe1+ Kh2";
    assert_eq!(told_with(QUEENS, "Qf3 Qd4+ Kh1", perpetual, 900), [Reason::PerpetualCheck]);
    // Nothing is given away, or the checks come to an end.
    assert_eq!(told_with(QUEENS, "Qf3 Qd4+ Kh1", perpetual, 50), []);
    assert_eq!(told_with(QUEENS, "Qf3 Qd4+ Kh1", "Qb2 Qe1+ Kh2 Qd1", 900), []);
}

#[test]
fn moves_that_come_again_are_named() {
    let quiet = "Qb2 Qg4 Qa3 Qh4 Qb2";
    assert_eq!(told_with(QUEENS, "Qf3 Qd4+ Kh1", quiet, 900), [Reason::Repetition]);
    assert_eq!(told_with(QUEENS, "Qf3 Qd4+ Kh1", "Qb2 Qg4 Qa3 Qh4 Qc3", 900), []);
}

#[test]
fn zugzwang_is_named() {
    // Both kings attack a pawn, and whoever has to move loses his own.
    let fen = "8/8/8/2K1p3/4P1k1/8/8/8 w - - 0 1";
    let better = "Kd6 Kf4 Kd5 Kf3 Kxe5";
    assert_eq!(told(fen, better, "Kd5 Kf4 Kc4 Kxe4"), [Reason::Zugzwang]);
    // With a pawn move to spare there is none.
    let fen = "8/8/8/2K1p3/4P1k1/8/P7/8 w - - 0 1";
    assert!(!told(fen, better, "Kd5 Kf4 Kc4 Kxe4").contains(&Reason::Zugzwang));
}

#[test]
fn a_piece_that_could_have_sold_itself_is_named() {
    let desperado = Reason::Desperado { piece: placed(Knight, "a8"), prey: placed(Pawn, "c7") };
    let fen = "N2k4/1bp5/8/8/8/8/5PPP/6K1 w - - 0 1";
    assert_eq!(told(fen, "Nxc7 Kxc7 f3", "f3 Bxa8 Kf2"), [desperado]);
    // With a square to go to it is not lost: it hangs.
    let fen = "N2k4/1b6/2p5/8/8/8/5PPP/6K1 w - - 0 1";
    let hangs = Reason::Hangs { prey: placed(Knight, "a8") };
    assert_eq!(told(fen, "Nb6 Kc7 Na4", "f3 Bxa8 Kf2"), [hangs]);
}

#[test]
fn a_blow_before_the_recapture_is_named() {
    use crate::reason::Piece::Queen;
    let fen = "6k1/5ppp/4p3/3n4/1q6/1B5P/5PP1/4R1K1 w - - 0 1";
    let in_between = Reason::InBetween { by: placed(Queen, "e1"), prey: placed(Bishop, "d5") };
    let reasons = told_in_full(fen, "Rd1 Nf6 Kf1", "Bxd5 Qxe1+ Kh2 exd5");
    assert!(reasons.contains(&in_between), "{reasons:?}");
    let reasons = told_in_full(fen, "Rd1 Nf6 Kf1", "Bxd5 exd5 Rd1");
    assert!(!reasons.contains(&in_between), "{reasons:?}");
}

#[test]
fn a_threat_that_is_left_standing_is_named() {
    let ignored = Reason::IgnoresThreat { prey: placed(Rook, "a2") };
    let said = |earlier: &str, reply: &str| {
        let earlier = Position::from_fen(earlier).unwrap();
        let mut position = earlier.clone();
        position.play(position.read_move(reply).unwrap());
        let [best, played] = ["Ra5 h6 Ra1", "h3 Bxa2"].map(|line| verdict(&position, line));
        let verdicts = [best.clone(), played.clone()];
        // Without the opponent's move nobody knows what it threatened.
        assert!(!said_in_full(&position, verdicts).contains(&ignored));
        let witness =
            Witness { earlier: Some(&earlier), position: &position, best, played, counted: None };
        super::ways(&witness)
    };
    let reasons = said("2b3k1/5ppp/8/8/8/8/R4PPP/6K1 b - - 0 1", "Be6");
    assert_eq!(reasons, [Reason::Hangs { prey: placed(Rook, "a2") }, ignored.clone()]);
    // It stood there before.
    let reasons = said("6k1/5ppp/4b3/8/8/8/R4PPP/6K1 b - - 0 1", "Kf8");
    assert!(!reasons.contains(&ignored), "{reasons:?}");
}

#[test]
fn a_new_piece_in_a_lost_line_was_no_chance() {
    let fen = "8/2K5/8/4p3/8/8/2R5/5k2 b - - 0 1";
    let better = "e4 Kd6 e3 Rc1+ Ke2 Kc5 Kd2 Rg1 e2 Kb4 e1=N Rg3";
    let played = "Ke1 Rc4 Ke2 Kd6 Kd3 Kd5 Kd2 Kxe5";
    assert_eq!(told_with(fen, better, played, -127), []);
}
