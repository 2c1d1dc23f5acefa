//! A finished game in a few hundred bytes.
//!
//! A move is its rank among the legal ones when these are put in the order of their hints: one
//! byte, and no matter in which order the generator of the day lists them. A score is written as
//! its difference from the one before, both as White sees them: one byte or two.

use crate::bytes::{ByteSource, push_number, push_signed};
use crate::game::LearnGame;
use damier_core::{Outcome, Rules, Score, Side};
use std::ops::Neg;

/// A game that an engine played against itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedGame<R: Rules> {
    /// Tells games apart: two games of one recipe have different numbers.
    pub id: u64,
    /// Where it began.
    pub start: R,
    /// The moves that were made at random, before the engine began to think.
    pub opening: Vec<R::Move>,
    /// The moves that the engine chose, each with its score for the side to move.
    pub moves: Vec<(R::Move, i16)>,
    /// How it ended.
    pub outcome: Outcome,
}

impl<R: Rules> PackedGame<R> {
    /// The bytes that [`PackedGame::from_bytes`] reads.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.id.to_le_bytes().to_vec();
        bytes.push(outcome_code(self.outcome));
        // Nearly all games begin at the beginning.
        let fen = if self.start == R::start() { String::new() } else { self.start.to_fen() };
        push_number(&mut bytes, fen.len() as u64);
        bytes.extend_from_slice(fen.as_bytes());
        push_number(&mut bytes, self.opening.len() as u64);
        push_number(&mut bytes, self.moves.len() as u64);
        let mut position = self.start.clone();
        for &mv in &self.opening {
            push_number(&mut bytes, rank(&position, mv) as u64);
            position.play_unchecked(mv);
        }
        let mut before = 0;
        for &(mv, score) in &self.moves {
            push_number(&mut bytes, rank(&position, mv) as u64);
            let score = seen_from_white(i64::from(score), position.side_to_move());
            push_signed(&mut bytes, score - before);
            before = score;
            position.play_unchecked(mv);
        }
        bytes
    }

    /// Reads a game; `None` if the bytes are none, as an illegal move or a missing byte shows.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut source = ByteSource(bytes);
        let id = source.word()?;
        let outcome = outcome_of(source.take(1)?[0])?;
        let length = usize::try_from(source.number()?).ok()?;
        let fen = std::str::from_utf8(source.take(length)?).ok()?;
        let start = if fen.is_empty() { R::start() } else { R::from_fen(fen).ok()? };
        let (opening_plies, plies) = (source.number()?, source.number()?);
        let mut position = start.clone();
        let mut opening = Vec::new();
        for _ in 0..opening_plies {
            let mv = move_of(&position, source.number()?)?;
            opening.push(mv);
            position.play_unchecked(mv);
        }
        let mut moves = Vec::new();
        let mut score = 0i64;
        for _ in 0..plies {
            let mv = move_of(&position, source.number()?)?;
            // The smallest number of all has no opposite.
            score = score.checked_add(source.signed()?).filter(|&score| score != i64::MIN)?;
            let own = seen_from_white(score, position.side_to_move());
            moves.push((mv, i16::try_from(own).ok()?));
            position.play_unchecked(mv);
        }
        source.0.is_empty().then_some(Self { id, start, opening, moves, outcome })
    }

    /// The position in which the engine began to think.
    pub fn after_opening(&self) -> R {
        let mut position = self.start.clone();
        for &mv in &self.opening {
            position.play_unchecked(mv);
        }
        position
    }

    /// The positions in which the engine thought, with the score it found and the move it chose.
    pub fn positions(&self) -> impl Iterator<Item = (R, R::Move, i16)> {
        let mut position = self.after_opening();
        self.moves.iter().map(move |&(mv, score)| {
            let before = position.clone();
            position.play_unchecked(mv);
            (before, mv, score)
        })
    }
}

/// How many moves the engine chose in the game that these bytes are, without reading them.
pub(crate) fn count_moves(bytes: &[u8]) -> Option<u64> {
    let mut source = ByteSource(bytes);
    source.word()?;
    source.take(1)?;
    let start = usize::try_from(source.number()?).ok()?;
    source.take(start)?;
    source.number()?;
    source.number()
}

/// Half points of White.
pub(crate) fn outcome_code(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Win(Side::Black) => 0,
        Outcome::Draw => 1,
        Outcome::Win(Side::White) => 2,
    }
}

