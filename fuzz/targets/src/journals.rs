//! Journals of matches and of reviews.

use crate::scratch;
use damier_arena::GameRecord;
use damier_files::{Journal, JournalEntry};
use damier_review::batch::Reviewed;
use std::fmt::Debug;

/// A journal as either kind. What is read is written so that it reads the same.
pub(crate) fn journals(bytes: &[u8]) {
    let path = scratch("journals", "journal");
    std::fs::write(&path, bytes).expect("a temporary file can be written");
    read::<GameRecord>(&path);
    read::<Reviewed>(&path);
}

fn read<E: JournalEntry + PartialEq + Debug>(path: &std::path::Path) {
    let mut entries: Vec<E> = Vec::new();
    // What came before a line that cannot be read has been shown.
    let _ = Journal::read(path, &mut |_| Ok(()), &mut |entry| {
        entries.push(entry);
        Ok(())
    });
    for entry in entries {
        let written = serde_json::to_string(&entry).expect("an entry can be written");
        let again: E =
            serde_json::from_str(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
        assert_eq!(again, entry, "{written}");
    }
}
