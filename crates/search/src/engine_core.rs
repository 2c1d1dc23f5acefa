//! What our engines have in common: threads, table, clock, and the options that belong to them.

use crate::clock::{Clock, TimeBudget};
use crate::deepening::{MoveOf, NodeSearch};
use crate::event::{Bound, Event, Report};
use crate::options::{OptionError, OptionKind};
use crate::pool::{SearchSetting, ThreadPool};
use crate::roots::{RootMove, Roots};
use crate::statistics::Statistics;
use crate::table::Table;
use crate::{Answer, Limits, Query, ScoreUnit};
use damier_core::random::Random;
use damier_core::{Depth, Ply, Rules, Score};
use std::sync::Arc;
use std::time::Duration;

/// The values of the options.
#[derive(Clone, Debug, PartialEq, Eq)]
struct EngineSettings {
    hash_megabytes: usize,
    lines: usize,
    overhead: Duration,
    unit: ScoreUnit,
}

impl Default for EngineSettings {
    fn default() -> Self {
        Self {
            hash_megabytes: 16,
            lines: 1,
            overhead: Duration::from_millis(20),
            unit: ScoreUnit::Chances,
        }
    }
}

const MAX_HASH_MEGABYTES: i64 = 1 << 20;
const MAX_THREADS: i64 = 512;
const MAX_LINES: i64 = 256;

/// How many other moves are looked at to find equal ones: enough for games to differ.
const MAX_EQUALS: usize = 4;

/// Makes the worker of a thread.
type Maker<W> = Arc<dyn Fn() -> W + Send + Sync>;

/// The part of an engine that is the same in every game. An engine adds what judges positions,
/// endgame tables and the options for these.
pub struct EngineCore<W> {
    settings: EngineSettings,
    table: Arc<Table>,
    pool: ThreadPool<W>,
    make: Maker<W>,
    clock: Arc<dyn Clock>,
    statistics: Statistics,
    /// Whether there is anything to forget.
    has_searched: bool,
}

impl<W: NodeSearch> EngineCore<W> {
    /// With the default options, reading the time from a clock; `make` makes the worker of a
    /// thread.
    ///
    /// # Panics
    /// If the system refuses a thread or sixteen megabytes of memory.
    pub fn new(clock: Arc<dyn Clock>, make: impl Fn() -> W + Send + Sync + 'static) -> Self {
        let settings = EngineSettings::default();
        let table = Table::new(settings.hash_megabytes).expect("memory for the default table");
        let make: Maker<W> = Arc::new(make);
        let pool = start(1, &make).expect("a thread to search on");
        Self {
            settings,
            table: Arc::new(table),
            pool,
            make,
            clock,
            statistics: Statistics::default(),
            has_searched: false,
        }
    }

    /// Megabytes for the table.
    pub fn memory(&self) -> usize {
        self.settings.hash_megabytes
    }

    /// Gives the table so many megabytes, or changes nothing and says why.
    pub fn set_memory(&mut self, megabytes: usize) -> Result<(), OptionError> {
        if megabytes != self.settings.hash_megabytes {
            let table =
                Table::new(megabytes).map_err(|error| OptionError::unusable("Hash", error))?;
            self.table = Arc::new(table);
            self.settings.hash_megabytes = megabytes;
        }
        Ok(())
    }

