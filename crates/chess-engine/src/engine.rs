//! The facade: options in, searches out.

use crate::book::Book;
use crate::evaluation::network::{self, Network};
use crate::evaluation::{Evaluator, Judgement, evaluator};
use crate::explain::explain;
use crate::tablebase::Tablebase;
use crate::worker::{ChessWorker, TableProbing};
use damier_chess::{Move, Position};
use damier_core::Score;
use damier_search::clock::{Clock, SystemClock};
use damier_search::{
    Answer, Engine, EngineCore, Event, LocalEngine, NamedOptions, OptionError, OptionKind, Query,
    Statistics, moves_asked, options,
};
use std::convert::Infallible;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Damier's chess player.
pub struct ChessEngine {
    core: EngineCore<ChessWorker<Evaluator>>,
    settings: ChessSettings,
    /// What judges positions; `None` for named terms.
    network: Option<Arc<Network>>,
    judgement: Judgement,
    tables: Option<Arc<Tablebase>>,
    book: Option<Book>,
    /// Varies the choice among book moves from search to search.
    book_picks: u64,
}

/// The values of its own options.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ChessSettings {
    probe_limit: usize,
    probe_depth: i32,
    fifty_move_rule: bool,
    analyses: bool,
    uses_book: bool,
}

impl Default for ChessSettings {
    fn default() -> Self {
        Self {
            probe_limit: 7,
            probe_depth: 1,
            fifty_move_rule: true,
            analyses: false,
            uses_book: false,
        }
    }
}

/// The score of the hand-written evaluation with which one game of two is won: the most likely one
/// for 14 thousand positions of games against itself with 8000 nodes a move. A network knows its
/// own.
const HAND_WRITTEN_HALF: i32 = 140;

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
        let (network, judgement) = (Some(network::built_in()), Judgement::default());
        Self {
            core: EngineCore::new(clock, workers(network.clone(), judgement.clone())),
            settings: ChessSettings::default(),
            network,
            judgement,
            tables: None,
            book: None,
            book_picks: 0,
        }
    }

    fn set_network(&mut self, file: &str) -> Result<(), OptionError> {
        let network = options::read_network(file, network::built_in, Network::from_bytes)?;
        self.core.replace_workers(workers(network.clone(), self.judgement.clone()))?;
        self.network = network;
        Ok(())
    }

    /// Judges positions in another way from now on; what was found so far does not count.
    pub fn set_judgement(&mut self, judgement: Judgement) -> Result<(), OptionError> {
        if judgement != self.judgement {
            self.core.replace_workers(workers(self.network.clone(), judgement.clone()))?;
            self.judgement = judgement;
            self.tell_probing();
        }
        Ok(())
    }

    fn open_tables(&mut self, folders: &str) -> Result<(), OptionError> {
        self.tables = match folders {
            "" => None,
            folders => {
                let tables = Tablebase::open(folders);
                Some(Arc::new(tables.map_err(|error| OptionError::unusable("SyzygyPath", error))?))
            }
        };
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
        self.core.each(move |worker| worker.set_probing(probing.clone()));
    }

    /// The root moves worth searching: those asked for, and of these, if the tables know the
    /// position, those that keep its value and make progress.
    fn root_moves(&self, query: &Query<Position>) -> Vec<Move> {
        let (position, moves) = (query.game.position(), moves_asked(query));
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
}

/// Changes a number of this search or of the shell around it; false if there is none of that name.
#[cfg(feature = "tuning")]
fn set_tunable(name: &str, value: i32) -> bool {
    crate::tunables::set(name, value) || damier_search::tunables::set(name, value)
}

