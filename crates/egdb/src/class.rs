//! Material classes: how many men and kings each side has.

use damier_draughts::Position;
use std::fmt;
use std::str::FromStr;

/// The most pieces for which positions can be numbered.
pub const MAX_PIECES: usize = 5;

/// How many pieces one side has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Force {
    /// Men.
    pub men: u8,
    /// Kings.
    pub kings: u8,
}

impl Force {
    /// Men and kings together.
    pub const fn pieces(self) -> usize {
        self.men as usize + self.kings as usize
    }

    /// Whether this is one king and nothing else.
    const fn is_lone_king(self) -> bool {
        self.men == 0 && self.kings == 1
    }
}

/// The material of a position as the side to move sees it.
///
/// Written as `MKvK`: the side to move has a man and a king, the other side a king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Class {
    /// What the side to move has.
    own: Force,
    /// What the other side has.
    other: Force,
}

impl Class {
    /// The class with this material; `None` if a side has nothing or both have more than
    /// [`MAX_PIECES`] together.
    pub const fn new(own: Force, other: Force) -> Option<Self> {
        let is_small = own.pieces() + other.pieces() <= MAX_PIECES;
        if is_small && own.pieces() > 0 && other.pieces() > 0 {
            Some(Self { own, other })
        } else {
            None
        }
    }

    /// The class of a position; `None` if a side has nothing or there are too many pieces.
    pub fn of(position: &Position) -> Option<Self> {
        let us = position.side_to_move();
        let force = |side| Force {
            men: position.men(side).count() as u8,
            kings: position.kings(side).count() as u8,
        };
        Self::new(force(us), force(!us))
    }

    /// What the side to move has.
    pub const fn own(self) -> Force {
        self.own
    }

    /// What the other side has.
    pub const fn other(self) -> Force {
        self.other
    }

    /// The pieces of both sides.
    pub const fn pieces(self) -> usize {
        self.own.pieces() + self.other.pieces()
    }

    /// The men of both sides.
    pub const fn men(self) -> usize {
        self.own.men as usize + self.other.men as usize
    }

    /// The same material after a quiet move: the other side is to move.
    pub const fn swapped(self) -> Self {
        Self { own: self.other, other: self.own }
    }

    /// The name of its file.
    pub fn file_name(self) -> String {
        format!("{self}.egdb")
    }

    /// Every class with so many pieces, in an order in which a class comes after all those that a
    /// promotion leads to. (Captures lead to fewer pieces.)
    pub fn all(pieces: usize) -> Vec<Self> {
        let mut classes = Vec::new();
        for own_pieces in 1..pieces {
            for own_men in 0..=own_pieces {
                for other_men in 0..=pieces - own_pieces {
                    let force = |pieces: usize, men: usize| Force {
                        men: men as u8,
                        kings: (pieces - men) as u8,
                    };
                    let own = force(own_pieces, own_men);
                    classes.extend(Self::new(own, force(pieces - own_pieces, other_men)));
                }
            }
        }
        classes.sort_by_key(|class| (class.men(), *class));
        classes
    }

    /// Every class with at most so many pieces, each after those that its moves lead to, the two
    /// views of the same material beside each other: the second view is `None` where both are one.
    pub fn pairs(max_pieces: usize) -> Vec<(Self, Option<Self>)> {
        let classes = (2..=max_pieces).flat_map(Self::all);
        let pair = |class: Self| (class, Some(class.swapped()).filter(|&other| other != class));
        classes.filter(|class| *class <= class.swapped()).map(pair).collect()
    }

    /// After how many plies a draw rule ends the game whatever is played, if the class has such a
    /// rule: 10 with a lone king against one or two pieces, a king among them, 32 against three.
    pub const fn lone_king_limit(self) -> Option<u16> {
        let against = match (self.own.is_lone_king(), self.other.is_lone_king()) {
            (true, _) => self.other,
            (_, true) => self.own,
            _ => return None,
        };
        match against.pieces() {
            1 | 2 if against.kings > 0 => Some(10),
            3 if against.kings > 0 => Some(32),
            _ => None,
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let letters = |force: Force| {
            "M".repeat(usize::from(force.men)) + &"K".repeat(usize::from(force.kings))
        };
        f.pad(&format!("{}v{}", letters(self.own), letters(self.other)))
    }
}

/// Text that is no class.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no material of 2 to {MAX_PIECES} pieces; write it as MKvK, side to move first")]
pub struct ClassError(pub String);

impl FromStr for Class {
    type Err = ClassError;

    fn from_str(text: &str) -> Result<Self, ClassError> {
        let read = |letters: &str| {
            let mut force = Force { men: 0, kings: 0 };
            for letter in letters.chars() {
                match letter {
                    'M' if force.pieces() < MAX_PIECES => force.men += 1,
                    'K' if force.pieces() < MAX_PIECES => force.kings += 1,
                    _ => return None,
                }
            }
            Some(force)
        };
        let class =
            text.split_once('v').and_then(|(own, other)| Self::new(read(own)?, read(other)?));
        class.ok_or_else(|| ClassError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(text: &str) -> Class {
        text.parse().expect("a class")
    }

    #[test]
    fn names_are_read_as_they_are_written() {
        for class in (2..=MAX_PIECES).flat_map(Class::all) {
            assert_eq!(class.to_string().parse(), Ok(class));
        }
        assert_eq!(class("KMvK"), class("MKvK"));
        for text in ["", "v", "Kv", "KK", "KvQ", "KKKvKKK", "MMMMMMMvK"] {
            assert_eq!(text.parse::<Class>(), Err(ClassError(text.to_owned())));
        }
    }

    #[test]
    fn a_class_comes_after_those_it_depends_on() {
        let pairs = Class::pairs(MAX_PIECES);
        let mut seen = Vec::new();
        for (class, other) in pairs {
            for view in std::iter::once(class).chain(other) {
                if let Some(men) = view.own.men.checked_sub(1) {
                    let own = Force { men, kings: view.own.kings + 1 };
                    let after = Class::new(own, view.other).expect("a class").swapped();
                    assert!(seen.contains(&after), "{view} before {after}");
                }
            }
            seen.push(class);
            seen.extend(other);
        }
        assert_eq!(seen.len(), [4, 12, 25, 44].iter().sum::<usize>());
        let expected: usize = (2..=MAX_PIECES).map(|count| Class::all(count).len()).sum();
        assert_eq!(seen.len(), expected);
    }

    #[test]
    fn a_lone_king_has_little_time() {
        let limit = |text| class(text).lone_king_limit();
        assert_eq!([limit("KvK"), limit("KKvK"), limit("KvMK")], [Some(10); 3]);
        assert_eq!([limit("KKKvK"), limit("KvMMK")], [Some(32); 2]);
        assert_eq!([limit("MvK"), limit("MMvK"), limit("KKvKK"), limit("KvKKKK")], [None; 4]);
    }
}
