//! Hidden layers along a line of play: computed when they are asked for, from the nearest that is
//! known.

use crate::features::{FeatureSet, Orientation, Token};
use crate::kernel::{Arithmetic, KernelKind, KernelLine, Portable};
#[cfg(target_arch = "x86_64")]
use crate::kernel::{Avx2, Avx512};
use crate::network::Network;
use crate::shape::Shape;
use damier_core::Side;

/// No move takes more off the board: all that can be jumped on a draughts board, and the piece that
/// jumps.
const MOST_REMOVED: usize = 41;
/// No move puts more on the board: a castling puts two.
const MOST_ADDED: usize = 2;

/// A few tokens. This is written for every move: nothing in it may be a call.
#[derive(Clone)]
struct Tokens<const MOST: usize> {
    tokens: [Token; MOST],
    count: usize,
}

impl<const MOST: usize> Tokens<MOST> {
    const EMPTY: Self = Self { tokens: [0; MOST], count: 0 };

    #[inline]
    fn push(&mut self, token: Token) {
        self.tokens[self.count] = token;
        self.count += 1;
    }

    #[inline]
    fn as_slice(&self) -> &[Token] {
        &self.tokens[..self.count]
    }
}

/// What one move changed, and which hidden layers after it are known.
#[derive(Clone)]
struct Frame {
    is_known: [bool; 2],
    orientations: [Orientation; 2],
    removed: Tokens<MOST_REMOVED>,
    added: Tokens<MOST_ADDED>,
}

impl Frame {
    /// Held another way, every piece stands elsewhere.
    #[inline]
    fn knows(&self, view: Side, orientation: Orientation) -> bool {
        self.is_known[view.index()] && self.orientations[view.index()] == orientation
    }
}

/// What a network needs to know of a position besides its pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionFacts {
    /// Who moves.
    pub side_to_move: Side,
    /// How White and Black hold the board.
    pub orientations: [Orientation; 2],
    /// How many pieces there are.
    pub pieces: usize,
    /// What formations add for the side to move.
    pub formations: i32,
}

/// The hidden layers of the positions from the root of a search to the current one.
///
/// Tell it of every move with [`Stack::push`] and [`Stack::pop`], and of what the move changes in
/// between with [`Stack::remove`] and [`Stack::add`].
pub struct Stack {
    frames: Vec<Frame>,
    top: usize,
    /// For every frame the layer of White's view and that of Black's.
    layers: Vec<KernelLine>,
    /// Lines of a layer.
    lines: usize,
}

impl Stack {
    /// For networks of this shape, with room for so many moves.
    pub fn new<F: FeatureSet>(shape: Shape<F>, moves: usize) -> Self {
        let frame = Frame {
            is_known: [false; 2],
            orientations: [Orientation::default(); 2],
            removed: Tokens::EMPTY,
            added: Tokens::EMPTY,
        };
        let (count, lines) = (moves + 1, shape.lines());
        Self {
            frames: vec![frame; count],
            top: 0,
            layers: vec![KernelLine::ZERO; 2 * count * lines],
            lines,
        }
    }

    /// A new root. Its layers are made at once: a search that finds scores in its table evaluates
    /// positions far below first, and each of them would make its own anew.
    pub fn reset<F: FeatureSet>(
        &mut self,
        network: &Network<F>,
        orientations: [Orientation; 2],
        tokens: &(impl Iterator<Item = Token> + Clone),
    ) {
        self.forget();
        // Once a search: any kernel will do.
        self.bring_up_to_date(Portable, network, orientations, tokens);
    }

    /// A new root that may never be evaluated: its layers are made when they are asked for.
    #[inline]
    pub fn forget(&mut self) {
        self.top = 0;
        self.frames[0].is_known = [false; 2];
    }

