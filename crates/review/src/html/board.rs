//! Diagrams of both games. A FEN is all that is needed.

use super::shared;
use crate::words::Words;
use damier_chess::{Position as Chess, Role as ChessRole, Square as ChessSquare};
use damier_core::{Rules, Side};
use damier_draughts::{Position as Draughts, Role as DraughtsRole, Square as DraughtsSquare};
use damier_pictures::escape;
use damier_reasons::reason::Piece;
use std::fmt::Write;

/// The length of an edge of every board, in the units of its picture.
const EDGE: f64 = 400.0;

/// Which game is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    Chess,
    Draughts,
}

impl Sort {
    /// By its name; whatever is not draughts is chess.
    pub(super) fn of(name: &str) -> Self {
        if name == "draughts" { Self::Draughts } else { Self::Chess }
    }

    /// Squares on an edge.
    const fn size(self) -> usize {
        match self {
            Self::Chess => 8,
            Self::Draughts => 10,
        }
    }

    /// The drawn pieces, which diagrams refer to.
    pub(super) const fn pieces(self) -> &'static str {
        match self {
            Self::Chess => shared::CHESS_PIECES,
            Self::Draughts => shared::DRAUGHTS_PIECES,
        }
    }

    /// What a page of several games is called.
    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::Chess => "title-chess",
            Self::Draughts => "title-draughts",
        }
    }

    /// The board at a FEN; `None` if that cannot be read.
    pub(super) fn board(self, fen: &str) -> Option<Board> {
        match self {
            Self::Chess => Chess::from_fen(fen).ok().map(|position| of_chess(&position)),
            Self::Draughts => Draughts::from_fen(fen).ok().map(|position| of_draughts(&position)),
        }
    }

    /// The board after a move.
    pub(super) fn board_after(self, fen: &str, mv: &str) -> Option<Board> {
        match self {
            Self::Chess => played::<Chess>(fen, mv).map(|(position, _)| of_chess(&position)),
            Self::Draughts => {
                played::<Draughts>(fen, mv).map(|(position, _)| of_draughts(&position))
            }
        }
    }

    /// The squares between which a move goes, as places on the board; `None` if it cannot be read.
    pub(super) fn ends(self, fen: &str, mv: &str) -> Option<[usize; 2]> {
        match self {
            Self::Chess => played::<Chess>(fen, mv).map(|(_, mv)| {
                let (from, to) = (mv.from(), mv.to());
                let target = match mv.is_castle() {
                    // However castling is stored, the king goes to the c-file or the g-file.
                    true if to.file() > from.file() => place_of(from) - from.file().index() + 6,
                    true => place_of(from) - from.file().index() + 2,
                    false => place_of(to),
                };
                [place_of(from), target]
            }),
            Self::Draughts => played::<Draughts>(fen, mv).map(|(_, mv)| {
                [mv.from(), mv.to()].map(|square| cell_of(square.row(), square.column()))
            }),
        }
    }
}

/// Pieces in the order in which a board is told.
const TOLD: [Piece; 8] = [
    Piece::King,
    Piece::Queen,
    Piece::Rook,
    Piece::Bishop,
    Piece::Knight,
    Piece::Pawn,
    Piece::Crowned,
    Piece::Man,
];

/// What the script needs in order to tell a board as [`Board::description`] does: attributes of an
/// element.
pub(super) fn telling(words: Words) -> String {
    let gaps = [("position", "$position"), ("white", "$white"), ("black", "$black")];
    let name = |piece: Piece| {
        let [one, many] = [false, true].map(|is_plural| words.piece_name(piece, is_plural));
        format!("{},{one},{many}", letter(piece))
    };
    format!(
        "data-text=\"{}\" data-names=\"{}\" data-nothing=\"{}\"",
        escape(&words.label_with("board-text", &gaps)),
        escape(&TOLD.map(name).join("|")),
        escape(words.label("nothing")),
    )
}

/// What stands on every square, in reading order from the far left corner, White below.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Board {
    sort: Sort,
    cells: Vec<Option<(Side, Piece)>>,
}

fn played<R: Rules>(fen: &str, mv: &str) -> Option<(R, R::Move)> {
    let mut position = R::from_fen(fen).ok()?;
    let mv = position.read_move(mv).ok()?;
    position.play_unchecked(mv);
    Some((position, mv))
}

