//! Hostile positions: whatever the limit, there is an answer, and it is a legal move.

use crate::harness::{Talk, is_long, report, scale, worst};
use damier_core::Rules;
use damier_testkit::hostile;
use std::time::{Duration, Instant};

/// A game as its protocol speaks of it.
trait Tongue: Rules {
    const COMMAND: &'static str;
    /// Said before the first search.
    const GREETING: &'static str;
    const ANSWER: &'static str;
    /// Positions that have made trouble, here or elsewhere.
    const KNOWN: &'static [&'static str];
    fn crowded() -> Vec<Self>;
    fn place(&self) -> String;
    /// The lines that begin a search.
    fn go(way: Way) -> &'static [&'static str];
    fn ponder_hit() -> &'static str;
    /// What the line says, or `None` if it says that there is no move.
    fn read_answer(&self, line: &str) -> Option<Self::Move>;
}

/// How a search is begun and ended.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    MoveTime,
    Clock,
    Nodes,
    Depth,
    Stop,
    PonderStop,
    PonderHit,
}

/// The time of [`Way::MoveTime`] and [`Way::PonderHit`].
const MOVE_TIME: Duration = Duration::from_millis(10);
/// The time on the clock of [`Way::Clock`].
const CLOCK: Duration = Duration::from_millis(100);

const WAYS: [Way; 7] =
    [Way::MoveTime, Way::Clock, Way::Nodes, Way::Depth, Way::Stop, Way::PonderStop, Way::PonderHit];

impl Tongue for damier_chess::Position {
    const COMMAND: &'static str = "uci";
    const GREETING: &'static str = "setoption name Hash value 1";
    const ANSWER: &'static str = "bestmove ";
    const KNOWN: &'static [&'static str] = &[
        // Two ranks of queens each; the first iteration took minutes.
        "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1",
        // 218 moves, more than any other position has.
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        // Mates.
        "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
        "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
        // Stalemates.
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1",
        // Drawn by the rules, though there are moves: bare kings, and a clock that has run out.
        "8/8/4k3/8/8/3K4/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 150 200",
        // In check from two.
        "4k3/8/8/8/7b/8/4r3/4K3 w - - 0 1",
        // Every pawn promotes.
        "8/PPPPPPPP/8/k7/7K/8/pppppppp/8 w - - 0 1",
    ];

    fn crowded() -> Vec<Self> {
        hostile::positions(count(), hostile::crowded_chess)
    }

    fn place(&self) -> String {
        format!("position fen {}", self.to_fen())
    }

    fn go(way: Way) -> &'static [&'static str] {
        match way {
            Way::MoveTime => &["go movetime 10"],
            Way::Clock => &["go wtime 100 btime 100"],
            Way::Nodes => &["go nodes 1"],
            Way::Depth => &["go depth 1"],
            Way::Stop => &["go infinite"],
            Way::PonderStop => &["go ponder wtime 100 btime 100"],
            Way::PonderHit => &["go ponder movetime 10"],
        }
    }

    fn ponder_hit() -> &'static str {
        "ponderhit"
    }

    fn read_answer(&self, line: &str) -> Option<Self::Move> {
        let word = line.split(' ').nth(1).expect("a move");
        (word != "(none)").then(|| self.read_uci(word).expect("a legal move"))
    }
}

