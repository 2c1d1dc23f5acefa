//! Scripts of Hub lines in, expected lines out.

use crate::puppet::Puppet;
use crate::streams::{Closing, garbage, lines_of};
use damier_protocol::hub::serve;
use proptest::prelude::*;
use std::io::{Cursor, ErrorKind};
use std::time::Duration;

const START: &str = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";
/// A king that goes to and fro while another does the same.
const SHUTTLE: &str = "45-50 46-41 50-45 41-46";
const TWO_KINGS: &str = "WeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeWBeeee";

fn run(engine: Puppet, input: impl AsRef<[u8]>) -> Vec<String> {
    lines_of(|output| serve(engine, Cursor::new(input), output))
}

/// The lines without reports, which the puppet sends once a search.
fn answers(input: impl AsRef<[u8]>) -> Vec<String> {
    let mut lines = run(Puppet::default(), input);
    lines.retain(|line| !line.starts_with("info depth"));
    lines
}

/// What the puppet was asked for.
fn log(input: &str) -> Vec<String> {
    let engine = Puppet { effort: Duration::from_millis(20), ..Puppet::default() };
    let log = engine.log.clone();
    run(engine, input);
    let mut log = log.lock().unwrap().clone();
    log.retain(|words| !words.starts_with("UCI_AnalyseMode"));
    log
}

/// The move that the puppet plays at the start.
const FIRST: &str = "done move=31-26";

#[test]
fn the_engine_introduces_itself_and_gets_ready() {
    let script = "hub\nset-param name=tt-size value=20\nset-param name=threads value=2\ninit\n";
    let expected = [
        "id name=Puppet version=1.0 author=\"the Damier developers\"",
        "param name=variant value=normal type=enum values=\"normal\"",
        "param name=tt-size value=20 type=int min=16 max=22",
        "param name=threads value=1 type=int min=1 max=4",
        "param name=ponder value=false type=bool",
        "param name=level value=10 type=int min=1 max=10",
        "param name=debug-log-file value=\"\" type=string",
        "wait",
        "ready",
    ];
    assert_eq!(answers(script), expected);
    assert_eq!(log(script), ["Hash=16", "Threads=2"]);
}

#[test]
fn parameters_that_cannot_be_set_are_reported_before_ready() {
    let script = "set-param name=variant value=frisian\nset-param name=variant value=normal\n\
                  set-param name=bb-size value=5\nset-param name=threads value=99\nset-param \
                  threads\n\
                  init\n";
    let expected = [
        "error message=\"set-param: option variant takes normal only, not 'frisian'; nothing was \
        changed\"",
        "error message=\"set-param: there is no option 'bb-size'; nothing was changed\"",
        "error message=\"set-param: option threads takes a number from 1 to 4, not '99'; nothing \
        was changed\"",
        "error message=\"set-param: name=… is missing\"",
        "ready",
    ];
    assert_eq!(answers(script), expected);
    assert!(log(script).is_empty());
}

#[test]
fn a_search_is_a_line_of_info_and_a_line_of_done() {
    let lines = run(Puppet::default(), "pos start\nlevel depth=3\ngo think\n");
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert_eq!(
        lines[0],
        "info depth=2 mean-depth=2.0 sel-depth=2 score=0.00 nodes=1 time=0.001 nps=0.001 \
         pv=\"31-26\""
    );
    assert_eq!(lines[1], FIRST);
}

#[test]
fn every_go_is_answered_once() {
    let script = "level depth=1\ngo think\nlevel depth=1\ngo analyze\nlevel depth=1\ngo ponder\n\
                  ponder-hit\ngo think\nstop\nlevel infinite depth=3\ngo think\nstop\nstop\n";
    assert_eq!(answers(script), [FIRST; 5]);
}

#[test]
fn a_level_is_for_one_search() {
    let script = "level depth=1\ngo think\ngo think\nstop\n";
    assert_eq!(log(script).len(), 2);
    assert_eq!(
        log("level depth=1\nlevel infinite\ngo think\n")[0],
        "search stopped after 0 moves, position 1"
    );
}

