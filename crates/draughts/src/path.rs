//! The path of a capture: on which squares the piece lands.
//!
//! A move knows only its ends and what it takes, since paths that agree in these are one move.
//! People want to see the piece jump, and records tell captures between the same ends apart by the
//! squares on the way.

use crate::bitboard::Bitboard;
use crate::moves::Move;
use crate::piece::Role;
use crate::position::Position;
use crate::rays::{nearest, ray, run};
use crate::square::{Direction, Square};

impl Position {
    /// The squares on which the piece stands during a legal move, from its origin to its target. Of
    /// several paths it is always the same one. A move that is not legal here may have no path;
    /// then these are its two ends.
    ///
    /// ```
    /// use damier_draughts::Position;
    ///
    /// let position = Position::from_fen("W:WK4:B13,20,32,37")?;
    /// let mv = position.read_move("4x15x13x20x32")?;
    /// let squares: Vec<String> = position.path(mv).iter().map(ToString::to_string).collect();
    /// assert_eq!(squares.join(" "), "4 27 38 15");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn path(&self, mv: Move) -> Vec<Square> {
        self.path_through(mv, &[]).unwrap_or_else(|| vec![mv.from(), mv.to()])
    }

    /// The paths of a legal move, the one of [`Position::path`] first, for a board on which people
    /// may choose one. There may be very many: no more than `most` are given, and the search for
    /// them ends early.
    pub fn paths(&self, mv: Move, most: usize) -> Vec<Vec<Square>> {
        let first = self.path(mv);
        if !mv.is_capture() || most <= 1 {
            return vec![first];
        }
        let search = PathSearch {
            role: self.role_at(mv.from()),
            empty: self.empty() | mv.from().into(),
            to: mv.to(),
            stations: &[],
        };
        let mut all = vec![first];
        let mut patience = PATIENCE;
        search.collect(&mut vec![mv.from()], mv.captured(), most, &mut patience, &mut all);
        all
    }

    /// A path of the move on which the given squares come in their order, with others between them
    /// or not; the two ends do not count as such.
    ///
    /// The landing squares say which pieces are jumped, so a complete path belongs to one move
    /// only.
    pub(crate) fn path_through(&self, mv: Move, stations: &[Square]) -> Option<Vec<Square>> {
        let mut path = vec![mv.from()];
        if !mv.is_capture() {
            path.push(mv.to());
            return stations.is_empty().then_some(path);
        }
        let search = PathSearch {
            role: self.role_at(mv.from()),
            empty: self.empty() | mv.from().into(),
            to: mv.to(),
            stations,
        };
        search.extend(&mut path, mv.captured(), 0).then_some(path)
    }
}

/// How many jumps [`Position::paths`] tries before it is content with what it has.
const PATIENCE: usize = 4_096;

/// What stays the same while a path is looked for.
struct PathSearch<'a> {
    role: Role,
    /// Empty squares, the origin among them.
    empty: Bitboard,
    to: Square,
    stations: &'a [Square],
}

impl PathSearch<'_> {
    /// Completes a path that has still to take the pieces `left` and has passed some stations.
    fn extend(&self, path: &mut Vec<Square>, left: Bitboard, passed: usize) -> bool {
        let at = path[path.len() - 1];
        if left.is_empty() {
            return at == self.to && passed == self.stations.len();
        }
        for direction in Direction::ALL {
            let Some((over, landings)) = self.jump(at, direction) else {
                continue;
            };
            if !left.contains(over) {
                continue;
            }
            let left = left - over.into();
            for landing in landings {
                // The target is no station, however often it is passed.
                let is_next = !left.is_empty() && self.stations.get(passed) == Some(&landing);
                path.push(landing);
                if self.extend(path, left, passed + usize::from(is_next)) {
                    return true;
                }
                path.pop();
            }
        }
        false
    }

    /// Adds every path that goes on from here and is not known yet, as long as there is patience.
    fn collect(
        &self,
        path: &mut Vec<Square>,
        left: Bitboard,
        most: usize,
        patience: &mut usize,
        all: &mut Vec<Vec<Square>>,
    ) {
        let at = path[path.len() - 1];
        if left.is_empty() {
            if at == self.to && !all.contains(path) {
                all.push(path.clone());
            }
            return;
        }
        for direction in Direction::ALL {
            let Some((over, landings)) = self.jump(at, direction) else {
                continue;
            };
            if !left.contains(over) {
                continue;
            }
            for landing in landings {
                if all.len() >= most || *patience == 0 {
                    return;
                }
                *patience -= 1;
                path.push(landing);
                self.collect(path, left - over.into(), most, patience, all);
                path.pop();
            }
        }
    }

    /// The piece that is jumped in a direction, and where the jump may end.
    fn jump(&self, at: Square, direction: Direction) -> Option<(Square, Bitboard)> {
        match self.role {
            Role::Man => {
                let over = Bitboard::from(at).shifted(direction);
                Some((over.first()?, over.shifted(direction) & self.empty))
            }
            Role::King => {
                let over = nearest(direction, ray(direction, at) - self.empty)?;
                Some((over, run(direction, over, !self.empty)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_paths_of_a_capture_are_found_and_no_more_than_asked_for() {
        // The king takes 10 and 33, turns on 28 and may land on any square behind 33.
        let position = Position::from_fen("W:WK5:B10,33").unwrap();
        let moves = position.legal_moves();
        for &mv in &*moves {
            let paths = position.paths(mv, 64);
            assert_eq!(paths[0], position.path(mv));
            for path in &paths {
                assert_eq!((path[0], path[path.len() - 1]), (mv.from(), mv.to()));
                assert_eq!(path.len(), mv.count_captured() + 1);
            }
        }
        // Round a square, either way: one move, two paths.
        let position = Position::from_fen("W:W33:B18,19,28,29").unwrap();
        let round = position.legal_moves().iter().copied().find(|mv| mv.count_captured() == 4);
        let round = round.expect("four pieces are taken");
        assert_eq!(position.paths(round, 64).len(), 2);
        assert_eq!(position.paths(round, 1).len(), 1);
    }
}
