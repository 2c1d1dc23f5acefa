//! Scripts of UCI lines in, expected lines out.

use crate::alphabet::{FakeChess, FakeExtras};
use crate::streams::{Closing, garbage, lines_of};
use damier_chess::Position;
use damier_chess_engine::ChessEngine;
use damier_protocol::uci::serve;
use damier_search::{Engine, NamedOptions};
use std::io::{Cursor, ErrorKind};
use std::time::Duration;

fn run<E: Engine<Rules = Position> + NamedOptions + Send>(
    engine: E,
    input: impl AsRef<[u8]>,
) -> Vec<String> {
    lines_of(|output| serve(engine, FakeExtras, Cursor::new(input), output))
}

/// The lines without reports, which the fake engine sends once a search.
fn answers(input: impl AsRef<[u8]>) -> Vec<String> {
    let mut lines = run(FakeChess::default(), input);
    lines.retain(|line| !line.starts_with("info depth"));
    lines
}

/// What the fake engine was asked for.
fn log(input: &str) -> Vec<String> {
    let engine = FakeChess { effort: Duration::from_millis(20), ..FakeChess::default() };
    let log = engine.log.clone();
    run(engine, input);
    log.lock().unwrap().clone()
}

#[test]
fn the_engine_introduces_itself() {
    let lines = run(FakeChess::default(), "uci\n");
    let expected = [
        "id name Fake 1",
        "id author the Damier developers",
        "option name Hash type spin default 16 min 1 max 64",
        "option name UCI_Chess960 type check default false",
        "option name UCI_ShowWDL type check default false",
        "option name Debug Log File type string default <empty>",
        "option name UCI_EngineAbout type string default Fake 1: chess and 10x10 draughts, by the \
         Damier developers, GPL-3.0-or-later",
        "uciok",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn our_own_engine_answers_with_a_legal_move() {
    let lines = run(ChessEngine::new(), "position startpos moves e2e4\ngo depth 1\n");
    let best = lines.last().unwrap().strip_prefix("bestmove ").expect("the answer comes last");
    let mut position = Position::start();
    position.play(position.read_uci("e2e4").unwrap());
    position.read_uci(best.split(' ').next().unwrap()).unwrap();
}

#[test]
fn readiness_is_told_during_a_search() {
    assert_eq!(answers("go infinite\nisready\nstop\n"), ["readyok", "bestmove a2a3"]);
    assert_eq!(answers("isready\nisready\n"), ["readyok", "readyok"]);
}

#[test]
fn readiness_waits_for_options_when_nothing_is_searched() {
    let lines = answers("setoption name Nonsense value 1\nisready\n");
    assert_eq!(lines, ["info string there is no option \"Nonsense\"", "readyok"]);
}

#[test]
fn a_stop_that_comes_early_is_not_lost_and_one_too_many_hits_nobody() {
    for _ in 0..50 {
        assert_eq!(answers("go infinite\nstop\n"), ["bestmove a2a3"]);
    }
    let log = log("stop\nponderhit\ngo depth 1\n");
    assert_eq!(log, ["search finished after 0 moves, position 1"]);
}

#[test]
fn an_option_set_during_a_search_waits_for_its_end() {
    let log = log("go infinite\nsetoption name Hash value 3\nucinewgame\nstop\nquit\n");
    assert_eq!(log, ["search stopped after 0 moves, position 1", "Hash=3", "new game"]);
}

#[test]
fn a_position_set_during_a_search_is_for_the_next_one() {
    let log = log("go infinite\nposition startpos moves e2e4\nstop\ngo depth 1\n");
    assert_eq!(
        log,
        ["search stopped after 0 moves, position 1", "search finished after 1 moves, position 1"]
    );
}

#[test]
fn a_second_go_ends_the_first_search() {
    let lines = answers("go infinite\nposition startpos moves e2e4\ngo infinite\nstop\n");
    assert_eq!(lines, ["bestmove a2a3", "bestmove a7a5"]);
}

#[test]
fn quit_ends_a_search_and_what_follows_is_not_read() {
    let lines = answers("go depth 3\nquit\nisready\ngo depth 1\n");
    assert_eq!(lines, ["bestmove a2a3"]);
    assert_eq!(log("go infinite\nquit\n"), ["search stopped after 0 moves, position 1"]);
}

#[test]
fn at_the_end_of_input_only_endless_searches_are_stopped() {
    let cases = [
        ("go depth 3", "finished"),
        ("go wtime 1000", "finished"),
        // The clock of the other side ends nothing.
        ("go btime 1000", "stopped"),
        ("go infinite", "stopped"),
        ("go depth 3 infinite", "stopped"),
        ("go", "stopped"),
        ("go ponder depth 3", "stopped"),
        ("go ponder depth 3\nponderhit", "finished"),
    ];
    for (script, end) in cases {
        assert_eq!(log(script), [format!("search {end} after 0 moves, position 1")], "{script}");
    }
}

#[test]
fn no_engine_answers_before_it_is_asked() {
    for script in ["go infinite\nisready\nstop\n", "go ponder depth 1\nisready\nponderhit\n"] {
        let mut lines = run(FakeChess { is_hasty: true, ..FakeChess::default() }, script);
        lines.retain(|line| !line.starts_with("info"));
        assert_eq!(lines, ["readyok", "bestmove a2a3"], "{script}");
    }
}

#[test]
fn an_engine_that_fails_still_answers() {
    let lines = run(FakeChess { is_broken: true, ..FakeChess::default() }, "go depth 1\n");
    assert_eq!(lines, ["info string the engine is broken", "bestmove (none)"]);
}

#[test]
fn a_wrong_position_is_reported_and_the_previous_one_stays() {
    let script = "position startpos moves e2e4\n\
                  position startpos moves e2e4 e7e5 e4e5\n\
                  position fen 8/8/8/8/8/8/8/8 w - - 0 1\n\
                  position fen\n\
                  position here\n\
                  go depth 1\n";
    let lines = answers(script);
    let expected = [
        "position: move number 3: e4e5 is not legal",
        "position: FEN: ",
        "position: FEN: ",
        "position: startpos or fen has to stand where \"here\" does",
        "",
    ];
    assert_eq!(lines.len(), expected.len(), "{lines:#?}");
    for (line, words) in lines.iter().zip(&expected[..4]) {
        assert!(line.starts_with(&format!("info string {words}")), "{line}");
    }
    assert_eq!(lines[4], "bestmove a7a5");
}

#[test]
fn the_choice_of_moves_can_be_limited() {
    let lines = answers("go searchmoves e2e5 g1f3 depth 1\n");
    assert_eq!(
        lines,
        ["info string go searchmoves: e2e5 is not legal in this position", "bestmove g1f3"]
    );
}

#[test]
fn castling_is_written_and_read_either_way() {
    let position = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let go = "go depth 1 searchmoves";
    let lines = answers(format!(
        "{position}\n{go} e1g1\n{go} e1h1\n\
         setoption name uci_chess960 value true\n{go} e1g1\n\
         setoption name UCI_Chess960 value perhaps\n{go} e1h1\n"
    ));
    // Each search is stopped by the next `go`, but answers all the same.
    let remark = "info string option UCI_Chess960 takes true or false, not \"perhaps\"";
    assert!(lines.iter().any(|line| line == remark), "{lines:?}");
    let answers: Vec<&String> = lines.iter().filter(|line| *line != remark).collect();
    assert_eq!(answers, ["bestmove e1g1", "bestmove e1g1", "bestmove e1h1", "bestmove e1h1"]);
}

#[test]
fn a_position_of_chess960_is_answered_in_its_own_terms() {
    let position = "position fen 1k6/8/8/8/8/8/8/5RK1 w F - 0 1";
    let lines = answers(format!("{position}\ngo depth 1 searchmoves g1f1\n"));
    assert_eq!(lines, ["bestmove g1f1"]);
}

#[test]
fn wins_draws_and_losses_are_shown_on_request() {
    let script = "go depth 1\nsetoption name UCI_ShowWDL value true\ngo depth 1\n";
    let lines = run(FakeChess::default(), script);
    let reports: Vec<bool> = lines
        .iter()
        .filter(|line| line.starts_with("info depth"))
        .map(|line| line.contains(" score cp 12 wdl "))
        .collect();
    assert_eq!(reports, [false, true]);
}

#[test]
fn the_end_of_the_game_has_no_best_move() {
    let mate = "position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\ngo depth 1\n";
    assert_eq!(run(FakeChess::default(), mate), ["info depth 0 score mate 0", "bestmove (none)"]);
    let stalemate = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo depth 1\n";
    assert_eq!(
        run(FakeChess::default(), stalemate),
        ["info depth 0 score cp 0", "bestmove (none)"]
    );
}

#[test]
fn perft_divides_by_first_move() {
    let lines = run(FakeChess::default(), "go perft 4\n");
    assert_eq!(lines.len(), 22);
    assert!(lines.contains(&"e2e4: 13160".to_owned()), "{lines:?}");
    assert_eq!(lines[20..], ["", "Nodes searched: 197281"]);
    assert_eq!(run(FakeChess::default(), "go perft 0\n"), ["", "Nodes searched: 1"]);
    // A script that quits wants its count; a person who stops does not.
    assert_eq!(
        run(FakeChess::default(), "go perft 2\nquit\n").last().unwrap(),
        "Nodes searched: 400"
    );
    let lines = run(FakeChess::default(), "go perft 4000000000\nisready\nstop\n");
    assert_eq!(lines, ["readyok", "info string perft was stopped"]);
}

#[test]
fn extras_answer_in_their_own_words() {
    let lines = answers("position fen 4k3/8/8/8/8/8/8/q3K2R w K - 3 17\nd\n");
    assert!(lines.contains(&"1  q . . . K . . R".to_owned()), "{lines:#?}");
    assert!(lines.contains(&"Fen: 4k3/8/8/8/8/8/8/q3K2R w K - 3 17".to_owned()), "{lines:#?}");
    assert!(lines.contains(&"Checkers: a1".to_owned()), "{lines:#?}");
    assert!(answers("help\n")[0].starts_with("Damier speaks UCI"));
    assert_eq!(answers("eval\n"), ["the fake engine judges nothing"]);
    assert_eq!(answers("bench 1\n"), ["bench to depth Some(1)"]);
}

#[test]
fn openings_are_told_one_a_line_and_their_failure_in_words() {
    let lines = answers("genfens 2 seed 5 book None\n");
    assert_eq!(lines, vec![format!("info string genfens {}", Position::start().to_fen()); 2]);
    let lines = answers("genfens 3 seed 5 book nowhere\n");
    assert_eq!(lines, ["info string genfens: there is no book nowhere"]);
}

#[test]
fn a_very_long_line_is_skipped_and_a_very_long_game_is_not() {
    let long = format!("{}\nisready\n", "x ".repeat(1 << 20));
    let lines = answers(long);
    assert_eq!(lines, ["info string a line of more than a megabyte was not read", "readyok"]);
    let moves = "g1f3 g8f6 f3g1 f6g8 ".repeat(1000);
    assert_eq!(
        log(&format!("position startpos moves {moves}\ngo depth 1\n"))[0],
        "search finished after 4000 moves, position 1001"
    );
}

#[test]
fn a_number_that_cannot_be_read_is_named_and_the_question_answered() {
    let complaint = "info string go: depth needs a whole number, not \"ten\"";
    let remark = "info string no limit could be read: thinking for a second at most";
    let lines = answers("go depth ten\n");
    assert_eq!(lines[..2], [complaint, remark]);
    assert!(lines.last().unwrap().starts_with("bestmove"), "{lines:?}");
    let log = log("go movetime x depth 3\n");
    assert_eq!(log[0], "search finished after 0 moves, position 1", "the depth limits it");
}

#[test]
fn a_reader_that_goes_away_ends_the_engine_quietly() {
    let run = |kind, script: &str| {
        serve(
            FakeChess::default(),
            FakeExtras,
            Cursor::new(script.to_owned()),
            Closing { lines: 1, kind },
        )
    };
    for script in
        ["uci\nisready\ngo infinite\n", "go infinite\nisready\nisready\n", "help\nbench 1\nd\n"]
    {
        assert!(run(ErrorKind::BrokenPipe, script).is_ok(), "{script}");
        let error = run(ErrorKind::StorageFull, script).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::StorageFull, "{script}");
    }
}

#[test]
fn garbage_does_not_kill_it() {
    const LINES: usize = 100_000;
    /// No `bench`, which takes its time, and no `quit`.
    const WORDS: [&str; 38] = [
        "uci",
        "isready",
        "setoption",
        "name",
        "value",
        "Hash",
        "UCI_Chess960",
        "true",
        "ucinewgame",
        "position",
        "startpos",
        "fen",
        "moves",
        "e2e4",
        "e7e5",
        "e1g1",
        "a7a8q",
        "0000",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        "w",
        "KQkq",
        "-",
        "0",
        "1",
        "go",
        "depth",
        "wtime",
        "-5",
        "99999999999999999999",
        "searchmoves",
        "infinite",
        "ponder",
        "stop",
        "ponderhit",
        "d",
        "eval",
        "perft 1",
        "genfens",
    ];
    const ORDERS: [&str; 4] = [
        "position startpos moves e2e4 e7e5 g1f3",
        "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1",
        "go wtime 1000 btime 1000 winc 10 binc 10 movestogo 40",
        "setoption name UCI_ShowWDL value true",
    ];
    let mut input = garbage(LINES, &ORDERS, &WORDS);
    input.extend(b"stop\nuci\nisready\ngo depth 1\n");
    let lines = run(FakeChess { is_hasty: true, ..FakeChess::default() }, &input);
    assert!(lines.len() > LINES / 10, "{}", lines.len());
    assert!(lines.last().unwrap().starts_with("bestmove "), "{:?}", lines.last());
    let after = lines.iter().rposition(|line| line == "uciok").expect("it introduces itself");
    assert!(lines[after..].iter().any(|line| line == "readyok"));
}
