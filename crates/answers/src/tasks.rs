//! Everything that thinks: the move of an opponent, advice, an analysis, judgements and reviews.
//!
//! A task is plain data, so that it can be done on another thread or in another worker. How many
//! are done at once, and who waits, is for the host to say; [`Task::perform`] does one, with
//! engines from a [`Shelf`]. An opponent below full strength depends on nothing that its engine
//! remembers, so any of them can play any game.

use crate::analysis::{self, Question};
use crate::errors::Problem;
use crate::game::PageGame;
use crate::library::{self, Chore};
use crate::manners::{self, Reply};
use crate::reviews::{self, Candidate, Submission};
use crate::seats::Opponent;
use crate::texts::Place;
use crate::training::{self, Attempt, Suspicion};
use damier_chess::Position as Chess;
use damier_core::Game;
use damier_games::with_game;
use damier_profiles::{FULL_STRENGTH, Player};
use damier_review::{Analyst, Budget, Settings};
use damier_search::{Engine, Event, Limits, LocalEngine, PlayerClock, Query, Report, Signals};
use serde::{Deserialize, Serialize};
use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

/// What may be spent.
#[derive(Clone, Debug)]
pub struct Effort {
    /// Moves of opponents that are searched at once.
    pub moves_at_once: usize,
    /// Analyses that run at once.
    pub analyses_at_once: usize,
    /// Threads of one analysis.
    pub threads: usize,
    /// Megabytes for the table of one analysis.
    pub hash: usize,
    /// Megabytes for the tables of all engines together; without it what all searches need that may
    /// run at once.
    pub memory: Option<usize>,
    /// How long an analysis goes on by itself.
    pub patience: Duration,
    /// Searches that may wait in each lane.
    pub waiting: usize,
    /// Positions that are looked at to judge a move as soon as it is played.
    pub judgement: u64,
    /// Positions that are looked at for a hint, or for the answer to an offer of a draw.
    pub advice: u64,
}

impl Default for Effort {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            moves_at_once: cores.clamp(1, 4),
            analyses_at_once: 2,
            threads: (cores / 2).clamp(1, 4),
            hash: 64,
            memory: None,
            patience: Duration::from_secs(60),
            waiting: 64,
            judgement: 100_000,
            advice: 300_000,
        }
    }
}

/// Megabytes for the table of an opponent, or of an engine that is asked for advice.
const MOVE_MEMORY: usize = 16;
/// Those of a reviewer.
const REVIEW_MEMORY: usize = Analyst::<Chess>::MEGABYTES;

impl Effort {
    /// Megabytes that the tables of all engines take at most.
    pub fn most_memory(&self) -> usize {
        let moves = self.moves_at_once.max(1) * (MOVE_MEMORY + REVIEW_MEMORY);
        let analyses = self.analyses_at_once.max(1) * self.hash.max(REVIEW_MEMORY);
        self.memory.unwrap_or(moves + analyses + REVIEW_MEMORY)
    }
}

/// Which tasks wait for which: none for those of another lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// Opponents and advice.
    Moves,
    /// Analyses and whole games.
    Analyses,
    /// Single moves, for which a player waits.
    Judgements,
    /// Whole collections, for which nobody waits.
    Background,
}

/// Where engines are kept between tasks.
pub trait Shelf {
    /// Does something with an engine of that kind: one that is there, or a new one with a table of
    /// so many megabytes as there is room for.
    fn lend<E: Any + Send, T>(
        self,
        make: impl FnOnce(usize) -> E,
        work: impl FnOnce(&mut E) -> T,
    ) -> T;
}

/// The time of a player, in milliseconds.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Left {
    remaining: u64,
    increment: u64,
}

impl From<PlayerClock> for Left {
    fn from(clock: PlayerClock) -> Self {
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        Self { remaining: millis(clock.remaining), increment: millis(clock.increment) }
    }
}

impl From<Left> for PlayerClock {
    fn from(left: Left) -> Self {
        Self {
            remaining: Duration::from_millis(left.remaining),
            increment: Duration::from_millis(left.increment),
            moves_to_go: None,
        }
    }
}

/// Something to think about.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Task {
    /// The answer of an opponent: a move, or that it gives up, and the time that takes.
    Play {
        /// The game so far.
        place: Place,
        /// Who is to move.
        opponent: Opponent,
        /// What is left on the clocks, if there are any.
        clocks: [Option<Left>; 2],
    },
    /// What full strength finds in a short time: advice, or null.
    Advise {
        /// The game so far.
        place: Place,
    },
    /// Lines, until the time is up or a signal ends it; then null.
    Analyse(Question),
    /// What is thought of a move.
    Judge(Candidate),
    /// What is thought of a game, and how far it has got.
    Review(Submission),
    /// What is thought of a game of the library, as data; nothing is told meanwhile.
    Examine(Chore),
    /// What a long look thinks of a mistake, as data.
    Confirm(Suspicion),
    /// What is thought of an attempt at an exercise.
    Try(Attempt),
}

