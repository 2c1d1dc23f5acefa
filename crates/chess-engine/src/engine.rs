//! The facade: options in, searches out.

use crate::book::Book;
use crate::evaluation::Evaluator;
use crate::evaluation::network::{self, Network};
use crate::tablebase::Tablebase;
use crate::worker::{TableProbing, Worker};
use damier_chess::{Move, Position};
use damier_core::{Depth, Rules, Score};
use damier_search::clock::{Budget, Clock, SystemClock};
use damier_search::{
    Answer, Bound, Engine, Event, NodeSearch, OptionError, OptionKind, Pool, Query, Report, Roots,
    Setting, Statistics, Table, options,
};
use std::convert::Infallible;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Damier's chess player.
pub struct ChessEngine {
    settings: Settings,
    table: Arc<Table>,
    pool: Pool<Worker<Evaluator>>,
    tables: Option<Arc<Tablebase>>,
    book: Option<Book>,
    /// What judges positions; `None` for named terms.
    network: Option<Arc<Network>>,
    clock: Arc<dyn Clock>,
    statistics: Statistics,
    /// Whether there is anything to forget.
    has_searched: bool,
    /// Varies the choice among book moves from search to search.
    book_picks: u64,
}

/// The values of the options.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Settings {
    hash_megabytes: usize,
    threads: usize,
    lines: usize,
    overhead: Duration,
    raw_scores: bool,
    probe_limit: usize,
    probe_depth: i32,
    fifty_move_rule: bool,
    analyses: bool,
    uses_book: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            hash_megabytes: 16,
            threads: 1,
            lines: 1,
            overhead: Duration::from_millis(20),
            raw_scores: false,
            probe_limit: 7,
            probe_depth: 1,
            fifty_move_rule: true,
            analyses: false,
            uses_book: false,
        }
    }
}

/// The score of the hand-written evaluation with which one game of two is won: the most likely one for 14
/// thousand positions of games against itself with 8000 nodes a move. A network knows its own.
const HAND_WRITTEN_HALF: i32 = 140;
/// Values of `EvalFile` that are no files.
const BUILT_IN: &str = "<built-in>";
const HAND_WRITTEN: &str = "<hand-written>";
const MAX_HASH_MEGABYTES: i64 = 1 << 20;
const MAX_THREADS: i64 = 512;
const MAX_LINES: i64 = 256;

impl ChessEngine {
    /// An engine with the default options.
    ///
    /// # Panics
    /// If the system refuses a thread or sixteen megabytes of memory.
    pub fn new() -> Self {
        Self::with_clock(Arc::new(SystemClock::start()))
    }

    /// An engine that reads the time from a clock of the caller's.
    ///
    /// # Panics
    /// If the system refuses a thread or sixteen megabytes of memory.
    pub fn with_clock(clock: Arc<dyn Clock>) -> Self {
        let settings = Settings::default();
        let table = Table::new(settings.hash_megabytes).expect("memory for the default table");
        let network = Some(network::built_in());
        let pool =
            Pool::new(settings.threads, workers(network.clone())).expect("a thread to search on");
        Self {
            settings,
            table: Arc::new(table),
            pool,
            tables: None,
            book: None,
            network,
            clock,
            statistics: Statistics::default(),
            has_searched: false,
            book_picks: 0,
        }
    }

