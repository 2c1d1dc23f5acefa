//! A player for people: an engine with a level, a style, a guard and a seed.
//!
//! `choosing` has how a move is searched for and guarded, `like` how one is drawn as people play,
//! `monte_carlo` how random games choose
//! one, `options` what can be set by name.

mod choosing;
mod like;
mod monte_carlo;
mod options;

use crate::OpponentGame;
use crate::game::Judgement;
use crate::guard::Guard;
use crate::level::{Basis, FULL_STRENGTH, Strength};
use crate::profile::{Character, Profile};
use damier_core::random::{Random, nth_bits};
use damier_core::{Depth, Game, Score};
use damier_mcts::{DEFAULT_SIMULATIONS, MonteCarlo};
use damier_search::clock::{Clock, SystemClock, TimeBudget};
use damier_search::{
    Answer, Bound, Engine, Event, LocalEngine, Noise, OptionError, Query, Report, Statistics,
    moves_asked,
};
use std::convert::Infallible;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::time::Duration;

/// Plays a game as a person of some strength and style would. With its usual settings it is its
/// engine at full strength.
///
/// Below full strength a move depends on the game so far, the level, the profile and the seed, and
/// on nothing else, on one thread and as long as no clock cuts a search short: the same seed gives
/// the same game. (Monte-Carlo keeps its tree from move to move: its game is the same if the moves
/// come in the same order.)
pub struct Player<G: OpponentGame> {
    engine: G::Engine,
    clock: Arc<dyn Clock>,
    settings: PlayerSettings,
    game_seed: u64,
    /// Whether the seed of this game has been told.
    has_told_seed: bool,
    /// Megabytes that the user has given the table; short searches use less of it.
    memory: usize,
    guard: Option<Guard<G>>,
    monte_carlo: MonteCarlo<G>,
    statistics: Statistics,
}

/// How a player plays, as its user has set it.
#[derive(Clone, Debug)]
struct PlayerSettings {
    level: u8,
    /// What `Skill Level` asks for instead, if anything.
    skill_level: Option<u8>,
    /// The Elo asked for, and whether it is what counts.
    elo: i32,
    is_limited: bool,
    /// The rating of people that it plays like, which counts more than level and Elo.
    like: Option<i32>,
    /// Chosen by name, and from a file, which counts more.
    named_profile: Option<Profile>,
    file_profile: Option<Profile>,
    firewall: Firewall,
    simulations: u32,
    /// 0 for another seed with each game.
    seed: u64,
}

/// Whether a guard looks after the moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Firewall {
    /// Where level or profile ask for it.
    #[default]
    Auto,
    /// After every move.
    On,
    /// No move is checked.
    Off,
}

/// The level whose nodes players like people have in elementary endings, at least.
const ELEMENTARY_LEVEL: u8 = 6;

/// The largest seed: protocols have options of 31 bits.
pub const MAX_SEED: u64 = i32::MAX as u64;

impl<G: OpponentGame> Player<G> {
    /// A player of full strength.
    ///
    /// # Panics
    /// If the system refuses a thread or memory.
    pub fn new() -> Self {
        Self::with_engine(G::engine())
    }

    /// A player that thinks with this engine.
    pub fn with_engine(engine: G::Engine) -> Self {
        Self::with_clock(engine, Arc::new(SystemClock::start()))
    }

    /// A player that thinks with this engine and reads the time from a clock of the caller's.
    pub fn with_clock(engine: G::Engine, clock: Arc<dyn Clock>) -> Self {
        let settings = PlayerSettings {
            level: FULL_STRENGTH,
            skill_level: None,
            elo: *G::ladder().elo_range().end(),
            is_limited: false,
            like: None,
            named_profile: None,
            file_profile: None,
            firewall: Firewall::Auto,
            simulations: DEFAULT_SIMULATIONS,
            seed: 0,
        };
        let mut player = Self {
            memory: engine.memory(),
            engine,
            clock,
            settings,
            game_seed: 0,
            has_told_seed: false,
            guard: None,
            monte_carlo: MonteCarlo::new(0),
            statistics: Statistics::default(),
        };
        player.begin_game();
        player
    }

