//! The evaluation of the engine at full strength: a sum of named terms.
//!
//! Every term is counted for a side that moves up the board; for Black the board is turned round.
//! So the two sides cannot be judged differently, and the terms of a [`DraughtsBreakdown`] add up
//! exactly to the value, with one term for what is taken off because the ending is drawish.

use damier_core::{Evaluate, Listener, Score, Side};
use damier_draughts::{Bitboard, Direction, Position, Square};

/// A named part of the evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Term {
    /// Men and kings.
    Material,
    /// How far the men have come.
    Advance,
    /// Men in the centre.
    Centre,
    /// Men on the rim, which have one way to go.
    Rim,
    /// Men that guard the row where the enemy wants a king.
    BackRow,
    /// Men that hold each other.
    Support,
    /// Men on both wings.
    Balance,
    /// Moves that the men have.
    Mobility,
    /// Men that cannot be stopped.
    Breakthrough,
    /// Squares and diagonals that the kings hold.
    Kings,
    /// Having the move.
    Tempo,
    /// What is taken off because such endings are drawn.
    Drawish,
}

impl Term {
    /// All terms, in the order to show.
    pub const ALL: [Self; 12] = [
        Self::Material,
        Self::Advance,
        Self::Centre,
        Self::Rim,
        Self::BackRow,
        Self::Support,
        Self::Balance,
        Self::Mobility,
        Self::Breakthrough,
        Self::Kings,
        Self::Tempo,
        Self::Drawish,
    ];

    /// What people call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Material => "Material",
            Self::Advance => "Advance",
            Self::Centre => "Centre",
            Self::Rim => "Rim",
            Self::BackRow => "Back row",
            Self::Support => "Support",
            Self::Balance => "Balance",
            Self::Mobility => "Mobility",
            Self::Breakthrough => "Breakthrough",
            Self::Kings => "Kings",
            Self::Tempo => "Tempo",
            Self::Drawish => "Drawish ending",
        }
    }
}

const TERMS: usize = Term::ALL.len();

/// The evaluation term by term, in hundredths of a man, seen from White.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DraughtsBreakdown {
    sides: [[i32; TERMS]; 2],
}

impl DraughtsBreakdown {
    /// What a term gives a side.
    pub fn of_side(&self, term: Term, side: Side) -> i32 {
        self.sides[side.index()][term as usize]
    }

    /// What a term gives White.
    pub fn of(&self, term: Term) -> i32 {
        self.of_side(term, Side::White) - self.of_side(term, Side::Black)
    }

    /// The value for White: the sum of all terms.
    pub fn total(&self) -> i32 {
        Term::ALL.into_iter().map(|term| self.of(term)).sum()
    }
}

const MAN: i32 = 100;
const KING: i32 = 290;
/// The first king of a side that stands alone against none is worth more still.
const ONLY_KING: i32 = 60;
/// For each row that a man has advanced: with all men on the board, and with none.
const ADVANCE_EARLY: i32 = 1;
const ADVANCE_LATE: i32 = 6;
const CENTRE_MAN: i32 = 5;
const RIM_MAN: i32 = -4;
/// For each man at home, with many enemy men to come; and for the keystones of the row.
const HOME_MAN: i32 = 2;
const KEYSTONE: i32 = 4;
const SUPPORTED: i32 = 2;
const LONELY: i32 = -5;
const IMBALANCE: i32 = -3;
const STEP: i32 = 2;
/// A step onto a square where nothing can take the man.
const SAFE_STEP: i32 = 2;
/// A man that cannot be stopped: at once, and for each row that it is nearer.
const FREE_MAN: i32 = 25;
const FREE_ROW: i32 = 12;
const KING_SQUARE: i32 = 2;
const LONG_DIAGONAL: i32 = 14;
const TURN: i32 = 3;

/// Evaluates with named terms.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandEvaluator;

impl HandEvaluator {
    /// The terms behind the evaluation.
    pub fn explain(&self, position: &Position) -> DraughtsBreakdown {
        let [white, black] = Side::ALL.map(|side| SideView::new(position, side).terms());
        let mut breakdown = DraughtsBreakdown { sides: [white, black] };
        let turn = position.side_to_move().index();
        breakdown.sides[turn][Term::Tempo as usize] = TURN;
        // What is taken off is shown with the side that stands better.
        let total = breakdown.total();
        let better = if total >= 0 { Side::White } else { Side::Black };
        let off = total.abs() - total.abs() * scale(position, better) / FULL_SCALE;
        breakdown.sides[better.index()][Term::Drawish as usize] = -off;
        breakdown
    }
}

