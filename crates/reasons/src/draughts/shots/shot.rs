//! Shots: a side gives men because the rules force the other to take them, and takes more.

use super::{Replay, named};
use crate::reason::ShotName;
use damier_draughts::Side;

/// A shot that stands in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shot {
    /// The ply of the first gift.
    pub(super) start: usize,
    /// Men that the striker gives.
    pub(super) given: u32,
    /// Men that he takes.
    pub(super) taken: u32,
    /// What players call it.
    pub(super) name: Option<ShotName>,
}

impl Shot {
    /// The shot that a line begins with: one that starts before the victim has had a free choice,
    /// apart from the first move if that is his own.
    pub(super) fn first_against(replay: &Replay, victim: Side) -> Option<Self> {
        let first = usize::from(replay.us() == victim);
        // Captures are compulsory, so up to here the victim has not been asked.
        let is_forced =
            |ply: &usize| (first..*ply).skip(1).step_by(2).all(|ply| is_capture(replay, ply));
        let mut starts = (first..replay.len()).step_by(2).take_while(is_forced);
        starts.find_map(|ply| Self::from_ply(replay, ply))
    }

    /// Whether a shot starts anywhere in a line.
    pub(super) fn is_any_against(replay: &Replay, victim: Side) -> bool {
        let first = usize::from(replay.us() == victim);
        (first..replay.len()).step_by(2).any(|ply| Self::from_ply(replay, ply).is_some())
    }

    /// The shot that starts with this move. It lasts as long as all replies are captures. Whether
    /// it pays in the end is for the whole line to say.
    fn from_ply(replay: &Replay, start: usize) -> Option<Self> {
        let striker = replay.position(start).side_to_move();
        // Who takes does what he must: that is no gift.
        if is_capture(replay, start) {
            return None;
        }
        let replies = (start + 1..replay.len()).step_by(2);
        let captures = replies.take_while(|&ply| is_capture(replay, ply)).count();
        // What the striker does after the last forced reply belongs to it.
        let end = (start + 2 * captures + 1).min(replay.len());
        let (mut given, mut taken) = (0, 0);
        for ply in start..end {
            let (position, mv) = (replay.position(ply), replay.mv(ply)?);
            let prey = !position.side_to_move();
            // Shots are counted in men. If kings go, that is another story.
            if position.kings(prey).intersects(mv.captured()) {
                return None;
            }
            *(if prey == striker { &mut given } else { &mut taken }) += mv.count_captured() as u32;
        }
        let name = named::name(replay, start, end);
        (taken > given).then_some(Self { start, given, taken, name })
    }
}

fn is_capture(replay: &Replay, ply: usize) -> bool {
    replay.mv(ply).is_some_and(damier_draughts::Move::is_capture)
}
