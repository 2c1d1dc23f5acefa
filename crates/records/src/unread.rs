//! What annotators write that is no line of moves: after a null move (`--`) the players go on as if
//! one of them had passed, which no rules allow. In a variation such a line is kept as it is, so
//! that it is not lost when the game is written again.

use crate::doubt::LaterMove;

/// A line that begins with a null move, as words.
#[derive(Clone, Debug)]
pub(crate) struct Unread {
    /// Plies before its first word.
    pub(crate) plies: u32,
    pub(crate) items: Vec<LaterMove>,
}

/// Two are equal if they would be written alike; where they stood is ignored.
impl PartialEq for Unread {
    fn eq(&self, other: &Self) -> bool {
        let is_same = |(ours, theirs): (&LaterMove, &LaterMove)| match (ours, theirs) {
            (LaterMove::Word(ours, _), LaterMove::Word(theirs, _)) => ours == theirs,
            (LaterMove::Nag(ours), LaterMove::Nag(theirs)) => ours == theirs,
            (LaterMove::Comment(ours), LaterMove::Comment(theirs)) => ours == theirs,
            (LaterMove::Open(_), LaterMove::Open(_))
            | (LaterMove::Close(_), LaterMove::Close(_)) => true,
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
