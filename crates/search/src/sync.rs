//! What signals are made of. The proofs in `proofs/` compile the signals with a library in the
//! place of this one that tries every order of events.

pub(crate) use std::sync::atomic::{AtomicBool, Ordering};
pub(crate) use std::sync::{Condvar, Mutex, PoisonError};
