//! Tables on disk: one file a class, named after it (`MKvK.egdb`).
//!
//! A header of 64 bytes, numbers little-endian, then the verdicts as runs:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `DAMIEGDB` |
//! | 4 | version of the format |
//! | 4 | own men, own kings, other men, other kings |
//! | 8 | positions |
//! | 24 | wins, draws, losses |
//! | 8 | bytes of the runs |
//! | 8 | FNV-1a of all before and of the runs |
//!
//! A run begins with a byte whose lowest bit says which of the two verdicts that the run before did
//! not have (the first run comes after a draw that is not there, so it may also be empty). The
//! other seven bits are its length minus one if that is less than 120; else they are 120 plus the
//! number of bytes that follow with the length, less one.
//!
//! Files are written under another name and then renamed, so a file with the right name is whole.

use crate::class::{Class, Force};
use crate::error::Error;
use crate::index::PositionIndex;
use crate::table::{ClassTable, WdlCounts};
use crate::wdl::Wdl;
use damier_files::{checksum, read_regular, write_whole};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 8] = b"DAMIEGDB";
pub(crate) const VERSION: u32 = 1;
const HEADER: usize = 64;
/// The header up to the checksum.
const CHECKED: usize = HEADER - 8;
/// Lengths that fit into the first byte of a run.
const SHORT: usize = 120;
/// The bytes of a run of nothing: a length of one byte follows the first.
const EMPTY_RUN: usize = 2;

/// Where the file of a class is.
pub(crate) fn path(folder: &Path, class: Class) -> PathBuf {
    folder.join(class.file_name())
}

/// Writes a table so that its name appears only when all of it is on the disk. Returns its size.
pub(crate) fn write(folder: &Path, table: &ClassTable) -> Result<u64, Error> {
    let bytes = encode(table);
    let target = path(folder, table.index.class());
    write_whole(&target, &bytes).map_err(|reason| Error::File { path: target, reason })?;
    Ok(bytes.len() as u64)
}

/// Reads the table of a class; `None` if there is no such file.
pub(crate) fn read(folder: &Path, class: Class) -> Result<Option<ClassTable>, Error> {
    let path = path(folder, class);
    let bytes = match read_regular(&path, max_size(class)) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(reason) => return Err(Error::File { path, reason }),
    };
    decode(&bytes, class, &path).map(Some)
}

/// The largest file that a table of this class can have: a byte for each position, of which the
/// first may need an empty run before it.
fn max_size(class: Class) -> u64 {
    (HEADER + EMPTY_RUN + PositionIndex::new(class).len()) as u64
}

fn encode(table: &ClassTable) -> Vec<u8> {
    let mut runs = Vec::new();
    let mut before = Wdl::Draw;
    let mut number = 0;
    while number < table.len() {
        let verdict = table.verdict(number);
        let end = (number..table.len()).find(|&number| table.verdict(number) != verdict);
        let length = end.unwrap_or(table.len()) - number;
        if verdict == before {
            // Only at the start: an empty run of something else makes room for draws.
            push_run(&mut runs, others(before)[0], before, 0);
            before = others(before)[0];
        }
        push_run(&mut runs, verdict, before, length);
        before = verdict;
        number += length;
    }
    let class = table.index.class();
    let WdlCounts { wins, draws, losses } = table.tally;
    let mut bytes = Vec::with_capacity(HEADER + runs.len());
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    let (own, other) = (class.own(), class.other());
    bytes.extend_from_slice(&[own.men, own.kings, other.men, other.kings]);
    for count in [table.len() as u64, wins, draws, losses, runs.len() as u64] {
        bytes.extend_from_slice(&count.to_le_bytes());
    }
    let sum = checksum(bytes.iter().chain(&runs).copied());
    bytes.extend_from_slice(&sum.to_le_bytes());
    bytes.append(&mut runs);
    bytes
}

/// The two verdicts that can follow a run.
const fn others(before: Wdl) -> [Wdl; 2] {
    match before {
        Wdl::Loss => [Wdl::Draw, Wdl::Win],
        Wdl::Draw => [Wdl::Loss, Wdl::Win],
        Wdl::Win => [Wdl::Loss, Wdl::Draw],
    }
}

fn push_run(runs: &mut Vec<u8>, verdict: Wdl, before: Wdl, length: usize) {
    let choice = u8::from(verdict == others(before)[1]);
    if (1..=SHORT).contains(&length) {
        runs.push((length - 1) as u8 * 2 + choice);
        return;
    }
    let bytes = length.to_le_bytes();
    let count = bytes.iter().rposition(|&byte| byte != 0).map_or(1, |place| place + 1);
    runs.push((SHORT + count - 1) as u8 * 2 + choice);
    runs.extend_from_slice(&bytes[..count]);
}

