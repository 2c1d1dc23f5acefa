//! The learned evaluation: a network over the pieces on their squares.
//!
//! Each player sees the board from his own side, and mirrored if his king stands on the right half:
//! a formation and its mirror image are worth the same, so the network need not learn them twice. A
//! king that crosses the middle makes that player's layer anew, which is rare.

use super::endgame;
use damier_chess::{Piece, Position, Role, Side, Square};
use damier_core::Score;
use damier_nnue::{BoardFeatures, FeatureSet, Orientation, Token};
use std::sync::{Arc, LazyLock};

/// Neurons of a view.
const HIDDEN: usize = 256;
/// Pieces of one role on all squares.
const ROLE: usize = 64;
/// All pieces of one side on all squares.
const SIDE: usize = 6 * ROLE;
const MIRRORED: Orientation = Orientation(1);

/// The network that comes with the program; `docs/networks.md` tells how it was made.
pub fn built_in() -> Arc<Network> {
    static NETWORK: LazyLock<Arc<Network>> = LazyLock::new(|| {
        let bytes = include_bytes!(env!("DAMIER_CHESS_NETWORK"));
        Arc::new(Network::from_bytes(bytes).expect("what is built in is a network of chess"))
    });
    Arc::clone(&NETWORK)
}

/// A network that plays chess.
pub type Network = damier_nnue::Network<Features, HIDDEN>;
/// Evaluates with it.
pub type NetworkEvaluator = damier_nnue::NetworkEvaluator<Features, HIDDEN>;

/// Six kinds of own pieces and six of the other side's, on sixty-four squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features;

impl FeatureSet for Features {
    const NAME: &'static str = "chess-mirrored";
    const KINDS: usize = 2 * SIDE / ROLE;
    const SQUARES: usize = ROLE;
    const INPUTS: usize = 2 * SIDE;
    const HIDDEN: usize = HIDDEN;
    const BUCKETS: usize = 8;

    #[inline]
    fn input(view: Side, orientation: Orientation, token: Token) -> usize {
        let token = usize::from(token);
        // Black's view is White's upside down, with the colours exchanged; both halves of the
        // inputs are as long, so that exchanging is a rotation.
        let (upside_down, colours) = match view {
            Side::White => (0, 0),
            Side::Black => (0b111_000, SIDE),
        };
        let mirror = if orientation == MIRRORED { 0b000_111 } else { 0 };
        let token = token ^ upside_down ^ mirror;
        if token < SIDE { token + colours } else { token - colours }
    }

    fn orientation(view: Side, tokens: &[Token]) -> Orientation {
        let kings = (view.index() * SIDE + Role::King.index() * ROLE) as Token;
        let king = tokens.iter().find(|&&token| (kings..kings + ROLE as Token).contains(&token));
        king.map_or(Orientation::default(), |&king| orientation_of(king.into()))
    }

    #[inline]
    fn bucket(pieces: usize) -> usize {
        // Two kings to thirty-two pieces, in steps of four.
        (pieces.saturating_sub(2) / 4).min(Self::BUCKETS - 1)
    }
}

impl BoardFeatures for Features {
    type Rules = Position;

    #[inline]
    fn token(piece: Piece, square: Square) -> Token {
        (piece.side.index() * SIDE + piece.role.index() * ROLE + square.index()) as Token
    }

    fn tokens(position: &Position) -> impl Iterator<Item = Token> + Clone {
        position
            .occupied()
            .into_iter()
            .filter_map(|square| Some(Self::token(position.piece_at(square)?, square)))
    }

    #[inline]
    fn pieces(position: &Position) -> usize {
        position.occupied().count()
    }

    #[inline]
    fn orientations(position: &Position) -> [Orientation; 2] {
        let of = |view| orientation_of(position.king(view).index());
        [of(Side::White), of(Side::Black)]
    }

    #[inline]
    fn known(position: &Position) -> Option<Score> {
        let value = Score::from_evaluation(endgame::verdict(position)?);
        Some(if position.side_to_move() == Side::White { value } else { -value })
    }
}

#[inline]
fn orientation_of(king: usize) -> Orientation {
    if king & 0b100 == 0 { Orientation::default() } else { MIRRORED }
}
