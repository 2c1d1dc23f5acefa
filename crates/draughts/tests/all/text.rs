//! Text in and out: positions and moves, right and wrong.

use damier_draughts::{CompactError, FenError, FenTextError, MoveError, Position, START_FEN, Side};
use damier_testkit::draughts::{PERFT, random_fen};
use damier_testkit::{Random, walk};
use std::collections::BTreeSet;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

type Expectation = fn(&FenError) -> bool;

#[test]
fn every_mistake_in_a_fen_has_its_own_name_and_place() {
    use FenError::*;
    let cases: &[(&str, Expectation, &str)] = &[
        ("", |e| matches!(e, UnknownSide { column: 1, .. }), "must be W or B"),
        ("X:W1:B2", |e| matches!(e, UnknownSide { column: 1, .. }), "\"X\""),
        (" WB:W31:B2", |e| matches!(e, UnknownSide { column: 2, .. }), "\"WB\""),
        ("W", |e| matches!(e, MissingColour { side: Side::White, .. }), "write \":W\""),
        ("W:W31", |e| matches!(e, MissingColour { side: Side::Black, .. }), "write \":B\""),
        ("W:31:B2", |e| matches!(e, UnknownColour { column: 3, .. }), "begin the list with W or B"),
        ("W::B2", |e| matches!(e, UnknownColour { column: 3, .. }), "belong to no side"),
        ("W:W31:W32", |e| matches!(e, RepeatedColour { column: 7, .. }), "second time"),
        ("W:W31:B2:B3", |e| matches!(e, RepeatedColour { side: Side::Black, .. }), "column 10"),
        ("W:W31,x:B2", |e| matches!(e, UnknownSquare { column: 7, .. }), "\"x\""),
        ("W:W31,:B2", |e| matches!(e, UnknownSquare { column: 7, .. }), "write 28, K28"),
        ("W:W31,,32:B2", |e| matches!(e, UnknownSquare { column: 7, .. }), "no square"),
        ("W:WK:B2", |e| matches!(e, UnknownSquare { column: 4, .. }), "\"K\""),
        ("W:W31-:B2", |e| matches!(e, UnknownSquare { column: 4, .. }), "\"31-\""),
        ("W:W31-33-35:B2", |e| matches!(e, UnknownSquare { .. }), "31-33-35"),
        ("W:W+31:B2", |e| matches!(e, UnknownSquare { .. }), "+31"),
        ("W:W0:B2", |e| matches!(e, NoSuchSquare { column: 4, .. }), "no square 0"),
        ("W:W31, 51:B2", |e| matches!(e, NoSuchSquare { column: 8, .. }), "no square 51"),
        ("W:W31-99:B2", |e| matches!(e, NoSuchSquare { column: 7, .. }), "numbered 1 to 50"),
        ("W:W1000:B2", |e| matches!(e, NoSuchSquare { .. }), "no square 1000"),
        ("W:W35-31:B2", |e| matches!(e, BackwardRange { column: 4, .. }), "35-31"),
        ("W:W31,31:B2", |e| matches!(e, SquareTaken { column: 7, .. }), "square 31"),
        ("W:W31:B2,31", |e| matches!(e, SquareTaken { column: 10, .. }), "second piece"),
        ("W:W31-40,35:B2", |e| matches!(e, SquareTaken { column: 10, .. }), "square 35"),
        ("W:W5:B2", |e| matches!(e, ManOnLastRow { side: Side::White, .. }), "white man on 5"),
        ("W:W31:B46", |e| matches!(e, ManOnLastRow { side: Side::Black, .. }), "write K46"),
        ("W:W31,G32:B2", |e| matches!(e, MidCapture { column: 7, .. }), "being captured"),
        ("W:W31:B2,P3", |e| matches!(e, MidCapture { column: 10, .. }), "\"P3\""),
        ("W:W31:B2:Hx", |e| matches!(e, BadClock { column: 10, .. }), "0 to 65535"),
        ("W:W31:B2:H0:F70000", |e| matches!(e, BadClock { column: 13, .. }), "F70000"),
        ("W:W31:B2:H", |e| matches!(e, BadClock { .. }), "\"H\""),
        ("W:W31é:B2", |e| matches!(e, Text(FenTextError::NotAscii { column: 6, .. })), "'é'"),
    ];
    for (fen, expectation, words) in cases {
        let error = match Position::from_fen(fen) {
            Err(error) => error,
            Ok(position) => panic!("{fen} was read as {position}"),
        };
        assert!(expectation(&error), "{fen}: {error:?}");
        assert!(error.to_string().contains(words), "{fen}: {error}");
    }
    let long = format!("W:W31:B2{}", " ".repeat(600));
    assert!(matches!(Position::from_fen(&long), Err(FenError::Text(FenTextError::TooLong { .. }))));
}

