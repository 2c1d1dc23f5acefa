//! Lines of text and the commands they are.

use super::*;

fn read(line: &str) -> UciCommand {
    UciCommand::from_line(line).expect("the line is well formed").expect("there is a command")
}

fn read_go(line: &str) -> Go {
    match read(line) {
        UciCommand::Go(go) => go,
        other => panic!("{line} reads as {other:?}"),
    }
}

fn complaint(line: &str) -> String {
    UciCommand::from_line(line).expect_err("the line is wrong").to_string()
}

#[test]
fn unknown_words_in_front_of_a_command_are_passed_over() {
    assert_eq!(read("  joho  isready"), UciCommand::IsReady);
    assert_eq!(read("quit\r\n"), UciCommand::Quit);
    assert_eq!(read("joho debug on"), UciCommand::Ignored);
    for line in ["", "  \t ", "hello", "\0", "UCI", "go\0"] {
        assert_eq!(UciCommand::from_line(line), Ok(None), "{line:?}");
    }
    assert!(UciCommand::begins(" go depth x") && !UciCommand::begins("hello go"));
}

#[test]
fn names_and_values_of_options_may_have_several_words() {
    let option = |name: &str, value: &str| UciCommand::SetOption {
        name: name.to_owned(),
        value: value.to_owned(),
    };
    assert_eq!(read("setoption name Hash value 64"), option("Hash", "64"));
    assert_eq!(read("setoption name Clear  Hash"), option("Clear Hash", ""));
    let line = "setoption name Move Overhead value  /a  b/value c ";
    assert_eq!(read(line), option("Move Overhead", "/a  b/value c"));
    assert_eq!(complaint("setoption"), "setoption: name is missing");
    assert_eq!(complaint("setoption name value 3"), "setoption: the name is missing");
    assert_eq!(complaint("setoption Hash 3"), "setoption: name has to stand where \"Hash\" does");
}

#[test]
fn positions_are_the_start_or_a_fen_with_moves_after_either() {
    let moves = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let position = |start, text| UciCommand::Position { start, moves: moves(text) };
    assert_eq!(read("position startpos"), position(Start::Standard, ""));
    assert_eq!(read("position startpos moves"), position(Start::Standard, ""));
    assert_eq!(read("position startpos moves e2e4 e7e5"), position(Start::Standard, "e2e4 e7e5"));
    let fen = || Start::Fen("8/8 w - - 0 1".to_owned());
    assert_eq!(read("position fen 8/8  w - - 0 1"), position(fen(), ""));
    assert_eq!(read("position fen 8/8 w - - 0 1 moves a1a2"), position(fen(), "a1a2"));
    assert_eq!(complaint("position"), "position: startpos or fen is missing");
    assert!(complaint("position 8/8 w").contains("where \"8/8\" does"));
    assert!(complaint("position startpos e2e4").contains("moves has to stand"));
}

#[test]
fn go_takes_its_words_in_any_order() {
    let go = read_go("go binc 20 movestogo 30 wtime 1000 btime 2000");
    let clock = |remaining, increment| {
        Some(PlayerClock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go: Some(30),
        })
    };
    assert_eq!(go.limits.clocks, [clock(1000, 0), clock(2000, 20)]);
    let go = read_go("go ponder searchmoves e2e4 d2d4 depth 5 nodes 7 mate 2 movetime 9");
    assert!(go.ponder && !go.limits.infinite);
    assert_eq!(go.search_moves, ["e2e4", "d2d4"]);
    assert_eq!((go.limits.depth, go.limits.nodes), (Some(Depth::new(5)), Some(7)));
    assert_eq!((go.limits.mate, go.limits.move_time), (Some(2), Some(Duration::from_millis(9))));
    assert_eq!(read_go("go perft 4").perft, Some(4));
    assert!(read_go("go infinite").limits.infinite);
    assert_eq!(read_go("go banana"), Go::default());
}

#[test]
fn one_clock_may_be_missing_and_a_clock_may_be_below_zero() {
    let limits = read_go("go btime -53 binc -1 movestogo 0").limits;
    assert_eq!(limits.clocks, [None, Some(PlayerClock::default())]);
    assert_eq!(read_go("go movetime -1").limits.move_time, Some(Duration::ZERO));
    let limits = read_go(&format!("go wtime {} depth 4000000000", i64::MAX)).limits;
    assert!(limits.clock(Side::White).unwrap().remaining < Duration::from_secs(2_000_000_000));
    assert_eq!(limits.depth, Some(Depth::MAX));
    assert_eq!(read_go("go depth 0").limits.depth, Some(Depth::new(1)));
}

#[test]
fn bad_numbers_of_go_are_named_and_the_rest_counts() {
    let misread = |line| {
        let go = read_go(line);
        let words: Vec<String> = go.misread.iter().map(ToString::to_string).collect();
        (words.join(", "), go.limits)
    };
    let (words, limits) = misread("go depth x nodes 7");
    assert_eq!(words, "go: depth needs a whole number, not \"x\"");
    assert_eq!(limits, Limits::to_nodes(7));
    let (words, limits) = misread("go wtime movetime 5");
    assert_eq!(words, "go: wtime needs a whole number, not \"\"");
    assert_eq!(limits, Limits::to_time(Duration::from_millis(5)));
    for line in ["go nodes -1", "go depth -3", "go perft -1", "go movetime NaN", "go mate inf"] {
        let (words, limits) = misread(line);
        assert!(words.contains("whole number"), "{line}");
        assert_eq!(limits, Limits::default(), "{line}");
    }
    assert_eq!(complaint("bench deep"), "bench: the depth needs a whole number, not \"deep\"");
}

#[test]
fn numbers_of_go_may_have_a_point_or_be_larger_than_any_clock() {
    let go = read_go("go movetime 100.0 depth 1.5 nodes 99999999999999999999 btime 6e4");
    assert_eq!(go.misread, []);
    assert_eq!(go.limits.move_time, Some(Duration::from_millis(100)));
    assert_eq!(go.limits.depth, Some(Depth::new(1)));
    assert!(go.limits.nodes > Some(1 << 60));
    assert_eq!(go.limits.clock(Side::Black).unwrap().remaining, Duration::from_secs(60));
}

#[test]
fn openings_are_ordered_as_openbench_does() {
    let openings = |book: Option<&str>| {
        UciCommand::Openings(OpeningsOrder { count: 3, seed: 42, book: book.map(str::to_owned) })
    };
    assert_eq!(read("genfens 3 seed 42 book None extra words"), openings(None));
    assert_eq!(read("genfens 3 seed 42 book a.epd"), openings(Some("a.epd")));
    assert_eq!(complaint("genfens 3 book None"), "genfens: seed has to stand where \"book\" does");
    assert!(complaint("genfens 3 seed 42 book").contains("is missing"));
    assert!(complaint("genfens").contains("the count needs a whole number"));
}