#[test]
fn ping_is_answered_during_a_search() {
    assert_eq!(answers("go think\nping\nstop\n"), ["pong", FIRST]);
    assert_eq!(answers("level depth=1\ngo ponder\nping\nponder-hit\n"), ["pong", FIRST]);
    let lines = answers("set-param name=threads value=0\nping\n");
    assert_eq!(lines.last().unwrap(), "pong");
    assert_eq!(lines.len(), 2);
}

#[test]
fn a_stop_that_comes_early_is_not_lost_and_one_too_many_hits_nobody() {
    for _ in 0..50 {
        assert_eq!(answers("go think\nstop\n"), [FIRST]);
    }
    let log = log("stop\nponder-hit\nlevel depth=1\ngo think\n");
    assert_eq!(log, ["search finished after 0 moves, position 1"]);
}

#[test]
fn any_other_line_ends_the_search_and_is_then_obeyed() {
    let orders = ["new-game", "set-param name=threads value=2", "level depth=1", "pos start"];
    for order in orders {
        // The end of the input would stop the search too, so something has to follow.
        let log = log(&format!("go think\n{order}\nlevel depth=1\ngo think\n"));
        assert_eq!(log[0], "search stopped after 0 moves, position 1", "{order}");
        assert_eq!(log.last().unwrap(), "search finished after 0 moves, position 1", "{order}");
    }
    let lines = answers("go think\npos pos=W\nlevel depth=x\ninit\nhub\n");
    assert_eq!(lines[0], FIRST);
    assert!(lines[1].starts_with("error message=\"pos: the position has 1 letters"), "{lines:?}");
    assert!(lines[2].starts_with("error message=\"level: depth needs"), "{lines:?}");
    assert_eq!((lines[3].as_str(), lines.last().unwrap().as_str()), ("ready", "wait"));
}

#[test]
fn a_level_that_cannot_be_read_is_named_and_the_question_answered() {
    let lines = answers("level move-time=soon\ngo think\n");
    assert!(lines[0].starts_with("error message=\"level: move-time needs"), "{lines:?}");
    assert!(lines[1].starts_with("error message=\"no limit could be read"), "{lines:?}");
    assert_eq!(lines.last().unwrap(), FIRST);
}

#[test]
fn unknown_commands_do_not_touch_the_search() {
    let lines = answers("go think\ndance now\n\n  \nping\nstop\n");
    assert!(lines[0].starts_with("error message=\"there is no command 'dance'"), "{lines:?}");
    assert_eq!(lines[1..], ["pong", FIRST]);
}

#[test]
fn analysis_is_told_to_the_engine() {
    let engine = Puppet::default();
    let log = engine.log.clone();
    run(engine, "level depth=1\ngo analyze\nnew-game\nlevel depth=1\ngo think\n");
    let log = log.lock().unwrap();
    assert_eq!(log[0], "UCI_AnalyseMode=true");
    assert!(log.contains(&"UCI_AnalyseMode=false".to_owned()), "{log:?}");
}

#[test]
fn quit_and_the_end_of_input_end_it_with_an_answer() {
    for (script, end) in [
        ("level depth=3\ngo think", "finished"),
        ("level time=10 inc=1\ngo think", "finished"),
        ("level move-time=0.1\ngo think", "finished"),
        ("go think", "stopped"),
        ("level infinite\ngo analyze", "stopped"),
        ("level depth=3 infinite\ngo think", "stopped"),
        ("level depth=3\ngo ponder", "stopped"),
        ("level depth=3\ngo ponder\nponder-hit", "finished"),
        ("level depth=3\ngo think\nquit\nlevel depth=1\ngo think", "stopped"),
    ] {
        assert_eq!(log(script), [format!("search {end} after 0 moves, position 1")], "{script}");
        assert_eq!(answers(script), [FIRST], "{script}");
    }
}

