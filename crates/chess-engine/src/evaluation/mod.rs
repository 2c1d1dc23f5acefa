//! The hand-written evaluation: named terms, linear in a flat set of parameters.
//!
//! One walk over the board reports features to a receiver (`tally`), so that the number the search
//! uses, the terms an explanation shows and the counts the tuner fits can never disagree. Nothing
//! here searches: captures that are under way are the business of quiescence.
//!
//! Seen from White the value is exactly the opposite of that of the position with colours
//! exchanged, and the terms of a [`ChessBreakdown`] add up exactly to it, whatever the
//! [`Parameters`].
//!
//! Start at [`HandEvaluator`]; other evaluations sit behind the same seam, [`Evaluate`].

mod breakdown;
mod endgame;
mod features;
mod king;
mod kpk;
pub mod network;
mod parameters;
mod passed;
mod pawns;
mod sets;
mod survey;
mod tally;
#[cfg(test)]
mod tests;
mod threats;
mod weights;

pub use breakdown::ChessBreakdown;
pub use features::{FEATURES, GROUPS, TERM_OF, Term, TermGroup, feature_names, feature_number};
pub use parameters::{Pair, Parameters};
pub use tally::{Coefficients, TermTally};

use damier_chess::{Position, Role, Side};
use damier_core::{Evaluate, Listener, Score, TermsOrNetwork};
use damier_search::{Noise, Noisy};
use endgame::FULL_SCALE;
use network::{Network, NetworkEvaluator};
use pawns::{PawnFacts, PawnTable};
use std::sync::Arc;
use tally::Sum;

/// What judges positions in a game: named terms or a network, and perhaps errors.
pub type Evaluator = Noisy<TermsOrNetwork<HandEvaluator, NetworkEvaluator>>;

/// How positions are judged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judgement {
    /// By named terms with these weights; `None` for what is set as `EvalFile`.
    pub terms: Option<Arc<Parameters>>,
    /// How wrong.
    pub noise: Noise,
}

/// The evaluation of a judgement, where `network` is what is set as `EvalFile`: a network, or
/// without one the tuned terms.
pub fn evaluator(network: Option<&Arc<Network>>, judgement: &Judgement) -> Evaluator {
    let evaluator = match (&judgement.terms, network) {
        (Some(parameters), _) => {
            TermsOrNetwork::Terms(HandEvaluator::new(Parameters::clone(parameters)))
        }
        (None, Some(network)) => {
            TermsOrNetwork::Network(NetworkEvaluator::new(Arc::clone(network)))
        }
        (None, None) => TermsOrNetwork::Terms(HandEvaluator::default()),
    };
    Noisy::new(evaluator, judgement.noise)
}

/// What an evaluation may know besides the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context {
    /// Move number at the root of the search. It is taken there because transposition keys do not
    /// hold it: one position must have one value within a search.
    pub root_move_number: u16,
}

impl Default for Context {
    fn default() -> Self {
        Self { root_move_number: 1 }
    }
}

impl Context {
    /// Of a search that starts here.
    pub fn at_root(position: &Position) -> Self {
        Self { root_move_number: position.fullmove_number() }
    }
}

/// The phase with all pieces on the board.
pub const FULL_PHASE: i32 = 24;

/// From 0, only kings and pawns, to [`FULL_PHASE`], all pieces.
#[inline]
fn phase(position: &Position) -> i32 {
    let count = |role| position.role(role).count() as i32;
    let phase =
        count(Role::Knight) + count(Role::Bishop) + 2 * count(Role::Rook) + 4 * count(Role::Queen);
    phase.min(FULL_PHASE)
}

/// By what a blended numerator is divided.
const DENOMINATOR: i32 = FULL_PHASE * FULL_SCALE;

/// Middlegame and endgame weighed by the phase, as a numerator over [`DENOMINATOR`].
#[inline]
fn blend(pair: Pair, phase: i32, scale: i32) -> i32 {
    let middlegame = pair.middlegame() * phase * FULL_SCALE;
    middlegame + pair.endgame() * (FULL_PHASE - phase) * scale
}

