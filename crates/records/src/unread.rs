//! What annotators write that is no line of moves: after a null move (`--`) the players go on as if
//! one of them had passed, which no rules allow. In a variation such a line is kept as it is, so
//! that it is not lost when the game is written again.

use crate::doubt::Later;

/// A line that begins with a null move, as words.
#[derive(Clone, Debug)]
pub(crate) struct Unread {
    /// Plies before its first word.
    pub(crate) plies: u32,
    pub(crate) items: Vec<Later>,
}

/// Two are equal if they would be written alike; where they stood is ignored.
impl PartialEq for Unread {
    fn eq(&self, other: &Self) -> bool {
        let is_same = |(ours, theirs): (&Later, &Later)| match (ours, theirs) {
            (Later::Word(ours, _), Later::Word(theirs, _)) => ours == theirs,
            (Later::Nag(ours), Later::Nag(theirs)) => ours == theirs,
            (Later::Comment(ours), Later::Comment(theirs)) => ours == theirs,
            (Later::Open(_), Later::Open(_)) | (Later::Close(_), Later::Close(_)) => true,
            _ => false,
        };
        self.items.len() == other.items.len() && self.items.iter().zip(&other.items).all(is_same)
    }
}

/// The unread lines at a node.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct UnreadLines {
    /// How the line of the node goes on.
    pub(crate) tail: Option<Unread>,
    /// What could have been played instead of the move of the node.
    pub(crate) variations: Vec<Unread>,
}
