//! What the learner asks of a game besides its rules: how a network sees it.

use crate::verdicts::Verdicts;
use damier_chess::Position as Chess;
use damier_chess_engine::evaluation::network as chess;
use damier_core::Evaluate;
use damier_core::random::Random;
use damier_draughts::Position as Draughts;
use damier_draughts::{Bitboard, Side, Square};
use damier_draughts_engine::evaluation::network as draughts;
use damier_games::EngineGame;
use damier_nnue::{BoardFeatures, Network};
use std::sync::Arc;

/// A game that can be learnt.
pub trait LearnGame: EngineGame {
    /// What the inputs of its network mean.
    type Features: BoardFeatures<Rules = Self>;
    /// The evaluation by named terms.
    type Teacher: Evaluate<Self> + Default;

    /// Whether the position can be judged as it stands, when this move was the best that a search
    /// found: nothing is being taken, so that what the pieces are worth is what counts.
    fn is_quiet(&self, best: Self::Move) -> bool;

    /// When games that are played to learn from are over.
    const VERDICTS: Verdicts;

    /// A start that the usual one does not lead to, so that what is learnt is not only about
    /// positions that usual games come to.
    fn unusual_start(random: &mut Random) -> Self;

    /// A move that stands for the best one where none is named, as in lists of positions; `None` if
    /// there is no move. It decides whether the position is quiet: a move that wins material at
    /// once if there is one, or else a quiet one.
    fn likely_best(&self) -> Option<Self::Move>;

    /// The network that the program is built with.
    fn built_in_network() -> Arc<Network<Self::Features>>;
}

impl LearnGame for Chess {
    // In 24,863 games of network 8 that were played to their end, 99.4 % of those with such a lead
    // were won and 99.6 % of those so level were drawn; a fifth of all positions came afterwards.
    const VERDICTS: Verdicts =
        Verdicts { win: 700, win_plies: 4, level: 10, level_plies: 16, level_after: 80 };

    type Features = chess::Features;
    type Teacher = damier_chess_engine::evaluation::HandEvaluator;

    fn built_in_network() -> Arc<Network<Self::Features>> {
        chess::built_in()
    }

    fn is_quiet(&self, best: Self::Move) -> bool {
        !self.is_check() && best.is_quiet()
    }

    /// Chess960, every other time with another start for each side.
    fn unusual_start(random: &mut Random) -> Self {
        let draw = |random: &mut Random| {
            Self::chess960_start(random.below(960) as u16).expect("there are 960")
        };
        let (white, black) = (draw(random), draw(random));
        if random.below(2) == 0 {
            return white;
        }
        let (white, black) = (white.to_fen(), black.to_fen());
        let rank = |fen: &str, index| fen.split(['/', ' ']).nth(index).map(str::to_owned);
        let (lowest, highest) = (rank(&white, 7), rank(&black, 0));
        let ranks = lowest.zip(highest).expect("a board has eight ranks");
        let fen = format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{} w KQkq - 0 1", ranks.1, ranks.0);
        Self::from_fen(&fen).expect("two halves of starts are a start")
    }

    fn likely_best(&self) -> Option<Self::Move> {
        let moves = self.legal_moves();
        let loud = moves.iter().filter(|mv| !mv.is_quiet() && self.see_at_least(**mv, 1));
        let winning = loud.max_by_key(|mv| self.see(**mv));
        winning.or_else(|| moves.iter().find(|mv| mv.is_quiet())).or(moves.first()).copied()
    }
}

impl LearnGame for Draughts {
    // In 5,000 games of network 4 that were played to their end, 99.7 % of those with such a lead
    // were won and all of those so level were drawn; a twentieth of all positions came afterwards.
    const VERDICTS: Verdicts =
        Verdicts { win: 800, win_plies: 4, level: 10, level_plies: 16, level_after: 80 };

    type Features = draughts::Features;
    type Teacher = damier_draughts_engine::evaluation::HandEvaluator;

    fn built_in_network() -> Arc<Network<Self::Features>> {
        draughts::built_in()
    }

    /// A board with few men and, sometimes, kings: the usual start leads there seldom, and then in
    /// few ways.
    fn unusual_start(random: &mut Random) -> Self {
        let mut squares: Vec<Square> = Bitboard::ALL.into_iter().collect();
        random.shuffle(&mut squares);
        let count = 4 + random.below(9);
        let mut kings = Bitboard::EMPTY;
        let [white, black] = Side::ALL.map(|side| {
            let pieces: Bitboard = squares.split_off(squares.len() - count).into_iter().collect();
            let crowned = pieces & Bitboard::promotion_row(side);
            // One of four sides keeps its kings: men are what most games are about.
            if random.below(4) > 0 {
                return pieces - crowned;
            }
            kings |= crowned;
            pieces
        });
        let side = *random.pick(&Side::ALL);
        Self::from_sets(white, black, kings, side).expect("each square was drawn once")
    }

    fn is_quiet(&self, _best: Self::Move) -> bool {
        let side = self.side_to_move();
        !self.can_capture(side) && !self.can_capture(!side)
    }

    fn likely_best(&self) -> Option<Self::Move> {
        // Captures are compulsory, so any move tells.
        self.legal_moves().first().copied()
    }
}
