//! One game: asks both players in turn, keeps the clocks, applies the rules.
//!
//! Time is measured here, from the moment before an engine is told to think until its answer arrives,
//! whatever it claims itself. Draws that a player may claim are treated as claimed.

use crate::contestant::Player;
use crate::pace::Pace;
use crate::record::{Cause, Effort, Entrant};
use damier_chess::{Move, Position};
use damier_core::{Ending, Game, Outcome, Score, Side};
use damier_protocol::client::{ClientError, Reply};
use damier_search::{Limits, PlayerClock};
use std::time::{Duration, Instant};

/// An engine told to stop has so long before it counts as stalled.
const STOP_PATIENCE: Duration = Duration::from_secs(2);
/// Engines overrun a time for one move by a little, and no clock suffers from it.
const MOVE_TIME_GRACE: Duration = Duration::from_millis(500);

/// A score that has to be reported so many times in a row for a game to be cut short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjudication {
    /// In hundredths of a pawn.
    pub score: i32,
    /// Moves of each engine concerned.
    pub moves: u32,
}

/// How games are conducted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conduct {
    /// The pace of each engine, A first.
    pub paces: [Pace; 2],
    /// Both think in the opponent's time.
    pub pondering: bool,
    /// How much later than its clock allows an answer may come.
    pub margin: Duration,
    /// How long an engine without a clock may think before it counts as stalled.
    pub patience: Duration,
    /// A game of more plies is a draw.
    pub longest: usize,
    /// An engine resigns that reports this disadvantage.
    pub resign: Option<Adjudication>,
    /// A draw is agreed if both report no more than this advantage of either side.
    pub draw: Option<Adjudication>,
}

/// No draw is agreed before this ply.
const DRAWS_FROM_PLY: usize = 60;

/// How a game went.
#[derive(Clone, Debug)]
pub struct Played {
    /// The moves.
    pub game: Game<Position>,
    /// Who won.
    pub outcome: Outcome,
    /// Why.
    pub cause: Cause,
    /// Why, in words.
    pub detail: String,
    /// What is left on the clocks, A first.
    pub clocks: [Option<Duration>; 2],
    /// What each spent, A first.
    pub efforts: [Effort; 2],
    /// Who misbehaved and should be restarted, A first.
    pub is_broken: [bool; 2],
    /// Who misbehaved after the game was over, and how.
    pub late_faults: Vec<(Entrant, String)>,
}

/// A misdeed that loses the game.
struct Fault {
    cause: Cause,
    detail: String,
}

impl From<ClientError> for Fault {
    fn from(error: ClientError) -> Self {
        let cause = match error {
            ClientError::BadMove(_) => Cause::IllegalMove,
            ClientError::TimedOut { .. } => Cause::Stall,
            _ => Cause::Crash,
        };
        Self { cause, detail: error.to_string() }
    }
}

struct Seat<'a> {
    player: &'a mut dyn Player,
    pace: Pace,
    clock: Option<Duration>,
    effort: Effort,
    /// The move that it expects while it ponders.
    expected: Option<Move>,
    /// How often in a row it saw itself losing, and nobody ahead.
    losing: u32,
    level: u32,
}

