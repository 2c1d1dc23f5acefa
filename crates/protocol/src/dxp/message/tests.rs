//! Messages and their text.

use super::fields::read_minutes;
use super::*;
use proptest::prelude::*;

fn square(number: u8) -> Square {
    Square::from_number(number).unwrap()
}

fn request() -> GameRequest {
    GameRequest {
        version: 1,
        name: "Tornado voor Windows 4.0".to_owned(),
        follower: Side::White,
        time: Duration::from_secs(60 * 60),
        moves: Some(65),
        start: None,
    }
}

#[test]
fn every_kind_has_its_layout() {
    let name = "Tornado voor Windows 4.0        ";
    let with_position = GameRequest {
        follower: Side::Black,
        time: Duration::from_secs(6),
        moves: None,
        start: Some(Position::from_fen("B:WK28,32:B1,K50").unwrap()),
        ..request()
    };
    let board = "zeeeeeeeeeeeeeeeeeeeeeeeeeeWeeeweeeeeeeeeeeeeeeeeZ";
    let cases = [
        (Message::GameRequest(request()), format!("R01{name}W060065A")),
        (Message::GameRequest(with_position), format!("R01{name}Z.10000BZ{board}")),
        (
            Message::GameAcceptance(GameAcceptance { name: "x".to_owned(), code: 0 }),
            format!("Ax{}0", " ".repeat(31)),
        ),
        (
            Message::Move(MoveMessage {
                seconds: 12,
                from: square(6),
                to: square(11),
                captured: Vec::new(),
            }),
            "M0012061100".to_owned(),
        ),
        (
            Message::Move(MoveMessage {
                seconds: 12,
                from: square(5),
                to: square(25),
                captured: [22, 12, 23, 20].map(square).to_vec(),
            }),
            "M001205250422122320".to_owned(),
        ),
        (Message::GameEnd(GameEnd { reason: EndReason::Draw, stops: true }), "E21".to_owned()),
        (Message::GameEnd(GameEnd { reason: EndReason::IWin, stops: false }), "E30".to_owned()),
        (Message::Chat("well played".to_owned()), "Cwell played".to_owned()),
        (Message::BackRequest { number: 5, side: Side::Black }, "B005Z".to_owned()),
        (Message::BackAcceptance { code: 1 }, "K1".to_owned()),
    ];
    for (message, text) in cases {
        assert_eq!(message.write(), text);
        assert_eq!(Message::read(text.as_bytes()), Ok(message), "{text}");
    }
    assert_eq!(Message::GameRequest(request()).write().len(), 43);
}

