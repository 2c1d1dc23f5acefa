//! A player for people: an engine with a level, a taste, a guard and a seed.

use crate::Discipline;
use crate::discipline::Judgement;
use crate::guard::Guard;
use crate::level::{Basis, FULL_STRENGTH, Strength};
use crate::library;
use crate::profile::{Character, Profile, Weights};
use damier_core::random::{Random, nth_bits};
use damier_core::{Depth, Game, Noise, Rules, Score};
use damier_mcts::{DEFAULT_SIMULATIONS, Findings, MonteCarlo, SIMULATIONS};
use damier_search::clock::{Budget, Clock, SystemClock};
use damier_search::{
    Answer, Bound, Engine, Event, Limits, OptionError, OptionKind, Query, Report, Statistics,
    moves_asked, options,
};
use std::convert::Infallible;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::time::Duration;

/// Plays a game as somebody of some strength and taste would. With its usual options it is its
/// engine at full strength.
///
/// Below full strength a move depends on the game so far, the level, the profile and the seed, and
/// on nothing else, on one thread and as long as no clock cuts a search short: the same seed gives
/// the same game. (Monte-Carlo keeps its tree from move to move: its game is the same if the moves
/// come in the same order.)
pub struct Player<D: Discipline> {
    engine: D::Engine,
    clock: Arc<dyn Clock>,
    level: u8,
    /// The Elo asked for, and whether it is what counts.
    elo: i32,
    is_limited: bool,
    /// Chosen by name, and from a file, which counts more.
    named_profile: Option<Profile>,
    file_profile: Option<Profile>,
    firewall: Firewall,
    simulations: u32,
    /// What the user has set; 0 for another seed with each game.
    seed: u64,
    game_seed: u64,
    /// Whether the seed of this game has been told.
    has_told_seed: bool,
    /// Megabytes for the table: what the user has set, and what the engine has.
    hash: u64,
    engine_hash: u64,
    guard: Option<Guard<D>>,
    monte_carlo: MonteCarlo<D>,
    statistics: Statistics,
}

/// Whether a guard looks after the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Firewall {
    /// Where level or profile ask for it.
    Auto,
    On,
    Off,
}

/// Megabytes that an engine has to begin with,
const USUAL_HASH: u64 = 16;
/// and enough for the longest search below full strength: a larger table would take longer to empty
/// than the weaker levels think.
const SHORT_SEARCH_HASH: u64 = 2;
const NO_PROFILE: &str = "none";
const MAX_SEED: i64 = i32::MAX as i64;
/// In elementary endings everybody looks at so many positions at least.
const ELEMENTARY_NODES: u64 = 60_000;
/// What is lost on the way between the players.
const OVERHEAD: Duration = Duration::from_millis(20);
/// A tree takes memory: no search plays more games, whatever time it has.
const MAX_SIMULATIONS: u32 = 200_000;

/// What one move is chosen with.
struct Plan {
    strength: Strength,
    judgement: Judgement,
    is_guarded: bool,
}

impl<D: Discipline> Player<D> {
    /// A player of full strength.
    ///
    /// # Panics
    /// If the system refuses a thread or memory.
    pub fn new() -> Self {
        Self::with_engine(D::engine())
    }

    /// A player that thinks with this engine.
    pub fn with_engine(engine: D::Engine) -> Self {
        Self::with_clock(engine, Arc::new(SystemClock::start()))
    }

    /// A player that thinks with this engine and reads the time from a clock of the caller's.
    pub fn with_clock(engine: D::Engine, clock: Arc<dyn Clock>) -> Self {
        let mut player = Self {
            engine,
            clock,
            level: FULL_STRENGTH,
            elo: *D::ladder().elo_range().end(),
            is_limited: false,
            named_profile: None,
            file_profile: None,
            firewall: Firewall::Auto,
            simulations: DEFAULT_SIMULATIONS,
            seed: 0,
            game_seed: 0,
            has_told_seed: false,
            hash: USUAL_HASH,
            engine_hash: USUAL_HASH,
            guard: None,
            monte_carlo: MonteCarlo::new(0),
            statistics: Statistics::default(),
        };
        player.begin_game();
        player
    }

    /// What the last search counted.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// The seed of the game that is being played.
    pub fn game_seed(&self) -> u64 {
        self.game_seed
    }

