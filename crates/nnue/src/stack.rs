//! Hidden layers along a line of play: computed when they are asked for, from the nearest that is
//! known.

use crate::features::{FeatureSet, Orientation, Token};
use crate::kernel::{self, Neurons};
use crate::network::Network;
use arrayvec::ArrayVec;
use damier_core::Side;

/// No move takes more off the board: all that can be jumped on a draughts board, and the piece that
/// jumps.
const MOST_REMOVED: usize = 41;
/// No move puts more on the board: a castling puts two.
const MOST_ADDED: usize = 2;
/// More pieces than either game has.
const MOST_PIECES: usize = 50;

/// What one move changed, and the hidden layers after it as far as they are known.
#[derive(Clone)]
struct Frame<const HIDDEN: usize> {
    views: [Neurons<HIDDEN>; 2],
    is_known: [bool; 2],
    orientations: [Orientation; 2],
    removed: ArrayVec<Token, MOST_REMOVED>,
    added: ArrayVec<Token, MOST_ADDED>,
}

impl<const HIDDEN: usize> Frame<HIDDEN> {
    /// Held another way, every piece stands elsewhere.
    #[inline]
    fn knows(&self, view: Side, orientation: Orientation) -> bool {
        self.is_known[view.index()] && self.orientations[view.index()] == orientation
    }
}

/// The hidden layers of the positions from the root of a search to the current one.
///
/// Tell it of every move with [`Stack::push`] and [`Stack::pop`], and of what the move changes in
/// between with [`Stack::remove`] and [`Stack::add`].
pub struct Stack<const HIDDEN: usize> {
    frames: Vec<Frame<HIDDEN>>,
    top: usize,
}

impl<const HIDDEN: usize> Stack<HIDDEN> {
    /// With room for so many moves.
    pub fn new(moves: usize) -> Self {
        let frame = Frame {
            views: [Neurons::ZERO; 2],
            is_known: [false; 2],
            orientations: [Orientation::default(); 2],
            removed: ArrayVec::new(),
            added: ArrayVec::new(),
        };
        Self { frames: vec![frame; moves + 1], top: 0 }
    }

    /// A new root. Its layers are made at once: a search that finds scores in its table evaluates
    /// positions far below first, and each of them would make its own anew.
    pub fn reset<F: FeatureSet>(
        &mut self,
        network: &Network<F, HIDDEN>,
        orientations: [Orientation; 2],
        tokens: &(impl Iterator<Item = Token> + Clone),
    ) {
        self.top = 0;
        self.frames[0].is_known = [false; 2];
        for view in Side::ALL {
            let orientation = orientations[view.index()];
            self.bring_up_to_date(network, view, orientation, tokens.clone());
        }
    }

    /// A move is played.
    #[inline]
    pub fn push(&mut self) {
        self.top += 1;
        let frame = &mut self.frames[self.top];
        frame.is_known = [false; 2];
        frame.removed.clear();
        frame.added.clear();
    }

    /// The last move is taken back.
    #[inline]
    pub fn pop(&mut self) {
        self.top -= 1;
    }

    /// The last move takes this piece from its square.
    #[inline]
    pub fn remove(&mut self, token: Token) {
        self.frames[self.top].removed.push(token);
    }

    /// The last move puts this piece on its square.
    #[inline]
    pub fn add(&mut self, token: Token) {
        self.frames[self.top].added.push(token);
    }

    /// The score of the current position for the side to move. `orientations` are those of White's
    /// and Black's view, `tokens` lists the pieces on the board, for when the layer is made anew.
    #[inline]
    pub fn score<F: FeatureSet>(
        &mut self,
        network: &Network<F, HIDDEN>,
        side_to_move: Side,
        orientations: [Orientation; 2],
        pieces: usize,
        tokens: &(impl Iterator<Item = Token> + Clone),
    ) -> i32 {
        for view in Side::ALL {
            let orientation = orientations[view.index()];
            if !self.frames[self.top].knows(view, orientation) {
                self.bring_up_to_date(network, view, orientation, tokens.clone());
            }
        }
        let views = &self.frames[self.top].views;
        let (own, other) = (&views[side_to_move.index()], &views[(!side_to_move).index()]);
        network.score(own, other, F::bucket(pieces))
    }

    fn bring_up_to_date<F: FeatureSet>(
        &mut self,
        network: &Network<F, HIDDEN>,
        view: Side,
        orientation: Orientation,
        tokens: impl Iterator<Item = Token>,
    ) {
        let index = view.index();
        let base = (0..self.top).rev().find(|&frame| self.frames[frame].knows(view, orientation));
        let Some(base) = base else {
            let frame = &mut self.frames[self.top];
            let rows: ArrayVec<_, MOST_PIECES> =
                tokens.map(|token| network.row(F::input(view, orientation, token))).collect();
            kernel::update(network.biases(), &rows, &[], &mut frame.views[index]);
            frame.is_known[index] = true;
            frame.orientations[index] = orientation;
            return;
        };
        for place in base + 1..=self.top {
            let (before, after) = self.frames.split_at_mut(place);
            let (before, frame) = (&before[place - 1], &mut after[0]);
            let row = |token: Token| network.row(F::input(view, orientation, token));
            let (from, to) = (&before.views[index], &mut frame.views[index]);
            // Nearly every move is of one of the first two kinds; a list of rows for each would
            // take longer than the sums.
            match (&frame.added[..], &frame.removed[..]) {
                (&[added], &[removed]) => kernel::update(from, &[row(added)], &[row(removed)], to),
                (&[added], &[removed, taken]) => {
                    kernel::update(from, &[row(added)], &[row(removed), row(taken)], to);
                }
                (added, removed) => {
                    let added: ArrayVec<_, MOST_ADDED> =
                        added.iter().map(|&token| row(token)).collect();
                    let removed: ArrayVec<_, MOST_REMOVED> =
                        removed.iter().map(|&token| row(token)).collect();
                    kernel::update(from, &added, &removed, to);
                }
            }
            frame.is_known[index] = true;
            frame.orientations[index] = orientation;
        }
    }
}
