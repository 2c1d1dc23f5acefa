//! The board in a terminal.

use damier_chess::{File, Piece as ChessPiece, Rank, Role, Square as ChessSquare};
use damier_core::Side;
use damier_draughts::{Role as DraughtsRole, Square as DraughtsSquare};

/// One square as it is drawn.
struct Cell {
    /// What stands there: a letter, a figure for terminals with colours, and whose it is.
    piece: Option<(char, char, Side)>,
    is_dark: bool,
    is_marked: bool,
}

impl Cell {
    /// Three columns wide.
    fn text(&self, has_colour: bool) -> String {
        if !has_colour {
            let letter =
                self.piece.map_or(if self.is_dark { '.' } else { ' ' }, |(letter, ..)| letter);
            return if self.is_marked { format!("[{letter}]") } else { format!(" {letter} ") };
        }
        let background = match (self.is_marked, self.is_dark) {
            (true, _) => 143,
            (_, true) => 101,
            (_, false) => 187,
        };
        let (figure, foreground) = match self.piece {
            Some((_, figure, Side::White)) => (figure, 231),
            Some((_, figure, Side::Black)) => (figure, 16),
            None => (' ', 16),
        };
        format!("\x1b[48;5;{background};38;5;{foreground}m {figure} \x1b[0m")
    }
}

/// A board of chess, seen from a side, with the squares of the last move marked.
pub(crate) fn draw_chess(
    position: &damier_chess::Position,
    view: Side,
    last: Option<damier_chess::Move>,
    has_colour: bool,
) -> String {
    let places: Vec<u8> = match view {
        Side::White => (0..8).collect(),
        Side::Black => (0..8).rev().collect(),
    };
    let files: Vec<File> = places.iter().filter_map(|&index| File::from_index(index)).collect();
    let ranks = places.iter().rev().filter_map(|&index| Rank::from_index(index));
    let mut text = String::new();
    for rank in ranks {
        text += &format!(" {rank} ");
        for &file in &files {
            let square = ChessSquare::new(file, rank);
            let piece = position.piece_at(square).map(figure);
            let is_dark = (file.index() + rank.index()).is_multiple_of(2);
            let is_marked = last.is_some_and(|mv| square == mv.from() || square == mv.to());
            // Without colours a dot on every empty square is easier to count.
            text += &Cell { piece, is_dark: is_dark || !has_colour, is_marked }.text(has_colour);
        }
        text.push('\n');
    }
    text += "   ";
    for file in files {
        text += &format!(" {file} ");
    }
    text.push('\n');
    text
}

fn figure(piece: ChessPiece) -> (char, char, Side) {
    let figure = match piece.role {
        Role::Pawn => '♟',
        Role::Knight => '♞',
        Role::Bishop => '♝',
        Role::Rook => '♜',
        Role::Queen => '♛',
        Role::King => '♚',
    };
    (piece.letter(), figure, piece.side)
}

/// A board of draughts, seen from a side, with the squares of the last move marked.
pub(crate) fn draw_draughts(
    position: &damier_draughts::Position,
    view: Side,
    last: Option<damier_draughts::Move>,
    has_colour: bool,
) -> String {
    let places: Vec<u8> = match view {
        Side::White => (0..10).collect(),
        Side::Black => (0..10).rev().collect(),
    };
    let mut text = String::new();
    for &row in &places {
        text.push(' ');
        for &column in &places {
            let square = DraughtsSquare::from_row_and_column(row, column);
            let piece = square.and_then(|square| position.piece_at(square)).map(|piece| {
                let figure = if piece.role == DraughtsRole::King { '♛' } else { '●' };
                (piece.letter(), figure, piece.side)
            });
            let is_marked = square.is_some_and(|square| {
                last.is_some_and(|mv| square == mv.from() || square == mv.to())
            });
            text += &Cell { piece, is_dark: square.is_some(), is_marked }.text(has_colour);
        }
        let (left, right) = match view {
            Side::White => (5 * row + 1, 5 * row + 5),
            Side::Black => (5 * row + 5, 5 * row + 1),
        };
        text += &format!("  {left:>2}-{right}\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_seen_from_either_side() {
        let chess = damier_chess::Position::start();
        let e4 = chess.read_move("e4").unwrap();
        let mut after = chess.clone();
        after.play(e4);
        let board = draw_chess(&after, Side::White, Some(e4), false);
        let lines: Vec<&str> = board.lines().collect();
        assert_eq!(lines[0], " 8  r  n  b  q  k  b  n  r ");
        assert_eq!(lines[4], " 4  .  .  .  . [P] .  .  . ");
        assert_eq!(lines[6], " 2  P  P  P  P [.] P  P  P ");
        let board = draw_chess(&after, Side::Black, None, false);
        assert!(board.starts_with(" 1  R  N  B  K  Q"), "{board}");

        let draughts = damier_draughts::Position::start();
        let board = draw_draughts(&draughts, Side::White, None, false);
        assert!(board.starts_with("     b     b     b     b     b    1-5\n"), "{board}");
        let board = draw_draughts(&draughts, Side::Black, None, false);
        assert!(board.starts_with("     w     w     w     w     w   50-46\n"), "{board}");
    }
}