fn workers(
    network: Option<Arc<Network>>,
    judgement: Judgement,
) -> impl Fn() -> ChessWorker<Evaluator> + Clone {
    move || ChessWorker::new(evaluator(network.as_ref(), &judgement))
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

    fn new_game(&mut self) -> Result<(), Infallible> {
        self.core.new_game();
        Ok(())
    }

    fn search(
        &mut self,
        query: &Query<Position>,
        on_event: &mut dyn FnMut(Event<Move>),
    ) -> Result<Answer<Move>, Infallible> {
        let started = self.core.now();
        let position = query.game.position();
        if !position.has_legal_move() {
            let score = if position.is_check() { -Score::MATE } else { Score::DRAW };
            return Ok(self.core.answer(score, None, on_event));
        }
        if let Some(mv) = self.book_move(query) {
            on_event(Event::Remark("a move from the book".to_owned()));
            return Ok(self.core.answer(Score::DRAW, Some(mv), on_event));
        }
        let network = self.network.as_ref().filter(|_| self.judgement.terms.is_none());
        let unit = network.map_or(HAND_WRITTEN_HALF, |network| network.units().half);
        Ok(self.core.search(query, started, self.root_moves(query), unit, on_event))
    }

    fn statistics(&self) -> Statistics {
        self.core.statistics()
    }

    fn explain(&mut self, position: &Position) -> Option<String> {
        Some(explain(position, self.network.as_ref(), &self.judgement))
    }
}

impl NamedOptions for ChessEngine {
    fn options(&self) -> Vec<(String, OptionKind)> {
        let usual = ChessSettings::default();
        let spin =
            |default: usize, min, max| OptionKind::Spin { default: default as i64, min, max };
        let check = |default| OptionKind::Check { default };
        let text = || OptionKind::Text { default: String::new() };
        let mut options = self.core.options();
        options.extend([
            ("EvalFile", OptionKind::Text { default: options::BUILT_IN.to_owned() }),
            ("OwnBook", check(usual.uses_book)),
            ("BookFile", text()),
            ("SyzygyPath", text()),
            ("SyzygyProbeLimit", spin(usual.probe_limit, 0, 7)),
            ("SyzygyProbeDepth", spin(usual.probe_depth as usize, 1, 100)),
            ("Syzygy50MoveRule", check(usual.fifty_move_rule)),
            ("UCI_AnalyseMode", check(usual.analyses)),
        ]);
        options.extend(damier_search::tunables::options(crate::tunables::ALL));
        options.into_iter().map(|(name, kind)| (name.to_owned(), kind)).collect()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let (name, value) = options::check(&self.options(), name, value)?;
        let number = || value.parse::<usize>().expect("checked to be a number");
        let truth = value == "true";
        match name.as_str() {
            "EvalFile" => self.set_network(&value)?,
            "OwnBook" => self.settings.uses_book = truth,
            "BookFile" => self.set_book(&value)?,
            "SyzygyPath" => self.open_tables(&value)?,
            "SyzygyProbeLimit" => self.settings.probe_limit = number(),
            "SyzygyProbeDepth" => self.settings.probe_depth = number() as i32,
            "Syzygy50MoveRule" => self.settings.fifty_move_rule = truth,
            "UCI_AnalyseMode" => self.settings.analyses = truth,
            #[cfg(feature = "tuning")]
            tunable if set_tunable(tunable, value.parse().unwrap_or_default()) => {
                // Workers keep tables that depend on tunables.
                self.core.replace_workers(workers(self.network.clone(), self.judgement.clone()))?;
            }
            shared => {
                let is_known = self.core.set_option(shared, &value)?;
                debug_assert!(is_known, "every declared option is handled");
            }
        }
        // There may be new workers, or new things to know.
        self.tell_probing();
        Ok(())
    }
}

impl LocalEngine for ChessEngine {
    fn memory(&self) -> usize {
        self.core.memory()
    }

    fn set_memory(&mut self, megabytes: usize) -> Result<(), OptionError> {
        self.core.set_memory(megabytes)
    }

    fn set_threads(&mut self, threads: usize) -> Result<(), OptionError> {
        self.core.set_threads(threads)?;
        self.tell_probing();
        Ok(())
    }

    fn overhead(&self) -> Duration {
        self.core.overhead()
    }

    fn set_tables(&mut self, folders: &str) -> Result<(), OptionError> {
        self.open_tables(folders)?;
        self.tell_probing();
        Ok(())
    }
}