/// Plays a game from `opening`. The players have been told that it is a new one.
pub fn play(
    players: [&mut dyn Player; 2],
    conduct: &Conduct,
    opening: &Position,
    white: Entrant,
) -> Played {
    let mut paces = conduct.paces.into_iter();
    let seats = players.map(|player| {
        let pace = paces.next().unwrap_or(conduct.paces[0]);
        let clock = match pace {
            Pace::Clock { time, .. } => Some(time),
            _ => None,
        };
        let effort = Effort::default();
        Seat { player, pace, clock, effort, expected: None, losing: 0, level: 0 }
    });
    let mut table = Table { seats, conduct, game: Game::new(opening.clone()), white };
    let mut is_broken = [false; 2];
    let (outcome, cause, detail) = loop {
        if let Some(end) = table.end() {
            break end;
        }
        let side = table.game.position().side_to_move();
        let entrant = table.at(side);
        if let Err(Fault { cause, detail }) = table.turn(entrant) {
            is_broken[entrant.index()] = true;
            table.seats[entrant.index()].expected = None;
            break (Outcome::Win(!side), cause, detail);
        }
    };
    let mut late_faults = Vec::new();
    for entrant in Entrant::ALL {
        if let Err(error) = table.seats[entrant.index()].end_pondering() {
            is_broken[entrant.index()] = true;
            late_faults.push((entrant, error.to_string()));
        }
    }
    let clocks = [0, 1].map(|index| table.seats[index].clock);
    let efforts = [0, 1].map(|index| table.seats[index].effort);
    let game = table.game;
    Played { game, outcome, cause, detail, clocks, efforts, is_broken, late_faults }
}

struct Table<'a> {
    /// A first.
    seats: [Seat<'a>; 2],
    conduct: &'a Conduct,
    game: Game<Position>,
    white: Entrant,
}

impl Table<'_> {
    /// Who has these pieces.
    fn at(&self, side: Side) -> Entrant {
        if side == Side::White { self.white } else { self.white.other() }
    }

    /// Whether the game is over before the next move.
    fn end(&self) -> Option<(Outcome, Cause, String)> {
        let side = self.game.position().side_to_move();
        let plies = self.game.moves().len();
        if let Some(ending) = self.game.ending() {
            return Some((ending.outcome(), Cause::Rules, ending.to_string()));
        }
        if plies >= self.conduct.longest {
            return Some((Outcome::Draw, Cause::TooLong, format!("draw after {plies} plies")));
        }
        // Whoever is to move next has just been answered; the one who moved may have had enough.
        let last = &self.seats[self.at(!side).index()];
        if self.conduct.resign.is_some_and(|rule| last.losing >= rule.moves) {
            return Some((Outcome::Win(side), Cause::Resignation, format!("{} resigns", !side)));
        }
        let is_level = |rule: Adjudication| self.seats.iter().all(|seat| seat.level >= rule.moves);
        if plies >= DRAWS_FROM_PLY && self.conduct.draw.is_some_and(is_level) {
            return Some((Outcome::Draw, Cause::DrawAgreed, "draw by agreement".to_owned()));
        }
        None
    }

    fn limits(&self, entrant: Entrant) -> Limits {
        match self.seats[entrant.index()].pace {
            Pace::Nodes(nodes) => Limits::to_nodes(nodes),
            Pace::Depth(depth) => Limits::to_depth(depth),
            Pace::MoveTime(time) => Limits::to_time(time),
            Pace::Clock { .. } => {
                let clocks = Side::ALL.map(|side| {
                    let seat = &self.seats[self.at(side).index()];
                    let Pace::Clock { increment, .. } = seat.pace else {
                        return None;
                    };
                    let remaining = seat.clock?;
                    Some(PlayerClock { remaining, increment, moves_to_go: None })
                });
                Limits { clocks, ..Limits::default() }
            }
        }
    }

    /// Lets an engine make its move and begin to ponder.
    fn turn(&mut self, entrant: Entrant) -> Result<(), Fault> {
        let limits = self.limits(entrant);
        let seat = &mut self.seats[entrant.index()];
        let begin = Instant::now();
        let expected = seat.expected.take();
        let is_hit = expected.is_some() && expected == self.game.moves().next_back();
        if is_hit {
            seat.player.ponder_hit()?;
        } else {
            seat.expected = expected;
            seat.end_pondering()?;
            seat.player.go(&self.game, &limits, false)?;
        }
        let (reply, elapsed) = seat.answer(begin, self.conduct)?;
        let legal = reply.answer.best.filter(|&mv| self.game.position().is_legal(mv));
        let Some(mv) = legal else {
            let detail = "the engine answered with no legal move".to_owned();
            return Err(Fault { cause: Cause::IllegalMove, detail });
        };
        seat.note(&reply, is_hit, elapsed, self.conduct);
        self.game.play_unchecked(mv);

        let Some(reply) = reply.answer.ponder.filter(|_| self.conduct.pondering) else {
            return Ok(());
        };
        let mut guess = self.game.clone();
        // Where the game ends there is nothing to think about.
        if guess.ending().is_none() && guess.try_play(reply).is_ok() && guess.ending().is_none() {
            let limits = self.limits(entrant);
            let seat = &mut self.seats[entrant.index()];
            seat.player.go(&guess, &limits, true)?;
            seat.expected = Some(reply);
        }
        Ok(())
    }
}