#[test]
fn minutes_may_have_a_point() {
    let read = |text| read_minutes(text).map(|time| time.as_millis());
    assert_eq!(read(".10"), Some(6_000));
    assert_eq!(read("1.5"), Some(90_000));
    assert_eq!(read("060"), Some(3_600_000));
    assert_eq!(read("000"), Some(0));
    assert_eq!(read(" 5 "), Some(300_000));
    for text in ["", "...", "-1", "1e9", "inf", "x"] {
        assert_eq!(read(text), None, "{text}");
    }
    for (seconds, text) in [
        (0.0, "000"),
        (0.1, ".01"),
        (6.0, ".10"),
        (59.9, "1.0"),
        (60.0, "001"),
        (90.0, "1.5"),
        (599.0, "010"),
        (615.0, "010"),
        (3600.0, "060"),
        (1e9, "999"),
    ] {
        assert_eq!(write_minutes(Duration::from_secs_f64(seconds)), text, "{seconds}");
    }
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let name = "x".repeat(32);
    let cases = [
        (String::new(), "an empty message"),
        ("X".to_owned(), "there is no kind of message 'X'; there are R, A, M, E, C, B and K"),
        ("C".repeat(128), "a message of more than 127 characters"),
        ("R01".to_owned(), "R: the message has 3 characters, but needs 43"),
        (format!("R01{name}W060065B"), "R: the message has 43 characters, but needs 94"),
        (format!("R01{name}W060065Ax"), "R: the message has 44 characters, but needs 43"),
        (format!("Rxx{name}W060065A"), "R, column 2: \"xx\" is not a version"),
        (format!("R01{name}B060065A"), "R, column 36: \"B\" is not W or Z"),
        (format!("R01{name}W-60065A"), "R, column 37: \"-60\" is not a number of minutes"),
        (format!("R01{name}W060+65A"), "R, column 40: \"+65\" is not a number of moves"),
        (format!("R01{name}W060065C"), "R, column 43: \"C\" is not A or B"),
        (
            format!("R01{name}W060065BW{}", "q".repeat(50)),
            "R, column 44: square 1: 'q' is no piece; write e for an empty square, \
             w or z for a man, W or Z for a king",
        ),
        ("A0".to_owned(), "A: the message has 2 characters, but needs 34"),
        (format!("A{name}x"), "A, column 34: \"x\" is not a digit that accepts or declines"),
        ("M001".to_owned(), "M: the message has 4 characters, but needs 11"),
        ("M0012511100".to_owned(), "M, column 6: \"51\" is not a square from 01 to 50"),
        ("M0012061101".to_owned(), "M: the message has 11 characters, but needs 13"),
        ("M001206110100".to_owned(), "M, column 12: \"00\" is not a square from 01 to 50"),
        ("Mtime061100".to_owned(), "M, column 2: \"time\" is not a number of seconds"),
        ("E4".to_owned(), "E: the message has 2 characters, but needs 3"),
        ("E40".to_owned(), "E, column 2: \"4\" is not a reason from 0 to 3"),
        ("E02".to_owned(), "E, column 3: \"2\" is not a stop code, 0 or 1"),
        ("B005B".to_owned(), "B, column 5: \"B\" is not W or Z"),
        ("K".to_owned(), "K: the message has 1 characters, but needs 2"),
    ];
    for (text, words) in cases {
        let error = Message::read(text.as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), words, "{text}");
    }
}

#[test]
fn nothing_that_is_written_is_too_long_or_not_ascii() {
    let long = "é".repeat(500);
    let messages = [
        Message::Chat(long.clone()),
        Message::Chat(String::new()),
        Message::GameRequest(GameRequest { name: long.clone(), moves: Some(5000), ..request() }),
        Message::GameAcceptance(GameAcceptance { name: long, code: 200 }),
        Message::BackRequest { number: 60_000, side: Side::White },
    ];
    for message in messages {
        let text = message.write();
        assert!((2..=MAX_LENGTH).contains(&text.len()) && text.is_ascii(), "{text}");
        assert!(Message::read(text.as_bytes()).is_ok(), "{text}");
    }
}

#[test]
fn a_move_is_found_by_its_ends_and_what_it_takes() {
    let mut position = Position::start();
    let mv = position.read_move("32-28").unwrap();
    let message = MoveMessage::new(mv, Duration::from_millis(2500));
    assert_eq!((message.seconds, message.find(&position)), (2, Some(mv)));
    position.play(mv);
    assert_eq!(message.find(&position), None);
    let position =
        Position::from_fen("W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26")
            .unwrap();
    for mv in position.legal_moves() {
        let mut message = MoveMessage::new(mv, Duration::ZERO);
        message.captured.reverse();
        assert_eq!(message.find(&position), Some(mv));
        if let Some(&first) = message.captured.first() {
            message.captured.push(first);
            assert_eq!(message.find(&position), None, "a piece is taken once");
        }
    }
}

proptest! {
    #[test]
    fn bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = Message::read(&bytes);
    }

    #[test]
    fn half_right_messages_never_panic(
        kind in "[RAMECBK]", rest in "[0-9WZwzeAB. é]{0,126}"
    ) {
        if let Ok(message) = Message::read(format!("{kind}{rest}").as_bytes()) {
            let text = message.write();
            prop_assert!(text.len() <= MAX_LENGTH);
            let again = Message::read(text.as_bytes());
            prop_assert!(again.is_ok(), "{text}: {again:?}");
        }
    }
}