    /// Plays by a profile from now on, or by none.
    pub fn set_profile(&mut self, profile: Option<Profile>) {
        self.file_profile = None;
        self.named_profile = profile;
    }

    fn profile(&self) -> Option<&Profile> {
        self.file_profile.as_ref().or(self.named_profile.as_ref())
    }

    fn begin_game(&mut self) {
        self.game_seed = match self.seed {
            0 => 1 + RandomState::new().hash_one(0) % MAX_SEED as u64,
            seed => seed,
        };
        self.has_told_seed = self.seed != 0;
        self.monte_carlo = MonteCarlo::new(self.game_seed);
    }

    /// A number that depends on the seed of the game and on where it is now.
    fn lot(&self, game: &Game<D>) -> u64 {
        nth_bits(self.game_seed ^ game.position().key().rotate_left(17))
            .wrapping_add(game.moves().len() as u64)
    }

    /// How strong it plays this move; `None` for any legal move.
    fn strength(&self, game: &Game<D>) -> Option<Strength> {
        let ladder = D::ladder();
        let level = if self.is_limited {
            let (lower, share) = ladder.at_elo(self.elo);
            let lot = nth_bits(self.lot(game)) % 1_000;
            lower + u8::from(lot < share.into())
        } else {
            self.level
        };
        ladder.level(level).strength.clone()
    }

    fn character(&self) -> Option<&Character> {
        self.profile().map(|profile| &profile.character)
    }

    /// Whether the engine answers for itself.
    fn is_plain(&self, plan: &Plan) -> bool {
        plan.strength.is_full() && !plan.is_guarded && self.profile().is_none()
    }

    /// How this move is chosen; `None` for any legal move.
    fn plan(&self, game: &Game<D>) -> Option<Plan> {
        let mut strength = self.strength(game)?;
        let weights = |weights: Weights| Judgement::Weights(Arc::new(weights));
        let mut judgement = match self.character() {
            Some(Character::Weights(own)) => weights(own.clone()),
            Some(Character::RandomWeights) => {
                weights(D::draw_weights(&mut Random::new(self.game_seed)))
            }
            _ => Judgement::Usual(strength.judgement),
        };
        let asks = self.profile().and_then(|profile| profile.firewall);
        let mut is_guarded = match self.firewall {
            Firewall::Auto => asks.unwrap_or(strength.firewall),
            Firewall::On => true,
            Firewall::Off => false,
        };
        if game.position().is_elementary() {
            let nodes = strength.nodes.map(|nodes| nodes.max(ELEMENTARY_NODES));
            strength = Strength { nodes, ..Strength::FULL };
            judgement = Judgement::Usual(Basis::Learned);
            is_guarded = false;
        }
        Some(Plan { strength, judgement, is_guarded })
    }

    /// The question with the horizon of a strength: what was asked for, or less.
    fn limited(&self, query: &Query<D>, plan: &Plan) -> Query<D> {
        let mut query = query.clone();
        let strength = &plan.strength;
        if self.is_plain(plan) {
            return query;
        }
        let limits = &mut query.limits;
        if let Some(depth) = strength.depth {
            limits.depth = Some(limits.depth.unwrap_or(Depth::MAX).min(Depth::new(depth)));
        }
        if let Some(nodes) = strength.nodes {
            limits.nodes = Some(limits.nodes.unwrap_or(u64::MAX).min(nodes));
        }
        // The answer is held back here, after everything is done; in the engine it would come too
        // early.
        limits.infinite = false;
        let is_timed = query.limits.depth.is_none() && query.limits.nodes.is_none();
        let plays_by_chance = !strength.is_full() || self.profile().is_some() && !is_timed;
        if plays_by_chance && !query.game.position().is_elementary() {
            query.lot = Some(self.lot(&query.game));
        }
        query
    }

    /// A table that is emptied before every move should be small, whatever the user has set.
    fn use_table(&mut self, strength: &Strength) {
        let wanted = if strength.is_full() { self.hash } else { self.hash.min(SHORT_SEARCH_HASH) };
        if wanted != self.engine_hash && self.engine.set_option("Hash", &wanted.to_string()).is_ok()
        {
            self.engine_hash = wanted;
        }
    }

    /// The time that a move has in all, if any.
    fn time_for(&self, query: &Query<D>) -> Option<Duration> {
        let clock = query.limits.clock(query.game.position().side_to_move());
        let budget = Budget::new(&query.limits, clock, OVERHEAD);
        budget.soft.into_iter().chain(budget.hard).min()
    }