/// A move as the page sees it, and what it promises.
#[derive(Serialize, Deserialize)]
pub(crate) struct Advice {
    #[serde(rename = "move")]
    pub(crate) mv: serde_json::Value,
    /// The chances of the side to move, in percent.
    pub(crate) chances: f64,
}

/// The time for a move that nothing else limits.
const PATIENCE: Duration = Duration::from_secs(1);
/// A level may look at very many positions on a slow machine.
const LONGEST_MOVE: Duration = Duration::from_secs(20);

/// A value as the page is sent it.
pub(crate) fn to_json(value: &impl Serialize) -> Result<String, Problem> {
    serde_json::to_string(value)
        .map_err(|error| Problem::Malformed(format!("the answer cannot be written: {error}")))
}

impl Task {
    /// Where it waits.
    pub fn lane(&self) -> Lane {
        match self {
            Self::Play { .. } | Self::Advise { .. } => Lane::Moves,
            Self::Analyse(_) | Self::Review(_) | Self::Confirm(_) => Lane::Analyses,
            Self::Judge(_) | Self::Try(_) => Lane::Judgements,
            Self::Examine(_) => Lane::Background,
        }
    }

    /// Megabytes for the table of its engine.
    pub fn megabytes(&self, effort: &Effort) -> usize {
        match self {
            Self::Play { .. } | Self::Advise { .. } => MOVE_MEMORY,
            Self::Analyse(_) => effort.hash,
            Self::Judge(_)
            | Self::Review(_)
            | Self::Examine(_)
            | Self::Confirm(_)
            | Self::Try(_) => REVIEW_MEMORY,
        }
    }

    /// Does it on this thread: tells what is found bit by bit, and answers with the rest, in JSON.
    pub fn perform(
        &self,
        effort: &Effort,
        shelf: impl Shelf,
        signals: &Arc<Signals>,
        tell: &mut dyn FnMut(&str, String),
    ) -> Result<String, Problem> {
        match self {
            Self::Play { place, opponent, clocks } => {
                with_game!(place.game, G => play::<G>(place, opponent, *clocks, shelf, signals))
            }
            Self::Advise { place } => {
                with_game!(place.game, G => advise::<G>(place, effort, shelf, signals))
            }
            Self::Analyse(question) => {
                with_game!(question.place.game, G => {
                    analyse::<G>(question, effort, shelf, signals, tell)
                })
            }
            Self::Judge(asked) => with_game!(asked.place.game, G => {
                let budget = Budget::Nodes(effort.judgement);
                with_reviewer::<G, _>(budget, shelf, signals, |reviewer| {
                    reviews::judge_move(reviewer, asked)
                })
            }),
            Self::Review(asked) => with_game!(asked.record.game, G => {
                let budget = Budget::Nodes(asked.checked_nodes()?);
                with_reviewer::<G, _>(budget, shelf, signals, |reviewer| {
                    reviews::review_game(reviewer, asked, tell)
                })
            }),
            Self::Examine(chore) => with_game!(chore.game, G => {
                let budget = Budget::Nodes(chore.nodes);
                with_reviewer::<G, _>(budget, shelf, signals, |reviewer| {
                    library::examine(reviewer, chore)
                })
            }),
            Self::Confirm(asked) => with_game!(asked.place.game, G => {
                let budget = Budget::Nodes(asked.nodes);
                with_reviewer::<G, _>(budget, shelf, signals, |reviewer| {
                    training::look_again(reviewer, asked)
                })
            }),
            Self::Try(asked) => with_game!(asked.game(), G => {
                let budget = Budget::Nodes(effort.judgement);
                with_reviewer::<G, _>(budget, shelf, signals, |reviewer| {
                    training::judge_attempt(reviewer, asked)
                })
            }),
        }
    }
}