    /// The seed of the game that is being played.
    pub fn game_seed(&self) -> u64 {
        self.game_seed
    }

    /// Plays at a level from 1 to [`FULL_STRENGTH`] from now on; others count as the nearest.
    pub fn set_level(&mut self, level: u8) {
        self.settings.level = level.clamp(1, FULL_STRENGTH);
        self.settings.is_limited = false;
        self.settings.like = None;
    }

    /// Plays like a person of this rating from now on, or as its level says. Ratings beyond
    /// [`OpponentGame::LIKE`] count as the nearest; where there are none, nothing changes.
    pub fn set_like(&mut self, rating: Option<i32>) {
        self.settings.like =
            rating.zip(G::LIKE).map(|(rating, range)| rating.clamp(*range.start(), *range.end()));
    }

    /// Plays by a profile from now on, or by none.
    pub fn set_profile(&mut self, profile: Option<Profile>) {
        self.settings.file_profile = None;
        self.settings.named_profile = profile;
    }

    /// Begins a game with a seed, which also later games have; with 0 each game has another one.
    pub fn set_seed(&mut self, seed: u64) {
        self.settings.seed = seed;
        self.begin_game();
    }

    /// Has a guard look after the moves from now on, or not.
    pub fn set_firewall(&mut self, firewall: Firewall) {
        self.settings.firewall = firewall;
    }

    /// Has its engine search at full strength, whatever level and profile say, and with nothing
    /// remembered: to see how things stand, not to choose a move.
    pub fn look(&mut self, query: &Query<G>, on_event: &mut dyn FnMut(Event<G::Move>)) {
        // Every search of its own is told anew how to judge.
        let usual = Judgement::Usual(Basis::Learned);
        let _ = G::judge(&mut self.engine, &usual, Noise::default());
        let Ok(()) = self.engine.new_game();
        let Ok(_) = self.engine.search(query, on_event);
    }

    fn profile(&self) -> Option<&Profile> {
        self.settings.file_profile.as_ref().or(self.settings.named_profile.as_ref())
    }

    fn character(&self) -> Option<&Character> {
        self.profile().map(|profile| &profile.character)
    }

    fn begin_game(&mut self) {
        self.game_seed = match self.settings.seed {
            0 => 1 + RandomState::new().hash_one(0) % MAX_SEED,
            seed => seed,
        };
        self.has_told_seed = self.settings.seed != 0;
        self.monte_carlo = MonteCarlo::new(self.game_seed);
    }

    /// A number that depends on the seed of the game and on where it is now.
    fn lot(&self, game: &Game<G>) -> u64 {
        nth_bits(self.game_seed ^ game.position().key().rotate_left(17))
            .wrapping_add(game.moves().len() as u64)
    }

    /// How strong it plays this move; `None` for any legal move.
    fn strength(&self, game: &Game<G>) -> Option<Strength> {
        let ladder = G::ladder();
        if self.settings.like.is_some() {
            // Only elementary endings are searched for.
            return ladder.level(ELEMENTARY_LEVEL).strength.clone();
        }
        let level = if self.settings.is_limited {
            let (lower, share) = ladder.at_elo(self.settings.elo);
            let lot = nth_bits(self.lot(game)) % 1_000;
            lower + u8::from(lot < share.into())
        } else {
            self.settings.skill_level.unwrap_or(self.settings.level)
        };
        ladder.level(level).strength.clone()
    }

    /// The time that a move has in all, if any.
    fn time_for(&self, query: &Query<G>) -> Option<Duration> {
        let clock = query.limits.clock(query.game.position().side_to_move());
        let budget = TimeBudget::new(&query.limits, clock, self.engine.overhead());
        budget.soft.into_iter().chain(budget.hard).min()
    }