#[test]
fn a_fen_is_read_however_it_is_written() {
    let start = Position::start();
    for text in [
        START_FEN,
        "W:W31-50:B1-20.",
        "W:B1-20:W31-50",
        "w:w31-50:b1-20",
        " W : W 31 - 50 : B 1 - 20 . ",
        "W:W31-40,41-50:B1-10,11,12,13-20",
        "W:W31-50:B1-20:H0:F1",
        "W:W31-50:B1-20:h0:f1.",
        "W:W31-50:B1-20:+0+0",
        "W:W031-050:B01-20",
    ] {
        assert_eq!(position(text), start, "{text}");
    }
    assert_eq!(position("b:wk1-3,k28:b"), position("B:WK1,K2,K3,K28:B"));
    assert_eq!(position("W:W:B").occupied().count(), 0);
    assert_eq!(position("W:W31:B2:H12").clocks().king_moves(), 12);
    assert_eq!(position("W:W31:B2:F12").clocks().king_moves(), 0);
}

#[test]
fn positions_survive_every_notation() {
    let mut random = Random::new(11);
    let check = |position: &Position| {
        let read = [
            Position::from_fen(&position.to_fen()).unwrap(),
            Position::from_hub(&position.to_hub()).unwrap(),
            Position::from_dxp(&position.to_dxp()).unwrap(),
        ];
        for again in read {
            assert_eq!(&again, position);
            assert_eq!(again.key(), position.key());
        }
    };
    for case in PERFT.iter() {
        walk(position(case.fen), 150, &mut random, |game| check(game.position()));
        check(&position(&random_fen(&mut random)));
    }
}

#[test]
fn hub_and_dxp_have_a_letter_a_square() {
    let start = Position::start();
    let hub = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";
    assert_eq!(start.to_hub(), hub);
    assert_eq!(start.to_dxp(), hub.replace('b', "z"));
    assert_eq!(Position::from_hub(&hub.replacen('W', "w", 1)), Ok(start));
    let kings = position("B:WK1,28:BK50,7");
    assert_eq!(&kings.to_hub()[..2], "BW");
    assert_eq!(&kings.to_dxp()[..2], "ZW");
    assert!(kings.to_hub().ends_with("eB") && kings.to_dxp().ends_with("eZ"));
}

#[test]
fn mistakes_in_hub_and_dxp_are_named() {
    let hub = Position::start().to_hub();
    let error = |text: &str| Position::from_hub(text).unwrap_err();
    assert_eq!(error(""), CompactError::WrongLength { found: 0 });
    assert_eq!(error(&hub[..50]), CompactError::WrongLength { found: 50 });
    assert_eq!(error(&format!("{hub}e")), CompactError::WrongLength { found: 52 });
    let strange = error(&hub.replacen('W', "Z", 1));
    assert_eq!(strange, CompactError::UnknownSide { letter: 'Z', sides: ['W', 'B'] });
    assert!(strange.to_string().contains("must be W or B"), "{strange}");
    let strange = error(&hub.replacen("be", "bx", 1));
    assert!(strange.to_string().starts_with("square 21: 'x' is no piece"), "{strange}");
    assert!(strange.to_string().contains("w or b for a man, W or B for a king"), "{strange}");
    let strange = error(&hub.replacen('b', "w", 1));
    assert!(matches!(strange, CompactError::ManOnLastRow { letter: 'w', .. }), "{strange}");
    let strange = error(&hub.replacen('b', "é", 1));
    assert!(matches!(strange, CompactError::UnknownPiece { letter: 'é', .. }), "{strange}");
    let dxp = Position::from_dxp(&hub).unwrap_err();
    assert!(matches!(dxp, CompactError::UnknownPiece { letter: 'b', .. }), "{dxp}");
}

