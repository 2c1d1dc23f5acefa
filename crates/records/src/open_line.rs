//! A line of moves while it is being read.

use crate::comment::Comment;
use crate::lines::LinePlace;
use crate::nag::Nag;
use crate::tree::NodeId;

/// A line of moves that is open: the game itself or a variation.
pub(crate) struct OpenLine<F> {
    /// Where its opening bracket stands.
    pub(crate) place: LinePlace,
    /// The node that it goes on from.
    pub(crate) last: NodeId,
    /// The node that it began from, which is not its own.
    pub(crate) fork: NodeId,
    pub(crate) position: F,
    /// The position before the last move, from which variations go.
    pub(crate) before: Option<F>,
    pub(crate) plies: u32,
    /// What stands before a move that has not come yet.
    pub(crate) comments: Vec<Comment>,
    pub(crate) nags: Vec<Nag>,
    /// Whether variations have been closed since the last move.
    pub(crate) is_after_variation: bool,
}

impl<F> OpenLine<F> {
    pub(crate) fn new(place: LinePlace, fork: NodeId, position: F, plies: u32) -> Self {
        Self {
            place,
            last: fork,
            fork,
            position,
            before: None,
            plies,
            comments: Vec::new(),
            nags: Vec::new(),
            is_after_variation: false,
        }
    }

    pub(crate) fn has_moves(&self) -> bool {
        self.last != self.fork
    }
}
