//! The facade: options in, searches out.

use crate::endgame::Probing;
use crate::evaluation::network::{self, Network};
use crate::evaluation::{Evaluator, Judgement, JudgementBasis, evaluator};
use crate::explain::explain;
use crate::worker::DraughtsWorker;
use damier_core::Score;
use damier_draughts::{Move, Position};
use damier_egdb::{Tables, Wdl};
use damier_search::clock::{Clock, SystemClock};
use damier_search::{
    Answer, Engine, EngineCore, Event, LocalEngine, NamedOptions, OptionError, OptionKind, Query,
    Statistics, moves_asked, options,
};
use std::convert::Infallible;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Damier's draughts player.
pub struct DraughtsEngine {
    core: EngineCore<DraughtsWorker<Evaluator>>,
    /// What judges positions; `None` for named terms.
    network: Option<Arc<Network>>,
    judgement: Judgement,
    tables: Option<Arc<Tables>>,
    probe_limit: usize,
}

/// The score of the hand-written evaluation with which one game of two is won, in 2,743 games of
/// the engine against itself with 1000 nodes a move (`damier learn fit`). A network knows its own.
const HAND_WRITTEN_HALF: i32 = 226;

impl DraughtsEngine {
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
            network,
            judgement,
            tables: None,
            probe_limit: damier_egdb::MAX_PIECES,
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

    fn open_tables(&mut self, folder: &str) -> Result<(), OptionError> {
        self.tables = match folder {
            "" => None,
            folder => {
                let tables = Tables::open(Path::new(folder));
                Some(Arc::new(tables.map_err(|error| OptionError::unusable("EndgamePath", error))?))
            }
        };
        Ok(())
    }

    fn probing(&self) -> Probing {
        Probing { tables: self.tables.clone(), max_pieces: self.probe_limit }
    }

    /// Lets every worker know how endgame tables are used now.
    fn tell_probing(&mut self) {
        let probing = self.probing();
        self.core.each(move |worker| worker.set_probing(probing.clone()));
    }

    /// The root moves to search: those asked for, and of these, if the tables know the position,
    /// those that keep its value.
    fn root_moves(&self, query: &Query<Position>) -> Vec<Move> {
        let (position, moves) = (query.game.position(), moves_asked(query));
        let probing = self.probing();
        let verdict_after = |mv: &Move| {
            let mut next = position.clone();
            next.play_unchecked(*mv);
            probing.probe(&next).map(Wdl::opposite)
        };
        let verdicts: Option<Vec<Wdl>> = moves.iter().map(verdict_after).collect();
        let Some(verdicts) = verdicts else { return moves };
        let best = verdicts.iter().max().copied();
        let kept = moves.into_iter().zip(verdicts).filter(|(_, verdict)| Some(*verdict) == best);
        kept.map(|(mv, _)| mv).collect()
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
) -> impl Fn() -> DraughtsWorker<Evaluator> + Clone {
    move || DraughtsWorker::new(evaluator(network.as_ref(), &judgement))
}

impl Default for DraughtsEngine {
    fn default() -> Self {
        Self::new()
    }
}

impl Engine for DraughtsEngine {
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
            return Ok(self.core.answer(-Score::MATE, None, on_event));
        }
        let unit = match (self.judgement.basis, &self.network) {
            (JudgementBasis::Usual, Some(network)) => network.units().half,
            (JudgementBasis::Usual, None) | (JudgementBasis::Terms, _) => HAND_WRITTEN_HALF,
            // Their scores are hundredths of a man, and nothing else is known of them.
            (JudgementBasis::Heuristics(_), _) => 100,
        };
        Ok(self.core.search(query, started, self.root_moves(query), unit, on_event))
    }

    fn statistics(&self) -> Statistics {
        self.core.statistics()
    }

    fn explain(&mut self, position: &Position) -> Option<String> {
        Some(explain(position, self.network.as_ref(), &self.judgement))
    }
}

impl NamedOptions for DraughtsEngine {
    fn options(&self) -> Vec<(String, OptionKind)> {
        let most = damier_egdb::MAX_PIECES as i64;
        let mut options = self.core.options();
        options.extend([
            ("EvalFile", OptionKind::Text { default: options::BUILT_IN.to_owned() }),
            ("EndgamePath", OptionKind::Text { default: String::new() }),
            ("EndgameProbeLimit", OptionKind::Spin { default: most, min: 0, max: most }),
        ]);
        options.extend(damier_search::tunables::options(crate::tunables::ALL));
        options.into_iter().map(|(name, kind)| (name.to_owned(), kind)).collect()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let (name, value) = options::check(&self.options(), name, value)?;
        let number = || value.parse::<usize>().expect("checked to be a number");
        match name.as_str() {
            "EvalFile" => self.set_network(&value)?,
            "EndgamePath" => self.open_tables(&value)?,
            "EndgameProbeLimit" => self.probe_limit = number(),
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

impl LocalEngine for DraughtsEngine {
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
