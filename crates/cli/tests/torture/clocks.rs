//! Whole games under clocks, with a referee: every move is legal, comes in time, and games end.
//!
//! Programs that share two cores wait for each other. What a program has waited in the run queue,
//! as the system counts it, is the machine's time and is taken off; so is that of the
//! threads that talk to it. The rest is the program's own.

use crate::harness::{Talk, is_long, random, report, scale};
use damier_core::random::Random;
use damier_core::{Game, Rules, Side};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// A game as its protocol plays it.
trait Match: Rules {
    const COMMAND: &'static str;
    const ANSWER: &'static str;
    const PONDER_HIT: &'static str;
    /// The line that sets an option.
    fn option(name: &str, value: usize) -> String;
    /// The line that places a game.
    fn place(game: &Game<Self>, start: &Self) -> String;
    /// The lines that begin to think, or to ponder.
    fn go(times: &Times, side: Side, ponders: bool) -> Vec<String>;
    /// The move of an answer, and the reply that it expects.
    fn read(&self, line: &str) -> (Self::Move, Option<Self::Move>);
}

/// What both sides have.
#[derive(Clone, Copy, Debug)]
enum Times {
    Move(Duration),
    Clocks { left: [Duration; 2], increment: Duration },
}

impl Times {
    fn limit(&self, side: Side) -> Duration {
        match self {
            Self::Move(time) => *time,
            Self::Clocks { left, .. } => left[side.index()],
        }
    }

    /// A side has used some of it. One that has overstepped gets a little, so that games go on.
    fn use_up(&mut self, side: Side, used: Duration) {
        if let Self::Clocks { left, increment } = self {
            let rest = left[side.index()].saturating_sub(used).max(Duration::from_millis(1));
            left[side.index()] = rest + *increment;
        }
    }
}

/// How a game is played.
#[derive(Clone, Copy, Debug)]
struct Terms {
    times: Times,
    threads: usize,
    megabytes: usize,
    ponders: bool,
}

impl Terms {
    /// Every combination has its turn; most games are short ones.
    fn of_round(round: usize) -> Self {
        let short = Duration::from_millis(200);
        let times = match round % 10 {
            0..=6 => Times::Clocks { left: [short; 2], increment: Duration::from_millis(2) },
            7 | 8 => Times::Move(Duration::from_millis(10)),
            _ => Times::Clocks { left: [Duration::from_secs(1); 2], increment: Duration::ZERO },
        };
        let cycle = round / 10 % 8;
        Self {
            times,
            threads: if cycle % 4 == 3 { 2 } else { 1 },
            megabytes: if cycle % 2 == 1 { 256 } else { 1 },
            ponders: cycle >= 6,
        }
    }
}

fn milliseconds(time: Duration) -> u128 {
    time.as_millis()
}

impl Match for damier_chess::Position {
    const COMMAND: &'static str = "uci";
    const ANSWER: &'static str = "bestmove ";
    const PONDER_HIT: &'static str = "ponderhit";

    fn option(name: &str, value: usize) -> String {
        format!("setoption name {name} value {value}")
    }

    fn place(game: &Game<Self>, start: &Self) -> String {
        let style = damier_chess::CastlingStyle::Standard;
        let moves = game.past_positions().zip(game.moves());
        let words: Vec<String> =
            moves.map(|(position, mv)| position.write_uci(mv, style)).collect();
        format!("position fen {} moves {}", start.to_fen(), words.join(" "))
    }

    fn go(times: &Times, _: Side, ponders: bool) -> Vec<String> {
        let ponder = if ponders { " ponder" } else { "" };
        vec![match times {
            Times::Move(time) => format!("go{ponder} movetime {}", milliseconds(*time)),
            Times::Clocks { left: [white, black], increment } => format!(
                "go{ponder} wtime {} btime {} winc {2} binc {2}",
                milliseconds(*white),
                milliseconds(*black),
                milliseconds(*increment)
            ),
        }]
    }

    fn read(&self, line: &str) -> (Self::Move, Option<Self::Move>) {
        let words: Vec<&str> = line.split(' ').collect();
        let mv = self.read_uci(words[1]).unwrap_or_else(|_| panic!("{line}: {}", self.to_fen()));
        let mut next = self.clone();
        next.play_unchecked(mv);
        (mv, words.get(3).map(|word| next.read_uci(word).expect("a legal move to ponder on")))
    }
}

impl Match for damier_draughts::Position {
    const COMMAND: &'static str = "hub";
    const ANSWER: &'static str = "done ";
    const PONDER_HIT: &'static str = "ponder-hit";

    fn option(name: &str, value: usize) -> String {
        format!("set-param name={} value={value}", name.to_lowercase())
    }

    fn place(game: &Game<Self>, start: &Self) -> String {
        let moves = game.past_positions().zip(game.moves());
        let words: Vec<String> = moves.map(|(position, mv)| position.write_hub(mv)).collect();
        format!("pos pos={} moves=\"{}\"", start.to_hub(), words.join(" "))
    }

    fn go(times: &Times, side: Side, ponders: bool) -> Vec<String> {
        let seconds = |time: Duration| time.as_secs_f64();
        let level = match times {
            Times::Move(time) => format!("level move-time={:.3}", seconds(*time)),
            Times::Clocks { left, increment } => format!(
                "level time={:.3} inc={:.3}",
                seconds(left[side.index()]),
                seconds(*increment)
            ),
        };
        vec![level, format!("go {}", if ponders { "ponder" } else { "think" })]
    }

