//! The learned evaluation: a network over men and kings on their squares.
//!
//! Each player sees the board from his own side: turned round, with the colours exchanged. With
//! formations, what stands on neighbouring squares counts by itself as well.

use super::formations;
use damier_draughts::{Piece, Position, Side, Square};
use damier_nnue::{BoardFeatures, FeatureSet, Orientation, Token};
use std::sync::{Arc, LazyLock};

pub(super) const SQUARES: usize = 50;
/// Men and kings of one side on all squares.
pub(super) const SIDE: usize = 2 * SQUARES;

/// The network that comes with the program; `docs/networks.md` tells how it was made.
pub fn built_in() -> Arc<Network> {
    static NETWORK: LazyLock<Arc<Network>> = LazyLock::new(|| {
        let bytes = include_bytes!("../../networks/draughts.nnue");
        Arc::new(Network::from_bytes(bytes).expect("a test reads it"))
    });
    Arc::clone(&NETWORK)
}

/// A network that plays draughts.
pub type Network = damier_nnue::Network<Features>;
/// Evaluates with it.
pub type NetworkEvaluator = damier_nnue::NetworkEvaluator<Features>;

/// Own men and kings and the other side's, on fifty squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Features {
    /// Nothing else.
    #[default]
    Pieces,
    /// And formations of men.
    Formations,
}

impl FeatureSet for Features {
    const ALL: &'static [Self] = &[Self::Pieces, Self::Formations];
    const KINDS: usize = 2 * SIDE / SQUARES;
    const SQUARES: usize = SQUARES;
    const BUCKETS: usize = 8;

    fn name(self) -> &'static str {
        match self {
            Self::Pieces => "draughts-pieces",
            Self::Formations => "draughts-forms",
        }
    }

    fn regions(self) -> usize {
        1
    }

    #[inline]
    fn input(view: Side, _orientation: Orientation, token: Token) -> usize {
        match view {
            Side::White => token.into(),
            Side::Black => BLACKS_VIEW[usize::from(token)].into(),
        }
    }

    fn orientation(self, _view: Side, _tokens: &[Token]) -> Orientation {
        Orientation::default()
    }

    fn formations(self) -> usize {
        match self {
            Self::Pieces => 0,
            Self::Formations => formations::ENTRIES,
        }
    }

    fn each_formation_of(self, tokens: &[Token], see: impl FnMut(Side, usize)) {
        if self == Self::Formations {
            formations::each(formations::men_of(tokens), see);
        }
    }

    #[inline]
    fn bucket(pieces: usize) -> usize {
        (pieces / 5).min(Self::BUCKETS - 1)
    }
}

/// What each token is in the eyes of Black: of the other side, on the opposite square.
const BLACKS_VIEW: [u8; 2 * SIDE] = {
    let mut table = [0; 2 * SIDE];
    let mut token = 0;
    while token < table.len() {
        let (kind, square) = (token / SQUARES, token % SQUARES);
        table[token] = ((kind ^ 2) * SQUARES + SQUARES - 1 - square) as u8;
        token += 1;
    }
    table
};

impl BoardFeatures for Features {
    type Rules = Position;

    #[inline]
    fn token(piece: Piece, square: Square) -> Token {
        (piece.side.index() * SIDE + piece.role.index() * SQUARES + square.index()) as Token
    }

    fn tokens(position: &Position) -> impl Iterator<Item = Token> + Clone {
        position
            .occupied()
            .into_iter()
            .filter_map(|square| Some(Self::token(position.piece_at(square)?, square)))
    }

    #[inline]
    fn each_formation(self, position: &Position, see: impl FnMut(Side, usize)) {
        if self == Self::Formations {
            formations::each(formations::men(position), see);
        }
    }

    #[inline]
    fn pieces(position: &Position) -> usize {
        position.occupied().count()
    }

    #[inline]
    fn orientations(self, _position: &Position) -> [Orientation; 2] {
        [Orientation::default(); 2]
    }
}