#[test]
fn every_legal_move_is_read_as_it_is_written() {
    let mut random = Random::new(12);
    let mut with_same_ends = 0;
    let mut check = |position: &Position| {
        let mut texts = BTreeSet::new();
        for mv in position.legal_moves() {
            let text = position.write_move(mv);
            assert_eq!(position.read_move(&text), Ok(mv), "{text} in {position}");
            with_same_ends += usize::from(text.matches('x').count() > 1);
            assert!(texts.insert(text), "two moves have one text in {position}");
            let full = position.write_path(mv);
            assert_eq!(position.read_move(&full), Ok(mv), "{full} in {position}");
            let hub = position.write_hub(mv);
            assert_eq!(position.read_hub(&hub), Ok(mv), "{hub} in {position}");
            assert_eq!(position.read_move(&hub), Ok(mv), "{hub} in {position}");
            // Captured squares come in any order.
            let mut captured: Vec<String> =
                mv.captured().into_iter().map(|s| s.to_string()).collect();
            captured.reverse();
            if mv.is_capture() {
                let turned = format!("{}x{}x{}", mv.from(), mv.to(), captured.join("x"));
                assert_eq!(position.read_hub(&turned), Ok(mv), "{turned} in {position}");
            }
            for separator in [":", " x ", "*", " X", "-"] {
                let odd = full.replace(['x', '-'], separator);
                let read = position.read_move(&odd);
                let is_fine = mv.is_capture() || separator == "-";
                assert_eq!(read == Ok(mv), is_fine, "{odd} in {position}: {read:?}");
            }
        }
    };
    for case in PERFT.iter() {
        for _ in 0..if cfg!(debug_assertions) { 1 } else { 10 } {
            walk(position(case.fen), 100, &mut random, |game| check(game.position()));
        }
    }
    for _ in 0..if cfg!(debug_assertions) { 300 } else { 3_000 } {
        check(&position(&random_fen(&mut random)));
    }
    assert!(with_same_ends > 10, "{with_same_ends} moves needed their whole path");
}

#[test]
fn text_that_is_no_legal_move_is_answered_with_the_reason() {
    let start = Position::start();
    for text in ["", "32", "32-", "-28", "32--28", "e4", "32x", "a-b", "32 28", "３２-28", "32-28-"]
    {
        let error = start.read_move(text).unwrap_err();
        assert!(matches!(error, MoveError::Unreadable { .. }), "{text}: {error:?}");
    }
    let many = ["32"; 40].join("x");
    assert!(matches!(start.read_move(&many), Err(MoveError::Unreadable { .. })));
    for text in ["0-28", "32-51", "32-999", "99999999999999999999999-1"] {
        let error = start.read_move(text).unwrap_err();
        assert!(matches!(error, MoveError::NoSuchSquare { .. }), "{text}: {error:?}");
    }
    for text in ["32-23", "32x28", "20-25", "32-28-22", "1-1"] {
        let error = start.read_move(text).unwrap_err();
        assert!(matches!(error, MoveError::Illegal { .. }), "{text}: {error:?}");
    }
    assert_eq!(start.read_move(" 32 - 28!? ").map(|mv| mv.to_string()), Ok("32-28".to_owned()));

    let majority = position("W:W32:B27,28,18").read_move("32x21").unwrap_err();
    let words = "32x21 is not legal: a capture of 2 is compulsory, 32x12";
    assert_eq!(majority.to_string(), words);

    let once = position("W:WK46:B28");
    assert!(once.read_move("46x23").is_ok(), "and the target is no square on the way:");
    assert!(once.read_move("46x23x23").is_err());

    let several = position("W:WK4:B13,20,32,37");
    let error = several.read_move("4x15").unwrap_err();
    assert!(matches!(&error, MoveError::Ambiguous { choices, .. } if choices.len() == 2));
    assert!(several.read_hub("4x15").is_err() && several.read_hub("4x15x13x20").is_err());
    assert!(several.read_hub("4x15x13x20x32x32").is_err());
    let MoveError::Ambiguous { choices, .. } = error else { unreachable!() };
    for choice in choices {
        let mv = several.read_move(&choice).unwrap();
        // One square on the way is enough to know the path.
        let squares: Vec<&str> = choice.split('x').collect();
        let short = [squares[0], squares[2], squares[3]].join("x");
        let shorter = [squares[0], squares[1], squares[3]].join("x");
        assert!(several.read_move(&short) == Ok(mv) || several.read_move(&shorter) == Ok(mv));
    }
}