    /// Searches, and as long as the guard objects to the move found, searches among the others.
    fn think(
        &mut self,
        query: &Query<D>,
        plan: &Plan,
        on_event: &mut dyn FnMut(Event<D::Move>),
    ) -> Answer<D::Move> {
        let noise = match plan.strength.noise {
            0 => Noise::default(),
            amplitude => Noise { amplitude, seed: self.game_seed },
        };
        if let Err(error) = D::judge(&mut self.engine, &plan.judgement, noise) {
            on_event(Event::Remark(format!("playing without level and profile: {error}")));
        }
        self.use_table(&plan.strength);
        if !plan.strength.is_full() {
            // What is remembered of earlier moves would make this one depend on how the game came
            // here: after a move was taken back, say. Short searches lose little by forgetting.
            let Ok(()) = self.engine.new_game();
        }
        let started = self.clock.now();
        let mut query = self.limited(query, plan);
        let time = self.time_for(&query);
        if plan.is_guarded {
            leave_time_for_guard(&mut query.limits);
        }
        let mut last = None;
        let first = self.ask(&query, &mut last, on_event);
        if !plan.is_guarded {
            return first;
        }
        // All searches together have the time of one.
        let clock = Arc::clone(&self.clock);
        let left = || time.map(|time| (started + time).saturating_sub(clock.now()));
        let first_report = last.clone();
        let Some(mut guard) = self.take_guard(on_event) else { return first };
        let position = query.game.position().clone();
        guard.obey(&query.signals);
        let (mut answer, mut refused) = (first, Vec::new());
        while let Some(mv) = answer.best {
            // What is proved to win needs no guard.
            if last.as_ref().is_some_and(|report: &Report<_>| report.score.is_win()) {
                break;
            }
            let report = guard.examine(&query.game, mv);
            let Some(fault) = report.faults.first() else { break };
            let words = format!("firewall: not {}, {fault}", position.write_move(mv));
            on_event(Event::Remark(words));
            refused.push(mv);
            let mut rest = moves_asked(&query);
            rest.retain(|mv| !refused.contains(mv));
            let left = left();
            let is_over = query.signals.is_stopped() || left.is_some_and(|left| left.is_zero());
            if rest.is_empty() || is_over {
                let words =
                    if is_over { "no time to look for another" } else { "no other is better" };
                on_event(Event::Remark(format!("firewall: {words}")));
                first_report.into_iter().for_each(|report| on_event(Event::Report(report)));
                answer = first;
                break;
            }
            if left.is_some() {
                query.limits.move_time = left;
                query.limits.clocks = [None; 2];
            }
            query.among = rest;
            answer = self.ask(&query, &mut last, on_event);
        }
        self.guard = Some(guard);
        answer
    }

    /// One search of the engine; keeps the last report of the best line.
    fn ask(
        &mut self,
        query: &Query<D>,
        last: &mut Option<Report<D::Move>>,
        on_event: &mut dyn FnMut(Event<D::Move>),
    ) -> Answer<D::Move> {
        let Ok(answer) = self.engine.search(query, &mut |event| {
            if let Event::Report(report) = &event
                && report.rank == 1
            {
                *last = Some(report.clone());
            }
            on_event(event);
        });
        self.statistics += D::statistics(&self.engine);
        answer
    }

    fn take_guard(&mut self, on_event: &mut dyn FnMut(Event<D::Move>)) -> Option<Guard<D>> {
        if let Some(guard) = self.guard.take() {
            return Some(guard);
        }
        match Guard::quick() {
            Ok(guard) => Some(guard),
            Err(error) => {
                on_event(Event::Remark(format!("playing without firewall: {error}")));
                None
            }
        }
    }

    /// Any legal move (001-01).
    fn pick(
        &mut self,
        query: &Query<D>,
        on_event: &mut dyn FnMut(Event<D::Move>),
    ) -> Answer<D::Move> {
        let best = *Random::new(self.lot(&query.game)).pick(&moves_asked(query));
        on_event(Event::Report(plain_report(Score::DRAW, 0, Duration::ZERO, vec![best])));
        Answer { best: Some(best), ponder: None }
    }

