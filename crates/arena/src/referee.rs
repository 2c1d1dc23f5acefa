//! One game: asks both players in turn, keeps the clocks, applies the rules.
//!
//! Time is measured here, from the moment before an engine is told to think until its answer
//! arrives, whatever it claims itself. Draws that a player may claim are treated as claimed.

use crate::game::ArenaGame;
use crate::pace::GamePace;
use crate::player::{Player, Trouble};
use crate::record::{Cause, Note, SideEffort};
use damier_core::{Ending, Game, Outcome, Score, Side};
use damier_protocol::client::EngineReply;
use damier_search::{Limits, PlayerClock};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// An engine told to stop has so long before it counts as stalled.
const STOP_PATIENCE: Duration = Duration::from_secs(2);
/// Engines overrun a time for one move by a little, and no clock suffers from it.
const MOVE_TIME_GRACE: Duration = Duration::from_millis(500);

/// A score that has to be reported so many times in a row for a game to be cut short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjudication {
    /// In hundredths of a pawn or a man.
    pub score: i32,
    /// Moves of each engine concerned.
    pub moves: u32,
}

/// How games are conducted.
pub struct Conduct<G: ArenaGame> {
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
    /// Games end where these tables know the result.
    pub tables: Option<KnownEndings<G>>,
}

/// Endgame tables, and where they are.
pub struct KnownEndings<G: ArenaGame> {
    /// The folder, as it was named.
    pub path: String,
    /// What is in it.
    pub tables: G::Tables,
}

impl<G: ArenaGame> Default for Conduct<G> {
    fn default() -> Self {
        Self {
            pondering: false,
            margin: Duration::ZERO,
            patience: Duration::from_secs(120),
            longest: 600,
            resign: None,
            draw: None,
            tables: None,
        }
    }
}

/// No draw is agreed before this ply.
const DRAWS_FROM_PLY: usize = 60;

/// How a game went. Arrays have White's entry first.
#[derive(Clone, Debug)]
pub struct PlayedGame<G: ArenaGame> {
    /// The moves.
    pub game: Game<G>,
    /// What was said of each.
    pub notes: Vec<Note>,
    /// Who won.
    pub outcome: Outcome,
    /// Why the game ended.
    pub cause: Cause,
    /// Why, in words.
    pub detail: String,
    /// What is left on the clocks.
    pub clocks: [Option<Duration>; 2],
    /// What each spent.
    pub efforts: [SideEffort; 2],
    /// Who misbehaved and should be restarted.
    pub is_broken: [bool; 2],
    /// Who misbehaved after the game was over, and how.
    pub late_faults: Vec<(Side, String)>,
}

/// A misdeed that loses the game, or the end of it all.
enum TurnFault {
    Lost { cause: Cause, detail: String },
    Resigned,
    BrokenOff,
}

impl From<Trouble> for TurnFault {
    fn from(trouble: Trouble) -> Self {
        let cause = match trouble {
            Trouble::BadMove(_) => Cause::IllegalMove,
            Trouble::Silence(_) => Cause::Stall,
            Trouble::Gone(_) => Cause::Crash,
            Trouble::Resigned(_) => return Self::Resigned,
            Trouble::BrokenOff => return Self::BrokenOff,
        };
        Self::Lost { cause, detail: trouble.to_string() }
    }
}

struct MatchSeat<'a, G: ArenaGame> {
    player: &'a mut dyn Player<G>,
    pace: GamePace,
    clock: Option<Duration>,
    /// Moves until the clock is wound up again, if it ever is.
    moves_to_go: Option<u32>,
    effort: SideEffort,
    /// The move that it expects while it ponders.
    expected: Option<G::Move>,
    /// How often in a row it saw itself losing.
    moves_losing: u32,
    /// How often in a row it saw neither side ahead.
    moves_balanced: u32,
}

