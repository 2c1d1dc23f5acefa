//! Long work that Ctrl-C can end, with the interpreter's lock released.

use damier_search::STACK_BYTES;
use pyo3::prelude::*;
use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// How often it is asked whether somebody has pressed Ctrl-C.
const PAUSE: Duration = Duration::from_millis(50);

/// Does work on a thread of its own, with the stack that searches need, and waits for it. An
/// exception of a signal's handler calls `stop`, and is raised when the work has ended.
pub(crate) fn work<T: Send>(
    py: Python<'_>,
    stop: impl Fn() + Sync,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, done) = channel();
            let thread = thread::Builder::new().stack_size(STACK_BYTES);
            let worker = thread.spawn_scoped(scope, move || {
                // Nobody stops listening before the end.
                let _ = sender.send(work());
            })?;
            let mut interruption = None;
            loop {
                match done.recv_timeout(PAUSE) {
                    Ok(result) => return interruption.map_or(Ok(result), Err),
                    Err(RecvTimeoutError::Timeout) => {
                        if let Err(error) = Python::attach(|py| py.check_signals()) {
                            interruption = Some(error);
                            stop();
                        }
                    }
                    Err(RecvTimeoutError::Disconnected) => {
                        let Err(panic) = worker.join() else { unreachable!("it sends or panics") };
                        resume_unwind(panic)
                    }
                }
            }
        })
    })
}
