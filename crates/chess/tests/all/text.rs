//! Text in and out: positions and moves, right and wrong.

use damier_chess::{CastlingStyle, FenError, FenTextError, MoveError, Position, START_FEN, Side};

fn error(fen: &str) -> FenError {
    match Position::from_fen(fen) {
        Err(error) => error,
        Ok(position) => panic!("{fen} was read as {position}"),
    }
}

/// A wrong FEN, what it is called, and words of the message.
type Mistake = (&'static str, fn(&FenError) -> bool, &'static str);

fn check(mistakes: &[Mistake]) {
    for (fen, is_expected, words) in mistakes {
        let error = error(fen);
        assert!(is_expected(&error), "{fen}: {error:?}");
        assert!(error.to_string().contains(words), "{fen}: {error}");
    }
}

#[test]
fn every_mistake_in_the_form_of_a_fen_has_its_own_name_and_place() {
    use FenError::*;
    check(&[
        ("", |e| matches!(e, MissingField { field: "the board" }), "ends before the board"),
        ("8/8/8/8/8/8/8/8", |e| matches!(e, MissingField { .. }), "before the side to move"),
        ("4k3/8/8/8/8/8/4K3 w", |e| matches!(e, WrongRankCount { found: 7 }), "but has 7"),
        ("4k3/8/8/8/8/8/8/8/4K3 w", |e| matches!(e, WrongRankCount { found: 9 }), "but has 9"),
        (
            "4k3/8/7/8/8/8/8/4K3 w",
            |e| matches!(e, WrongRankLength { squares: 7, column: 7, .. }),
            "rank 6 needs 8 squares, but has 7",
        ),
        (
            "4k3/8/8/8/8/8/ppppppppp/4K3 w",
            |e| matches!(e, WrongRankLength { squares: 9, .. }),
            "rank 2 needs 8 squares, but has 9",
        ),
        (
            "4k4/8/8/8/8/8/8/4K3 w",
            |e| matches!(e, WrongRankLength { squares: 9, .. }),
            "rank 8 needs 8 squares, but has 9",
        ),
        (
            "4k3/8/8/3x4/8/8/8/4K3 w",
            |e| matches!(e, UnknownPiece { letter: 'x', column: 10 }),
            "column 10",
        ),
        ("4k3/8/8/9/8/8/8/4K3 w", |e| matches!(e, UnknownPiece { letter: '9', .. }), "'9'"),
        ("4k3/8/8/0/8/8/8/4K3 w", |e| matches!(e, UnknownPiece { letter: '0', .. }), "'0'"),
        (
            "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
            |e| matches!(e, UnknownSide { column: 21, .. }),
            "must be w or b",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - x 1",
            |e| matches!(e, BadClock { column: 27, .. }),
            "halfmove clock",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", |e| matches!(e, BadClock { .. }), "halfmove clock"),
        ("4k3/8/8/8/8/8/8/4K3 w - - +1 1", |e| matches!(e, BadClock { .. }), "halfmove clock"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 99999", |e| matches!(e, BadClock { .. }), "move number"),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 e4",
            |e| matches!(e, TrailingText { column: 31, .. }),
            "unexpected text",
        ),
        (
            "4k3/8/8/8/8/8/8/4K♔3 w - - 0 1",
            |e| matches!(e, Text(FenTextError::NotAscii { column: 19, character: '♔' })),
            "'♔'",
        ),
    ]);
    let long = format!("{START_FEN}{}", " ".repeat(200));
    assert_eq!(error(&long), Text(FenTextError::TooLong { length: 256, most: 128 }));
    assert_eq!(error(&long).to_string(), "the text has 256 bytes, and no FEN has more than 128");
}

#[test]
fn every_mistake_in_the_pieces_has_its_own_name_and_place() {
    use FenError::*;
    check(&[
        (
            "8/8/8/8/8/8/8/4K3 w - - 0 1",
            |e| matches!(e, NoKing { side: Side::Black }),
            "Black has no king",
        ),
        (
            "4k3/8/8/8/8/8/8/8 w - - 0 1",
            |e| matches!(e, NoKing { side: Side::White }),
            "White has no king",
        ),
        (
            "4k3/8/8/8/8/8/8/3KK3 w - - 0 1",
            |e| matches!(e, SeveralKings { count: 2, .. }),
            "2 kings",
        ),
        (
            "4k3/8/8/8/8/PPPPPPPP/PPPPPPPP/4K3 w - - 0 1",
            |e| matches!(e, TooManyPieces { count: 17, .. }),
            "17 pieces",
        ),
        (
            "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1",
            |e| matches!(e, TooManyPawns { count: 9, .. }),
            "9 pawns",
        ),
        (
            "4k2P/8/8/8/8/8/8/4K3 w - - 0 1",
            |e| matches!(e, PawnOnLastRank { .. }),
            "pawn stands on h8",
        ),
        (
            "4k3/8/8/8/8/8/8/p3K3 w - - 0 1",
            |e| matches!(e, PawnOnLastRank { .. }),
            "pawn stands on a1",
        ),
        (
            "4k3/8/8/8/8/8/8/4RK2 w - - 0 1",
            |e| matches!(e, OpponentInCheck { side: Side::Black, .. }),
            "king on e8 is in check",
        ),
    ]);
}

#[test]
fn every_mistake_in_castling_and_en_passant_has_its_own_name_and_place() {
    use FenError::*;
    check(&[
        ("4k3/8/8/8/8/8/8/4K3 w KX - 0 1", |e| matches!(e, ImpossibleCastling { .. }), "no rook"),
        (
            "4k3/8/8/8/8/8/8/4K2R w KX - 0 1",
            |e| matches!(e, UnknownCastling { letter: 'X', column: 25 }),
            "'X'",
        ),
        (
            "4k3/8/8/8/8/8/4K3/7R w K - 0 1",
            |e| matches!(e, ImpossibleCastling { .. }),
            "left the first rank",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w Q - 0 1",
            |e| matches!(e, ImpossibleCastling { letter: 'Q', .. }),
            "no rook",
        ),
        (
            "4k3/8/8/8/8/8/8/R3K2R b k - 0 1",
            |e| matches!(e, ImpossibleCastling { side: Side::Black, .. }),
            "Black",
        ),
        (
            "4k3/8/8/8/8/8/8/4K1RR w KG - 0 1",
            |e| matches!(e, RepeatedCastling { letter: 'G', column: 26 }),
            "second right",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w KK - 0 1",
            |e| matches!(e, RepeatedCastling { letter: 'K', .. }),
            "second right",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - e9 0 1",
            |e| matches!(e, UnknownEnPassant { column: 25, .. }),
            "must be a square",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - e3 0 1",
            |e| matches!(e, ImpossibleEnPassant { .. }),
            "not on the rank",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
            |e| matches!(e, ImpossibleEnPassant { .. }),
            "no pawn stands",
        ),
        (
            "4k3/4n3/8/4p3/8/8/8/4K3 w - e6 0 1",
            |e| matches!(e, ImpossibleEnPassant { .. }),
            "came along",
        ),
    ]);
}

#[test]
fn fens_survive_reading_and_writing() {
    let fens = [
        START_FEN,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 3 42",
        "8/8/8/2k5/3Pp3/8/8/3K4 b - d3 0 1",
        // X-FEN: the inner rooks have the right, so their files are named.
        "1rkr2r1/8/8/8/8/8/8/1RKR2R1 w DQdq - 0 1",
        "nrbbqnkr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQNKR w KQkq - 0 1",
    ];
    for fen in fens {
        assert_eq!(Position::from_fen(fen).unwrap().to_fen(), fen);
    }
}

#[test]
fn the_three_ways_to_write_rights_mean_the_same() {
    let x_fen = "1rkr2r1/8/8/8/8/8/8/1RKR2R1 w DQdq - 0 1";
    let shredder = "1rkr2r1/8/8/8/8/8/8/1RKR2R1 w DBdb - 0 1";
    let position = Position::from_fen(x_fen).unwrap();
    assert_eq!(position, Position::from_fen(shredder).unwrap());
    assert_eq!(position.to_shredder_fen(), shredder);
    assert!(position.is_chess960());
    let standard = Position::from_fen(&START_FEN.replace("KQkq", "HAha")).unwrap();
    assert_eq!(standard, Position::start());
    assert!(!standard.is_chess960());
    // K is the outermost rook: g1 here, not d1.
    let outer = Position::from_fen("1rkr2r1/8/8/8/8/8/8/1RKR2R1 w KQkq - 0 1").unwrap();
    assert_eq!(outer.to_shredder_fen(), "1rkr2r1/8/8/8/8/8/8/1RKR2R1 w GBgb - 0 1");
}

#[test]
fn missing_fields_have_sensible_values() {
    let short = Position::from_fen("4k3/8/8/8/8/8/8/4K2R b").unwrap();
    assert_eq!(short.to_fen(), "4k3/8/8/8/8/8/8/4K2R b - - 0 1");
    let spaced = Position::from_fen("  4k3/8/8/8/8/8/8/4K2R  w   K  ").unwrap();
    assert_eq!(spaced.to_fen(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
}

#[test]
fn an_en_passant_square_that_nobody_can_use_is_dropped() {
    let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    let position = Position::from_fen(after_e4).unwrap();
    assert_eq!(position.en_passant(), None);
    let mut played = Position::start();
    played.play(played.read_san("e4").unwrap());
    assert_eq!(played, position);
    assert_eq!(played.key(), position.key());
}

#[test]
fn san_is_as_short_as_possible_and_as_long_as_necessary() {
    let cases = [
        // Two knights on different files, two rooks on one file, three queens.
        ("4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", "b1d2", "Nd2"),
        ("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2", "Nbd2"),
        ("4k3/8/8/R7/8/8/8/R3K3 w Q - 0 1", "a1a3", "R1a3"),
        ("5k2/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"),
        // A pinned rival does not count.
        ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", "axb8=Q+"),
        ("4k2r/6P1/8/8/8/8/8/4K3 w - - 0 1", "g7g8n", "g8=N"),
        ("r3k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O"),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "O-O+"),
        ("6k1/5ppp/8/8/8/8/5PPP/4Q1K1 w - - 0 1", "e1e8", "Qe8#"),
    ];
    for (fen, uci, san) in cases {
        let position = Position::from_fen(fen).unwrap();
        let mv = position.read_uci(uci).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(position.write_san(mv), san, "{fen}");
        assert_eq!(position.read_san(san), Ok(mv), "{fen}");
    }
}

#[test]
fn people_write_moves_in_many_ways() {
    let position = Position::from_fen("r3k2r/pP6/8/8/8/5N2/8/RN2K2R w KQkq - 0 1").unwrap();
    let same = [
        ("Nbd2", "b1d2"),
        ("Nb1d2", "b1d2"),
        ("Nb1-d2!?", "b1d2"),
        ("0-0", "e1g1"),
        ("O-O-O", "e1c1"),
        ("bxa8=Q+", "b7a8q"),
        ("bxa8Q", "b7a8q"),
        ("b8=N", "b7b8n"),
        ("Pb7b8=N", "b7b8n"),
        ("R:h8+", "h1h8"),
        ("e1h1", "e1g1"),
    ];
    // b1 is in the way of castling on the queen's side.
    let free = Position::from_fen("r3k2r/pP6/8/8/8/5N2/8/R3K2R w KQkq - 0 1").unwrap();
    for (text, uci) in same {
        let position = if text == "O-O-O" { &free } else { &position };
        assert_eq!(position.read_move(text), position.read_uci(uci), "{text}");
        assert!(position.read_uci(uci).is_ok(), "{uci}");
    }
}

#[test]
fn every_mistake_in_a_move_is_named() {
    let position = Position::from_fen("4k3/P7/8/8/8/5N2/8/1N2K3 w - - 0 1").unwrap();
    let error = |text: &str| position.read_move(text).unwrap_err();
    for text in ["", "e", "xyz", "N", "Nf9", "♘f3", "=Q", "--", "Nfff3", "a1a1x", "Zf3", "Nxd2k"]
    {
        assert!(matches!(error(text), MoveError::Unreadable { .. }), "{text}");
    }
    for text in ["Qd4", "e4", "O-O", "0-0-0", "e2e4", "a7b8q", "b1b1", "Nxd4", "N3xd2", "axb8=Q"] {
        assert!(matches!(error(text), MoveError::Illegal { .. }), "{text}");
    }
    assert_eq!(error("Nd2").to_string(), "Nd2 can mean Nbd2 or Nfd2");
    assert_eq!(error("a8").to_string(), "a8 must say what the pawn becomes, as in a8=Q");
    assert_eq!(error("a7a8").to_string(), "a7a8 must say what the pawn becomes, as in a7a8q");
    for text in ["N".repeat(5000), format!("Nh8{}", "!".repeat(5000))] {
        assert!(error(&text).to_string().len() < 200);
    }
    // A pawn that takes is named by its file.
    let position = Position::from_fen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1").unwrap();
    assert!(matches!(position.read_move("d5"), Err(MoveError::Illegal { .. })));
    assert!(position.read_move("exd5").is_ok() && position.read_move("ed5").is_ok());
}

#[test]
fn castling_in_uci_depends_on_the_style_but_both_are_read() {
    let position = Position::from_fen("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").unwrap();
    let castle = position.read_san("O-O").unwrap();
    assert_eq!(position.write_uci(castle, CastlingStyle::Standard), "e1g1");
    assert_eq!(position.write_uci(castle, CastlingStyle::Chess960), "e1h1");
    // In Chess960 a step to the target square may be a move of its own.
    let position = Position::from_fen("4k3/8/8/8/8/8/8/5K1R w K - 0 1").unwrap();
    assert!(!position.read_uci("f1g1").unwrap().is_castle());
    assert!(position.read_uci("f1h1").unwrap().is_castle());
}