impl Tongue for damier_draughts::Position {
    const COMMAND: &'static str = "hub";
    const GREETING: &'static str = "init";
    const ANSWER: &'static str = "done ";
    const KNOWN: &'static [&'static str] = &[
        // Twenty kings a side; captures go on and on.
        "W:WK31,K32,K33,K34,K35,K36,K37,K38,K39,K40,K41,K42,K43,K44,K45,K46,K47,K48,K49,K50:\
         BK1,K2,K3,K4,K5,K6,K7,K8,K9,K10,K11,K12,K13,K14,K15,K16,K17,K18,K19,K20",
        // One king takes almost everything, in many ways.
        "W:WK48:B7,8,9,10,17,18,19,20,27,28,29,30,37,38,39,40",
        // Lost: no piece, and no piece that can move.
        "W:W:BK5",
        "W:W46:B41,37",
        // A draw by the rules.
        "W:WK46:BK5",
    ];

    fn crowded() -> Vec<Self> {
        hostile::positions(count(), hostile::crowded_draughts)
    }

    fn place(&self) -> String {
        format!("pos pos={}", self.to_hub())
    }

    fn go(way: Way) -> &'static [&'static str] {
        match way {
            Way::MoveTime => &["level move-time=0.01", "go think"],
            Way::Clock => &["level time=0.1", "go think"],
            Way::Nodes => &["level nodes=1", "go think"],
            Way::Depth => &["level depth=1", "go think"],
            Way::Stop => &["level infinite", "go analyze"],
            Way::PonderStop => &["level time=0.1", "go ponder"],
            Way::PonderHit => &["level move-time=0.01", "go ponder"],
        }
    }

    fn ponder_hit() -> &'static str {
        "ponder-hit"
    }

    fn read_answer(&self, line: &str) -> Option<Self::Move> {
        let word = line.split(' ').nth(1).and_then(|word| word.strip_prefix("move="));
        let word = word.expect("a move").trim_matches('"');
        (word != "none").then(|| self.read_hub(word).expect("a legal move"))
    }
}

/// Crowded positions of each game.
fn count() -> usize {
    (25 * scale()).min(500)
}

/// Lets it search in one way, and says by how much the answer came too late, if there is a time.
fn search<G: Tongue>(talk: &mut Talk, position: &G, way: Way) -> Option<Duration> {
    talk.say(&position.place());
    G::go(way).iter().for_each(|line| talk.say(line));
    let ends = match way {
        Way::Stop | Way::PonderStop => Some("stop"),
        Way::PonderHit => Some(G::ponder_hit()),
        Way::MoveTime | Way::Clock | Way::Nodes | Way::Depth => None,
    };
    let mut start = Instant::now();
    if let Some(line) = ends {
        // Time to get lost in.
        std::thread::sleep(MOVE_TIME);
        start = Instant::now();
        talk.say(line);
    }
    let (at, line) = talk.hear_of(G::ANSWER);
    let found = position.read_answer(&line);
    assert_eq!(found.is_some(), position.count_legal_moves() > 0, "{}", talk.transcript());
    let limit = match way {
        Way::MoveTime | Way::PonderHit => MOVE_TIME,
        Way::Clock => CLOCK,
        Way::Stop | Way::PonderStop => Duration::ZERO,
        Way::Nodes | Way::Depth => return None,
    };
    Some(at.saturating_duration_since(start).saturating_sub(limit))
}

fn torture<G: Tongue>() {
    let mut talk = Talk::new(&[G::COMMAND]);
    talk.say(G::GREETING);
    let known = G::KNOWN.iter().map(|fen| G::from_fen(fen));
    let known = known.map(|position| position.unwrap_or_else(|_| panic!("a FEN is wrong")));
    let positions: Vec<G> = known.chain(G::crowded()).collect();
    for way in WAYS {
        let late = positions.iter().filter_map(|position| search(&mut talk, position, way));
        let mut late: Vec<Duration> = late.collect();
        if is_long() && !late.is_empty() {
            let (most, usual) = worst(&mut late);
            let count = positions.len();
            report(&format!(
                "{} {way:?}: {count} positions, answers too late by {usual:.1?} (99 %) and \
                 {most:.1?} (all)",
                G::COMMAND
            ));
        }
    }
    talk.say("quit");
    talk.end();
}

#[test]
fn chess_is_answered_on_any_board() {
    torture::<damier_chess::Position>();
}

#[test]
fn draughts_is_answered_on_any_board() {
    torture::<damier_draughts::Position>();
}
