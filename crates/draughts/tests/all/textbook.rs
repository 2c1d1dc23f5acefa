//! The rules once more, as slow and as plain as possible: a board of letters, one square at a time.
//! Shares nothing with the generator but the numbers of the squares. Each rule that generators get
//! wrong has a switch.

use damier_draughts::Position;
use std::collections::BTreeSet;

/// Rules to get wrong on purpose.
#[derive(Clone, Copy, Default)]
pub(crate) struct Mistakes {
    /// Jumped pieces leave the board at once and block no more.
    pub(crate) removes_at_once: bool,
    /// A man that touches the last row captures on as a king; it becomes one only if it stays
    /// there.
    pub(crate) promotes_in_passing: bool,
    /// Captures that take the same pieces between the same ends count once for each path.
    pub(crate) keeps_every_path: bool,
    /// Captures need not take the most and may stop when they like.
    pub(crate) forgets_the_majority: bool,
}

/// Rows from the top; `w b` men, `W B` kings, `.` empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    cells: [[char; 10]; 10],
    turn: char,
}

type Cell = (usize, usize);

/// A move with its path and the board after it.
#[derive(Clone)]
pub(crate) struct MovePath {
    /// Every square on which the piece stands, by number.
    pub(crate) squares: Vec<usize>,
    /// The squares of captured pieces, by number.
    pub(crate) captured: BTreeSet<usize>,
    pub(crate) after: Board,
}

fn number((row, column): Cell) -> usize {
    5 * row + column / 2 + 1
}

fn step((row, column): Cell, (down, right): (isize, isize)) -> Option<Cell> {
    let row = row.checked_add_signed(down).filter(|&row| row < 10)?;
    let column = column.checked_add_signed(right).filter(|&column| column < 10)?;
    Some((row, column))
}

const DIRECTIONS: [(isize, isize); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

impl Board {
    pub(crate) fn of(position: &Position) -> Self {
        let text: Vec<char> = position.to_hub().chars().collect();
        let mut cells = [['.'; 10]; 10];
        for (index, &letter) in text[1..].iter().enumerate() {
            let row = index / 5;
            let column = 2 * (index % 5) + usize::from(row % 2 == 0);
            cells[row][column] = if letter == 'e' { '.' } else { letter };
        }
        Self { cells, turn: text[0].to_ascii_lowercase() }
    }

    pub(crate) fn perft(&self, depth: u32, mistakes: Mistakes) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.moves(mistakes).iter().map(|path| path.after.perft(depth - 1, mistakes)).sum()
    }

    /// All moves that the rules allow, right or wrong.
    pub(crate) fn moves(&self, mistakes: Mistakes) -> Vec<MovePath> {
        let mut captures = Vec::new();
        let mut steps = Vec::new();
        for row in 0..10 {
            for column in 0..10 {
                let cell = (row, column);
                if self.at(cell).eq_ignore_ascii_case(&self.turn) {
                    let mut board = self.clone();
                    let piece = board.take(cell);
                    let path = (vec![number(cell)], BTreeSet::new());
                    let pieces = (piece, piece);
                    board.captures(cell, pieces, &path, mistakes, &mut captures);
                    self.steps(cell, &mut steps);
                }
            }
        }
        if captures.is_empty() {
            return steps;
        }
        let most = captures.iter().map(|path| path.captured.len()).max().unwrap();
        if !mistakes.forgets_the_majority {
            captures.retain(|path| path.captured.len() == most);
        }
        if !mistakes.keeps_every_path {
            let mut seen = BTreeSet::new();
            captures.retain(|path| {
                let ends = (path.squares[0], *path.squares.last().unwrap());
                seen.insert((ends, path.captured.clone()))
            });
        }
        captures
    }

    fn at(&self, (row, column): Cell) -> char {
        self.cells[row][column]
    }

    fn put(&mut self, (row, column): Cell, piece: char) {
        self.cells[row][column] = piece;
    }

    fn take(&mut self, cell: Cell) -> char {
        let piece = self.at(cell);
        self.put(cell, '.');
        piece
    }

    fn is_empty(&self, cell: Cell) -> bool {
        self.at(cell) == '.'
    }

    fn is_enemy(&self, cell: Cell) -> bool {
        !self.is_empty(cell) && !self.at(cell).eq_ignore_ascii_case(&self.turn)
    }

    fn promoted(piece: char, (row, _): Cell) -> char {
        match (piece, row) {
            ('w', 0) => 'W',
            ('b', 9) => 'B',
            _ => piece,
        }
    }

    fn steps(&self, from: Cell, steps: &mut Vec<MovePath>) {
        let piece = self.at(from);
        for direction in DIRECTIONS {
            let is_forward = direction.0 == if self.turn == 'w' { -1 } else { 1 };
            let is_king = piece.is_ascii_uppercase();
            let mut next = step(from, direction).filter(|_| is_king || is_forward);
            while let Some(to) = next.filter(|&to| self.is_empty(to)) {
                let mut after = self.clone();
                after.take(from);
                after.put(to, Self::promoted(piece, to));
                after.turn = if self.turn == 'w' { 'b' } else { 'w' };
                let squares = vec![number(from), number(to)];
                steps.push(MovePath { squares, captured: BTreeSet::new(), after });
                next = step(to, direction).filter(|_| is_king);
            }
        }
    }

    /// Goes on capturing with a piece that is in the air above `at`: what it was when it started
    /// and what it moves like. `self` is the board without it, with all jumped pieces still there
    /// unless a mistake removes them.
    fn captures(
        &self,
        at: Cell,
        (piece, moves_like): (char, char),
        (squares, captured): &(Vec<usize>, BTreeSet<usize>),
        mistakes: Mistakes,
        found: &mut Vec<MovePath>,
    ) {
        let is_king = moves_like.is_ascii_uppercase();
        let mut has_jumped = false;
        for direction in DIRECTIONS {
            let mut next = step(at, direction);
            while let Some(cell) = next.filter(|&cell| is_king && self.is_empty(cell)) {
                next = step(cell, direction);
            }
            let Some(prey) = next.filter(|&cell| self.is_enemy(cell)) else {
                continue;
            };
            if captured.contains(&number(prey)) {
                continue;
            }
            let mut next = step(prey, direction);
            while let Some(landing) = next.filter(|&cell| self.is_empty(cell)) {
                has_jumped = true;
                let mut board = self.clone();
                if mistakes.removes_at_once {
                    board.take(prey);
                }
                let mut moves_like = moves_like;
                if mistakes.promotes_in_passing {
                    moves_like = Self::promoted(moves_like, landing);
                }
                let mut path = (squares.clone(), captured.clone());
                path.0.push(number(landing));
                path.1.insert(number(prey));
                board.captures(landing, (piece, moves_like), &path, mistakes, found);
                next = step(landing, direction).filter(|_| is_king);
            }
        }
        if !captured.is_empty() && (!has_jumped || mistakes.forgets_the_majority) {
            let mut after = self.clone();
            for row in 0..10 {
                for column in 0..10 {
                    if (row + column) % 2 == 1 && captured.contains(&number((row, column))) {
                        after.take((row, column));
                    }
                }
            }
            after.put(at, Self::promoted(piece, at));
            after.turn = if self.turn == 'w' { 'b' } else { 'w' };
            found.push(MovePath { squares: squares.clone(), captured: captured.clone(), after });
        }
    }
}
