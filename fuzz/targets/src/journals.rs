//! Journals of matches and of reviews.

use crate::scratch;
use damier_arena::GameRecord;
use damier_files::{Journal, JournalEntry};
use damier_review::batch::Reviewed;
use serde_json::Value;
use std::path::Path;

/// A journal as either kind. What is read is written so that it reads the same.
pub(crate) fn journals(bytes: &[u8]) {
    let path = scratch("journals", "journal");
    std::fs::write(&path, bytes).expect("a temporary file can be written");
    read::<GameRecord>(&path);
    read::<Reviewed>(&path);
}

fn read<E: JournalEntry>(path: &Path) {
    let mut entries: Vec<E> = Vec::new();
    // What came before a line that cannot be read has been shown.
    let _ = Journal::read(path, &mut |_| Ok(()), &mut |entry| {
        entries.push(entry);
        Ok(())
    });
    for entry in entries {
        let written = serde_json::to_value(&entry).expect("an entry can be written");
        let text = written.to_string();
        let again: E =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let again = serde_json::to_value(&again).expect("an entry can be written");
        assert!(are_alike(&again, &written), "{text}\n{again}");
    }
}

/// Whether two values are the same but for the last digit of numbers with many: reading those is
/// not exact. Ours have four decimals.
fn are_alike(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => match (one.as_f64(), other.as_f64()) {
            (Some(first), Some(second)) => {
                one == other || (first - second).abs() <= 1e-12 * first.abs()
            }
            _ => one == other,
        },
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len()
                && one.iter().zip(other).all(|(one, other)| are_alike(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .all(|(key, value)| other.get(key).is_some_and(|other| are_alike(value, other)))
        }
        _ => one == other,
    }
}