    /// The move that did best in random games (003-22).
    fn simulate(
        &mut self,
        query: &Query<D>,
        simulations: u32,
        on_event: &mut dyn FnMut(Event<D::Move>),
    ) -> Answer<D::Move> {
        let started = self.clock.now();
        let position = query.game.position();
        let time = self.time_for(query);
        // Time for the move is to be used; a clock is only not to be overstepped.
        let wanted = if query.limits.move_time.is_some() { MAX_SIMULATIONS } else { simulations };
        let most = query.limits.nodes.map_or(wanted, |nodes| wanted.min(nodes.min(1 << 30) as u32));
        let clock = Arc::clone(&self.clock);
        let is_over = |elapsed: Duration| {
            query.signals.is_stopped()
                || !query.signals.is_pondering() && time.is_some_and(|time| elapsed >= time)
        };
        let found = self.monte_carlo.search(&query.game, most.max(1), &mut |_| {
            !is_over(clock.now().saturating_sub(started))
        });
        let Some(found) = found else { return Answer { best: None, ponder: None } };
        // Only some moves may have been asked for.
        let asked = moves_asked(query);
        let best = found.moves.iter().find(|known| asked.contains(&known.mv));
        let Some(best) = best else { return Answer { best: None, ponder: None } };
        let line = match found.line.first() {
            Some(first) if *first == best.mv => found.line.clone(),
            _ => vec![best.mv],
        };
        on_event(Event::Remark(statistics_text(position, &found)));
        let score = expected(best.mean, best.is_proved);
        let ponder = line.get(1).copied();
        let time = self.clock.now().saturating_sub(started);
        on_event(Event::Report(plain_report(score, found.nodes as u64, time, line)));
        self.statistics = Statistics { nodes: found.nodes as u64, ..Statistics::default() };
        Answer { best: Some(best.mv), ponder }
    }
}

/// Takes an eighth off the time of a move: the guard needs some too.
fn leave_time_for_guard(limits: &mut Limits) {
    let shorten = |time: Duration| time * 7 / 8;
    limits.move_time = limits.move_time.map(shorten);
    for clock in limits.clocks.iter_mut().flatten() {
        clock.remaining = shorten(clock.remaining);
    }
}

fn find_profile<D: Discipline>(name: &str) -> Result<Profile, OptionError> {
    let found = library::find::<D>(name).map(|entry| entry.profile);
    found.map_err(|error| OptionError::unusable("Profile", error))
}

/// What random games found, in a line.
fn statistics_text<D: Rules>(position: &D, found: &Findings<D::Move>) -> String {
    let best = found.moves.iter().take(3).filter(|known| known.visits > 0);
    let best: Vec<String> = best
        .map(|known| {
            let name = position.write_move(known.mv);
            format!("{name} {} games {:.0} %", known.visits, 100.0 * known.mean)
        })
        .collect();
    format!(
        "{} random games, {} known before, {} positions, {} plies deep: {}",
        found.simulations,
        found.kept,
        found.nodes,
        found.deepest,
        best.join(", ")
    )
}

/// The score with which so many points are expected.
fn expected(points: f64, is_proved: bool) -> Score {
    /// Of the curve that makes winning chances of scores.
    const SLOPE: f64 = 0.003_682_08;
    match points {
        points if is_proved && points > 0.99 => Score::TABLE_WIN,
        points if is_proved && points < 0.01 => -Score::TABLE_WIN,
        points => {
            let points = points.clamp(0.005, 0.995);
            Score::from_evaluation(((points / (1.0 - points)).ln() / SLOPE) as i32)
        }
    }
}