fn of_chess(position: &Chess) -> Board {
    let mut cells = vec![None; 64];
    for square in ChessSquare::all() {
        let piece = position.piece_at(square).map(|piece| (piece.side, chess_piece(piece.role)));
        cells[place_of(square)] = piece;
    }
    Board { sort: Sort::Chess, cells }
}

const fn chess_piece(role: ChessRole) -> Piece {
    match role {
        ChessRole::Pawn => Piece::Pawn,
        ChessRole::Knight => Piece::Knight,
        ChessRole::Bishop => Piece::Bishop,
        ChessRole::Rook => Piece::Rook,
        ChessRole::Queen => Piece::Queen,
        ChessRole::King => Piece::King,
    }
}

fn of_draughts(position: &Draughts) -> Board {
    let mut cells = vec![None; 100];
    for square in DraughtsSquare::all() {
        let piece = position.piece_at(square).map(|piece| match piece.role {
            DraughtsRole::Man => (piece.side, Piece::Man),
            DraughtsRole::King => (piece.side, Piece::Crowned),
        });
        cells[cell_of(square.row(), square.column())] = piece;
    }
    Board { sort: Sort::Draughts, cells }
}

fn place_of(square: ChessSquare) -> usize {
    8 * (7 - square.rank().index()) + square.file().index()
}

fn cell_of(row: u8, column: u8) -> usize {
    10 * usize::from(row) + usize::from(column)
}

/// The letter of a drawn piece.
const fn letter(piece: Piece) -> char {
    match piece {
        Piece::Pawn => 'p',
        Piece::Knight => 'n',
        Piece::Bishop => 'b',
        Piece::Rook => 'r',
        Piece::Queen => 'q',
        Piece::King => 'k',
        Piece::Man => 'm',
        Piece::Crowned => 'd',
    }
}

/// An arrow on a diagram.
pub(super) struct Arrow {
    /// How it is drawn.
    pub(super) class: &'static str,
    /// From where to where.
    pub(super) ends: [usize; 2],
}

impl Board {
    /// One letter a square, as the script reads them: capitals for White, a dot for nothing.
    pub(super) fn letters(&self) -> String {
        let sign = |cell: &Option<(Side, Piece)>| match cell {
            Some((Side::White, piece)) => letter(*piece).to_ascii_uppercase(),
            Some((Side::Black, piece)) => letter(*piece),
            None => '.',
        };
        self.cells.iter().map(sign).collect()
    }

    /// The diagram. `text` is what those are told who cannot see it.
    pub(super) fn to_svg(&self, text: &str, ends: Option<[usize; 2]>, arrows: &[Arrow]) -> String {
        let size = self.sort.size();
        let step = EDGE / size as f64;
        let corner = |cell: usize| ((cell % size) as f64 * step, (cell / size) as f64 * step);
        let mut svg = format!(
            "<svg class=\"board\" viewBox=\"0 0 {EDGE} {EDGE}\" role=\"img\" aria-label=\"{}\">\
             <use href=\"#board\"/><g class=\"ends\">",
            escape(text)
        );
        for (x, y) in ends.iter().flatten().map(|&cell| corner(cell)) {
            let _ = write!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{step}\" height=\"{step}\"/>");
        }
        svg += "</g><g class=\"pieces\">";
        for (cell, piece) in self.cells.iter().enumerate() {
            let Some((side, piece)) = piece else { continue };
            let (x, y) = corner(cell);
            let class = if *side == Side::White { "white" } else { "black" };
            let letter = letter(*piece);
            let _ = write!(
                svg,
                "<use class=\"piece {class}\" href=\"#piece-{letter}\" x=\"{x}\" y=\"{y}\" \
                 width=\"{step}\" height=\"{step}\"/>"
            );
        }
        svg += "</g>";
        for arrow in arrows {
            let [from, to] = arrow.ends.map(|cell| {
                let (x, y) = corner(cell);
                [x + step / 2.0, y + step / 2.0]
            });
            svg += &arrow_svg(arrow.class, from, to, step);
        }
        svg + "</svg>"
    }

    /// What stands where, in words.
    pub(super) fn description(&self, words: Words, position: &str) -> String {
        let [white, black] = [Side::White, Side::Black].map(|side| self.side(words, side));
        let gaps = [("position", position), ("white", &*white), ("black", &*black)];
        words.label_with("board-text", &gaps)
    }

    fn side(&self, words: Words, side: Side) -> String {
        let groups = TOLD.iter().filter_map(|&piece| {
            let cells = self.cells.iter().enumerate();
            let places: Vec<String> = cells
                .filter(|(_, cell)| **cell == Some((side, piece)))
                .map(|(cell, _)| self.square_name(cell))
                .collect();
            let name = words.piece_name(piece, places.len() > 1);
            (!places.is_empty()).then(|| format!("{name} {}", places.join(" ")))
        });
        let text = groups.collect::<Vec<_>>().join(", ");
        if text.is_empty() { words.label("nothing").to_owned() } else { text }
    }

    fn square_name(&self, cell: usize) -> String {
        let size = self.sort.size();
        let (row, column) = (cell / size, cell % size);
        match self.sort {
            Sort::Chess => format!("{}{}", file_letter(column), 8 - row),
            Sort::Draughts => (5 * row + column / 2 + 1).to_string(),
        }
    }
}