    /// Any legal move.
    fn pick(
        &mut self,
        query: &Query<G>,
        on_event: &mut dyn FnMut(Event<G::Move>),
    ) -> Answer<G::Move> {
        let best = *Random::new(self.lot(&query.game)).pick(&moves_asked(query));
        on_event(Event::Report(plain_report(Score::DRAW, 0, Duration::ZERO, vec![best])));
        Answer { best: Some(best), ponder: None }
    }

    /// Says once a game how it can be played again.
    fn tell_seed(&mut self, on_event: &mut dyn FnMut(Event<G::Move>)) {
        if !std::mem::replace(&mut self.has_told_seed, true) {
            on_event(Event::Remark(format!("the seed of this game is {}", self.game_seed)));
        }
    }
}

/// A report of a move that no search in depth has found.
fn plain_report<M>(score: Score, nodes: u64, time: Duration, line: Vec<M>) -> Report<M> {
    Report {
        depth: Depth::new(1),
        selective_depth: line.len(),
        mean_depth: None,
        rank: 1,
        score,
        bound: Bound::Exact,
        nodes,
        time,
        table_fill: 0,
        endgame_hits: 0,
        line,
    }
}

impl<G: OpponentGame> Default for Player<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: OpponentGame> Engine for Player<G> {
    type Rules = G;
    type Error = Infallible;

    fn name(&self) -> String {
        self.engine.name()
    }

    fn new_game(&mut self) -> Result<(), Infallible> {
        self.begin_game();
        self.engine.new_game()
    }

    fn search(
        &mut self,
        query: &Query<G>,
        on_event: &mut dyn FnMut(Event<G::Move>),
    ) -> Result<Answer<G::Move>, Infallible> {
        self.statistics = Statistics::default();
        if query.game.position().count_legal_moves() == 0 {
            return self.engine.search(query, on_event);
        }
        if let Some(&Character::MonteCarlo { simulations }) = self.character() {
            self.tell_seed(on_event);
            let simulations = simulations.unwrap_or(self.settings.simulations);
            return Ok(self.simulate(query, simulations, on_event));
        }
        if let Some(rating) = self.settings.like
            && self.character() != Some(&Character::Random)
            && !query.game.position().is_elementary()
        {
            self.tell_seed(on_event);
            return Ok(self.play_like(query, rating, on_event));
        }
        let plays_at_random = self.character() == Some(&Character::Random);
        let Some(plan) = self.plan(&query.game).filter(|_| !plays_at_random) else {
            self.tell_seed(on_event);
            return Ok(self.pick(query, on_event));
        };
        if plan.has_chance || self.settings.is_limited || self.profile().is_some() {
            self.tell_seed(on_event);
        }
        Ok(self.think(query, &plan, on_event))
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// By what it would choose a move here: the evaluation of its level or profile.
    fn explain(&mut self, position: &G) -> Option<String> {
        let plan = self.plan(&Game::new(position.clone()));
        if let Some(plan) = &plan {
            self.judge_by(plan).ok()?;
        }
        let mut text = self.engine.explain(position)?;
        text.push_str(match self.character() {
            Some(Character::MonteCarlo { .. }) => "This player chooses by random games instead.\n",
            Some(Character::Random) => "This player plays any legal move instead.\n",
            _ if plan.is_none() => "This player plays any legal move instead.\n",
            _ => "",
        });
        Some(text)
    }
}

impl<G: OpponentGame> LocalEngine for Player<G> {
    fn memory(&self) -> usize {
        self.memory
    }

    fn set_memory(&mut self, megabytes: usize) -> Result<(), OptionError> {
        self.engine.set_memory(megabytes)?;
        self.memory = megabytes;
        Ok(())
    }

    fn set_threads(&mut self, threads: usize) -> Result<(), OptionError> {
        self.engine.set_threads(threads)
    }

    fn overhead(&self) -> Duration {
        self.engine.overhead()
    }

    fn set_tables(&mut self, folders: &str) -> Result<(), OptionError> {
        self.engine.set_tables(folders)
    }
}
