//! What the room asks of a game.

use crate::prover::Proof;
use crate::theme::Theme;
use damier_chess::{File, Position as Chess, Rank, Role, Square};
use damier_core::random::Random;
use damier_core::{Game, Score};
use damier_draughts::Position as Draughts;
use damier_people::{Model, Setting};
use damier_reasons::{Examiner, last_lines};
use damier_review::ReviewGame;
use damier_search::Limits;

/// A game of which puzzles are made.
pub trait PuzzleGame: ReviewGame {
    /// Whether composers count moves: a longer mate is then no solution.
    const COUNTS_MOVES: bool;

    /// Chances of the best and of the second move, from 0 to 100: is the first one a win of some
    /// sort, and the second none?
    fn is_clear(best: f64, second: f64) -> bool;

    /// Whether everybody sees it, so that there is nothing to find.
    fn is_plain(proof: &Proof<Self>) -> bool;

    /// What the moves of a line are about by themselves, whatever else there is to say.
    fn theme_of_line(_proof: &Proof<Self>) -> Option<Theme> {
        None
    }

    /// How hard it is to find the line, on the scale of ratings that people know.
    fn difficulty(proof: &Proof<Self>) -> u16;

    /// What a person might play here, who plays so well, and how likely.
    fn natural_moves(
        game: &Game<Self>,
        rating: i32,
        examiner: &mut Examiner<Self>,
    ) -> Vec<(Self::Move, f64)>;

    /// The position with one thing less, for each thing that can be taken away; and what it is.
    fn without_each(&self) -> Vec<(String, Self)>;
}

/// One of the choices, as the lot falls.
pub(crate) fn drawn<M: Copy>(choices: &[(M, f64)], random: &mut Random) -> Option<M> {
    let sum: f64 = choices.iter().map(|&(_, chance)| chance).sum();
    let mut left = (random.next_bits() >> 11) as f64 / (1_u64 << 53) as f64 * sum;
    for &(mv, chance) in choices {
        left -= chance;
        if left < 0.0 {
            return Some(mv);
        }
    }
    choices.last().map(|&(mv, _)| mv)
}

/// Ratings at which the model of people is asked, from low to high.
const RATINGS: [i32; 9] = [600, 850, 1100, 1350, 1600, 1850, 2100, 2350, 2600];
/// Where a puzzle stands that nobody can miss, and one that hardly anybody finds.
const EASIEST: f64 = 400.0;
const HARDEST: f64 = 2900.0;

impl PuzzleGame for Chess {
    const COUNTS_MOVES: bool = true;

    fn is_clear(best: f64, second: f64) -> bool {
        best >= 80.0 && second <= 62.0 && best - second >= 26.0
    }

    /// One capture, or a piece that can simply be taken back.
    fn is_plain(proof: &Proof<Self>) -> bool {
        let first = &proof.steps[0];
        proof.steps.len() == 1 && first.mv.is_capture() && !proof.is_over()
    }

    /// The rating at which every second player finds the whole line, as the model of people has it.
    fn difficulty(proof: &Proof<Self>) -> u16 {
        let settings = RATINGS.map(Setting::like);
        let mut finds = [1.0_f64; RATINGS.len()];
        let mut game = Game::new(proof.start.clone());
        for (at, &mv) in proof.line.iter().enumerate() {
            if at % 2 == 0 && game.position().count_legal_moves() > 1 {
                let said = Model::built_in().probabilities_for(&game, &settings);
                for (find, said) in finds.iter_mut().zip(said) {
                    let chance = said.iter().find(|(known, _)| *known == mv);
                    *find *= chance.map_or(0.0, |&(_, chance)| chance).max(1e-4);
                }
            }
            game.play_unchecked(mv);
        }
        rating_of(&finds).round().clamp(EASIEST, HARDEST) as u16
    }

    fn natural_moves(
        game: &Game<Self>,
        rating: i32,
        _: &mut Examiner<Self>,
    ) -> Vec<(Self::Move, f64)> {
        Model::built_in().probabilities(game, Setting::like(rating))
    }

    /// Kings have to stay.
    fn without_each(&self) -> Vec<(String, Self)> {
        let fen = self.to_fen();
        let (_, rest) = fen.split_once(' ').unwrap_or((&fen, ""));
        let pieces = self.occupied().into_iter();
        let pieces = pieces.filter(|&square| self.role_at(square) != Some(Role::King));
        let without = |gone: Square| {
            // Rights to castle with a rook that is gone make no position.
            let fewer = Self::from_fen(&format!("{} {rest}", placement(self, gone))).ok()?;
            let letter = self.piece_at(gone)?.letter().to_ascii_uppercase();
            Some((format!("{letter}{gone}"), fewer))
        };
        pieces.filter_map(without).collect()
    }
}

