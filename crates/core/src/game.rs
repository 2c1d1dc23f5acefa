//! A game as it was played: positions, moves, repetitions.

use crate::{IllegalMove, Rules};

/// A position with the moves that led to it.
///
/// Whole positions are kept, so taking a move back restores everything by construction.
#[derive(Clone, Debug)]
pub struct Game<R: Rules> {
    current: R,
    /// Each position that was left, with the move that left it; oldest first.
    past: Vec<(R, R::Move)>,
}

impl<R: Rules> Game<R> {
    /// A game that begins with `position` on the board.
    pub fn new(position: R) -> Self {
        Self { current: position, past: Vec::new() }
    }

    /// The position on the board now.
    pub fn position(&self) -> &R {
        &self.current
    }

    /// The position in which the game began.
    pub fn start(&self) -> &R {
        self.past.first().map_or(&self.current, |(position, _)| position)
    }

    /// The moves played so far, oldest first.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = R::Move> + ExactSizeIterator {
        self.past.iter().map(|&(_, mv)| mv)
    }

    /// The positions that were left, oldest first; the current one is not among them.
    pub fn past_positions(&self) -> impl DoubleEndedIterator<Item = &R> + ExactSizeIterator {
        self.past.iter().map(|(position, _)| position)
    }

    /// Plays a move, or changes nothing and says that it is illegal.
    pub fn try_play(&mut self, mv: R::Move) -> Result<(), IllegalMove> {
        if !self.current.is_legal(mv) {
            return Err(IllegalMove);
        }
        self.play_unchecked(mv);
        Ok(())
    }

    /// Plays a legal move without asking whether it is; an illegal one may panic or leave nonsense.
    pub fn play_unchecked(&mut self, mv: R::Move) {
        self.past.push((self.current.clone(), mv));
        self.current.play_unchecked(mv);
    }

    /// Takes the last move back and returns it; `None` at the start of the game.
    pub fn undo(&mut self) -> Option<R::Move> {
        let (position, mv) = self.past.pop()?;
        self.current = position;
        Some(mv)
    }

    /// How often the current position has stood on the board, this time included.
    pub fn occurrences(&self) -> usize {
        let key = self.current.key();
        let reachable = self.past_positions().rev().take(self.current.reversible_plies());
        1 + reachable.filter(|position| position.key() == key).count()
    }

    /// Why the game is over, if it is. Check [`Ending::needs_claim`](crate::Ending::needs_claim)
    /// where people play: they may go on instead of claiming.
    pub fn ending(&self) -> Option<R::Ending> {
        self.current.ending(self.occurrences())
    }
}
