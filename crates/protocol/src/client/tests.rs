use super::uci::{go_text, parse};
use super::*;
use damier_chess::{Move, Position};
use damier_core::{Depth, Score};
use damier_search::Bound;
use damier_search::PlayerClock;
use std::sync::Arc;
use std::thread;

/// An engine that is a script of the shell.
fn script(text: &str) -> EngineCommand {
    let arguments = vec!["-c".to_owned(), text.to_owned()];
    EngineCommand { program: "sh".to_owned(), arguments, folder: None }
}

const HANDSHAKE: &str = "read l; echo id name Sham; echo id author x; \
    echo 'option name Hash type spin default 16 min 1 max 64'; \
    echo 'option name Clear Hash type button'; echo uciok;";

#[test]
fn options_are_read_and_checked() {
    let (name, kind) =
        parse::option("option name Skill Level type spin default 20 min -3 max 20").unwrap();
    assert_eq!(name, "Skill Level");
    assert_eq!(kind, OptionKind::Spin { default: 20, min: -3, max: 20 });
    let line =
        "option name Null Move type combo default Fail High var Always var Fail High var Never";
    let OptionKind::Combo { default, choices } = parse::option(line).unwrap().1 else {
        panic!("a combo");
    };
    assert_eq!(
        (default.as_str(), choices.len(), choices[1].as_str()),
        ("Fail High", 3, "Fail High")
    );
    assert!(parse::option("option").is_none());
    assert!(parse::option("option name type spin").is_none());

    let mut client = UciClient::start(&script(&format!("{HANDSHAKE} read l; read l"))).unwrap();
    assert_eq!(client.name(), "Sham");
    assert_eq!(client.options().len(), 2);
    client.set_option("hash", "32").unwrap();
    assert!(matches!(client.set_option("Hash", "65"), Err(OptionError::BadValue { .. })));
    let error = client.set_option("Threads", "1").unwrap_err();
    assert_eq!(error.to_string(), "there is no option \"Threads\"");
}

#[test]
fn limits_become_words() {
    let clock = PlayerClock {
        remaining: Duration::from_millis(4000),
        increment: Duration::from_millis(40),
        moves_to_go: None,
    };
    let limits = Limits { clocks: [Some(clock), Some(clock)], ..Limits::default() };
    assert_eq!(go_text(&limits, true), "go ponder wtime 4000 winc 40 btime 4000 binc 40");
    assert_eq!(go_text(&Limits::to_nodes(7), false), "go nodes 7");
    assert_eq!(go_text(&Limits::to_depth(Depth::new(4)), false), "go depth 4");
    assert_eq!(go_text(&Limits::default(), false), "go infinite");
}

#[test]
fn reports_are_read() {
    let position = Position::start();
    let text = "depth 9 seldepth 12 multipv 1 score cp -31 upperbound nodes 100 nps 5 time 20 pv \
    e2e4 e7e5 e1e5";
    let report = |text: &str| match parse::info(text, &position) {
        Heard::Report(report) => Some(report),
        _ => None,
    };
    let found = report(text).unwrap();
    assert_eq!((found.depth, found.nodes, found.line.len()), (Depth::new(9), 100, 2));
    assert_eq!((found.score, found.bound), (Score::from_evaluation(-31), Bound::Upper));
    let mate = |text: &str| {
        let found = report(&format!("score mate {text} pv e2e4"));
        found.and_then(|report| report.score.plies_to_mate())
    };
    assert_eq!((mate("2"), mate("-2"), mate("0")), (Some(3), Some(-4), Some(0)));
    assert!(mate("99999").is_some() && mate("-2147483648").is_some() && mate("x").is_none());
    let remark: Heard<Move> = parse::info("string a  b", &position);
    assert!(matches!(remark, Heard::Remark(words) if words == "a b"));
    let cost: Heard<Move> = parse::info("nodes 7 time 9", &position);
    assert!(matches!(cost, Heard::Cost { nodes: 7, time: Some(_) }));
}

#[test]
fn answers_are_read() {
    let position = Position::start();
    let answer = parse::answer("bestmove e2e4 ponder e7e5", &position).unwrap();
    assert!(answer.best.is_some() && answer.ponder.is_some());
    let answer = parse::answer("bestmove e2e4 ponder e2e4", &position).unwrap();
    assert!(answer.ponder.is_none());
    for text in ["bestmove e2e5", "bestmove", "bestmove (none)", "bestmove é2e4"] {
        assert!(parse::answer(text, &position).is_err(), "{text}");
    }
}

#[test]
fn a_program_that_is_not_there_is_named() {
    let command = EngineCommand { program: "/no/such/engine".to_owned(), ..Default::default() };
    let error = UciClient::start(&command).err().unwrap().to_string();
    assert!(error.starts_with("cannot start \"/no/such/engine\": No such file"), "{error}");
}

#[test]
fn last_words_are_kept() {
    let error = UciClient::start(&script("read l; echo out of luck >&2; exit 3")).err().unwrap();
    assert_eq!(error.to_string(), "the engine ended by itself; its last words: out of luck");
    let mut client = UciClient::start(&script(&format!("{HANDSHAKE} read l; echo bye"))).unwrap();
    let error = client.new_game().unwrap_err();
    assert!(matches!(&error, ClientError::Died { last_line } if last_line == "bye"), "{error}");
}

#[test]
fn silence_ends_the_wait() {
    let sleeper = script("exec sleep 20");
    let error = UciClient::start_within(&sleeper, Duration::from_millis(50)).err().unwrap();
    assert!(matches!(error, ClientError::TimedOut { command: "uci" }), "{error}");
}

#[test]
fn a_stop_from_another_thread_reaches_the_engine() {
    let text = format!(
        "{HANDSHAKE} read l; echo readyok; read l; read l; echo info depth 3 score cp 5 nodes 9 pv \
        d2d4; read l; echo info string heard $l; echo bestmove d2d4 ponder d7d5; read l"
    );
    let mut client = UciClient::start(&script(&text)).unwrap();
    let query = Query::new(Game::new(Position::start()), Limits::default());
    let mut said = Vec::new();
    let signals = Arc::clone(&query.signals);
    let answer = thread::scope(|scope| {
        let (sender, receiver) = std::sync::mpsc::channel();
        scope.spawn(move || {
            let _ = receiver.recv();
            signals.stop();
        });
        client
            .search(&query, &mut |event| {
                let _ = sender.send(());
                said.push(event);
            })
            .unwrap()
    });
    assert!(answer.best.is_some() && answer.ponder.is_some());
    assert!(matches!(&said[0], Event::Report(report) if report.nodes == 9));
    assert_eq!(said[1], Event::Remark("heard stop".to_owned()));
}

#[test]
fn a_search_can_be_waited_for_again() {
    let text = format!(
        "{HANDSHAKE} read l; echo readyok; read l; read l; read l; echo bestmove a2a3; read l"
    );
    let mut client = UciClient::start(&script(&text)).unwrap();
    let game = Game::new(Position::start());
    client.go(&game, &Limits::default(), &[], false).unwrap();
    assert!(matches!(
        client.go(&game, &Limits::default(), &[], false),
        Err(ClientError::OutOfTurn(_))
    ));
    let soon = Instant::now() + Duration::from_millis(30);
    assert!(matches!(client.wait(Some(soon)), Err(ClientError::TimedOut { .. })));
    client.stop().unwrap();
    assert!(client.wait(None).unwrap().answer.best.is_some());
    assert!(matches!(client.wait(None), Err(ClientError::OutOfTurn(_))));
}
