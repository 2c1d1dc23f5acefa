//! One engine that goes through games, move by move.

use super::Findings;
use super::kind::Kind;
use super::subject::{Subject, Verdict, Witness};
use super::transcript::Transcript;
use damier_core::{Game, Rules, Score};
use damier_records::MoveNumber;
use damier_search::{Answer, Bound, Engine, Event, Limits, Query, Report};

/// Megabytes for the table, which is emptied for every position: room for some hundred thousand
/// nodes, and emptied in no time.
const HASH_MEGABYTES: &str = "4";

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
    pub kind: Kind,
    /// What the opponent makes of it: the line that begins with the move played.
    pub refutation: Vec<String>,
    /// The line of the better move.
    pub better_line: Vec<String>,
}

/// An engine and what it goes by.
pub(super) struct Judge<S: Subject> {
    engine: S::Engine,
    standard: Standard,
}

impl<S: Subject> Judge<S> {
    pub(super) fn new(standard: Standard) -> Self {
        let mut judge = Self { engine: S::engine(), standard };
        judge.set_option("Hash", HASH_MEGABYTES);
        judge
    }

    fn set_option(&mut self, name: &str, value: &str) {
        self.engine.set_option(name, value).expect("our engines know this option");
    }

    /// Goes through a game.
    pub(super) fn examine(
        &mut self,
        transcript: &Transcript<S>,
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
        game: &Game<S>,
        played: S::Move,
        number: MoveNumber,
    ) -> (f64, Option<Blunder>) {
        let Ok(()) = self.engine.new_game();
        let (answer, _) = self.search(game, Vec::new());
        let Some(best) = answer.best.filter(|&best| best != played) else { return (0.0, None) };
        let Some([best, played]) = self.compare(game, best, played) else { return (0.0, None) };
        let position = game.position();
        let [before, after] = [&best, &played].map(|found| position.expected_points(found.score));
        // The move played may look better at close quarters than the one that the search preferred.
        let points_lost = (before - after).max(0.0);
        if points_lost <= 0.0 || points_lost < self.standard.threshold {
            return (points_lost, None);
        }
        let earlier = game.past_positions().next_back();
        let witness = Witness { earlier, position, best, played };
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
            kind: S::kind(&witness),
            refutation,
            better_line,
        };
        (points_lost, Some(blunder))
    }

    /// Scores two moves side by side: at the last depth at which the search settled both.
    fn compare(
        &mut self,
        game: &Game<S>,
        best: S::Move,
        played: S::Move,
    ) -> Option<[Verdict<S::Move>; 2]> {
        self.set_option("MultiPV", "2");
        let (_, reports) = self.search(game, vec![best, played]);
        self.set_option("MultiPV", "1");
        let of_move =
            |mv| reports.iter().rev().filter(move |report| report.line.first() == Some(&mv));
        let verdict =
            |report: &Report<S::Move>| Verdict { score: report.score, line: report.line.clone() };
        of_move(best).find_map(|best| {
            let played = of_move(played).find(|played| played.depth == best.depth)?;
            Some([best, played].map(verdict))
        })
    }

    /// Searches some of the moves, or all if none is named, and collects what was settled.
    fn search(
        &mut self,
        game: &Game<S>,
        among: Vec<S::Move>,
    ) -> (Answer<S::Move>, Vec<Report<S::Move>>) {
        let limits = Limits::to_nodes(self.standard.nodes);
        let query = Query { among, ..Query::new(game.clone(), limits) };
        let mut reports = Vec::new();
        let Ok(answer) = self.engine.search(&query, &mut |event| match event {
            Event::Report(report) if report.bound == Bound::Exact => reports.push(report),
            _ => {}
        });
        (answer, reports)
    }
}

/// The moves of a line in the words of its players.
fn write_line<S: Rules>(start: &S, line: &[S::Move]) -> Vec<String> {
    let mut position = start.clone();
    let write = |&mv: &S::Move| {
        let text = position.write_move(mv);
        position.play_unchecked(mv);
        text
    };
    line.iter().map(write).collect()
}