    /// Searches on so many threads from now on, or changes nothing and says why. With none it
    /// searches on the thread that asks, which must have [`STACK_BYTES`](crate::STACK_BYTES) of
    /// stack.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), OptionError> {
        if possible(threads) != self.pool.threads() {
            self.pool = start(threads, &self.make)?;
        }
        Ok(())
    }

    /// The time that is lost between a clock and the engine with every move.
    pub fn overhead(&self) -> Duration {
        self.settings.overhead
    }

    /// What the last search counted.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// The options that [`EngineCore::set_option`] knows, in the order to show.
    pub fn options(&self) -> Vec<(&'static str, OptionKind)> {
        let usual = EngineSettings::default();
        let spin =
            |default: usize, min, max| OptionKind::Spin { default: default as i64, min, max };
        let overhead = usual.overhead.as_millis() as usize;
        vec![
            ("Hash", spin(usual.hash_megabytes, 1, MAX_HASH_MEGABYTES)),
            ("Clear Hash", OptionKind::Button),
            ("Threads", spin(1, 1, MAX_THREADS)),
            ("MultiPV", spin(usual.lines, 1, MAX_LINES)),
            ("Ponder", OptionKind::Check { default: false }),
            ("Move Overhead", spin(overhead, 0, 5_000)),
            ("RawScores", OptionKind::Check { default: false }),
        ]
    }

    /// Sets an option to a value that has been checked; says whether it is one of
    /// [`EngineCore::options`].
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<bool, OptionError> {
        let number = || value.parse::<usize>().expect("checked to be a number");
        match name {
            "Hash" => self.set_memory(number())?,
            "Clear Hash" => self.clear_table(),
            "Threads" => self.set_threads(number())?,
            "MultiPV" => self.settings.lines = number(),
            // Pondering is asked for with each search; there is nothing to prepare.
            "Ponder" => (),
            "Move Overhead" => self.settings.overhead = Duration::from_millis(number() as u64),
            "RawScores" if value == "true" => self.settings.unit = ScoreUnit::Evaluation,
            "RawScores" => self.settings.unit = ScoreUnit::Chances,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Replaces the workers by others that judge in another way: what was found so far does not
    /// count. If the system refuses a thread, nothing has changed.
    pub fn replace_workers(
        &mut self,
        make: impl Fn() -> W + Send + Sync + 'static,
    ) -> Result<(), OptionError> {
        let make: Maker<W> = Arc::new(make);
        self.pool = start(self.pool.threads(), &make)?;
        self.make = make;
        self.clear_table();
        Ok(())
    }

    /// Lets every worker do something and waits until all are done.
    pub fn each(&mut self, job: impl Fn(&mut W) + Clone + Send + 'static) {
        self.pool.each(job);
    }

    fn clear_table(&self) {
        self.table.clear(self.pool.threads());
    }

    /// Forgets everything learnt in earlier games.
    pub fn new_game(&mut self) {
        // Programs say this often, before the first game too: only what was learnt is forgotten.
        if self.has_searched {
            self.clear_table();
            self.pool.each(NodeSearch::forget);
            self.has_searched = false;
        }
    }

    /// Answers without a search: there is no move, or it is known.
    pub fn answer(
        &mut self,
        score: Score,
        best: Option<MoveOf<W>>,
        on_event: &mut dyn FnMut(Event<MoveOf<W>>),
    ) -> Answer<MoveOf<W>> {
        self.statistics = Statistics::default();
        on_event(Event::Report(Report {
            depth: Depth::ZERO,
            selective_depth: 0,
            mean_depth: None,
            rank: 1,
            score,
            bound: Bound::Exact,
            nodes: 0,
            time: Duration::ZERO,
            table_fill: 0,
            endgame_hits: 0,
            line: best.into_iter().collect(),
        }));
        Answer { best, ponder: None }
    }

    /// What the clock shows.
    pub fn now(&self) -> Duration {
        self.clock.now()
    }

    /// Searches these root moves for a question that was asked at `started`. Scores are told in
    /// hundredths of `unit`, the score with which one game of two is won.
    pub fn search(
        &mut self,
        query: &Query<W::Rules>,
        started: Duration,
        moves: Vec<MoveOf<W>>,
        unit: i32,
        on_event: &mut dyn FnMut(Event<MoveOf<W>>),
    ) -> Answer<MoveOf<W>> {
        self.has_searched = true;
        self.table.age();
        let position = query.game.position();
        let clock = query.limits.clock(position.side_to_move());
        let setting = SearchSetting {
            table: Arc::clone(&self.table),
            clock: Arc::clone(&self.clock),
            started,
            budget: TimeBudget::new(&query.limits, clock, self.settings.overhead),
            lines: query.lines.unwrap_or(self.settings.lines),
        };
        let unit = match query.unit.unwrap_or(self.settings.unit) {
            ScoreUnit::Chances => unit,
            ScoreUnit::Evaluation => 100,
        };
        let mut on_event = |event: Event<MoveOf<W>>| on_event(event.in_hundredths_of(unit));
        let found = self.pool.search(query, Roots::new(moves), setting.clone(), &mut on_event);
        self.statistics = found.statistics;
        let drawn = query.lot.and_then(|lot| {
            self.draw_lots(query, &found.roots, &setting, &mut Random::new(lot), &mut on_event)
        });
        let best = drawn.as_ref().or(found.roots.best());
        let line = best.map_or(&[][..], |best| {
            best.settled.as_ref().map_or(&best.line[..], |settled| &settled.line)
        });
        let ponder = self.expected_reply(position, line);
        Answer { best: line.first().copied(), ponder }
    }

    /// One of the moves that are proved as good as the best one. The search shows of most
    /// moves only that they are no better; so the best one and some others are searched again, each
    /// alone and to the same depth, and equal scores are a proof.
    fn draw_lots(
        &mut self,
        query: &Query<W::Rules>,
        roots: &Roots<MoveOf<W>>,
        setting: &SearchSetting,
        random: &mut Random,
        on_event: &mut dyn FnMut(Event<MoveOf<W>>),
    ) -> Option<RootMove<MoveOf<W>>> {
        let best = roots.best()?;
        let depth = best.settled.as_ref()?.depth;
        let mut others: Vec<MoveOf<W>> = roots.all()[1..].iter().map(|root| root.mv).collect();
        if others.is_empty() {
            return None;
        }
        random.shuffle(&mut others);
        others.truncate(MAX_EQUALS);
        // A clock would take each of them for the only move and hardly look at it.
        let budget = TimeBudget { soft: None, ..setting.budget };
        let setting = SearchSetting { lines: 1, budget, ..setting.clone() };
        // No single one of them may cost more than all together did.
        let most = self.statistics.nodes;
        let mut equals: Vec<Equal<MoveOf<W>>> = Vec::new();
        for mv in [best.mv].into_iter().chain(others) {
            let spent = self.statistics.nodes;
            let left = query.limits.all_nodes.map_or(most, |all| all.saturating_sub(spent));
            if left == 0 {
                return None;
            }
            let limits = Limits { nodes: Some(left.min(most)), ..Limits::to_depth(depth) };
            let alone = Query { limits, ..query.clone() };
            let mut told = None;
            let mut keep = |event| {
                if let Event::Report(report) = event {
                    told = Some(report);
                }
            };
            let found = self.pool.search(&alone, Roots::new([mv]), setting.clone(), &mut keep);
            self.statistics += found.statistics;
            let root = found.roots.best()?.clone();
            let score = root.settled.as_ref().filter(|settled| settled.depth == depth)?.score;
            if equals.first().is_none_or(|best| best.score == score) {
                equals.push(Equal { root, score, told });
            }
        }
        let chosen = equals.swap_remove(random.below(equals.len()));
        // The last word is about the move that is played, and about all that was searched for it.
        if let Some(report) = chosen.told {
            on_event(Event::Report(Report { nodes: self.statistics.nodes, ..report }));
        }
        Some(chosen.root)
    }

    /// The reply that the search expects: from its line, or else from the table.
    fn expected_reply(&self, position: &W::Rules, line: &[MoveOf<W>]) -> Option<MoveOf<W>> {
        if let Some(&reply) = line.get(1) {
            return Some(reply);
        }
        let mut next = position.clone();
        next.play_unchecked(*line.first()?);
        let hint = self.table.probe(next.key(), Ply::ROOT)?.hint?;
        next.find_move(hint)
    }
}

/// A move that is proved to be as good as the best one.
struct Equal<M> {
    root: RootMove<M>,
    score: Score,
    /// The last that was told of it.
    told: Option<Report<M>>,
}

/// In a browser there are no threads to be had: searches run where they are asked for.
const fn possible(threads: usize) -> usize {
    if cfg!(target_family = "wasm") { 0 } else { threads }
}

fn start<W: NodeSearch>(threads: usize, make: &Maker<W>) -> Result<ThreadPool<W>, OptionError> {
    let make = Arc::clone(make);
    ThreadPool::new(possible(threads), move || make())
        .map_err(|error| OptionError::unusable("Threads", error))
}

/// The root moves that a question is about.
pub fn moves_asked<R: Rules>(query: &Query<R>) -> Vec<R::Move> {
    let legal = query.game.position().legal_moves();
    let asked = |mv: &&R::Move| query.among.is_empty() || query.among.contains(mv);
    let moves: Vec<R::Move> = legal.iter().filter(asked).copied().collect();
    // If none of the moves asked for is legal, any answer is better than none.
    if moves.is_empty() { legal.to_vec() } else { moves }
}

#[cfg(test)]
mod tests;