/// Plays a game from `opening`, White's player first. The players have been told that it is a new
/// one. `None` if `end` broke it off.
pub fn play<G: ArenaGame>(
    players: [(&mut dyn Player<G>, GamePace); 2],
    conduct: &Conduct<G>,
    opening: &G,
    end: &AtomicBool,
) -> Option<PlayedGame<G>> {
    let seats = players.map(|(player, pace)| {
        let (clock, moves_to_go) = match pace {
            GamePace::Clock { time, moves, .. } => (Some(time), moves.map(Into::into)),
            _ => (None, None),
        };
        let effort = SideEffort::default();
        MatchSeat {
            player,
            pace,
            clock,
            moves_to_go,
            effort,
            expected: None,
            moves_losing: 0,
            moves_balanced: 0,
        }
    });
    let game = Game::new(opening.clone());
    let mut table = MatchTable { seats, conduct, game, notes: Vec::new(), end };
    let mut is_broken = [false; 2];
    let (outcome, cause, detail) = loop {
        if let Some(end) = table.end() {
            break end;
        }
        let side = table.game.position().side_to_move();
        match table.turn(side) {
            Ok(()) => {}
            Err(TurnFault::BrokenOff) => return None,
            // Whatever ends a match may have ended the engine first.
            Err(TurnFault::Lost { .. }) if end.load(Ordering::Relaxed) => return None,
            Err(TurnFault::Resigned) => {
                break (Outcome::Win(!side), Cause::Resignation, format!("{side} resigns"));
            }
            Err(TurnFault::Lost { cause, detail }) => {
                is_broken[side.index()] = true;
                table.seats[side.index()].expected = None;
                break (Outcome::Win(!side), cause, detail);
            }
        }
    };
    let mut late_faults = Vec::new();
    for side in Side::ALL {
        match table.seats[side.index()].end_pondering(end) {
            Ok(()) => {}
            Err(trouble) => {
                is_broken[side.index()] = true;
                // The result stands, and an engine that is slow to stop then is not to blame.
                if trouble != Trouble::BrokenOff {
                    late_faults.push((side, trouble.to_string()));
                }
            }
        }
    }
    let clocks = [0, 1].map(|index| table.seats[index].clock);
    let efforts = [0, 1].map(|index| table.seats[index].effort);
    let MatchTable { game, notes, .. } = table;
    Some(PlayedGame {
        game,
        notes,
        outcome,
        cause,
        detail,
        clocks,
        efforts,
        is_broken,
        late_faults,
    })
}

struct MatchTable<'a, G: ArenaGame> {
    /// White's first.
    seats: [MatchSeat<'a, G>; 2],
    conduct: &'a Conduct<G>,
    game: Game<G>,
    notes: Vec<Note>,
    end: &'a AtomicBool,
}

impl<G: ArenaGame> MatchTable<'_, G> {
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
        if let Some(tables) = &self.conduct.tables
            && let Some(outcome) = G::look_up(&tables.tables, &self.game)
        {
            let words = match outcome {
                Outcome::Win(side) => format!("{side} wins according to endgame tables"),
                Outcome::Draw => "draw according to endgame tables".to_owned(),
            };
            return Some((outcome, Cause::Tables, words));
        }
        // The side to move next has just been answered; the one who moved may have had enough.
        let last = &self.seats[(!side).index()];
        if self.conduct.resign.is_some_and(|rule| last.moves_losing >= rule.moves) {
            return Some((Outcome::Win(side), Cause::Resignation, format!("{} resigns", !side)));
        }
        let is_balanced =
            |rule: Adjudication| self.seats.iter().all(|seat| seat.moves_balanced >= rule.moves);
        if plies >= DRAWS_FROM_PLY && self.conduct.draw.is_some_and(is_balanced) {
            return Some((Outcome::Draw, Cause::DrawAgreed, "draw by agreement".to_owned()));
        }
        None
    }

    fn limits(&self, side: Side) -> Limits {
        match self.seats[side.index()].pace {
            GamePace::Nodes(nodes) => Limits::to_nodes(nodes),
            GamePace::Depth(depth) => Limits::to_depth(depth),
            GamePace::MoveTime(time) => Limits::to_time(time),
            GamePace::Clock { .. } => {
                let clocks = Side::ALL.map(|side| {
                    let seat = &self.seats[side.index()];
                    let GamePace::Clock { increment, .. } = seat.pace else {
                        return None;
                    };
                    let (remaining, moves_to_go) = (seat.clock?, seat.moves_to_go);
                    Some(PlayerClock { remaining, increment, moves_to_go })
                });
                Limits { clocks, ..Limits::default() }
            }
        }
    }

    /// Lets an engine make its move and begin to ponder.
    fn turn(&mut self, side: Side) -> Result<(), TurnFault> {
        let limits = self.limits(side);
        let seat = &mut self.seats[side.index()];
        let begin = Instant::now();
        let expected = seat.expected.take();
        let is_hit = expected.is_some() && expected == self.game.moves().next_back();
        if is_hit {
            seat.player.ponder_hit()?;
        } else {
            seat.expected = expected;
            seat.end_pondering(self.end)?;
            seat.player.go(&self.game, &limits, false)?;
        }
        let (reply, elapsed) = seat.answer(begin, self.conduct, self.end)?;
        let legal = reply.answer.best.filter(|&mv| self.game.position().is_legal(mv));
        let Some(mv) = legal else {
            let detail = "the engine answered with no legal move".to_owned();
            return Err(TurnFault::Lost { cause: Cause::IllegalMove, detail });
        };
        self.notes.push(seat.note(&reply, is_hit, elapsed, self.conduct));
        self.game.play_unchecked(mv);

        let Some(reply) = reply.answer.ponder.filter(|_| self.conduct.pondering) else {
            return Ok(());
        };
        let mut guess = self.game.clone();
        // Where the game ends there is nothing to think about.
        if guess.ending().is_none() && guess.try_play(reply).is_ok() && guess.ending().is_none() {
            let limits = self.limits(side);
            let seat = &mut self.seats[side.index()];
            seat.player.go(&guess, &limits, true)?;
            seat.expected = Some(reply);
        }
        Ok(())
    }
}

