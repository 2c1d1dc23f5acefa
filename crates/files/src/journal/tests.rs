use super::*;
use serde::Deserialize;
use std::fs;

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Square {
    number: u64,
    square: u64,
}

impl Square {
    fn of(number: u64) -> Self {
        Self { number, square: number * number }
    }
}

impl JournalEntry for Square {
    const MARK: &'static str = "squares";
    const VERSION: u64 = 3;
    type Id = u64;

    fn fault(&self, _settings: &JournalSettings) -> Option<String> {
        (self.square != self.number * self.number).then(|| "wrong square".to_owned())
    }

    fn id(&self) -> u64 {
        self.number
    }

    fn name(&self) -> String {
        format!("the square of {}", self.number)
    }
}

/// A path that is free again when the test is over.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Self {
        let name = format!("damier-journal-{name}-{}.jsonl", std::process::id());
        Self(std::env::temp_dir().join(name))
    }

    fn open(&self, most: u64) -> Result<(Journal<Square>, Vec<Square>), JournalError> {
        let mut found = Vec::new();
        let journal = Journal::open(&self.0, &settings(most), &mut |entry| {
            found.push(entry);
            Ok(())
        })?;
        Ok((journal, found))
    }

    fn refusal(&self, most: u64) -> String {
        self.open(most).expect_err("a journal that cannot be used").to_string()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn settings(most: u64) -> JournalSettings {
    JournalSettings::from_iter([("most".to_owned(), most.into())])
}

#[test]
fn work_goes_on_wherever_it_was_cut() {
    let place = Place::new("cut");
    let (mut journal, _) = place.open(9).unwrap();
    (1..=2).for_each(|number| journal.add(&Square::of(number)).unwrap());
    drop(journal);
    let whole = fs::read(&place.0).unwrap();
    for length in 0..=whole.len() {
        fs::write(&place.0, &whole[..length]).unwrap();
        // The mark and its quotes: what is shorter may be anything.
        if (1..10).contains(&length) {
            assert!(place.refusal(9).contains("does not begin with the settings"), "{length}");
            continue;
        }
        let (mut journal, found) = place.open(9).unwrap();
        for number in found.len() as u64 + 1..=2 {
            journal.add(&Square::of(number)).unwrap();
        }
        drop(journal);
        assert_eq!(fs::read(&place.0).unwrap(), whole, "cut after {length} bytes");
    }
}

#[test]
fn other_work_and_files_that_are_no_journal_are_refused_and_left_alone() {
    let place = Place::new("other");
    place.open(9).unwrap();
    assert!(place.refusal(8).contains("most was 9, now it is 8"), "{}", place.refusal(8));
    let first = "{\"squares\":3,\"most\":9}\n";
    let cases = [
        ("a text\nof lines\n", "line 1 is no line of such a journal"),
        ("{\"most\":9}\n", "does not begin with the settings"),
        ("{\"squares\":2,\"most\":9}\n", "of another version"),
        (&format!("{first}{{\"number\":2,\"square\":5}}\n"), "wrong square"),
        (
            &format!(
                "{first}{}{}",
                "{\"number\":2,\"square\":4}\n", "{\"number\":2,\"square\":4}\n"
            ),
            "line 3 is no line of such a journal: the square of 2 is there twice",
        ),
    ];
    for (text, expected) in cases {
        fs::write(&place.0, text).unwrap();
        assert!(place.refusal(9).contains(expected), "{text}: {}", place.refusal(9));
        assert_eq!(fs::read_to_string(&place.0).unwrap(), text);
    }
}

#[test]
fn an_empty_file_is_no_journal_to_read() {
    let place = Place::new("empty");
    fs::write(&place.0, "").unwrap();
    let read = Journal::<Square>::read(&place.0, &mut |_| Ok(()), &mut |_| Ok(()));
    let refusal = read.expect_err("nothing to read").to_string();
    assert!(refusal.contains("does not begin with the settings"), "{refusal}");
}

#[test]
fn a_line_without_end_is_refused_and_left_alone() {
    let place = Place::new("long");
    place.open(9).unwrap();
    let file = OpenOptions::new().write(true).open(&place.0).unwrap();
    file.set_len(5_000_000_000).unwrap();
    let words = "line 2 is no line of such a journal: it has more than 67108864 bytes";
    assert!(place.refusal(9).contains(words), "{}", place.refusal(9));
    assert_eq!(file.metadata().unwrap().len(), 5_000_000_000);
}

#[test]
fn only_one_program_writes() {
    let place = Place::new("busy");
    let writing = place.open(9).unwrap();
    assert!(place.refusal(9).contains("another program"));
    drop(writing);
    place.open(9).unwrap();
}
