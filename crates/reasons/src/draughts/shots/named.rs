//! Shots that players know by name.
//!
//! Each name stands for captures from and to certain squares, as books of draughts define them. All
//! squares are named as White sees them who strikes; the board is turned round for Black. A shot
//! that has some of the marks and not all of them keeps no name.

use super::Replay;
use crate::reason::ShotName;
use damier_draughts::{Move, Side, Square};

/// A capture of a shot, seen by a striker who plays White.
struct Capture {
    is_of_striker: bool,
    from: u8,
    to: u8,
    /// Squares of what is taken.
    taken: Vec<u8>,
    takes_by_king: bool,
}

impl Capture {
    fn of(replay: &Replay, ply: usize, striker: Side) -> Option<Self> {
        let (position, mv) = (replay.position(ply), replay.mv(ply)?);
        let side = position.side_to_move();
        let seen = |square: Square| match striker {
            Side::White => square.number(),
            Side::Black => square.rotated().number(),
        };
        Some(Self {
            is_of_striker: side == striker,
            from: seen(mv.from()),
            to: seen(mv.to()),
            taken: mv.captured().into_iter().map(seen).collect(),
            takes_by_king: position.kings(side).contains(mv.from()),
        })
        .filter(|_| Move::is_capture(mv))
    }

    fn is(&self, from: u8, to: u8) -> bool {
        !self.is_of_striker && (self.from, self.to) == (from, to)
    }

    /// A man that takes towards its own side of the board.
    fn is_backward(&self) -> bool {
        self.is_of_striker && !self.takes_by_king && self.taken.len() == 1 && self.to > self.from
    }
}

/// The name of the shot between two plies, if it has one.
pub(super) fn name(replay: &Replay, start: usize, end: usize) -> Option<ShotName> {
    let striker = replay.position(start).side_to_move();
    let captures: Vec<Capture> =
        (start..end).filter_map(|ply| Capture::of(replay, ply, striker)).collect();
    let last = captures.iter().rposition(|capture| capture.is_of_striker)?;
    let (before, last) = (&captures[..last], &captures[last]);
    let victim = |from, to| before.iter().any(|capture| capture.is(from, to));
    let long = last.taken.len() >= 3;
    if long && last.from == 40 && last.taken.contains(&34) && victim(18, 27) && victim(23, 34) {
        return Some(ShotName::Royal);
    }
    if long && last.from == 31 && victim(18, 29) && victim(17, 28) && victim(16, 27) {
        return Some(ShotName::Napoleon);
    }
    if long && last.from == 42 && victim(18, 27) && victim(16, 27) && victim(26, 37) {
        return Some(ShotName::Snail);
    }
    let is_philippe =
        matches!(last.from, 38 | 40) && matches!(last.to, 7 | 9 | 16 | 20 | 29) && victim(18, 27);
    if last.taken.len() >= 2 && is_philippe {
        return Some(ShotName::Philippe);
    }
    // What takes backwards draws a piece away from where it shut the line of the last capture.
    let answers = before.windows(2).any(|pair| pair[0].is_backward() && !pair[1].is_of_striker);
    (answers && last.taken.len() >= 2).then_some(ShotName::Heel)
}