impl<G: ArenaGame> MatchSeat<'_, G> {
    /// Ends a search in the opponent's time whose answer is not wanted.
    fn end_pondering(&mut self, end: &AtomicBool) -> Result<(), Trouble> {
        if self.expected.take().is_none() {
            return Ok(());
        }
        self.player.stop()?;
        match self.player.wait(Instant::now() + STOP_PATIENCE, end) {
            // A move in a position that never came about can do no harm.
            Ok(_) | Err(Trouble::BadMove(_)) => Ok(()),
            Err(trouble) => Err(trouble),
        }
    }

    /// Waits for the move, and settles the clock.
    fn answer(
        &mut self,
        begin: Instant,
        conduct: &Conduct<G>,
        end: &AtomicBool,
    ) -> Result<(EngineReply<G::Move>, Duration), TurnFault> {
        let allowed = match (self.clock, self.pace) {
            (Some(clock), _) => Some(clock + conduct.margin),
            (None, GamePace::MoveTime(time)) => Some(time + MOVE_TIME_GRACE + conduct.margin),
            (None, _) => None,
        };
        let reply = match self.player.wait(begin + allowed.unwrap_or(conduct.patience), end) {
            Ok(reply) => reply,
            Err(Trouble::Silence(_)) if allowed.is_some() => self.late_answer(end)?,
            Err(trouble) => return Err(trouble.into()),
        };
        let elapsed = reply.at.saturating_duration_since(begin);
        if let Some(allowed) = allowed
            && elapsed > allowed
        {
            let (used, had) = (milliseconds(elapsed), milliseconds(allowed));
            let detail = format!("the engine used {used} ms and had {had} ms");
            self.clock = self.clock.map(|_| Duration::ZERO);
            return Err(TurnFault::Lost { cause: Cause::TimeLoss, detail });
        }
        if let (Some(clock), GamePace::Clock { time, increment, moves }) =
            (&mut self.clock, self.pace)
        {
            *clock = clock.saturating_sub(elapsed) + increment;
            if let (Some(left), Some(moves)) = (&mut self.moves_to_go, moves) {
                *left -= 1;
                if *left == 0 {
                    *left = moves.get();
                    *clock += time;
                }
            }
        }
        Ok((reply, elapsed))
    }

    /// The time is up: an engine that at least stops when told to has lost on time, no worse.
    fn late_answer(&mut self, end: &AtomicBool) -> Result<EngineReply<G::Move>, TurnFault> {
        self.player.stop()?;
        match self.player.wait(Instant::now() + STOP_PATIENCE, end) {
            Ok(reply) => Ok(reply),
            Err(Trouble::BadMove(error)) => {
                let detail =
                    format!("the time was up, and then the answer could not be played: {error}");
                Err(TurnFault::Lost { cause: Cause::TimeLoss, detail })
            }
            Err(trouble) => Err(trouble.into()),
        }
    }

    fn note(
        &mut self,
        reply: &EngineReply<G::Move>,
        is_hit: bool,
        elapsed: Duration,
        conduct: &Conduct<G>,
    ) -> Note {
        let Some(report) = &reply.report else {
            (self.moves_losing, self.moves_balanced) = (0, 0);
            return Note::new(None, 0, elapsed);
        };
        // After a ponder hit the nodes were counted since long before our clock began to run.
        let time = if is_hit { report.time } else { elapsed };
        self.effort.add_move(report.depth.plies(), report.nodes, time);
        let count = |rule: Option<Adjudication>, holds: fn(Score, i32) -> bool, before: u32| {
            if rule.is_some_and(|rule| holds(report.score, rule.score)) { before + 1 } else { 0 }
        };
        let is_losing = |score: Score, rule: i32| score.value() <= -rule;
        let is_balanced = |score: Score, rule: i32| score.value().abs() <= rule;
        self.moves_losing = count(conduct.resign, is_losing, self.moves_losing);
        self.moves_balanced = count(conduct.draw, is_balanced, self.moves_balanced);
        Note::new(Some(report.score), report.depth.plies(), elapsed)
    }
}

/// With tenths, so that a loss by a hair does not look like none.
fn milliseconds(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f64() * 1000.0)
}

#[cfg(test)]
mod tests;