/// The opposite of [`outcome_code`].
pub(crate) fn outcome_of(code: u8) -> Option<Outcome> {
    let outcomes = [Outcome::Win(Side::Black), Outcome::Draw, Outcome::Win(Side::White)];
    outcomes.into_iter().find(|&outcome| outcome_code(outcome) == code)
}

/// Whether a position is one to learn judging from, when a search found this move and score:
/// nothing is being taken, and the score is no proof.
pub(crate) fn teaches<G: LearnGame>(position: &G, mv: G::Move, score: i16) -> bool {
    i32::from(score).abs() < Score::EVALUATION_LIMIT.value() && position.is_quiet(mv)
}

/// A score of the side to move as White sees it, or the other way round.
pub(crate) fn seen_from_white<N: Neg<Output = N>>(score: N, side: Side) -> N {
    match side {
        Side::White => score,
        Side::Black => -score,
    }
}

/// How many legal moves come before this one: those with a smaller hint, and of those with the same
/// hint (a rare accident in draughts) those that the generator lists first.
fn rank<R: Rules>(position: &R, mv: R::Move) -> usize {
    let hint = R::hint(mv).0;
    let moves = position.legal_moves();
    let place = moves.iter().position(|&other| other == mv).unwrap_or(moves.len());
    let comes_before = |(index, &other): (usize, &R::Move)| {
        let other = R::hint(other).0;
        other < hint || other == hint && index < place
    };
    moves.iter().enumerate().filter(|&pair| comes_before(pair)).count()
}

/// The opposite of [`rank`].
fn move_of<R: Rules>(position: &R, rank: u64) -> Option<R::Move> {
    let moves = position.legal_moves();
    let mut order: Vec<(u16, usize)> =
        moves.iter().enumerate().map(|(index, &mv)| (R::hint(mv).0, index)).collect();
    order.sort_unstable();
    let &(_, index) = order.get(usize::try_from(rank).ok()?)?;
    Some(moves[index])
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_core::random::Random;

    /// A game of random moves with random scores.
    fn random_record<R: Rules>(random: &mut Random) -> PackedGame<R> {
        let mut position = R::start();
        let mut moves = Vec::new();
        while moves.len() < 120 && position.ending(1).is_none() {
            let mv = *random.pick(&position.legal_moves());
            moves.push((mv, random.below(60_000) as i16));
            position.play_unchecked(mv);
        }
        let opening = moves.drain(..random.below(9).min(moves.len())).map(|(mv, _)| mv).collect();
        let outcome =
            [Outcome::Draw, Outcome::Win(Side::White), Outcome::Win(Side::Black)][random.below(3)];
        PackedGame { id: random.next_bits(), start: R::start(), opening, moves, outcome }
    }

    fn check<R: Rules>() {
        let mut random = Random::new(1);
        for _ in 0..8 {
            let record = random_record::<R>(&mut random);
            let bytes = record.to_bytes();
            assert_eq!(PackedGame::<R>::from_bytes(&bytes).as_ref(), Some(&record));
            assert_eq!(record.positions().count(), record.moves.len());
            for length in 0..bytes.len() {
                assert_eq!(PackedGame::<R>::from_bytes(&bytes[..length]), None, "{length}");
            }
            // Any bytes are a game or are not: nothing panics.
            let mut damaged = bytes;
            let place = random.below(damaged.len());
            damaged[place] ^= 1 << random.below(8);
            if let Some(other) = PackedGame::<R>::from_bytes(&damaged) {
                assert_ne!(other, record);
            }
        }
    }

    #[test]
    fn games_come_back_and_damaged_ones_do_not_panic() {
        check::<damier_chess::Position>();
        check::<damier_draughts::Position>();
    }

    #[test]
    fn a_score_beyond_all_numbers_is_refused() {
        let start = damier_chess::Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1").unwrap();
        let mv = start.legal_moves()[0];
        let record = PackedGame {
            id: 7,
            start,
            opening: vec![],
            moves: vec![(mv, 0)],
            outcome: Outcome::Draw,
        };
        let mut bytes = record.to_bytes();
        assert_eq!(bytes.pop(), Some(0), "the score stands last");
        push_signed(&mut bytes, i64::MIN);
        assert_eq!(PackedGame::<damier_chess::Position>::from_bytes(&bytes), None);
    }

    #[test]
    fn a_game_may_begin_anywhere() {
        let start = damier_chess::Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
        let mv = start.legal_moves()[0];
        let record = PackedGame {
            id: 7,
            start,
            opening: vec![],
            moves: vec![(mv, 3)],
            outcome: Outcome::Draw,
        };
        assert_eq!(PackedGame::from_bytes(&record.to_bytes()), Some(record));
    }
}