/// It looks at the whole board each time.
impl Listener<Position> for HandEvaluator {}

impl Evaluate<Position> for HandEvaluator {
    #[inline]
    fn evaluate(&mut self, position: &Position) -> Score {
        let total = self.explain(position).total();
        Score::from_evaluation(match position.side_to_move() {
            Side::White => total,
            Side::Black => -total,
        })
    }
}

const FULL_SCALE: i32 = 16;

/// How much of an advantage counts, of [`FULL_SCALE`]. Against a king two pieces are no win and
/// three rarely are: the more pieces are off, the less an advantage of a few is worth.
fn scale(position: &Position, better: Side) -> i32 {
    let (strong, weak) = (position.side(better), position.side(!better));
    if position.kings(!better).is_empty() || strong.count() > 8 {
        return FULL_SCALE;
    }
    let lead = strong.count() as i32 - weak.count() as i32;
    match lead {
        i32::MIN..=1 => 4,
        2 => 8,
        _ => FULL_SCALE,
    }
}

/// The board as a side sees it that moves up.
struct SideView {
    men: Bitboard,
    kings: Bitboard,
    enemy_men: Bitboard,
    enemy_kings: Bitboard,
    empty: Bitboard,
}

const fn numbered<const N: usize>(numbers: [u8; N]) -> Bitboard {
    let mut bits = 0;
    let mut index = 0;
    while index < N {
        if let Some(square) = Square::from_number(numbers[index]) {
            bits |= Bitboard::from_square(square).to_bits();
        }
        index += 1;
    }
    Bitboard::from_bits(bits)
}

const CENTRE: Bitboard = numbered([18, 19, 22, 23, 24, 27, 28, 29, 32, 33]);
const RIM: Bitboard = numbered([6, 16, 26, 36, 46, 5, 15, 25, 35, 45]);
const LEFT: Bitboard =
    numbered([1, 2, 6, 7, 11, 12, 16, 17, 21, 22, 26, 27, 31, 32, 36, 37, 41, 42, 46, 47]);
const RIGHT: Bitboard =
    numbered([4, 5, 9, 10, 14, 15, 19, 20, 24, 25, 29, 30, 34, 35, 39, 40, 44, 45, 49, 50]);
const KEYSTONES: Bitboard = numbered([46, 48, 50]);
const LONGEST: Bitboard = numbered([5, 10, 14, 19, 23, 28, 32, 37, 41, 46]);

impl SideView {
    #[inline]
    fn new(position: &Position, side: Side) -> Self {
        let view = Self {
            men: position.men(side),
            kings: position.kings(side),
            enemy_men: position.men(!side),
            enemy_kings: position.kings(!side),
            empty: position.empty(),
        };
        match side {
            Side::White => view,
            Side::Black => Self {
                men: view.men.rotated(),
                kings: view.kings.rotated(),
                enemy_men: view.enemy_men.rotated(),
                enemy_kings: view.enemy_kings.rotated(),
                empty: view.empty.rotated(),
            },
        }
    }

