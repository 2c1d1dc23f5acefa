use crate::Ply;
use std::fmt;
use std::ops::{Add, Neg, Sub};

/// Advantage of the side to move, in hundredths of a pawn or a man.
///
/// Three bands that do not overlap: evaluations up to [`Score::EVALUATION_LIMIT`], wins known from
/// endgame tables around [`Score::TABLE_WIN`], and mates (in draughts: lost games) up to
/// [`Score::MATE`]. In the upper two a nearer win is worth more, one point a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Score(i32);

impl Score {
    /// Neither side is ahead; the value of every draw.
    pub const DRAW: Self = Self(0);
    /// A game won on the spot.
    pub const MATE: Self = Self(32_000);
    /// A position won on the spot according to an endgame table.
    pub const TABLE_WIN: Self = Self(31_000);
    /// No evaluation is larger.
    pub const EVALUATION_LIMIT: Self = Self(30_000);
    /// More than any score.
    pub const INFINITE: Self = Self(32_001);
    /// Less than any score.
    pub const LOWEST: Self = Self(-Self::INFINITE.0);

    /// An evaluation; what lies outside the evaluation band is moved to its edge.
    #[inline]
    pub const fn from_evaluation(value: i32) -> Self {
        let limit = Self::EVALUATION_LIMIT.0;
        if value > limit {
            Self(limit)
        } else if value < -limit {
            Self(-limit)
        } else {
            Self(value)
        }
    }

    /// The side to move wins the game `ply` plies from the root.
    #[inline]
    pub const fn mate_in(ply: Ply) -> Self {
        Self(Self::MATE.0 - ply.index() as i32)
    }

    /// The side to move loses the game `ply` plies from the root.
    #[inline]
    pub const fn mated_in(ply: Ply) -> Self {
        Self(-Self::mate_in(ply).0)
    }

    /// The side to move wins according to an endgame table that was asked `ply` plies from the
    /// root.
    #[inline]
    pub const fn table_win_in(ply: Ply) -> Self {
        Self(Self::TABLE_WIN.0 - ply.index() as i32)
    }

    /// The score in hundredths of `unit`: what is shown to people, when `unit` points are what one
    /// of their hundreds should mean. What is proved stays as it is.
    #[inline]
    #[must_use]
    pub const fn in_hundredths_of(self, unit: i32) -> Self {
        match self.is_decisive() || unit <= 0 {
            true => self,
            false => Self::from_evaluation((self.0 as i64 * 100 / unit as i64) as i32),
        }
    }

    /// The plain number.
    #[inline]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// Whether it is proved that the game ends for one side: a mate.
    #[inline]
    pub const fn is_mate(self) -> bool {
        self.0.abs() >= Self::MATE.0 - Ply::MAX.index() as i32
    }

    /// Whether it is a mate or a verdict of an endgame table.
    #[inline]
    pub const fn is_decisive(self) -> bool {
        self.0.abs() > Self::EVALUATION_LIMIT.0
    }

    /// Whether it is a proved win of the side to move.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 > Self::EVALUATION_LIMIT.0
    }

    /// Whether it is a proved loss of the side to move.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 < -Self::EVALUATION_LIMIT.0
    }

    /// Plies until the game ends if it is a mate; negative if the side to move is mated.
    pub const fn plies_to_mate(self) -> Option<i32> {
        match self.is_mate() {
            true if self.0 > 0 => Some(Self::MATE.0 - self.0),
            true => Some(-Self::MATE.0 - self.0),
            false => None,
        }
    }

    /// The score as a table that serves every ply must keep it: wins counted from the position
    /// itself, not from the root.
    #[inline]
    pub const fn to_table(self, ply: Ply) -> i16 {
        let ply = ply.index() as i32;
        (if self.is_win() {
            self.0 + ply
        } else if self.is_loss() {
            self.0 - ply
        } else {
            self.0
        }) as i16
    }

    /// The opposite of [`Score::to_table`].
    #[inline]
    pub const fn from_table(stored: i16, ply: Ply) -> Self {
        let (stored, ply) = (Self(stored as i32), ply.index() as i32);
        if stored.is_win() {
            Self(stored.0 - ply)
        } else if stored.is_loss() {
            Self(stored.0 + ply)
        } else {
            stored
        }
    }

    /// The score without its claim of a win: what is left of a mate that was found under conditions
    /// which prove nothing, such as a skipped turn.
    #[inline]
    #[must_use]
    pub const fn unproven(self) -> Self {
        Self::from_evaluation(self.0)
    }
}

const _: () = assert!(
    Score::INFINITE.0 + Ply::MAX.index() as i32 <= i16::MAX as i32,
    "a table entry packs a score into 16 bits"
);
const _: () = assert!(
    Score::TABLE_WIN.0 - Ply::MAX.index() as i32 > Score::EVALUATION_LIMIT.0
        && Score::MATE.0 - 2 * Ply::MAX.index() as i32 > Score::TABLE_WIN.0,
    "the three bands do not overlap"
);

impl Neg for Score {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;
    #[inline]
    fn add(self, margin: i32) -> Self {
        Self(self.0 + margin)
    }
}

impl Sub<i32> for Score {
    type Output = Self;
    #[inline]
    fn sub(self, margin: i32) -> Self {
        Self(self.0 - margin)
    }
}

/// The distance between two scores.
impl Sub for Score {
    type Output = i32;
    #[inline]
    fn sub(self, other: Self) -> i32 {
        self.0 - other.0
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nearer_win_is_worth_more() {
        assert!(Score::mate_in(Ply::new(1)) > Score::mate_in(Ply::new(3)));
        assert!(Score::mated_in(Ply::new(1)) < Score::mated_in(Ply::new(3)));
        assert!(Score::mate_in(Ply::MAX) > Score::table_win_in(Ply::ROOT));
        assert!(Score::table_win_in(Ply::MAX) > Score::EVALUATION_LIMIT);
    }

    #[test]
    fn a_change_of_unit_leaves_what_is_proved() {
        let shown = |value, unit| Score::from_evaluation(value).in_hundredths_of(unit).value();
        assert_eq!((shown(129, 129), shown(-129, 129), shown(64, 129)), (100, -100, 49));
        assert_eq!((shown(50, 100), shown(29_000, 10), shown(50, 0)), (50, 30_000, 50));
        let mate = Score::mate_in(Ply::new(3));
        assert_eq!((mate.in_hundredths_of(200), (-mate).in_hundredths_of(20)), (mate, -mate));
    }

    #[test]
    fn mates_know_their_distance() {
        assert_eq!(Score::mate_in(Ply::new(5)).plies_to_mate(), Some(5));
        assert_eq!(Score::mated_in(Ply::new(4)).plies_to_mate(), Some(-4));
        assert_eq!(Score::table_win_in(Ply::new(4)).plies_to_mate(), None);
        assert_eq!(Score::from_evaluation(99_999).plies_to_mate(), None);
    }

    #[test]
    fn a_table_keeps_distances_from_the_position_itself() {
        let (here, there) = (Ply::new(7), Ply::new(2));
        for score in [Score::mate_in(Ply::new(10)), Score::mated_in(Ply::new(9)), Score(-123)] {
            assert_eq!(Score::from_table(score.to_table(here), here), score);
        }
        // Mate ten plies from the root, seen at ply 7, is three plies off; at ply 2 that is ply 5.
        let stored = Score::mate_in(Ply::new(10)).to_table(here);
        assert_eq!(Score::from_table(stored, there), Score::mate_in(Ply::new(5)));
    }
}
