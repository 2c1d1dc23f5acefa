//! The nine heuristics: numbers that people can check by hand, which profiles weigh.
//!
//! Each is counted for Black less White, in fifths: one of them has tenths of two in it, and whole
//! numbers give the same sum on every machine.

use damier_core::{Evaluate, Listener, Score, Side, apportion};
use damier_draughts::{Bitboard, Direction, Position, Square};

/// One of the nine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Heuristic {
    /// A man counts 1, a king 3.
    Material,
    /// 3 on the two squares in the centre, 1 on the six around them.
    Centre,
    /// A man without friends beside it −2, a man with one behind it +2.
    Structure,
    /// The moves that the rules allow.
    Mobility,
    /// A king's distance from the edge, and a fifth for each square it sees.
    KingActivity,
    /// How near the last row; a king has arrived.
    Promotion,
    /// −4 for a piece that can be taken at once.
    Safety,
    /// Rows advanced; a king counts 9.
    Tempo,
    /// −8 for a king in a corner where it is easily locked in.
    Locks,
}

/// What the values are counted in: five of these make one.
pub const FIFTHS: i32 = 5;

impl Heuristic {
    /// All nine, in the order in which weights are written.
    pub const ALL: [Self; 9] = [
        Self::Material,
        Self::Centre,
        Self::Structure,
        Self::Mobility,
        Self::KingActivity,
        Self::Promotion,
        Self::Safety,
        Self::Tempo,
        Self::Locks,
    ];

    /// Its name, in lower case, as profiles write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Material => "material",
            Self::Centre => "centre",
            Self::Structure => "structure",
            Self::Mobility => "mobility",
            Self::KingActivity => "king-activity",
            Self::Promotion => "promotion",
            Self::Safety => "safety",
            Self::Tempo => "tempo",
            Self::Locks => "locks",
        }
    }

    /// What a side has of it, in fifths.
    pub fn of_side(self, position: &Position, side: Side) -> i32 {
        match self {
            Self::Material => FIFTHS * material(position, side),
            Self::Centre => FIFTHS * centre(position, side),
            Self::Structure => FIFTHS * structure(position, side),
            Self::Mobility => FIFTHS * mobility(position, side),
            Self::KingActivity => king_activity(position, side),
            Self::Promotion => FIFTHS * promotion(position, side),
            Self::Safety => FIFTHS * safety(position, side),
            Self::Tempo => FIFTHS * tempo(position, side),
            Self::Locks => FIFTHS * locks(position, side),
        }
    }

    /// Its value for Black less that for White, in fifths.
    pub fn black_value(self, position: &Position) -> i32 {
        self.of_side(position, Side::Black) - self.of_side(position, Side::White)
    }

    /// Its value for one side, in fifths: positive is good for that side.
    pub fn value(self, position: &Position, side: Side) -> i32 {
        match side {
            Side::Black => self.black_value(position),
            Side::White => -self.black_value(position),
        }
    }
}

/// What each heuristic counts, in the order of [`Heuristic::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights(pub [u16; 9]);

impl Weights {
    /// What a man halfway up the board is worth: weights of different profiles differ thirtyfold,
    /// and margins of the search, noise and reviews must mean the same under all of them.
    fn worth_of_a_man(self) -> i32 {
        let [material, _, _, _, _, promotion, _, tempo, _] = self.0.map(i32::from);
        FIFTHS * (material + 5 * promotion + 4 * tempo).max(1)
    }
}

/// The weighted sum of the nine, brought to hundredths of a man and kept inside the evaluation
/// band.
#[derive(Clone, Debug)]
pub struct HeuristicEvaluator {
    weights: Weights,
}

impl HeuristicEvaluator {
    /// An evaluator with these weights.
    pub const fn new(weights: Weights) -> Self {
        Self { weights }
    }

    /// The weighted sum for one side, in fifths and before it is brought to hundredths of a man.
    pub fn weighted_sum(&self, position: &Position, side: Side) -> i32 {
        let weighted = |(heuristic, weight): (Heuristic, u16)| match weight {
            0 => 0,
            weight => i32::from(weight) * heuristic.value(position, side),
        };
        Heuristic::ALL.into_iter().zip(self.weights.0).map(weighted).sum()
    }

    /// What each heuristic is worth to White and to Black, in the order of [`Heuristic::ALL`] and
    /// in hundredths of a man: White's less Black's add up to the evaluation, unless that is kept
    /// inside its band.
    pub fn explain(&self, position: &Position) -> [[i32; 2]; 9] {
        let mut numerators = [[0_i64; 2]; 9];
        for ((cells, heuristic), weight) in
            numerators.iter_mut().zip(Heuristic::ALL).zip(self.weights.0)
        {
            let of = |side| 100 * i64::from(weight) * i64::from(heuristic.of_side(position, side));
            *cells = [of(Side::White), -of(Side::Black)];
        }
        let worth = self.weights.worth_of_a_man().into();
        let parts = apportion(numerators.as_flattened(), worth);
        let mut cells = [[0; 2]; 9];
        for (place, part) in parts.into_iter().enumerate() {
            let part = part.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
            cells[place / 2][place % 2] = if place % 2 == 0 { part } else { -part };
        }
        cells
    }
}