    /// What the last search counted.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    fn set_threads(&mut self, threads: usize) -> Result<(), OptionError> {
        if threads != self.pool.threads() {
            self.start_workers(threads, self.network.clone())?;
        }
        Ok(())
    }

    /// Threads that know all that the options say; if the system refuses one, nothing has changed.
    fn start_workers(
        &mut self,
        threads: usize,
        network: Option<Arc<Network>>,
    ) -> Result<(), OptionError> {
        self.pool = Pool::new(threads, workers(network.clone()))
            .map_err(|error| OptionError::unusable("Threads", error))?;
        self.settings.threads = threads;
        self.network = network;
        self.tell_probing();
        Ok(())
    }

    /// How many points of the search are one hundred for people.
    fn unit(&self) -> i32 {
        let half = |network: &Arc<Network>| network.units().half;
        match self.settings.raw_scores {
            true => 100,
            false => self.network.as_ref().map_or(HAND_WRITTEN_HALF, half),
        }
    }

    fn set_network(&mut self, file: &str) -> Result<(), OptionError> {
        let network = match file {
            "" | BUILT_IN => Some(network::built_in()),
            HAND_WRITTEN => None,
            file => Some(Arc::new(options::read_file("EvalFile", file, Network::from_bytes)?)),
        };
        self.start_workers(self.settings.threads, network)?;
        // What another judge has said does not count.
        self.table.clear(self.pool.threads());
        Ok(())
    }

    fn set_hash(&mut self, megabytes: usize) -> Result<(), OptionError> {
        if megabytes != self.settings.hash_megabytes {
            let table =
                Table::new(megabytes).map_err(|error| OptionError::unusable("Hash", error))?;
            self.table = Arc::new(table);
        }
        self.settings.hash_megabytes = megabytes;
        Ok(())
    }

    fn set_tables(&mut self, folders: &str) -> Result<(), OptionError> {
        self.tables = match folders {
            "" => None,
            folders => {
                let tables = Tablebase::open(folders);
                Some(Arc::new(tables.map_err(|error| OptionError::unusable("SyzygyPath", error))?))
            }
        };
        self.tell_probing();
        Ok(())
    }

    fn set_book(&mut self, file: &str) -> Result<(), OptionError> {
        self.book = match file {
            "" => None,
            file => {
                let book = Book::open(Path::new(file));
                Some(book.map_err(|error| OptionError::unusable("BookFile", error))?)
            }
        };
        Ok(())
    }

    /// Lets every worker know how endgame tables are used now.
    fn tell_probing(&mut self) {
        let probing = TableProbing {
            tables: self.tables.clone(),
            max_pieces: self.settings.probe_limit,
            min_depth: self.settings.probe_depth,
            fifty_move_rule: self.settings.fifty_move_rule,
        };
        self.pool.each(move |worker| worker.set_probing(probing.clone()));
    }

    /// The root moves worth searching: those asked for, and of these, if the tables know the
    /// position, those that keep its value and make progress.
    fn root_moves(&self, query: &Query<Position>) -> Vec<Move> {
        let position = query.game.position();
        let mut moves: Vec<Move> = position.legal_moves().to_vec();
        if !query.among.is_empty() {
            moves.retain(|mv| query.among.contains(mv));
        }
        if moves.is_empty() {
            // None of the moves asked for is legal: any answer is better than none.
            moves = position.legal_moves().to_vec();
        }
        let Some(tables) = &self.tables else { return moves };
        if position.occupied().count() > self.settings.probe_limit {
            return moves;
        }
        let ranked = tables.rank_root_moves(&query.game, &moves, self.settings.fifty_move_rule);
        let Some(ranked) = ranked else { return moves };
        let best = ranked.iter().map(|(_, rank)| *rank).max();
        ranked.into_iter().filter(|(_, rank)| Some(*rank) == best).map(|(mv, _)| mv).collect()
    }

    fn book_move(&mut self, query: &Query<Position>) -> Option<Move> {
        let is_wanted = self.settings.uses_book
            && !self.settings.analyses
            && !query.limits.infinite
            && !query.signals.is_pondering()
            && query.among.is_empty();
        let book = self.book.as_ref().filter(|_| is_wanted)?;
        self.book_picks = self.book_picks.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let position = query.game.position();
        book.pick(position, position.key() ^ self.book_picks)
    }

    /// The reply that the search expects: from its line, or else from the table.
    fn expected_reply(&self, position: &Position, line: &[Move]) -> Option<Move> {
        if let Some(&reply) = line.get(1) {
            return Some(reply);
        }
        let mut next = position.clone();
        next.try_play(*line.first()?).ok()?;
        let hint = self.table.probe(next.key(), damier_core::Ply::ROOT)?.hint?;
        next.find_move(hint)
    }
}

fn workers(network: Option<Arc<Network>>) -> impl Fn() -> Worker<Evaluator> + Clone {
    move || Worker::new(Evaluator::new(network.as_ref()))
}

impl Default for ChessEngine {
    fn default() -> Self {
        Self::new()
    }
}

impl Engine for ChessEngine {
    type Rules = Position;
    type Error = Infallible;

    fn name(&self) -> String {
        format!("Damier {}", env!("CARGO_PKG_VERSION"))
    }

