//! Everything about searching that is crossed once per move or iteration, for any game.
//!
//! The node searches themselves live in the engine of each game: the games agree on too little
//! there. This room knows no game by name, evaluates nothing and prints nothing: it sends events.
//!
//! Start at [`Engine`] for what an engine offers to the outside, at [`NodeSearch`] for what a game
//! brings, and at [`EngineCore`] for how the two meet.

pub mod bench;
pub mod clock;
pub mod history;

mod control;
mod deepening;
mod engine;
mod engine_core;
mod event;
mod expectation;
mod extensions;
#[cfg(test)]
mod fake;
mod killers;
mod kinds;
mod limits;
mod line;
mod noise;
pub mod options;
mod path;
mod pool;
mod reductions;
mod root;
mod roots;
mod signals;
mod statistics;
mod sync;
mod table;
mod terms;
mod tunable;
pub mod tunables;
mod worker_core;

pub use control::{Control, Shared};
pub use deepening::{Goal, NodeSearch};
pub use engine::{Answer, Engine, LocalEngine, Query, ScoreUnit};
pub use engine_core::{EngineCore, moves_asked};
pub use event::{Bound, Event, Report, RootTurn, SearchProgress};
pub use expectation::expectation;
pub use extensions::may_extend;
pub use killers::Killers;
pub use kinds::{Full, Node, NullNode, Plain, PvNode, SearchMode};
pub use limits::{Limits, PlayerClock};
pub use line::PrincipalLines;
pub use noise::{Noise, Noisy};
pub use options::{NamedOptions, OptionError, OptionKind};
pub use path::Path;
pub use pool::{PoolFindings, STACK_BYTES, SearchSetting, ThreadPool};
pub use reductions::Reductions;
pub use root::{RootSearch, search_root};
pub use roots::{RootMove, Roots, Settled};
pub use signals::Signals;
pub use statistics::Statistics;
pub use table::{OutOfMemory, Table, TableEntry, refine};
pub use terms::{PlaysBy, TermTable};
pub use tunable::Tunable;
pub use worker_core::WorkerCore;
