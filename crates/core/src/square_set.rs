//! What sets of squares have in common on every board: operators, and walking the squares.

/// Gives a set of squares `struct $set(u64)` its operators, and declares the iterator over its
/// squares. The set has the constants `EMPTY` and `ALL` and the functions `from_square` and
/// `first`; its squares are walked in the order of their bits.
#[macro_export]
macro_rules! square_set {
    ($set:ident of $square:ident, $(#[$attribute:meta])* $squares:ident) => {
        $crate::square_set!(@operator $set, BitAnd::bitand, |a, b| a & b);
        $crate::square_set!(@operator $set, BitOr::bitor, |a, b| a | b);
        $crate::square_set!(@operator $set, BitXor::bitxor, |a, b| a ^ b);
        $crate::square_set!(@operator $set, Sub::sub, |a, b| a & !b);
        $crate::square_set!(@assignment $set, BitAndAssign::bitand_assign, |a, b| a & b);
        $crate::square_set!(@assignment $set, BitOrAssign::bitor_assign, |a, b| a | b);
        $crate::square_set!(@assignment $set, BitXorAssign::bitxor_assign, |a, b| a ^ b);
        $crate::square_set!(@assignment $set, SubAssign::sub_assign, |a, b| a & !b);

        impl $set {
            /// Whether no square is in the set.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Whether the two sets share a square.
            #[inline]
            pub const fn intersects(self, other: Self) -> bool {
                self.0 & other.0 != 0
            }

            /// Whether there are two squares or more in the set.
            #[inline]
            pub const fn has_several(self) -> bool {
                self.0 & self.0.wrapping_sub(1) != 0
            }

            /// How many squares are in the set.
            #[inline]
            pub const fn count(self) -> usize {
                self.0.count_ones() as usize
            }
        }

        /// The squares that are not in the set.
        impl std::ops::Not for $set {
            type Output = Self;
            #[inline]
            fn not(self) -> Self {
                Self(Self::ALL.0 & !self.0)
            }
        }

        impl From<$square> for $set {
            #[inline]
            fn from(square: $square) -> Self {
                Self::from_square(square)
            }
        }

        impl FromIterator<$square> for $set {
            fn from_iter<I: IntoIterator<Item = $square>>(squares: I) -> Self {
                squares.into_iter().fold(Self::EMPTY, |set, square| set | square.into())
            }
        }

        impl IntoIterator for $set {
            type Item = $square;
            type IntoIter = $squares;
            #[inline]
            fn into_iter(self) -> $squares {
                $squares(self)
            }
        }

        $(#[$attribute])*
        #[derive(Clone, Debug)]
        pub struct $squares($set);

        impl Iterator for $squares {
            type Item = $square;

            #[inline]
            fn next(&mut self) -> Option<$square> {
                let square = self.0.first()?;
                self.0.0 &= self.0.0 - 1;
                Some(square)
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                (self.0.count(), Some(self.0.count()))
            }
        }

        impl ExactSizeIterator for $squares {}
    };
    (@operator $set:ident, $operator:ident::$name:ident, |$a:ident, $b:ident| $bits:expr) => {
        impl std::ops::$operator for $set {
            type Output = Self;
            #[inline]
            fn $name(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                Self($bits)
            }
        }
    };
    (@assignment $set:ident, $operator:ident::$name:ident, |$a:ident, $b:ident| $bits:expr) => {
        impl std::ops::$operator for $set {
            #[inline]
            fn $name(&mut self, other: Self) {
                let ($a, $b) = (self.0, other.0);
                self.0 = $bits;
            }
        }
    };
}
