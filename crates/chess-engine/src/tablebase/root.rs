//! Which root moves keep the best outcome, and which of them make progress.
//!
//! Why the best rank mates: a winner who always moves to the shortest distance shortens the true
//! distance with every move, until it captures, moves a pawn or mates. The first two cannot go on
//! for ever, and once none is left, as with king and queen against king, the distance counts to the
//! mate itself. A longer distance that also wins is not good enough: it may come back for ever.

use super::{Tablebase, TablebaseVerdict};
use crate::shakmaty_bridge::to_shakmaty;
use damier_chess::{Move, Position};
use damier_core::Game;
use shakmaty::Chess;
use shakmaty_syzygy::{AmbiguousWdl, Dtz, MaybeRounded};
use std::cmp::Reverse;

/// How good a root move is according to the tables. Better moves have greater ranks; moves of equal
/// rank are equally good as far as the tables can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RootRank {
    standing: RootStanding,
    /// Short ways for the winner, long ones for the loser.
    progress: i32,
    /// A winner avoids positions that have stood on the board, a loser seeks them.
    is_welcome: bool,
    distance: Option<u32>,
}

/// A verdict that admits what rounded distances leave open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum RootStanding {
    Loss,
    MaybeLoss,
    BlessedLoss,
    Draw,
    CursedWin,
    MaybeWin,
    Win,
}

impl RootRank {
    const MATE: Self = Self {
        standing: RootStanding::Win,
        progress: i32::MAX,
        is_welcome: true,
        distance: Some(1),
    };
    const DRAW: Self =
        Self { standing: RootStanding::Draw, progress: 0, is_welcome: true, distance: None };

    /// The outcome that the move keeps, clock and repetitions considered. What is not certain is
    /// taken for the worse. A win that the opponent can end by repetition counts as cursed.
    pub fn verdict(self) -> TablebaseVerdict {
        match self.standing {
            RootStanding::Loss | RootStanding::MaybeLoss => TablebaseVerdict::Loss,
            RootStanding::BlessedLoss => TablebaseVerdict::BlessedLoss,
            RootStanding::Draw => TablebaseVerdict::Draw,
            RootStanding::CursedWin | RootStanding::MaybeWin => TablebaseVerdict::CursedWin,
            RootStanding::Win => TablebaseVerdict::Win,
        }
    }

    /// Plies to the next capture, pawn move or mate, this move included, and 100 more if fifty
    /// moves could be claimed after the one before; `None` for a draw and without tables of
    /// distances.
    pub fn distance(self) -> Option<u32> {
        self.distance
    }

    fn new(standing: RootStanding, dtz: Option<MaybeRounded<Dtz>>, is_repeated: bool) -> Self {
        let wins = match standing {
            RootStanding::Draw => return Self::DRAW,
            standing => standing > RootStanding::Draw,
        };
        let distance = dtz.map(|dtz| dtz.ignore_rounding().0.unsigned_abs());
        // A rounded distance may be a ply longer than it says: half a ply, on average.
        let half_plies = dtz.zip(distance).map_or(0, |(dtz, distance)| {
            2 * distance as i32 + i32::from(matches!(dtz, MaybeRounded::Rounded(_)))
        });
        Self {
            standing,
            progress: if wins { -half_plies } else { half_plies },
            is_welcome: wins != is_repeated,
            distance,
        }
    }
}

impl From<TablebaseVerdict> for RootStanding {
    fn from(verdict: TablebaseVerdict) -> Self {
        match verdict {
            TablebaseVerdict::Loss => Self::Loss,
            TablebaseVerdict::BlessedLoss => Self::BlessedLoss,
            TablebaseVerdict::Draw => Self::Draw,
            TablebaseVerdict::CursedWin => Self::CursedWin,
            TablebaseVerdict::Win => Self::Win,
        }
    }
}

impl From<AmbiguousWdl> for RootStanding {
    fn from(wdl: AmbiguousWdl) -> Self {
        match wdl {
            AmbiguousWdl::MaybeLoss => Self::MaybeLoss,
            AmbiguousWdl::MaybeWin => Self::MaybeWin,
            wdl => TablebaseVerdict::from(wdl.after_zeroing()).into(),
        }
    }
}

/// What is asked about all root moves.
struct RootQuestion<'a> {
    root: &'a Position,
    /// Keys of the positions that can still be repeated, the root among them.
    keys: Vec<u64>,
    /// Some of them stand there twice, so that the opponent may be able to claim.
    has_repetition: bool,
    fifty_moves_count: bool,
    with_distances: bool,
}