/// It looks at the whole board each time.
impl Listener<Position> for HeuristicEvaluator {}

impl Evaluate<Position> for HeuristicEvaluator {
    fn evaluate(&mut self, position: &Position) -> Score {
        let sum = i64::from(self.weighted_sum(position, position.side_to_move()));
        let value = 100 * sum / i64::from(self.weights.worth_of_a_man());
        let limit = i64::from(Score::EVALUATION_LIMIT.value());
        Score::from_evaluation(value.clamp(-limit, limit) as i32)
    }
}

fn numbers(numbers: &[u8]) -> Bitboard {
    numbers.iter().filter_map(|&number| Square::from_number(number)).collect()
}

fn count(squares: Bitboard) -> i32 {
    squares.count() as i32
}

fn material(position: &Position, side: Side) -> i32 {
    count(position.men(side)) + 3 * count(position.kings(side))
}

fn centre(position: &Position, side: Side) -> i32 {
    let inner = numbers(&[23, 28]);
    let ring = numbers(&[18, 19, 22, 29, 32, 33]);
    let pieces = position.side(side);
    3 * count(pieces & inner) + count(pieces & ring)
}

/// The pieces in `squares` one step in any of the directions from a set.
fn beside(squares: Bitboard, directions: &[Direction]) -> Bitboard {
    directions.iter().fold(Bitboard::EMPTY, |all, &way| all | squares.shifted(way))
}

/// The two directions in which men of a side move.
const fn forwards(side: Side) -> [Direction; 2] {
    match side {
        Side::White => [Direction::UpLeft, Direction::UpRight],
        Side::Black => [Direction::DownLeft, Direction::DownRight],
    }
}

fn structure(position: &Position, side: Side) -> i32 {
    let (own, men) = (position.side(side), position.men(side));
    let alone = men - beside(own, &Direction::ALL);
    // A man has a friend behind it if that friend could step to where it stands.
    let backed = men & beside(own, &forwards(side));
    2 * count(backed) - 2 * count(alone)
}

fn mobility(position: &Position, side: Side) -> i32 {
    let mut view = position.clone();
    if view.side_to_move() != side {
        view.pass();
    }
    view.count_legal_moves() as i32
}

fn king_activity(position: &Position, side: Side) -> i32 {
    let activity = |square: Square| {
        let (row, column) = (square.row(), square.column());
        let distance = row.min(9 - row).min(column).min(9 - column);
        FIFTHS * i32::from(distance) + count(position.king_targets(square))
    };
    position.kings(side).into_iter().map(activity).sum()
}

/// Rows that a man of a side has left behind, 0 to 9.
fn rows_advanced(square: Square, side: Side) -> i32 {
    i32::from(match side {
        Side::Black => square.row(),
        Side::White => 9 - square.row(),
    })
}

fn promotion(position: &Position, side: Side) -> i32 {
    // A king has the full ten, else the last step would lose more than it wins.
    let men = position.men(side).into_iter().map(|square| rows_advanced(square, side) + 1);
    men.sum::<i32>() + 10 * count(position.kings(side))
}

fn safety(position: &Position, side: Side) -> i32 {
    let enemies = position.side(!side);
    let is_in_danger = |square: Square| {
        Direction::ALL.into_iter().any(|way| {
            let behind = Bitboard::from(square).shifted(way);
            behind.intersects(position.empty())
                && (Bitboard::from(square).shifted(way.opposite()).intersects(enemies)
                    || position.kings(!side).intersects(first_piece(
                        position,
                        square,
                        way.opposite(),
                    )))
        })
    };
    let in_danger = position.side(side).into_iter().filter(|&square| is_in_danger(square));
    -4 * in_danger.count() as i32
}

/// The first piece that is met from a square in a direction, as a set.
fn first_piece(position: &Position, from: Square, direction: Direction) -> Bitboard {
    let mut at = Bitboard::from(from).shifted(direction);
    while at.intersects(position.empty()) {
        at = at.shifted(direction);
    }
    at
}

fn tempo(position: &Position, side: Side) -> i32 {
    let men = position.men(side).into_iter().map(|square| rows_advanced(square, side));
    men.sum::<i32>() + 9 * count(position.kings(side))
}

fn locks(position: &Position, side: Side) -> i32 {
    -8 * count(position.kings(side) & numbers(&[1, 6, 2, 16, 50, 45, 49, 35]))
}

#[cfg(test)]
mod tests;