fn decode(bytes: &[u8], class: Class, path: &Path) -> Result<ClassTable, Error> {
    let owned = || path.to_owned();
    let length = |expected: usize| Error::Length {
        path: owned(),
        expected: expected as u64,
        found: bytes.len() as u64,
    };
    if !bytes.starts_with(&MAGIC[..bytes.len().min(MAGIC.len())]) {
        return Err(Error::Foreign { path: owned() });
    }
    let Some((header, runs)) = bytes.split_at_checked(HEADER) else {
        return Err(length(HEADER));
    };
    let damaged = |what| Error::Damaged { path: owned(), what };
    let word = |place: usize| {
        let mut word = [0; 8];
        word.copy_from_slice(&header[place..place + 8]);
        u64::from_le_bytes(word)
    };
    let version = word(8) as u32;
    if version != VERSION {
        return Err(Error::Version { path: owned(), found: version, expected: VERSION });
    }
    if word(48) != runs.len() as u64 {
        return Err(length(HEADER.saturating_add(word(48) as usize)));
    }
    if word(CHECKED) != checksum(header[..CHECKED].iter().chain(runs).copied()) {
        return Err(damaged("the checksum is wrong"));
    }
    let force = |place: usize| Force { men: header[place], kings: header[place + 1] };
    let found = Class::new(force(12), force(14)).ok_or_else(|| damaged("no such material"))?;
    if found != class {
        return Err(Error::Renamed { path: owned(), found });
    }
    let tally = WdlCounts { wins: word(24), draws: word(32), losses: word(40) };
    let mut table = ClassTable::new(class, tally);
    if word(16) != table.len() as u64 {
        return Err(damaged("the number of positions is wrong"));
    }
    expand(runs, &mut table).ok_or_else(|| damaged("the runs do not fit"))?;
    Ok(table)
}

/// Fills a table from runs; `None` if they do not fill it exactly.
fn expand(runs: &[u8], table: &mut ClassTable) -> Option<()> {
    let mut rest = runs;
    let mut before = Wdl::Draw;
    let mut number = 0usize;
    while let Some((&first, after)) = rest.split_first() {
        rest = after;
        let verdict = others(before)[usize::from(first & 1)];
        let code = usize::from(first / 2);
        let length = if code < SHORT {
            code + 1
        } else {
            let (long, after) = rest.split_at_checked(code - SHORT + 1)?;
            rest = after;
            long.iter().rev().try_fold(0usize, |length, &byte| {
                length.checked_mul(256)?.checked_add(byte.into())
            })?
        };
        let end = number.checked_add(length).filter(|&end| end <= table.len())?;
        table.fill(number, length, verdict);
        number = end;
        before = verdict;
    }
    (number == table.len()).then_some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> ClassTable {
        let mut table = ClassTable::new("MvK".parse().expect("a class"), WdlCounts::default());
        table.fill(0, 130, Wdl::Draw);
        table.fill(130, 1, Wdl::Win);
        table.fill(131, 120, Wdl::Draw);
        table.fill(500, 1000, Wdl::Win);
        table
    }

    #[test]
    fn what_is_written_is_read() {
        let table = sample();
        let again = decode(&encode(&table), table.index.class(), Path::new("x")).expect("readable");
        for number in 0..table.len() {
            assert_eq!(table.verdict(number), again.verdict(number), "{number}");
        }
    }

    #[test]
    fn no_changed_byte_and_no_missing_end_goes_unnoticed() {
        let table = sample();
        let bytes = encode(&table);
        let read = |bytes: &[u8]| decode(bytes, table.index.class(), Path::new("x"));
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 0x10;
            assert!(read(&changed).is_err(), "byte {place}");
            assert!(read(&bytes[..place]).is_err(), "{place} bytes");
        }
        let mut longer = bytes;
        longer.push(0);
        assert!(matches!(read(&longer), Err(Error::Length { .. })));
    }

    #[test]
    fn runs_that_do_not_fit_are_refused() {
        let class = "KvK".parse().expect("a class");
        let fits =
            |runs: &[u8]| expand(runs, &mut ClassTable::new(class, WdlCounts::default())).is_some();
        assert!(fits(&[121 * 2, 0x92, 0x09]));
        assert!(!fits(&[121 * 2, 0x91, 0x09]), "too short");
        assert!(!fits(&[121 * 2, 0x93, 0x09]), "too long");
        assert!(!fits(&[121 * 2, 0x92]), "cut off");
        assert!(!fits(&[127 * 2, 255, 255, 255, 255, 255, 255, 255, 255, 0]), "beyond counting");
        assert!(!fits(&[]));
    }
}
