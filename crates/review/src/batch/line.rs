//! The way of games from the reader to the receiver, in their order.

use super::journals::Journals;
use super::workers::{Answer, Job};
use super::{Batch, BatchError, BatchGame, OnReview, Progress};
use crate::game::ReviewGame;
use crate::review::Review;
use damier_games::FileError;
use damier_records::Record;
use damier_search::Signals;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

/// A game that has not been handed out.
pub(super) struct Waiting<G: ReviewGame, T> {
    index: usize,
    record: Arc<Record<G>>,
    more: T,
    state: State,
}

pub(super) enum State {
    UnderWay,
    Reviewed(Box<Review>),
    /// It belongs to another part.
    LeftOut,
}

/// The games on their way from the reader to the receiver.
pub(super) struct Line<'a, G: ReviewGame, T> {
    pub(super) batch: &'a Batch,
    pub(super) jobs: Sender<Job<G>>,
    pub(super) done: Receiver<Answer>,
    pub(super) journals: Journals,
    pub(super) waiting: VecDeque<Waiting<G, T>>,
}

impl<G: ReviewGame, T> Line<'_, G, T> {
    pub(super) fn run(
        &mut self,
        games: &mut dyn Iterator<Item = Result<BatchGame<G, T>, FileError>>,
        signals: &Signals,
        on_progress: &(dyn Fn(Progress) + Sync),
        on_review: OnReview<'_, G, T>,
    ) -> Result<(), BatchError> {
        let mut has_more = true;
        loop {
            while has_more && self.waiting.len() < self.batch.window() && !signals.is_stopped() {
                match games.next().transpose().map_err(BatchError::Review)? {
                    Some(game) => self.take(game, on_progress)?,
                    None => has_more = false,
                }
                // What is known already need not wait for the window to be full.
                self.hand_out(on_review)?;
            }
            if self.waiting.is_empty() || signals.is_stopped() {
                return Ok(());
            }
            self.receive(signals)?;
            self.hand_out(on_review)?;
        }
    }

    /// Takes a game in: looks for its review in the journals, or has it made.
    fn take(
        &mut self,
        game: BatchGame<G, T>,
        on_progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<(), BatchError> {
        let BatchGame { index, record, more } = game;
        let found = self.journals.find(index, &record)?;
        let record = Arc::new(record);
        let state = match found {
            Some(review) => State::Reviewed(Box::new(review)),
            None if self.batch.shard.contains(index) => {
                on_progress(Progress::Game { moves: record.tree().main_line().count() });
                // Without workers there is nobody to send it to; one of them has said why.
                let _ = self.jobs.send(Job { index, record: Arc::clone(&record) });
                State::UnderWay
            }
            None => State::LeftOut,
        };
        self.waiting.push_back(Waiting { index, record, more, state });
        Ok(())
    }

    /// Waits for a review and keeps it.
    fn receive(&mut self, signals: &Signals) -> Result<(), BatchError> {
        // A signal ends a worker without a word.
        match self.done.recv_timeout(Duration::from_millis(50)) {
            Ok(Answer::Review(index, review)) => {
                let place = self.waiting.binary_search_by_key(&index, |game| game.index);
                let game = &mut self.waiting[place.expect("only games that wait are reviewed")];
                let review = self.journals.add(index, &game.record, *review)?;
                game.state = State::Reviewed(Box::new(review));
                Ok(())
            }
            Ok(Answer::Failed(error)) => Err(BatchError::Review(error)),
            Err(RecvTimeoutError::Timeout) => Ok(()),
            Err(RecvTimeoutError::Disconnected) if signals.is_stopped() => Ok(()),
            Ok(Answer::Lost) | Err(RecvTimeoutError::Disconnected) => {
                panic!("a review does not panic")
            }
        }
    }

    /// Hands out the games whose turn it is.
    fn hand_out(&mut self, on_review: OnReview<'_, G, T>) -> Result<(), BatchError> {
        let is_ready = |game: &mut Waiting<G, T>| !matches!(game.state, State::UnderWay);
        while let Some(game) = self.waiting.pop_front_if(is_ready) {
            let Waiting { index, record, more, state } = game;
            let record = Arc::unwrap_or_clone(record);
            let review = match state {
                State::Reviewed(review) => Some(*review),
                State::UnderWay | State::LeftOut => None,
            };
            on_review(BatchGame { index, record, more }, review).map_err(BatchError::Review)?;
        }
        Ok(())
    }
}
