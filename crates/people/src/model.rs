//! The model in whole numbers: how it is kept, and what it says.

use crate::features::{BOARD_INPUTS, MOVE_INPUTS, ON, PATHS, Setting, View};
use damier_chess::{Move, Position};
use damier_core::Game;
use std::sync::LazyLock;

/// Neurons that meet the paths of moves.
pub(crate) const BROAD: usize = 128;
/// Neurons that meet what moves do.
pub(crate) const NARROW: usize = 32;
/// A row of the board has both.
pub(crate) const ROW: usize = BROAD + NARROW;
/// A row of a move has its neurons and a direct say.
pub(crate) const MOVE_ROW: usize = NARROW + 1;
/// Targets: what moves, and where to.
pub(crate) const TARGETS: usize = 384;

/// Where the parts begin, in one list of weights.
pub(crate) const PATH_ROWS: usize = BOARD_INPUTS * ROW;
pub(crate) const TARGET_ROWS: usize = PATH_ROWS + PATHS * BROAD;
pub(crate) const MOVE_ROWS: usize = TARGET_ROWS + TARGETS * BROAD;
pub(crate) const OUTPUTS: usize = MOVE_ROWS + MOVE_INPUTS * MOVE_ROW;
pub(crate) const WEIGHTS: usize = OUTPUTS + NARROW;

/// What stands for 1 in a weight.
pub(crate) const ONE: i32 = 1024;
/// Neurons go no further than this.
pub(crate) const CEILING: i32 = 4;

const MAGIC: &[u8; 8] = b"DMRPPL01";
const HEADER: usize = 16;

/// A model of what people play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    weights: Vec<i16>,
    /// The groups of switches that it was trained with, as bits.
    groups: u32,
}

/// Why bytes are no model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// The first bytes are others.
    #[error("this is no model of human moves of this version")]
    NotAModel,
    /// There are too few or too many.
    #[error("a model of human moves has {expected} bytes, and these are {found}")]
    Length {
        /// How many a model has.
        expected: usize,
        /// How many there are.
        found: usize,
    },
}

impl Model {
    /// The model that is part of the program.
    ///
    /// # Panics
    /// If the file, which is part of the program, is not well formed: a test reads it.
    pub fn built_in() -> &'static Self {
        static MODEL: LazyLock<Model> = LazyLock::new(|| {
            let bytes = include_bytes!("../data/people.bin");
            Model::from_bytes(bytes).expect("the model is well formed")
        });
        &MODEL
    }

    /// From weights in the order of the file.
    pub(crate) fn from_weights(weights: Vec<i16>, groups: u32) -> Self {
        assert_eq!(weights.len(), WEIGHTS, "the number of weights");
        Self { weights, groups }
    }

    /// Reads a model.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ModelError> {
        let expected = HEADER + 2 * WEIGHTS;
        let (Some(magic), Some(&[a, b, c, d])) = (bytes.get(..8), bytes.get(8..12)) else {
            return Err(ModelError::NotAModel);
        };
        if magic != MAGIC {
            return Err(ModelError::NotAModel);
        }
        if bytes.len() != expected {
            return Err(ModelError::Length { expected, found: bytes.len() });
        }
        let pairs = bytes[HEADER..].as_chunks::<2>().0;
        let weights = pairs.iter().map(|&pair| i16::from_le_bytes(pair)).collect();
        Ok(Self { weights, groups: u32::from_le_bytes([a, b, c, d]) })
    }

    /// The bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.groups.to_le_bytes());
        bytes.extend([0; 4]);
        bytes.extend(self.weights.iter().flat_map(|weight| weight.to_le_bytes()));
        bytes
    }

    /// How likely each legal move is, in the order of the rules. The probabilities add up to 1; the
    /// list is empty if there is no move.
    pub fn probabilities(&self, game: &Game<Position>, setting: Setting) -> Vec<(Move, f64)> {
        let (view, moves) = View::of(game, setting, self.groups);
        moves.into_iter().zip(softmax(&self.logits(&view))).collect()
    }

    /// The same for several settings at once: what does not depend on them is looked at once.
    pub fn probabilities_for(
        &self,
        game: &Game<Position>,
        settings: &[Setting],
    ) -> Vec<Vec<(Move, f64)>> {
        let Some(&first) = settings.first() else { return Vec::new() };
        let (mut view, moves) = View::of(game, first, self.groups);
        let mut answers = Vec::with_capacity(settings.len());
        for &setting in settings {
            view.set(game, setting);
            let said = softmax(&self.logits(&view));
            answers.push(moves.iter().copied().zip(said).collect());
        }
        answers
    }

    /// What is said of a view, in parts of [`ONE`].
    pub(crate) fn logits(&self, view: &View) -> Vec<i64> {
        let mut row = [0_i32; ROW];
        for &(input, on) in &view.board {
            let weights = &self.weights[usize::from(input) * ROW..][..ROW];
            for (sum, &weight) in row.iter_mut().zip(weights) {
                *sum += i32::from(weight) * i32::from(on);
            }
        }
        row.iter_mut().for_each(|sum| *sum /= i32::from(ON));
        let (broad, narrow) = row.split_at_mut(BROAD);
        broad.iter_mut().for_each(|sum| *sum = (*sum).clamp(0, CEILING * ONE));
        let outputs = &self.weights[OUTPUTS..];
        let of_move = |mv: &crate::features::MoveView| {
            let path = &self.weights[PATH_ROWS + usize::from(mv.path) * BROAD..][..BROAD];
            let target = &self.weights[TARGET_ROWS + usize::from(mv.target) * BROAD..][..BROAD];
            let met = broad.iter().zip(path.iter().zip(target));
            let mut logit: i64 = met
                .map(|(&neuron, (&path, &target))| {
                    i64::from(neuron) * (i64::from(path) + i64::from(target))
                })
                .sum();
            let mut neurons = [0_i32; NARROW];
            neurons.copy_from_slice(narrow);
            let mut direct = 0;
            for &input in &mv.inputs {
                let weights = &self.weights[MOVE_ROWS + usize::from(input) * MOVE_ROW..];
                for (neuron, &weight) in neurons.iter_mut().zip(weights) {
                    *neuron += i32::from(weight);
                }
                direct += i64::from(weights[NARROW]);
            }
            for (&neuron, &output) in neurons.iter().zip(outputs) {
                logit += i64::from(neuron.clamp(0, CEILING * ONE)) * i64::from(output);
            }
            logit / i64::from(ONE) + direct
        };
        view.moves.iter().map(of_move).collect()
    }
}

