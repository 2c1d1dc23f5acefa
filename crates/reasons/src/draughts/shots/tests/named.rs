//! Shots by name on positions of books, and shots that come close; men that go without a shot.

use super::said_in_full;
use crate::draughts::shots::replay::Replay;
use crate::draughts::shots::shot::Shot;
use crate::reason::{Piece, Placed, Reason, ShotName};
use crate::samples::read_line;
use damier_draughts::{Position, Side, Square};

/// What the shot is called that a line of the striker begins with; also with the board turned.
fn name(fen: &str, line: &str) -> Option<ShotName> {
    let position = Position::from_fen(fen).expect("a good position");
    let moves = read_line(&position, line);
    let found =
        Shot::first_against(&Replay::of(&position, &moves), Side::Black).expect("a shot").name;
    let turned = position.rotated();
    let mut board = turned.clone();
    let moves: Vec<_> = moves
        .iter()
        .map(|mv| {
            let [from, to] = [mv.from(), mv.to()].map(Square::rotated);
            let same = board.legal_moves().into_iter().find(|other| {
                (other.from(), other.to(), other.captured()) == (from, to, mv.captured().rotated())
            });
            let mv = same.expect("the same move");
            board.play_unchecked(mv);
            mv
        })
        .collect();
    let shot = Shot::first_against(&Replay::of(&turned, &moves), Side::White).expect("a shot");
    assert_eq!(shot.name, found, "turned round");
    found
}

#[test]
fn shots_of_books_have_their_names() {
    let fen = "W:W27,28,32,38,39,40,45:B12,13,14,18,19,23,24";
    assert_eq!(name(fen, "27-22 18x27 32x21 23x34 40x7"), Some(ShotName::Royal));
    let fen = "W:W27,32,34,38,40,45:B11,12,16,18,23,25";
    let line = "27-22 18x27 32x21 16x27 34-30 25x34 40x16";
    assert_eq!(name(fen, line), Some(ShotName::Philippe));
    let fen = "W:W26,28,29,31,36:B9,16,17,18,19";
    let line = "29-23 18x29 28-22 17x28 26-21 16x27 31x4";
    assert_eq!(name(fen, line), Some(ShotName::Napoleon));
    let fen = "W:W27,28,32,36,37,38,42,43,46,48:B6,7,12,13,16,17,18,19,23,26";
    let line = "27-22 18x27 32x21 23x41 46x37 16x27 37-31 26x37 42x2";
    assert_eq!(name(fen, line), Some(ShotName::Snail));
    let fen = "W:W22,28,32,34,37:B11,17,19,24";
    assert_eq!(name(fen, "34-29 24x33 28x39 17x28 32x14"), Some(ShotName::Heel));
}

#[test]
fn shots_that_lack_a_mark_have_none() {
    // The same last capture from 40, but nobody was drawn from 18 to 27.
    assert_eq!(name("W:W34,40,45:B11,12,23,25", "34-30 25x34 40x16"), None);
    // Two men are drawn, not three.
    let fen = "W:W26,28,31,36:B9,16,17,19,29";
    assert_eq!(name(fen, "28-22 17x28 26-21 16x27 31x4"), None);
    // Nothing is taken backwards.
    let fen = "W:W28,32,37:B11,17,19";
    assert_eq!(name(fen, "28-22 17x28 32x14"), None);
}

fn placed(square: &str) -> Placed {
    Placed { piece: Piece::Man, square: square.to_owned() }
}

#[test]
fn a_man_that_is_simply_taken_falls() {
    let fen = "W:W26,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,\
        10,11,12,13,14,15,16,17,18,19,25";
    let falls = Reason::Falls { by: placed("17"), prey: placed("21") };
    assert_eq!(said_in_full(fen, "36-31 15-20", "26-21 17x26 36-31 12-17"), [falls]);
    // What is taken back is an exchange.
    let fen = "W:W31,36,37,42,48:B3,7,12,17";
    assert_eq!(said_in_full(fen, "37-32 3-8", "31-27 17-22 27x18 12x23"), []);
}

#[test]
fn a_man_beyond_the_middle_is_an_outpost() {
    let fen = "W:W24,38,48:B3,13,14";
    let better = "38-33 3-8 33-28 8-12";
    let lost = Reason::LosesOutpost { square: "24".to_owned() };
    assert_eq!(said_in_full(fen, better, "48-43 14-19 43-39 19x30"), [lost]);
    // One row further back it is a man like others.
    let fen = "W:W29,43,48:B3,19,20";
    let falls = Reason::Falls { by: placed("24"), prey: placed("29") };
    let played = "48-42 19-24 42-37 24x33";
    assert_eq!(said_in_full(fen, "43-38 3-8 38-33 8-12", played), [falls]);
}

#[test]
fn who_must_give_is_told_so() {
    let falls = Reason::Falls { by: placed("17"), prey: placed("22") };
    let (better, played) = ("31-26 12-18 26-21 18-23 21-16", "31-27 12-17 27-22 17x28");
    let reasons = said_in_full("W:W31,35:B12,25", better, played);
    assert_eq!(reasons, [Reason::ForcedToGive, falls.clone()]);
    // With a move to spare nobody must.
    assert_eq!(said_in_full("W:W31,35,50:B12,25", better, played), [falls]);
}