impl Seat<'_> {
    /// Ends a search in the opponent's time whose answer nobody wants.
    fn end_pondering(&mut self) -> Result<(), ClientError> {
        if self.expected.take().is_none() {
            return Ok(());
        }
        self.player.stop()?;
        match self.player.wait(Instant::now() + STOP_PATIENCE) {
            // A move in a position that never came about can do no harm.
            Ok(_) | Err(ClientError::BadMove(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Waits for the move, and settles the clock.
    fn answer(&mut self, begin: Instant, conduct: &Conduct) -> Result<(Reply, Duration), Fault> {
        let allowed = match (self.clock, self.pace) {
            (Some(clock), _) => Some(clock + conduct.margin),
            (None, Pace::MoveTime(time)) => Some(time + MOVE_TIME_GRACE + conduct.margin),
            (None, _) => None,
        };
        let reply = match self.player.wait(begin + allowed.unwrap_or(conduct.patience)) {
            Ok(reply) => reply,
            Err(ClientError::TimedOut { .. }) if allowed.is_some() => self.late_answer()?,
            Err(error) => return Err(error.into()),
        };
        let elapsed = reply.at.saturating_duration_since(begin);
        if let Some(allowed) = allowed
            && elapsed > allowed
        {
            let (used, had) = (milliseconds(elapsed), milliseconds(allowed));
            let detail = format!("the engine used {used} ms and had {had} ms");
            self.clock = self.clock.map(|_| Duration::ZERO);
            return Err(Fault { cause: Cause::TimeLoss, detail });
        }
        if let (Some(clock), Pace::Clock { increment, .. }) = (&mut self.clock, self.pace) {
            *clock = clock.saturating_sub(elapsed) + increment;
        }
        Ok((reply, elapsed))
    }

    /// The time is up: an engine that at least stops when told to has lost on time, no worse.
    fn late_answer(&mut self) -> Result<Reply, Fault> {
        self.player.stop()?;
        match self.player.wait(Instant::now() + STOP_PATIENCE) {
            Ok(reply) => Ok(reply),
            Err(ClientError::BadMove(error)) => {
                let detail =
                    format!("the time was up, and then the answer could not be played: {error}");
                Err(Fault { cause: Cause::TimeLoss, detail })
            }
            Err(error) => Err(error.into()),
        }
    }

    fn note(&mut self, reply: &Reply, is_hit: bool, elapsed: Duration, conduct: &Conduct) {
        let Some(report) = &reply.report else {
            (self.losing, self.level) = (0, 0);
            return;
        };
        // After a ponder hit the nodes were counted since long before our clock began to run.
        let time = if is_hit { report.time } else { elapsed };
        self.effort.add_move(report.depth.plies(), report.nodes, time);
        let count = |rule: Option<Adjudication>, holds: fn(Score, i32) -> bool, before: u32| {
            if rule.is_some_and(|rule| holds(report.score, rule.score)) { before + 1 } else { 0 }
        };
        self.losing = count(conduct.resign, |score, rule| score.value() <= -rule, self.losing);
        self.level = count(conduct.draw, |score, rule| score.value().abs() <= rule, self.level);
    }
}

/// With tenths, so that a loss by a hair does not look like none.
fn milliseconds(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f64() * 1000.0)
}

#[cfg(test)]
mod tests;