fn plain_report<M>(score: Score, nodes: u64, time: Duration, line: Vec<M>) -> Report<M> {
    Report {
        depth: Depth::new(1),
        selective_depth: line.len(),
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

impl<D: Discipline> Default for Player<D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<D: Discipline> Engine for Player<D> {
    type Rules = D;
    type Error = Infallible;

    fn name(&self) -> String {
        self.engine.name()
    }

    fn options(&self) -> Vec<(String, OptionKind)> {
        let spin = |default: i64, min, max| OptionKind::Spin { default, min, max };
        let combo = |default: &str, choices: Vec<String>| OptionKind::Combo {
            default: default.to_owned(),
            choices,
        };
        let (entries, _) = library::all::<D>();
        let names = entries.into_iter().map(|entry| entry.profile.name);
        let mut profiles: Vec<String> = [NO_PROFILE.to_owned()].into_iter().chain(names).collect();
        // One of the user's may have the name of one of ours, and then it counts.
        let mut seen = Vec::new();
        profiles.retain(|name| {
            let is_new = !seen.contains(name);
            seen.push(name.clone());
            is_new
        });
        let firewalls = ["auto", "on", "off"].map(str::to_owned).to_vec();
        let (least_elo, most_elo) = D::ladder().elo_range().into_inner();
        let (fewest, most) = SIMULATIONS.into_inner();
        let own = [
            ("Level", spin(FULL_STRENGTH.into(), 1, FULL_STRENGTH.into())),
            ("UCI_LimitStrength", OptionKind::Check { default: false }),
            ("UCI_Elo", spin(most_elo.into(), least_elo.into(), most_elo.into())),
            ("Profile", combo(NO_PROFILE, profiles)),
            ("ProfileFile", OptionKind::Text { default: String::new() }),
            ("Seed", spin(0, 0, MAX_SEED)),
            ("Firewall", combo("auto", firewalls)),
            ("Simulations", spin(DEFAULT_SIMULATIONS.into(), fewest.into(), most.into())),
        ];
        let own = own.into_iter().map(|(name, kind)| (name.to_owned(), kind));
        self.engine.options().into_iter().chain(own).collect()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let checked = options::check(&self.options(), name, value);
        let (name, value) = match checked {
            // It may be there and have a mistake, which is what whoever asks for it wants to know.
            Err(OptionError::BadValue { name, value, .. }) if name == "Profile" => {
                return find_profile::<D>(&value).map(|_| ());
            }
            checked => checked?,
        };
        let number = || value.parse::<u64>().expect("checked to be a number");
        match name.as_str() {
            "Level" => self.level = number() as u8,
            "UCI_LimitStrength" => self.is_limited = value == "true",
            "UCI_Elo" => self.elo = value.parse().expect("checked to be a number"),
            "Profile" if value == NO_PROFILE => self.named_profile = None,
            "Profile" => self.named_profile = Some(find_profile::<D>(&value)?),
            "ProfileFile" if value.is_empty() => self.file_profile = None,
            "ProfileFile" => {
                let profile = library::read::<D>(value.as_ref());
                self.file_profile =
                    Some(profile.map_err(|error| OptionError::unusable(&name, error))?);
            }
            "Seed" => {
                self.seed = number();
                self.begin_game();
            }
            "Firewall" => {
                self.firewall = match value.as_str() {
                    "on" => Firewall::On,
                    "off" => Firewall::Off,
                    _ => Firewall::Auto,
                }
            }
            "Simulations" => self.simulations = number() as u32,
            "Hash" => {
                self.engine.set_option(&name, &value)?;
                (self.hash, self.engine_hash) = (number(), number());
            }
            _ => self.engine.set_option(&name, &value)?,
        }
        Ok(())
    }

    fn new_game(&mut self) -> Result<(), Infallible> {
        self.begin_game();
        self.engine.new_game()
    }

    fn search(
        &mut self,
        query: &Query<D>,
        on_event: &mut dyn FnMut(Event<D::Move>),
    ) -> Result<Answer<D::Move>, Infallible> {
        self.statistics = Statistics::default();
        let position = query.game.position();
        let answer = if position.count_legal_moves() == 0 {
            return self.engine.search(query, on_event);
        } else if let Some(&Character::MonteCarlo { simulations }) = self.character() {
            self.tell_seed(on_event);
            self.simulate(query, simulations.unwrap_or(self.simulations), on_event)
        } else if self.character() == Some(&Character::Random) {
            self.tell_seed(on_event);
            self.pick(query, on_event)
        } else if let Some(plan) = self.plan(&query.game) {
            let has_chance =
                !plan.strength.is_full() || self.is_limited || self.profile().is_some();
            if has_chance {
                self.tell_seed(on_event);
            }
            self.think(query, &plan, on_event)
        } else {
            self.tell_seed(on_event);
            self.pick(query, on_event)
        };
        query.signals.wait(query.limits.infinite);
        Ok(answer)
    }
}

impl<D: Discipline> Player<D> {
    /// Says once a game how it can be played again.
    fn tell_seed(&mut self, on_event: &mut dyn FnMut(Event<D::Move>)) {
        if !std::mem::replace(&mut self.has_told_seed, true) {
            on_event(Event::Remark(format!("the seed of this game is {}", self.game_seed)));
        }
    }
}
