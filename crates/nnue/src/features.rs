//! How a game shows its positions to a network.

use damier_core::{Rules, Score, Side};
use std::fmt::Debug;

/// A piece on a square, numbered by the game.
pub type Token = u16;

/// How a player holds the board: which of several ways of seeing it is used. Mirrored, say, or with
/// weights of its own for the region where the king stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Orientation(pub u8);

/// What the inputs of a network mean: one of several sets that a game has. Engine and trainer ask
/// the same functions, so they cannot disagree.
pub trait FeatureSet: Copy + Debug + Default + Eq + Send + Sync + 'static {
    /// All sets of the game.
    const ALL: &'static [Self];
    /// Kinds of pieces, own and other ones.
    const KINDS: usize;
    /// Squares of the board. A token is the kind of the piece times this, plus its square.
    const SQUARES: usize;
    /// How many sets of output weights there are; material chooses among them.
    const BUCKETS: usize;

    /// The name in the files of networks. Another meaning of the inputs needs another name.
    fn name(self) -> &'static str;

    /// In how many ways the board may be held that have weights of their own.
    fn regions(self) -> usize;

    /// How many inputs there are.
    fn inputs(self) -> usize {
        self.regions() * Self::KINDS * Self::SQUARES
    }

    /// The input that a piece switches on in the eyes of one player.
    fn input(view: Side, orientation: Orientation, token: Token) -> usize;

    /// How a player holds a board with these pieces.
    fn orientation(self, view: Side, tokens: &[Token]) -> Orientation;

    /// The set of output weights for a board with so many pieces.
    fn bucket(pieces: usize) -> usize;

    /// How many formations there are: things that count by themselves, beside the hidden layer.
    fn formations(self) -> usize {
        0
    }

    /// The formations on a board with these pieces, in the eyes of both players.
    fn each_formation_of(self, _tokens: &[Token], _see: impl FnMut(Side, usize)) {}

    /// The set of weights of formations for a board with so many pieces; there is one for every
    /// other set of output weights.
    #[inline]
    fn formation_set(pieces: usize) -> usize {
        Self::bucket(pieces) / 2
    }

    /// How many sets of weights of formations there are.
    const FORMATION_SETS: usize = Self::BUCKETS.div_ceil(2);

    /// The set of a name.
    fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|set| set.name() == name)
    }
}

/// A feature set that reads the positions of a game.
pub trait BoardFeatures: FeatureSet {
    /// The game.
    type Rules: Rules;

    /// The number of a piece on a square.
    fn token(piece: <Self::Rules as Rules>::Piece, square: <Self::Rules as Rules>::Square)
    -> Token;

    /// The pieces on the board.
    fn tokens(position: &Self::Rules) -> impl Iterator<Item = Token> + Clone;

    /// How many they are.
    fn pieces(position: &Self::Rules) -> usize;

    /// The formations of a position, in the eyes of both players.
    #[inline]
    fn each_formation(self, _position: &Self::Rules, _see: impl FnMut(Side, usize)) {}

    /// How White and Black hold the board.
    fn orientations(self, position: &Self::Rules) -> [Orientation; 2];

    /// The advantage of the side to move where it is known for sure and need not be learnt.
    #[inline]
    fn known(_position: &Self::Rules) -> Option<Score> {
        None
    }
}