#[test]
fn nobody_answers_before_the_ponder_hit() {
    let engine = Puppet::hasty(0);
    let mut lines = run(engine, "level depth=1\ngo ponder\nping\nponder-hit\n");
    lines.retain(|line| !line.starts_with("info"));
    assert_eq!(lines[0], "pong");
    assert!(lines[1].starts_with("done move="), "{lines:?}");
}

#[test]
fn a_wrong_position_is_reported_and_the_previous_one_stays() {
    let script = format!(
        "pos start moves=\"32-28\"\n\
         pos pos={START} moves=\"32-28 19-23 28-22\"\n\
         pos pos={START}e\npos pos=X{}\npos\npos pos=\"\npos pos={}\n\
         level depth=1\ngo think\n",
        &START[1..],
        START.replacen('b', "w", 1),
    );
    let lines = answers(&script);
    let expected = [
        "pos: move number 3: 28-22 is not legal: a capture of 1 is compulsory, 28x19; nothing was \
        changed",
        "pos: the position has 52 letters, but needs 51: the side to move and 50 squares; nothing \
        was changed",
        "pos: the side to move is 'X', but must be W or B; nothing was changed",
        "pos: start or pos=… is missing",
        "column 9: this quote is never closed; put another after the value",
        "pos: square 1: 'w' is a man that would be a king there; nothing was changed",
    ];
    assert_eq!(lines.len(), expected.len() + 1, "{lines:#?}");
    for (line, words) in lines.iter().zip(expected) {
        assert_eq!(line, &format!("error message=\"{words}\""));
    }
    assert_eq!(log(&script), ["search finished after 1 moves, position 1"]);
}

#[test]
fn repetitions_survive_hundreds_of_moves() {
    let moves = [SHUTTLE; 100].join(" ");
    let script = format!("pos pos={TWO_KINGS} moves=\"{moves}\"\nlevel depth=1\ngo think\n");
    // Kings alone: the position at the start comes back with every fourth move.
    assert_eq!(log(&script), ["search finished after 400 moves, position 101"]);
}

#[test]
fn captures_are_read_with_their_squares_in_any_order_or_without() {
    let moves = "32-28 19-23 28x19 14x23 37-32 23-28 32x23 18x29";
    for last in ["33x24x29", "33x24", "34x23x29"] {
        let script = format!("pos start moves=\"{moves} {last}\"\nlevel depth=1\ngo think\n");
        assert_eq!(log(&script), ["search finished after 9 moves, position 1"], "{last}");
    }
    let two = "Weeeeeeeeeeeeeeeeeeeeeebeeeeeeeebeeeewwwwweeeeeeeee";
    let position = damier_draughts::Position::from_hub(two).unwrap();
    let capture = position.legal_moves()[0];
    assert_eq!(capture.count_captured(), 2, "{capture}");
    let squares: Vec<String> = capture.captured().into_iter().map(|s| s.to_string()).collect();
    for captured in
        [format!("x{}x{}", squares[0], squares[1]), format!("x{}x{}", squares[1], squares[0])]
    {
        let text = format!("{}x{}{captured}", capture.from(), capture.to());
        let script = format!("pos pos={two} moves=\"{text}\"\nlevel depth=1\ngo think\n");
        assert!(!answers(&script)[0].starts_with("error message=\"pos"), "{text}");
    }
}

#[test]
fn the_end_of_the_game_is_answered_too() {
    let nobody = format!("B{}", "e".repeat(49) + "w");
    let lines = run(Puppet::default(), format!("pos pos={nobody}\nlevel depth=1\ngo think\n"));
    let error =
        "error message=\"go: the game is over, there is no legal move; set up another\"".to_owned();
    assert_eq!(lines, [error, "done move=none".to_owned()]);
}

