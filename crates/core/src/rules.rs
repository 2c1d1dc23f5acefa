use crate::{Ending, Listener, MoveHint, Side};
use std::error::Error;
use std::fmt::Debug;
use std::ops::Deref;

/// What a generic tree search, the match runner and the reviewer need of any game.
///
/// A value of this type is one position: cheap to clone, complete but for the history, which
/// [`Game`](crate::Game) keeps. The strong searches do not go through this trait; they use all that
/// their own rules crate offers.
pub trait Rules: Clone + Debug + Eq + Send + Sync + 'static {
    /// A move that belongs to one position.
    type Move: Copy + Debug + Eq + Send + Sync;
    /// A list of moves.
    type Moves: Deref<Target = [Self::Move]> + Default;
    /// What stands on the board.
    type Piece: Copy + Debug;
    /// Where it stands.
    type Square: Copy + Debug;
    /// Why a game is over.
    type Ending: Ending;
    /// What is wrong with a position written as text.
    type FenError: Error + Send + Sync + 'static;
    /// What is wrong with a move written as text.
    type MoveError: Error + Send + Sync + 'static;

    /// Name of the game, in lower case, as options and files write it.
    const NAME: &'static str;

    /// The position in which a game begins.
    fn start() -> Self;

    /// Reads a position from one line of text.
    fn from_fen(text: &str) -> Result<Self, Self::FenError>;

    /// The position as one line of text that [`Rules::from_fen`] reads.
    fn to_fen(&self) -> String;

    /// The side whose turn it is.
    fn side_to_move(&self) -> Side;

    /// A number that is equal, but for accidents of hashing, exactly if two positions are the same
    /// for the repetition rule.
    fn key(&self) -> u64;

    /// How many plies back a repetition of this position may lie: those since the last move that
    /// cannot be taken back.
    fn reversible_plies(&self) -> usize;

    /// Every legal move, in an order that depends on the position only.
    fn legal_moves(&self) -> Self::Moves;

    /// Replaces what is in a list by every legal move. A list is large: filled where it lies, it
    /// need not be moved there.
    fn legal_moves_into(&self, moves: &mut Self::Moves) {
        *moves = self.legal_moves();
    }

    /// How many legal moves there are. Games that can count faster than they can list do so.
    fn count_legal_moves(&self) -> usize {
        self.legal_moves().len()
    }

    /// Whether the move may be played here.
    fn is_legal(&self, mv: Self::Move) -> bool {
        self.legal_moves().contains(&mv)
    }

    /// Plays a legal move without asking whether it is; an illegal one may panic or leave nonsense.
    fn play_unchecked(&mut self, mv: Self::Move) {
        self.play_observed(mv, &mut ());
    }

    /// [`Rules::play_unchecked`] that tells a listener what changes on the board.
    fn play_observed<L: Listener<Self> + ?Sized>(&mut self, mv: Self::Move, listener: &mut L);

    /// Why the game is over here, if it is, when this position has now stood on the board
    /// `occurrences` times (1 if it is new). A win on the board comes before any draw.
    fn ending(&self, occurrences: usize) -> Option<Self::Ending>;

    /// The hint under which shared code remembers a move.
    fn hint(mv: Self::Move) -> MoveHint;

    /// The legal move that a hint stands for, if there is one.
    fn find_move(&self, hint: MoveHint) -> Option<Self::Move> {
        self.legal_moves().iter().copied().find(|&mv| Self::hint(mv) == hint)
    }

    /// A legal move as game records write it (SAN, PDN).
    fn write_move(&self, mv: Self::Move) -> String;

    /// Legal moves one after the other as game records write them, with a blank between.
    fn write_line(&self, moves: &[Self::Move]) -> String {
        let mut position = self.clone();
        let mut words = Vec::new();
        for &mv in moves {
            words.push(position.write_move(mv));
            position.play_unchecked(mv);
        }
        words.join(" ")
    }

    /// Reads a legal move, in any notation that the game's records or protocols use.
    fn read_move(&self, text: &str) -> Result<Self::Move, Self::MoveError>;
}

/// A move was offered that cannot be played in the position at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("that move is not legal in this position")]
pub struct IllegalMove;
