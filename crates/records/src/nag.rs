//! Glyphs: the judgement of a move in a number, as `$2`, or in signs, as `?`.

use std::fmt;

/// A numeric annotation glyph, `$0` to `$255`. The numbers are those of the PGN standard; PDN has
/// taken them over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nag(pub u8);

impl Nag {
    /// `!`
    pub const GOOD: Self = Self(1);
    /// `?`
    pub const MISTAKE: Self = Self(2);
    /// `!!`
    pub const BRILLIANT: Self = Self(3);
    /// `??`
    pub const BLUNDER: Self = Self(4);
    /// `!?`
    pub const INTERESTING: Self = Self(5);
    /// `?!`
    pub const DUBIOUS: Self = Self(6);
    /// The only move.
    pub const FORCED: Self = Self(7);

    /// Reads the signs that stand behind moves. A longer row of marks means what its first two
    /// mean.
    pub(crate) fn from_marks(marks: &str) -> Option<Self> {
        Some(match marks.get(..2).unwrap_or(marks) {
            "!" => Self::GOOD,
            "?" => Self::MISTAKE,
            "!!" => Self::BRILLIANT,
            "??" => Self::BLUNDER,
            "!?" => Self::INTERESTING,
            "?!" => Self::DUBIOUS,
            _ => return None,
        })
    }

    /// Reads a sign that stands between moves, as annotators without numbers write them.
    pub(crate) fn from_sign(sign: &str) -> Option<Self> {
        Some(Self(match sign {
            "□" => 7,
            "=" => 10,
            "∞" => 13,
            "+=" | "+/=" | "⩲" => 14,
            "=+" | "=/+" | "⩱" => 15,
            "+/-" | "±" => 16,
            "-/+" | "∓" => 17,
            "+-" => 18,
            "-+" => 19,
            "N" => 146,
            _ => return None,
        }))
    }
}

impl fmt::Display for Nag {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}