impl<'a> RootQuestion<'a> {
    fn new(game: &'a Game<Position>, fifty_moves_count: bool) -> Self {
        let root = game.position();
        let past = game.past_positions().rev().take(root.halfmove_clock().into());
        let mut keys: Vec<u64> = past.chain([root]).map(Position::key).collect();
        keys.sort_unstable();
        let has_repetition = keys.windows(2).any(|pair| pair[0] == pair[1]);
        Self { root, keys, has_repetition, fifty_moves_count, with_distances: true }
    }

    fn occurrences(&self, position: &Position) -> usize {
        self.keys.iter().filter(|&&key| key == position.key()).count()
    }

    /// Whether some reply brings a position for the third time.
    fn lets_claim(&self, after: &Position) -> bool {
        self.has_repetition
            && after.legal_moves().iter().any(|&reply| {
                let mut next = after.clone();
                next.play_unchecked(reply);
                self.occurrences(&next) >= 2
            })
    }
}

impl Tablebase {
    /// Ranks legal moves of the current position, the best first. A search that plays only moves
    /// whose rank equals the first keeps the best outcome and, if that is a win, brings it home.
    ///
    /// `None` if the position is not in the tables. Without tables of distances the ranks tell
    /// only the outcome, as if the last move had been a capture, and progress is up to the search.
    pub fn rank_root_moves(
        &self,
        game: &Game<Position>,
        moves: &[Move],
        fifty_moves_count: bool,
    ) -> Option<Vec<(Move, RootRank)>> {
        if !self.may_know(game.position()) {
            return None;
        }
        let mut question = RootQuestion::new(game, fifty_moves_count);
        let rank_all = |question: &RootQuestion| -> Option<Vec<(Move, RootRank)>> {
            moves.iter().map(|&mv| Some((mv, self.rank(question, mv)?))).collect()
        };
        // Distances of some moves compare with nothing: it is all or none.
        let ranked = rank_all(&question).or_else(|| {
            question.with_distances = false;
            rank_all(&question)
        });
        let mut ranked = ranked?;
        ranked.sort_by_key(|&(_, rank)| Reverse(rank));
        Some(ranked)
    }

    fn rank(&self, question: &RootQuestion, mv: Move) -> Option<RootRank> {
        let mut after = question.root.clone();
        after.play_unchecked(mv);
        if after.count_legal_moves() == 0 {
            return Some(if after.is_check() { RootRank::MATE } else { RootRank::DRAW });
        }
        let occurrences = question.occurrences(&after);
        let has_run_out = question.fifty_moves_count && after.halfmove_clock() >= 100;
        if occurrences >= 2 || has_run_out {
            return Some(RootRank::DRAW);
        }
        let (mut standing, dtz) = self.standing(question, &after, &to_shakmaty(&after)?)?;
        if standing > RootStanding::CursedWin && question.lets_claim(&after) {
            standing = RootStanding::CursedWin;
        }
        Some(RootRank::new(standing, dtz, occurrences > 0))
    }

    /// Where the mover stands after a move, with the distance seen from before the move.
    fn standing(
        &self,
        question: &RootQuestion,
        after: &Position,
        chess: &Chess,
    ) -> Option<(RootStanding, Option<MaybeRounded<Dtz>>)> {
        let is_zeroing = after.halfmove_clock() == 0;
        if is_zeroing || !question.with_distances {
            let wdl = -self.tables.probe_wdl_after_zeroing(chess).ok()?;
            let verdict = TablebaseVerdict::from(wdl);
            let dtz = MaybeRounded::Precise(Dtz::before_zeroing(wdl));
            let verdict = match question.fifty_moves_count {
                true => verdict,
                false => verdict.without_fifty_moves(),
            };
            return Some((verdict.into(), question.with_distances.then_some(dtz)));
        }
        let dtz = -self.tables.probe_dtz(chess).ok()?;
        let standing = if question.fifty_moves_count {
            AmbiguousWdl::from_dtz_and_halfmoves(dtz, after.halfmove_clock().into()).into()
        } else {
            match dtz.signum() {
                ..0 => RootStanding::Loss,
                0 => RootStanding::Draw,
                1.. => RootStanding::Win,
            }
        };
        Some((standing, Some(dtz.add_plies(1))))
    }
}
