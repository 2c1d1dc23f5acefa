//! The parts of the search that threads share, compiled with loom's primitives instead of the
//! standard library's. `tests/` runs them in every order that the memory model allows.

mod sync {
    pub(crate) use loom::sync::atomic::{AtomicBool, Ordering};
    pub(crate) use loom::sync::{Condvar, Mutex};
    pub(crate) use std::sync::PoisonError;
}

#[path = "../../crates/search/src/signals.rs"]
pub mod signals;
