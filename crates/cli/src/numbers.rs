//! Numbers that several commands take as options.

use clap::builder::{RangedI64ValueParser, RangedU64ValueParser};
use clap::value_parser;
use damier_profiles::LEVELS;

/// A number above zero.
pub(crate) fn positive() -> RangedU64ValueParser {
    value_parser!(u64).range(1..)
}

/// A number of threads, or of games at a time.
pub(crate) fn threads() -> RangedI64ValueParser<u16> {
    value_parser!(u16).range(1..=1024)
}

/// An advantage that openings may have, in hundredths of a pawn or a man.
pub(crate) fn advantage() -> RangedI64ValueParser<i32> {
    value_parser!(i32).range(0..=10_000)
}

/// A time in milliseconds, up to a minute.
pub(crate) fn milliseconds() -> RangedU64ValueParser {
    value_parser!(u64).range(0..=60_000)
}

/// A time in seconds, up to a day.
pub(crate) fn seconds() -> RangedU64ValueParser {
    value_parser!(u64).range(1..=86_400)
}

/// A level of strength, from `lowest` up.
pub(crate) fn level(lowest: i64) -> RangedI64ValueParser<u8> {
    value_parser!(u8).range(lowest..=LEVELS as i64)
}