/// How far the endgame half of this sum can be believed.
#[inline]
fn scale_of(position: &Position, total: Pair) -> i32 {
    let strong = if total.endgame() > 0 { Side::White } else { Side::Black };
    endgame::scale(position, strong)
}

/// Evaluates with named terms. One a thread: it keeps a table of pawn formations.
pub struct HandEvaluator {
    parameters: Box<Parameters>,
    /// Whether there is nothing to look at but how many pieces there are.
    counts_pieces: bool,
    context: Context,
    pawn_table: PawnTable,
}

impl Default for HandEvaluator {
    fn default() -> Self {
        Self::new(Parameters::default())
    }
}

impl HandEvaluator {
    /// An evaluator with these weights.
    pub fn new(parameters: Parameters) -> Self {
        Self {
            counts_pieces: parameters.are_of_pieces_only(),
            parameters: Box::new(parameters),
            context: Context::default(),
            pawn_table: PawnTable::new(),
        }
    }

    /// What [`Evaluate::prepare`] takes from a root.
    pub fn set_context(&mut self, context: Context) {
        self.context = context;
    }

    /// The weights.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Value for White in centipawns.
    pub fn white_value(&mut self, position: &Position) -> i32 {
        if let Some(value) = endgame::verdict(position) {
            return value;
        }
        let mut sum = Sum::new(&self.parameters);
        if self.counts_pieces {
            survey::count_pieces(position, &mut sum);
        } else {
            let (pawn_total, facts) = self.pawn_table.look_up(position, &self.parameters);
            survey::survey(position, self.context, &facts, &mut sum);
            sum.total += pawn_total;
        }
        let total = sum.total;
        // Rounded towards zero, like every division here: the other colour gets the exact opposite.
        let value = blend(total, phase(position), scale_of(position, total)) / DENOMINATOR;
        Score::from_evaluation(value).value()
    }

    /// The terms behind [`HandEvaluator::white_value`].
    pub fn explain(&self, position: &Position) -> ChessBreakdown {
        ChessBreakdown::new(position, self.context, &self.parameters)
    }

    /// What the tuner needs; `None` if the value does not come from the parameters.
    pub fn trace(&self, position: &Position) -> Option<Trace> {
        if endgame::verdict(position).is_some() {
            return None;
        }
        let mut coefficients = Coefficients::default();
        walk(position, self.context, &mut coefficients);
        let mut sum = Sum::new(&self.parameters);
        walk(position, self.context, &mut sum);
        let scale = scale_of(position, sum.total);
        Some(Trace { coefficients, phase: phase(position), scale })
    }
}

/// It looks at the whole board each time.
impl Listener<Position> for HandEvaluator {}

impl Evaluate<Position> for HandEvaluator {
    fn prepare(&mut self, root: &Position) {
        self.context = Context::at_root(root);
    }

    fn evaluate(&mut self, position: &Position) -> Score {
        let value = self.white_value(position);
        Score::from_evaluation(match position.side_to_move() {
            Side::White => value,
            Side::Black => -value,
        })
    }
}

/// A position as the tuner sees it: the value is the sum of counts times weights, middlegame and
/// endgame blended by the phase.
#[derive(Clone, Debug)]
pub struct Trace {
    /// How often each feature occurs, White's less Black's.
    pub coefficients: Coefficients,
    /// 0 to [`FULL_PHASE`].
    pub phase: i32,
    /// How far the endgame half is believed, of 64.
    pub scale: i32,
}

impl Trace {
    /// Factors of the middlegame and of the endgame half.
    pub fn factors(&self) -> (f32, f32) {
        let middlegame = self.phase as f32 / FULL_PHASE as f32;
        (middlegame, (1.0 - middlegame) * self.scale as f32 / FULL_SCALE as f32)
    }
}

/// Reports every feature of a position, pawns included.
fn walk<T: TermTally>(position: &Position, context: Context, tally: &mut T) {
    let facts: PawnFacts = pawns::survey(position, tally);
    survey::survey(position, context, &facts, tally);
}
