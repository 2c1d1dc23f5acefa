//! The rules one by one, on positions that show them.

use damier_draughts::{Bitboard, Position, Side, Square};

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The legal moves as records write them, in order of their text.
fn moves(fen: &str) -> Vec<String> {
    let position = position(fen);
    let mut texts: Vec<String> =
        position.legal_moves().iter().map(|&mv| position.write_move(mv)).collect();
    texts.sort();
    texts
}

fn after(fen: &str, mv: &str) -> String {
    let mut position = position(fen);
    let mv = position.read_move(mv).unwrap();
    position.play(mv);
    position.to_fen()
}

#[test]
fn the_most_pieces_must_be_taken() {
    assert_eq!(moves("W:W32:B27,28,18"), ["32x12"]);
    // A king counts as much as a man, and kings have no precedence.
    assert_eq!(moves("W:WK46,7:BK28,1,2").len(), 5);
    assert_eq!(moves("W:WK46,32:BK41,28,18"), ["32x12"]);
}

#[test]
fn a_man_that_passes_the_last_row_stays_a_man() {
    assert_eq!(moves("W:W12:B8,9"), ["12x14"]);
    assert_eq!(after("W:W12:B8,9", "12x14"), "B:W14:B");
    // One that stays there does not.
    assert_eq!(after("W:W12:B8", "12x3"), "B:WK3:B");
    assert_eq!(after("B:W48:B40", "40-45"), "W:W48:B45");
    assert_eq!(after("B:WK1,48:B41", "41-46"), "W:WK1,48:BK46");
}

#[test]
fn a_king_flies_and_lands_where_it_likes() {
    assert_eq!(moves("W:WK46:B28"), ["46x10", "46x14", "46x19", "46x23", "46x5"]);
    // Two in a row cannot be jumped.
    assert_eq!(moves("W:WK46:B28,23"), ["46-32", "46-37", "46-41"]);
}

#[test]
fn a_capture_may_lead_back_to_its_origin() {
    assert_eq!(moves("W:W32:B28,18,17,27"), ["32x32"]);
    assert_eq!(after("W:W32:B28,18,17,27", "32x32"), "B:W32:B");
    let position = position("W:W32:B28,18,17,27");
    let path = position.path(position.legal_moves()[0]);
    assert_eq!((path.len(), path[0], path[4]), (5, path[4], path[0]));
}

#[test]
fn men_take_backwards_too_and_step_forward_only() {
    assert_eq!(moves("W:W28:B33"), ["28x39"]);
    assert_eq!(moves("W:W28:B5"), ["28-22", "28-23"]);
    assert_eq!(moves("B:W45:B28"), ["28-32", "28-33"]);
}

#[test]
fn jumped_pieces_block_until_the_move_is_over() {
    // With 28 gone at once, the king could return over its square and take more.
    assert_eq!(moves("W:WK28:B17,18,19,22,23,24,32,33,34").len(), 2);
    // No piece is jumped twice: the king stops behind the last of three.
    let fen = "W:WK7,24,25,35,42,46,48:B9,17,18,19,27,28,30,34,37,44";
    assert_eq!(moves(fen).len(), 1);
}

#[test]
fn captures_between_the_same_ends_differ_by_what_they_take() {
    let fen = "W:WK4:B13,20,32,37";
    let position = position(fen);
    let to_15: Vec<_> = position
        .legal_moves()
        .into_iter()
        .filter(|mv| mv.to().number() == 15)
        .map(|mv| (mv.to_string(), position.write_move(mv)))
        .collect();
    let hub: Vec<&str> = to_15.iter().map(|(hub, _)| hub.as_str()).collect();
    assert_eq!(hub, ["4x15x13x20x32", "4x15x13x20x37"]);
    let (one, other) = (&to_15[0].1, &to_15[1].1);
    assert_ne!(one, other);
    for text in [one, other] {
        assert_eq!(text.split('x').count(), 4, "{text} has all landing squares");
    }
}

#[test]
fn who_cannot_move_has_no_legal_move() {
    for fen in ["W:W:B28", "B:W28:B", "W:W6:B1", "W:W46:B41,37", "B:WK50:B45"] {
        assert!(!position(fen).has_legal_move(), "{fen}");
        assert_eq!(moves(fen).len(), 0, "{fen}");
    }
    assert!(position("W:W46:B41").has_legal_move(), "46x37");
    assert!(position("W:WK46:B41").has_legal_move(), "46x37 and on");
}

#[test]
fn either_side_can_be_asked_whether_it_could_capture() {
    let one = position("W:W32:B28");
    assert!(one.can_capture(Side::White) && one.can_capture(Side::Black));
    let other = position("B:WK50:B22");
    assert!(other.can_capture(Side::White) && !other.can_capture(Side::Black));
    let neither = position("W:WK46:B28,23");
    assert!(!neither.can_capture(Side::White) && !neither.can_capture(Side::Black));
}

#[test]
fn the_start_position_is_the_usual_one() {
    let start = Position::start();
    let squares = |numbers: std::ops::RangeInclusive<u8>| -> Bitboard {
        numbers.filter_map(Square::from_number).collect()
    };
    assert_eq!(start.men(Side::Black), squares(1..=20));
    assert_eq!(start.men(Side::White), squares(31..=50));
    assert_eq!(start.side_to_move(), Side::White);
    let expected = "31-26 31-27 32-27 32-28 33-28 33-29 34-29 34-30 35-30";
    assert_eq!(moves(&start.to_fen()).join(" "), expected);
    let diagram = start.to_diagram();
    assert_eq!(diagram.lines().count(), 10);
    assert_eq!(diagram.lines().next(), Some("  b   b   b   b   b     1-5"));
    assert_eq!(diagram.lines().nth(9), Some("w   w   w   w   w      46-50"));
}

#[test]
fn passing_hands_over_the_turn_and_nothing_else() {
    let position = position("W:WK6,28:BK45,12");
    let mut passed = position.clone();
    passed.pass();
    assert_eq!(passed.to_fen(), "B:WK6,28:B12,K45");
    assert_eq!(passed.key(), self::position("B:WK6,28:B12,K45").key());
    assert_eq!(passed.clocks(), position.clocks());
}
