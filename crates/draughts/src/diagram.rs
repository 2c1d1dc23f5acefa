//! The board as people see it.

use crate::piece::Piece;
use crate::position::Position;
use crate::square::Square;

impl Position {
    /// The board with White below, and the numbers of its squares beside it. Men are `w` and `b`,
    /// kings `W` and `B`, empty squares dots.
    pub fn to_diagram(&self) -> String {
        let mut text = String::new();
        for row in 0..10 {
            let mut line = String::new();
            for column in 0..10 {
                let letter = Square::from_row_and_column(row, column)
                    .map_or(' ', |square| self.piece_at(square).map_or('.', Piece::letter));
                line.push(letter);
                line.push(' ');
            }
            let (first, last) = (5 * row + 1, 5 * row + 5);
            text.push_str(&format!("{line}   {first:>2}-{last}\n"));
        }
        text
    }
}
