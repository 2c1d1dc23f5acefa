//! Lines of text and the commands they are.

use super::*;

fn read(text: &str) -> HubCommand {
    HubCommand::from_line(text).expect("the line is well formed").expect("there is a command")
}

fn level(text: &str) -> HubLevel {
    match read(text) {
        HubCommand::Level { level, .. } => level,
        other => panic!("{text} reads as {other:?}"),
    }
}

#[test]
fn every_command_is_read() {
    for (text, command) in [
        ("hub", HubCommand::Hub),
        ("init", HubCommand::Init),
        ("new-game", HubCommand::NewGame),
        ("ping", HubCommand::Ping),
        ("go", HubCommand::Go(Mode::Think)),
        ("go think", HubCommand::Go(Mode::Think)),
        ("go ponder", HubCommand::Go(Mode::Ponder)),
        ("go analyze", HubCommand::Go(Mode::Analyze)),
        ("ponder-hit", HubCommand::PonderHit),
        ("stop", HubCommand::Stop),
        ("quit now", HubCommand::Quit),
    ] {
        assert_eq!(read(text), command, "{text}");
    }
    let (name, value) = ("tt-size".to_owned(), "20".to_owned());
    assert_eq!(read("set-param name=tt-size value=20"), HubCommand::SetParameter { name, value });
    let moves = vec!["32-28".to_owned(), "19x30x24".to_owned()];
    assert_eq!(
        read("pos pos=W moves=\"32-28 19x30x24\""),
        HubCommand::Position { start: Some("W".to_owned()), moves }
    );
    assert_eq!(read("pos start"), HubCommand::Position { start: None, moves: Vec::new() });
    assert_eq!(HubCommand::from_line("  "), Ok(None));
}

#[test]
fn a_search_for_nothing_known_is_an_error() {
    for (text, word) in [("go foo", "foo"), ("go think depth=3", "depth"), ("go ponder x", "x")] {
        let error = HubCommand::from_line(text).unwrap_err();
        assert_eq!(error, HubCommandError::UnknownMode(word.to_owned()), "{text}");
    }
}

#[test]
fn levels_are_combined() {
    let mut sum = level("level depth=9 infinite handicap=3");
    sum.add(&level("level time=60.5 inc=1.5 moves=20"));
    sum.add(&level("level nodes=100 move-time=0.25"));
    let expected = HubLevel {
        depth: Some(9),
        nodes: Some(100),
        move_time: Some(0.25),
        moves: Some(20),
        time: Some(60.5),
        increment: Some(1.5),
        infinite: true,
    };
    assert_eq!(sum, expected);
}

#[test]
fn the_increment_is_on_the_clock_when_it_starts_to_run() {
    let limits = level("level time=10 inc=0.5 moves=3").to_limits(Side::Black);
    let clock = limits.clock(Side::Black).unwrap();
    assert_eq!(clock.remaining, Duration::from_millis(10_500));
    assert_eq!(clock.increment, Duration::from_millis(500));
    assert_eq!(clock.moves_to_go, Some(3));
    assert_eq!(limits.clock(Side::White), None);
    // pydraughts takes the increment off a clock that may hold less.
    let late = level("level time=-0.4 inc=0.5").to_limits(Side::White);
    assert_eq!(late.clock(Side::White).unwrap().remaining, Duration::from_millis(100));
    let lost = level("level time=-7").to_limits(Side::White);
    assert_eq!(lost.clock(Side::White).unwrap().remaining, Duration::ZERO);
    assert_eq!(level("level inc=5 moves=3").to_limits(Side::White), Limits::default());
    assert_eq!(level("level depth=0").to_limits(Side::White).depth, Some(Depth::new(1)));
    assert_eq!(level("level depth=99999").to_limits(Side::White).depth, Some(Depth::MAX));
}

#[test]
fn limits_are_the_same_there_and_back() {
    let clock = PlayerClock {
        remaining: Duration::from_millis(2_500),
        increment: Duration::from_millis(500),
        moves_to_go: Some(7),
    };
    let mut limits = Limits::to_depth(Depth::new(12));
    limits.nodes = Some(1000);
    limits.move_time = Some(Duration::from_millis(750));
    limits.clocks[Side::White.index()] = Some(clock);
    let level = HubLevel::from_limits(&limits, Side::White);
    assert_eq!((level.time, level.increment), (Some(2.0), Some(0.5)));
    assert_eq!(level.to_limits(Side::White), limits);
}

#[test]
fn what_is_wrong_is_said() {
    for (text, words) in [
        ("dance", "there is no command \"dance\"; there are hub, "),
        ("set-param name=x", "set-param: value=… is missing"),
        ("set-param value=x", "set-param: name=… is missing"),
        ("pos moves=\"32-28\"", "pos: start or pos=… is missing"),
        ("level \"", "column 7: this quote is never closed"),
    ] {
        let error = HubCommand::from_line(text).unwrap_err().to_string();
        assert!(error.starts_with(words), "{text}: {error}");
    }
}

#[test]
fn numbers_of_a_level_that_cannot_be_read_are_named_and_the_rest_counts() {
    for (text, words) in [
        ("depth=ten", "level: depth needs a whole number, not \"ten\""),
        ("depth", "level: depth needs a whole number, not \"\""),
        ("depth=-1", "level: depth needs a whole number, not \"-1\""),
        ("time=nan", "level: time needs a number of seconds, not \"nan\""),
        ("inc=1e999", "level: inc needs a number of seconds, not \"1e999\""),
    ] {
        let HubCommand::Level { level, misread } = read(&format!("level {text} nodes=7")) else {
            panic!("{text} is a level");
        };
        assert_eq!(level, HubLevel { nodes: Some(7), ..HubLevel::default() });
        assert_eq!(misread[0].to_string(), words);
        assert_eq!(misread.len(), 1);
    }
}