    #[inline]
    fn terms(&self) -> [i32; TERMS] {
        let count = |squares: Bitboard| squares.count() as i32;
        let men = self.men;
        let mut terms = [0; TERMS];
        let mut add = |term: Term, value: i32| terms[term as usize] += value;

        let total_men = (count(men) + count(self.enemy_men)).min(40);
        add(Term::Material, MAN * count(men) + KING * count(self.kings));
        if !self.kings.is_empty() && self.enemy_kings.is_empty() {
            add(Term::Material, ONLY_KING);
        }

        let rows: i32 =
            (0..10).map(|row| (9 - row) * count(men & Bitboard::from_row(row as u8))).sum();
        let per_row = ADVANCE_EARLY * total_men + ADVANCE_LATE * (40 - total_men);
        add(Term::Advance, rows * per_row / 40);

        add(Term::Centre, CENTRE_MAN * count(men & CENTRE));
        add(Term::Rim, RIM_MAN * count(men & RIM));
        if !self.enemy_men.is_empty() {
            add(Term::BackRow, HOME_MAN * count(men & Bitboard::from_row(9)));
            add(Term::BackRow, KEYSTONE * count(men & KEYSTONES));
        }

        let friends = men | self.kings;
        let backed = friends.shifted(Direction::UpLeft) | friends.shifted(Direction::UpRight);
        let held = friends.shifted(Direction::DownLeft) | friends.shifted(Direction::DownRight);
        add(Term::Support, SUPPORTED * count(men & backed));
        add(Term::Support, LONELY * count(men - backed - held));
        add(Term::Balance, IMBALANCE * (count(men & LEFT) - count(men & RIGHT)).abs());

        let left = men.shifted(Direction::UpLeft) & self.empty;
        let right = men.shifted(Direction::UpRight) & self.empty;
        add(Term::Mobility, STEP * (count(left) + count(right)));
        // A man that arrives can be taken if an enemy stands beside it and the far side is free;
        // what it leaves behind is free.
        let enemies = self.enemy_men | self.enemy_kings;
        let exposed = |from: Direction| {
            let far = self.empty.shifted(from) | men.shifted(from);
            enemies.shifted(from.opposite()) & far
        };
        let safe_left = left - exposed(Direction::UpRight) - exposed(Direction::UpLeft);
        let safe_right = right - exposed(Direction::UpLeft) - exposed(Direction::UpRight);
        add(Term::Mobility, SAFE_STEP * (count(safe_left) + count(safe_right)));

        if self.enemy_kings.is_empty() {
            for man in men & UPPER_ROWS {
                if !FRONTS[man.place()].intersects(enemies) {
                    add(Term::Breakthrough, FREE_MAN + FREE_ROW * (6 - i32::from(man.row())));
                }
            }
        }

        if !self.kings.is_empty() {
            add(Term::Kings, LONG_DIAGONAL * i32::from(self.kings.intersects(LONGEST)));
            for king in self.kings {
                let near = Direction::ALL.into_iter().fold(Bitboard::EMPTY, |all, way| {
                    let one = Bitboard::from(king).shifted(way) & self.empty;
                    let two = one.shifted(way) & self.empty;
                    all | one | two | (two.shifted(way) & self.empty)
                });
                add(Term::Kings, KING_SQUARE * count(near));
            }
        }
        terms
    }
}

/// Rows from which a breakthrough is in sight.
const UPPER_ROWS: Bitboard = {
    let mut bits = 0;
    let mut row = 0;
    while row < 6 {
        bits |= Bitboard::from_row(row).to_bits();
        row += 1;
    }
    Bitboard::from_bits(bits)
};

/// By place: the squares from which an enemy could still stop a man on its way up, which are those
/// before it, one wider on either side than it can reach.
static FRONTS: [Bitboard; 64] = {
    let mut fronts = [Bitboard::EMPTY; 64];
    let mut number = 1;
    while number <= 50 {
        if let Some(square) = Square::from_number(number) {
            let start = Bitboard::from_square(square).to_bits();
            let mut row = start | wider(start);
            let mut front = 0;
            let mut step = 0;
            while step < 9 {
                let set = Bitboard::from_bits(row);
                row = set.shifted(Direction::UpLeft).to_bits()
                    | set.shifted(Direction::UpRight).to_bits();
                front |= row;
                step += 1;
            }
            fronts[square.place()] = Bitboard::from_bits(front);
        }
        number += 1;
    }
    fronts
};

/// The squares of the same row next to a single one, which are two columns away.
const fn wider(bits: u64) -> u64 {
    let set = Bitboard::from_bits(bits);
    let up = set.shifted(Direction::UpLeft).to_bits() | set.shifted(Direction::UpRight).to_bits();
    let down =
        set.shifted(Direction::DownLeft).to_bits() | set.shifted(Direction::DownRight).to_bits();
    let (up, down) = (Bitboard::from_bits(up), Bitboard::from_bits(down));
    let back = up.shifted(Direction::DownLeft).to_bits()
        | up.shifted(Direction::DownRight).to_bits()
        | down.shifted(Direction::UpLeft).to_bits()
        | down.shifted(Direction::UpRight).to_bits();
    back & !bits
}

#[cfg(test)]
mod tests;