    fn options(&self) -> Vec<(String, OptionKind)> {
        let usual = Settings::default();
        let spin =
            |default: usize, min, max| OptionKind::Spin { default: default as i64, min, max };
        let check = |default| OptionKind::Check { default };
        let text = || OptionKind::Text { default: String::new() };
        let overhead = usual.overhead.as_millis() as usize;
        let mut options = vec![
            ("Hash", spin(usual.hash_megabytes, 1, MAX_HASH_MEGABYTES)),
            ("Clear Hash", OptionKind::Button),
            ("Threads", spin(usual.threads, 1, MAX_THREADS)),
            ("MultiPV", spin(usual.lines, 1, MAX_LINES)),
            ("Ponder", check(false)),
            ("Move Overhead", spin(overhead, 0, 5_000)),
            ("RawScores", OptionKind::Check { default: usual.raw_scores }),
            ("EvalFile", OptionKind::Text { default: BUILT_IN.to_owned() }),
            ("OwnBook", check(usual.uses_book)),
            ("BookFile", text()),
            ("SyzygyPath", text()),
            ("SyzygyProbeLimit", spin(usual.probe_limit, 0, 7)),
            ("SyzygyProbeDepth", spin(usual.probe_depth as usize, 1, 100)),
            ("Syzygy50MoveRule", check(usual.fifty_move_rule)),
            ("UCI_AnalyseMode", check(usual.analyses)),
        ];
        if cfg!(feature = "tuning") {
            options.extend(crate::tunables::ALL.iter().map(|tunable| {
                let (min, max) = (tunable.min.into(), tunable.max.into());
                (tunable.name, OptionKind::Spin { default: tunable.default.into(), min, max })
            }));
        }
        options.into_iter().map(|(name, kind)| (name.to_owned(), kind)).collect()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let declared = self.options();
        let (name, kind) = declared
            .iter()
            .find(|(declared, _)| declared.eq_ignore_ascii_case(name))
            .ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        let value = kind.check(name, value)?;
        let number = || value.parse::<usize>().expect("checked to be a number");
        let truth = value == "true";
        match name.as_str() {
            "Hash" => self.set_hash(number())?,
            "Clear Hash" => self.table.clear(self.pool.threads()),
            "Threads" => self.set_threads(number())?,
            "MultiPV" => self.settings.lines = number(),
            // Pondering is asked for with each search; there is nothing to prepare.
            "Ponder" => (),
            "RawScores" => self.settings.raw_scores = truth,
            "EvalFile" => self.set_network(&value)?,
            "Move Overhead" => self.settings.overhead = Duration::from_millis(number() as u64),
            "OwnBook" => self.settings.uses_book = truth,
            "BookFile" => self.set_book(&value)?,
            "SyzygyPath" => self.set_tables(&value)?,
            "SyzygyProbeLimit" => self.settings.probe_limit = number(),
            "SyzygyProbeDepth" => self.settings.probe_depth = number() as i32,
            "Syzygy50MoveRule" => self.settings.fifty_move_rule = truth,
            "UCI_AnalyseMode" => self.settings.analyses = truth,
            #[cfg(feature = "tuning")]
            tunable => {
                crate::tunables::set(tunable, value.parse().expect("checked to be a number"));
                // Workers keep tables that depend on tunables.
                self.start_workers(self.settings.threads, self.network.clone())?;
            }
            #[cfg(not(feature = "tuning"))]
            _ => unreachable!("every declared option is handled"),
        }
        if name.starts_with("Syzygy") {
            self.tell_probing();
        }
        Ok(())
    }

    fn new_game(&mut self) -> Result<(), Infallible> {
        // Programs say this often, before the first game too: only what was learnt is forgotten.
        if self.has_searched {
            self.table.clear(self.pool.threads());
            self.pool.each(NodeSearch::forget);
            self.has_searched = false;
        }
        Ok(())
    }

    fn search(
        &mut self,
        query: &Query<Position>,
        on_event: &mut dyn FnMut(Event<Move>),
    ) -> Result<Answer<Move>, Infallible> {
        let started = self.clock.now();
        let position = query.game.position();
        let report = |score, line: Vec<Move>| {
            Event::Report(Report {
                depth: Depth::ZERO,
                selective_depth: 0,
                rank: 1,
                score,
                bound: Bound::Exact,
                nodes: 0,
                time: Duration::ZERO,
                table_fill: 0,
                endgame_hits: 0,
                line,
            })
        };
        self.statistics = Statistics::default();
        if !position.has_legal_move() {
            let score = if position.is_check() { -Score::MATE } else { Score::DRAW };
            on_event(report(score, Vec::new()));
            query.signals.wait(query.limits.infinite);
            return Ok(Answer { best: None, ponder: None });
        }
        if let Some(mv) = self.book_move(query) {
            on_event(Event::Remark("a move from the book".to_owned()));
            on_event(report(Score::DRAW, vec![mv]));
            return Ok(Answer { best: Some(mv), ponder: None });
        }
        self.has_searched = true;
        self.table.age();
        let clock = query.limits.clock(position.side_to_move());
        let setting = Setting {
            table: Arc::clone(&self.table),
            clock: Arc::clone(&self.clock),
            started,
            budget: Budget::new(&query.limits, clock, self.settings.overhead),
            lines: self.settings.lines,
        };
        let unit = self.unit();
        let mut on_event = |event: Event<Move>| on_event(event.in_hundredths_of(unit));
        let roots = Roots::new(self.root_moves(query));
        let found = self.pool.search(query, roots, setting, &mut on_event);
        self.statistics = found.statistics;
        let best = found.roots.best();
        let line = best.map_or(&[][..], |best| {
            best.settled.as_ref().map_or(&best.line[..], |settled| &settled.line)
        });
        let ponder = self.expected_reply(position, line);
        Ok(Answer { best: line.first().copied(), ponder })
    }
}
