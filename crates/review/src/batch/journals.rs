//! The journals of a batch: its own, which is written, and those of other parts or other runs.

use super::known::KnownReviews;
use super::{BatchError, Reviewed, fingerprint};
use crate::analysis::Settings;
use crate::game::ReviewGame;
use crate::review::Review;
use damier_files::Journal;
use damier_records::Record;
use std::path::{Path, PathBuf};

/// The journals of a batch, for those who share its games out themselves.
pub struct Journals {
    own: Option<Journal<Reviewed>>,
    known: Vec<KnownReviews>,
}

impl Journals {
    /// Opens the journals of others, and one to go on with, which is begun if it is not there.
    pub fn open<G: ReviewGame>(
        own: Option<&Path>,
        also: &[PathBuf],
        settings: &Settings,
    ) -> Result<Self, BatchError> {
        let settings = settings.journal_settings::<G>();
        let open = |path: &PathBuf| KnownReviews::read(path, &settings);
        let mut known = also.iter().map(open).collect::<Result<Vec<_>, _>>()?;
        let mut journal = None;
        if let Some(path) = own {
            let (opened, reviews) = KnownReviews::open(path, &settings)?;
            journal = Some(opened);
            known.push(reviews);
        }
        Ok(Self { own: journal, known })
    }

    /// The review of the game with this index, counted from 0, if a journal has it. Games must be
    /// asked for in their order.
    pub fn find<G: ReviewGame>(
        &mut self,
        index: usize,
        record: &Record<G>,
    ) -> Result<Option<Review>, BatchError> {
        let mut found = None;
        for known in &mut self.known {
            let review = known.find(index + 1, || fingerprint(record))?;
            found = found.or(review);
        }
        Ok(found)
    }

    /// Keeps the review of the game with this index in the journal that is written, if there is
    /// one.
    pub fn add<G: ReviewGame>(
        &mut self,
        index: usize,
        record: &Record<G>,
        review: Review,
    ) -> Result<Review, BatchError> {
        let Some(journal) = &mut self.own else { return Ok(review) };
        let entry = Reviewed { game: index + 1, fingerprint: fingerprint(record), review };
        journal.add(&entry)?;
        Ok(entry.review)
    }
}