fn play<G: PageGame>(
    place: &Place,
    opponent: &Opponent,
    clocks: [Option<Left>; 2],
    shelf: impl Shelf,
    signals: &Arc<Signals>,
) -> Result<String, Problem> {
    let game: Game<G> = place.game()?;
    let position = game.position().clone();
    let clocks = clocks.map(|clock| clock.map(PlayerClock::from));
    let side = position.side_to_move();
    let mut reply = Reply::default();
    let best = shelf.lend(with_memory::<Player<G>>(Player::new), |player| {
        let mut limits = Limits { clocks, ..Limits::default() };
        let has_own_limits = opponent.prepare(player);
        if clocks.iter().all(Option::is_none) {
            limits.move_time = Some(if has_own_limits { LONGEST_MOVE } else { PATIENCE });
        }
        reply.thinks = manners::time_for(player, &game, clocks[side.index()]);
        let query = Query { signals: Arc::clone(signals), ..Query::new(game.clone(), limits) };
        let Ok(answer) = player.search(&query, &mut |_| {});
        if opponent.has_manners() && !signals.is_stopped() {
            let left = clocks[(!side).index()].map(|clock| clock.remaining);
            let mut look = |game: &Game<G>| manners::chances(player, game, signals);
            manners::with_manners(&mut reply, opponent, &game, left, &mut look);
        }
        answer.best
    });
    reply.code = best.map(|mv| position.view_move(mv).code);
    to_json(&reply)
}

fn advise<G: PageGame>(
    place: &Place,
    effort: &Effort,
    shelf: impl Shelf,
    signals: &Arc<Signals>,
) -> Result<String, Problem> {
    let game: Game<G> = place.game()?;
    let position = game.position().clone();
    let found = shelf.lend(with_memory(G::engine), |engine| {
        let mut found = None;
        let limits = Limits { move_time: Some(LONGEST_MOVE), ..Limits::to_nodes(effort.advice) };
        let query = question(game, limits, 1, Arc::clone(signals));
        let Ok(_) = engine.search(&query, &mut |event| {
            if let Event::Report(report) = event {
                found = Some(report);
            }
        });
        found
    });
    let first = found.and_then(|report: Report<G::Move>| {
        let mv = serde_json::to_value(position.view_move(*report.line.first()?)).ok()?;
        Some(Advice { mv, chances: G::CURVE.chances(report.score) })
    });
    to_json(&first)
}

fn analyse<G: PageGame>(
    asked: &Question,
    effort: &Effort,
    shelf: impl Shelf,
    signals: &Arc<Signals>,
    tell: &mut dyn FnMut(&str, String),
) -> Result<String, Problem> {
    let game: Game<G> = asked.place.game()?;
    shelf.lend(with_memory(G::engine), |engine| {
        // Threads that cannot be had are done without.
        let _ = engine.set_threads(effort.threads.max(1));
        let limits = Limits::to_time(effort.patience);
        let query = question(game.clone(), limits, asked.lines(), Arc::clone(signals));
        let Ok(_) = engine.search(&query, &mut |event| {
            if let Event::Report(report) = event
                && let Some(line) = analysis::view(&game, &report)
                && let Ok(line) = to_json(&line)
            {
                tell("line", line);
            }
        });
    });
    Ok("null".to_owned())
}

fn with_reviewer<G: PageGame, T>(
    budget: Budget,
    shelf: impl Shelf,
    signals: &Arc<Signals>,
    work: impl FnOnce(&mut Analyst<G>) -> T,
) -> T {
    let make = move |_| {
        let settings = Settings { budget, lines: 1, tables: None };
        Analyst::new(settings).expect("without tables there is nothing to open")
    };
    shelf.lend(make, |reviewer: &mut Analyst<G>| {
        reviewer.spend(budget);
        reviewer.obey(signals);
        work(reviewer)
    })
}

/// Makes engines with a table of some size; if there is no memory for it, with that which they have
/// anyway.
fn with_memory<E: LocalEngine>(make: impl FnOnce() -> E) -> impl FnOnce(usize) -> E {
    move |megabytes| {
        let mut engine = make();
        let _ = engine.set_memory(megabytes);
        engine
    }
}

/// A question to the engine at full strength.
fn question<G: PageGame>(
    game: Game<G>,
    limits: Limits,
    lines: usize,
    signals: Arc<Signals>,
) -> Query<G> {
    Query { lines: Some(lines), signals, ..Query::new(game, limits) }
}

impl Opponent {
    /// Makes a player play like this opponent; says whether its searches end by themselves.
    pub(crate) fn prepare<G: PageGame>(&self, player: &mut Player<G>) -> bool {
        let level = self.level.clamp(1, FULL_STRENGTH);
        let profile = self.profile.as_deref();
        let profile = profile.and_then(|name| damier_profiles::library::find::<G>(name).ok());
        let profile = profile.map(|entry| entry.profile);
        let is_complete = profile.as_ref().is_some_and(|profile| profile.character.is_complete());
        player.set_profile(profile);
        player.set_level(level);
        player.set_like(self.like);
        player.set_seed(self.seed);
        is_complete || self.like.is_some() || level < FULL_STRENGTH
    }
}