/// Probabilities of numbers in parts of [`ONE`].
pub(crate) fn softmax(logits: &[i64]) -> Vec<f64> {
    let largest = logits.iter().copied().max().unwrap_or(0);
    let powers: Vec<f64> =
        logits.iter().map(|&logit| exp((logit - largest) as f64 / f64::from(ONE))).collect();
    let sum: f64 = powers.iter().sum();
    powers.into_iter().map(|power| power / sum).collect()
}

/// The exponential of a number that is not positive, by sums and products alone: the functions of
/// the system's library differ in their last digits from machine to machine.
pub fn exp(value: f64) -> f64 {
    let small = value.max(-40.0) / 1024.0;
    let mut power = 1.0 + small * (1.0 + small / 2.0 * (1.0 + small / 3.0 * (1.0 + small / 4.0)));
    for _ in 0..10 {
        power *= power;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_chess::{Side, Square};

    fn said(fen: &str, rating: i32) -> Vec<(Move, f64)> {
        let game = Game::new(Position::from_fen(fen).unwrap());
        Model::built_in().probabilities(&game, Setting::like(rating))
    }

    fn chance_of(fen: &str, san: &str, rating: i32) -> f64 {
        let mv = Position::from_fen(fen).unwrap().read_san(san).unwrap();
        said(fen, rating).iter().find(|&&(known, _)| known == mv).unwrap().1
    }

    const ITALIAN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";

    #[test]
    fn the_model_is_small_and_read_as_it_is_written() {
        let bytes = Model::built_in().to_bytes();
        assert!(bytes.len() < 2_000_000);
        assert_eq!(Model::from_bytes(&bytes).as_ref(), Ok(Model::built_in()));
        assert_eq!(Model::from_bytes(&bytes[1..]), Err(ModelError::NotAModel));
        let short = Model::from_bytes(&bytes[..bytes.len() - 1]);
        assert!(matches!(short, Err(ModelError::Length { .. })), "{short:?}");
    }

    #[test]
    fn the_probabilities_of_all_legal_moves_add_up_to_one() {
        for fen in [ITALIAN, "7k/8/8/8/8/8/6q1/7K w - - 0 1", "8/8/8/8/8/5k2/6q1/7K w - - 0 1"] {
            let position = Position::from_fen(fen).unwrap();
            let moves = said(fen, 1500);
            assert_eq!(moves.len(), position.count_legal_moves());
            let sum: f64 = moves.iter().map(|&(_, chance)| chance).sum();
            assert!(moves.is_empty() || (sum - 1.0).abs() < 1e-9, "{fen}: {sum}");
        }
    }

    #[test]
    fn both_colours_are_seen_alike() {
        let white = "rnbqk2r/pppp1ppp/5n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 5";
        let black = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 6 5";
        let turned = |mv: Move| {
            let turn = |square: Square| square.index() ^ 56;
            (turn(mv.from()), turn(mv.to()))
        };
        assert_eq!(Position::from_fen(black).unwrap().side_to_move(), Side::Black);
        let black = said(black, 1500);
        for (mv, chance) in said(white, 1500) {
            let twin = black
                .iter()
                .find(|(twin, _)| turned(*twin) == (mv.from().index(), mv.to().index()));
            assert!((twin.unwrap().1 - chance).abs() < 1e-12, "{mv:?}");
        }
    }

    #[test]
    fn people_take_back_and_better_players_see_more() {
        // The queen on d5 has taken a pawn and can be taken herself.
        let taken = "rnb1kb1r/ppp2ppp/4p3/3Q4/8/8/PPPP1PPP/RNB1KBNR b KQkq - 0 4";
        assert!(chance_of(taken, "exd5", 1100) > 0.8);
        // Mate with the queen on f7 is seen by more of those who play better.
        let mate = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
        assert!(chance_of(mate, "Qxf7#", 2000) > chance_of(mate, "Qxf7#", 800));
        assert!(chance_of(mate, "Qxf7#", 1500) > 0.5);
    }

    #[test]
    fn the_exponential_is_that_of_the_library() {
        for tenths in 0..300 {
            let value = -f64::from(tenths) / 10.0;
            assert!((exp(value) / value.exp() - 1.0).abs() < 1e-6, "{value}");
        }
    }
}
