//! Hub, version 2, as the client speaks it.

use super::dialect::blank_report;
use super::{Client, Dialect, Heard, Introduction, Played, SearchOrder};
use crate::hub::command::HubLevel;
use crate::hub::syntax::{HubLine, Value};
use crate::hub::text::{NO_MOVE, read_score};
use damier_core::{Depth, Game};
use damier_draughts::{Move, Position};
use damier_search::{Answer, Bound, OptionKind};
use std::fmt::Write;
use std::time::Duration;

/// A draughts engine that speaks Hub, in a process of its own. Dropping it ends the process.
///
/// Its options are the parameters that it declares, under their own names (`threads`, `tt-size`,
/// …). They can be set until the first game or search, as Hub wants it.
pub type HubClient = Client<Hub>;

/// Hub as a client speaks it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hub;

impl Dialect for Hub {
    type Rules = Position;

    const GREETING: &'static str = "hub";
    const PING: (&'static str, &'static str) = ("ping", "pong");
    const NEW_GAME: &'static str = "new-game";
    const PONDER_HIT: &'static str = "ponder-hit";
    const INIT: Option<(&'static str, &'static str)> = Some(("init", "ready"));

    fn introduction(text: &str) -> Introduction {
        let Ok(Some(line)) = HubLine::read(text) else {
            return Introduction::Other;
        };
        match line.command {
            "wait" => Introduction::End,
            "id" => line.value("name").map_or(Introduction::Other, |name| {
                let version = line.value("version").unwrap_or_default();
                Introduction::Name(format!("{name} {version}").trim_end().to_owned())
            }),
            "param" => match line.value("name") {
                Some(name) if !name.is_empty() => {
                    Introduction::Option(name.to_owned(), parameter_kind(&line))
                }
                _ => Introduction::Other,
            },
            _ => Introduction::Other,
        }
    }

    fn set_option(name: &str, _kind: &OptionKind, value: &str) -> Result<String, String> {
        if value.contains('"') {
            return Err("Hub cannot write a value with a quote in it".to_owned());
        }
        // A line break is left for the caller to find.
        let value =
            if value.contains(['\n', '\r']) { value.to_owned() } else { Value(value).to_string() };
        Ok(format!("set-param name={} value={value}", Value(name)))
    }

    fn go(&self, order: &SearchOrder<Position>) -> Result<String, &'static str> {
        let SearchOrder { game, limits, among, is_pondering } = *order;
        if !among.is_empty() {
            return Err("a choice among some of the moves");
        }
        let mode = if is_pondering {
            "ponder"
        } else if limits.infinite {
            "analyze"
        } else {
            "think"
        };
        let level = HubLevel::from_limits(limits, game.position().side_to_move());
        Ok(format!("{}{}go {mode}", position_text(game), level_text(&level)))
    }

    fn hear(text: &str, position: &Position) -> Heard<Move> {
        let Ok(Some(line)) = HubLine::read(text) else {
            return Heard::Nothing;
        };
        match line.command {
            "done" => Heard::Answer(answer(&line, position)),
            "info" => info(&line, position),
            "error" => Heard::Remark(line.value("message").unwrap_or("an error").to_owned()),
            _ => Heard::Nothing,
        }
    }
}

fn parameter_kind(line: &HubLine) -> OptionKind {
    let default = line.value("value").unwrap_or_default();
    let number = |name| line.value(name).and_then(|text| text.parse().ok());
    match line.value("type") {
        Some("bool") => OptionKind::Check { default: default == "true" },
        Some("int") => OptionKind::Spin {
            default: number("value").unwrap_or(0),
            min: number("min").unwrap_or(i64::MIN),
            max: number("max").unwrap_or(i64::MAX),
        },
        Some("enum") => {
            let choices = line.value("values").unwrap_or_default();
            let choices = choices.split_whitespace().map(str::to_owned).collect();
            OptionKind::Combo { default: default.to_owned(), choices }
        }
        // Real numbers among them: the engine knows best what it takes.
        _ => OptionKind::Text { default: default.to_owned() },
    }
}

fn position_text(game: &Game<Position>) -> String {
    let mut text = format!("pos pos={}", game.start().to_hub());
    if game.moves().len() > 0 {
        let moves: Vec<String> = game.moves().map(|mv| mv.to_string()).collect();
        let _ = write!(text, " moves=\"{}\"", moves.join(" "));
    }
    text.push('\n');
    text
}