#[test]
fn an_engine_that_fails_still_answers() {
    let lines = run(Puppet { is_broken: true, ..Puppet::default() }, "level depth=1\ngo think\n");
    assert_eq!(lines, ["error message=\"go: the engine is broken\"", "done move=none"]);
}

#[test]
fn a_very_long_line_is_skipped_and_a_very_long_game_is_not() {
    let lines = answers(format!("{}\nping\n", "x ".repeat(1 << 20)));
    let error = "error message=\"a line of more than a megabyte was not read\"";
    assert_eq!(lines, [error, "pong"]);
    let moves = [SHUTTLE; 1000].join(" ");
    let script = format!("pos pos={TWO_KINGS} moves=\"{moves}\"\nlevel depth=1\ngo think\n");
    assert!(log(&script)[0].starts_with("search finished after 4000 moves"));
}

#[test]
fn a_reader_that_goes_away_ends_the_engine_quietly() {
    for script in ["hub\ninit\ngo think\n", "go think\nping\nping\n"] {
        let run = |kind| {
            serve(Puppet::default(), Cursor::new(script.to_owned()), Closing { lines: 1, kind })
        };
        assert!(run(ErrorKind::BrokenPipe).is_ok(), "{script}");
        assert_eq!(run(ErrorKind::StorageFull).unwrap_err().kind(), ErrorKind::StorageFull);
    }
}

#[test]
fn garbage_does_not_kill_it() {
    const LINES: usize = 20_000;
    const WORDS: [&str; 29] = [
        "hub",
        "init",
        "ping",
        "new-game",
        "set-param",
        "name=threads",
        "value=2",
        "value=",
        "=",
        "\"",
        "pos",
        "start",
        "moves=\"32-28 19-23\"",
        "moves=\"1-1\"",
        "pos=W",
        "level",
        "depth=1",
        "nodes=-5",
        "time=99999999999999999999",
        "time=-3",
        "inc=nan",
        "infinite",
        "go",
        "think",
        "ponder",
        "analyze",
        "stop",
        "ponder-hit",
        "é",
    ];
    let order = format!("pos pos={START} moves=\"32-28 19-23 28x19x23 14x23x19\"");
    let mut input = garbage(LINES, &[&order], &WORDS);
    let begun = String::from_utf8_lossy(&input)
        .lines()
        .filter(|line| {
            matches!(
                damier_protocol::hub::HubCommand::from_line(line),
                Ok(Some(damier_protocol::hub::HubCommand::Go(_)))
            )
        })
        .count();
    input.extend(b"stop\nping\nhub\nlevel depth=1\ngo think\n");
    let lines = run(Puppet::hasty(7), &input);
    let is_done = |line: &&String| line.starts_with("done move=");
    assert!(begun > 40, "{begun}");
    assert_eq!(lines.iter().filter(is_done).count(), begun + 1, "one answer to each search");
    assert!(is_done(&lines.last().unwrap()), "{:?}", lines.last());
    assert!(lines.iter().any(|line| line == "pong") && lines.iter().any(|line| line == "wait"));
    // What pydraughts needs: arguments of info are name=value.
    for line in lines.iter().filter(|line| line.starts_with("info ")) {
        assert!(line.contains("pv=\""), "{line}");
    }
}

proptest! {
    #[test]
    fn random_lines_never_panic(lines in proptest::collection::vec("\\PC{0,60}", 0..20)) {
        let input = lines.join("\n") + "\nstop\nping\n";
        let output = run(Puppet::hasty(1), input);
        let has_quit = lines.iter().any(|line| line.trim() == "quit");
        prop_assert!(has_quit || output.contains(&"pong".to_owned()));
    }

    #[test]
    fn commands_with_random_arguments_never_panic(
        command in "(hub|set-param|init|pos|level|go|ping)",
        arguments in "[a-z=\" 0-9.x-]{0,60}",
    ) {
        let _ = damier_protocol::hub::HubCommand::from_line(&format!("{command} {arguments}"));
    }
}
