//! Threads that review games, one game at a time each.

use crate::analysis::{Analyst, Settings};
use crate::game::ReviewGame;
use crate::review::Review;
use damier_games::FileError;
use damier_records::Record;
use damier_search::Signals;
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// A game that a worker is to review.
pub(super) struct Job<G: ReviewGame> {
    pub(super) index: usize,
    pub(super) record: Arc<Record<G>>,
}

/// What a worker has to say.
pub(super) enum Answer {
    Review(usize, Box<Review>),
    Failed(FileError),
    /// It ends in a way in which it should not.
    Lost,
}

/// Says that a worker is lost, if it ends without saying anything.
struct Farewell<'a>(&'a Sender<Answer>);

impl Drop for Farewell<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            let _ = self.0.send(Answer::Lost);
        }
    }
}

/// Reviews games until there are no more or a signal ends it.
pub(super) fn work<G: ReviewGame>(
    settings: Settings,
    signals: &Arc<Signals>,
    todo: &Mutex<Receiver<Job<G>>>,
    finished: &Sender<Answer>,
    on_move: &(dyn Fn() + Sync),
) {
    let _farewell = Farewell(finished);
    let next = || todo.lock().unwrap_or_else(PoisonError::into_inner).recv();
    // Tables take room and time: a worker without work has none.
    let Ok(mut job) = next() else { return };
    let mut analyst = match Analyst::<G>::new(settings) {
        Ok(analyst) => analyst,
        Err(error) => {
            let _ = finished.send(Answer::Failed(error));
            return;
        }
    };
    analyst.obey(signals);
    while let Some(review) = analyst.review(&job.record, &mut |_| on_move()) {
        let Job { index, record } = job;
        // Whoever gets the answer may then have the record for himself.
        drop(record);
        if finished.send(Answer::Review(index, Box::new(review))).is_err() {
            return;
        }
        let Ok(another) = next() else { return };
        job = another;
    }
}
