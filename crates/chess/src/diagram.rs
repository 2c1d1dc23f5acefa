//! The board as people see it.

use crate::piece::Piece;
use crate::position::Position;
use crate::square::{File, Rank, Square};

impl Position {
    /// The board with White below, rank numbers at the left and file letters underneath.
    pub fn to_diagram(&self) -> String {
        let mut text = String::new();
        for rank in (0..8).rev().filter_map(Rank::from_index) {
            text.push_str(&format!("{rank} "));
            for file in (0..8).filter_map(File::from_index) {
                let piece = self.piece_at(Square::new(file, rank));
                text.push(' ');
                text.push(piece.map_or('.', Piece::letter));
            }
            text.push('\n');
        }
        text.push_str("\n   a b c d e f g h\n");
        text
    }
}
