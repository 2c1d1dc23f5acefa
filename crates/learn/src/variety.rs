//! How varied games are: openings, phases, scores, and how much of it there is to learn from.

use crate::fit::Outcomes;
use crate::game::LearnGame;
use crate::record::{PackedGame, teaches};
use damier_core::Score;
use damier_nnue::BoardFeatures as _;
use std::collections::HashSet;
use std::ops::RangeInclusive;

/// A game in which so many of a hundred are won is as good as over.
pub const DECIDED: f32 = 0.97;

/// What scores mean is fitted to no fewer games.
const ENOUGH_GAMES: u64 = 1000;

/// Where the bands of scores begin: each is twice as wide as the one before, and the last has what
/// is proved.
const BANDS: [u16; 8] = [0, 50, 100, 200, 400, 800, 1600, Score::EVALUATION_LIMIT.value() as u16];

/// One of the bands of scores, seen from the side that is ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Band {
    /// The smallest score in it; it ends where the next begins.
    pub from: u16,
    /// How many positions have such a score.
    pub positions: u64,
}

/// A quarter of the pieces of a game going off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamePhase {
    /// Pieces on the board.
    pub pieces: RangeInclusive<usize>,
    /// How many positions have so many.
    pub positions: u64,
}

/// Positions that are as good as won.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decided {
    /// The score with which 97 games of a hundred are won, by a fit to the games themselves.
    pub score: f32,
    /// How many positions have at least this score, for either side.
    pub positions: u64,
    /// How many quiet positions are left without them.
    pub useful: u64,
}

/// What is counted of games.
#[derive(Clone, Debug)]
pub struct Variety {
    games: u64,
    openings: HashSet<u64>,
    shortest: usize,
    longest: usize,
    pieces: Vec<u64>,
    /// Pieces with which a game begins.
    full_board: usize,
    /// All positions and the quiet ones, by the sizes of their scores.
    sizes: [Vec<u64>; 2],
    outcomes: Outcomes,
}

impl Default for Variety {
    fn default() -> Self {
        let sizes = || vec![0; usize::from(i16::MIN.unsigned_abs()) + 1];
        Self {
            games: 0,
            openings: HashSet::new(),
            shortest: usize::MAX,
            longest: 0,
            pieces: Vec::new(),
            full_board: 0,
            sizes: [sizes(), sizes()],
            outcomes: Outcomes::default(),
        }
    }
}

impl Variety {
    pub(crate) fn add<G: LearnGame>(&mut self, record: &PackedGame<G>) {
        if self.games == 0 {
            self.full_board = G::Features::pieces(&G::start());
        }
        self.games += 1;
        self.openings.insert(record.after_opening().key());
        self.shortest = self.shortest.min(record.moves.len());
        self.longest = self.longest.max(record.moves.len());
        self.outcomes.add_game(record);
        for (position, mv, score) in record.positions() {
            let pieces = G::Features::pieces(&position);
            if self.pieces.len() <= pieces {
                self.pieces.resize(pieces + 1, 0);
            }
            self.pieces[pieces] += 1;
            let size = usize::from(score.unsigned_abs());
            self.sizes[0][size] += 1;
            self.sizes[1][size] += u64::from(teaches(&position, mv, score));
        }
    }

    /// How many different positions the games begin with, after their random moves.
    pub fn openings(&self) -> u64 {
        self.openings.len() as u64
    }

    /// How many moves with a score the shortest and the longest game have.
    pub fn lengths(&self) -> [usize; 2] {
        [self.shortest.min(self.longest), self.longest]
    }

    /// How many positions there are with each number of pieces, from none up.
    pub fn pieces(&self) -> &[u64] {
        &self.pieces
    }

    /// How many positions there are in each quarter of the game, the first one first.
    pub fn phases(&self) -> impl Iterator<Item = GamePhase> {
        let quarter = self.full_board / 4;
        (0..4).rev().map(move |phase| {
            let pieces = phase * quarter + 1..=(phase + 1) * quarter;
            let end = if phase == 3 { self.pieces.len() } else { pieces.end() + 1 };
            let counts = self.pieces.iter().take(end).skip(*pieces.start());
            GamePhase { pieces, positions: counts.sum() }
        })
    }