    /// A move is played.
    #[inline]
    pub fn push(&mut self) {
        self.top += 1;
        let frame = &mut self.frames[self.top];
        frame.is_known = [false; 2];
        frame.removed.count = 0;
        frame.added.count = 0;
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

    /// The score of the current position for the side to move. `tokens` lists the pieces on the
    /// board, for when a layer is made anew.
    #[inline]
    pub fn score<F: FeatureSet>(
        &mut self,
        network: &Network<F>,
        facts: PositionFacts,
        tokens: &(impl Iterator<Item = Token> + Clone),
    ) -> i32 {
        match network.kernel().0 {
            KernelKind::Portable => self.score_with(Portable, network, facts, tokens),
            #[cfg(target_arch = "x86_64")]
            #[expect(unsafe_code, reason = "only the processor knows what it can do")]
            // SAFETY: there is a kernel of this kind only if the processor has AVX2.
            KernelKind::Avx2(avx2) => unsafe { self.score_with_avx2(avx2, network, facts, tokens) },
            #[cfg(target_arch = "x86_64")]
            #[expect(unsafe_code, reason = "only the processor knows what it can do")]
            // SAFETY: there is a kernel of this kind only if the processor has AVX-512 and VNNI.
            KernelKind::Avx512(avx512) => unsafe {
                self.score_with_avx512(avx512, network, facts, tokens)
            },
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn score_with_avx2<F: FeatureSet>(
        &mut self,
        avx2: Avx2,
        network: &Network<F>,
        facts: PositionFacts,
        tokens: &(impl Iterator<Item = Token> + Clone),
    ) -> i32 {
        self.score_with(avx2, network, facts, tokens)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    fn score_with_avx512<F: FeatureSet>(
        &mut self,
        avx512: Avx512,
        network: &Network<F>,
        facts: PositionFacts,
        tokens: &(impl Iterator<Item = Token> + Clone),
    ) -> i32 {
        self.score_with(avx512, network, facts, tokens)
    }

    #[inline(always)]
    fn score_with<F: FeatureSet>(
        &mut self,
        arithmetic: impl Arithmetic,
        network: &Network<F>,
        facts: PositionFacts,
        tokens: &(impl Iterator<Item = Token> + Clone),
    ) -> i32 {
        let PositionFacts { side_to_move, orientations, pieces, formations } = facts;
        self.bring_up_to_date(arithmetic, network, orientations, tokens);
        let layer = |view| &self.layers[self.place(self.top, view)..][..self.lines];
        let (own, other) = (layer(side_to_move), layer(!side_to_move));
        network.score(arithmetic, own, other, F::bucket(pieces), formations)
    }

    /// Makes both layers of the current position, as far as they are not known.
    #[inline(always)]
    fn bring_up_to_date<F: FeatureSet>(
        &mut self,
        arithmetic: impl Arithmetic,
        network: &Network<F>,
        orientations: [Orientation; 2],
        tokens: &(impl Iterator<Item = Token> + Clone),
    ) {
        for view in Side::ALL {
            let orientation = orientations[view.index()];
            if !self.frames[self.top].knows(view, orientation) {
                self.bring_view_up_to_date(arithmetic, network, view, orientation, tokens);
            }
        }
    }

    /// Where a layer begins.
    #[inline]
    fn place(&self, frame: usize, view: Side) -> usize {
        (2 * frame + view.index()) * self.lines
    }

    #[inline(always)]
    fn bring_view_up_to_date<F: FeatureSet>(
        &mut self,
        arithmetic: impl Arithmetic,
        network: &Network<F>,
        view: Side,
        orientation: Orientation,
        tokens: &(impl Iterator<Item = Token> + Clone),
    ) {
        let index = view.index();
        let mut base = self.top;
        let is_found = loop {
            if base == 0 {
                break false;
            }
            base -= 1;
            if self.frames[base].knows(view, orientation) {
                break true;
            }
        };
        if !is_found {
            let place = self.place(self.top, view);
            let layer = &mut self.layers[place..place + self.lines];
            layer.copy_from_slice(network.biases());
            for token in tokens.clone() {
                arithmetic.add(layer, network.row(F::input(view, orientation, token)));
            }
            self.frames[self.top].is_known[index] = true;
            self.frames[self.top].orientations[index] = orientation;
            return;
        }
        for number in base + 1..=self.top {
            let (from, to) = (self.place(number - 1, view), self.place(number, view));
            let (before, after) = self.layers.split_at_mut(to);
            let (from, to) = (&before[from..from + self.lines], &mut after[..self.lines]);
            let frame = &mut self.frames[number];
            // Nearly every move is of one of the first two kinds.
            match (frame.added.as_slice(), frame.removed.as_slice()) {
                (&[added], &[removed]) => {
                    let added = network.row(F::input(view, orientation, added));
                    let removed = network.row(F::input(view, orientation, removed));
                    arithmetic.update(from, added, removed, to);
                }
                (&[added], &[removed, taken]) => {
                    let added = network.row(F::input(view, orientation, added));
                    let removed = network.row(F::input(view, orientation, removed));
                    let taken = network.row(F::input(view, orientation, taken));
                    arithmetic.update_and_take(from, added, removed, taken, to);
                }
                (added, removed) => {
                    to.copy_from_slice(from);
                    for &token in added {
                        arithmetic.add(to, network.row(F::input(view, orientation, token)));
                    }
                    for &token in removed {
                        arithmetic.subtract(to, network.row(F::input(view, orientation, token)));
                    }
                }
            }
            frame.is_known[index] = true;
            frame.orientations[index] = orientation;
        }
    }
}
