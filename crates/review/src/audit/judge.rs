//! One engine that goes through games, move by move.

use super::Findings;
use super::transcript::Transcript;
use crate::game::ReviewGame;
use damier_core::{Game, Score};
use damier_reasons::BlunderKind;
use damier_reasons::Examiner;
use damier_reasons::Witness;
use damier_reasons::write_line;
use damier_records::MoveNumber;
use damier_search::Limits;

/// Megabytes for the table, which is emptied for every position: room for some hundred thousand
/// nodes, and emptied in no time.
const HASH_MEGABYTES: usize = 4;

/// How games are judged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standard {
    /// Nodes for a position, and as many again to compare the move played with the best.
    pub nodes: u64,
    /// A move that loses at least so many expected points is a blunder.
    pub threshold: f64,
}

/// A blunder, ready to be shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Blunder {
    /// Which move of the game.
    pub number: MoveNumber,
    /// The position before it.
    pub fen: String,
    /// The move.
    pub played: String,
    /// The move that was better.
    pub better: String,
    /// The score of the better move, for the mover.
    pub score_before: Score,
    /// The score of the move played, for the mover.
    pub score_after: Score,
    /// Expected points lost.
    pub points_lost: f64,
    /// What sort of blunder it is.
    pub kind: BlunderKind,
    /// What the opponent makes of it: the line that begins with the move played.
    pub refutation: Vec<String>,
    /// The line of the better move.
    pub better_line: Vec<String>,
}

/// An engine and what it goes by.
pub(super) struct Judge<G: ReviewGame> {
    examiner: Examiner<G>,
    standard: Standard,
}

impl<G: ReviewGame> Judge<G> {
    pub(super) fn new(standard: Standard) -> Self {
        Self { examiner: Examiner::new(HASH_MEGABYTES), standard }
    }

    /// Goes through a game.
    pub(super) fn examine(
        &mut self,
        transcript: &Transcript<G>,
        on_move: &dyn Fn(Option<&Blunder>),
    ) -> Findings {
        let mut findings = Findings::default();
        let mut game = Game::new(transcript.start.clone());
        for (plies, &mv) in transcript.moves.iter().enumerate() {
            let number = transcript.move_number(plies);
            let side = number.side.index();
            if transcript.is_judged[side] {
                let mut blunder = None;
                if game.position().count_legal_moves() > 1 {
                    let (points_lost, found) = self.judge(&game, mv, number);
                    blunder = found;
                    let kind = blunder.as_ref().map(|blunder| blunder.kind);
                    findings.accounts[side].add_move(points_lost, kind);
                }
                on_move(blunder.as_ref());
                findings.blunders.extend(blunder);
            }
            game.play_unchecked(mv);
        }
        findings
    }

    /// The expected points that a move loses, and the blunder if it is one.
    fn judge(
        &mut self,
        game: &Game<G>,
        played: G::Move,
        number: MoveNumber,
    ) -> (f64, Option<Blunder>) {
        self.examiner.forget();
        let limits = Limits::to_nodes(self.standard.nodes);
        let (answer, _) = self.examiner.search(game, Vec::new(), 1, &limits);
        let Some(best) = answer.best.filter(|&best| best != played) else { return (0.0, None) };
        let Some([best, played]) = self.examiner.compare(game, best, played, &limits) else {
            return (0.0, None);
        };
        let position = game.position();
        let [before, after] = [&best, &played].map(|found| position.expected_points(found.score));
        // The move played may look better at close quarters than the one that the search preferred.
        let points_lost = (before - after).max(0.0);
        if points_lost <= 0.0 || points_lost < self.standard.threshold {
            return (points_lost, None);
        }
        let earlier = game.past_positions().next_back();
        let witness = Witness { earlier, position, best, played, counted: None };
        let refutation = write_line(position, &witness.played.line);
        let better_line = write_line(position, &witness.best.line);
        let blunder = Blunder {
            number,
            fen: position.to_fen(),
            played: refutation[0].clone(),
            better: better_line[0].clone(),
            score_before: witness.best.score,
            score_after: witness.played.score,
            points_lost,
            kind: G::kind(&witness),
            refutation,
            better_line,
        };
        (points_lost, Some(blunder))
    }
}