/// One line a limit: Scan reads them all, others know only the first argument.
fn level_text(level: &HubLevel) -> String {
    let HubLevel { depth, nodes, move_time, moves, time, increment, infinite } = level;
    let mut text = String::new();
    if let Some(depth) = depth {
        let _ = writeln!(text, "level depth={depth}");
    }
    if let Some(nodes) = nodes {
        let _ = writeln!(text, "level nodes={nodes}");
    }
    if let Some(seconds) = move_time {
        let _ = writeln!(text, "level move-time={seconds:.3}");
    }
    if let Some(seconds) = time {
        text.push_str("level");
        if let Some(moves) = moves {
            let _ = write!(text, " moves={moves}");
        }
        let _ = write!(text, " time={seconds:.3}");
        if let Some(seconds) = increment {
            let _ = write!(text, " inc={seconds:.3}");
        }
        text.push('\n');
    }
    if *infinite || text.is_empty() {
        text.push_str("level infinite\n");
    }
    text
}

/// Reads `done move=X ponder=Y`. What cannot be played as the expected reply is no reply: it is
/// only advice.
fn answer(line: &HubLine, position: &Position) -> Played<Move> {
    let best = match line.value("move").unwrap_or_default() {
        "" | NO_MOVE if !position.has_legal_move() => None,
        text => Some(position.read_hub(text)?),
    };
    let ponder = best.zip(line.value("ponder")).and_then(|(best, reply)| {
        let mut after = position.clone();
        after.play_unchecked(best);
        after.read_hub(reply).ok()
    });
    Ok(Answer { best, ponder })
}