    fn read(&self, line: &str) -> (Self::Move, Option<Self::Move>) {
        let word = |name: &str| {
            let word = line.split(' ').find_map(|word| word.strip_prefix(name));
            word.map(|word| word.trim_matches('"'))
        };
        let text = word("move=").expect("a move");
        let mv = self.read_hub(text).unwrap_or_else(|_| panic!("{line}: {}", self.to_fen()));
        let mut next = self.clone();
        next.play_unchecked(mv);
        let ponder = word("ponder=").map(|text| next.read_hub(text).expect("a legal move"));
        (mv, ponder)
    }
}

/// A program at the board.
struct Seat<G: Match> {
    talk: Talk,
    /// The reply that it ponders on.
    guess: Option<G::Move>,
}

impl<G: Match> Seat<G> {
    fn new(terms: &Terms) -> Self {
        let mut talk = Talk::new(&[G::COMMAND]);
        talk.say(&G::option("Threads", terms.threads));
        talk.say(&G::option("Hash", terms.megabytes));
        match G::COMMAND {
            "uci" => {
                talk.say("isready");
                talk.hear_of("readyok");
            }
            _ => {
                talk.say("init");
                talk.hear_of("ready");
            }
        }
        Self { talk, guess: None }
    }

    /// Asks for a move; returns the answer and how much of its own time it took.
    fn think(&mut self, game: &Game<G>, start: &G, times: &Times) -> (String, Duration) {
        let is_hit = self.guess.take().map(|guess| game.moves().next_back() == Some(guess));
        if is_hit == Some(false) {
            self.talk.say("stop");
            self.talk.hear_of(G::ANSWER);
        }
        if is_hit != Some(true) {
            self.talk.say(&G::place(game, start));
        }
        let waited = self.talk.waited();
        let begin = Instant::now();
        match is_hit {
            Some(true) => self.talk.say(G::PONDER_HIT),
            _ => self.go(times, game.position().side_to_move(), false),
        }
        let (at, line) = self.talk.hear_of(G::ANSWER);
        let waited = self.talk.waited().saturating_sub(waited);
        (line, at.saturating_duration_since(begin).saturating_sub(waited))
    }

    fn go(&mut self, times: &Times, side: Side, ponders: bool) {
        for line in G::go(times, side, ponders) {
            self.talk.say(&line);
        }
    }

    /// Thinks in the time of the other.
    fn ponder(&mut self, game: &Game<G>, start: &G, times: &Times, reply: G::Move) {
        let mut next = game.clone();
        next.play_unchecked(reply);
        if next.ending().is_some() {
            return;
        }
        self.talk.say(&G::place(&next, start));
        self.go(times, next.position().side_to_move(), true);
        self.guess = Some(reply);
    }

    fn leave(mut self) {
        if self.guess.is_some() {
            self.talk.say("stop");
            self.talk.hear_of(G::ANSWER);
        }
        self.talk.say("quit");
        self.talk.end();
    }
}

/// Longer games are of no more use.
const LONGEST: usize = 300;

/// Plays a game; by how much each answer came too late.
fn play<G: Match>(terms: Terms, random: &mut Random) -> Vec<Duration> {
    let plies = 4 + random.below(6);
    let start = random.walk(G::start(), plies).unwrap_or_else(G::start);
    let mut game = Game::new(start.clone());
    let mut times = terms.times;
    let mut seats = [Seat::<G>::new(&terms), Seat::new(&terms)];
    let mut late = Vec::new();
    while game.ending().is_none() && game.moves().len() < LONGEST {
        let side = game.position().side_to_move();
        let seat = &mut seats[side.index()];
        let (line, used) = seat.think(&game, &start, &times);
        late.push(used.saturating_sub(times.limit(side)));
        let (mv, reply) = game.position().read(&line);
        times.use_up(side, used);
        game.play_unchecked(mv);
        if let Some(reply) = reply.filter(|_| terms.ponders && game.ending().is_none()) {
            seat.ponder(&game, &start, &times, reply);
        }
    }
    seats.into_iter().for_each(Seat::leave);
    late
}

/// What a referee forgives.
const MARGIN: Duration = Duration::from_millis(20);

fn torture<G: Match>() {
    // Two games in the ordinary test; the long version plays one on each core.
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let (games, at_once) = if is_long() { (8 * scale(), cores) } else { (2, 2) };
    let next = AtomicUsize::new(0);
    let late = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..at_once {
            scope.spawn(|| {
                loop {
                    let round = next.fetch_add(1, Ordering::Relaxed);
                    if round >= games {
                        break;
                    }
                    let terms = Terms::of_round(round);
                    let of_game = play::<G>(terms, &mut random(round));
                    let overruns = of_game.iter().filter(|&&late| late > MARGIN).count();
                    if overruns > 0 {
                        let most = of_game.iter().max().copied().unwrap_or_default();
                        let words =
                            format!("{} {round}: {overruns} overruns, {most:.0?}", G::COMMAND);
                        report(&format!("{words}, {terms:?}"));
                    }
                    late.lock().expect("no thread has failed").extend(of_game);
                }
            });
        }
    });
    let late = late.into_inner().expect("no thread has failed");
    let overruns = late.iter().filter(|&&late| late > MARGIN).count();
    report(&format!(
        "{}: {games} games, {} moves, {overruns} more than {MARGIN:?} too late, the latest {:.1?}",
        G::COMMAND,
        late.len(),
        late.iter().max().copied().unwrap_or_default()
    ));
}

#[test]
fn games_of_chess_under_clocks_are_played_to_their_end() {
    torture::<damier_chess::Position>();
}

#[test]
fn games_of_draughts_under_clocks_are_played_to_their_end() {
    torture::<damier_draughts::Position>();
}
