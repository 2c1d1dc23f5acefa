//! Ctrl-C in commands that work for long.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What shells expect of a program that Ctrl-C ended.
pub(crate) const INTERRUPTED: u8 = 130;

/// Set when the user presses Ctrl-C. Without a handler Ctrl-C ends the program at once, which loses
/// no more than what was under way.
pub(crate) fn interruption() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let handle = Arc::clone(&flag);
    let _ = ctrlc::set_handler(move || handle.store(true, Ordering::Relaxed));
    flag
}