/// The first part of a FEN, with an empty square more.
fn placement(position: &Chess, empty: Square) -> String {
    let ranks = (0..8).rev().filter_map(Rank::from_index);
    let rank_text = |rank| {
        let mut text = String::new();
        let mut gap = 0;
        for file in (0..8).filter_map(File::from_index) {
            let square = Square::new(file, rank);
            match position.piece_at(square).filter(|_| square != empty) {
                Some(piece) => {
                    if gap > 0 {
                        text += &gap.to_string();
                    }
                    gap = 0;
                    text.push(piece.letter());
                }
                None => gap += 1,
            }
        }
        if gap > 0 { text + &gap.to_string() } else { text }
    };
    ranks.map(rank_text).collect::<Vec<_>>().join("/")
}

/// Where the chance of finding a line passes one half.
fn rating_of(finds: &[f64; RATINGS.len()]) -> f64 {
    const HALF: f64 = 0.5;
    let odds = |chance: f64| {
        let chance = chance.clamp(1e-6, 1.0 - 1e-6);
        (chance / (1.0 - chance)).ln()
    };
    let last = RATINGS.len() - 1;
    if finds[0] >= HALF {
        return f64::from(RATINGS[0]) - 70.0 * odds(finds[0]);
    }
    let passes = (0..last).find(|&at| finds[at] < HALF && finds[at + 1] >= HALF);
    let Some(at) = passes else {
        return f64::from(RATINGS[last]) - 70.0 * odds(finds[last]).min(0.0);
    };
    let [low, high] = [odds(finds[at]), odds(finds[at + 1])];
    let step = f64::from(RATINGS[at + 1] - RATINGS[at]);
    f64::from(RATINGS[at]) + step * (-low / (high - low))
}

/// How much a player of draughts sees before he plays, in positions for each hundred points of his
/// rating.
const GLANCE: u64 = 12;
/// How much worse a move may look to be played less often by a factor of e, in hundredths of a man.
const LENIENCE: f64 = 40.0;

impl PuzzleGame for Draughts {
    const COUNTS_MOVES: bool = false;

    /// A man more is worth a puzzle, in this game.
    fn is_clear(best: f64, second: f64) -> bool {
        best - second >= 12.0 && best >= 60.0 && second <= 62.0
    }

    /// A single move, or a capture, which has to be made anyway.
    fn is_plain(proof: &Proof<Self>) -> bool {
        proof.line.len() == 1 || proof.line[0].is_capture()
    }

    /// A shot: men are given, and more are taken.
    fn theme_of_line(proof: &Proof<Self>) -> Option<Theme> {
        let taken_by = |first| -> usize {
            proof.line.iter().skip(first).step_by(2).map(|mv| mv.count_captured()).sum()
        };
        let (taken, given) = (taken_by(0), taken_by(1));
        (given > 0 && taken > given).then_some(Theme::Shot)
    }

    /// There is no model of people here: what counts is how many moves have to be seen, how many
    /// men are given, and among how many moves each has to be found.
    fn difficulty(proof: &Proof<Self>) -> u16 {
        let mut position = proof.start.clone();
        let (mut given, mut choices, mut quiet) = (0.0, 0.0, 0.0);
        for (at, &mv) in proof.line.iter().enumerate() {
            if at % 2 == 0 {
                let legal = position.count_legal_moves();
                choices += (legal as f64).ln();
                quiet += f64::from(u8::from(legal > 1 && !mv.is_capture()));
            } else {
                given += mv.count_captured() as f64;
            }
            position.play_unchecked(mv);
        }
        let rating = 450.0 + 210.0 * quiet + 70.0 * given + 95.0 * choices;
        rating.round().clamp(EASIEST, HARDEST) as u16
    }

    fn natural_moves(
        game: &Game<Self>,
        rating: i32,
        examiner: &mut Examiner<Self>,
    ) -> Vec<(Self::Move, f64)> {
        let lines = game.position().count_legal_moves().min(8);
        let glance = GLANCE * u64::try_from(rating / 100).unwrap_or(0).max(1);
        let (_, reports) = examiner.search(game, Vec::new(), lines, &Limits::to_nodes(glance));
        let found = last_lines(&reports);
        let value = |score: Score| f64::from(score.value());
        let best = found.first().map_or(0.0, |line| value(line.score));
        let chance = |score| damier_people::exp((value(score) - best).min(0.0) / LENIENCE);
        found.iter().filter_map(|it| Some((*it.line.first()?, chance(it.score)))).collect()
    }

    fn without_each(&self) -> Vec<(String, Self)> {
        let fen = self.to_fen();
        let parts: Vec<&str> = fen.split(':').collect();
        let mut fewer = Vec::new();
        for side in 1..parts.len() {
            let colour = parts[side].get(..1).unwrap_or_default();
            let pieces: Vec<&str> = parts[side].get(1..).unwrap_or_default().split(',').collect();
            for gone in 0..pieces.len() {
                let mut left = pieces.clone();
                left.remove(gone);
                let text = format!("{colour}{}", left.join(","));
                let mut changed = parts.clone();
                changed[side] = &text;
                if let Ok(position) = Self::from_fen(&changed.join(":")) {
                    fewer.push((format!("{colour}{}", pieces[gone]), position));
                }
            }
        }
        fewer
    }
}
