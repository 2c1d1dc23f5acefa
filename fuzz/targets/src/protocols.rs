//! What other programs say to our engines, and what engines of others say to us.

use damier_chess::Position as Chess;
use damier_core::{Depth, Rules, Score};
use damier_draughts::Position as Draughts;
use damier_protocol::client::{Dialect, Hub, Introduction, Uci};
use damier_protocol::dxp::Message;
use damier_protocol::{hub, uci};
use damier_search::{
    Answer, Bound, Engine, Event, NamedOptions, OptionError, OptionKind, Query, Report,
};
use std::convert::Infallible;
use std::marker::PhantomData;
use std::time::Duration;

/// An engine that plays the first move at once: what is tested is the server in front of it.
struct Hasty<R>(PhantomData<R>);

impl<R> NamedOptions for Hasty<R> {
    fn options(&self) -> Vec<(String, OptionKind)> {
        let option = |name: &str, kind| (name.to_owned(), kind);
        vec![
            option("Hash", OptionKind::Spin { default: 16, min: 1, max: 64 }),
            option("Threads", OptionKind::Spin { default: 1, min: 1, max: 4 }),
            option("OwnBook", OptionKind::Check { default: false }),
            option("BookFile", OptionKind::Text { default: String::new() }),
        ]
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        damier_search::options::check(&self.options(), name, value).map(drop)
    }
}

impl<R: Rules> Engine for Hasty<R> {
    type Rules = R;
    type Error = Infallible;

    fn name(&self) -> String {
        "Hasty".to_owned()
    }

    fn new_game(&mut self) -> Result<(), Infallible> {
        Ok(())
    }

    fn search(
        &mut self,
        query: &Query<R>,
        on_event: &mut dyn FnMut(Event<R::Move>),
    ) -> Result<Answer<R::Move>, Infallible> {
        let moves = query.game.position().legal_moves();
        let best = query.among.first().or(moves.first()).copied();
        on_event(Event::Report(Report {
            depth: Depth::new(1),
            selective_depth: 1,
            mean_depth: None,
            rank: 1,
            score: Score::DRAW,
            bound: Bound::Exact,
            nodes: 1,
            time: Duration::from_millis(1),
            table_fill: 0,
            endgame_hits: 0,
            line: best.into_iter().collect(),
        }));
        Ok(Answer { best, ponder: None })
    }
}

struct NoExtras;

impl<E> uci::Extras<E> for NoExtras {
    fn bench(&mut self, _depth: Option<u32>, on_line: &mut dyn FnMut(String)) {
        on_line("1 nodes".to_owned());
    }

    fn openings(
        &mut self,
        _engine: &mut E,
        _order: &uci::command::OpeningsOrder,
        on_opening: &mut dyn FnMut(&Chess),
    ) -> Result<(), String> {
        on_opening(&Chess::start());
        Ok(())
    }
}

/// Lines for the UCI server. Every `go` is answered, and the server ends.
pub(crate) fn uci_lines(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    // Counting is as much work as was asked for.
    let lines: Vec<&str> = text.lines().filter(|line| !line.contains("perft")).collect();
    let mut output = Vec::new();
    let input = lines.join("\n");
    let served = uci::serve(Hasty(PhantomData), NoExtras, input.as_bytes(), &mut output);
    served.expect("memory does not fail");
    let output = String::from_utf8(output).expect("what is said is text");
    let answers = output.lines().filter(|line| line.starts_with("bestmove ")).count();
    // Whatever else is asked for, these are questions until the end is said in some way.
    let heard = lines.iter().take_while(|line| !line.contains("quit"));
    let asked = heard.filter(|line| line.trim() == "go infinite").count();
    assert!(answers >= asked, "{answers} answers to {asked} questions: {input:?}");
}

/// Lines for the Hub server.
pub(crate) fn hub_lines(bytes: &[u8]) {
    let mut output = Vec::new();
    hub::serve(Hasty(PhantomData), bytes, &mut output).expect("memory does not fail");
    String::from_utf8(output).expect("what is said is text");
}

/// Lines of engines: the introduction, then what is said during a search.
pub(crate) fn engine_lines(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for line in text.lines() {
        hear::<Uci>(line, &Chess::start());
        hear::<Hub>(line, &Draughts::start());
    }
}

fn hear<D: Dialect>(line: &str, position: &D::Rules) {
    if let Introduction::Option(name, kind) = D::introduction(line) {
        for value in ["", "1", "true", "some words"] {
            let _ = D::set_option(&name, &kind, value);
            let _ = kind.check(&name, value);
        }
    }
    let _ = D::hear(line, position);
}

/// Messages of DXP, with a zero after each. What is written reads the same.
pub(crate) fn dxp_messages(bytes: &[u8]) {
    for bytes in bytes.split(|&byte| byte == 0) {
        let Ok(message) = Message::read(bytes) else { continue };
        if let Message::Move(mv) = &message
            && let Some(mv) = mv.find(&Draughts::start())
        {
            assert!(Draughts::start().is_legal(mv));
        }
        // What does not fit its field is cut when it is written, but not a second time.
        let written = message.write();
        let again = Message::read(written.as_bytes());
        let again = again.unwrap_or_else(|error| panic!("{written:?}: {error}"));
        assert_eq!(again.write(), written);
    }
}
