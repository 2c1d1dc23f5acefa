//! What the engine thinks, line by line.
//!
//! The answer to a question goes on until the time is up or the page closes it; a page that went
//! away stops its search. Scores are in White's view and on the scale of reviews.

use crate::desk::Desk;
use crate::errors::Problem;
use crate::events::EventStream;
use crate::game::PageGame;
use crate::host;
use crate::tasks::Task;
use crate::texts::Place;
use crate::views::MoveView;
use damier_core::{Game, Side};
use damier_games::with_game;
use damier_records::MoveNumber;
use damier_review::review::Evaluation;
use damier_search::{Bound, Report};
use serde::{Deserialize, Serialize};

/// More lines than anybody reads.
const MOST_LINES: usize = 8;
/// Of a line, so many moves are shown.
const SHOWN: usize = 14;

/// What to analyse.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Question {
    #[serde(flatten)]
    pub(crate) place: Place,
    #[serde(default)]
    lines: Option<usize>,
}

impl Question {
    pub(crate) fn lines(&self) -> usize {
        self.lines.unwrap_or(1).clamp(1, MOST_LINES)
    }
}

/// A line that the engine believes in.
#[derive(Serialize)]
pub(crate) struct LineView {
    rank: usize,
    depth: i32,
    score: ScoreView,
    /// White's chances, from 0 to 100.
    white: f64,
    nodes: u64,
    speed: u64,
    /// The moves with their numbers.
    moves: Vec<Step>,
    /// The first of them, to be drawn.
    first: Option<MoveView>,
}

/// A move of a line.
#[derive(Serialize)]
pub(crate) struct Step {
    number: String,
    text: String,
    code: String,
}

/// Moves that are played after a game, with their numbers; no more than people read.
pub(crate) fn steps<G: PageGame>(game: &Game<G>, line: &[G::Move]) -> Vec<Step> {
    let mut position = game.position().clone();
    let before = game.moves().len();
    let mut steps = Vec::new();
    for (place, &mv) in line.iter().take(SHOWN).enumerate() {
        let plies = u32::try_from(before + place).unwrap_or(u32::MAX);
        let MoveView { text, code, .. } = position.view_move(mv);
        steps.push(Step { number: MoveNumber::after(game.start(), plies).to_string(), text, code });
        position.play_unchecked(mv);
    }
    steps
}

/// A score in White's view.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ScoreView {
    /// Hundredths of a pawn or a man.
    Value(i32),
    /// Moves until the game is won; negative if Black wins. Never 0: the sign would be lost.
    Mate(i32),
    /// Proved by tables: 1 if White wins, -1 if Black does.
    Win(i32),
}

impl From<Evaluation> for ScoreView {
    fn from(evaluation: Evaluation) -> Self {
        let sign = |side| if side == Side::White { 1 } else { -1 };
        match evaluation {
            Evaluation::Points(points) => Self::Value(points),
            Evaluation::Win { side, moves } => Self::Mate(sign(side) * moves.max(1) as i32),
            Evaluation::Table { side } => Self::Win(sign(side)),
        }
    }
}

/// Checks a question, and asks for the lines that answer it.
pub(crate) async fn analyse(desk: &Desk, question: Question) -> Result<EventStream, Problem> {
    let read = move || {
        with_game!(question.place.game, G => question.place.game::<G>().map(drop))?;
        Ok(question)
    };
    let question = host::read(&desk.host, read).await?;
    Ok(EventStream::of_task(&desk.host, Task::Analyse(question), "done"))
}

/// What the page is shown of a report; nothing of one that is not certain.
pub(crate) fn view<G: PageGame>(game: &Game<G>, report: &Report<G::Move>) -> Option<LineView> {
    if report.bound != Bound::Exact || report.line.is_empty() {
        return None;
    }
    let evaluation = Evaluation::of(report.score, game.position().side_to_move());
    Some(LineView {
        rank: report.rank,
        depth: report.depth.plies(),
        score: evaluation.into(),
        white: evaluation.win_percent(G::CURVE),
        nodes: report.nodes,
        speed: report.nodes_per_second(),
        moves: steps(game, &report.line),
        first: report.line.first().map(|&mv| game.position().view_move(mv)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_core::{Ply, Score};

    #[test]
    fn scores_are_in_the_view_of_white() {
        let black = |score| ScoreView::from(Evaluation::of(score, Side::Black));
        assert_eq!(black(Score::from_evaluation(30)), ScoreView::Value(-30));
        assert_eq!(black(Score::mate_in(Ply::new(3))), ScoreView::Mate(-2));
        assert_eq!(black(Score::mated_in(Ply::new(4))), ScoreView::Mate(2));
        assert_eq!(black(Score::TABLE_WIN), ScoreView::Win(-1));
        let white = ScoreView::from(Evaluation::of(Score::mated_in(Ply::ROOT), Side::White));
        assert_eq!(white, ScoreView::Mate(-1));
    }
}