fn info(line: &HubLine, position: &Position) -> Heard<Move> {
    if let Some(words) = line.value("message") {
        return Heard::Remark(words.to_owned());
    }
    fn number<N: std::str::FromStr>(line: &HubLine, name: &str) -> Option<N> {
        line.value(name)?.parse().ok()
    }
    let mut report = blank_report();
    report.depth = Depth::new(number(line, "depth").unwrap_or(0));
    report.selective_depth = number(line, "sel-depth").unwrap_or(0);
    report.rank = number(line, "multi-pv").unwrap_or(1);
    report.bound = match line.value("bound") {
        Some("lower") => Bound::Lower,
        Some("upper") => Bound::Upper,
        _ => Bound::Exact,
    };
    let mut after = position.clone();
    for word in line.value("pv").unwrap_or_default().split_whitespace() {
        let Ok(mv) = after.read_hub(word) else { break };
        after.play_unchecked(mv);
        report.line.push(mv);
    }
    let seconds = number::<f64>(line, "time");
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let score = line.value("score").and_then(read_score);
    Heard::info(report, score, number(line, "nodes"), time)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::{ClientError, EngineCommand};
    use damier_core::{Ply, Score, Side};
    use damier_search::NamedOptions;
    use damier_search::{Engine, Event, Limits, OptionError, PlayerClock, Query};
    use std::sync::Arc;
    use std::thread;

    /// An engine that is a script of the shell.
    fn script(text: &str) -> EngineCommand {
        let arguments = vec!["-c".to_owned(), text.to_owned()];
        EngineCommand { program: "sh".to_owned(), arguments, folder: None }
    }

    const HANDSHAKE: &str = "read l; echo 'id name=Sham version=3.1 author=\"a b\"'; \
        echo 'param name=variant value=normal type=enum values=\"normal bt\"'; \
        echo 'param name=threads value=1 type=int min=1 max=16'; \
        echo 'param name=book value=true type=bool'; \
        echo 'param name=margin value=0.5 type=real min=0 max=1'; echo wait;";

    #[test]
    fn parameters_are_read_and_set_before_the_first_game() {
        let text = format!(
            "{HANDSHAKE} read a; read b; echo ready; read c; read d; \
             [ \"$a,$b,$c,$d\" = 'set-param name=threads value=2,init,new-game,ping' ] && echo \
             pong; read l"
        );
        let mut client = HubClient::start(&script(&text)).unwrap();
        assert_eq!(client.name(), "Sham 3.1");
        let kinds: Vec<OptionKind> = client.options().into_iter().map(|(_, kind)| kind).collect();
        let choices = vec!["normal".to_owned(), "bt".to_owned()];
        assert_eq!(kinds[0], OptionKind::Combo { default: "normal".to_owned(), choices });
        assert_eq!(kinds[1], OptionKind::Spin { default: 1, min: 1, max: 16 });
        assert_eq!(kinds[2], OptionKind::Check { default: true });
        assert_eq!(kinds[3], OptionKind::Text { default: "0.5".to_owned() });
        client.set_option("threads", "2").unwrap();
        assert!(matches!(client.set_option("threads", "x"), Err(OptionError::BadValue { .. })));
        for value in ["a\"b", "a\nquit"] {
            let error = client.set_option("margin", value).unwrap_err();
            assert!(matches!(error, OptionError::Unusable { .. }), "{error}");
        }
        client.new_game().unwrap();
        let error = client.set_option("threads", "3").unwrap_err().to_string();
        assert!(error.contains("before the first game"), "{error}");
    }

    #[test]
    fn a_search_is_words() {
        let mut game = Game::new(Position::start());
        for text in ["32-28", "19-23", "28x19"] {
            game.play_unchecked(game.position().read_move(text).unwrap());
        }
        let mut limits = Limits::to_depth(Depth::new(9));
        limits.clocks[Side::Black.index()] = Some(PlayerClock {
            remaining: Duration::from_secs(10),
            increment: Duration::from_millis(500),
            moves_to_go: Some(4),
        });
        let expected = "pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww \
            moves=\"32-28 19-23 28x19x23\"\nlevel depth=9\nlevel moves=4 time=9.500 inc=0.500\ngo \
            think";
        let among = &[];
        let order = SearchOrder { game: &game, limits: &limits, among, is_pondering: false };
        assert_eq!(Hub.go(&order).unwrap(), expected);
        let fresh = Game::new(Position::start());
        let limits = Limits::default();
        let order = SearchOrder { game: &fresh, limits: &limits, among, is_pondering: true };
        let text = Hub.go(&order).unwrap();
        assert!(text.ends_with("www\nlevel infinite\ngo ponder"), "{text}");
        let moves = fresh.position().legal_moves();
        assert!(Hub.go(&SearchOrder { among: &moves[..2], ..order }).is_err());
    }

    #[test]
    fn what_engines_say_is_read() {
        let position = Position::start();
        let line = "info depth=21 mean-depth=20.8 score=-0.01 nodes=312 time=3.906 nps=8.0 \
        pv=\"32-28 17-22 28x17x22 1-50\"";
        let Heard::Report(report) = Hub::hear(line, &position) else { panic!("a report") };
        assert_eq!((report.depth, report.nodes, report.line.len()), (Depth::new(21), 312, 3));
        assert_eq!(report.score, Score::from_evaluation(-1));
        let Heard::Report(report) = Hub::hear("info score=99.97 pv=32-28", &position) else {
            panic!("a report")
        };
        assert_eq!(report.score, Score::mate_in(Ply::new(3)));
        assert!(matches!(Hub::hear("info nodes=7", &position), Heard::Cost { nodes: 7, .. }));
        assert!(matches!(Hub::hear("info pv=\"", &position), Heard::Nothing));
        let Heard::Remark(words) = Hub::hear("error message=\"oh no\"", &position) else {
            panic!("a remark")
        };
        assert_eq!(words, "oh no");
        let Heard::Answer(Ok(answer)) = Hub::hear("done move=32-28 ponder=19-23", &position) else {
            panic!("an answer")
        };
        assert!(answer.best.is_some() && answer.ponder.is_some());
        for text in ["done", "done move=none", "done move=32-29", "done move=é", "done ponder=1-2"]
        {
            assert!(matches!(Hub::hear(text, &position), Heard::Answer(Err(_))), "{text}");
        }
    }

    #[test]
    fn a_ponder_hit_and_a_stop_reach_the_engine() {
        let text = format!(
            "{HANDSHAKE} read l; echo ready; read l; echo pong; read l; read l; read l; \
             echo 'info depth=3 score=0.05 nodes=9 pv=32-28'; read hit; read end; \
             echo \"info message=\\\"$hit $end\\\"\"; echo done move=32-28; read l"
        );
        let mut client = HubClient::start(&script(&text)).unwrap();
        let mut query = Query::new(Game::new(Position::start()), Limits::default());
        query.signals = Arc::new(damier_search::Signals::pondering());
        let signals = Arc::clone(&query.signals);
        let mut said = Vec::new();
        let answer = thread::scope(|scope| {
            let (sender, receiver) = std::sync::mpsc::channel();
            scope.spawn(move || {
                let _ = receiver.recv();
                signals.ponder_hit();
                signals.stop();
            });
            let found = client.search(&query, &mut |event| {
                let _ = sender.send(());
                said.push(event);
            });
            found.unwrap()
        });
        assert!(answer.best.is_some());
        assert_eq!(said[1], Event::Remark("ponder-hit stop".to_owned()));
    }

    #[test]
    fn an_answer_that_cannot_be_played_is_told_as_such() {
        let text = format!(
            "{HANDSHAKE} read l; echo ready; read l; echo pong; read l; read l; read l; \
             echo done move=1-2; read l"
        );
        let mut client = HubClient::start(&script(&text)).unwrap();
        let query = Query::new(Game::new(Position::start()), Limits::to_nodes(1));
        let error = client.search(&query, &mut |_| {}).unwrap_err();
        assert!(matches!(error, ClientError::BadMove(_)), "{error}");
        assert_eq!(
            error.to_string(),
            "the engine's answer cannot be played: 1-2 is not legal in this position"
        );
    }

    #[test]
    fn silence_ends_the_wait() {
        let sleeper = script("exec sleep 20");
        let error = HubClient::start_within(&sleeper, Duration::from_millis(50)).err().unwrap();
        assert!(matches!(error, ClientError::TimedOut { command: "hub" }), "{error}");
    }
}
