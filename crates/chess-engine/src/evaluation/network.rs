//! The learned evaluation: a network over the pieces on their squares.
//!
//! Each player sees the board from his own side, and mirrored if his king stands on the right half:
//! a formation and its mirror image are worth the same, so the network need not learn them twice.
//! With regions, pieces have other weights for every region where the player's own king may stand:
//! what they are worth depends on it. A king that crosses the middle or the border of a region
//! makes that player's layer anew, which is rare.

use super::endgame;
use damier_chess::{Piece, Position, Role, Side, Square};
use damier_core::Score;
use damier_nnue::{BoardFeatures, FeatureSet, Orientation, Token};
use std::sync::{Arc, LazyLock};

/// Pieces of one role on all squares.
const ROLE: usize = 64;
/// All pieces of one side on all squares.
const SIDE: usize = 6 * ROLE;
/// The bit of an orientation that says that the board is mirrored; the others name the region.
const MIRRORED: u8 = 1;

/// The network that comes with the program; `docs/networks.md` tells how it was made.
pub fn built_in() -> Arc<Network> {
    static NETWORK: LazyLock<Arc<Network>> = LazyLock::new(|| {
        let bytes = include_bytes!(env!("DAMIER_CHESS_NETWORK"));
        Arc::new(Network::from_bytes(bytes).expect("what is built in is a network of chess"))
    });
    Arc::clone(&NETWORK)
}

/// A network that plays chess.
pub type Network = damier_nnue::Network<Features>;
/// Evaluates with it.
pub type NetworkEvaluator = damier_nnue::NetworkEvaluator<Features>;

/// Six kinds of own pieces and six of the other side's, on sixty-four squares, in the eyes of a
/// king that stands in one of so many regions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Features {
    /// All squares are one region.
    #[default]
    Mirrored,
    /// The corner and the middle of the first rank, the second rank, the rest.
    FourRegions,
    /// Finer, and finest on the first two ranks, where kings stand while there is most to attack.
    EightRegions,
}

impl Features {
    /// The regions of the left half of the board, rank by rank from the player's own.
    const fn table(self) -> [[u8; 4]; 8] {
        match self {
            Self::Mirrored => [[0; 4]; 8],
            Self::FourRegions => {
                [[0, 0, 1, 1], [2; 4], [3; 4], [3; 4], [3; 4], [3; 4], [3; 4], [3; 4]]
            }
            Self::EightRegions => {
                [[0, 0, 1, 2], [3, 3, 4, 4], [5; 4], [6; 4], [6; 4], [7; 4], [7; 4], [7; 4]]
            }
        }
    }

    /// For every square of a player's own king, White's first, how the board is held.
    const fn orientations_by_king(self) -> [[u8; 64]; 2] {
        let table = self.table();
        let mut all = [[0; 64]; 2];
        let mut square = 0;
        while square < 64 {
            let (file, rank) = (square % 8, square / 8);
            let (file, mirrored) = if file < 4 { (file, 0) } else { (7 - file, MIRRORED) };
            all[0][square] = table[rank][file] << 1 | mirrored;
            all[1][square] = table[7 - rank][file] << 1 | mirrored;
            square += 1;
        }
        all
    }

    #[inline]
    fn orientation_of(self, view: Side, king: usize) -> Orientation {
        const TABLES: [[[u8; 64]; 2]; 3] = [
            Features::Mirrored.orientations_by_king(),
            Features::FourRegions.orientations_by_king(),
            Features::EightRegions.orientations_by_king(),
        ];
        Orientation(TABLES[self as usize][view.index()][king])
    }
}

impl FeatureSet for Features {
    const ALL: &'static [Self] = &[Self::Mirrored, Self::FourRegions, Self::EightRegions];
    const KINDS: usize = 2 * SIDE / ROLE;
    const SQUARES: usize = ROLE;
    const BUCKETS: usize = 8;

    fn name(self) -> &'static str {
        match self {
            Self::Mirrored => "chess-mirrored",
            Self::FourRegions => "chess-4-regions",
            Self::EightRegions => "chess-8-regions",
        }
    }

    fn regions(self) -> usize {
        match self {
            Self::Mirrored => 1,
            Self::FourRegions => 4,
            Self::EightRegions => 8,
        }
    }

    #[inline]
    fn input(view: Side, orientation: Orientation, token: Token) -> usize {
        let token = usize::from(token);
        // Black's view is White's upside down, with the colours exchanged; both halves of the
        // inputs are as long, so that exchanging is a rotation.
        let (upside_down, colours) = match view {
            Side::White => (0, 0),
            Side::Black => (0b111_000, SIDE),
        };
        let mirror = if orientation.0 & MIRRORED == 0 { 0 } else { 0b000_111 };
        let token = token ^ upside_down ^ mirror;
        let region = 2 * SIDE * usize::from(orientation.0 >> 1);
        region + if token < SIDE { token + colours } else { token - colours }
    }

    fn orientation(self, view: Side, tokens: &[Token]) -> Orientation {
        let kings = (view.index() * SIDE + Role::King.index() * ROLE) as Token;
        let king = tokens.iter().find(|&&token| (kings..kings + ROLE as Token).contains(&token));
        let king = king.map(|&king| usize::from(king) % ROLE);
        king.map_or(Orientation::default(), |king| self.orientation_of(view, king))
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
    fn orientations(self, position: &Position) -> [Orientation; 2] {
        let of = |view| self.orientation_of(view, position.king(view).index());
        [of(Side::White), of(Side::Black)]
    }

    #[inline]
    fn known(position: &Position) -> Option<Score> {
        let value = Score::from_evaluation(endgame::verdict(position)?);
        Some(if position.side_to_move() == Side::White { value } else { -value })
    }
}
