//! What reports and the page in the browser have in common: the same letters, pieces and graph, so
//! that both look as if made by one hand.

pub use super::graph::picture as graph;

/// The pieces of chess as symbols of SVG, `piece-p` to `piece-k`.
pub const CHESS_PIECES: &str = include_str!("../../data/shared/chess-pieces.svg");
/// Those of draughts: `piece-m` for a man, `piece-d` for a king.
pub const DRAUGHTS_PIECES: &str = include_str!("../../data/shared/draughts-pieces.svg");
/// How letters look.
pub const TEXT_STYLE: &str = include_str!("../../data/shared/text.css");
/// How pieces look.
pub const PIECES_STYLE: &str = include_str!("../../data/shared/pieces.css");
/// How the graph looks.
pub const GRAPH_STYLE: &str = include_str!("../../data/shared/graph.css");
