//! Variations while a game is being read: where they open, close, and what is kept of them.

use super::{Builder, DEEPEST_VARIATION, Skipping};
use crate::doubt::{CaptureDoubt, LaterMove};
use crate::fault::FaultKind;
use crate::game::RecordGame;
use crate::lines::LinePlace;
use crate::open_line::OpenLine;

impl<F: RecordGame> Builder<F> {
    pub(crate) fn open(&mut self, place: LinePlace) {
        self.has_moves = true;
        self.begin();
        if self.put_off(LaterMove::Open(place)).is_none() {
            return;
        }
        match &mut self.skipping {
            Skipping::Nothing => {}
            Skipping::OpenLine(open) | Skipping::Bracket(open) => return *open += 1,
            Skipping::Unread(open, unread) => {
                unread.items.push(LaterMove::Open(place));
                return *open += 1;
            }
        }
        let is_too_deep = self.lines.len() > DEEPEST_VARIATION;
        let line = self.line();
        let (last, plies) = (line.last, line.plies);
        let fork = match &line.before {
            Some(before) if !is_too_deep => before.clone(),
            before => {
                let kind = match before {
                    Some(_) => FaultKind::TooDeep { limit: DEEPEST_VARIATION },
                    None => FaultKind::NothingToReplace,
                };
                self.fault(place, kind);
                self.skipping = Skipping::Bracket(0);
                return;
            }
        };
        let parent = self.tree.node(last).parent().expect("a move was played, so it has a parent");
        self.lines.push(OpenLine::new(place, parent, fork, plies - 1));
    }

    pub(crate) fn close(&mut self, place: LinePlace) {
        self.has_moves = true;
        self.begin();
        self.settle_at_end_of_line();
        if self.put_off(LaterMove::Close(place)).is_none() {
            return;
        }
        // A result inside of brackets is not that of the game.
        self.end = None;
        match &mut self.skipping {
            Skipping::Bracket(0) => self.skipping = Skipping::Nothing,
            Skipping::OpenLine(open @ 1..) | Skipping::Bracket(open) => *open -= 1,
            Skipping::Unread(open @ 1.., unread) => {
                unread.items.push(LaterMove::Close(place));
                *open -= 1;
            }
            Skipping::OpenLine(_) if self.lines.len() == 1 => {}
            Skipping::OpenLine(_) | Skipping::Unread(..) | Skipping::Nothing => {
                self.close_unread();
                self.skipping = Skipping::Nothing;
                if self.lines.len() > 1 {
                    self.close_line();
                    self.line().is_after_variation = true;
                } else {
                    self.fault(place, FaultKind::NothingToClose { sign: ')' });
                }
            }
        }
    }

    /// Puts what was kept as words where it belongs.
    pub(super) fn close_unread(&mut self) {
        let passed = std::mem::replace(&mut self.skipping, Skipping::Nothing);
        let (Skipping::Unread(open, mut unread), [.., outer, line]) = (passed, &self.lines[..])
        else {
            return;
        };
        // Those that the end of the game leaves open.
        unread.items.extend((0..open).map(|_| LaterMove::Close(line.place)));
        match line.has_moves() {
            true => self.tree.set_unread_tail(line.last, unread),
            false => self.tree.add_unread_variation(outer.last, unread),
        }
    }

    /// The line ends: nothing more can tell what its word in doubt was.
    pub(super) fn settle_at_end_of_line(&mut self) {
        // What was put off may bring another doubt.
        while self.doubt.as_ref().is_some_and(CaptureDoubt::is_in_line) {
            self.settle(None);
        }
    }

    /// Closes the innermost line. What waited for a move there that has not come goes to the last
    /// move that has.
    pub(super) fn close_line(&mut self) {
        let Some(line) = self.lines.pop() else { return };
        let home = match self.lines.last() {
            Some(outer) if !line.has_moves() => outer.last,
            _ => line.last,
        };
        for comment in line.comments {
            self.tree.add_comment(home, comment);
        }
        for nag in line.nags {
            self.tree.add_nag(home, nag);
        }
    }
}
