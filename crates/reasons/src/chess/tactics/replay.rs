//! A line, played over on the board.

use crate::chess::LEAST_MATERIAL;
use damier_chess::{Move, Position, Role, Side, Square, Wing};

/// One ply of a line, with the board on both sides of it.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) before: Position,
    pub(super) mv: Move,
    pub(super) after: Position,
}

impl Step {
    pub(super) fn side(&self) -> Side {
        self.before.side_to_move()
    }

    /// What it takes, and where.
    pub(super) fn captured(&self) -> Option<(Square, Role)> {
        self.before.captured(self.mv)
    }

    /// Where what moved stands now. Castling is written as the king taking its rook, so both stand
    /// elsewhere.
    pub(super) fn arrivals(&self) -> Vec<Square> {
        let (from, to) = (self.mv.from(), self.mv.to());
        if !self.mv.is_castle() {
            return vec![to];
        }
        let wing = Wing::of_rook(from, to);
        vec![from.with_file(wing.rook_target()), from.with_file(wing.king_target())]
    }

    /// Where what stood on a square stands now, if it was not taken.
    fn carries(&self, square: Square) -> Square {
        match self.arrivals()[..] {
            [rook, _] if square == self.mv.to() => rook,
            [_, king] if square == self.mv.from() => king,
            [arrival] if square == self.mv.from() => arrival,
            _ => square,
        }
    }

    /// Where what stands on a square now stood before.
    pub(super) fn brought_from(&self, square: Square) -> Square {
        match self.arrivals()[..] {
            [rook, _] if square == rook => self.mv.to(),
            [_, king] if square == king => self.mv.from(),
            [arrival] if square == arrival => self.mv.from(),
            _ => square,
        }
    }

    /// Whether a piece leaves this square, by a move of its own or by being taken.
    fn empties(&self, square: Square) -> bool {
        let moves = self.mv.from() == square || self.mv.is_castle() && self.mv.to() == square;
        moves || self.captured().is_some_and(|(taken, _)| taken == square)
    }
}

/// A line with a board for every ply.
#[derive(Clone, Debug)]
pub(super) struct Replay {
    pub(super) start: Position,
    pub(super) steps: Vec<Step>,
}

impl Replay {
    /// As far as the line is legal, which is all of it unless it was made up.
    pub(super) fn of(start: &Position, line: &[Move]) -> Self {
        let mut before = start.clone();
        let mut steps = Vec::new();
        for &mv in line {
            let mut after = before.clone();
            if after.try_play(mv).is_err() {
                break;
            }
            steps.push(Step { before, mv, after: after.clone() });
            before = after;
        }
        Self { start: start.clone(), steps }
    }

    pub(super) fn end(&self) -> &Position {
        self.steps.last().map_or(&self.start, |step| &step.after)
    }

    /// The part before any pawn becomes something else: as long as that lasts, pieces that are
    /// missing were taken.
    pub(super) fn before_promotions(&self) -> Self {
        let steps = self.steps.iter().take_while(|step| step.mv.promotion().is_none());
        Self { start: self.start.clone(), steps: steps.cloned().collect() }
    }

    /// The next move of the piece that stands on a square after a step, and its number; `None` if
    /// it is taken before that or stays.
    pub(super) fn next_move(&self, after: usize, square: Square) -> Option<(usize, &Step)> {
        let later = self.steps.iter().enumerate().skip(after + 1);
        let (number, step) = later.into_iter().find(|(_, step)| step.empties(square))?;
        (step.mv.from() == square).then_some((number, step))
    }

    /// When and by which step the piece that stands on a square after a step is taken there, if it
    /// never leaves.
    pub(super) fn taken_there(&self, after: usize, square: Square) -> Option<(usize, &Step)> {
        let later = self.steps.iter().enumerate().skip(after + 1);
        let (number, step) = later.into_iter().find(|(_, step)| step.empties(square))?;
        step.captured().filter(|&(taken, _)| taken == square).map(|_| (number, step))
    }

    /// The step that takes the piece which stands on a square at the beginning, wherever it has
    /// gone, within so many plies.
    pub(super) fn end_of_piece(&self, square: Square, plies: usize) -> Option<&Step> {
        let mut square = square;
        for step in self.steps.iter().take(plies) {
            if step.captured().is_some_and(|(taken, _)| taken == square) {
                return Some(step);
            }
            square = step.carries(square);
        }
        None
    }

    /// Where the piece that stands on a square after a step stood at the beginning.
    pub(super) fn origin(&self, after: usize, square: Square) -> Square {
        let earlier = self.steps.iter().take(after + 1).rev();
        earlier.fold(square, |square, step| step.brought_from(square))
    }

    /// The first step in which a pawn of a side becomes something else, and wins by it: what is
    /// taken at once was one pawn less, and nothing more.
    pub(super) fn promotion(&self, side: Side) -> Option<(usize, &Step)> {
        let pays = |step: &Step| {
            step.mv.promotion().is_some() && step.before.see(step.mv) >= LEAST_MATERIAL
        };
        let mut steps = self.steps.iter().enumerate();
        steps.find(|(_, step)| step.side() == side && pays(step))
    }
}