fn file_letter(column: usize) -> char {
    "abcdefgh".chars().nth(column).unwrap_or('?')
}

/// The squares alone, with their names, to be used by every diagram.
pub(super) fn empty_board(sort: Sort) -> String {
    let size = sort.size();
    let step = EDGE / size as f64;
    let mut svg = format!(
        "<symbol id=\"board\" viewBox=\"0 0 {EDGE} {EDGE}\">\
         <rect class=\"light\" width=\"{EDGE}\" height=\"{EDGE}\"/><path class=\"dark\" d=\""
    );
    let dark = (0..size * size).filter(|cell| (cell / size + cell % size) % 2 == 1);
    let corners = dark.map(|cell| ((cell % size) as f64 * step, (cell / size) as f64 * step));
    let corners: Vec<(f64, f64)> = corners.collect();
    for (x, y) in &corners {
        let _ = write!(svg, "M{x} {y}h{step}v{step}h-{step}z");
    }
    svg += "\"/>";
    match sort {
        Sort::Chess => {
            for index in 0..size {
                let at = index as f64 * step;
                // The corner squares are dark at the bottom left, and colours alternate from there.
                let tone = if index % 2 == 0 { "on-dark" } else { "on-light" };
                let _ = write!(
                    svg,
                    "<text class=\"{tone}\" x=\"{}\" y=\"{}\">{}</text>\
                     <text class=\"{tone}\" x=\"3\" y=\"{}\">{}</text>",
                    at + step - 9.0,
                    EDGE - 4.0,
                    file_letter(index),
                    EDGE - step - at + 12.0,
                    index + 1,
                );
            }
        }
        Sort::Draughts => {
            for (number, (x, y)) in (1..).zip(&corners) {
                // In the middle, where a piece covers it whole.
                let (x, y) = (x + step / 2.0, y + step / 2.0 + 4.5);
                let _ = write!(svg, "<text class=\"number\" x=\"{x}\" y=\"{y}\">{number}</text>");
            }
        }
    }
    svg + "</symbol>"
}

/// An arrow from the middle of a square to the middle of another, a little shorter.
fn arrow_svg(class: &str, from: [f64; 2], to: [f64; 2], step: f64) -> String {
    let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
    let length = dx.hypot(dy);
    if length < 1.0 {
        return String::new();
    }
    let (ux, uy) = (dx / length, dy / length);
    let (head, half, start) = (step * 0.42, step * 0.24, step * 0.22);
    let along = |distance: f64| [from[0] + ux * distance, from[1] + uy * distance];
    let tip = along(length - step * 0.06);
    let neck = along(length - step * 0.06 - head);
    let tail = along(start);
    format!(
        "<g class=\"arrow {class}\"><path class=\"shaft\" d=\"M{:.1} {:.1}L{:.1} {:.1}\"/>\
         <path class=\"head\" d=\"M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}z\"/></g>",
        tail[0],
        tail[1],
        neck[0],
        neck[1],
        tip[0],
        tip[1],
        neck[0] - uy * half,
        neck[1] + ux * half,
        neck[0] + uy * half,
        neck[1] - ux * half,
    )
}

#[cfg(test)]
mod tests;
