//! How a game shows its positions to a network.

use damier_core::{Rules, Score, Side};

/// A piece on a square, numbered by the game.
pub type Token = u16;

/// How a player holds the board: which of several equal ways of seeing it is used (mirrored, say).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Orientation(pub u8);

/// What the inputs of a network mean in one game. Engine and trainer ask the same functions, so
/// they cannot disagree.
pub trait FeatureSet: Send + Sync + 'static {
    /// The name in the files of networks. Another meaning of the inputs needs another name.
    const NAME: &'static str;
    /// Kinds of pieces, own and other ones.
    const KINDS: usize;
    /// Squares of the board. A token is the kind of the piece times this, plus its square.
    const SQUARES: usize;
    /// How many inputs there are.
    const INPUTS: usize;
    /// Neurons of the hidden layer for one view.
    const HIDDEN: usize;
    /// How many sets of output weights there are; material chooses among them.
    const BUCKETS: usize;

    /// The input that a piece switches on in the eyes of one player.
    fn input(view: Side, orientation: Orientation, token: Token) -> usize;

    /// How a player holds a board with these pieces.
    fn orientation(view: Side, tokens: &[Token]) -> Orientation;

    /// The set of output weights for a board with so many pieces.
    fn bucket(pieces: usize) -> usize;
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

    /// How White and Black hold the board.
    fn orientations(position: &Self::Rules) -> [Orientation; 2];

    /// The advantage of the side to move where it is known for sure and need not be learnt.
    #[inline]
    fn known(_position: &Self::Rules) -> Option<Score> {
        None
    }
}