    /// How many positions a trainer looks at: nothing is being taken, and the score is no proof.
    pub fn quiet(&self) -> u64 {
        self.sizes[1].iter().sum()
    }

    /// How large the scores are.
    pub fn bands(&self) -> impl Iterator<Item = Band> {
        BANDS.iter().enumerate().map(|(index, &from)| {
            let end = BANDS.get(index + 1).map_or(self.sizes[0].len(), |&end| end.into());
            Band { from, positions: self.sizes[0][from.into()..end].iter().sum() }
        })
    }

    /// What is as good as won; `None` if the games are too few to say.
    pub fn decided(&self) -> Option<Decided> {
        if self.games < ENOUGH_GAMES {
            return None;
        }
        let score = self.outcomes.fit().score_of(DECIDED);
        let from = (score.ceil().max(0.0) as usize).min(self.sizes[0].len());
        let positions = self.sizes[0][from..].iter().sum();
        Some(Decided { score, positions, useful: self.sizes[1][..from].iter().sum() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fit::WinRate;
    use damier_chess::Position as Chess;
    use damier_core::{Outcome, Side};

    fn game(fen: &str, moves: &[(&str, i16)], outcome: Outcome) -> PackedGame<Chess> {
        let start = Chess::from_fen(fen).unwrap();
        let mut position = start.clone();
        let moves = moves.iter().map(|&(text, score)| {
            let mv = position.read_move(text).unwrap();
            position.play_unchecked(mv);
            (mv, score)
        });
        let moves = moves.collect();
        PackedGame { id: 0, start, opening: vec![], moves, outcome }
    }

    #[test]
    fn positions_are_counted_by_what_is_in_them() {
        let mut variety = Variety::default();
        assert_eq!((variety.lengths(), variety.quiet(), variety.decided()), ([0, 0], 0, None));
        let fen = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
        for last in [-30_000, 75] {
            let moves = [("exd5", 120), ("Kd7", -100), ("Kd2", last)];
            variety.add(&game(fen, &moves, Outcome::Draw));
        }
        variety.add(&game("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", &[("Ra7", i16::MIN)], Outcome::Draw));
        assert_eq!((variety.openings(), variety.lengths()), (2, [1, 3]));
        assert_eq!(variety.pieces(), [0, 0, 0, 5, 2]);
        let phases = [(25..=32, 0), (17..=24, 0), (9..=16, 0), (1..=8, 7)];
        let phases = phases.map(|(pieces, positions)| GamePhase { pieces, positions });
        assert!(variety.phases().eq(phases));
        // Neither what takes nor what is proved.
        assert_eq!(variety.quiet(), 3);
        let bands = variety.bands().map(|band| band.positions);
        assert!(bands.eq([0, 1, 4, 0, 0, 0, 0, 2]));
        assert_eq!(variety.decided(), None, "three games are too few");
    }

    #[test]
    fn what_is_decided_follows_from_the_games_themselves() {
        let truth = WinRate { half: 100.0, spread: 60.0 };
        let mut variety = Variety::default();
        for score in (5..1000).step_by(10) {
            for part in 0..100 {
                let chance = (part as f32 + 0.5) / 100.0;
                let outcome = match chance {
                    _ if chance < truth.win(score.into()) => Outcome::Win(Side::White),
                    _ if chance > 1.0 - truth.loss(score.into()) => Outcome::Win(Side::Black),
                    _ => Outcome::Draw,
                };
                let fen = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
                variety.add(&game(fen, &[("Ra7", score)], outcome));
            }
        }
        let decided = variety.decided().unwrap();
        assert!((decided.score - truth.score_of(0.97)).abs() < 10.0, "{decided:?}");
        assert_eq!(decided.positions + decided.useful, 10_000);
        // From 309 to 999.
        assert!((6_800..7_100).contains(&decided.positions), "{decided:?}");
    }
}
